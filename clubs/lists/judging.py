"""Compares the rows of a list with the club's people, with one another and with the entrants."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clubs.lists.near import OFFERED, Directory, Known
from clubs.lists.reading import DOUBTED, Remark, Row
from core.names import name_key
from core.text.look_alikes import look_alike, look_key


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person of a row.

    It is a known player, or a name with the known players who may be meant (`near`).
    """

    name: str
    player: int | None = None
    near: tuple[Known, ...] = ()  # not emptied after one of them was chosen

    @property
    def keys(self) -> frozenset[int | str]:
        """The keys that identify the person. Two people with a key in common count as the same."""
        own: frozenset[int | str] = frozenset((name_key(self.name),))
        return own if self.player is None else own | {self.player}


@dataclass(frozen=True, slots=True)
class Group:
    """The people of an entrant, or of an earlier row of the list.

    `at` is the number of that row's line.
    """

    name: str
    people: Sequence[ListedPerson]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with its people. `place` is the row's place in the list, from 0.

    If this row lacks a person, `partner` is another such row that is proposed to be joined to
    it. `joined` is True if two rows have become this one.
    """

    place: int
    row: Row
    people: tuple[ListedPerson, ...] = ()
    partner: "Judged | None" = None
    joined: bool = False

    @property
    def out(self) -> bool:
        """Whether the row is not entered."""
        return self.row.out

    @property
    def called(self) -> str:
        """The name of the entrant."""
        return self.row.name or " & ".join(person.name for person in self.people)

    @property
    def alone(self) -> bool:
        """Whether the row lacks a person and may be joined with another such row."""
        codes = {remark.code for remark in self.row.remarks}
        return "alone" in codes and not self.out and not self.row.name


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices made on a preview. A row is named by its place in the list.

    - `dropped`: rows that must not be entered.
    - `retained`: doubtful rows that must be entered nevertheless.
    - `joined`: pairs of rows that become one row.
    - `taken`: the known player who is meant, by the row and the person's place in it.
    """

    dropped: frozenset[int] = frozenset()
    retained: frozenset[int] = frozenset()
    joined: frozenset[tuple[int, int]] = frozenset()
    taken: Mapping[tuple[int, int], int] = field(default_factory=dict)


NO_CHOICE = Choices()


def judge(
    rows: Sequence[Row],
    directory: Directory,
    entered: Iterable[Group] = (),
    choices: Choices = NO_CHOICE,
) -> list[Judged]:
    """Return the rows with their people, and with remarks that say why some are not entered."""
    seen = _Seen(directory)
    for group in entered:
        seen.add(group)
    judged_rows = []
    for place, row in enumerate(rows):
        if place in choices.dropped and not row.out:
            row = row.with_remark("dropped")
        elif place in choices.retained and row.people:
            row = replace(
                row, remarks=tuple(remark for remark in row.remarks if remark.code not in DOUBTED)
            )
        people = tuple(
            _person(name, directory, choices.taken.get((place, at)))
            for at, name in enumerate(row.people)
        )
        judged = Judged(place, row, people)
        if not judged.out:
            remark = seen.remark_on(judged)
            if remark is None:
                judged = replace(judged, row=seen.with_look_alikes(row, people))
                seen.add(Group(judged.called, people, row.at))
            else:
                judged = replace(judged, row=replace(row, remarks=(remark,)))
        judged_rows.append(judged)
    return _together(judged_rows, choices.joined)


def _person(name: str, directory: Directory, taken: int | None) -> ListedPerson:
    known, near = directory.find(name)
    chosen = next((candidate for candidate in near if candidate.player == taken), known)
    if chosen is not None:
        return ListedPerson(chosen.name, chosen.player, tuple(near))
    return ListedPerson(name, near=tuple(near))


class _Seen:
    """The people and names of all groups read so far. Each leads to its group."""

    def __init__(self, directory: Directory) -> None:
        self.directory = directory
        self.people: dict[int | str, Group] = {}
        self.names: dict[str, Group] = {}
        # The names that the club's list does not have, by their `look_key`.
        self.looks: dict[str, list[str]] = {}

    def add(self, group: Group) -> None:
        self.names.setdefault(name_key(group.name), group)
        for person in group.people:
            for key in person.keys:
                self.people.setdefault(key, group)
            if name_key(person.name) not in self.directory.spelt:
                self.looks.setdefault(look_key(person.name), []).append(person.name)

    def with_look_alikes(self, row: Row, people: Iterable[ListedPerson]) -> Row:
        """Return the row with a remark on each new name that looks like somebody else's name."""
        for person in people:
            if person.player is not None:
                continue
            names = [known.name for known in self.directory.alike(person.name)]
            names += look_alike(person.name, self.looks.get(look_key(person.name), ()))
            for name in names[:OFFERED]:
                row = row.with_remark("looks_alike", name=name)
        return row

    def remark_on(self, judged: Judged) -> Remark | None:
        """Return why a row can't be entered after the groups so far, or None if it can."""
        met = [self._of(person) for person in judged.people]
        for person, group in zip(judged.people, met, strict=True):
            if group is None:
                continue
            if len(group.people) == len(met) and all(other is group for other in met):
                return _already("entered", "repeated", group, group.name)
            return _already("person_entered", "same_name", group, person.name)
        keys = [key for person in judged.people for key in person.keys]
        if len(set(keys)) < len(keys):
            return Remark("same_name", {"name": judged.people[0].name, "line": judged.row.at})
        group = self.names.get(name_key(judged.called))
        return _already("entered", "repeated", group, group.name) if group else None

    def _of(self, person: ListedPerson) -> Group | None:
        return next((self.people[key] for key in person.keys if key in self.people), None)


def _already(entered: str, listed: str, group: Group, name: str) -> Remark:
    if group.at is None:
        return Remark(entered, {"name": name, "entrant": group.name})
    return Remark(listed, {"name": name, "line": group.at})


def _together(rows: Sequence[Judged], joined: frozenset[tuple[int, int]]) -> list[Judged]:
    """Join the chosen pairs of rows. Of the other rows that lack a person, propose pairs."""
    alone = {judged.place: judged for judged in rows if judged.alone}
    gone = set()
    rows_by_place = {judged.place: judged for judged in rows}
    for first, second in sorted(joined):
        if first in alone and second in alone and first != second:
            rows_by_place[first] = _joined(alone.pop(first), alone.pop(second))
            gone.add(second)
    left = list(alone.values())
    for judged, other in zip(left[::2], left[1::2], strict=False):
        rows_by_place[judged.place] = replace(judged, partner=other)
    return [judged for judged in rows_by_place.values() if judged.place not in gone]


def _joined(judged: Judged, other: Judged) -> Judged:
    remarks = (*judged.row.remarks, *other.row.remarks)
    remaining = tuple(remark for remark in remarks if remark.code != "alone")
    row = replace(judged.row, people=judged.row.people + other.row.people, remarks=remaining)
    people = judged.people + other.people
    return replace(judged, row=row, people=people, partner=other, joined=True)
