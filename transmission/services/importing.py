"""Imports a whole graph from a file. All lines are checked before anything is written.

Either all links are written or none. An import is an officer's statement. So it attests each
person in it who has no recorded hand here.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, NamedTuple, TypedDict

from django.db import connection, transaction
from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.models import Club, ClubChange, ClubPlayer, Player
from clubs.queries import visible_clubs
from core import errors
from core.names import clean_name, search_key
from core.progress import ProgressCallback
from games.registry.game import Game
from transmission import queries
from transmission.errors import Refused
from transmission.graph.dates import DateFault, PartialDate, remembered
from transmission.graph.lineage import Lineage, find_cycle
from transmission.models import NOTE_LENGTH, Action, Attestation, Link, Source
from transmission.parsing import NAMED, LinkRow, read
from transmission.services.bulk import insert_like, new_numbers
from transmission.services.file_people import FilePeople, look_up
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

    People are looked up for this club (`file_people`).
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
    links_there: Annotated[int, "Links of the file that were there before: they stay as they are."]
    sources: Annotated[int, "Sources that were not declared before."]
    new_players: Annotated[list[str], "The first thousand."]
    new_player_count: int


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import has written or would write: links, sources and new people.

    `there` is the number of the file's links that were there before.
    """

    rows: Sequence[LinkRow]
    there: int
    sources: int
    new_players: Sequence[str]
    preview: bool

    def body(self) -> LineageImportAnswer:
        """Return the import in the shape that the API returns."""
        return {
            "preview": self.preview,
            "links": len(self.rows),
            "links_there": self.there,
            "sources": self.sources,
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

    A link is confirmed, unless the file says that it is only proposed. A link that is there
    already stays as it is.

    People are looked up by number, name and club (`file_people`). Raise `Denied` if the caller
    may not import for the club. Raise `Refused` with the faults of the lines (such as `lines.3`);
    then nothing is written. `on_progress` is called with the number of lines done and their total
    over all steps. If it raises an exception, nothing is written.
    """
    repeated = answered(game=game, by=by, kind=Action.Kind.IMPORT, body=_asked_body(import_asked))
    if repeated:
        return None, repeated
    club = club_to_import(import_asked.club, by.caller)
    rows = read(import_asked.format, import_asked.content)
    stamp, listed, steps = (
        queries.stamp_of(game),
        _list_states(club),
        _Steps(on_progress, len(rows)),
    )
    check = partial(_check, game, club, by.caller, rows, create=import_asked.create_players)
    links = check(steps.next)
    steps.next()
    if import_asked.preview:
        imported = links.imported(preview=True)
        return imported, WriteOutcome(imported.body())
    checked = _Checked(game, import_asked, club, links, check, stamp, listed)
    return _write(checked, by, steps)


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


class _NewLink(NamedTuple):
    """A link or a source to be written: its row in the file, its date, and the club that it is
    written for.
    """

    row: LinkRow
    at: PartialDate
    club: int


@dataclass(frozen=True, slots=True)
class _Links:
    """The links and sources of a file that are to be written, its people, and how many links are
    there already.
    """

    new: Sequence[_NewLink]
    sources: Sequence[_NewLink]
    there: int
    people: FilePeople

    def players(self) -> set[int]:
        """Return the players of what is to be written who are no new people."""
        rows = (link.row for link in (*self.new, *self.sources))
        return {
            number for row in rows for number in map(self.people.number, row.people) if number > 0
        }

    def imported(self, *, preview: bool) -> Imported:
        """Return what is or would be written."""
        rows = [link.row for link in self.new]
        return Imported(
            rows, self.there, len(self.sources), list(self.people.new.values()), preview
        )


@dataclass(frozen=True, slots=True)
class _Checked:
    """A file that was checked and has no faults.

    The check was made for the graph with the state `stamp`, and for lists with the states
    `listed`. `check` checks it again.
    """

    game: Game
    import_asked: ImportAsked
    club: Club
    links: _Links
    check: Callable[[], _Links]
    stamp: str
    listed: Sequence[Any]


@transaction.atomic
def _write(file: _Checked, by: Writing, steps: _Steps) -> tuple[Imported | None, WriteOutcome]:
    """Write the people, attestations and links of a file.

    The file was checked without a lock. So data that may have changed meanwhile are checked
    again. From here on the graph is locked, and on SQLite all other writers wait.
    """
    body = _asked_body(file.import_asked)
    begun = begin(game=file.game, by=by, kind=Action.Kind.IMPORT, body=body)
    if begun.repeated:
        return None, begun.repeated
    # People of other clubs make all lists matter.
    lists = slice(None) if file.links.people.elsewhere else slice(1)
    same_lists = _list_states(file.club)[lists] == file.listed[lists]
    untouched = begun.graph.version == 0 if not file.stamp else begun.graph.stamp == file.stamp
    links = file.links if untouched and same_lists else file.check()
    people = links.people
    there = sorted(links.players())
    made = _make_players(file.club, people)
    played = queries.who_played(file.game, there)
    _attest(begun, file.club, [number for number in (*there, *made) if number not in played])
    steps.next()
    _write_links(begun, links, steps)
    imported = links.imported(preview=False)
    begun.log(Action.Kind.IMPORT, file.club, None, imported.body())
    return imported, WriteOutcome(imported.body())


def _list_states(club: Club) -> Sequence[Any]:
    """Return two values: one changes whenever somebody joins or leaves the club's list, or is
    renamed, the other whenever this happens in any club.
    """
    states = []
    for people, changes in (
        (ClubPlayer.objects.filter(club=club), ClubChange.objects.filter(club=club)),
        (ClubPlayer.objects.all(), ClubChange.objects.all()),
    ):
        counts = people.aggregate(Count("id"), Max("id"))
        change = changes.order_by("-id").values_list("id", flat=True).first()
        states.append((counts["id__count"], counts["id__max"], change))
    return states


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


def _check(
    game: Game,
    club: Club,
    caller: Caller,
    rows: Sequence[LinkRow],
    on_people: Callable[[], None] = lambda: None,
    *,
    create: bool,
) -> _Links:
    """Return the links that a file would write. Raise `Refused` if there is a fault.

    `on_people` is called once the people have been looked up.
    """
    people = look_up(game=game, club=club, rows=rows, caller=caller, create=create)
    faults = _Faults()
    for row in rows:
        for person in row.people:
            identity = people.identities.get(person)
            code, values = people.faults.get(identity, ("", {})) if identity else ("", {})
            if identity is None:
                faults.add(_fault_of(person.name), row)
            elif code:
                faults.add(code, row, **values)
    faults.refuse()
    on_people()
    return _LinkCheck(game, _LinkClubs(club, caller, rows), people).links(rows)


def _fault_of(name: str) -> str:
    try:
        clean_name(name)
    except errors.Refused as fault:
        return fault.code
    raise AssertionError(name)


class _LinkClubs:
    """The clubs for which the links of a file may be written, each with the people on its list.

    A link is written for the club that the file states, if the caller manages it, else for the
    club of the import.
    """

    def __init__(self, club: Club, caller: Caller, rows: Iterable[LinkRow]) -> None:
        self.caller, self.club = caller, club
        stated = visible_clubs(caller).filter(slug__in={row.club for row in rows} - {""})
        clubs = [at for at in stated if caller.may("manage_transmission", at)]
        self.numbers = {at.slug: at.pk for at in clubs}
        lines = ClubPlayer.objects.filter(club__in=[*clubs, club])
        self.listed = set(lines.values_list("club_id", "player_id").iterator())

    def of(self, slug: str, *players: int) -> int | None:
        """Return the number of the club for a link between these players; None if there is none.

        New people have negative numbers. They are of the import's club.
        """
        stated = self.numbers.get(slug)
        if stated is not None and any((stated, player) in self.listed for player in players):
            return stated
        own = any(player < 0 or (self.club.pk, player) in self.listed for player in players)
        return self.club.pk if own else None


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


class _LinkCheck:
    """Checks the links and the sources of a file, among themselves and with those of the graph."""

    def __init__(self, game: Game, places: _LinkClubs, people: FilePeople) -> None:
        self.places, self.people, self.faults = places, people, _Faults()
        links = Link.objects.filter(game=game.slug).values_list("teacher_id", "learner_id")
        declared = Source.objects.filter(game=game.slug).values_list("player_id", flat=True)
        self.before, self.declared = dict.fromkeys(links.iterator()), set(declared)
        self.names: dict[int, str] = {}

    def links(self, rows: Sequence[LinkRow]) -> _Links:
        """Return the links and sources that are not there yet. Raise `Refused` if there is a fault
        or a cycle.
        """
        new, sources = list[_NewLink](), list[_NewLink]()
        after, of_file = dict(self.before), set[tuple[int, int]]()
        for row, at in zip(rows, _dates(rows), strict=True):
            if row.source:
                continue
            pair = self.people.ends(row)
            self.names |= {pair[0]: row.teacher.name, pair[1]: row.learner.name}
            code = _link_fault(pair, of_file, self.declared)
            of_file.add(pair)
            if code or pair not in self.before:
                after[pair] = None
                new += self._placed(row, at, code)
        taught = {learner for _teacher, learner in after}
        for row in rows:
            player = self.people.number(row.learner)
            if row.source and player not in self.declared:
                code = "source_has_teacher" if player in taught else ""
                sources += self._placed(row, PartialDate(), code)
        self.faults.refuse()
        self._check_cycle(after)
        return _Links(new, sources, len(of_file) - len(new), self.people)

    def _placed(self, row: LinkRow, at: PartialDate, code: str) -> Iterator[_NewLink]:
        """Yield the row with the club that it is written for, unless there is a fault."""
        players = [self.people.number(person) for person in row.people]
        place = self.places.of(row.club, *players)
        if code or place is None or not self.people.nameless.isdisjoint(players):
            self.faults.add(code or "club_of_neither", row, name=row.learner.name)
        else:
            yield _NewLink(row, at, place)

    def _check_cycle(self, links: Iterable[tuple[int, int]]) -> None:
        cycle = find_cycle(Lineage.of(links))
        if cycle:
            unnamed = [person for person in cycle if person not in self.names]
            names = self.names | queries.names_told(unnamed, self.places.caller)
            line = " → ".join(names[number] for number in [*cycle, cycle[0]])
            raise Refused("would_make_a_cycle", "content", names=line)


def _link_fault(
    pair: tuple[int, int], of_file: Collection[tuple[int, int]], sources: Collection[int]
) -> str:
    if pair[0] == pair[1]:
        return "teaches_oneself"
    if pair[1] in sources:
        return "learner_is_source"
    return "link_exists" if pair in of_file else ""


def _make_players(club: Club, people: FilePeople) -> list[int]:
    """Write the new people of a file, who are then known. Return their numbers."""
    new = people.new
    numbers = new_numbers(Player, len(new))
    insert_like(Player(), ("id", "name"), zip(numbers, new.values(), strict=True))
    lines = (
        (number, key, search_key(key)) for number, (key, _own) in zip(numbers, new, strict=True)
    )
    insert_like(ClubPlayer(club=club), ("player_id", "name_key", "search_key"), lines)
    people.known |= dict(zip(new, numbers, strict=True))
    return numbers


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


def _write_links(begun: LockedGraph, links: _Links, steps: _Steps) -> None:
    people = links.people
    link = Link(game=begun.game.slug, recorded_by=begun.by.caller.account)
    varying = ("teacher_id", "learner_id", "year", "day", "note", "confirmed", "club_id")
    day = connection.ops.adapt_datefield_value
    values = [
        (*people.ends(row), at.year, day(at.day), row.note, row.confirmed, club)
        for row, at, club in links.new
    ]
    for start in range(0, len(values), BATCH):
        some = values[start : start + BATCH]
        insert_like(link, varying, some)
        steps.next(len(some))
    sources = [(people.number(row.learner), row.source, club) for row, _at, club in links.sources]
    source = Source(game=begun.game.slug, recorded_by=begun.by.caller.account)
    insert_like(source, ("player_id", "kind", "club_id"), sources)
    steps.next(links.there + len(sources))
