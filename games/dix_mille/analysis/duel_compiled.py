"""The loops of `duel_kernel` over many turns, compiled by numba: for jobs, which may wait."""

from typing import Any

from numba import njit
from numba.extending import register_jitable

from games.dix_mille.analysis import duel_kernel as plain

for _part in (plain.fallen, plain.turn, plain.mixed, plain.lose, plain.strike):
    register_jitable(_part)

_COMPILED = {loop: njit(cache=True)(loop) for loop in (plain.sweep, plain.policy, plain.play)}


def compiled(loop: Any) -> Any:
    """Return one of these loops compiled, anything else as it is."""
    return _COMPILED.get(loop, loop)
