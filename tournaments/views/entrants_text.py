"""Entrants as they are pasted: one a line, « Anne & Bruno » is a pair; or a table with a head."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer
from clubs.names import NameFault, clean_name, name_key
from clubs.shapes import NAME_FAULTS
from games.services import SeatAsked
from tournaments.services import EntrantAsked

MOST = 2000
BETWEEN = re.compile(r"\s*&\s*|\t+")
# What a spreadsheet would run a cell for.
FORMULA_STARTS = ("=", "+", "-", "@")
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
    rows = _table(text) or list(islice(_lines(text), MOST + 1))
    if len(rows) > MOST:
        raise LineFault(
            MOST + 1, _("C'est trop pour un tournoi : %(most)s au plus.") % {"most": MOST}
        )
    known = _known([name for _at, row in rows for name in row.people], club, caller)
    entrants = [
        EntrantAsked(row.name, [_seat(name, known) for name in row.people], row.seed, row.club)
        for _at, row in rows
    ]
    return Pasted(entrants, [at for at, _row in rows])


def _lines(text: str) -> Iterator[tuple[int, "_Row"]]:
    for at, line in enumerate(text.splitlines(), 1):
        if line and (people := _people(at, NUMBERED.sub("", line))):
            yield at, _Row(people=people)


@dataclass(frozen=True, slots=True)
class _Row:
    """An entrant as a line tells it. `name` only where it is not its people's."""

    people: list[str]
    name: str = ""
    club: str = ""
    seed: int | None = None


# What the columns of a table may be called, in both languages; a state is told, not taken.
COLUMNS = {
    "name": ("nom", "name", "inscrit", "entrant", "equipe", "team", "paire", "pair"),
    "people": ("personnes", "people", "joueurs", "players"),
    "club": ("club",),
    "seed": ("tete de serie", "seed", "tete"),
    "state": ("etat", "state", "status"),
}


def _table(text: str) -> list[tuple[int, _Row]]:
    """Return the rows of a table with a head that names its columns; none for a plain list."""
    first = text.lstrip("\ufeff").lstrip().partition("\n")[0]
    delimiter = max(";,\t", key=first.count)
    called = {plain(cell): name for name, cells in COLUMNS.items() for cell in cells}
    head = [called.get(plain(cell)) for cell in first.split(delimiter)]
    if None in head or len(set(head)) != len(head) or not {"name", "people"} & set(head):
        return []
    lines = csv.reader(io.StringIO(text.lstrip("\ufeff").lstrip(), newline=""), delimiter=delimiter)
    try:
        rows = (
            (lines.line_num, _row(lines.line_num, dict(zip(head, cells, strict=False))))
            for at, cells in enumerate(lines)
            if at and any(cell.strip() for cell in cells)
        )
        return list(islice(rows, MOST + 1))
    except csv.Error as error:
        raise LineFault(lines.line_num, _("Cette ligne ne se lit pas.")) from error


def plain(text: str) -> str:
    """Return a column's title without case, accents and quotes."""
    bare = unicodedata.normalize("NFD", text.strip().strip('"').strip())
    return "".join(one for one in bare if not unicodedata.combining(one)).casefold()


def _row(at: int, cells: dict[str | None, str]) -> _Row:
    told = {name: unguarded(cell.strip()) for name, cell in cells.items()}
    people = _people(at, told.get("people", "") or told.get("name", ""))
    name = told.get("name", "") if told.get("people") else ""
    seed = told.get("seed", "")
    if seed and not (seed.isascii() and seed.isdecimal() and 0 < int(seed[:6]) < 2**15):
        raise LineFault(at, _("Une tête de série est un nombre à partir de 1, ou rien."))
    try:
        name = clean_name(name) if name and name != " & ".join(people) else ""
        club = clean_name(told["club"]) if told.get("club") else ""
    except NameFault as fault:
        raise LineFault(at, str(NAME_FAULTS[fault.code])) from fault
    return _Row(people, name, club, int(seed) if seed else None)


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that kept a spreadsheet from running it."""
    guarded = cell[:1] == "'" and cell[1:2] in FORMULA_STARTS
    return cell[1:] if guarded else cell


def _people(at: int, line: str) -> list[str]:
    if not line.strip():
        return []
    try:
        return [clean_name(part) for part in BETWEEN.split(line.strip())]
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
