"""Entrants as pasted text: one a line, « Anne & Bruno » is a pair; or a table.

A table's first line may name its columns. Without such a line, each cell of a line is a person.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.errors import Refused
from clubs.models import Club, ClubPlayer
from clubs.names import clean_name, name_key
from clubs.texts import misread
from games.services import SeatAsked
from tournaments.services import EntrantAsked

MOST = 2000
BETWEEN = re.compile(r"\s*&\s*|\t+")
# The first characters that make a spreadsheet run a cell.
FORMULA_STARTS = ("=", "+", "-", "@")
NUMBERED = re.compile(r"^\s*\d{1,4}[.)]\s+")
# What may separate the two people of a pair instead of « & », if it gives exactly two.
OF_A_PAIR = re.compile(
    r"\s*[/+,]\s*|\s+(?:et|and|avec|with)\s+|\s+[-\u2010-\u2015]\s+", re.IGNORECASE
)
# The separators of a table's cells; a comma counts only in a table that names its columns.
CELLS = ";\t|"
# Excel writes this line above a table to note its own separator.
SEPARATOR = re.compile(r"^\ufeff?\s*\"?sep=(.)\"?[ \t]*\r?\n", re.IGNORECASE)
NUMBER = re.compile(r"\d{1,4}[.)]?")
QUOTED = re.compile(r"\"\s*,\s*\"")


class LineFault(ValueError):
    """A line that can't be read: its number from 1, and what to do."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(line, sentence)
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Pasted:
    """The content of a text: the entrants, and the line of each of them."""

    entrants: list[EntrantAsked]
    lines: list[int]


def read(text: str, club: Club, caller: Caller, *, size: int = 1) -> Pasted:
    """Read entrants of at most `size` people from a text; people of the club are recognised.

    Raises `LineFault`.
    """
    _check_letters(text)
    listed = ((at, _Row(people=people)) for at, people in _list(text, size) if people)
    rows = _table(text) or list(islice(listed, MOST + 1))
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


def read_people(text: str, size: int) -> list[list[str]]:
    """Read the people of each line of a list. Raises `LineFault`."""
    _check_letters(text)
    return [people for _at, people in _list(text, size) if people]


def _check_letters(text: str) -> None:
    if misread(text):
        at = next(at for at, line in enumerate(text.splitlines(), 1) if misread(line))
        raise LineFault(at, _("Ces lettres ont été mal lues : enregistrer la liste en UTF-8."))


def _list(text: str, size: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the people of each line: an entrant's, or a table's without named columns."""
    # Between quoted cells a comma separates them too; elsewhere « Roy, Anne » is one person.
    mark = "," if QUOTED.search(text) else max(CELLS, key=text.count)
    if mark not in text:
        for at, line in enumerate(text.splitlines(), 1):
            yield at, _people(at, NUMBERED.sub("", line), size)
        return
    for at, cells in _cells(text, mark):
        told = [cell.strip() for cell in cells if cell.strip()]
        if len(told) > 1 and NUMBER.fullmatch(told[0]):
            told = told[1:]
        if len(told) > 1 and size == 1:
            raise LineFault(
                at,
                _(
                    "Plusieurs colonnes : les nommer sur la première ligne (nom, club, tête de "
                    "série), ou n'en laisser qu'une."
                ),
            )
        people = _people(at, told[0], size) if len(told) == 1 else [_name(at, one) for one in told]
        yield at, people


def _cells(text: str, mark: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line of a table, with its number."""
    first = SEPARATOR.match(text)
    bare = text[first.end() :] if first else text.lstrip("\ufeff")
    lines = csv.reader(io.StringIO(bare, newline=""), delimiter=mark)
    try:
        for cells in lines:
            yield lines.line_num + bool(first), [unguarded(cell.strip()) for cell in cells]
    except csv.Error as error:
        raise LineFault(lines.line_num, _("Cette ligne ne se lit pas.")) from error


def _name(at: int, cell: str) -> str:
    try:
        return clean_name(cell)
    except Refused as refusal:
        raise LineFault(at, refusal.sentence) from refusal


@dataclass(frozen=True, slots=True)
class _Row:
    """An entrant of one line. `name` is set only if it is not made of its people's names."""

    people: list[str]
    name: str = ""
    club: str = ""
    seed: int | None = None


# Possible titles of a table's columns, in both languages. The state is known but not used.
COLUMNS = {
    "name": ("nom", "name", "inscrit", "entrant", "equipe", "team", "paire", "pair"),
    "first": ("prenom", "first name", "firstname", "prenoms"),
    "people": ("personnes", "people", "joueurs", "players", "joueur", "player"),
    "one": ("joueur 1", "player 1", "personne 1", "nom 1", "joueur1", "player1"),
    "two": ("joueur 2", "player 2", "personne 2", "nom 2", "joueur2", "player2", "partenaire"),
    "club": ("club",),
    "seed": ("tete de serie", "seed", "tete"),
    "state": ("etat", "state", "status"),
}
CALLED = {cell: name for name, cells in COLUMNS.items() for cell in cells}
# A first line with one of these titles is a head; its other titles are ignored.
NAMING = {"name", "people", "one"}


def _table(text: str) -> list[tuple[int, _Row]]:
    """Return the rows of a table whose head names its columns; none for a plain list."""
    told = SEPARATOR.match(text)
    rest = text[told.end() :] if told else text.lstrip("\ufeff")
    first = rest.lstrip().partition("\n")[0]
    mark = told[1] if told else max(f"{CELLS},", key=first.count)
    titles = next(csv.reader([first], delimiter=mark), [])
    head = [CALLED.get(plain(cell)) for cell in titles]
    named = [name for name in head if name]
    if not NAMING & set(named) or len(set(named)) != len(named):
        return []
    rows = ((at, cells) for at, cells in _cells(text, mark) if any(cells))
    next(rows)
    read_rows = ((at, _row(at, dict(zip(head, cells, strict=False)))) for at, cells in rows)
    return list(islice(read_rows, MOST + 1))


def plain(text: str) -> str:
    """Return a column's title without case, accents and quotes."""
    bare = unicodedata.normalize("NFD", text.strip().strip('"').strip())
    return "".join(one for one in bare if not unicodedata.combining(one)).casefold()


def _row(at: int, told: dict[str | None, str]) -> _Row:
    called = " ".join(filter(None, (told.get("first"), told.get("name"))))
    both = [told[place] for place in ("one", "two") if told.get(place)]
    people = [_name(at, one) for one in both] or _people(at, told.get("people") or called)
    name = called if told.get("people") or both else ""
    seed = told.get("seed", "")
    if seed and not (seed.isascii() and seed.isdecimal() and 0 < int(seed[:6]) < 2**15):
        raise LineFault(at, _("Une tête de série est un nombre à partir de 1, ou rien."))
    name = _name(at, name) if name and name != " & ".join(people) else ""
    club = _name(at, told["club"]) if told.get("club") else ""
    return _Row(people, name, club, int(seed) if seed else None)


def unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that kept a spreadsheet from running it."""
    guarded = cell[:1] == "'" and cell[1:2] in FORMULA_STARTS
    return cell[1:] if guarded else cell


def _people(at: int, line: str, size: int = 1) -> list[str]:
    if not line.strip():
        return []
    parts = BETWEEN.split(line.strip())
    if len(parts) == 1 and size == len(OF_A_PAIR.split(line.strip())) == 2:
        parts = OF_A_PAIR.split(line.strip())
    return [_name(at, part) for part in parts]


def _known(names: list[str], club: Club, caller: Caller) -> dict[str, int]:
    """Return the players of the club's list by normalised name: one query."""
    if not names or not caller.may("seat_players", club):
        return {}
    keys = {name_key(name) for name in names}
    rows = ClubPlayer.objects.filter(club=club, player__merged=None)
    return {key: player for key, player in rows.values_list("name_key", "player") if key in keys}


def _seat(name: str, known: dict[str, int]) -> SeatAsked:
    player = known.get(name_key(name))
    return SeatAsked(name=name) if player is None else SeatAsked(player=player)
