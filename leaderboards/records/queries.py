"""Queries of records: present and former holders, events, and records written by hand."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.club_names import called_there
from clubs.models import Club, Player
from clubs.queries import ID_MAX, confirmed_clubs, visible_clubs, visible_players
from clubs.role_table import RANKS, allows
from core.errors import NotFound
from core.removed import readable
from games.models import Match
from games.presentation.table import number_told
from games.presentation.wording import Names, sentence
from games.queries import seats
from games.registry.game import Game
from games.registry.installed import games
from leaderboards.errors import Refused
from leaderboards.models import Feat, Found, Witness
from leaderboards.records.families import family_name, in_order

MANY = 200
# The most events of a history on a page and in an answer of the API. The file has all events.
LAST = 50
# The most families of rules on a page and in an answer of the API, unless one is asked for.
FAMILIES = 12
# How many facts of a file are read at once.
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Holder:
    """A person whom a fact names: the name on the sheet, and the player's number, if any."""

    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A fact for display: its title, holders, date, match, and sentence."""

    code: str
    title: str
    text: str
    value: float
    since: datetime
    match: str
    club: int | None
    preset: str
    family: str
    family_name: str
    people: tuple[Holder, ...]
    witness: str

    @property
    def holders(self) -> tuple[str, ...]:
        """The names of the people whom the fact names."""
        return tuple(person.name for person in self.people)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record for one family of rules: the present fact, and the facts that it replaced.

    `former` starts with the newest.
    """

    now: HeldRecord
    former: tuple[HeldRecord, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Events of one code, newest first. `more`: older ones are left out."""

    code: str
    title: str
    rows: tuple[HeldRecord, ...]
    more: bool


def clubs_of(club: Club | None, caller: Caller) -> list[int]:
    """Return the number of the club; without a club, of all confirmed clubs the caller sees."""
    return [club.pk] if club else list(confirmed_clubs(caller).values_list("pk", flat=True))


def lines(
    game: Game, clubs: Sequence[int], wanted: Collection[str] | None = None
) -> list[RecordLine]:
    """Return the records of a game in these clubs, for each family of rules in `wanted`.

    Without `wanted`, for all families. Facts of different families are not compared.
    """
    # The codes are in the order of the game's words.
    codes = [code for code in game.words.facts if code not in game.words.histories]
    rows = _of_families(Found.objects.filter(record=True, game=game.slug, code__in=codes), wanted)
    chains: dict[tuple[str, str], list[Found]] = {}
    for row in with_tables(rows.filter(club__in=clubs)).order_by("ended_at", "match", "number"):
        chain = chains.setdefault((row.code, row.family), [])
        if not chain or row.value > chain[-1].value:
            chain.append(row)
    order = in_order(game, (played for _code, played in chains))
    keys = [(code, played) for code in codes for played in order]
    return [_line(game, chains[key]) for key in keys if key in chains]


def _of_families(rows: QuerySet[Found], wanted: Collection[str] | None) -> QuerySet[Found]:
    return rows if wanted is None else rows.filter(family__in=wanted)


@dataclass(frozen=True, slots=True)
class Families:
    """The families of rules that have records, by name; `chosen` is the one that is asked for."""

    names: Mapping[str, str]
    chosen: str

    @property
    def listed(self) -> list[str]:
        """The families to show: the one that is asked for, or else the first `FAMILIES`."""
        # An older version of the program stored facts without a family. They are shown until they
        # are computed again.
        return [self.chosen] if self.chosen else [*list(self.names)[:FAMILIES], ""]

    @property
    def more(self) -> bool:
        """Whether there are families that `listed` leaves out."""
        return not self.chosen and len(self.names) > FAMILIES


def families(game: Game, clubs: Sequence[int], chosen: str = "") -> Families:
    """Return the families of a game's records. Raises `Refused` if the `chosen` one is unknown.

    A preset may be chosen even if it was never played. Makes one query.
    """
    rows = Found.objects.filter(record=True, game=game.slug, club__in=clubs).order_by()
    listed = in_order(game, rows.values_list("family", flat=True).distinct())
    names = {family: family_name(game, family) for family in listed if family}
    if chosen and chosen not in names:
        preset = game.preset(chosen)
        if preset is None:
            raise Refused("family_unknown", "family")
        names = {chosen: str(preset.name), **names}
    return Families(names, chosen)


def with_tables(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return facts with their matches, the matches' seats, and the witness's name (`witness`)."""
    saw = Witness.objects.filter(match=OuterRef("match"), code=OuterRef("code")).values("name")
    facts = rows.annotate(witness=Coalesce(Subquery(saw), Value("")))
    return facts.select_related("match").prefetch_related(Prefetch("match__seats", seats()))


def _line(game: Game, chain: Sequence[Found]) -> RecordLine:
    chain_held = [held(game, row) for row in reversed(chain)]
    return RecordLine(chain_held[0], tuple(chain_held[1:]))


def histories(
    game: Game, clubs: Sequence[int], wanted: Collection[str] | None = None
) -> list[History]:
    """Return the last events of each code of a game. Makes three queries for each code."""
    all_histories = []
    for code, title in game.words.histories.items():
        rows = [held(game, row) for row in _events(game, clubs, code, wanted)[: LAST + 1]]
        if rows:
            all_histories.append(History(code, str(title), tuple(rows[:LAST]), len(rows) > LAST))
    return all_histories


def events(
    game: Game, clubs: Sequence[int], wanted: Collection[str] | None = None
) -> Iterator[HeldRecord]:
    """Yield all events of a game, code by code, newest first. Reads `AT_ONCE` rows at a time."""
    for code in game.words.histories:
        for row in _events(game, clubs, code, wanted).iterator(AT_ONCE):
            yield held(game, row)


def _events(
    game: Game, clubs: Sequence[int], code: str, wanted: Collection[str] | None
) -> QuerySet[Found]:
    rows = Found.objects.filter(game=game.slug, code=code, club__in=clubs)
    return with_tables(_of_families(rows, wanted)).order_by("-ended_at", "-match", "-number")


def event(game: Game, match: str, code: str, caller: Caller) -> Found:
    """Return the first event of that code in a match that the caller may see.

    Raises `NotFound`, also for a fact that is not an event, because only events have a witness.
    """
    seen = Found.objects.filter(match=match, game=game.slug, club__in=visible_clubs(caller))
    rows = with_tables(seen.filter(code=code)).select_related("club").order_by("number")
    row = rows.first() if code in game.words.histories else None
    if row is None:
        raise NotFound
    return row


def is_event() -> Q:
    """Return the condition for facts of any game that are events, not records."""
    condition = Q(pk__in=())
    for game in games():
        condition |= Q(game=game.slug, code__in=list(game.words.histories))
    return condition


def tells_event(slug: str, code: str) -> bool:
    """Say whether a fact of a game is an event, as `is_event` defines it."""
    return any(game.slug == slug and code in game.words.histories for game in games())


def held(game: Game, row: Any) -> HeldRecord:
    """Return a fact for display. `row` comes from `with_tables`."""
    match: Match = row.match
    sitting = list(match.seats.all())
    # A side is named by its people, because « Nous » means nothing on another day.
    sides = [
        get_text_list([seat.name for seat in sitting if seat.side == number], str(_("et")))
        for number in range(game.side_count(len(sitting)))
    ]
    called = Names([seat.name for seat in sitting], sides, game.words.terms)
    preset = game.preset(match.preset)
    return HeldRecord(
        code=row.code,
        title=str(game.words.titles[row.code]),
        text=sentence(game.words.facts[row.code], _figures(row), called),
        # If the least value is the best, the value is stored as negative, so that the greatest
        # is always the record. It is displayed as positive.
        value=abs(float(row.value)),
        since=row.ended_at,
        match=match.pk,
        club=row.club_id,
        preset=str(preset.name) if preset else match.preset,
        family=row.family or match.preset,
        family_name=family_name(game, row.family or match.preset),
        people=tuple(
            Holder(seat.name, number_told(seat))
            for seat in sitting
            if names(row.params, seat.number, seat.side)
        ),
        witness=readable(row.witness),
    )


def _figures(row: Found) -> dict[str, Any]:
    """Return the values of the fact's sentence. Floats become decimals."""
    return {
        name: Decimal(str(value)) if isinstance(value, float) else value
        for name, value in row.params.items()
    }


def names(params: Mapping[str, Any], seat: int, side: int) -> bool:
    """Say whether a fact names the person at a seat.

    A fact without a seat or a side names everybody.
    """
    if isinstance(params.get("seat"), int):
        return bool(params["seat"] == seat)
    if isinstance(params.get("side"), int):
        return bool(params["side"] == side)
    return True


def feats(game: str, clubs: Sequence[int]) -> list[Feat]:
    """Return the records that officers wrote by hand, newest first, with their people.

    People have the names used by the feat's club.
    """
    rows = Feat.objects.filter(game=game, club__in=clubs)
    people = Prefetch("players", Player.objects.order_by("pk"))
    rows = rows.select_related("club").prefetch_related(people).order_by("-date", "-pk")
    written = list(rows[:MANY])
    called_there((feat.club_id, person) for feat in written for person in feat.players.all())
    return written


def feat(game: Game, number: int, caller: Caller) -> Feat:
    """Return a record written by hand in a club that the caller may see. Raises `NotFound`."""
    rows = Feat.objects.filter(game=game.slug, club__in=visible_clubs(caller))
    row = rows.select_related("club").filter(pk=min(number, ID_MAX)).first()
    if row is None:
        raise NotFound
    return row


def seen_of(feats: Sequence[Feat], caller: Caller, facts: Iterable[HeldRecord] = ()) -> set[int]:
    """Return the numbers of people in records whom the caller may see. One query, or none."""
    people = {person.pk for feat in feats for person in feat.players.all()}
    people |= {
        holder.player for held in facts for holder in held.people if holder.player is not None
    }
    if not people:
        return set()
    seen = visible_players(caller).prefetch_related(None).filter(pk__in=people)
    return set(seen.values_list("pk", flat=True))


def named(feat: Feat, seen: Collection[int]) -> list[Player]:
    """Return the people whom a record written by hand may name.

    They are those in `seen` whom the record's club does not hide.
    """
    people = [person for person in feat.players.all() if person.pk in seen]
    hidden = Player.Shown.HIDDEN
    return [person for person in people if person.line is None or person.line.shown != hidden]


def kept_by(caller: Caller, clubs: Collection[Club]) -> list[Club]:
    """Return those of the clubs in which the caller may write records. One query, or none."""
    if caller.account is None or caller.is_site_owner:
        return list(clubs) if caller.account else []
    roles = [role for role in RANKS if allows(role, "manage_players")]
    own = caller.account.memberships.filter(role__in=roles)
    led = set(own.values_list("club", flat=True))
    return [club for club in clubs if club.pk in led]
