"""Links to a tournament, over HTTP: to see it, to enter its results, to run it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from clubs.api.links import LASTS, LASTS_HELP
from clubs.links import queries as link_queries
from clubs.links.showing import SECRET, LinkAnswer, MadeAnswer, bodies, made_body, new_link_again
from clubs.queries import ID_MAX
from core.answers import list_of
from core.shapes import StrictSerializer
from games.callers import api_caller
from tournaments import links, queries
from tournaments.models import Tournament
from tournaments.permissions import SUBJECT

TAGS = ["tournaments"]


class TournamentLinkInput(StrictSerializer):
    """A link to create: to `see` a tournament, to enter its results, or to run it."""

    kind = serializers.ChoiceField(choices=links.KINDS)
    lasts = serializers.ChoiceField(choices=LASTS, required=False, help_text=LASTS_HELP)


def shared(request: Request, tournament_id: str) -> Tournament:
    """Return a tournament whose links the caller may create.

    Answers 404 if the caller may not see it, 403 without the right.
    """
    caller = api_caller(request)
    tournament = queries.find(tournament_id, caller)
    links.check_may_share(tournament, caller)
    return tournament


class TournamentLinks(APIView):
    """The links of a tournament."""

    @extend_schema(operation_id="tournaments_links", responses=list_of(LinkAnswer), tags=TAGS)
    def get(self, request: Request, tournament_id: str) -> Response:
        """List the links that work, and those that ended in the last 30 days; for officers."""
        tournament = shared(request, tournament_id)
        return Response(bodies(link_queries.of_subject(SUBJECT, tournament.pk)))

    @extend_schema(
        operation_id="tournaments_links_make",
        request=TournamentLinkInput,
        responses={201: MadeAnswer},
        tags=TAGS,
    )
    @exactly_once(secret=SECRET, again=new_link_again)
    def post(self, request: Request, tournament_id: str) -> Response:
        """Create a link. Only this answer has its token, and that of the same call repeated."""
        tournament = shared(request, tournament_id)
        serializer = TournamentLinkInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values: dict[str, Any] = serializer.validated_data
        made = links.make_link(
            tournament=tournament,
            kind=values["kind"],
            lasts=values.get("lasts"),
            caller=api_caller(request),
            key=key_of(request),
        )
        return Response(made_body(request, made), status=status.HTTP_201_CREATED)


class TournamentLink(APIView):
    """One link of a tournament."""

    @extend_schema(
        operation_id="tournaments_links_revoke", request=None, responses={204: None}, tags=TAGS
    )
    @exactly_once()
    def delete(self, request: Request, tournament_id: str, link_id: int) -> Response:
        """Revoke a link for good. Repeating the call changes nothing."""
        tournament = shared(request, tournament_id)
        number = min(link_id, ID_MAX)
        links.revoke_link(tournament=tournament, link_id=number, caller=api_caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
