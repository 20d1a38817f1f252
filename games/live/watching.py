"""What the watchers of a match receive over an open stream: the new page, drawn once for them all.

A watcher who may only see a match makes no request for each line, because the stream itself sends
the part of the page that changes. The watcher's rights are checked again each time. Other watchers,
and those whose rights have changed, receive only the version and request the page themselves. A
page with a form is never sent, because the form has secrets of its reader.
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
    """A match's newest version, and the part to send to each reader (None: only the version)."""

    version: int
    parts: list[str | None]


def news(match_id: str, readers: Sequence[StreamReader]) -> News | None:
    """Return what to send to a match's readers now; None if the match no longer exists.

    The number of queries does not depend on the number of readers. A part is drawn once for all
    readers who see the same part.
    """
    match = queries.unchecked(match_id)
    if match is None:
        return None
    loaded = queries.load(match)
    corrected = queries.corrected_lines(match)
    callers = recall([reader.remembered for reader in readers], match.club)
    made: dict[tuple[str, str, Can, int | None], str] = {}
    parts: list[str | None] = []
    for reader, caller in zip(readers, callers, strict=True):
        can = _rights(match, loaded, caller, reader.part)
        if can is None:
            parts.append(None)
            continue
        key = (reader.part, reader.language, can, reader.seat)
        if key not in made:
            with translation.override(reader.language):
                table = loaded.table(can=can, corrected=corrected)
                made[key] = drawn(table, reader.part, reader.seat)
        parts.append(None if has_form(made[key]) else made[key])
    return News(match.version, parts)


def _rights(match: Match, loaded: Loaded, caller: Caller | None, part: str) -> Can | None:
    """Return the rights with which a reader's part is drawn; None if only the version may be sent.

    A page is sent only to a reader who may see the match and do nothing else.
    """
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
