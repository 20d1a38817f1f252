"""Shapes of members, invitations and the club's log over HTTP."""

from typing import Any

from rest_framework import serializers

from clubs.models import Action, Role
from clubs.queries import ID_MAX
from clubs.services.invitations import DEFAULT_DAYS, MOST_DAYS
from core.shapes import OptionalNameField, StrictSerializer


class MemberAnswer(serializers.Serializer[Any]):
    """A member: `id` is the membership's, `player` the player that the account is."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    player = serializers.IntegerField(allow_null=True)
    joined_at = serializers.DateTimeField()


class RoleInput(StrictSerializer):
    """A member's new role."""

    role = serializers.ChoiceField(choices=Role.choices)


class InvitationInput(StrictSerializer):
    """An invitation to be made; `player` says who the person is."""

    role = serializers.ChoiceField(choices=Role.choices, default=Role.MEMBER)
    player = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=ID_MAX
    )
    days = serializers.IntegerField(default=DEFAULT_DAYS, min_value=1, max_value=MOST_DAYS)


class InvitationAnswer(serializers.Serializer[Any]):
    """An invitation that still serves."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    player = serializers.IntegerField(allow_null=True)
    serves_once = serializers.BooleanField()
    expires_at = serializers.DateTimeField()


class HandedAnswer(InvitationAnswer):
    """A new invitation with its secret, told this once."""

    token = serializers.CharField()
    url = serializers.CharField()


class OfferAnswer(serializers.Serializer[Any]):
    """What an invitation offers to who follows it."""

    club = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    player = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField()


class AcceptInput(StrictSerializer):
    """`merge`: the caller's player and the invitation's are one person.

    `name`: who a caller who is no player yet becomes, where the invitation names nobody.
    """

    merge = serializers.BooleanField(default=False)
    name = OptionalNameField(required=False, default="")


class AcceptedAnswer(serializers.Serializer[Any]):
    """What accepting did; `left`: `name_taken` where an officer has to see to the player."""

    club = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    player = serializers.IntegerField(allow_null=True)
    left = serializers.CharField(allow_blank=True)


class ClubChangeAnswer(serializers.Serializer[Any]):
    """A line of the club's log, in codes and in words."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=Action.choices)
    by = serializers.IntegerField(allow_null=True)
    account = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    other = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
