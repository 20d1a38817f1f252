"""All reads of tournaments that deserve a name."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.callers import Caller
from clubs.club_names import with_line
from clubs.models import most_careful, shown_as
from core.fragments import fragment
from core.names import name_key
from games.errors import NotFound
from games.models import ID_ALPHABET, ID_LENGTH, Match, Status
from tournaments import permissions, storage
from tournaments.draws.brackets.tree import PlayedNode
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Field
from tournaments.draws.ranking.criteria import Ledger, wins
from tournaments.draws.ranking.standings import Ranking, StandingsRow
from tournaments.fields import as_text, parsed
from tournaments.formats.format import Format
from tournaments.formats.groups.pools import Pool
from tournaments.formats.installed import format_of
from tournaments.models import (
    NAME_LENGTH,
    Entrant,
    FinalPlace,
    LogEntry,
    Member,
    Place,
    TableMatch,
    Tournament,
)
from tournaments.models import Round as RoundRow
from tournaments.state.events import PRIVATE, Event, replay
from tournaments.state.tournament import OUT, Round, Seated, TournamentState

TOURNAMENT_ID = re.compile(f"[{ID_ALPHABET}]{{{ID_LENGTH}}}")


def with_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Tournaments with how many entrants and rounds they have."""
    return rows.annotate(
        entrant_count=_count(Entrant.objects.filter(counted())),
        round_count=_count(RoundRow.objects.all()),
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Count each tournament's rows with a subquery. A join would multiply entrants by rounds."""
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(many=Count("pk")).values("many")), 0)


def counted(entrant: str = "") -> Q:
    """The entrants who count: those once drawn and, until the end, those who may still be drawn."""
    gone = Q(**{f"{entrant}state__in": OUT})
    over = Q(**{f"{entrant}tournament__state": Tournament.State.FINISHED})
    return Q(**{f"{entrant}drawn": True}) | ~gone & ~over


def visible(caller: Caller) -> QuerySet[Tournament]:
    """The tournaments that the caller may see in lists, with their club."""
    return permissions.visible(_with_club(), caller)


def find(
    tournament_id: str,
    caller: Caller,
    *,
    token: str | None = None,
    tokens: Collection[str] = (),
    lock: bool = False,
    place: int | None = None,
) -> Tournament:
    """Return a tournament that the caller may see; `NotFound` otherwise. `lock` locks its row.

    Those who sit at one of its tables may see it, by the table's `token` or one of several; by that
    of a permanent card if `place` is its table.
    """
    if not TOURNAMENT_ID.fullmatch(tournament_id):
        raise NotFound
    found = (_locked() if lock else _with_club()).filter(pk=tournament_id).first()
    if found is None:
        raise NotFound
    asked = {one for one in (token, *tokens) if one}
    if place is not None and permissions.is_place(found, place, token):
        return found
    if not (permissions.can_see(found, caller) or (asked and holds_token(found, asked))):
        raise NotFound
    return found


def _with_club() -> QuerySet[Tournament]:
    return Tournament.objects.select_related("club")


def _locked() -> QuerySet[Tournament]:
    return _with_club().select_for_update(of=("self",))


def locked(tournament_id: str) -> Tournament:
    """Return a tournament with its row locked, without a check: for what the site itself writes."""
    return _locked().get(pk=tournament_id)


def holds_token(tournament: Tournament, tokens: Set[str]) -> bool:
    """Say whether one of the tokens belongs to a table's side or to an entrant.

    All tokens of the tournament are computed once, however many a browser sends.
    """
    folded = storage.load(tournament)
    there = {one.number for one in folded.entrants}
    by_token = permissions.entrants_by_token(tournament)
    if any(by_token.get(one) in there for one in tokens):
        return True
    return any(
        permissions.side_token(tournament, drawn.number, seated, side) in tokens
        for drawn in folded.rounds
        if drawn.state != "draft"
        for seated in drawn.tables
        for side in range(len(seated.table.sides))
    )


class Logged(NamedTuple):
    """A line of the log as it is read: a model's object takes far longer, and a log is long."""

    pk: int
    version: int
    kind: str
    data: dict[str, Any]
    at: datetime
    by_id: int | None
    by_link: str


def log(tournament: Tournament, version: int | None = None) -> list[Logged]:
    """Read the log, oldest first, up to a version."""
    entries = LogEntry.objects.filter(tournament=tournament).order_by("version")
    if version is not None:
        entries = entries.filter(version__lte=version)
    rows = entries.values_list("pk", "version", "kind", "at", "by_id", "by_link", as_text("data"))
    found = list(rows)
    return [
        Logged(pk, number, kind, data, at, by, link)
        for (pk, number, kind, at, by, link, _text), data in zip(
            found, parsed([text for *_rest, text in found]), strict=True
        )
    ]


# The events that say who an entrant is.
TELLING = ("entered", "entrants_changed")


@dataclass(frozen=True, slots=True)
class Telling:
    """What a line of the log says of an entrant: its name and people.

    `stands`: the entrant is still there, and may be told under their present name.
    """

    number: int
    data: dict[str, Any]
    stands: bool

    def without_people(self) -> dict[str, Any]:
        """Return it without names but one that nobody else has: of an entrant who was deleted."""
        return {**self.data, **nobody(self.number)}


def nobody(number: int) -> dict[str, Any]:
    """Return the name and people of an entrant who was deleted: a name that nobody else has."""
    name = f"({number})"
    return {"name": name, "key": name_key(name), "named": True, "players": [], "members": []}


def tellings_of(entries: Sequence[Any]) -> Iterator[list[Telling]]:
    """Yield what each line of a log, read from its start, says of entrants; most say nothing."""
    numbers = count(1)
    gone = {entry.data["entrant"] for entry in entries if entry.kind == "entrant_deleted"}
    for entry in entries:
        told = entry.data["entrants"] if entry.kind in TELLING else ()
        # An entrant's number is their place in the order of registration.
        of = [(next(numbers) if entry.kind == "entered" else one["entrant"], one) for one in told]
        yield [Telling(number, data, number not in gone) for number, data in of]


# The events that arrange a draft round.
ARRANGING = ("drawn", "swapped", "locked", "redrawn")


def public_log(tournament: Tournament, folded: TournamentState) -> list[Logged]:
    """The log without payments and the events of a draft round: only organisers may see those."""
    entries = [entry for entry in log(tournament) if entry.kind not in PRIVATE]
    if not folded.rounds or folded.rounds[-1].state != "draft":
        return entries
    kept: list[Logged] = []
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        # A draft begins where it was drawn, or where a correction had it drawn again.
        replayed = entry.data.get("later") == "replay"
        if entry.kind == "drawn" or replayed:
            first = entries[: at + replayed]
            return [*first, *reversed(kept)]
        if entry.kind not in ARRANGING:
            kept.append(entry)
    return list(reversed(kept))


def state_at(tournament: Tournament, version: int) -> TournamentState:
    """Return the tournament as it stood at a version, replayed from its log."""
    return replay(Event(one.kind, one.data) for one in log(tournament, version))


# What the room and the hour allow. They may change during the evening.
ROOM = ("room_tables", "start_at", "end_by")
SETTING = ("format", "options", "tie_breaks", "seed")
AROUND = ("name", "date", "place", "public", "screen", *ROOM)
GAME = ("game", "preset", "rules")
# The columns that the log tells, and the events that do. The club is told by its address.
TOLD = {
    column.name: column
    for column in Tournament._meta.concrete_fields
    if column.name in (*AROUND, *GAME, *SETTING, "edition")
}
OF_ROW = ("opened", "described", "set_up")


def as_it_was(tournament: Tournament, version: int) -> tuple[Tournament, TournamentState]:
    """Return a tournament's row and state as they stood at a version, from its log.

    The row is for reading. Its timer and its organiser, which the log does not tell, are today's.
    """
    entries, row = log(tournament, version), copy(tournament)
    folded = replay(Event(one.kind, one.data) for one in entries)
    for one in entries:
        if one.kind in OF_ROW:
            for name in one.data.keys() & TOLD.keys():
                setattr(row, name, TOLD[name].to_python(one.data[name]))
    row.version, row.state, row.order = version, folded.state, list(folded.order)
    row.last_number, row.limit = folded.last_number, folded.limit
    row.winner = folded.winner
    row.rests = {str(at): dict(who) for at, who in folded.rests.items()} or None
    # A repeated write is answered with the links of then: one that has ended stays so.
    row.generations = storage.generations(folded)
    return row, folded


def log_gives(tournament: Tournament) -> bool:
    """Say whether the log, replayed, gives the tournament as it is stored. A millisecond a line."""
    return state_at(tournament, tournament.version) == storage.load(tournament)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of an entrant, under the name that anyone may read in the tournament's club."""

    player_id: int | None
    name: str
    # Whether the tournament's club, or they themselves, hide them: see `View.number_told`.
    hidden: bool = False


# The columns that a player's shown name depends on: their own, and those of the club's list.
NAMED = ("player__name", "player__shown", "line__name", "line__shown")


def people_of(tournament: Tournament, folded: TournamentState) -> dict[int, list[Person]]:
    """Return the people of each entrant, by its number. At most one query."""
    known = any(player for one in folded.entrants for player, _guest in one.members)
    shown: dict[int, Person] = {}
    if known:
        for player, name, how, own, care in _names(tournament.pk, tournament.club_id):
            here = most_careful(how, care or how)
            shown[player] = Person(player, shown_as(own or name, here), here == "hidden")
    return {
        one.number: [
            Person(None, guest) if player is None else shown[player]
            for player, guest in one.members
        ]
        for one in folded.entrants
        if one.members
    }


def _names(tournament_id: str, club: int) -> QuerySet[Member, tuple[Any, ...]]:
    entered = Member.objects.filter(tournament=tournament_id, player__isnull=False)
    return with_line(entered, "player__", club).values_list("player_id", *NAMED)


def names_of(folded: TournamentState, people: Mapping[int, Sequence[Person]]) -> dict[int, str]:
    """Return each entrant's name as anyone may read it, by number.

    A name that was not given is made of its people's current names. Two entrants with the same
    shown name get their numbers added.
    """
    told: dict[int, str] = {}
    seen: set[str] = set()
    for one in folded.entrants:
        members = people.get(one.number, ())
        name, key = one.name, one.key
        if not one.named and any(member.player_id for member in members):
            name = " & ".join(member.name for member in members)[:NAME_LENGTH]
            key = ""
        key = key or name_key(name)
        told[one.number] = f"{name} ({one.number})" if key in seen else name
        seen.add(key)
    return told


def tables_matches(tournament: Tournament) -> dict[tuple[int, int], list[TableMatch]]:
    """Return the matches played at each table, by (round, table), oldest first."""
    found: dict[tuple[int, int], list[TableMatch]] = {}
    for row in TableMatch.objects.filter(tournament=tournament, dropped=False).order_by("id"):
        found.setdefault((row.round, row.table), []).append(row)
    return found


def matches_at(
    tournament: Tournament, round_: int, seated: Seated, *, lock: bool = False
) -> list[Match]:
    """Return the matches that count for a table's present sides, oldest first, with sides."""
    sides = [list(side) for side in seated.table.sides]
    rows = TableMatch.objects.filter(
        tournament=tournament, round=round_, table=seated.number, dropped=False
    )
    ids = [row.match_id for row in rows.order_by("id") if row.sides == sides]
    found = {
        match.pk: match
        for match in Match.objects.filter(pk__in=ids).prefetch_related("sides", "seats")
    }
    return [found[one] for one in ids if one in found]


def running_match(matches: Iterable[Match]) -> Match | None:
    """Return the match that is still being played, or None."""
    return next((one for one in matches if one.status == Status.IN_PROGRESS), None)


class View:
    """A tournament as a page or an answer shows it, read in a constant number of queries.

    A draft round is for organisers only: `rounds` leaves it out for others.
    """

    def __init__(
        self,
        tournament: Tournament,
        caller: Caller,
        answered: TournamentState | None = None,
        tokens: Collection[str] = (),
        kept: Collection[str] = (),
    ) -> None:
        """Read a tournament as it stands; `answered` is what a write answers: maybe older.

        `tokens` are those that the reader carries for it, newest first. Those that a browser only
        keeps (`kept`) give no right, but say who they are to whom something is to be hidden.
        """
        self.tournament = tournament
        self.caller = caller
        self.answered = answered
        self.tokens = tokens
        self.kept = kept

    @cached_property
    def folded(self) -> TournamentState:
        """How it stands."""
        return self.answered or storage.load(self.tournament)

    @cached_property
    def drawn(self) -> tuple[Round, ...]:
        """All its rounds, drafts too."""
        return self.folded.rounds

    @cached_property
    def way(self) -> Format:
        """The format it is played in."""
        return self.answered.way if self.answered else format_of(self.tournament.format)

    @cached_property
    def can_run(self) -> bool:
        """Whether the caller may draw, publish and correct."""
        return permissions.can_run(self.tournament, self.caller)

    @cached_property
    def can_score(self) -> bool:
        """Whether the caller may enter results."""
        return permissions.can_score(self.tournament, self.caller)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The entrants that the reader is: by a token they carry, or by their account."""
        by_token = self._holders(self.tokens)
        return tuple(dict.fromkeys([*by_token, *_of_account(self.tournament, self.caller)]))

    @cached_property
    def plays(self) -> bool:
        """Whether the reader is an entrant, by whatever they carry or keep."""
        return bool(self.own or self._holders(self.kept))

    def _holders(self, tokens: Collection[str]) -> list[int]:
        """Return the entrants whose tokens these are."""
        held = permissions.entrants_by_token(self.tournament) if tokens else {}
        found = [held[one] for one in tokens if one in held]
        there = {one.number for one in self.folded.entrants} if found else ()
        return [one for one in found if one in there]

    @cached_property
    def people(self) -> Mapping[int, list[Person]]:
        """The people of each entrant."""
        return people_of(self.tournament, self.folded)

    @cached_property
    def names(self) -> dict[int, str]:
        """Each entrant's name, by number."""
        return names_of(self.folded, self.people)

    @cached_property
    def keeps_list(self) -> bool:
        """Whether the caller keeps the club's list, where hidden people stand by their names."""
        return self.caller.may("manage_players", self.tournament.club)

    def number_told(self, person: Person) -> int | None:
        """The number of somebody's player, as the caller is told it: none of a hidden one.

        Who keeps the list may have it, so that the file of their tournament brings everybody back.
        """
        return None if person.hidden and not self.keeps_list else person.player_id

    @cached_property
    def field(self) -> Field:
        """The field for standings and draws."""
        return self.folded.field()

    @cached_property
    def ranking(self) -> Ranking:
        """The standings with everybody's points."""
        return Ranking(self.way.standings(self.field), Ledger(self.field).points)

    @property
    def standings(self) -> Sequence[StandingsRow]:
        """The standings, best first."""
        return self.ranking.rows

    @cached_property
    def bracket(self) -> Mapping[str, PlayedNode]:
        """The tree as it stands, by slot; empty where the format has none, or not yet.

        How a draft has seated them is its organisers' alone; a published round is everybody's.
        """
        field = self.field if self.rounds else replace(self.field, order=())
        if self.way.bracket is None or len(field.order or field.playing) < 2:
            return {}
        try:
            return self.way.bracket(field)
        except PairingError:
            return {}

    @cached_property
    def pools(self) -> Sequence[Pool]:
        """The groups in which it begins; empty where the format has none, or not yet.

        As with the bracket, a draft is its organisers' alone.
        """
        if self.way.pools is None or not self.rounds:
            return ()
        return self.way.pools(self.field)

    @cached_property
    def places(self) -> list[Place]:
        """The palmarès, if the tournament was entered as such."""
        return list(self.tournament.places.all())

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that the caller may see."""
        return tuple(one for one in self.drawn if self.can_run or one.state != "draft")

    @property
    def round_count(self) -> int | None:
        """How many rounds there will be, if the format knows."""
        try:
            return self.way.rounds(self.field)
        except PairingError:
            return None


def _of_account(tournament: Tournament, caller: Caller) -> list[int]:
    """Return the entrants of an account: those it signed up, and those its player is of."""
    if caller.account is None:
        return []
    theirs = Q(signed_by=caller.account) | Q(members__player__user=caller.account)
    rows = Entrant.objects.filter(theirs, tournament=tournament).order_by("number").distinct()
    return list(rows.values_list("number", flat=True))


def cached_text(tournament: Tournament, what: str, make: Callable[[], str]) -> str:
    """Return a text about a tournament that is the same for everybody who may see it.

    It is made once for each version, language and set of people's names: a name may change without
    a new version.
    """
    named = Entrant.objects.filter(tournament=tournament).order_by("number")
    people = Member.objects.filter(tournament=tournament).order_by("entrant", "place")
    known = with_line(people.filter(player__isnull=False), "player__", tournament.club_id)
    names = (
        tuple(named.values_list("number", "name", "named")),
        tuple(people.filter(player=None).values_list("entrant", "place", "guest_name")),
        tuple(known.values_list("entrant", "player", *NAMED)),
    )
    return fragment((what, tournament.pk, tournament.version, names), make)


def seats_of(view: View, number: int, table: int) -> Seated:
    """Return a table of a round the caller may see; `NotFound` otherwise."""
    for drawn in view.rounds:
        if drawn.number == number:
            for seated in drawn.tables:
                if seated.number == table:
                    return seated
    raise NotFound


def alternative(folded: TournamentState, number: int, table: int) -> list[tuple[int, int]] | None:
    """Return the best pairing of a round without this table's pair; None if there is none.

    It is the pairing that the draw rejected. Only for formats that match pairs by cost.
    """
    seated = folded.round(number).table(table)
    sides = seated.table.sides
    if folded.way.alternative is None or len(sides) != 2:
        return None
    field = folded.field(before=number, seed=folded.round(number).seed)
    one, other = sides[0][0], sides[1][0]
    return folded.way.alternative(field, (one, other))


class Reached(NamedTuple):
    """An entrant's place, the tournament's points and how many tables they won by playing."""

    entrant: int
    rank: int
    points: Fraction
    won: int


def standing_places(folded: TournamentState) -> list[Reached]:
    """Return the places of a tournament as they stand, best first."""
    field = folded.field()
    ledger = Ledger(field)
    won = wins(ledger)
    return [
        Reached(row.entrant, row.rank, ledger.points[row.entrant], int(won[row.entrant]))
        for row in folded.way.standings(field)
    ]


@dataclass(frozen=True, slots=True)
class PlaceTold:
    """A place of a finished tournament as anyone may read it."""

    rank: int
    name: str
    members: Sequence[str]


def podiums(rows: Sequence[Tournament], most: int = 3) -> dict[str, list[PlaceTold]]:
    """Return the first places of finished tournaments, by tournament. Three queries at most.

    Those of the palmarès, if a tournament has only that.
    """
    ids = [one.pk for one in rows if one.state == Tournament.State.FINISHED]
    found: dict[str, list[PlaceTold]] = {one: [] for one in ids}
    if not ids:
        return found
    for past in Place.objects.filter(tournament__in=ids, rank__lte=most).order_by("rank", "pk"):
        found[past.tournament_id].append(PlaceTold(past.rank, past.name, past.players))
    won = FinalPlace.objects.filter(tournament__in=ids, rank__lte=most).select_related("entrant")
    places = list(won.order_by("rank", "entrant__number"))
    people = _members_shown([place.entrant_id for place in places])
    for place in places:
        entrant, members = place.entrant, people.get(place.entrant_id, [])
        name = entrant.name
        if not entrant.named and any(known for known, _name in members):
            name = " & ".join(shown for _known, shown in members)[:NAME_LENGTH]
        told = PlaceTold(place.rank, name, [shown for _known, shown in members])
        found[place.tournament_id].append(told)
    return found


def _members_shown(entrants: Collection[int]) -> dict[int, list[tuple[int | None, str]]]:
    """Return the people of entrants by the name that anyone may read in the tournament's club."""
    people: dict[int, list[tuple[int | None, str]]] = {}
    if not entrants:
        return people
    rows = with_line(Member.objects.filter(entrant__in=entrants), "player__", F("club"))
    fields = ("entrant_id", "player_id", "guest_name", *NAMED)
    for entrant, player, guest, name, how, own, care in rows.order_by("place").values_list(*fields):
        shown = guest if player is None else shown_as(own or name, most_careful(how, care or how))
        people.setdefault(entrant, []).append((player, shown))
    return people


def places_of(player_id: int, rows: Sequence[Tournament]) -> dict[str, tuple[int, int]]:
    """Return somebody's place in each finished tournament, and of how many. One query."""
    own = FinalPlace.objects.filter(tournament__in=rows, entrant__members__player=player_id)
    field = FinalPlace.objects.filter(tournament=OuterRef("tournament")).order_by()
    of = Subquery(field.values("tournament").annotate(many=Count("pk")).values("many"))
    told = own.annotate(of=of).values_list("tournament_id", "rank", "of")
    return {tournament: (rank, count) for tournament, rank, count in told}


def of_player(player_id: int) -> Q:
    """The tournaments in which somebody took part."""
    own = Member.objects.filter(player=player_id).filter(counted("entrant__"))
    return Q(pk__in=own.values("tournament"))
