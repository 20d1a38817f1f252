"""Starting a match: its game and ruleset, the people on its seats, its club."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club, Player
from core.exactly_once import fingerprint_of, first_write, once
from games import queries
from games.entry.side_names import stored_defaults
from games.errors import Denied, Refused
from games.match import past, permissions
from games.models import Change, Match, RulesBase, Seat, Side, started_id
from games.presentation.table import Table
from games.presentation.wording import span
from games.proposals import queries as proposals
from games.proposals.queries import Vouching
from games.queries import Loaded
from games.registry.game import Game, Preset
from games.services import offers, seating, series
from games.services.writing import Changed, Kind, WriteOutcome, Writing, log


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A person for a seat: a player's number or a guest's name, or neither if nobody is named yet.

    `added`: the player was put on the club's list only for this start.
    """

    player: int | None = None
    name: str = ""
    added: bool = False


@dataclass(frozen=True, slots=True)
class StartAsked:
    """The values of a match that is to be started. Their shape is checked, but not the game's
    rules.

    The match counts in `club` if the caller vouches for it there; otherwise it is proposed to the
    club. `event_id` is the name that a layer above uses for the match. `vouched`: that layer has
    checked, by its own rules, the right to start the match and to seat these people.
    """

    game: Game
    seats: Sequence[SeatAsked]
    preset: Preset
    rules: Mapping[str, Any] = field(default_factory=dict)
    side_names: Sequence[str] = ()
    club: Club | None = None
    in_club_room: bool = False
    started_at: datetime | None = None
    imported: bool = False
    event_id: str = ""
    vouched: bool = False
    # The match that the table has just played, or None. The new match may continue its series.
    follows: Loaded | None = None

    def body(self) -> dict[str, Any]:
        """Return the start as the log stores it. Its fingerprint is computed from this."""
        return {
            "game": self.game.slug,
            "preset": self.preset.slug,
            "rules": dict(self.rules),
            "seats": [[seat.player, seat.name] for seat in self.seats],
            "names": list(self.side_names),
            "club": self.club.slug if self.club else None,
            "in_club_room": self.in_club_room,
            **({"event_id": self.event_id} if self.event_id else {}),
            **({"follows": self.follows.match.pk} if self.follows else {}),
        }


def start(*, setup: StartAsked, by: Writing) -> WriteOutcome:
    """Start a match. A repeated `client_id` (unique on the site) gets the first answer.

    Raise `Refused` (players, names, an impossible ruleset), `Denied`, or `ClientIdReused`.
    """
    fingerprint = fingerprint_of(Kind.START, None, setup.body())
    return made_once(by, fingerprint, lambda: create(setup, by, fingerprint).table)


def made_once(by: Writing, fingerprint: str, make: Callable[[], Table]) -> WriteOutcome:
    """Run `make` in a transaction, or return the first answer if this `client_id` started a match
    before.
    """
    return once(lambda: _first_start(by.client_id, fingerprint), lambda: WriteOutcome(make()))


@dataclass(frozen=True, slots=True)
class Created:
    """A new match: its rows, and its table for pages and the API."""

    loaded: Loaded
    table: Table


def create(setup: StartAsked, by: Writing, fingerprint: str, answered: int = 1) -> Created:
    """Write a new match's rows. It must run inside a transaction.

    `answered` is the match's version in the answer: an import adds lines after the start.
    """
    check_player_count(setup.game, setup.seats)
    requested = setup
    vouching = _vouching(setup, by.caller)
    if vouching is None:
        setup = _of_the_table(setup, by.caller)
    people = _people(setup, by.caller, vouching)
    going_on = series.go_on(setup.follows, setup, people, by.caller) if setup.follows else None
    rules = build_rules(setup.game, setup.preset, setup.rules, len(setup.seats))
    match = _match(setup, by, going_on, vouching)
    rules.match, rules.club = match, setup.club
    rules.save(force_insert=True)
    seats = _seats(match, setup, people, going_on.people if going_on else ())
    loaded = Loaded(
        match=match,
        game=setup.game,
        rules=rules,
        seats=seats,
        sides=_sides(match, setup, seats),
        entries=[],
    )
    sheet = loaded.replay()
    after = setup.body() | {
        "rules": rules.values(),
        "sides": [side.name for side in loaded.sides],
        "players": [seat.player_id for seat in loaded.seats],
        "answered": answered,
    }
    added = [seat.player for seat in setup.seats if seat.added]
    if added:
        after["added"] = added
    if going_on:
        after["series"] = going_on.number
    if vouching is None:
        after["wishes"] = [seat.player for seat in requested.seats]
    log(match, Changed(Kind.START, after=after, at=match.started_at), by, fingerprint)
    if vouching is None and requested.club is not None:
        offers.offer_if_there_is_room(match, requested.club, by.caller)
    return Created(loaded, loaded.table(sheet))


def _vouching(setup: StartAsked, caller: Caller) -> Vouching | None:
    """Return why the start counts, or None if it is only proposed to its club.

    A start without a club needs no other reason. Raise `Denied` if the caller may not start the
    match at all.
    """
    if setup.vouched:
        return Vouching()
    if not permissions.can_start(setup.club, caller):
        raise Denied("club_not_allowed" if setup.club else "open_tables_closed")
    club = setup.club
    if club is None:
        vouching: Vouching | None = Vouching()
    elif setup.imported:
        vouching = Vouching() if caller.may("accept_matches", club) else None
    else:
        vouching = proposals.vouching(club, caller, setup.started_at)
    if setup.in_club_room and vouching is not None and vouching.link is None:
        seating.check_club_room(club, caller)
    return vouching


def _of_the_table(setup: StartAsked, caller: Caller) -> StartAsked:
    """Return the start of a match that belongs only to the table: of no club, with guests as its
    people.

    A known player becomes a guest, with the name under which the caller may see the player in the
    club that was asked for. Raise `Refused` (`player_unknown`).
    """
    known = [seat.player for seat in setup.seats if seat.player is not None]
    people = seating.visible_people(known, setup.club, caller)
    guests = [
        seat if seat.player is None else SeatAsked(name=people[seat.player].public_name)
        for seat in setup.seats
    ]
    return replace(setup, club=None, in_club_room=False, seats=guests)


def _match(
    setup: StartAsked, by: Writing, going_on: series.GoingOn | None, vouching: Vouching | None
) -> Match:
    return Match.objects.create(
        id=started_id(Match.objects.all(), by.client_id),
        game=setup.game.slug,
        preset=setup.preset.slug,
        club=setup.club,
        in_club_room=setup.in_club_room,
        starter=by.caller.account,
        client_id=by.client_id,
        imported=setup.imported,
        event_id=setup.event_id,
        started_at=setup.started_at or timezone.now(),
        series=going_on.series if going_on else None,
        series_number=going_on.number if going_on else None,
        vouching_link=vouching.link if vouching else None,
    )


def _first_start(client_id: UUID | None, fingerprint: str) -> WriteOutcome | None:
    starts = Change.objects.filter(version=1)
    first = first_write(starts, client_id, fingerprint, at="match__client_id")
    if first is None:
        return None
    # An import writes its lines together with the start, so its first answer has a later version.
    answered = (first.after or {}).get("answered", 1)
    match = queries.matches().get(pk=first.match_id)
    return WriteOutcome(past.table_at(match, answered), repeated=True)


def _people(setup: StartAsked, caller: Caller, vouching: Vouching | None) -> dict[int, Player]:
    """Return the known players of the seats, by number.

    If the start counts by a link, that link gave the right to seat the club's players, even if it
    has ended since. Raise the errors of `seating.players`.
    """
    known = {seat.player for seat in setup.seats if seat.player is not None}
    if setup.vouched:
        people = Player.objects.in_bulk(known)
    else:
        by_link = vouching is not None and vouching.link is not None
        people = seating.listed(known, setup.club) if by_link else {}
        people |= seating.players(known - people.keys(), caller)
    called_in(setup.club, people.values())
    return people


def check_player_count(game: Game, seats: Sequence[SeatAsked]) -> None:
    """Raise `Refused` (`player_count` or `player_repeated`) unless the seats suit the game."""
    least, most = game.seats.least, game.seats.most
    if len(seats) < least or (most is not None and len(seats) > most):
        raise Refused("player_count", "seats", players=_how_many(least, most))
    known = [seat.player for seat in seats if seat.player is not None]
    if len(known) != len(set(known)):
        raise Refused("player_repeated", "seats")


def _how_many(least: int, most: int | None) -> str:
    """Return the possible numbers of players in words: « 4 », « de 3 à 6 » or « au moins 2 »."""
    if most is None:
        return str(_("au moins %(least)s") % {"least": least})
    return span((least, most))


def build_rules(game: Game, preset: Preset, overrides: Mapping[str, Any], seats: int) -> RulesBase:
    """Return the unsaved rules: a preset, with the values of `overrides`.

    Raises `Refused` with every fault that the game finds.
    """
    rules = game.rules.model(**{**preset.values, **overrides})
    # The game's own faults come first, because they have more precise sentences. The bounds of the
    # columns are checked only if the game finds no fault.
    faults = game.rules.faults(rules, seats) or rules.out_of_bounds()
    for fault in faults:
        fault.field = f"rules.{fault.field}" if fault.field else "rules"
    if faults:
        raise Refused.of(faults, game)
    return rules


def _seats(
    match: Match, setup: StartAsked, people: Mapping[int, Player], persons: Sequence[int]
) -> list[Seat]:
    seats = [
        Seat(
            match=match,
            club=setup.club,
            number=number,
            side=setup.game.seats.side_of(number),
            player=people[seat.player] if seat.player is not None else None,
            guest_name=seat.name,
            person=persons[number] if persons else None,
        )
        for number, seat in enumerate(setup.seats)
    ]
    return Seat.objects.bulk_create(seats)


def _sides(match: Match, setup: StartAsked, seats: list[Seat]) -> list[Side]:
    count = setup.game.side_count(len(setup.seats))
    if setup.side_names and len(setup.side_names) != count:
        raise Refused("side_count", "sides")
    fallback = stored_defaults(setup.game) or [seat.stored_name for seat in seats]
    names = list(setup.side_names) or fallback
    sides = [
        Side(match=match, club=setup.club, number=number, name=names[number] or fallback[number])
        for number in range(count)
    ]
    return Side.objects.bulk_create(sides)
