"""Reads a pasted text as rows, one for each entrant, and remarks on what looks wrong."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import Any

from clubs.lists import people as cell_people
from clubs.lists.cells import CellLine, lines_of
from clubs.lists.columns import ABOVE, Title, head_at, is_title, plain
from clubs.lists.headings import is_heading
from clubs.lists.sums import Paid, paid_of
from core.errors import Refused
from core.names import clean_name
from core.text.texts import misread

MOST = 2000
LONGEST = 400_000
LONGEST_LINE = 500
# How many characters of a line a row shows at most (`SHOWN`), and how many people a row with too
# many people still names (`MOST_PEOPLE`).
SHOWN = 120
# The most characters kept of a phone or a licence. The columns of `Entrant` have as many.
NOTED = 80
MOST_PEOPLE = 12
HIGHEST_SEED = 2**15
_INVENTED = re.compile(r"(?:joueur|joueuse|personne|player|person)s? ?\d")
# A row with one of these remarks is not entered, unless a choice overrides the remark.
OUT = frozenset(
    (
        *("header", "number", "total", "nobody", "too_many", "misread", "line_too_long"),
        *("name_too_long", "name_control", "name_marks", "name_blank"),
        *("repeated", "entered", "person_entered", "same_name", "dropped"),
    )
)
# The remarks in `OUT` that a choice may override.
DOUBTED = frozenset({"header", "number", "total"})


class ListFault(ValueError):
    """Raised for a text too long to be a list, with the code `list_too_long` or `list_too_many`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = {"most": MOST}


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a row, by its code, for the reader of the preview."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list, which is one entrant.

    `name` is set only if it differs from its people's names. `phone` and `licence` are the cells of
    these columns as they were written, `paid` what its column says.
    """

    at: int
    text: str
    people: tuple[str, ...] = ()
    name: str = ""
    club: str = ""
    seed: int | None = None
    phone: str = ""
    licence: str = ""
    paid: Paid = None
    remarks: tuple[Remark, ...] = ()

    @property
    def out(self) -> bool:
        """Whether the row has a remark because of which it is not entered."""
        return any(remark.code in OUT for remark in self.remarks)

    def with_remark(self, code: str, **params: Any) -> "Row":
        """Return the row with one more remark."""
        return replace(self, remarks=(*self.remarks, Remark(code, params)))


def read(text: str, *, size: int = 1) -> list[Row]:
    """Return a row for each entrant of a text, with `size` people in each.

    Raise `ListFault` if the text is too long or has too many rows.
    """
    if len(text) > LONGEST:
        raise ListFault("list_too_long")
    lines = lines_of(text)
    if len(lines) > MOST:
        raise ListFault("list_too_many")
    rows = list(islice(_rows(lines, size), MOST + 1))
    if len(rows) > MOST:
        raise ListFault("list_too_many")
    return rows


def _rows(lines: Sequence[CellLine], size: int) -> Iterator[Row]:
    listing = _Listing(lines, size)
    head = None if listing.invented else head_at([line.cells for line in lines])
    first, titles = head or (-1, [])
    # A list of one line is one person, whatever the name.
    several, above = len(lines) > 1, head is None and _titled(lines)
    for place, line in enumerate(lines):
        text = " ; ".join(line.filled)
        row = Row(line.at, text[:SHOWN])
        if len(text) > LONGEST_LINE:
            yield row.with_remark("line_too_long")
        elif misread(text):
            yield row.with_remark("misread")
        elif place <= first or _is_head(line, listing):
            # The line has the titles of the columns, or it stands above them, like the title of
            # the list.
            yield replace(row, people=(line.filled[0][:80],)).with_remark("header")
        elif cell_people.is_total(line.filled[0]) or cell_people.is_total(" ".join(line.filled)):
            yield replace(row, people=(line.filled[0][:80],)).with_remark("total")
        elif several and _is_title(line, above=above):
            yield replace(row, people=(line.filled[0][:80],)).with_remark("header")
        elif head:
            yield from _checked(_headed(row, line, titles, listing), size)
        else:
            above = False
            yield from _checked(listing.rows(row, line), size)


def _titled(lines: Sequence[CellLine]) -> bool:
    """Return whether a list without a head may begin with titles.

    False if all of its lines, or many, would be: then they are names of teams, « Équipe rouge ».
    """
    titles = len(list(takewhile(lambda line: _is_title(line, above=True), lines)))
    return titles < min(len(lines), ABOVE)


def _is_title(line: CellLine, *, above: bool) -> bool:
    """Return whether a line is the title of a list, or of a part of it; other cells are figures."""
    title, *rest = line.filled
    return all(map(cell_people.is_value, rest)) and is_heading(title, above=above)


def _is_head(line: CellLine, listing: "_Listing") -> bool:
    """Return whether all cells of a line are titles. A list may repeat its head further down."""
    cells = line.filled if len(line.filled) > 1 else cell_people.parted(line.filled[0])
    return all(is_title(cell, alone=len(cells) == 1 or listing.invented) for cell in cells)


def _checked(rows: Iterable[Row], size: int) -> Iterator[Row]:
    """Yield the rows with checked names. Remark on people who are missing or too many."""
    for row in rows:
        try:
            people = tuple(map(clean_name, row.people))
            name = clean_name(row.name) if row.name else ""
            club = clean_name(row.club) if row.club else ""
        except Refused as refusal:
            yield replace(row, people=()).with_remark(refusal.faults[0].code)
            continue
        if name == " & ".join(people):
            name = ""
        row = replace(row, people=people, name=name, club=club)
        if row.out:
            yield row
        elif not people:
            yield row.with_remark("nobody")
        elif len(people) > size:
            few = replace(row, people=people[:MOST_PEOPLE])
            yield few.with_remark("too_many", count=len(people), size=size)
        elif len(people) < size:
            yield row.with_remark("alone")
        else:
            yield row


# --- With titles ---------------------------------------------------------------------------------


def _headed(
    row: Row, line: CellLine, titles: Sequence[Title | None], listing: "_Listing"
) -> Iterator[Row]:
    cells_by_title: dict[tuple[str, int], str] = {}
    for title, cell in zip(titles, line.cells, strict=False):
        if title and cell:
            cells_by_title.setdefault((title.column, title.person), cell)
    row = replace(
        row,
        club=cells_by_title.get(("club", 0), ""),
        phone=_each_of("phone", cells_by_title),
        licence=_each_of("licence", cells_by_title),
    )
    try:
        row = replace(row, paid=paid_of(cells_by_title.get(("paid", 0), "")))
    except ValueError:
        row = row.with_remark("paid_unread", value=cells_by_title["paid", 0][:20])
    seed = cells_by_title.get(("seed", 0), "")
    if seed.isascii() and seed.isdecimal() and 0 < int(seed[:6]) < HIGHEST_SEED:
        row = replace(row, seed=int(seed))
    elif seed:
        row = row.with_remark("seed_invalid", value=seed[:20])
    team, people = _people_of(cells_by_title, {title for title in titles if title})
    if len(people) == 1:
        yield from listing.of_text(row, people[0], team)
        return
    bare, taken = _without_contacts(people)
    if taken:
        row = row.with_remark("left", cells=taken)
    people = [cell_people.straight(person) for person in bare if not cell_people.is_nobody(person)]
    if people and all(map(cell_people.is_value, people)):
        yield replace(row, people=tuple(people[:1])).with_remark("number")
        return
    if cell_people.is_label(team):
        team = ""
    if listing.size == 1 and len(people) > 1:
        yield from (replace(row, people=(name,)).with_remark("split") for name in people)
        return
    yield replace(row, people=tuple(people), name=team)


def _each_of(column: str, cells_by_title: Mapping[tuple[str, int], str]) -> str:
    """Return the cells of a column that may stand once for each person of a line."""
    cells = [cell for (name, _person), cell in sorted(cells_by_title.items()) if name == column]
    # Without the signs that no text on the site may have.
    return " ".join("".join(filter(str.isprintable, " / ".join(cells))).split())[:NOTED]


def _people_of(
    cells_by_title: Mapping[tuple[str, int], str], titles: set[Title]
) -> tuple[str, list[str]]:
    """Return an entrant's own name and the names of its people, from the cells by title."""
    team, whole = cells_by_title.get(("team", 0), ""), cells_by_title.get(("people", 0), "")
    columns = {(title.column, title.person) for title in titles}
    with_first = {person for column, person in columns if column == "first"}
    surnames = {person for column, person in columns if column == "name"}
    if ("people", 0) in columns or (("full", 0) in columns and surnames == {0} - with_first):
        # In « Nom ; Joueur 1 ; Joueur 2 », the first column is the entrant's own name.
        team = team or ("" if 0 in with_first else cells_by_title.get(("name", 0), ""))
        surnames -= set() if 0 in with_first else {0}
    persons = sorted({person for column, person in columns if column in ("name", "first", "full")})
    people = [whole] if whole else []
    for person in persons:
        first = cells_by_title.get(("first", person), "")
        last = cells_by_title.get(("name", person), "") if person in surnames else ""
        people += [name for name in (" ".join(filter(None, (first, last))),) if name]
        full = cells_by_title.get(("full", person), "")
        people += [full] if full else []
    return (team, people) if people else ("", [team] if team else [])


# --- Without titles ------------------------------------------------------------------------------


class _Listing:
    """A list without titles of columns.

    How its lines are read depends on what they have in common.
    """

    def __init__(self, lines: Sequence[CellLine], size: int) -> None:
        self.size = size
        first = [line.cells[0] for line in lines]
        self.numbered = len(lines) > 1 and all(
            map(cell_people.has_bare_number, filter(None, first))
        )
        # « Joueur 1 / Joueur 2 » are titles on one line, and invented names on several.
        invented = {cell for cell in first if _INVENTED.match(plain(cell[:60]))}
        self.invented = len(invented) > 1
        # In « Roy, Anne » or « Roy ; Anne », the two cells are one person if several lines have
        # this form, and at least half of all lines do. Otherwise they are two people.
        pairs = [_two_cells(line) for line in lines]
        single = sum(bool(pair) and not any(" " in cell for cell in pair) for pair in pairs)
        self.surnames_first = single > 1 and 2 * single >= len(lines)

    def rows(self, row: Row, line: CellLine) -> Iterator[Row]:
        """Yield the rows of a line: one, or several if it holds several entrants."""
        if len(line.filled) == 1:
            yield from self.of_text(row, line.filled[0])
            return
        cells, left = self._names(line)
        if left:
            row = row.with_remark("left", cells=" ; ".join(left)[:SHOWN])
        if not cells:
            text = line.filled[0][:80]
            yield replace(row, people=(text,)).with_remark("number")
            return
        held = next((cell for cell in cells if len(_surely(cell)) > 1), None)
        if held is not None:
            place = cells.index(held)
            name, rest = cells[0] if place else "", cells[place + 1 :]
            if rest:
                row = row.with_remark("left", cells=" ; ".join(rest)[:SHOWN])
            yield from self.of_text(row, held, name)
        elif len(cells) == 1:
            yield from self.of_text(row, cells[0])
        elif self.size == 1:
            yield self._one_person(row, line, cells)
        else:
            yield self._several(row, cells)

    def _names(self, line: CellLine) -> tuple[list[str], list[str]]:
        """Return the cells of a line that may be names, and the other cells as they were typed."""
        cells: list[str] = []
        left: list[str] = []
        for place, cell in enumerate(line.filled):
            bare, taken = cell_people.without_contact(cell[:LONGEST_LINE])
            left += [taken] if taken else []
            if place == 0 and (cell_people.is_value(bare) or cell_people.is_label(bare)):
                continue  # the line's own number
            if cell_people.is_value(bare):
                left += [bare] if bare.strip("-–—?. ") and not taken else []
            elif not cell_people.is_nobody(bare):
                cells.append(cell_people.without_number(bare) if not cells else bare)
        return cells, left

    def _one_person(self, row: Row, line: CellLine, cells: Sequence[str]) -> Row:
        """Read several cells as one person.

        The first cell is a whole name, or the first two are a surname and a first name.
        """
        first, second, *rest = cells
        if " " in first and not self.surnames_first:
            left = " ; ".join(cells[1:])[:SHOWN]
            return replace(row, people=(first,)).with_remark("left", cells=left)
        name = f"{second} {first}" if line.sign == "," else f"{first} {second}"
        if rest:
            row = row.with_remark("left", cells=" ; ".join(rest)[:SHOWN])
        return replace(row, people=(name,)).with_remark("joined")

    def _several(self, row: Row, cells: Sequence[str]) -> Row:
        """Read several cells as several people.

        Twice as many single words are read as two words a name.
        """
        if len(cells) == 2 * self.size and all(" " not in cell for cell in cells):
            joined = [" ".join(cells[at : at + 2]) for at in range(0, len(cells), 2)]
            return replace(row, people=tuple(joined)).with_remark("joined")
        return replace(row, people=tuple(map(cell_people.straight, cells)))

    def of_text(self, row: Row, text: str, name: str = "") -> Iterator[Row]:
        """Yield the rows of a line, or of a cell that has all people of an entrant."""
        bare, taken = cell_people.without_contact(text)
        if taken:
            row = row.with_remark("left", cells=taken[:SHOWN])
        bare = cell_people.without_number(bare, bare=self.numbered)
        if not bare or cell_people.is_value(bare):
            cells = () if cell_people.is_nobody(bare) and not taken else (text[:80],)
            yield replace(row, people=cells).with_remark("number")
            return
        if cell_people.is_total(bare):
            yield replace(row, people=(bare[:80],)).with_remark("total")
            return
        several = self._entrants(bare)
        if several:
            yield from (replace(row, people=entrant).with_remark("split") for entrant in several)
            return
        team, rest = ("", bare) if name or self.size == 1 else cell_people.team_of(bare)
        name = name or team
        parts = cell_people.parted(rest) if self.size > 1 else [rest]
        people = [
            cell_people.straight(part)
            for part in parts
            if not cell_people.is_nobody(part) and not cell_people.is_value(part)
        ]
        if self.size == 1 and people != [rest]:
            row = row.with_remark("flipped", name=rest)
        yield replace(row, people=tuple(people), name="" if cell_people.is_label(name) else name)

    def _entrants(self, text: str) -> list[tuple[str, ...]]:
        """Return the entrants of a line that has several, else an empty list."""
        if self.size == 1:
            parts = _each(text)
            commas = [piece for part in parts for piece in cell_people.COMMA.split(part) if piece]
            if len(parts) == 1 and len(commas) == 2 and self.surnames_first:
                return []
            names = [name for name in (commas if len(commas) > 1 else parts) if not _empty(name)]
            return [(name,) for name in names] if len(names) > 1 else []
        groups = [_surely(part) for part in re.split(r"\s*[,;]\s*", text) if part]
        if len(groups) > 1 and all(len(group) == self.size for group in groups):
            return [tuple(group) for group in groups]
        return []


def _two_cells(line: CellLine) -> list[str]:
    """Return the two cells of a line that may be a surname and a first name; else an empty list."""
    candidates = line.filled if len(line.filled) > 1 else cell_people.COMMA.split(line.filled[0])
    cells = [cell for cell in candidates if not cell_people.is_value(cell)]
    return cells if len(cells) == 2 else []


def _empty(cell: str) -> bool:
    return cell_people.is_value(cell) or cell_people.is_nobody(cell)


def _surely(cell: str) -> list[str]:
    """Return the people of a cell that has a sure separator, else the whole cell.

    Commas and dashes are not sure separators.
    """
    parts = cell_people.parted(cell)
    return parts if cell_people.SURE.search(cell) else [cell]


def _each(cell: str) -> list[str]:
    """Return the people of a cell, in a list where each person is one entrant."""
    return [cell_people.straight(person) for person in _surely(cell)]


def _without_contacts(people: Iterable[str]) -> tuple[list[str], str]:
    pairs = [cell_people.without_contact(person) for person in people]
    return [bare for bare, _taken in pairs if bare], " ".join(
        taken for _bare, taken in pairs if taken
    )
