"""Officers' calls about players: merging, the club's list, separating a player from an account."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs import services
from clubs.api.common import PlayerAnswer, caller_of, player_body, player_of
from clubs.api.exactly_once import exactly_once
from clubs.people_table import people
from clubs.queries import ID_MAX, find_club, find_player
from core.negotiation import AnyAccept
from core.shapes import StrictSerializer
from core.table_files import TABLE_ANSWERS, TABLE_QUERY, one_table


class MergeInput(StrictSerializer):
    """The id (`other`) of the player to merge with this one: they are the same person."""

    other = serializers.IntegerField(min_value=1, max_value=ID_MAX)


class PlayerMerge(APIView):
    """Two players who are one person."""

    @extend_schema(
        operation_id="players_merge", request=MergeInput, responses=PlayerAnswer, tags=["players"]
    )
    @exactly_once()
    def post(self, request: Request, player_id: int) -> Response:
        """Merge two players: this one stays, and gets everything that was the `other`'s.

        For officers of all clubs of both. It is refused for two players at one table
        (`merge_same_table`), for two with accounts (`merge_two_accounts`), and for a player with
        themselves (`merge_same_player`).
        """
        caller = caller_of(request)
        survivor = find_player(player_id, caller)
        serializer = MergeInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        absorbed = player_of(serializer.validated_data["other"], caller, "other")
        services.merge(survivor=survivor, absorbed=absorbed, caller=caller)
        return Response(player_body(find_player(survivor.pk, caller)))

    @extend_schema(
        operation_id="players_unmerge",
        request=None,
        responses={200: PlayerAnswer},
        tags=["players"],
    )
    @exactly_once()
    def delete(self, request: Request, player_id: int) -> Response:
        """Undo the player's last merger, for 30 days. Every row that was moved is moved back."""
        caller = caller_of(request)
        player = find_player(player_id, caller)
        services.undo_merge(player=player, caller=caller)
        return Response(player_body(find_player(player.pk, caller)))


class PlayerAccount(APIView):
    """The account of a player."""

    @extend_schema(
        operation_id="players_untie", request=None, responses={200: PlayerAnswer}, tags=["players"]
    )
    @exactly_once()
    def delete(self, request: Request, player_id: int) -> Response:
        """Separate a player from their account. An invitation can connect them to one again."""
        caller = caller_of(request)
        player = find_player(player_id, caller)
        services.untie(player=player, caller=caller)
        return Response(player_body(find_player(player.pk, caller)))


class ClubPlayerDetail(APIView):
    """A player on a club's list."""

    @extend_schema(
        operation_id="club_players_remove", request=None, responses={204: None}, tags=["players"]
    )
    @exactly_once()
    def delete(self, request: Request, slug: str, player_id: int) -> Response:
        """Remove a player from a club's list. Their matches and results stay."""
        caller = caller_of(request)
        club = find_club(slug, caller)
        player = find_player(player_id, caller)
        services.remove_from_list(club=club, player=player, caller=caller)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubPlayersExport(APIView):
    """A club's list of people as a file."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="club_players_export",
        responses=TABLE_ANSWERS,
        parameters=TABLE_QUERY,
        tags=["players"],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Export the people of a club that the caller may see as CSV or a workbook (.xlsx)."""
        caller = caller_of(request)
        club = find_club(slug, caller)
        return one_table(request, f"{club.slug}-players", people(club, caller))
