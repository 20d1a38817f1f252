"""Imports a whole graph from a file. All lines are checked before anything is written.

Either all links are written or none. An import is an officer's statement. So it attests each
person in it who has no recorded hand here.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from django.db import connection, transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.models import Club, ClubChange, ClubPlayer, Player
from clubs.queries import visible_clubs
from core import errors
from core.names import clean_name, name_key, search_key
from core.progress import ProgressCallback
from games.registry.game import Game
from transmission import queries
from transmission.errors import Refused
from transmission.graph.dates import DateFault, PartialDate, remembered
from transmission.graph.lineage import Lineage, find_cycle
from transmission.models import NOTE_LENGTH, Action, Attestation, Link, Source
from transmission.parsing import NAMED, LinkRow, read
from transmission.services.bulk import insert_like, new_numbers
from transmission.services.writing import (
    LockedGraph,
    WriteOutcome,
    Writing,
    answered,
    begin,
    check_manages,
)

BATCH = 2000
# The most new people whose names are in the answer. Their number is always in it.
NEW_NAMED = 1000


@dataclass(frozen=True, slots=True)
class ImportAsked:
    """The values of an import: the format and the text of a file, a club's slug, and options.

    People are identified by their name on the list of this club.
    """

    format: str
    content: str
    club: str
    create_players: bool = False
    preview: bool = True


class LineageImportAnswer(TypedDict):
    """The numbers of links and new people that were written, or would be."""

    preview: bool
    links: int
    new_players: Annotated[list[str], "The first thousand."]
    new_player_count: int


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import has written or would write: links and new people."""

    rows: Sequence[LinkRow]
    new_players: Sequence[str]
    preview: bool

    def body(self) -> LineageImportAnswer:
        """Return the import in the shape that the API returns."""
        return {
            "preview": self.preview,
            "links": len(self.rows),
            "new_players": list(self.new_players[:NEW_NAMED]),
            "new_player_count": len(self.new_players),
        }


def import_links(
    *,
    game: Game,
    import_asked: ImportAsked,
    by: Writing,
    on_progress: ProgressCallback = lambda done, total: None,
) -> tuple[Imported | None, WriteOutcome]:
    """Write the links of a file. With `preview`, only return what would be written.

    A link is confirmed, unless the file says that it is only proposed.

    People are identified by their name in the club. Raise `Denied` if the caller may not import
    for the club. Raise `Refused` with the faults of the lines (such as `lines.3`); then nothing
    is written. `on_progress` is called with the number of lines done and their total over all
    steps. If it raises an exception, nothing is written.
    """
    repeated = answered(game=game, by=by, kind=Action.Kind.IMPORT, body=_asked_body(import_asked))
    if repeated:
        return None, repeated
    club = club_to_import(import_asked.club, by.caller)
    rows = read(import_asked.format, import_asked.content)
    stamp, listed, steps = queries.stamp_of(game), _list_state(club), _Steps(on_progress, len(rows))
    keys = _keys(rows)
    people = _names(club, rows, keys, import_asked.create_players)
    steps.next()
    when = _dates(rows)
    _check_links(game, by, rows, people)
    steps.next()
    imported = Imported(rows, list(people.new.values()), import_asked.preview)
    if import_asked.preview:
        return imported, WriteOutcome(imported.body())
    checked = _Checked(game, import_asked, club, rows, people, when, stamp, listed)
    return imported, _write(checked, by, steps)


def club_to_import(slug: str, caller: Caller) -> Club:
    """Return the club on whose list a file's people are looked up.

    Raise `Refused` `club_unknown` if the caller may not see it, or `Denied` if they may not
    manage it.
    """
    club = visible_clubs(caller).filter(slug=slug).first()
    if club is None:
        raise Refused("club_unknown", "club")
    check_manages(caller, club)
    return club


# The number of steps: check the names, check the links, write the people, write the links.
STEPS = 4


class _Steps:
    """The progress of an import, counted in lines. Every line counts once in each step."""

    def __init__(self, on_progress: ProgressCallback, lines: int) -> None:
        self.on_progress, self.lines, self.done = on_progress, lines, 0
        on_progress(0, STEPS * lines)

    def next(self, lines: int | None = None) -> None:
        """Report the progress: a whole step, or only `lines` lines of it."""
        self.done += self.lines if lines is None else lines
        self.on_progress(self.done, STEPS * self.lines)


@dataclass(slots=True)
class _People:
    """The people named in a file.

    `keys` has the key of each name, `known` the numbers of players by key, and `new` the names
    of new people by key.
    """

    keys: dict[str, str]
    known: dict[str, int] = field(default_factory=dict)
    new: dict[str, str] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """Return the number of the player whom a text of the file names."""
        return self.known[self.keys[text]]


@dataclass(frozen=True, slots=True)
class _Checked:
    """A file that was checked and has no faults.

    The check was made for the graph with the state `stamp`, and for the club's list with the
    state `listed`.
    """

    game: Game
    import_asked: ImportAsked
    club: Club
    rows: Sequence[LinkRow]
    people: _People
    when: Sequence[PartialDate]
    stamp: str
    listed: tuple[Any, ...]


@transaction.atomic
def _write(file: _Checked, by: Writing, steps: _Steps) -> WriteOutcome:
    """Write the people, attestations and links of a file.

    The file was checked without a lock. So data that may have changed meanwhile are checked
    again. From here on the graph is locked, and on SQLite all other writers wait.
    """
    body = _asked_body(file.import_asked)
    begun = begin(game=file.game, by=by, kind=Action.Kind.IMPORT, body=body)
    if begun.repeated:
        return begun.repeated
    people, same_list = file.people, _list_state(file.club) == file.listed
    if not same_list:
        people = _names(file.club, file.rows, people.keys, file.import_asked.create_players)
    untouched = begun.graph.version == 0 if not file.stamp else begun.graph.stamp == file.stamp
    if not (untouched and same_list):
        _check_links(file.game, by, file.rows, people)
    there = sorted(set(people.known.values()))
    made = _make_players(file.club, people.new)
    people.known |= made
    played = queries.who_played(file.game, there)
    _attest(
        begun, file.club, [number for number in (*there, *made.values()) if number not in played]
    )
    steps.next()
    _write_links(begun, file, people, steps)
    imported = Imported(file.rows, list(people.new.values()), preview=False)
    begun.log(Action.Kind.IMPORT, file.club, None, imported.body())
    return WriteOutcome(imported.body())


def _list_state(club: Club) -> tuple[Any, ...]:
    """Return a value that changes whenever somebody joins or leaves the club's list, or is
    renamed.
    """
    people = ClubPlayer.objects.filter(club=club).aggregate(Count("id"), Max("id"))
    change = ClubChange.objects.filter(club=club).order_by("-id").values_list("id", flat=True)
    return (people["id__count"], people["id__max"], change.first())


def _asked_body(import_asked: ImportAsked) -> list[Any]:
    return [
        import_asked.format,
        import_asked.content,
        import_asked.club,
        import_asked.create_players,
        import_asked.preview,
    ]


class _Faults(list[errors.Fault]):
    """The faults of a file's lines. Checking stops at fifty, because no more are shown."""

    def add(self, code: str, row: LinkRow, **params: Any) -> None:
        """Add the fault of a line. Raise `Refused` with all faults if there are `NAMED` of them."""
        self.append(errors.Fault(code, f"lines.{row.number}", params))
        if len(self) == NAMED:
            self.refuse()

    def refuse(self) -> None:
        """Raise `Refused` with all faults, if there are any."""
        if self:
            raise Refused.of(self)


def _keys(rows: Iterable[LinkRow]) -> dict[str, str]:
    """Return the key of each valid name in the file. Invalid names are left out."""
    keys: dict[str, str] = {}
    for name in dict.fromkeys(text for row in rows for text in (row.teacher, row.learner)):
        with suppress(errors.Refused):
            keys[name] = name_key(clean_name(name))
    return keys


def _names(club: Club, rows: Iterable[LinkRow], keys: dict[str, str], create: bool) -> _People:
    """Return the people named in the file: those on the club's list, and new ones if `create` is
    True.

    Raise `Refused` if there are invalid names or, without `create`, unknown ones.
    """
    lines = ClubPlayer.objects.filter(club=club).values_list("name_key", "player_id")
    listed, faults = dict(lines.iterator()), _Faults()
    people = _People(keys)
    for row in rows:
        for name in (row.teacher, row.learner):
            key = keys.get(name)
            if key is None:
                faults.add(_fault_of(name), row)
            elif key in listed:
                people.known[key] = listed[key]
            elif key in people.new:
                continue
            elif create:
                people.new[key] = clean_name(name)
            else:
                faults.add("name_unknown", row, name=name[:80])
    faults.refuse()
    return people


def _fault_of(name: str) -> str:
    try:
        clean_name(name)
    except errors.Refused as fault:
        return fault.code
    raise AssertionError(name)


def _dates(rows: Iterable[LinkRow]) -> list[PartialDate]:
    today, faults, dates = timezone.localdate(), _Faults(), list[PartialDate]()
    for row in rows:
        if len(row.note) > NOTE_LENGTH:
            faults.add("note_too_long", row)
        try:
            dates.append(remembered(row.date, today))
        except DateFault as fault:
            faults.add(fault.code, row)
    faults.refuse()
    return dates


def _check_links(game: Game, by: Writing, rows: Sequence[LinkRow], people: _People) -> None:
    """Check each link of the file, then all links including existing ones, for cycles.

    New people have negative numbers here. Raise `Refused` if there is a fault.
    """
    slug = game.slug
    links = Link.objects.filter(game=slug).values_list("teacher_id", "learner_id")
    there = dict.fromkeys(links.iterator())
    sources = set(Source.objects.filter(game=slug).values_list("player_id", flat=True))
    numbers, faults = dict(people.known), _Faults()
    names: dict[int, str] = {}
    for row in rows:
        ends = []
        for name in (row.teacher, row.learner):
            number = numbers.setdefault(people.keys[name], -len(numbers) - 1)
            names[number] = name
            ends.append(number)
        teacher, learner = ends
        code = _link_fault(teacher, learner, there, sources)
        if code:
            faults.add(code, row, name=names[learner])
        else:
            there[teacher, learner] = None
    faults.refuse()
    cycle = find_cycle(Lineage.of(there))
    if cycle:
        names |= queries.names_told([person for person in cycle if person not in names], by.caller)
        line = " → ".join(names[number] for number in [*cycle, cycle[0]])
        raise Refused("would_make_a_cycle", "content", names=line)


def _link_fault(
    teacher: int, learner: int, there: dict[tuple[int, int], None], sources: set[int]
) -> str:
    if teacher == learner:
        return "teaches_oneself"
    if learner in sources:
        return "learner_is_source"
    return "link_exists" if (teacher, learner) in there else ""


def _make_players(club: Club, new: dict[str, str]) -> dict[str, int]:
    numbers = new_numbers(Player, len(new))
    insert_like(Player(), ("id", "name"), zip(numbers, new.values(), strict=True))
    lines = ((number, key, search_key(key)) for number, key in zip(numbers, new, strict=True))
    insert_like(ClubPlayer(club=club), ("player_id", "name_key", "search_key"), lines)
    return dict(zip(new, numbers, strict=True))


def _attest(begun: LockedGraph, club: Club, players: Iterable[int]) -> None:
    """Write attestations that these players have played."""
    attestation = Attestation(
        game=begun.game.slug,
        club=club,
        date=timezone.localdate(),
        witness=_("fichier importé"),
        recorded_by=begun.by.caller.account,
    )
    insert_like(attestation, ("player_id",), ((player,) for player in players))


def _write_links(begun: LockedGraph, file: _Checked, people: _People, steps: _Steps) -> None:
    link = Link(
        game=begun.game.slug,
        club=file.club,
        recorded_by=begun.by.caller.account,
    )
    varying = ("teacher_id", "learner_id", "year", "day", "note", "confirmed")
    day = connection.ops.adapt_datefield_value
    values = [
        (
            people.number(row.teacher),
            people.number(row.learner),
            at.year,
            day(at.day),
            row.note,
            row.confirmed,
        )
        for row, at in zip(file.rows, file.when, strict=True)
    ]
    for start in range(0, len(values), BATCH):
        some = values[start : start + BATCH]
        insert_like(link, varying, some)
        steps.next(len(some))
