"""Compiles the loops of `duel_kernel` over many turns with numba.

Compilation is slow, so only jobs load this module.
"""

from typing import Any

from numba import njit
from numba.extending import register_jitable

from games.dix_mille.analysis import duel_kernel as plain

for _part in (
    plain.fallen,
    plain.lost_turn,
    plain.stopping,
    plain.turn,
    plain.mixed,
    plain.lose,
    plain.strike,
    plain.play_turn,
    plain.play_game,
):
    # Inlined, because otherwise each call would count references to its arrays.
    register_jitable(forceinline=True)(_part)

_COMPILED = {loop: njit(cache=True)(loop) for loop in (plain.sweep, plain.policy, plain.play)}


def compiled(loop: Any) -> Any:
    """Return `loop` compiled if it is one of `_COMPILED`, otherwise unchanged."""
    return _COMPILED.get(loop, loop)
