"""Stores the computed chances of 10 000 for two, and the simulated games that check them."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.progress import ProgressCallback
from games.dix_mille.analysis.duel import Duel, solve_duel
from games.dix_mille.analysis.duel_state import (
    KNOWN,
    MOST_COCHES,
    MOST_TARGET,
    DuelState,
    state_of,
)
from games.dix_mille.engine.rulesets import FIELDS
from games.dix_mille.engine.scoring import Race
from games.kept import Kept
from games.registry.chances import Chances

MODEL = _(
    "Comme si tous deux jouaient au mieux pour gagner, sur une grille : sans reprise des points "
    "laissés, un palier biffé coûtant toujours 500 points. Et non ces joueurs-là."
)
# What the form before the match says, by rule: where its chances could not be computed.
LIMITS: dict[str, Any] = {
    "scoring": _("Les chances de gagner, à deux, se calculent pour le compte classique."),
    "target": format_lazy(
        _(
            "À deux, les chances de gagner se calculent jusqu'à {most}, par 50 (par 100 sans arrêt "
            "sur 50)."
        ),
        most=MOST_TARGET,
    ),
    "coches_to_strike": format_lazy(
        _("Les chances de gagner, à deux, se calculent jusqu'à {most} coches."), most=MOST_COCHES
    ),
    **dict.fromkeys(
        KNOWN, _("Avec cette règle, les chances de gagner à deux ne se calculent pas.")
    ),
}
HERE = Path(__file__).parent
SOURCES = [HERE / f"{name}.py" for name in ("duel", "duel_compiled", "duel_kernel", "duel_state")]
# Two results for each of twenty rulesets: an array of one to three megabytes, and a line of JSON.
KEPT = Kept("mille-duel", SOURCES, 40)
SEED = 19
GAMES = 1_000_000


class Keys(NamedTuple):
    """The keys under which the chances of a ruleset and their measurement are stored."""

    chances: str
    measured: str


def keys_of(rules: Any) -> Keys:
    """Return the keys of a ruleset."""
    values = [getattr(rules, name) for name in FIELDS]
    digest = hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]
    return Keys(f"chances {digest}", f"measured {digest}")


def kept_duel(rules: Any) -> Duel | None:
    """Return the stored chances of a ruleset; None if there are none."""
    values = KEPT.array(keys_of(rules).chances)
    return None if values is None else Duel(rules, values)


def measured(rules: Any) -> dict[str, Any] | None:
    """Return how often the first player won simulated games, or None if this is not stored."""
    result: dict[str, Any] | None = KEPT.result(keys_of(rules).measured)
    return result


def is_kept(rules: Any) -> bool:
    """Say whether the chances of a ruleset and their measurement are stored."""
    keys = keys_of(rules)
    return KEPT.has(keys) == set(keys)


def computed_duel(rules: Any, progress: ProgressCallback) -> Duel:
    """Return the stored chances of a ruleset; otherwise compute, measure and store them."""
    cached = kept_duel(rules)
    if cached is not None and measured(rules) is not None:
        return cached
    duel = solve_duel(rules, lambda done, total: progress(done, 3 * total))
    begin = DuelState(0, 0, 0, 0)

    def share(at: int, *, paliers: bool) -> float:
        return duel.simulate(
            begin,
            games=GAMES,
            seed=SEED,
            paliers=paliers,
            progress=lambda done, total: progress(at * total + done, 3 * total),
        )

    shares = share(1, paliers=False), share(2, paliers=True)
    KEPT.keep_array(keys_of(rules).chances, duel.values)
    KEPT.keep_result(
        keys_of(rules).measured,
        {
            "games": GAMES,
            "chance": duel.chance(begin),
            "same_game": shares[0],
            "paliers": shares[1],
            "error": (shares[0] * (1 - shares[0]) / GAMES) ** 0.5,
        },
    )
    return duel


# --- The chances during a match --------------------------------------------------------------


def chances_of_match(rules: Any, entries: Sequence[Any], club: int | None) -> Chances | None:
    """Return the chances before the first turn and after each turn.

    Return None if they are not stored, or if there are not exactly two players. The first three
    turns are needed to know whether there is a third player.
    """
    if len(entries) < 3 or {entry.seat for entry in entries} != {0, 1}:
        return None
    duel = kept_duel(rules)
    if duel is None:
        return None
    race = Race(rules, 2)
    moments = [_now(race, duel)]
    for entry in entries:
        race.add(entry)
        moments.append(_now(race, duel))
    return Chances("mille_for_two", MODEL, tuple(zip(*moments, strict=True)))


def _now(race: Race, duel: Duel) -> tuple[float, float]:
    if race.result is not None:
        return (1.0, 0.0) if race.result.winners == (0,) else (0.0, 1.0)
    chance = duel.chance(state_of(race))
    return (chance, 1 - chance) if race.seat == 0 else (1 - chance, chance)
