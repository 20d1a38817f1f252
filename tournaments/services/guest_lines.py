"""GuestNames in palmarès, in tables entered by hand, and in frozen challenges.

A palmarès and a table are of one club, as is each evening of a frozen challenge: that of its
tournament, or of the challenge for a table entered by hand.
"""

from collections.abc import Callable, Iterator
from typing import Any

from clubs.guests.names import Guest, GuestNames, Trace
from clubs.models import Club, Player
from clubs.queries import survivors
from core.errors import Refused
from core.names import name_key
from tournaments.models import Challenge, EnteredTable, PlacePerson, Tournament
from tournaments.services.entrants.guests import refuse_both

PLACES, TABLES, FROZEN = "tournaments.places", "tournaments.tables", "tournaments.frozen"
Receipts = dict[int, dict[str, list[Any]]]


def traces(club: Club, guests: GuestNames) -> Iterator[Trace]:
    """Yield where guests stand in a club's palmarès, tables and frozen challenges."""
    for person, name, guest in _palmares(club, guests):
        of = person.tournament
        yield Trace(guest.number, "palmares", of.pk, of.name, of.date, name)
    for table, _at, name, guest in _entered(club, guests):
        title = f"{table.challenge.name} · {table.name}"
        yield Trace(guest.number, "table", table.challenge_id, title, table.date, name)
    for challenge in _frozen_of(club):
        names = {guest.number: name for _at, _key, guest, name in _frozen(challenge, club, guests)}
        for number, name in names.items():
            yield Trace(number, "challenge", challenge.pk, challenge.name, challenge.last, name)


def know(club: Club, guests: GuestNames) -> Receipts:
    """Replace guests by players, or spell them otherwise; return what changed, by guest's number.

    Raises `Refused` if the player has a place of the same palmarès.
    """
    receipts: Receipts = {}

    def note(guest: Guest, key: str, receipt: Any) -> None:
        if guest.player is not None:
            receipts.setdefault(guest.number, {}).setdefault(key, []).append(receipt)

    _know_palmares(club, guests, note)
    _know_tables(club, guests, note)
    for challenge in _frozen_of(club):
        _know_frozen(challenge, club, guests, note)
    return receipts


def part(player: Player, receipts: dict[str, Any]) -> None:
    """Put the guest back where the player stands for them. What changed since stays."""
    for person in PlacePerson.objects.filter(pk__in=receipts.get(PLACES, ()), player=player):
        person.player = None
        person.save(update_fields=["player"])
    for table_id, at, place, name in receipts.get(TABLES, ()):
        table = EnteredTable.objects.select_for_update().filter(pk=table_id).first()
        if table is not None and at < len(table.rows):
            _put_back(table.rows[at]["people"], place, player, [None, name])
            table.save(update_fields=["rows"])
    for challenge_id, key, name, places in receipts.get(FROZEN, ()):
        challenge = Challenge.objects.select_for_update().filter(pk=challenge_id).first()
        if challenge is not None and challenge.frozen is not None:
            for evening, outcome, place in places:
                people = challenge.frozen["evenings"][evening]["outcomes"][outcome]["people"]
                if _is(people[place], player):
                    people[place] = key
            challenge.frozen["guests"].setdefault(key, name)
            challenge.save(update_fields=["frozen"])


def _put_back(people: list[Any], place: int, player: Player, guest: list[Any]) -> None:
    if place < len(people) and _is(people[place][0], player):
        people[place] = guest


def _is(stored: Any, player: Player) -> bool:
    """Return whether a stored number is the player's, or that of somebody merged into them."""
    now = survivors({stored}) if isinstance(stored, int) else {}
    return stored in now and now[stored].pk == player.pk


Note = Callable[[Guest, str, Any], None]


# --- Palmarès ------------------------------------------------------------------------------------


def _palmares(club: Club, guests: GuestNames) -> list[tuple[PlacePerson, str, Guest]]:
    rows = PlacePerson.objects.filter(club=club, player=None)
    names = [
        name for name in rows.values_list("guest_name", flat=True).distinct() if guests.find(name)
    ]
    by_tournament: dict[str, list[tuple[PlacePerson, str]]] = {}
    named = rows.filter(guest_name__in=names).select_related("tournament", "place")
    for person in named.order_by("pk"):
        by_tournament.setdefault(person.tournament_id, []).append((person, person.guest_name))
    return [row for people in by_tournament.values() for row in guests.among(people)]


def _know_palmares(club: Club, guests: GuestNames, note: Note) -> None:
    standing = _palmares(club, guests)
    wanted = {
        (row.tournament_id, guest.player.pk) for row, _name, guest in standing if guest.player
    }
    there = PlacePerson.objects.filter(player__in={player for _tournament, player in wanted})
    both = [
        pk for pk, player in there.values_list("tournament", "player") if (pk, player) in wanted
    ]
    if both:
        refuse_both(Tournament.objects.filter(pk__in=both))
    for person, name, guest in standing:
        if guest.player is not None:
            person.player = guest.player
            person.save(update_fields=["player"])
            note(guest, PLACES, person.pk)
        elif name != guest.spelling:
            _respell_place(person, name, guest.spelling)


def _respell_place(person: PlacePerson, name: str, spelling: str) -> None:
    person.guest_name = spelling
    person.save(update_fields=["guest_name"])
    place = person.place
    parts = [spelling if part == name else part for part in place.name.split(" & ")]
    players = [spelling if player == name else player for player in place.players]
    place.name, place.players = " & ".join(parts), players
    place.save(update_fields=["name", "players"])


# --- Tables entered by hand ----------------------------------------------------------------------


def _entered(
    club: Club, guests: GuestNames
) -> Iterator[tuple[EnteredTable, tuple[int, int], str, Guest]]:
    rows = EnteredTable.objects.filter(challenge__club=club).select_related("challenge")
    for table in rows:
        people = [
            ((at, place), name)
            for at, row in enumerate(table.rows)
            for place, (player, name) in enumerate(row["people"])
            if player is None
        ]
        for where, name, guest in guests.among(people):
            # The same object for all guests of a table, because each changes its rows.
            yield table, where, name, guest


def _know_tables(club: Club, guests: GuestNames, note: Note) -> None:
    standing = list(_entered(club, guests))
    for table, _where, _name, guest in standing:
        numbers = [number for row in table.rows for number, _guest in row["people"]]
        if guest.player and any(_is(number, guest.player) for number in numbers):
            raise Refused("merge_same_tournament", "name", tournaments=table.name)
    for table, (at, place), name, guest in standing:
        people = table.rows[at]["people"]
        if guest.player is not None:
            people[place] = [guest.player.pk, ""]
            note(guest, TABLES, [table.pk, at, place, name])
        else:
            people[place] = [None, guest.spelling]
        table.save(update_fields=["rows"])


# --- Frozen challenges ---------------------------------------------------------------------------


def _frozen_of(club: Club) -> list[Challenge]:
    hosted = Challenge.objects.filter(club=club) | Challenge.objects.filter(clubs=club)
    return list(hosted.filter(frozen__isnull=False).distinct().order_by("pk"))


def _frozen(
    challenge: Challenge, club: Club, guests: GuestNames
) -> list[tuple[tuple[int, int, int], str, Guest, str]]:
    """Return where guests stand in the frozen evenings of a club: place, key, guest and name."""
    frozen = challenge.frozen or {"evenings": (), "guests": {}}
    ids = [evening["tournament"] for evening in frozen["evenings"] if evening["tournament"]]
    own = set(Tournament.objects.filter(pk__in=ids, club=club).values_list("pk", flat=True))
    standing = []
    for at, evening in enumerate(frozen["evenings"]):
        if not _is_own(evening, own, challenge, club):
            continue
        people = [
            (((at, row, place), key), frozen["guests"].get(key, key))
            for row, outcome in enumerate(evening["outcomes"])
            for place, key in enumerate(outcome["people"])
            if isinstance(key, str)
        ]
        standing += [(*item, guest, name) for item, name, guest in guests.among(people)]
    return standing


def _is_own(evening: dict[str, Any], own: set[str], challenge: Challenge, club: Club) -> bool:
    if evening["tournament"]:
        return evening["tournament"] in own
    if evening["table"] is not None:
        return challenge.club_id == club.pk
    return str(evening["key"]).rpartition(" ")[2] == str(club.pk)


def _know_frozen(challenge: Challenge, club: Club, guests: GuestNames, note: Note) -> None:
    standing = _frozen(challenge, club, guests)
    if not standing or challenge.frozen is None:
        return
    places: dict[tuple[int, str], list[Any]] = {}
    for where, key, guest, name in standing:
        evening, row, place = where
        people = challenge.frozen["evenings"][evening]["outcomes"][row]["people"]
        if guest.player is not None:
            people[place] = guest.player.pk
        else:
            people[place] = name_key(guest.spelling)
            challenge.frozen["guests"][people[place]] = guest.spelling
        known = places.setdefault((guest.number, key), [])
        if not known:
            note(guest, FROZEN, [challenge.pk, key, name, known])
        known.append(list(where))
    challenge.save(update_fields=["frozen"])
