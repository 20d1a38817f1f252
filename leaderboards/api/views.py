"""Boards over HTTP: read only, from stored rows."""

from datetime import datetime
from typing import Annotated, TypedDict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.common import caller_of
from clubs.models import Player
from clubs.queries import find_player
from core.answers import answer_from
from leaderboards import queries
from leaderboards.errors import Refused
from leaderboards.parameters import (
    board_query,
    club_asked,
    game_of_address,
    number_asked,
    page_number,
)
from leaderboards.player_queries import moves_of

PAGE = 100
CLUB = OpenApiParameter("club", OpenApiTypes.STR, description="Its slug; over all without.")


class BoardPersonAnswer(TypedDict):
    """A player, under the name that the public may read."""

    id: int
    name: str


class BoardRowAnswer(TypedDict):
    """A row of a board, in displayed points. For a pair `player` is null and `players` has both."""

    rank: int
    player: BoardPersonAnswer | None
    players: list[BoardPersonAnswer]
    rating: float
    sigma: float
    safe_rating: Annotated[float, "The rating minus sigma, in the order of which the rows stand."]
    gain: Annotated[float | None, "How far the year moved the rating; null if it is no year."]
    provisional: bool
    category: str | None
    played: int
    won: int
    drawn: int
    lost: int
    streak: Annotated[int, "3 won, −2 lost; a draw sets 0."]
    win_percent: int
    average: float
    best: float | None
    form: Annotated[str, "The last five, oldest first: W, D, L."]


class ConstantsAnswer(TypedDict):
    """The constants of the rating, in displayed points."""

    beta: float
    spread: float
    growth_per_day: float
    prior_sigma: float


class SeasonProgressAnswer(TypedDict):
    """How many of a game's matches have been counted to work out its seasons."""

    done: int
    total: int


class BoardAnswer(TypedDict):
    """A page of a board, of at most a hundred rows."""

    rows: list[BoardRowAnswer]
    final: Annotated[bool, "The board is of a year that is over."]
    progress: Annotated[
        SeasonProgressAnswer | None, "After an upgrade: the year is not worked out yet."
    ]
    constants: ConstantsAnswer
    next_page: int | None


class PointAnswer(TypedDict):
    """A rating after a match. `match` is null if the caller may not see the match."""

    match: str | None
    at: datetime
    rating: float
    sigma: float
    safe_rating: Annotated[float, "The rating minus sigma."]
    gain: Annotated[float, "How far the match moved the rating."]
    provisional: bool


class CurveAnswer(TypedDict):
    """A player's rating after each match, oldest first."""

    player: BoardPersonAnswer
    game: str
    points: list[PointAnswer]


class DuelAnswer(TypedDict):
    """The results of `a` against `b`, and those of the two on one side."""

    a: BoardPersonAnswer
    b: BoardPersonAnswer
    game: str
    played: int
    won: int
    lost: int
    drawn: Annotated[int, "Neither ranked before the other, whether they won or lost."]
    together: int
    together_won: int


def person(player: Player) -> BoardPersonAnswer:
    """Return a player's number and public name."""
    return {"id": player.pk, "name": player.public_name}


def row_body(row: queries.BoardRow) -> BoardRowAnswer:
    """Return a row of a board."""
    people = [person(player) for player in row.people]
    return answer_from(
        BoardRowAnswer,
        row,
        player=people[0] if len(people) == 1 else None,
        players=people,
        win_percent=row.percent,
    )


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
        """Read a board. All figures of a year are the year's, as it ended.

        Over `90d` ratings are the current ones, counts are those of the 90 days.
        """
        game, caller = game_of_address(slug), caller_of(request)
        what = board_query(game, request.query_params, caller)
        page = page_number(request.query_params)
        board = queries.board(what, caller, (page - 1) * PAGE, PAGE)
        return Response(
            BoardAnswer(
                rows=[row_body(row) for row in board.rows],
                final=board.final,
                progress=(
                    answer_from(SeasonProgressAnswer, board.progress) if board.progress else None
                ),
                constants=answer_from(ConstantsAnswer, board.constants),
                next_page=page + 1 if board.more else None,
            )
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
            CurveAnswer(
                player=person(player),
                game=game.slug,
                points=[
                    answer_from(PointAnswer, move.point, gain=move.gain)
                    for move in moves_of(points)
                ],
            )
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
        """Read how often `a` ranked before `b`, and `b` before `a`, in matches that count."""
        caller = caller_of(request)
        game = request.query_params.get("game", "")
        if not game:
            raise Refused("game_unknown", "game")
        slug = game_of_address(game).slug
        first, second = (self._player(request, name) for name in ("a", "b"))
        if first.pk == second.pk:
            raise Refused("same_player", "b")
        duel = queries.duel(first, second, slug, caller)
        return Response(
            answer_from(
                DuelAnswer,
                duel,
                a=person(first),
                b=person(second),
                game=slug,
                played=duel.against,
            )
        )

    def _player(self, request: Request, name: str) -> Player:
        number = number_asked(request.query_params.get(name, ""))
        if number is None:
            raise Refused("players_needed", name)
        return find_player(number, caller_of(request))
