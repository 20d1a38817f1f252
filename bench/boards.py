"""The cost of rebuilding the leaderboards of a game that has decades of matches."""

from functools import partial

from bench.filling import fill
from bench.report import core_ms, report_cost
from games.registry.installed import games
from leaderboards import services

MATCHES, PLAYERS = 20_000, 400
LIMIT_MS = 10_000.0


def measure_boards() -> bool:
    """Print the cost of rebuilding the leaderboards; return whether it is over its limit."""
    game = next(game for game in games() if game.seats.sides == 2)
    fill(game, MATCHES, PLAYERS)
    took = core_ms(partial(services.rebuild, game=game.slug))
    name = f"classements : {MATCHES} matchs de {PLAYERS} personnes, {game.slug}"
    return report_cost(name, took, LIMIT_MS)
