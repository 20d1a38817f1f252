"""Games over HTTP: their rulesets, and the schemas of their rules and entries."""

from typing import Annotated, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.answers import Json, list_of
from core.text.typography import loosened
from games.api.jsonschema import schema_of
from games.entry.rules_form import values_of
from games.errors import NotFound
from games.registry import installed
from games.registry.game import Game


class PresetAnswer(TypedDict):
    """A named ruleset, with the value of every rule."""

    slug: str
    name: str
    summary: str
    rules: Json


class GameAnswer(TypedDict):
    """A game, its rulesets, and the JSON Schemas of its rules and entries."""

    slug: str
    name: str
    min_players: int
    max_players: int | None
    sides: int | None
    presets: list[PresetAnswer]
    rules_schema: Json
    entry_schema: Json
    chances_limits: Annotated[
        dict[str, str] | None,
        "By rule, where a match would have no chances of winning; null: it never has them.",
    ]


def game_body(game: Game) -> GameAnswer:
    """Return a game as the API shows it."""
    return {
        "slug": game.slug,
        "name": loosened(str(game.name)),
        "min_players": game.seats.least,
        "max_players": game.seats.most,
        "sides": game.seats.sides,
        "presets": [
            {
                "slug": preset.slug,
                "name": str(preset.name),
                "summary": str(preset.summary),
                "rules": values_of(game, preset),
            }
            for preset in game.presets
        ],
        "rules_schema": schema_of(game.rules.serializer),
        "entry_schema": schema_of(game.entry.serializer),
        "chances_limits": None
        if game.chances is None
        else {rule: str(sentence) for rule, sentence in game.chances.limits.items()},
    }


class GameList(APIView):
    """The games that are played here."""

    @extend_schema(operation_id="games_list", responses=list_of(GameAnswer), tags=["games"])
    def get(self, request: Request) -> Response:
        """List the games with their rulesets and schemas."""
        return Response([game_body(game) for game in installed.games()])


class GameDetail(APIView):
    """One game."""

    @extend_schema(operation_id="games_read", responses=GameAnswer, tags=["games"])
    def get(self, request: Request, slug: str) -> Response:
        """Read a game: its rulesets and the JSON Schemas of its rules and entries."""
        game = installed.game(slug)
        if game is None:
            raise NotFound
        return Response(game_body(game))
