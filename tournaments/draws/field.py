"""The input of a draw: entrants, past rounds with their results, and the options.

An entrant is known by its number: its place in the order of registration, from 1. Database ids are
not used, so the same tournament draws the same on another machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tournaments.draws.lots import by_lot

Score = int | float | Decimal
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry in the tournament: a pair, or one person.

    `seed` is the organiser's ranking (1 is the favourite), `rating` is set at the first draw.
    `playing` is False for entrants who left, or who have not checked in if that is required. `left`
    is True for those who have withdrawn or were disqualified.
    """

    number: int
    name: str
    seed: int | None = None
    club: str = ""
    rating: float | None = None
    playing: bool = True
    left: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended: a score for each side, or who forfeited.

    `forfeit` holds all entrants of every side that forfeits. If both sides do, nobody won.
    """

    scores: tuple[Score, ...] = ()
    forfeit: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round. `sides` holds the entrants of each side; a bye has one side.

    `slot` names its place in a bracket or a group; `why` says what decided the pairing. `boards`
    are the dealt hands that were played at the table, with the first side's points.
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    result: Result | None = None
    slot: str = ""
    why: Mapping[str, Any] = field(default_factory=dict)
    boards: tuple[tuple[int, int], ...] = ()

    @property
    def bye(self) -> bool:
        """Whether there is no opponent."""
        return len(self.sides) == 1

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everyone at the table."""
        return tuple(entrant for side in self.sides for entrant in side)

    def side_of(self, entrant: int) -> int | None:
        """Return the side that an entrant plays on, or None."""
        return next((at for at, side in enumerate(self.sides) if entrant in side), None)

    @property
    def winner(self) -> int | None:
        """The side that clearly won: by score, by forfeit, or because it had no opponent; else
        None.
        """
        if self.bye:
            return 0
        if self.result is None:
            return None
        scores, forfeit = self.result.scores, self.result.forfeit
        if forfeit:
            standing = [at for at, side in enumerate(self.sides) if forfeit.isdisjoint(side)]
            if len(standing) < len(self.sides):
                return standing[0] if len(standing) == 1 else None
        best = max(scores, default=None)
        return scores.index(best) if best is not None and scores.count(best) == 1 else None


class Points(NamedTuple):
    """What a table is worth in the standings. `bye` is None if a rest is worth as much as a win."""

    win: Score = 1
    draw: Score = 0.5
    loss: Score = 0
    bye: Score | None = None


# How a table counts in the standings: by points for its result, by the scores and a bonus for the
# winner, or by the scores alone. It depends on the format.
Counting = Literal["result", "bonus", "score"]

# The edition of new tournaments. It selects their defaults and draws. A tournament keeps the
# edition with which it began, because its log must always give the same draws and points.
#
# Edition 1: a rest in a mêlée is worth nothing. A place at a table is worth n - rank. There are two
# groups. Entrants of the same group are kept apart in the first round of the knockout only.
#
# Editions 1 and 2: a Swiss looks at every pair up to 500 entrants, not up to 300. A movement has as
# many rounds as were asked for. An entrant who leaves keeps their points and place, and their
# opponents rest. A double forfeit in a final makes two winners. The consolation reserves places for
# entrants who may still come. A maastricht begins with two entrants.
EDITION = 3


@dataclass(frozen=True, slots=True)
class Options:
    """The organiser's options. Each format reads those that concern it.

    `bye_score` is the score of a rest, or that score and the score against it. `bonus` is what a
    win brings in addition to the scores. `deals` is the number of deals that a table plays in a
    round. `duplicate` is the method of scoring if all tables play the same deals, and empty
    otherwise. On a ladder `places_up` is how far up an entrant may challenge. After `idle_days`
    without a game they drop `idle_places`; 0 days for never. `leaver` is what becomes of the games
    of an entrant who leaves (see `leavers`); it is empty if not everybody meets everybody, and in
    the first two editions.
    """

    rounds: int | None = None
    cycles: int = 1
    groups: int | None = None
    qualifiers: int = 2
    pool_style: str = "round_robin"
    third_place: bool = False
    cadrage: bool = False
    b_final: bool = False
    depth: int = 2
    split: str = "rank"
    movement: str = "individual"
    skip: bool = False
    reset_final: bool = True
    table_size: int = 4
    forbid_rematch: bool = False
    forbidden_pairs: frozenset[frozenset[int]] = frozenset()
    same_club: bool = False
    difference_cap: Score | None = None
    place_points: tuple[Score, ...] | str | None = None
    bye_score: Score | tuple[Score, Score] = 0
    bonus: int | None = None
    deals: int | None = None
    duplicate: str = ""
    draw_by: str = "lot"
    places_up: int = 3
    idle_days: int = 0
    idle_places: int = 1
    first_round: str = "draw"
    later_rounds: str = "standing"
    leaver: str = ""
    # All rounds that don't depend on results are drawn at once, and played in any order.
    open_rounds: bool = False
    points: Points = field(default_factory=Points)
    edition: int = EDITION
    counting: Counting = "result"


class Warned(NamedTuple):
    """A warning of a draw for the organiser: a code and the values of its sentence."""

    code: str
    params: Mapping[str, Any] = NOTHING


@dataclass(frozen=True, slots=True)
class Draw:
    """The tables of a round as drawn, and the warnings."""

    tables: tuple[Table, ...]
    warnings: tuple[Warned, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament as a draw sees it.

    `order` is the seeding at the first draw, best first (empty before it). `tie_breaks` are the
    criteria of the standings, in order.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[tuple[Table, ...], ...] = ()
    options: Options = field(default_factory=Options)
    seed: str = ""
    tie_breaks: tuple[str, ...] = ("points",)
    order: tuple[int, ...] = ()
    # The day up to which a ladder's inactivity is counted, in ISO format.
    day: str = ""
    # In a duplicate: the boards that may be shown, and the pars that are known.
    opened: frozenset[int] = frozenset()
    pars: Mapping[int, int] = field(default_factory=dict)
    # The entrant who was declared the winner because nobody won the final.
    winner: int | None = None
    # Values computed from the other fields, cached by name.
    worked: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def playing(self) -> list[int]:
        """The numbers of the entrants who may be drawn."""
        return [entrant.number for entrant in self.entrants if entrant.playing]

    @property
    def ranked(self) -> list[int]:
        """The numbers of the entrants in the standings.

        Before the first round, these are the entrants who may be drawn; after it, those who have
        been drawn. So entrants who left before they were drawn have no place.
        """
        if not self.rounds:
            return self.playing
        drawn = {number for tables in self.rounds for table in tables for number in table.entrants}
        drawn.update(self.order)
        return [entrant.number for entrant in self.entrants if entrant.number in drawn]

    def seeding(self) -> tuple[int, ...]:
        """Return the numbers of those who play, best first: by seed, then rating, then lot."""
        return seeded([entrant for entrant in self.entrants if entrant.playing], self.seed)


def seeded(entrants: Sequence[Entrant], seed: str) -> tuple[int, ...]:
    """Return the entrants' numbers, best first: by seed, then rating, then lot."""
    drawn = by_lot(seed, "seeding", (entrant.number for entrant in entrants))
    place = {number: at for at, number in enumerate(drawn)}

    def key(entrant: Entrant) -> tuple[bool, int, bool, float, int]:
        return (
            entrant.seed is None,
            entrant.seed or 0,
            entrant.rating is None,
            -(entrant.rating or 0),
            place[entrant.number],
        )

    return tuple(entrant.number for entrant in sorted(entrants, key=key))
