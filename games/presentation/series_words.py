"""The wins in a table's series in words: short for the board and lists, a sentence for the
result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.names import isolated
from games.match.series import EVENING, Tally
from games.models import Match
from games.presentation.table import Table
from games.presentation.wording import figure


@dataclass(frozen=True, slots=True)
class SeriesTold:
    """The wins in words: « 2–1 ce soir », and « Anne et Chloé mènent 2 à 1 ce soir. »."""

    short: str
    sentence: str


def describe(
    match: Match, people: Sequence[tuple[int, str]], counted: Tally | None
) -> SeriesTold | None:
    """Return the wins in a match's series in words, or None if there are none.

    `people` has, for each seat, the person's number in the series and their name.
    """
    if counted is None:
        return None
    names = {person: isolated(name) for person, name in people}
    tonight = timezone.now() - match.started_at <= EVENING
    units = sorted(counted.wins, key=lambda unit: _first_seat(unit, people))
    if len(units) == 2:
        score = "–".join(figure(counted.wins[unit]) for unit in units)
        return SeriesTold(_short(score, counted, tonight), _two(counted, names, tonight))
    score = _list(counted, names, units)
    if not score and not counted.drawn:
        return None
    sentence = _("Ce soir : %(score)s.") if tonight else _("Ce soir-là : %(score)s.")
    return SeriesTold(_short(score, counted, tonight), sentence % {"score": _drawn(score, counted)})


def of_table(table: Table, counted: Tally | None) -> SeriesTold | None:
    """Return the wins in the series of a table's match in words, or None if there are none."""
    return describe(table.match, [(seat.person, seat.name) for seat in table.seats], counted)


def _first_seat(unit: frozenset[int], people: Sequence[tuple[int, str]]) -> int:
    """Return the place of a side's first seat, so that sides are listed in the board's order.

    A person who joined the series in another match has no seat here, and comes last.
    """
    seats = (place for place, (person, _name) in enumerate(people) if person in unit)
    return min(seats, default=len(people))


def _short(score: str, counted: Tally, tonight: bool) -> str:
    text = _("%(score)s ce soir") if tonight else _("%(score)s ce soir-là")
    return text % {"score": _drawn(score, counted)}


def _drawn(score: str, counted: Tally) -> str:
    if not counted.drawn:
        return score
    text = ngettext("%(count)s nul", "%(count)s nuls", counted.drawn)
    drawn = text % {"count": figure(counted.drawn)}
    return f"{score} ({drawn})" if score else drawn


def _list(counted: Tally, names: Mapping[int, str], units: Sequence[frozenset[int]]) -> str:
    """Return the names with their wins, the most wins first, without people who won nothing.

    People who joined another match of the series, and have no seat in this one, are left out.
    """
    here = [unit for unit in units if counted.wins[unit] and unit & names.keys()]
    won = sorted(here, key=lambda unit: -counted.wins[unit])
    return ", ".join(f"{_named(unit, names)} {figure(counted.wins[unit])}" for unit in won)


def _named(unit: frozenset[int], names: Mapping[int, str]) -> str:
    # The names are in the order of the seats.
    return get_text_list([name for person, name in names.items() if person in unit], str(_("et")))


def _two(counted: Tally, names: Mapping[int, str], tonight: bool) -> str:
    most, least = max(counted.wins.values()), min(counted.wins.values())
    if most == least:
        text = _("%(score)s ce soir.") if tonight else _("%(score)s ce soir-là.")
        level = _("%(wins)s partout") % {"wins": figure(most)}
        return text % {"score": _drawn(level, counted)}
    [leaders] = counted.leaders
    if tonight:
        text = ngettext(
            "%(leaders)s mène %(score)s ce soir.",
            "%(leaders)s mènent %(score)s ce soir.",
            len(leaders),
        )
    else:
        text = ngettext(
            "%(leaders)s l'emporte %(score)s ce soir-là.",
            "%(leaders)s l'emportent %(score)s ce soir-là.",
            len(leaders),
        )
    score = _("%(most)s à %(least)s") % {"most": figure(most), "least": figure(least)}
    return text % {"leaders": _named(leaders, names), "score": _drawn(score, counted)}
