"""GuestNames of a club's tournaments: where they are entered, and entering them as players instead.

An entrant that has a name and no people has those whom its name lists, if they are as many as its
people would be. Wishes of strangers are left alone, unless they were drawn or have paid.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from clubs.callers import Caller
from clubs.guests.names import Guest, GuestNames, Trace
from clubs.lists.near import match_key
from clubs.models import Club, Player
from core.errors import Refused
from games.registry.installed import game
from games.services import SeatAsked
from tournaments.models import Entrant, Member, Tournament
from tournaments.services.entrants.entering import EntrantAsked, change_events, side_size
from tournaments.services.writing import Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import Enrolled, TournamentState

ENTRANTS = "tournaments.entrants"
# How many tournaments a refusal lists.
NAMED = 3
BETWEEN = " & "

# An entrant's number, and the place of one of its people.
Place = tuple[int, int]


@dataclass(slots=True)
class Entered:
    """The guests of a tournament who are looked for: entrant and place, spelling, guest."""

    tournament: Tournament
    rows: list[tuple[Place, str, Guest]] = field(default_factory=list)


def entered(club: Club, guests: GuestNames) -> list[Entered]:
    """Return the club's tournaments in which guests are entered, the oldest first."""
    people: dict[str, list[tuple[Place, str]]] = {}
    for tournament, number, place, name in [*_members(club, guests), *_nameless(club, guests)]:
        people.setdefault(tournament, []).append(((number, place), name))
    rows = Tournament.objects.filter(pk__in=people).order_by("date", "pk")
    with_guests = [Entered(row, guests.among(people[row.pk])) for row in rows]
    return [row for row in with_guests if row.rows]


def _members(club: Club, guests: GuestNames) -> list[tuple[str, int, int, str]]:
    rows = Member.objects.filter(club=club, player=None).exclude(_mere_wish("entrant__"))
    names = _meant(rows, "guest_name", guests)
    fields = ("tournament", "entrant__number", "place", "guest_name")
    return list(rows.filter(guest_name__in=names).order_by("pk").values_list(*fields))


def _nameless(club: Club, guests: GuestNames) -> list[tuple[str, int, int, str]]:
    """Return the people of entrants who have only a name, if it lists as many as they are."""
    rows = Entrant.objects.filter(club=club, members=None).exclude(_mere_wish())
    names = [
        name
        for name in rows.values_list("name", flat=True).distinct()
        if any(map(guests.find, name.split(BETWEEN)))
    ]
    return [
        (entrant.tournament_id, entrant.number, place, part)
        for entrant in rows.filter(name__in=names).select_related("tournament")
        if len(parts := entrant.name.split(BETWEEN)) == _size(entrant.tournament)
        for place, part in enumerate(parts)
    ]


def _mere_wish(entrant: str = "") -> Q:
    """Return the condition for the wishes of strangers. `entrant` is the prefix of the columns."""
    return Q(**{f"{entrant}wish": True, f"{entrant}drawn": False, f"{entrant}paid": None})


def _meant(rows: QuerySet[Any], column: str, guests: GuestNames) -> list[str]:
    names = rows.values_list(column, flat=True).distinct()
    return [name for name in names if guests.find(name)]


def _size(tournament: Tournament) -> int:
    played = game(tournament.game)
    return side_size(played, tournament.format, tournament.options) if played else 0


def traces(club: Club, guests: GuestNames) -> list[Trace]:
    """Return the entries of guests in the club's tournaments."""
    return [
        Trace(guest.number, "tournament", row.tournament.pk, *_title_of(row.tournament), name)
        for row in entered(club, guests)
        for _place, name, guest in row.rows
    ]


def _title_of(tournament: Tournament) -> tuple[str, Any]:
    return tournament.name, tournament.date


def know(club: Club, guests: GuestNames, caller: Caller) -> dict[int, list[Any]]:
    """Enter guests as players, or under another spelling; return the entries, by guest's number.

    Raises `Refused` `merge_same_tournament` if the player is entered there beside the guest.
    """
    with_guests = entered(club, guests)
    _check_entered(with_guests)
    receipts: dict[int, list[Any]] = {}
    for row in with_guests:
        changes: dict[int, EntrantAsked] = {}

        def plan(
            tournament: Tournament,
            folded: TournamentState,
            row: Entered = row,
            changes: dict[int, EntrantAsked] = changes,
        ) -> Iterable[Event]:
            for place, name, guest in row.rows:
                receipt = _put(folded, place, name, guest, changes)
                if receipt and guest.player:
                    receipts.setdefault(guest.number, []).append([tournament.pk, *receipt])
            return change_events(tournament, folded, changes, Writing(caller))

        write(row.tournament.pk, Writing(caller), ("guests_known", {}), plan)
    return receipts


def _check_entered(with_guests: Iterable[Entered]) -> None:
    changes = {
        row.tournament.pk: {guest.player.pk for _place, _name, guest in row.rows if guest.player}
        for row in with_guests
    }
    there = Member.objects.filter(tournament__in=changes, player__in=set().union(*changes.values()))
    pairs = there.order_by("tournament__date", "tournament").values_list("tournament", "player")
    both = [tournament for tournament, player in pairs if player in changes[tournament]]
    if both:
        refuse_both(Tournament.objects.filter(pk__in=both))


def refuse_both(rows: QuerySet[Tournament]) -> None:
    """Raise the refusal of a guest and a player who both stand in these tournaments."""
    names = list(rows.order_by("date", "pk").values_list("name", flat=True)[:NAMED])
    raise Refused("merge_same_tournament", "name", tournaments=", ".join(names))


def _put(
    folded: TournamentState, place: Place, name: str, guest: Guest, changes: dict[int, EntrantAsked]
) -> list[Any] | None:
    """Ask for an entrant with a guest replaced. Return what undoes it; None if nothing changes."""
    number, at = place
    enrolled = next((row for row in folded.entrants if row.number == number), None)
    seats = [] if enrolled is None else _seats(enrolled, changes.get(number))
    if enrolled is None or at >= len(seats) or seats[at] != SeatAsked(name=name):
        return None
    if guest.player is None and guest.spelling == name:
        return None
    by_player = guest.player is not None
    seats[at] = SeatAsked(player=guest.player.pk if guest.player else None, name=guest.spelling)
    own_name = enrolled.named and bool(enrolled.members) and not _is_called(enrolled, name)
    called = changes[number].name if number in changes else enrolled.name
    changes[number] = EntrantAsked(called if own_name else "", seats, same_people=True)
    own_called = enrolled.name if enrolled.named else None
    return [number, at, name, own_called, bool(enrolled.members)] if by_player else []


def _is_called(enrolled: Enrolled, name: str) -> bool:
    """Return whether an entrant's own name is only that of this guest."""
    return match_key(enrolled.name) == match_key(name)


def _seats(enrolled: Enrolled, changes: EntrantAsked | None) -> list[SeatAsked]:
    if changes is not None:
        return list(changes.players)
    if not enrolled.members:
        return [SeatAsked(name=part) for part in enrolled.name.split(BETWEEN)]
    return [SeatAsked(player=player, name=guest) for player, guest in enrolled.members]


def part(player: Player, receipts: Iterable[Any], caller: Caller) -> None:
    """Enter the guest again instead of the player. Entries changed since stay as they are."""
    by_tournament: dict[str, list[Any]] = {}
    for tournament, *receipt in receipts:
        by_tournament.setdefault(tournament, []).append(receipt)
    for number in Tournament.objects.filter(pk__in=by_tournament).order_by("pk").values_list("pk"):
        _part(number[0], player, by_tournament[number[0]], caller)


def _part(tournament_id: str, player: Player, receipts: Iterable[Any], caller: Caller) -> None:
    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        people = {row.number: row for row in folded.entrants}
        changes: Mapping[int, EntrantAsked] = {
            number: again
            for number, at, name, own_called, had_people in receipts
            if number in people
            and (again := _as_guest(people[number], player, at, name, own_called, had_people))
        }
        return change_events(tournament, folded, changes, Writing(caller))

    write(tournament_id, Writing(caller), ("guest_parted", {}), plan)


def _as_guest(
    enrolled: Enrolled, player: Player, at: int, name: str, own_called: str | None, had_people: bool
) -> EntrantAsked | None:
    """Return an entrant with the guest in the player's place; None if the player is not there."""
    seats = [SeatAsked(player=number, name=guest) for number, guest in enrolled.members]
    if at >= len(seats) or seats[at].player != player.pk:
        return None
    seats[at] = SeatAsked(name=name)
    called = enrolled.name if enrolled.named else own_called or ""
    if not had_people and all(seat.player is None for seat in seats):
        listed = BETWEEN.join(seat.name for seat in seats)
        return EntrantAsked(called or listed, (), same_people=True)
    return EntrantAsked(called if had_people else "", seats, same_people=True)
