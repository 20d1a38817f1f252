"""The table of a challenge: points by place, the best results, ties. Pure.

A competitor is a person, or the people of an entrant if pairs are ranked as pairs. If people are
ranked, each member of an entrant gets the points of the entrant.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Literal

from tournaments.draws.lots import lot

# A known player's number, or a guest's normalised name.
Person = int | str
Competitor = tuple[Person, ...]
Scale = Literal["list", "ranks", "share", "own"]

# The criteria that rank one line below another, in the order in which they are applied.
TOTAL, PLACES, WINS, ENCOUNTER, LOTS = "total", "places", "wins", "encounter", "lots"


@dataclass(frozen=True, slots=True)
class EveningOutcome:
    """The outcome of an evening for an entrant.

    `own`: the tournament's points. `won`: tables won. `given`: the points of a table entered by
    hand, which count unchanged.
    """

    people: tuple[Person, ...]
    rank: int
    own: Fraction = Fraction()
    won: int = 0
    given: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ChallengeEvening:
    """An evening of a challenge, with the outcome of each entrant."""

    key: str
    outcomes: tuple[EveningOutcome, ...]


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    """How a challenge counts.

    `places`: the points of each place, for the scale `list`. `worth`: the points for beating
    everybody, for the scale `share`. `coming`: points for each evening, never struck. `best`: the
    number of results that count. `worst`: the number of evenings that are struck, missed ones
    first. `pairs`: entrants are ranked, not their people. `lots`: those who are equal by all
    criteria are parted by lots drawn from `seed`; without it they share their rank.
    """

    scale: Scale = "ranks"
    places: tuple[Fraction, ...] = ()
    worth: Fraction = Fraction(100)
    coming: Fraction = Fraction()
    best: int | None = None
    worst: int | None = None
    pairs: bool = False
    lots: bool = False
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """A competitor's result of an evening: place `rank` of `of`, its points, and if they count."""

    rank: int
    of: int
    points: Fraction
    won: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class CompetitorLine:
    """A line of the table. `results` are by evening.

    `decided_by`: the criterion that put it below the line above; None for the first line, and for
    one that shares the rank of the line above. `tied`: it shares its rank with another line.
    """

    rank: int
    competitor: Competitor
    total: Fraction
    coming: Fraction
    results: Mapping[str, Scored]
    decided_by: str | None = None
    tied: bool = False

    @property
    def struck(self) -> int:
        """The number of results that don't count."""
        return sum(not scored.counts for scored in self.results.values())

    @property
    def won(self) -> int:
        """The number of tables won over all its evenings."""
        return sum(scored.won for scored in self.results.values())

    @property
    def places(self) -> tuple[int, ...]:
        """All the places, best first."""
        return tuple(sorted(scored.rank for scored in self.results.values()))


def points_of(
    outcome: EveningOutcome, outcomes: Sequence[EveningOutcome], rules: ChallengeRules
) -> Fraction:
    """Return what a place of an evening is worth.

    Entrants of equal rank each get the points of the place that they share. For the scale `share`,
    an entrant of equal rank counts as half beaten.
    """
    if outcome.given is not None:
        return outcome.given
    count, rank = len(outcomes), outcome.rank
    if rules.scale == "own":
        return outcome.own
    if rules.scale == "list":
        return rules.places[rank - 1] if rank <= len(rules.places) else Fraction()
    if rules.scale == "ranks":
        return Fraction(count - rank)
    if count == 1:
        return Fraction()
    behind = sum(other.rank > rank for other in outcomes)
    equals = sum(other.rank == rank for other in outcomes) - 1
    return rules.worth * (behind + Fraction(equals, 2)) / (count - 1)


def table(evenings: Sequence[ChallengeEvening], rules: ChallengeRules) -> list[CompetitorLine]:
    """Return the table, best first. Of equal results, that of the earliest evening counts."""
    results: dict[Competitor, dict[str, Scored]] = {}
    for evening in evenings:
        for competitor, scored in _scored(evening, rules):
            own = results.setdefault(competitor, {})
            known = own.get(evening.key)
            # A competitor who is listed twice in an evening gets the better result.
            if known is None or (scored.points, -scored.rank) > (known.points, -known.rank):
                own[evening.key] = scored
    counting = _counting(len(evenings), rules)
    order = {evening.key: at for at, evening in enumerate(evenings)}
    lines = [
        _line(
            competitor, dict(sorted(own.items(), key=lambda pair: order[pair[0]])), counting, rules
        )
        for competitor, own in results.items()
    ]
    return _ranked(lines, rules)


def _scored(
    evening: ChallengeEvening, rules: ChallengeRules
) -> Iterable[tuple[Competitor, Scored]]:
    for outcome in evening.outcomes:
        points = points_of(outcome, evening.outcomes, rules)
        scored = Scored(outcome.rank, len(evening.outcomes), points, outcome.won)
        if rules.pairs:
            yield tuple(sorted(outcome.people, key=_by_kind)), scored
        else:
            yield from (((person,), scored) for person in outcome.people)


def _by_kind(person: Person) -> tuple[bool, int, str]:
    """Return a sort key: known players before guests, so that a pair has only one order."""
    return (True, 0, person) if isinstance(person, str) else (False, person, "")


def _counting(evenings: int, rules: ChallengeRules) -> int | None:
    """Return how many results of each competitor count; None if all do."""
    limits = [] if rules.best is None else [rules.best]
    if rules.worst is not None:
        limits.append(max(evenings - rules.worst, 0))
    return min(limits) if limits else None


def _line(
    competitor: Competitor, own: Mapping[str, Scored], counting: int | None, rules: ChallengeRules
) -> CompetitorLine:
    # It does not change the total which of several equal results is struck. Those that count are
    # chosen by the better place, then by the earlier evening.
    best = sorted(own, key=lambda key: (-own[key].points, own[key].rank))[:counting]
    results = {
        key: scored
        if key in best
        else Scored(scored.rank, scored.of, scored.points, scored.won, counts=False)
        for key, scored in own.items()
    }
    coming = rules.coming * len(own)
    total = sum((own[key].points for key in best), coming)
    return CompetitorLine(0, competitor, total, coming, results)


# --- The order ---------------------------------------------------------------------------------


@dataclass(slots=True)
class _Group:
    """Lines that no criterion has split yet.

    `by` is the criterion that put them below those above.
    """

    lines: list[CompetitorLine]
    by: str | None = field(default=None)


def _ranked(lines: list[CompetitorLine], rules: ChallengeRules) -> list[CompetitorLine]:
    most = max((len(line.results) for line in lines), default=0)
    last = 1 + max((line.places[-1] for line in lines), default=0)

    def places(line: CompetitorLine) -> tuple[int, ...]:
        # A missing place is worse than any place that the other lines have.
        return tuple(-rank for rank in line.places) + (-last,) * (most - len(line.places))

    groups = [_Group(lines)] if lines else []
    groups = _split(groups, TOTAL, lambda _among: {line.competitor: line.total for line in lines})
    groups = _split(
        groups, PLACES, lambda _among: {line.competitor: places(line) for line in lines}
    )
    groups = _split(groups, WINS, lambda _among: {line.competitor: line.won for line in lines})
    groups = _split(groups, ENCOUNTER, _met)
    if rules.lots:
        groups = _split(groups, LOTS, lambda among: _lots(among, rules.seed))
    return list(_numbered(groups, rules.seed))


def _numbered(groups: Iterable[_Group], seed: str) -> Iterable[CompetitorLine]:
    """Yield the lines with their ranks. The lines of a group share the rank of its first line."""
    rank = 1
    for group in groups:
        # The lots only give equal lines an order that is always the same.
        lots = _lots(group.lines, seed) if len(group.lines) > 1 else {}
        lines = sorted(group.lines, key=lambda line: -lots.get(line.competitor, 0))
        for at, line in enumerate(lines):
            yield replace(line, rank=rank, decided_by=None if at else group.by, tied=len(lines) > 1)
        rank += len(lines)


Values = Callable[[Sequence[CompetitorLine]], Mapping[Competitor, Any]]


def _split(groups: list[_Group], name: str, values_among: Values) -> list[_Group]:
    """Split each group by a value, the greatest first."""
    split: list[_Group] = []
    for group in groups:
        if len(group.lines) == 1:
            split.append(group)
            continue
        values = values_among(group.lines)
        valued = sorted(
            ((values[line.competitor], line) for line in group.lines), key=_value, reverse=True
        )
        parts = [[line for _worth, line in part] for _same, part in groupby(valued, _value)]
        split += [_Group(part, name if at else group.by) for at, part in enumerate(parts)]
    return split


def _value(valued: tuple[Any, CompetitorLine]) -> Any:
    return valued[0]


def _met(among: Sequence[CompetitorLine]) -> dict[Competitor, int]:
    """Return, by competitor, how often they were ranked above one of the others, less how often
    below.
    """
    return {
        line.competitor: sum(
            (scored.rank < other.results[key].rank) - (scored.rank > other.results[key].rank)
            for other in among
            for key, scored in line.results.items()
            if key in other.results
        )
        for line in among
    }


def _lots(among: Sequence[CompetitorLine], seed: str) -> dict[Competitor, int]:
    lots = {line.competitor: lot(seed, "/".join(map(str, line.competitor)), 0) for line in among}
    ordered = sorted(lots, key=lots.__getitem__)
    return {competitor: -at for at, competitor in enumerate(ordered)}
