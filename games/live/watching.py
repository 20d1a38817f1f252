"""What those are sent who watch a match over an open stream: the new page, drawn once for them all.

Whoever only sees a match needs no view for each line: the stream itself brings the part of the
page that changes. Their rights are checked again each time. Anyone else, and anyone whose rights
have changed, is told the version only, and asks for the page as before; so is everyone of a page
with a form, which has a secret of each one's own.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import translation

from clubs.callers import Caller
from games import queries
from games.live.drawn import drawn, has_form
from games.live.readers import WALL, StreamReader
from games.live.recalled import recall
from games.match import permissions
from games.models import Match
from games.presentation.table import Can
from games.queries import Loaded


class News(NamedTuple):
    """A match's newest version, and what each reader is sent; None: the version alone."""

    version: int
    parts: list[str | None]


def news(match_id: str, readers: Sequence[StreamReader]) -> News | None:
    """Return what a match's readers are sent now; None if there is no such match any more.

    As many queries for a thousand readers as for one, and one drawing for all who see the same.
    """
    match = queries.unchecked(match_id)
    if match is None:
        return None
    loaded = queries.load(match)
    corrected = queries.corrected_lines(match)
    callers = recall([reader.remembered for reader in readers], match.club)
    made: dict[tuple[str, str, Can], str] = {}
    parts: list[str | None] = []
    for reader, caller in zip(readers, callers, strict=True):
        can = _rights(match, loaded, caller, reader.part)
        if can is None:
            parts.append(None)
            continue
        key = (reader.part, reader.language, can)
        if key not in made:
            with translation.override(reader.language):
                made[key] = drawn(loaded.table(can=can, corrected=corrected), reader.part)
        parts.append(None if has_form(made[key]) else made[key])
    return News(match.version, parts)


def _rights(match: Match, loaded: Loaded, caller: Caller | None, part: str) -> Can | None:
    """Return the rights of a reader who may be sent a part: to see, and on a page no others."""
    if caller is None:
        return None
    if caller.account is not None:
        seated = {seat.player.user_id for seat in loaded.seats if seat.player}
        caller.know(seated=(match.pk, caller.account.pk in seated))
    if not permissions.can_see(match, caller):
        return None
    can = queries.rights(match, caller)
    if can.only_sees or part == WALL:
        return Can(see_club=can.see_club)
    return None
