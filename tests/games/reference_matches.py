"""Whole matches, invented and scored by the games' naive scorers, so that thousands can be
compared.

Each game's own `reference_matches.py` makes them. `whole_match(random)` returns a match.
`spoilt(random, whole, place)` returns an entry that the rules refuse at that place.
`taps_of(whole, place, completed)` returns the pad's inputs that make a line, and `keys(whole)`
what the inputs may hold.
"""

from typing import Any, NamedTuple


class Whole(NamedTuple):
    """A match from its first line to its end, with the naive scorer's results."""

    rules: dict[str, Any]
    seats: int
    # The entries as a program sends them.
    entries: list[dict[str, Any]]
    # The totals after each line, by side.
    totals: list[tuple[Any, ...]]
    scores: tuple[Any, ...]
    winners: list[int]
    ended_by: str
    # (rank, side, eliminated) of each side, best first.
    ranking: list[tuple[int, int, bool]]

    @property
    def deltas(self) -> list[tuple[Any, ...]]:
        """The points that each line gives to each side."""
        before = [(0,) * len(self.scores), *self.totals]
        return [
            tuple(now - then for now, then in zip(after, was, strict=True))
            for after, was in zip(self.totals, before, strict=False)
        ]


def entry_values(entry: Any) -> dict[str, Any]:
    """Return an entry's fields without the empty ones."""
    return {name: value for name, value in vars(entry).items() if value is not None}


def ranked(scores: Any) -> list[tuple[int, int, bool]]:
    """Return (rank, side, eliminated) by score, highest first. Equals share a rank, and nobody is
    eliminated.
    """
    places = []
    for side, score in enumerate(scores):
        better = [other for other in scores if other > score]
        places.append((1 + len(better), side, False))
    return sorted(places)
