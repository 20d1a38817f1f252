"""Whole matches, invented and scored by the games' naive scorers, to compare thousands at once.

Each game's own `reference_matches.py` makes them: `whole_match(random)`, and `spoilt(random, whole,
place)`, an entry that its rules refuse in place of that one. For its pad `taps_of(whole, place,
completed)`, the inputs that make that line, and `keys(whole)`, what inputs may hold.
"""

from typing import Any, NamedTuple


class Whole(NamedTuple):
    """A match from its first line to its end, with the naive scorer's results."""

    rules: dict[str, Any]
    seats: int
    # As a program sends them.
    entries: list[dict[str, Any]]
    # After each line, by side.
    totals: list[tuple[Any, ...]]
    scores: tuple[Any, ...]
    winners: list[int]
    ended_by: str
    # (rank, side, eliminated), best first.
    ranking: list[tuple[int, int, bool]]

    @property
    def deltas(self) -> list[tuple[Any, ...]]:
        """The points of each side for each line."""
        before = [(0,) * len(self.scores), *self.totals]
        return [
            tuple(now - then for now, then in zip(after, was, strict=True))
            for after, was in zip(self.totals, before, strict=False)
        ]


def told(entry: Any) -> dict[str, Any]:
    """An entry without its empty fields."""
    return {name: value for name, value in vars(entry).items() if value is not None}


def ranked(scores: Any) -> list[tuple[int, int, bool]]:
    """Sides by score, highest first, equals sharing a rank; nobody is eliminated."""
    places = []
    for side, score in enumerate(scores):
        better = [other for other in scores if other > score]
        places.append((1 + len(better), side, False))
    return sorted(places)
