"""Links to a match and its offer to a club, over HTTP."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from clubs.api.links import LASTS, LASTS_HELP
from clubs.first_answers import WriteKey
from clubs.links import queries as links
from clubs.links.showing import SECRET, LinkAnswer, MadeAnswer, bodies, made_body, new_link_again
from clubs.links.views import club_or_404
from clubs.queries import ID_MAX
from core.answers import answer_from, list_of
from core.paging import Pages
from core.shapes import BoundedList, StrictSerializer
from games import services
from games.api import reading
from games.callers import api_caller
from games.entry.shapes import StrictBoolean, StrictInteger
from games.errors import NotFound
from games.match.permissions import MATCH
from games.models import Proposal
from games.proposals import queries as proposals
from games.services.sharing import KINDS


class MatchLinkInput(StrictSerializer):
    """A link to make: to `see` a match, or to score it."""

    kind = serializers.ChoiceField(choices=KINDS)
    lasts = serializers.ChoiceField(choices=LASTS, required=False, help_text=LASTS_HELP)


class AloneAnswer(TypedDict):
    """The outcome of revoking all links of a match."""

    revoked: Annotated[int, "How many links served until now."]
    edit_token: Annotated[str | None, "The new one, for a caller who sent the one before."]


class ProposalInput(StrictSerializer):
    """The club that a match is offered to."""

    club = serializers.CharField(max_length=60)


class SeatTie(serializers.Serializer[Any]):
    """Which player of the club a guest is."""

    seat = StrictInteger(min_value=0, max_value=1000)
    player = StrictInteger(min_value=1, max_value=ID_MAX)


class DecisionInput(StrictSerializer):
    """An officer's answer. If the match is accepted, `seats` names the players that guests are."""

    accept = StrictBoolean()
    seats = BoundedList(child=SeatTie(), required=False, max_length=50)


class ProposalAnswer(TypedDict):
    """A match offered to a club. `accepted` is null until an officer answers."""

    id: int
    match: str
    club: str
    made_by: int | None
    made_at: datetime
    accepted: bool | None
    decided_by: int | None
    decided_at: datetime | None


def proposal_body(proposal: Proposal) -> ProposalAnswer:
    """Return a proposal as the API shows it."""
    return answer_from(
        ProposalAnswer,
        proposal,
        match=proposal.match_id,
        club=proposal.club.slug,
        made_by=proposal.made_by_id,
        decided_by=proposal.decided_by_id,
    )


def _alone_again(request: Request, key: WriteKey, body: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the match's new token again, if the caller had sent the old one with that call."""
    match_id = request.parser_context["kwargs"]["match_id"]
    return {"edit_token": services.token_alone(match_id, key) if body["edit_token"] else None}


class MatchLinks(APIView):
    """The links of a match."""

    @extend_schema(operation_id="matches_links", responses=list_of(LinkAnswer), tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """List the links that work or that ended in the last 30 days; only for its table."""
        match = services.shared(match_id, api_caller(request))
        return Response(bodies(links.of_subject(MATCH, match.pk)))

    @extend_schema(
        operation_id="matches_links_make",
        request=MatchLinkInput,
        responses={201: MadeAnswer},
        tags=["matches"],
    )
    @exactly_once(secret=SECRET, again=new_link_again)
    def post(self, request: Request, match_id: str) -> Response:
        """Make a link. Only this answer, and that of the same call repeated, has its token."""
        caller = api_caller(request)
        services.shared(match_id, caller)
        values = reading.checked(MatchLinkInput, request.data)
        made = services.make_link(
            match_id=match_id,
            kind=values["kind"],
            lasts=values.get("lasts"),
            caller=caller,
            key=key_of(request),
        )
        return Response(made_body(request, made), status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="matches_links_revoke_all",
        request=None,
        responses={200: AloneAnswer},
        tags=["matches"],
    )
    @exactly_once(secret=("edit_token",), again=_alone_again)
    def delete(self, request: Request, match_id: str) -> Response:
        """Revoke every link, and the `edit_token` that the start returned.

        A caller who sent that token gets a new one. Accounts that may write on the match still may.
        """
        caller, key = api_caller(request), key_of(request)
        alone = services.keep_alone(match_id=match_id, caller=caller, key=key)
        return Response(AloneAnswer(revoked=alone.revoked, edit_token=alone.token))


class MatchLink(APIView):
    """One link of a match."""

    @extend_schema(
        operation_id="matches_links_revoke", request=None, responses={204: None}, tags=["matches"]
    )
    @exactly_once()
    def delete(self, request: Request, match_id: str, link_id: int) -> Response:
        """Revoke a link, for good. A repeated call changes nothing."""
        caller = api_caller(request)
        services.revoke_link(match_id=match_id, link_id=min(link_id, 2**63 - 1), caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MatchProposal(APIView):
    """A match of no club, offered to one."""

    @extend_schema(operation_id="matches_proposal", responses=ProposalAnswer, tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """Read the match's newest offer; 404 if there was none. For its table only."""
        match = services.shared(match_id, api_caller(request))
        proposal = proposals.last_of(match)
        if proposal is None:
            raise NotFound
        return Response(proposal_body(proposal))

    @extend_schema(
        operation_id="matches_propose",
        request=ProposalInput,
        responses={201: ProposalAnswer},
        tags=["matches"],
    )
    @exactly_once()
    def post(self, request: Request, match_id: str) -> Response:
        """Offer the match to a club: it counts there once an officer has accepted it."""
        caller = api_caller(request)
        services.shared(match_id, caller)
        club = reading.checked(ProposalInput, request.data)["club"]
        proposal = services.propose(match_id=match_id, club=club, caller=caller)
        return Response(proposal_body(proposal), status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="matches_withdraw", request=None, responses={204: None}, tags=["matches"]
    )
    @exactly_once()
    def delete(self, request: Request, match_id: str) -> Response:
        """Take back an offer that has no answer yet."""
        services.withdraw(match_id=match_id, caller=api_caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NewestOffers(Pages):
    """Pages of offers, newest first."""

    ordering = ("-made_at", "-id")


class ClubProposals(ListAPIView[Proposal]):
    """The matches offered to a club."""

    pagination_class = NewestOffers
    queryset = Proposal.objects.none()
    filter_backends = ()

    @extend_schema(operation_id="clubs_proposals", responses=ProposalAnswer, tags=["clubs"])
    def get(self, request: Request, slug: str) -> Response:
        """List the offers that wait for an answer, newest first; for officers only."""
        caller = api_caller(request)
        club = club_or_404(slug, caller)
        services.check_may_decide(club, caller)
        page = self.paginate_queryset(proposals.waiting_for(club)) or []
        return self.get_paginated_response([proposal_body(proposal) for proposal in page])


class ClubProposal(APIView):
    """One offer to a club."""

    @extend_schema(
        operation_id="clubs_proposals_decide",
        request=DecisionInput,
        responses=ProposalAnswer,
        tags=["clubs"],
    )
    @exactly_once()
    def post(self, request: Request, slug: str, proposal_id: int) -> Response:
        """Accept the match into the club, or refuse it. The same answer sent twice counts once."""
        caller = api_caller(request)
        club = club_or_404(slug, caller)
        services.check_may_decide(club, caller)
        values = reading.checked(DecisionInput, request.data)
        number = min(proposal_id, 2**63 - 1)
        if not values["accept"]:
            done = services.refuse(club=club, proposal_id=number, caller=caller)
        else:
            players = {seat["seat"]: seat["player"] for seat in values.get("seats", ())}
            done = services.accept(club=club, proposal_id=number, caller=caller, players=players)
        return Response(proposal_body(done))
