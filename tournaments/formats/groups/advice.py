"""When to suggest groups: there is a final, and few matches before it."""

from typing import Any

from tournaments.formats.fitting import SECOND, suggestion, those
from tournaments.formats.format import Format
from tournaments.formats.suggestion import Situation, Suggestion

LEAST = 6
BARRAGE: dict[str, Any] = {"pool_style": "barrage"}


def suggestions(evening: Situation, own: Format) -> list[Suggestion]:
    """Return a suggestion of groups, with a field B if there is time for it.

    Groups with barrages are suggested if nothing else fits.
    """
    if not evening.of_sides or evening.entrants < LEAST:
        return []

    def made(options: dict[str, Any], *reasons: str) -> Suggestion | None:
        return suggestion(evening, own, 4, ("final", *reasons), options)

    usual = made({}, "least_matches")
    if usual is None:
        return []
    # Entrants who do not qualify play on in a field B, if there are enough of them.
    enough = evening.entrants - usual.plan.qualified >= SECOND
    second = {"b_final": True} if enough else {}
    more = ("field_b",) if enough else ()
    known = those(
        made(second, "least_matches", *more),
        usual,
        made({**BARRAGE, **second}, "barrage", *more),
        made(BARRAGE, "barrage"),
    )
    fitting = [suggested for suggested in known if not suggested.over]
    return [fitting[0] if fitting else min(known, key=lambda suggested: suggested.over)]
