"""Paliers that collide: a player who reaches another's score makes the other fall back. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.dix_mille.engine.columns import PalierColumn


class StruckPalier(NamedTuple):
    """A struck palier: player `side` falls from `score` to `back`, struck by player `by`.

    `chained`: player `by` was falling too.
    """

    side: int
    score: int
    back: int
    by: int
    chained: bool


def collide(
    columns: Sequence[PalierColumn], scorer: int, *, chain: bool, restart: bool
) -> list[StruckPalier]:
    """Strike every player on the score that `scorer` has just reached; return the falls in order.

    « Si un joueur "A" atteint le score d'un joueur "B", il prend automatiquement sa place et le
    joueur "B" redescend au palier précédent. » With `chain`, a player who falls onto another
    player's score strikes that player too. Players who fall together do not strike each other.
    """
    falls: list[StruckPalier] = []
    landing = [scorer]
    while landing:
        struck = _struck_by(columns, landing)
        landing = []
        for side, by in struck:
            score = columns[side].score
            back = columns[side].strike(restart=restart)
            falls.append(StruckPalier(side, score, back, by, chained=by != scorer))
            if chain and back:
                landing.append(side)
    return falls


def _struck_by(columns: Sequence[PalierColumn], landing: Sequence[int]) -> list[tuple[int, int]]:
    """Return the players struck by a player in `landing`, each with the player who strikes."""
    struck = []
    for side, column in enumerate(columns):
        if side in landing or not column.score:
            continue
        by = next((other for other in landing if columns[other].score == column.score), None)
        if by is not None:
            struck.append((side, by))
    return struck
