"""A player's matches and results, over HTTP."""

from typing import TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.queries import find_player
from core.answers import answer_from, list_of
from games import queries
from games.api.filters import PlayerMatchFilter
from games.api.matches import NewestMatches
from games.callers import api_caller
from games.match import list_queries, stats
from games.match.match_json import MatchAnswer, match_body
from games.models import Match


class GameStats(TypedDict):
    """A player's finished matches of one game, as far as the caller may see them."""

    game: str
    played: int
    won: int
    drawn: int


class PlayerMatches(ListAPIView[Match]):
    """The matches that a player sat at."""

    pagination_class = NewestMatches
    queryset = Match.objects.none()
    filterset_class = PlayerMatchFilter

    @extend_schema(operation_id="players_matches", responses=MatchAnswer, tags=["players"])
    def get(self, request: Request, player_id: int) -> Response:
        """List a player's matches, newest first."""
        caller = api_caller(request)
        player = find_player(player_id, caller)
        rows = self.filter_queryset(list_queries.matches_of(player, caller))
        page = self.paginate_queryset(rows) or []
        bodies = [match_body(table) for table in queries.plain_tables(page)]
        return self.get_paginated_response(bodies)


class PlayerStats(APIView):
    """A player's results by game."""

    @extend_schema(operation_id="players_stats", responses=list_of(GameStats), tags=["players"])
    def get(self, request: Request, player_id: int) -> Response:
        """Count a player's finished matches by game: played, won, drawn (several sides won)."""
        caller = api_caller(request)
        player = find_player(player_id, caller)
        return Response(
            [answer_from(GameStats, record) for record in stats.by_game(player, caller)]
        )
