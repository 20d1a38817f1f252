"""The speed of the lab's engines."""

import statistics
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.test import Client

from bench.report import core_ms, report_cost
from games.bataille.analysis.odds import Conventions, simulate
from games.dix.analysis.deal.deal_form import EXAMPLE
from games.dix_mille.analysis.odds import advise
from games.dix_mille.analysis.throw_tables import moves
from games.dix_mille.models import MilleRules
from games.dix_mille.presets import PRESETS

GAMES = 300_000
# The requirement for the fixed pick-up order: at least so many games per second on one core.
LEAST_PER_SECOND = 300_000
# The limit in seconds for 10 000 games, whatever the pick-up order.
MOST_SECONDS = 2.0
# The limit in seconds for the advice that the pad shows.
MOST_ADVICE = 0.1
# The limit in seconds for the first look at the page of a deal, empty and with a deal that only a
# job may solve.
MOST_LOOK, LOOKS = 0.05, 10


def measure_labo() -> bool:
    """Print every engine's time; return whether one is over its limit."""
    return any([measure_fixed(), measure_answer(), *measure_advice(), *measure_first_looks()])


def seconds(work: Callable[[], Any]) -> float:
    """Return the seconds that a call would take on the usual core for which the limits are set."""
    return core_ms(work) / 1000


def silent(done: int, total: int) -> None:
    """Ignore the progress of a simulation."""


def measure_fixed() -> bool:
    """Measure `GAMES` games with the fixed pick-up order; return whether they are over the limit.

    One game is played before, so that the compilation of the loop is not measured.
    """
    simulate(Conventions(), games=1, seed=0, progress=silent)
    took = seconds(lambda: simulate(Conventions(), games=GAMES, seed=1, progress=silent))
    return _limited(f"labo : bataille, ordre fixe, {GAMES} manches", took, GAMES / LEAST_PER_SECOND)


def measure_answer() -> bool:
    """Measure 10 000 games with the slowest conventions; return whether they are over the limit."""
    slow = Conventions(order="shuffled", running_out="borrow")
    took = seconds(lambda: simulate(slow, games=10_000, seed=1, progress=silent))
    return _limited("labo : bataille, 10 000 manches mélangées", took, MOST_SECONDS)


def measure_advice() -> list[bool]:
    """Measure the advice of dix-mille; return for each preset whether it is over its limit.

    The scores that are asked about are not cached, but the tables of throws are.
    """
    return [_advice(preset.slug, MilleRules(**preset.values)) for preset in PRESETS]


def _advice(slug: str, rules: Any) -> bool:
    moves(rules)
    scores = range(1000, 1500, 100)

    def ask(score: int) -> None:
        advise(rules, entered=True, score=score, total=300, dice=3)

    took = min(seconds(partial(ask, score)) for score in scores)
    return _limited(f"labo : conseil au 10 000, {slug}", took, MOST_ADVICE)


def measure_first_looks() -> list[bool]:
    """Measure the page of a deal; return for each look whether it is over the limit."""
    page = "/labo/dix/donne/"
    return [_look("vide", page), _look("à résoudre", f"{page}?{urlencode({'hands': EXAMPLE})}")]


def _look(name: str, address: str) -> bool:
    client = Client(headers={"host": "localhost"})
    if client.get(address).status_code != HTTPStatus.OK:
        raise RuntimeError(f"{address} shows no page")
    took = statistics.mean(seconds(lambda: client.get(address)) for _ in range(LOOKS))
    return _limited(f"labo : une donne, premier regard, {name}", took, MOST_LOOK)


def _limited(name: str, took: float, limit: float) -> bool:
    return report_cost(name, 1000 * took, 1000 * limit)
