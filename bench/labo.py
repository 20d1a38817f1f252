"""The lab's engines compared with simple Python in the same run."""

from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random
from typing import Any

from bench.report import core_ms, report_cost
from games.bataille.engine.odds import ACE, LOWEST, Conventions, simulate
from games.dix.engine.odds import shape_counts
from games.dix_mille.engine.odds import advise, enumerated, moves, throw_odds
from games.dix_mille.engine.rulesets import frozen
from games.dix_mille.engine.turns import Stand, open_turn, readings
from games.dix_mille.models import MilleRules
from games.dix_mille.presets import PRESETS
from games.yams.engine.odds import making
from tests.games.bataille.engine import plain_manche

GAMES = 300_000
PLAIN_GAMES = 500
# « At least 300 000 games a second and core for the fixed pick-up order. »
LEAST_PER_SECOND = 300_000
# « 10 000 games answer within 2 seconds », whatever the order.
MOST_SECONDS = 2.0
# « In ≤ 100 ms », on the pad.
MOST_ADVICE = 0.1


def measure_labo() -> bool:
    """Print every engine's time; say whether one is over its limit."""
    return any(
        [measure_fixed(), measure_answer(), measure_plain(), *measure_exact(), *measure_advice()]
    )


def seconds(work: Callable[[], Any]) -> float:
    """Return the seconds on the core that the limits are meant for."""
    return core_ms(work) / 1000


def silent(done: int, total: int) -> None:
    """A progress callback that does nothing."""


def measure_fixed() -> bool:
    """Games a second with a fixed order; the loop is compiled before the clock starts."""
    simulate(Conventions(), games=1, seed=0, told=silent)
    took = seconds(lambda: simulate(Conventions(), games=GAMES, seed=1, told=silent))
    return _limited(f"labo : bataille, ordre fixe, {GAMES} manches", took, GAMES / LEAST_PER_SECOND)


def measure_answer() -> bool:
    """Ten thousand games of the slowest conventions."""
    slow = Conventions(order="shuffled", running_out="borrow")
    took = seconds(lambda: simulate(slow, games=10_000, seed=1, told=silent))
    return _limited("labo : bataille, 10 000 manches mélangées", took, MOST_SECONDS)


def _piles(here: Conventions, random: Random) -> tuple[list[int], list[int]]:
    """Shuffle the ranks of a pack and cut it in two."""
    ranks = list(range(LOWEST[here.deck], ACE + 1)) * 4
    random.shuffle(ranks)
    return ranks[: len(ranks) // 2], ranks[len(ranks) // 2 :]


def measure_plain() -> bool:
    """The same games in simple Python, for comparison."""
    random, here = Random(1), Conventions()

    def play() -> None:
        for _ in range(PLAIN_GAMES):
            plain_manche.play(here, *_piles(here, random), random)

    ours = seconds(lambda: simulate(here, games=GAMES, seed=2, told=silent)) / GAMES
    theirs = seconds(play) / PLAIN_GAMES
    print(
        f"{'labo : bataille, manche compilée / en Python simple':<55} "
        f"{ours * 1e6:7.2f} µs / {theirs * 1e6:7.2f} µs = ×{ours / theirs:5.4f} sans limite"
    )
    return False


def measure_exact() -> list[bool]:
    """Exact answers that a page waits for."""
    rules: Any = type("Rules", (), dict(PRESETS[0].values))()
    making.cache_clear()
    rows = [
        ("labo : répartitions de 40 cartes", lambda: shape_counts(40), 0.1),
        ("labo : yams en trois jets", lambda: making("yams").fresh(3), 0.5),
        ("labo : 10 000, un lancer de cinq dés", lambda: throw_odds(rules, 5), 0.5),
    ]
    over = [_limited(name, seconds(work), limit) for name, work, limit in rows]
    ours = seconds(lambda: throw_odds(rules, 5))
    theirs = seconds(lambda: _every_throw(rules))
    print(
        f"{'labo : 252 lancers distincts / les 7776':<55} "
        f"{ours * 1e3:7.2f} ms / {theirs * 1e3:7.2f} ms = ×{ours / theirs:5.4f} sans limite"
    )
    return over


def _every_throw(rules: Any) -> int:
    """The 7776 throws one by one."""
    turn = open_turn(frozen(rules), Stand(entered=True, score=0))
    return sum(not readings(turn, tuple(sorted(dice))) for dice in product(range(1, 7), repeat=5))


def measure_advice() -> list[bool]:
    """An advice of 10 000 at scores that no process has met, with the throws that are kept."""
    classic: Any = frozen(MilleRules(**PRESETS[0].values))
    enumerating = seconds(partial(enumerated, classic))
    took = seconds(partial(advise, classic, entered=True, score=2000, total=300, dice=3))
    print(f"{'labo : conseil, sur énumérer les lancers':<55} {took / enumerating:7.3f}")
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
