"""Plans what a format would play in an evening, and how many of its rounds fit."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.draws.field import Options
from tournaments.draws.plans import Plan, field_of
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Pace, Situation, Suggestion

# The most rounds that a club evening may have. A round robin with more rounds takes a season.
MOST_ROUNDS = 11
FEWEST_ROUNDS = 2
# `SECOND` is the fewest entrants of a field B. `FIELDS` is the fewest entrants that are divided
# into several fields.
SECOND = 4
FIELDS = 8


def plan_of(format_: Format, options: Options, entrants: int) -> Plan | None:
    """Return the plan of a format for a number of entrants; None if there are too few of them."""
    return format_.plan(field_of(entrants, options)) if entrants >= format_.least else None


def suggestion(
    evening: Situation,
    format_: Format,
    place: int,
    reasons: tuple[str, ...],
    options: Mapping[str, Any] | None = None,
    *,
    rests: bool = True,
) -> Suggestion | None:
    """Return a suggestion of a format with the given options; None if there are too few entrants.

    With `rests`, the reasons include `rests` if somebody has to rest. `place` is the
    suggestion's rank among all suggestions.
    """
    plan = plan_of(format_, Options(**(options or {})), evening.entrants)
    if plan is None:
        return None
    pace = Pace(evening.match_minutes, evening.tables)
    minutes = pace.minutes(plan.rounds)
    waves = max((pace.waves(planned.tables) for planned in plan.rounds), default=1)
    resting = rests and any(planned.resting for planned in plan.rounds)
    return Suggestion(
        format=format_.slug,
        options=options or {},
        plan=plan,
        minutes=minutes,
        over=max(0, minutes - evening.minutes),
        waves=waves,
        reasons=(*reasons, *(["rests"] if resting else ()), *(["waves"] if waves > 1 else ())),
        place=place,
    )


def with_rounds(
    evening: Situation,
    format_: Format,
    place: int,
    reasons: tuple[str, ...],
    needed: int,
    *,
    longest: int | None = None,
    **options: Any,
) -> Suggestion | None:
    """Return a suggestion of a format with as many rounds as fit the evening.

    If the organiser has chosen the number of rounds, it is that one. Otherwise it is at most
    `needed` + 2, and at most `longest`. By default `longest` is the most rounds that the format
    plays. If even two rounds do not fit, two are suggested.
    Return None if there are too few entrants.
    """
    if "rounds" in evening.numbers:
        chosen = {**options, "rounds": evening.numbers["rounds"]}
        return suggestion(evening, format_, place, reasons, chosen)
    if longest is None:
        plan = plan_of(format_, Options(**options, rounds=MOST_ROUNDS), evening.entrants)
        longest = len(plan.rounds) if plan else MOST_ROUNDS
    most = max(FEWEST_ROUNDS, min(MOST_ROUNDS, needed + 2, longest))
    made = [
        suggestion(evening, format_, place, reasons, {**options, "rounds": rounds})
        for rounds in range(FEWEST_ROUNDS, most + 1)
    ]
    known = [suggested for suggested in made if suggested is not None]
    fitting = [suggested for suggested in known if not suggested.over]
    return fitting[-1] if fitting else next(iter(known), None)


def with_reason(suggested: Suggestion, reason: str) -> Suggestion:
    """Return a suggestion with one reason added."""
    return replace(suggested, reasons=(*suggested.reasons, reason))


def that_fit(evening: Situation, made: list[Suggestion]) -> list[Suggestion]:
    """Return the suggestions that fit the evening, or whose numbers the organiser has chosen."""
    return [suggested for suggested in made if evening.numbers or not suggested.over]


def those(*suggested: Suggestion | None) -> list[Suggestion]:
    """Return the suggestions that are not None."""
    return [suggestion for suggestion in suggested if suggestion is not None]
