"""The speed of the lab's engines."""

from collections.abc import Callable
from functools import partial
from typing import Any

from bench.report import core_ms, report_cost
from games.bataille.analysis.odds import Conventions, simulate
from games.dix_mille.analysis.odds import advise
from games.dix_mille.analysis.throw_tables import moves
from games.dix_mille.models import MilleRules
from games.dix_mille.presets import PRESETS

GAMES = 300_000
# « At least 300 000 games a second and core for the fixed pick-up order. »
LEAST_PER_SECOND = 300_000
# « 10 000 games answer within 2 seconds », whatever the order.
MOST_SECONDS = 2.0
# « In ≤ 100 ms », on the pad.
MOST_ADVICE = 0.1


def measure_labo() -> bool:
    """Print every engine's time; return whether one is over its limit."""
    return any([measure_fixed(), measure_answer(), *measure_advice()])


def seconds(work: Callable[[], Any]) -> float:
    """Return the seconds that a call takes on the core for which the limits are set."""
    return core_ms(work) / 1000


def silent(done: int, total: int) -> None:
    """Ignore the progress of a simulation."""


def measure_fixed() -> bool:
    """Measure games with a fixed order, after the loop has been compiled."""
    simulate(Conventions(), games=1, seed=0, progress=silent)
    took = seconds(lambda: simulate(Conventions(), games=GAMES, seed=1, progress=silent))
    return _limited(f"labo : bataille, ordre fixe, {GAMES} manches", took, GAMES / LEAST_PER_SECOND)


def measure_answer() -> bool:
    """Measure ten thousand games of the slowest conventions."""
    slow = Conventions(order="shuffled", running_out="borrow")
    took = seconds(lambda: simulate(slow, games=10_000, seed=1, progress=silent))
    return _limited("labo : bataille, 10 000 manches mélangées", took, MOST_SECONDS)


def measure_advice() -> list[bool]:
    """Measure the advice of the 10 000 at scores that are not cached; the tables of throws are."""
    return [_advice(preset.slug, MilleRules(**preset.values)) for preset in PRESETS]


def _advice(slug: str, rules: Any) -> bool:
    moves(rules)
    scores = range(1000, 1500, 100)

    def ask(score: int) -> None:
        advise(rules, entered=True, score=score, total=300, dice=3)

    took = min(seconds(partial(ask, score)) for score in scores)
    return _limited(f"labo : conseil au 10 000, {slug}", took, MOST_ADVICE)


def _limited(name: str, took: float, limit: float) -> bool:
    return report_cost(name, 1000 * took, 1000 * limit)
