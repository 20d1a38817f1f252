"""GuestNames who turn out to be people of the club's list, and back; guests spelt otherwise.

The layers above hold the guests' names. They change them in the same transaction (`clubs.signals`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs import signals
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.guests.models import KnownGuest
from clubs.guests.names import Guest, GuestNames, Trace
from clubs.lists.near import match_key
from clubs.models import Action, Club, ClubPlayer, Player
from clubs.services.journal import log
from clubs.services.players import add_players, locked
from core.errors import Denied, NotFound, Refused
from core.names import clean_name, name_key

# The time during which a guest may be taken from a player again.
PARTING_WINDOW = timedelta(days=30)


def traces_of(club: Club, names: Sequence[str], caller: Caller) -> dict[str, list[Trace]]:
    """Return where the names of guests stand in a club, oldest first, by name as it was given.

    A name that stands nowhere is left out. Raises `Denied`.
    """
    _check(club, caller)
    guests = _guests(club, dict.fromkeys(names))
    traces: dict[str, list[Trace]] = {}
    for trace in _sought(club, guests):
        traces.setdefault(guests.all[trace.guest].name, []).append(trace)
    return traces


@transaction.atomic
def know_guests(
    *, club: Club, people: Mapping[str, Player], caller: Caller
) -> dict[str, KnownGuest]:
    """Let guests be players of the club's list: all that stands under each name becomes theirs.

    Returns what was given to whom, by name; a guest who stands nowhere is left out. Raises
    `Denied`, `NotFound` for a player who is not on the list, and the refusals of the layers above,
    if a guest and the player sit at one table or play one tournament.
    """
    _check(club, caller)
    players = {name: locked(player) for name, player in people.items()}
    on_list = ClubPlayer.objects.filter(club=club, player__in=players.values())
    if on_list.count() < len({player.pk for player in players.values()}):
        raise NotFound
    called_in(club, players.values())
    guests = _guests(club, players)
    receipts = _known(club, guests, caller)
    made = {}
    for guest in guests.all:
        if guest.number in receipts and guest.player is not None:
            made[guest.name] = KnownGuest.objects.create(
                club=club,
                player=guest.player,
                name=guest.name,
                by=caller.account,
                receipts=receipts[guest.number],
            )
            _log(club, Action.GUEST, caller, guest.player, guest.name, guest.player.called)
    return made


@dataclass(frozen=True, slots=True)
class Enlisted:
    """Who was added to a club's list: how many, and where those had been guests, by name."""

    count: int
    traces: Mapping[str, Sequence[Trace]]


@transaction.atomic
def enlist(
    *, club: Club, names: Sequence[str], caller: Caller, apart: Collection[str] = ()
) -> Enlisted:
    """Put people on a club's list, with all that guests of their names did before.

    `apart`: names of which the guest was somebody else. Raises as `add_players` and `know_guests`.
    """
    manages = caller.may("manage_players", club)
    same = [name for name in dict.fromkeys(names) if name not in apart]
    # Sought before the people are on the list: then a guest spelt otherwise would be somebody else.
    traces = traces_of(club, same, caller) if manages else {}
    count = add_players(club=club, names=names, caller=caller)
    if not count:
        return Enlisted(count, {})
    keys = {name_key(name): name for name in traces}
    on_list = ClubPlayer.objects.filter(club=club, name_key__in=keys).select_related("player")
    people = {keys[line.name_key]: line.player for line in on_list}
    known = know_guests(club=club, people=people, caller=caller) if people else {}
    return Enlisted(count, {name: traces[name] for name in known})


@transaction.atomic
def part_guest(*, club: Club, known_id: int, caller: Caller) -> Player:
    """Take back what a guest's name gave to a player, within 30 days; the guest is one again.

    What was entered since stays the player's. Returns the player. Raises `Denied`, `NotFound`,
    `Refused` `guest_too_old`.
    """
    _check(club, caller)
    rows = KnownGuest.objects.select_for_update(of=("self",)).select_related("player")
    known = rows.filter(club=club, pk=known_id).first()
    if known is None:
        raise NotFound
    if not may_be_parted(known):
        raise Refused("guest_too_old")
    player = locked(known.player)
    called_in(club, [player])
    signals.guest_parted.send(
        sender=Player,
        club=club,
        player=player,
        name=known.name,
        receipts=known.receipts,
        caller=caller,
    )
    known.delete()
    _log(club, Action.PARTED, caller, player, player.called, known.name)
    return player


def may_be_parted(known: KnownGuest) -> bool:
    """Return whether a guest may still be taken from the player."""
    return timezone.now() - known.at < PARTING_WINDOW


@transaction.atomic
def respell_guest(*, club: Club, name: str, spelling: str, caller: Caller) -> list[Trace]:
    """Spell a guest's name otherwise, everywhere in a club; return where it stood so.

    Only capitals, accents, hyphens and the like may differ: another name is another guest. Raises
    `Denied`, `Refused`: `guest_other_name`, and the codes of names.
    """
    _check(club, caller)
    spelling = clean_name(spelling)
    if match_key(spelling) != match_key(name):
        raise Refused("guest_other_name", "spelling")
    guests = _guests(club, {name: None}, spelling)
    traces = [trace for trace in _sought(club, guests) if trace.name != spelling]
    if traces:
        _known(club, guests, caller)
        _log(club, Action.RESPELT, caller, None, name, spelling)
    return traces


def _check(club: Club, caller: Caller) -> None:
    if not caller.may("manage_players", club):
        raise Denied("players_not_allowed")


def _guests(club: Club, people: Mapping[str, Player | None], spelling: str = "") -> GuestNames:
    """Return the guests of those names, whom nobody else on the list may be."""
    listed: dict[str, set[int]] = {}
    rows = ClubPlayer.objects.filter(club=club).values_list("player", "player__name", "name")
    for player, name, own in rows:
        listed.setdefault(match_key(own or name), set()).add(player)
    return GuestNames(
        Guest(
            name,
            player,
            spelling,
            exact=bool(listed.get(match_key(name), set()) - {player.pk if player else 0}),
        )
        for name, player in people.items()
    )


def _sought(club: Club, guests: GuestNames) -> list[Trace]:
    answers: Any = signals.guests_sought.send(sender=Player, club=club, guests=guests)
    traces: list[Trace] = [trace for _receiver, of_layer in answers for trace in of_layer]
    return sorted(traces, key=lambda trace: (trace.date, trace.kind, trace.title, trace.id))


def _known(club: Club, guests: GuestNames, caller: Caller) -> dict[int, dict[str, Any]]:
    """Let the layers above change their rows; return what each guest's name gave, by number."""
    answers: Any = signals.guests_known.send(sender=Player, club=club, guests=guests, caller=caller)
    receipts: dict[int, dict[str, Any]] = {}
    for _receiver, of_layer in answers:
        for number, receipt in of_layer.items():
            receipts.setdefault(number, {}).update(receipt)
    return receipts


def _log(
    club: Club, kind: Action, caller: Caller, player: Player | None, before: str, after: str
) -> None:
    log(club, kind, caller, player=player, before={"name": before}, after={"name": after})
