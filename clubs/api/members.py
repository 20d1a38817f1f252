"""Members, invitations, mergers and the log of a club over HTTP."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs import services
from clubs.api.common import ById, NewestById, caller_of, club_of, player_of
from clubs.api.exactly_once import exactly_once, key_of
from clubs.api.serializers import AcceptInput, InvitationInput, RoleInput
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.first_answers import WriteKey
from clubs.models import Action, Club, ClubChange, Invitation, Membership, Role
from clubs.queries import ID_MAX, changes_of, find_club, members_of, open_invitations, people_named
from clubs.services.invitations import token_of as invitation_token
from clubs.wording import LogNames, account_name
from core.addresses import REACHES, reach_of, shareable
from core.answers import OneOf, answer_from
from core.errors import NotFound


class MemberAnswer(TypedDict):
    """A member: `id` is the membership's, `player` the player of the account."""

    id: int
    name: str
    role: Annotated[str, OneOf(Role.choices)]
    player: int | None
    joined_at: datetime


class InvitationAnswer(TypedDict):
    """An invitation that can still be used."""

    id: int
    role: Annotated[str, OneOf(Role.choices)]
    player: int | None
    serves_once: bool
    expires_at: datetime


class HandedAnswer(InvitationAnswer):
    """A new invitation with its secret, which is shown only once."""

    token: str
    url: str
    reach: Annotated[str, OneOf(REACHES), "From where `url` can be opened."]


class OfferAnswer(TypedDict):
    """What an invitation offers to the person who follows its link."""

    club: str
    name: str
    role: Annotated[str, OneOf(Role.choices)]
    player: str | None
    expires_at: datetime


class AcceptedAnswer(TypedDict):
    """The result of accepting. `left` is `name_taken` if an officer has to add the player."""

    club: str
    role: Annotated[str, OneOf(Role.choices)]
    player: int | None
    left: str


class ClubChangeAnswer(TypedDict):
    """A line of the club's log, in codes and in words."""

    id: int
    at: datetime
    kind: Annotated[str, OneOf(Action.choices)]
    by: int | None
    account: int | None
    player: int | None
    other: int | None
    text: str


def member_body(member: Membership) -> MemberAnswer:
    """Return a member as the API shows them."""
    player = getattr(member.user, "player", None)
    return {
        "id": member.pk,
        "name": account_name(member.user),
        "role": member.role,
        "player": player.pk if player else None,
        "joined_at": member.joined_at,
    }


def invitation_body(invitation: Invitation) -> InvitationAnswer:
    """Return an invitation as the API shows it.

    The secret is missing; only the answer to the invitation's maker has it.
    """
    return answer_from(InvitationAnswer, invitation, player=invitation.player_id)


def _token(key: WriteKey | None) -> str | None:
    """Return an invitation's secret, derived from the key of the write, or None without a key."""
    return invitation_token(key) if key else None


def _url(request: Request, token: str) -> str:
    return shareable(request, reverse("clubs:join", args=[token]))


def _handed_again(request: Request, key: WriteKey, body: Mapping[str, Any]) -> dict[str, str]:
    token = invitation_token(key)
    return {"token": token, "url": _url(request, token)}


def change_body(change: ClubChange, names: LogNames) -> ClubChangeAnswer:
    """Return a line of the log as the API shows it."""
    return {
        "id": change.pk,
        "at": change.at,
        "kind": change.kind,
        "by": change.by_id,
        "account": change.account_id,
        "player": change.player_id,
        "other": change.other_id,
        "text": names.sentence(change),
    }


def officers_club(request: Request, slug: str) -> tuple[Club, Caller]:
    """Return the club of an address and the caller. Raise `Denied` unless they are an officer."""
    caller = caller_of(request)
    return club_of(slug, caller, "manage_members", "officer_needed"), caller


def number(value: int) -> int:
    """Return an id from an address as a number. Raise `NotFound` if no row can have it."""
    if value > ID_MAX:
        raise NotFound
    return value


class MemberList(ListAPIView[Membership]):
    """The members of a club."""

    pagination_class = ById
    queryset = Membership.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="members_list", responses=MemberAnswer, tags=["members"])
    def get(self, request: Request, slug: str) -> Response:
        """List a club's members with their roles; for its officers."""
        club, _caller = officers_club(request, slug)
        page = self.paginate_queryset(members_of(club)) or []
        called_in(club, people_named(page))
        return self.get_paginated_response([member_body(member) for member in page])

    @extend_schema(
        operation_id="members_invite",
        request=InvitationInput,
        responses={201: HandedAnswer},
        tags=["members"],
    )
    @exactly_once(secret=("token", "url"), again=_handed_again)
    def post(self, request: Request, slug: str) -> Response:
        """Invite a person by a link that offers a role, and that may name their player.

        An officer may invite members and scorers, an owner may offer every role. The secret is only
        in this answer, and in that of the same call sent again with its `client_id`.
        """
        club, caller = officers_club(request, slug)
        serializer = InvitationInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        if values["player"] is not None:
            values["player"] = player_of(values["player"], caller, "player")
        token = _token(key_of(request))
        handed = services.invite(club=club, caller=caller, token=token, **values)
        url = _url(request, handed.token)
        body = HandedAnswer(
            **invitation_body(handed.invitation),
            token=handed.token,
            url=url,
            reach=reach_of(url),
        )
        return Response(body, status=status.HTTP_201_CREATED)


class MemberDetail(APIView):
    """One member of a club."""

    @extend_schema(
        operation_id="members_change", request=RoleInput, responses=MemberAnswer, tags=["members"]
    )
    @exactly_once()
    def patch(self, request: Request, slug: str, member_id: int) -> Response:
        """Give a member another role. A club keeps at least one owner: 400 `last_owner`."""
        club, caller = officers_club(request, slug)
        serializer = RoleInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        member = services.set_role(
            club=club,
            membership_id=number(member_id),
            role=serializer.validated_data["role"],
            caller=caller,
        )
        return Response(member_body(member))

    @extend_schema(
        operation_id="members_remove", request=None, responses={204: None}, tags=["members"]
    )
    @exactly_once()
    def delete(self, request: Request, slug: str, member_id: int) -> Response:
        """Remove a member from the club. Every member may remove themselves."""
        caller = caller_of(request)
        club = find_club(slug, caller)
        services.remove_member(club=club, membership_id=number(member_id), caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationList(ListAPIView[Invitation]):
    """The invitations of a club."""

    pagination_class = NewestById
    queryset = Invitation.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="invitations_list", responses=InvitationAnswer, tags=["members"])
    def get(self, request: Request, slug: str) -> Response:
        """List the invitations that can still be used; for the club's officers."""
        club, _caller = officers_club(request, slug)
        page = self.paginate_queryset(open_invitations(club)) or []
        return self.get_paginated_response([invitation_body(row) for row in page])


class InvitationDetail(APIView):
    """One invitation of a club."""

    @extend_schema(
        operation_id="invitations_revoke", request=None, responses={204: None}, tags=["members"]
    )
    @exactly_once()
    def delete(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Revoke an invitation. Its link can't be used any more."""
        club, caller = officers_club(request, slug)
        services.revoke(club=club, invitation_id=number(invitation_id), caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Offer(APIView):
    """An invitation, for the person who follows its link."""

    @extend_schema(operation_id="invitations_read", responses=OfferAnswer, tags=["members"])
    def get(self, request: Request, token: str) -> Response:
        """Read what an invitation offers. An invitation that has ended is a 404."""
        offer = services.open_invitation(token)
        body = OfferAnswer(
            club=offer.club.slug,
            name=offer.club.name,
            role=offer.role,
            player=offer.player.name if offer.player else None,
            expires_at=offer.expires_at,
        )
        return Response(body)

    @extend_schema(
        operation_id="invitations_accept",
        request=AcceptInput,
        responses=AcceptedAnswer,
        tags=["members"],
    )
    @exactly_once()
    def post(self, request: Request, token: str) -> Response:
        """Accept an invitation: become a member, and the player that it names.

        A caller who is another player already stays that player; with `merge`, the two players
        become one. A caller who is no player yet may send the `name` under which they are added to
        the club's list.
        """
        serializer = AcceptInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        done = services.accept(token=token, caller=caller_of(request), **values)
        body = AcceptedAnswer(
            club=done.membership.club.slug,
            role=done.membership.role,
            player=done.player.pk if done.player else None,
            left=done.left,
        )
        return Response(body)


class ChangeList(ListAPIView[ClubChange]):
    """The log of a club."""

    pagination_class = NewestById
    queryset = ClubChange.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="club_changes_list", responses=ClubChangeAnswer, tags=["clubs"])
    def get(self, request: Request, slug: str) -> Response:
        """List the actions in the club and who did them, newest first; for its officers."""
        club, caller = officers_club(request, slug)
        page = self.paginate_queryset(changes_of(club)) or []
        names = LogNames(page, club, caller)
        return self.get_paginated_response([change_body(change, names) for change in page])
