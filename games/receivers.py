"""Moves seats when two players are merged or a guest is known, and back when that is undone.

Only `Seat` refers to a player. The log is never changed and keeps the number of the absorbed
player. Its readers look up the survivor (`past.table_at`).
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from clubs import signals
from clubs.callers import Caller
from clubs.guests.names import Guest, GuestNames, Trace
from clubs.models import Club, Player
from core.errors import Refused
from games.models import Match, Seat, Side, Status
from games.registry.installed import game
from games.signals import match_stored

SEATS = "games.seats"
# The most matches that a refusal lists.
NAMED = 3


def connect() -> None:
    """Connect the signals about people."""
    signals.players_merged.connect(move_seats)
    signals.merge_undone.connect(put_seats_back)
    signals.guests_sought.connect(seats_of_guests)
    signals.guests_known.connect(know_guests)
    signals.guest_parted.connect(part_guest)


def move_seats(
    sender: type[Player], survivor: Player, absorbed: Player, **_: Any
) -> dict[str, Any]:
    """Give the absorbed player's seats to the survivor; return their ids.

    Raises `Refused` if both players sat in one match.
    """
    together = Match.objects.filter(seats__player=survivor).filter(seats__player=absorbed)
    matches = list(together.order_by("id").values_list("pk", flat=True)[:NAMED])
    if matches:
        raise Refused("merge_same_table", "other", matches=", ".join(matches))
    seats = Seat.objects.filter(player=absorbed)
    moved = list(seats.order_by("id").values_list("pk", flat=True))
    seats.update(player=survivor)
    return {SEATS: moved}


def put_seats_back(
    sender: type[Player], survivor: Player, absorbed: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Give the moved seats back to the absorbed player. Seats that were changed since are left as
    they are.
    """
    seats = Seat.objects.filter(pk__in=receipts.get(SEATS, []), player=survivor)
    _in_their_matches(seats).update(player=absorbed)


def _in_their_matches(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return seats that are picked by their ids, with their matches named too."""
    return seats.filter(match__in=list(seats.values_list("match", flat=True)))


# --- Guests --------------------------------------------------------------------------------------


def seats_of_guests(sender: type[Player], club: Club, guests: GuestNames, **_: Any) -> list[Trace]:
    """Return the club's matches where guests sat, without those at tournaments' tables."""
    seated = [row for row in _guests_seats(club, guests) if not row[0].match.event_id]
    return [
        Trace(
            guest.number,
            "match",
            seat.match_id,
            _game_name(seat.match.game),
            timezone.localdate(seat.match.finished_at or seat.match.started_at),
            name,
        )
        for seat, name, guest in seated
    ]


def _game_name(slug: str) -> str:
    known = game(slug)
    return str(known.name) if known else slug


def _guests_seats(club: Club, guests: GuestNames) -> list[tuple[Seat, str, Guest]]:
    """Return the seats of guests in the matches that a club has accepted, by match."""
    rows = Seat.objects.filter(club=club, player=None).exclude(guest_name="")
    names = [
        name for name in rows.values_list("guest_name", flat=True).distinct() if guests.find(name)
    ]
    if not names:
        return []
    by_match: dict[str, list[Seat]] = {}
    for seat in rows.filter(guest_name__in=names).select_related("match").order_by("pk"):
        by_match.setdefault(seat.match_id, []).append(seat)
    return [
        row for seats in by_match.values() for row in guests.among((s, s.guest_name) for s in seats)
    ]


def know_guests(
    sender: type[Player], club: Club, guests: GuestNames, caller: Caller, **_: Any
) -> dict[int, dict[str, Any]]:
    """Give guests' seats to the players whom they turned out to be, or spell the guests otherwise.

    Returns the ids of the seats, by the guest's number. Raises `Refused` if the player sits at the
    same table.
    """
    seated = _guests_seats(club, guests)
    _check_tables(seated)
    receipts: dict[int, dict[str, Any]] = {}
    moved = []
    for seat, name, guest in seated:
        if guest.player is not None:
            Seat.objects.filter(pk=seat.pk, match=seat.match_id).update(player=guest.player)
            receipts.setdefault(guest.number, {SEATS: []})[SEATS].append(seat.pk)
            moved.append(seat.match)
        elif name != guest.spelling:
            rows = Seat.objects.filter(pk=seat.pk, match=seat.match_id)
            rows.update(guest_name=guest.spelling)
            Side.objects.filter(match=seat.match_id, name=name).update(name=guest.spelling)
    _count_again(moved)
    return receipts


def _check_tables(seated: Iterable[tuple[Seat, str, Guest]]) -> None:
    people = {(seat.match_id, guest.player.pk) for seat, _name, guest in seated if guest.player}
    there = Seat.objects.filter(match__in={match for match, _player in people})
    sitting = there.filter(player__in={player for _match, player in people})
    pairs = sitting.order_by("match").values_list("match", "player")
    both = [match for match, player in pairs if (match, player) in people]
    if both:
        raise Refused("merge_same_table", "name", matches=", ".join(both[:NAMED]))


def part_guest(
    sender: type[Player], club: Club, player: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Take a guest's seats from the player again. Seats changed since stay as they are."""
    picked = Seat.objects.filter(pk__in=receipts.get(SEATS, []), player=player)
    seats = _in_their_matches(picked)
    matches = list(Match.objects.filter(pk__in=list(seats.values_list("match", flat=True))))
    seats.exclude(guest_name="").update(player=None)
    _count_again(matches)


def _count_again(matches: Iterable[Match]) -> None:
    """Let the boards count matches again, as other people sit there. Their results are the same."""
    for match in {match.pk: match for match in matches}.values():
        running = match.status == Status.IN_PROGRESS
        match_stored.send(sender=Match, match=match, running=running, same_result=True)
