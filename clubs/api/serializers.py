"""The bodies of requests about members and invitations."""

from rest_framework import serializers

from clubs.models import Role
from clubs.queries import ID_MAX
from clubs.services.invitations import DEFAULT_DAYS, MOST_DAYS
from core.shapes import OptionalNameField, StrictSerializer


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


class AcceptInput(StrictSerializer):
    """How an invitation is accepted. `merge`: the caller's player and the invitation's are one.

    `name`: the name of a caller who is no player yet, if the invitation names no player.
    """

    merge = serializers.BooleanField(default=False)
    name = OptionalNameField(required=False, default="")
