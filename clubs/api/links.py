"""A club's links over HTTP, including those of its matches and tournaments."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from clubs.links import queries, services
from clubs.links.kinds import DAYS
from clubs.links.request_links import api_caller
from clubs.links.showing import SECRET, LinkAnswer, MadeAnswer, bodies, made_body, new_link_again
from clubs.links.views import club_or_404
from clubs.models import Club
from core.answers import list_of
from core.shapes import StrictSerializer

LASTS = ("evening", *DAYS)
LASTS_HELP = "How long it serves: `evening` ends at four in the morning. Each kind has its choices."


class TableLinkInput(StrictSerializer):
    """A table link to make: its holder starts matches of the club and seats its players."""

    lasts = serializers.ChoiceField(choices=LASTS, required=False, help_text=LASTS_HELP)


def managed(request: Request, slug: str) -> Club:
    """Return the club of the address, if the caller may manage its links.

    The answer is 404 if the caller may not see the club, 403 without the right.
    """
    caller = api_caller(request)
    club = club_or_404(slug, caller)
    services.check_may_manage(club, caller)
    return club


class ClubLinks(APIView):
    """The links of a club."""

    @extend_schema(operation_id="clubs_links", responses=list_of(LinkAnswer), tags=["clubs"])
    def get(self, request: Request, slug: str) -> Response:
        """List the live links, and those that ended in the last 30 days; for officers."""
        return Response(bodies(queries.of_club(managed(request, slug).pk)))

    @extend_schema(
        operation_id="clubs_links_make",
        request=TableLinkInput,
        responses={201: MadeAnswer},
        tags=["clubs"],
    )
    @exactly_once(secret=SECRET, again=new_link_again)
    def post(self, request: Request, slug: str) -> Response:
        """Create a table link. Its token is only in this answer, and in that of a repeated call."""
        club = managed(request, slug)
        serializer = TableLinkInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        lasts = serializer.validated_data.get("lasts")
        made = services.make_table_link(
            club=club, lasts=lasts, caller=api_caller(request), key=key_of(request)
        )
        return Response(made_body(request, made), status=status.HTTP_201_CREATED)


class ClubLink(APIView):
    """One link of a club."""

    @extend_schema(
        operation_id="clubs_links_revoke", request=None, responses={204: None}, tags=["clubs"]
    )
    @exactly_once()
    def delete(self, request: Request, slug: str, link_id: int) -> Response:
        """Revoke a link for good. Revoking it again changes nothing."""
        club = managed(request, slug)
        link = queries.of_club(club.pk).filter(pk=link_id).first() if link_id < 2**63 else None
        if link is None:
            raise Http404
        services.revoke(link=link)
        return Response(status=status.HTTP_204_NO_CONTENT)
