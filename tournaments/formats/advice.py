"""Suggests formats for an evening, given the numbers of entrants, minutes and tables.

A suggestion is a format with its options, its plan, and the codes of its reasons. Each format
makes its suggestions in its own `advice.py`.
"""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.draws.field import Field, Options
from tournaments.draws.plans import Plan, PlannedRound
from tournaments.formats import fitting
from tournaments.formats.installed import FORMATS, format_of
from tournaments.formats.suggestion import Situation, Suggestion

# How many formats are suggested at most.
SUGGESTED = 3


def plan_of(format_: str, options: Options, entrants: int) -> Plan | None:
    """Return the plan of a format for a number of entrants; None if there are too few of them."""
    return fitting.plan_of(format_of(format_), options, entrants)


def left_of(format_: str, played: Field) -> tuple[PlannedRound, ...]:
    """Return the planned rounds of a tournament that have not been drawn, as far as they are
    known.
    """
    way = format_of(format_)
    if len(played.order or played.playing) < way.least:
        return ()
    return way.plan(played).rounds[len(played.rounds) :]


def advise(evening: Situation) -> list[Suggestion]:
    """Return up to three suggestions for an evening, the most suitable first.

    If at least two formats fit the evening, only these are suggested. Otherwise the shortest
    formats that do not fit are added, with the minutes that are missing, to make two. The same
    deals at all tables are a formula of their own: if they are possible and fit, they come last.
    """
    suggested = sorted(
        (made for format_ in FORMATS.values() for made in format_.suggestions(evening, format_)),
        key=lambda made: made.place,
    )
    same_deals = [made for made in suggested if made.options.get("duplicate")]
    suggested = [made for made in suggested if made not in same_deals]
    fitting_ = [made for made in suggested if not made.over]
    if len(fitting_) >= 2:
        return [*fitting_[: SUGGESTED - len(same_deals)], *same_deals]
    others = sorted((made for made in suggested if made.over), key=lambda made: made.over)
    return [*[*fitting_, *others][:2], *same_deals]


def with_numbers(
    evening: Situation, suggested: Suggestion, numbers: Mapping[str, int]
) -> Suggestion:
    """Return a suggestion with numbers that the organiser has chosen, such as `rounds`."""
    if not numbers:
        return suggested
    format_ = format_of(suggested.format)
    made = format_.suggestions(replace(evening, numbers=numbers), format_)
    again = next((again for again in made if again.key == suggested.key), suggested)
    return replace(again, usual=suggested.options)
