"""Which formats suit an evening: so many entrants, so much time, so many tables.

Each suggestion is a format with its options and what follows from them; the reasons are codes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Any, Literal, NamedTuple

from tournaments.draws import circle
from tournaments.draws.field import Field, Options
from tournaments.draws.formats import format_of
from tournaments.draws.plans import Plan, PlannedRound, field_of

# Between two rounds: the last scores come in, the draw is made, everybody finds their table.
BETWEEN = 5
# How many formats are suggested at most.
SUGGESTED = 3
# No club evening has more rounds; a round robin of more is a season.
MOST_ROUNDS = 11
FEWEST_ROUNDS = 2
# How many a field B takes, and from how many entrants on several fields make sense.
SECOND = 4
FIELDS = 8
# For how many a maastricht is what a club would choose: quarters of four to ten.
QUARTERS = (14, 40)

# Who enters: sides that stay together, or people who get a partner or a table for each round.
Entering = Literal["sides", "people", "many"]


@dataclass(frozen=True, slots=True)
class Situation:
    """What there is for a tournament.

    Times are in minutes, `match_minutes` that of one match. Without `tables` there are enough.
    `season`: there is no evening but months, in which people play when they like.
    """

    entrants: int
    minutes: int
    match_minutes: int
    tables: int | None = None
    entering: Entering = "sides"
    season: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A format for an evening. `over` is by how many minutes it is too long; 0 if it fits."""

    format: str
    options: Mapping[str, Any]
    plan: Plan
    minutes: int
    over: int
    waves: int
    reasons: tuple[str, ...]


class Pace(NamedTuple):
    """How fast an evening goes: minutes of a table's matches, and the tables that there are."""

    table_minutes: int
    tables: int | None = None

    def waves(self, tables: int) -> int:
        """Return how many times the room is filled for so many tables."""
        return ceil(tables / self.tables) if self.tables else min(tables, 1)

    def minutes(self, rounds: tuple[PlannedRound, ...]) -> int:
        """Return how long rounds take."""
        return sum(self.waves(one.tables) * self.table_minutes + BETWEEN for one in rounds)


def plan_of(format_: str, options: Options, entrants: int) -> Plan | None:
    """Return what a format would play; None with too few entrants."""
    way = format_of(format_)
    if entrants < way.least:
        return None
    return way.plan(field_of(entrants, options))


def left_of(format_: str, played: Field) -> tuple[PlannedRound, ...]:
    """Return the rounds of a tournament that are still to be drawn, as far as is known."""
    way = format_of(format_)
    if len(played.order or played.playing) < way.least:
        return ()
    return way.plan(played).rounds[len(played.rounds) :]


def advise(evening: Situation) -> list[Suggestion]:
    """Return up to three formats for an evening, the one that suits best first.

    Those that fit come first. If fewer than two fit, the shortest of the others follow, with the
    minutes that they lack.
    """
    if evening.season:
        return list(_seasons(evening))
    found = list(_candidates(evening))
    fitting = [one for one in found if not one.over]
    if len(fitting) >= 2:
        return fitting[:SUGGESTED]
    others = sorted((one for one in found if one.over), key=lambda one: one.over)
    return [*fitting, *others][:2]


def _seasons(evening: Situation) -> Iterator[Suggestion]:
    """Yield what suits months: a ladder, and a round robin, whose rounds need no evening."""
    for format_, reason in (("ladder", "season"), ("round_robin", "all_meet")):
        options = Options()
        plan = plan_of(format_, options, evening.entrants)
        if plan is not None:
            yield Suggestion(format_, {}, plan, 0, 0, 1, (reason,))


def _candidates(evening: Situation) -> Iterator[Suggestion]:
    """Yield the formats that are possible, in the order in which a club would choose them."""
    count = evening.entrants
    if evening.entering == "people":
        yield from _rounds(evening, "melee", 2, ("partners", "all_play"))
        yield from _rounds(
            evening, "rotation", 9, ("partners", "known", "all_play"), movement="individual"
        )
        return
    if evening.entering == "many":
        for size in (4, 3, 5):
            yield from _rounds(evening, "tables", 2, ("all_play",), table_size=size)
        yield from _rounds(evening, "rotation", 2, ("known", "all_play"), movement="tables")
        return
    robin = _suggestion(evening, "round_robin", {}, ("all_meet",))
    if robin is not None and circle.round_count(count, 1) <= MOST_ROUNDS:
        yield robin
    needed = ceil(log2(max(2, count)))
    if count > 4:
        yield from _rounds(evening, "swiss", needed, ("all_play",))
    # From 14 to 40 its four fields are full, and none takes long.
    if QUARTERS[0] <= count <= QUARTERS[1]:
        yield from _parted(evening, "maastricht")
    if count >= 6:
        yield from _groups(evening)
    if count >= FIELDS:
        yield from _scored(evening, "formule_x", "each_point")
        if not QUARTERS[0] <= count <= QUARTERS[1]:
            yield from _parted(evening, "maastricht")
        yield from _parted(evening, "cascade")
        yield from _rounds(evening, "rotation", 9, ("known", "all_play"), movement="mitchell")
    double = _suggestion(evening, "double_elimination", {}, ("second_chance",))
    if double is not None and count >= 4:
        yield double
    if count >= FIELDS:
        yield from _scored(evening, "cumulative", "points_add")
    yield from _single(evening)


def _parted(evening: Situation, format_: str) -> Iterator[Suggestion]:
    """Yield a format that parts everybody into fields."""
    found = _suggestion(evening, format_, {}, ("own_level", "final"))
    if found is not None:
        yield found


def _groups(evening: Situation) -> Iterator[Suggestion]:
    """Yield groups: with a field B if there is time, by barrage if that alone fits."""
    usual = _suggestion(evening, "groups", {}, ("final", "least_matches"))
    if usual is None:
        return
    # Who does not qualify plays on, where they are enough.
    second = {"b_final": True} if evening.entrants - usual.plan.qualified >= SECOND else {}
    more = ("field_b",) if second else ()
    made = [
        _suggestion(evening, "groups", second, ("final", "least_matches", *more)),
        usual,
        _suggestion(
            evening, "groups", {"pool_style": "barrage", **second}, ("final", "barrage", *more)
        ),
        _suggestion(evening, "groups", {"pool_style": "barrage"}, ("final", "barrage")),
    ]
    known = [one for one in made if one is not None]
    fitting = [one for one in known if not one.over]
    yield fitting[0] if fitting else min(known, key=lambda one: one.over)


def _scored(evening: Situation, format_: str, reason: str) -> Iterator[Suggestion]:
    """Yield a format ranked by scores, if it fits: any number of rounds makes an evening."""
    for found in _rounds(evening, format_, 2, ("all_play", reason)):
        if not found.over:
            yield found


def _single(evening: Situation) -> Iterator[Suggestion]:
    """Yield the knockout, with a field B if there is time for it."""
    third = {"third_place": True} if evening.entrants >= 4 else {}
    if evening.entrants >= FIELDS:
        second = _suggestion(
            evening, "single_elimination", {**third, "b_final": True}, ("final", "first_chance")
        )
        if second is not None and not second.over:
            yield second
            return
    single = _suggestion(evening, "single_elimination", third, ("final", "half_once"))
    if single is not None:
        yield single


def _rounds(
    evening: Situation, format_: str, needed: int, reasons: tuple[str, ...], **options: Any
) -> Iterator[Suggestion]:
    """Yield a format whose number of rounds is free: as many as fit, two more than needed at most.

    Where not even two fit, it is suggested with two.
    """
    most = min(MOST_ROUNDS, needed + 2, _longest(evening, format_, options))
    tried = [
        _suggestion(evening, format_, {**options, "rounds": rounds}, reasons)
        for rounds in range(FEWEST_ROUNDS, max(FEWEST_ROUNDS, most) + 1)
    ]
    made = [one for one in tried if one is not None]
    if not made:
        return
    fitting = [one for one in made if not one.over]
    chosen = fitting[-1] if fitting else made[0]
    if format_ != "swiss":
        yield chosen
        return
    told = "told_apart" if len(chosen.plan.rounds) >= needed else "not_told_apart"
    yield _with(chosen, told)


def _longest(evening: Situation, format_: str, options: Mapping[str, Any]) -> int:
    """Return how many rounds make sense: in a Swiss, until everybody has met everybody."""
    if format_ == "swiss":
        return evening.entrants - 1
    asked = Options(**options, rounds=MOST_ROUNDS)
    plan = plan_of(format_, asked, evening.entrants)
    return len(plan.rounds) if plan else MOST_ROUNDS


def _suggestion(
    evening: Situation, format_: str, options: Mapping[str, Any], reasons: tuple[str, ...]
) -> Suggestion | None:
    plan = plan_of(format_, Options(**options), evening.entrants)
    if plan is None:
        return None
    pace = Pace(evening.match_minutes, evening.tables)
    minutes = pace.minutes(plan.rounds)
    made = Suggestion(
        format=format_,
        options=options,
        plan=plan,
        minutes=minutes,
        over=max(0, minutes - evening.minutes),
        waves=max(pace.waves(one.tables) for one in plan.rounds),
        reasons=reasons,
    )
    if any(one.resting for one in plan.rounds) and format_ != "single_elimination":
        made = _with(made, "rests")
    return _with(made, "waves") if made.waves > 1 else made


def _with(suggestion: Suggestion, reason: str) -> Suggestion:
    return replace(suggestion, reasons=(*suggestion.reasons, reason))
