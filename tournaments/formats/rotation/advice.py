"""When to suggest a rotation: the whole schedule is known, and can be printed, beforehand.

With the same deals at all tables it is a formula of its own.
"""

from dataclasses import replace
from typing import Any

from tournaments.formats.fitting import FIELDS, that_fit, those, with_rounds
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion

# The deals of a round, if the organiser chooses no other number.
DEALS = 8
# The fewest sides that play the same deals, so that each deal is played at two tables.
LEAST = 4
SAME_DEALS: dict[str, Any] = {"movement": "barometer", "duplicate": "matchpoints"}


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a rotation that suits the entrants of an evening.

    It is a movement of individuals, of pairs (from eight on), or of tables of several.
    """
    if evening.season:
        return []
    if evening.entering == "people":
        alone = ("partners", "known", "all_play")
        return those(with_rounds(evening, own, 2, alone, 9, movement="individual"))
    reasons = ("known", "all_play")
    if evening.entering == "many":
        return those(with_rounds(evening, own, 2, reasons, 2, movement="tables"))
    if evening.entrants < LEAST:
        return []
    same_deals = _same_deals(evening, own)
    if evening.entrants < FIELDS:
        return same_deals
    return [
        *same_deals,
        *those(with_rounds(evening, own, 8, reasons, 9, movement="mitchell")),
    ]


def _same_deals(evening: Situation, own: Format) -> list[Suggestion]:
    """Return the rotation in which all tables play the same deals, if the game allows it.

    The first table that plays a deal shuffles the cards, as nothing has been prepared.
    """
    if evening.deal_minutes is None:
        return []
    deals = evening.numbers.get("deals", DEALS)
    lasting = replace(evening, match_minutes=deals * evening.deal_minutes)
    reasons = ("same_deals", "all_play")
    made = those(with_rounds(lasting, own, 12, reasons, 9, **SAME_DEALS, deals=deals))
    return [
        replace(suggested, options={**suggested.options, "deals_by": "table"})
        for suggested in that_fit(evening, made)
    ]
