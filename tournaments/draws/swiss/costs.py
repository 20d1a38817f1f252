"""The cost of pairing two entrants in a Swiss round, term by term."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tournaments.draws.circle import meetings
from tournaments.draws.field import EDITION, Field
from tournaments.draws.ranking.records import EntrantTable, Records, records, totals


class Terms(NamedTuple):
    """The cost of a pair, term by term, the most important first."""

    forbidden: int
    rematch: int
    gap: int
    floater: int
    same_club: int
    fold: int
    order: int


@dataclass(frozen=True, slots=True)
class ToPair:
    """The entrants to pair, best first, with the data that their costs need.

    `fold` holds each entrant's place in their score group, and the size of the group.
    """

    order: Sequence[int]
    scores: Mapping[int, int]
    place: Mapping[int, int]
    fold: Mapping[int, tuple[int, int]]
    met: Counter[frozenset[int]]
    forbidden: frozenset[frozenset[int]]
    floated: frozenset[int]
    club: Mapping[int, str]
    edition: int = EDITION

    def terms(self, entrant: int, other: int) -> Terms:
        """Return the cost of pairing two entrants."""
        pair = frozenset((entrant, other))
        gap = self.scores[entrant] - self.scores[other]
        distance = abs(self.place[entrant] - self.place[other])
        fold, order = 0, distance
        if not gap:
            held = self.fold[entrant][1]
            fold, order = abs(distance - held // 2), held - distance
        floats = ((entrant in self.floated) + (other in self.floated)) if gap else 0
        club = self.club.get(entrant, "")
        return Terms(
            forbidden=int(pair in self.forbidden),
            rematch=min(self.met[pair], 15),
            gap=gap * gap,
            floater=floats,
            same_club=int(bool(club) and club == self.club.get(other)),
            fold=fold,
            order=order,
        )


def standing(field: Field, known: Records | None = None) -> ToPair:
    """Return the entrants to draw, by points and then by seeding, with the data for their costs."""
    known = known or records(field)
    points = totals(known)
    seeding = field.seeding()
    at = {entrant: place for place, entrant in enumerate(seeding)}
    order = sorted(seeding, key=lambda entrant: (-points[entrant], at[entrant]))
    scale = lcm(*(points[entrant].denominator for entrant in order)) if order else 1
    scores = {entrant: int(points[entrant] * scale) for entrant in order}
    return ToPair(
        order=order,
        scores=scores,
        place={entrant: place for place, entrant in enumerate(order)},
        fold=_groups(order, scores),
        met=meetings(field),
        forbidden=field.options.forbidden_pairs,
        floated=_floated(known),
        club=_clubs(field),
        edition=field.options.edition,
    )


def _groups(order: Sequence[int], scores: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    held = Counter(scores[entrant] for entrant in order)
    seen: Counter[int] = Counter()
    groups = {}
    for entrant in order:
        score = scores[entrant]
        groups[entrant] = (seen[score], held[score])
        seen[score] += 1
    return groups


def _floated(known: Records) -> frozenset[int]:
    """Return the entrants who met an opponent with another score, or had a bye, in the last
    round.
    """
    rounds = max((len(meetings) for meetings in known.values()), default=0)
    if not rounds:
        return frozenset()
    before = {
        entrant: sum((meeting.points for meeting in meetings[:-1]), Fraction())
        for entrant, meetings in known.items()
    }

    def floated(entrant: int, last: EntrantTable) -> bool:
        return any(before[entrant] != before[other] for other in last.opponents)

    return frozenset(
        entrant
        for entrant, meetings in known.items()
        if meetings[-1].outcome == "bye" or floated(entrant, meetings[-1])
    )


def _clubs(field: Field) -> dict[int, str]:
    if not field.options.same_club:
        return {}
    return {entrant.number: entrant.club for entrant in field.entrants}
