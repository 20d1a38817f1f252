"""Entrants as they are pasted: one a line, « Anne & Bruno » is a pair."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer
from clubs.names import NameFault, clean_name, name_key
from clubs.shapes import NAME_FAULTS
from games.services import SeatAsked
from tournaments.services import EntrantAsked

MOST = 2000
BETWEEN = re.compile(r"\s*&\s*|\t+")
NUMBERED = re.compile(r"^\s*\d{1,4}[.)]\s+")


class LineFault(ValueError):
    """A line that can't be read: its number from 1, and what to do."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(line, sentence)
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a text holds: the entrants, and the line that each of them stands on."""

    entrants: list[EntrantAsked]
    lines: list[int]


def read(text: str, club: Club, caller: Caller) -> Pasted:
    """Read entrants off a text; people of the club's list are recognised. Raises `LineFault`."""
    rows = [
        (at, people)
        for at, line in enumerate(text.splitlines(), 1)
        if (people := _people(at, line))
    ]
    if len(rows) > MOST:
        raise LineFault(
            MOST + 1, _("C'est trop pour un tournoi : %(most)s au plus.") % {"most": MOST}
        )
    known = _known([name for _at, people in rows for name in people], club, caller)
    entrants = [
        EntrantAsked(players=[_seat(name, known) for name in people]) for _at, people in rows
    ]
    return Pasted(entrants, [at for at, _people in rows])


def _people(at: int, line: str) -> list[str]:
    text = NUMBERED.sub("", line)
    if not text.strip():
        return []
    try:
        return [clean_name(part) for part in BETWEEN.split(text.strip())]
    except NameFault as fault:
        raise LineFault(at, str(NAME_FAULTS[fault.code])) from fault


def _known(names: list[str], club: Club, caller: Caller) -> dict[str, int]:
    """Return the players of the club's list by folded name: one query."""
    if not names or not caller.may("seat_players", club):
        return {}
    keys = {name_key(name) for name in names}
    rows = ClubPlayer.objects.filter(club=club, player__merged=None)
    return {key: player for key, player in rows.values_list("name_key", "player") if key in keys}


def _seat(name: str, known: dict[str, int]) -> SeatAsked:
    player = known.get(name_key(name))
    return SeatAsked(name=name) if player is None else SeatAsked(player=player)
