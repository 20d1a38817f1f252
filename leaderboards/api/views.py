"""Boards over HTTP: read only, from stored rows."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.common import caller_of
from clubs.models import Player
from clubs.queries import find_player
from leaderboards import queries
from leaderboards.api.serializers import BoardAnswer, CurveAnswer, DuelAnswer
from leaderboards.errors import Refused
from leaderboards.parameters import (
    board_query,
    club_asked,
    game_of_address,
    number_asked,
    page_number,
)

PAGE = 100
CLUB = OpenApiParameter("club", OpenApiTypes.STR, description="Its slug; over all without.")


def person(player: Player) -> dict[str, Any]:
    """Return a player as rows name them."""
    return {"id": player.pk, "name": player.public_name}


def row_body(row: queries.BoardRow) -> dict[str, Any]:
    """Return a row of a board."""
    people = [person(one) for one in row.people]
    names = ("rank", "rating", "sigma", "provisional", "category")
    counts = ("played", "won", "drawn", "lost", "streak", "average", "best", "form")
    return {
        **{name: getattr(row, name) for name in (*names, *counts)},
        "player": people[0] if len(people) == 1 else None,
        "players": people,
        "win_percent": row.percent,
    }


class Leaderboard(APIView):
    """A board of a game."""

    @extend_schema(
        operation_id="leaderboards_read",
        responses=BoardAnswer,
        parameters=[
            CLUB,
            OpenApiParameter("season", OpenApiTypes.STR, description="`all`, `90d` or a year."),
            OpenApiParameter("kind", OpenApiTypes.STR, enum=["players", "pairs"]),
            OpenApiParameter("family", OpenApiTypes.STR, description="A preset; all without."),
            OpenApiParameter("page", OpenApiTypes.INT),
        ],
        tags=["leaderboards"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Read a board: the rating is the current one, the counts are the season's."""
        game, caller = game_of_address(slug), caller_of(request)
        what = board_query(game, request.query_params, caller)
        page = page_number(request.query_params)
        board = queries.board(what, caller, (page - 1) * PAGE, PAGE)
        return Response(
            {
                "rows": [row_body(row) for row in board.rows],
                "constants": asdict(board.constants),
                "next_page": page + 1 if board.more else None,
            }
        )


class Ratings(APIView):
    """A player's rating curve."""

    @extend_schema(
        operation_id="players_ratings", responses=CurveAnswer, parameters=[CLUB], tags=["players"]
    )
    def get(self, request: Request, player_id: int, slug: str) -> Response:
        """Read a player's rating after each match, oldest first."""
        game, caller = game_of_address(slug), caller_of(request)
        player = find_player(player_id, caller)
        club = club_asked(request.query_params, caller)
        points = queries.curve(player, game.slug, club, caller)
        return Response(
            {
                "player": person(player),
                "game": game.slug,
                "points": [point._asdict() for point in points],
            }
        )


class HeadToHead(APIView):
    """Two people against each other."""

    @extend_schema(
        operation_id="head_to_head",
        responses=DuelAnswer,
        parameters=[
            OpenApiParameter("a", OpenApiTypes.INT, required=True),
            OpenApiParameter("b", OpenApiTypes.INT, required=True),
            OpenApiParameter("game", OpenApiTypes.STR, required=True),
        ],
        tags=["leaderboards"],
    )
    def get(self, request: Request) -> Response:
        """Read how `a` fared against `b`: who ranked before whom in matches that count."""
        caller = caller_of(request)
        game = request.query_params.get("game", "")
        if not game:
            raise Refused("game_unknown", "game")
        found = game_of_address(game)
        one, other = (self._player(request, name) for name in ("a", "b"))
        if one.pk == other.pk:
            raise Refused("same_player", "b")
        duel = queries.duel(one, other, found.slug, caller)
        return Response(
            {
                "a": person(one),
                "b": person(other),
                "game": found.slug,
                "played": duel.against,
                **asdict(duel),
            }
        )

    def _player(self, request: Request, name: str) -> Player:
        number = number_asked(request.query_params.get(name, ""))
        if number is None:
            raise Refused("players_needed", name)
        return find_player(number, caller_of(request))
