"""The throw of dice that decides who begins. Each player throws one die; tied players throw
again.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

FACES = 6


class Opening(NamedTuple):
    """The number (from 0) of the player who begins, and each player's throws in order."""

    first: int
    throws: tuple[tuple[int, ...], ...]

    def in_turn(self, players: Sequence[Any]) -> list[Any]:
        """Return a list with one item per player in turn order, from the player who begins."""
        return [*players[self.first :], *players[: self.first]]


def throw_die() -> int:
    """Throw one six-sided die, with a cryptographic generator."""
    return secrets.randbelow(FACES) + 1


def throw_for_first(
    players: int,
    best: Callable[[Iterable[int]], int],
    die: Callable[[], int] = throw_die,
) -> Opening:
    """Let `players` players (at least one) throw a die, and return the result.

    `best` chooses the best die. Tied players throw again until one of them alone has the best die.
    """
    throws: list[list[int]] = [[] for _ in range(players)]
    tied = list(range(players))
    while True:
        for player in tied:
            throws[player].append(die())
        wanted = best(throws[player][-1] for player in tied)
        tied = [player for player in tied if throws[player][-1] == wanted]
        if len(tied) == 1:
            return Opening(tied[0], tuple(map(tuple, throws)))
