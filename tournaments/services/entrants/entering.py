"""Writes on entrants: entering one or many, changing their people, and changing their state."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.club_names import called_in
from clubs.lists.near import Directory
from clubs.lists.reading import NOTED
from clubs.models import Player
from clubs.queries import directory_of
from core.names import name_key
from games.registry.game import Game
from games.registry.installed import game_of
from games.services import SeatAsked, seating
from tournaments import permissions
from tournaments.errors import Denied, Refused
from tournaments.formats.installed import format_of
from tournaments.models import NAME_LENGTH, Entrant, Tournament
from tournaments.services.entrants import wishes
from tournaments.services.entrants.check_in import check_in_is_open, opening_told
from tournaments.services.entrants.same_people import somebody_left
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.options import options_of
from tournaments.state.tournament import Enrolled, TournamentState
from tournaments.storage import person_key


@dataclass(frozen=True, slots=True)
class EntrantAsked:
    """A request to enter somebody: a name, people, or both."""

    name: str = ""
    players: Sequence[SeatAsked] = ()
    seed: int | None = None
    club: str = ""
    phone: str = ""
    licence: str = ""
    # In hundredths; None: nothing is said of it.
    paid: int | None = None
    # Whether the people are the same as before and only spelt differently. An officer who
    # corrects an entrant sets this.
    same_people: bool = False

    def body(self) -> dict[str, Any]:
        """Return the request as plain data, from which the fingerprint of the write is made."""
        people = [[seat.player, seat.name] for seat in self.players]
        # Left out if not given, because requests made before these fields existed have none.
        more = {name: getattr(self, name) for name in (*NOTES, "paid", "same_people")}
        given = {name: value for name, value in more.items() if value not in ("", None, False)}
        return {"name": self.name, "players": people, "seed": self.seed, "club": self.club, **given}

    @property
    def notes(self) -> dict[str, str]:
        """Return the phone and the licence, if they are given."""
        return {name: value for name in NOTES if (value := getattr(self, name))}


# What is noted of an entrant beside the log, as fields of the request and of the row.
NOTES = ("phone", "licence")


def side_size(game: Game, format_: str, options: Mapping[str, Any]) -> int:
    """Return the most people that an entrant may have: those of a side, or 1 if partners change."""
    if format_of(format_).individual(options_of(format_, options)) or game.seats.sides is None:
        return 1
    seats = range(game.seats.least)
    return max(
        sum(game.seats.side_of(seat) == side for seat in seats) for side in range(game.seats.sides)
    )


def enter(
    *, tournament_id: str, entrants: Sequence[EntrantAsked], by: Writing, many: bool = True
) -> WriteOutcome:
    """Enter one or several entrants, at any time before the end. If one is refused, none is
    entered.

    With `many`, the field of a fault contains the entrant's place in the list. Wishes with the
    same people are replaced (module `wishes`). Raise `Refused` with `entrant_repeated`,
    `player_in_two_entrants`, `entrant_size`, `entrant_nameless`, `tournament_finished` or
    `player_unknown`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        data = entered_data(tournament, entrants, by, many=many)
        yield from wishes.entered(folded, data, _names(tournament, folded, data))
        numbered = dict(enumerate(entrants, folded.last_number + 1))
        for number, entrant in numbered.items():
            if entrant.paid is not None:
                yield Event("paid", {"entrant": number, "sum": entrant.paid})
        if noted := [number for number, entrant in numbered.items() if entrant.notes]:
            yield Event("noted", {"noted": noted})

    body = {"entrants": [entrant.body() for entrant in entrants]}
    with transaction.atomic():
        outcome = write(tournament_id, by, ("enter", body), plan, listed=many)
        if not outcome.repeated:
            first = outcome.folded.last_number - len(entrants) + 1
            notes = {at: entrant.notes for at, entrant in enumerate(entrants, first)}
            note(outcome.tournament, notes)
    return outcome


def note(tournament: Tournament, notes: Mapping[int, Mapping[str, str]]) -> None:
    """Store entrants' phones and licences, by number. They are not in the log."""
    noted = {number: values for number, values in notes.items() if values}
    rows = list(Entrant.objects.filter(tournament=tournament, number__in=noted))
    for row in rows:
        for name, value in noted[row.number].items():
            setattr(row, name, value)
    Entrant.objects.filter(tournament=tournament).bulk_update(rows, NOTES)


def entered_data(
    tournament: Tournament, entrants: Sequence[EntrantAsked], by: Writing, *, many: bool = False
) -> list[dict[str, Any]]:
    """Return new entrants as the data of an `entered` event. Raise `Refused` as `enter` does."""
    known = _players(entrants, by)
    called_in(tournament.club_id, known.values())
    return [
        _entered(tournament, entrant, known, f"{at}." if many else "")
        for at, entrant in enumerate(entrants)
    ]


def _names(
    tournament: Tournament, folded: TournamentState, data: Iterable[Mapping[str, Any]]
) -> wishes.PeopleNames:
    """Return the names of the players of a tournament and of those in an event's `data`.

    Only wishes need them, so there are none if the tournament has no wish.
    """
    if not any(entrant.wish for entrant in folded.entrants):
        return wishes.PeopleNames({})
    ids = {player for row in data for player, _guest in row["members"] if player is not None}
    return wishes.names_in(tournament, folded, Player.objects.filter(pk__in=ids))


def _players(entrants: Sequence[EntrantAsked], by: Writing) -> Mapping[int, Player]:
    ids = [
        seat.player for entrant in entrants for seat in entrant.players if seat.player is not None
    ]
    return seating.players(ids, by.caller, "players")


def _entered(
    tournament: Tournament, entrant: EntrantAsked, known: Mapping[int, Player], place: str
) -> dict[str, Any]:
    size = side_size(game_of(tournament.game), tournament.format, tournament.options)
    if len(entrant.players) > size:
        raise Refused("entrant_size", f"{place}players", size=size)
    people = [
        known[seat.player].public_name if seat.player is not None else seat.name
        for seat in entrant.players
    ]
    name = entrant.name or " & ".join(people)[:NAME_LENGTH]
    if not name:
        raise Refused("entrant_nameless", f"{place}name")
    return {
        "name": name,
        "key": name_key(name),
        "named": bool(entrant.name),
        "seed": entrant.seed,
        "club": entrant.club,
        "players": [person_key(seat.player, seat.name) for seat in entrant.players],
        "members": [[seat.player, seat.name] for seat in entrant.players],
    }


def edit_entrants(
    *, tournament_id: str, entrants: Mapping[int, EntrantAsked], by: Writing
) -> WriteOutcome:
    """Change the names or people of several entrants in one write, at any time.

    Their seeds, clubs and results stay. If a person leaves an entrant, the entrant's link ends.
    Raise `Refused` as `enter` does.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        return change_events(tournament, folded, entrants, by)

    body = {"entrants": [[number, entrant.body()] for number, entrant in entrants.items()]}
    return write(tournament_id, by, ("edit_entrants", body), plan)


def change_events(
    tournament: Tournament,
    folded: TournamentState,
    entrants: Mapping[int, EntrantAsked],
    by: Writing,
    *,
    confirmed: bool = False,
) -> Iterable[Event]:
    """Yield the events that give entrants other names or people. Raises as `enter` does."""
    changed = _renamed(tournament, folded, entrants, by, confirmed=confirmed)
    others = [entrant for entrant in folded.entrants if entrant.number not in entrants]
    names = _names(tournament, folded, changed)
    apart = replace(folded, entrants=tuple(others))
    yield from wishes.make_way(apart, map(wishes.enrolled_as, changed), names, instead=False)
    if changed:
        yield Event("entrants_changed", {"entrants": changed})


def confirm_entrants(*, tournament_id: str, numbers: Collection[int], by: Writing) -> WriteOutcome:
    """Confirm entrants who have signed up.

    A guest whose name is on the club's list becomes that player. The entrants' links stay valid.
    If one of them is entered already, none is confirmed. Raise `Refused`
    `player_in_two_entrants` or `entrant_repeated` then.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        wished = [entrant for entrant in map(folded.entrant, numbers) if entrant.wish]
        people = directory_of(tournament.club, by.caller) if wished else Directory()
        entrants = {entrant.number: _as_known(entrant, people) for entrant in wished}
        return change_events(tournament, folded, entrants, by, confirmed=True)

    return write(tournament_id, by, ("confirm_entrants", {"entrants": [*numbers]}), plan)


def _as_known(entrant: Enrolled, people: Directory) -> EntrantAsked:
    """Return an entrant in which guests whose name is on the club's list are replaced by these
    players.
    """
    seats = []
    for player, guest in entrant.members:
        known = people.find(guest)[0] if player is None else None
        number = known.player if known else player
        seats.append(SeatAsked(player=number, name="" if number is not None else guest))
    return EntrantAsked(entrant.name if entrant.named or not seats else "", seats)


def join_entrants(*, tournament_id: str, number: int, other: int, by: Writing) -> WriteOutcome:
    """Join two entrants without a partner into one, before the first draw.

    `other` is deleted. But if only `other` has a place, while `number` is on the waiting list,
    `number` is deleted instead. Raise `Refused` `entrant_size` if they have too many people
    together, or `drawn_stays` after the first draw.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        yield from joined(tournament, folded, (number, other), by)

    return write(tournament_id, by, ("join", {"entrant": number, "other": other}), plan)


def _notes_of_both(tournament: Tournament, stays: int, goes: int) -> dict[int, dict[str, str]]:
    """Return the phones and licences of two entrants who become one."""
    rows = Entrant.objects.filter(tournament=tournament, number__in=(stays, goes))
    by_number = {row.number: row for row in rows}
    noted = [by_number[stays], by_number[goes]]
    return {
        stays: {
            name: " / ".join(filter(None, (getattr(row, name) for row in noted)))[:NOTED]
            for name in NOTES
        }
    }


def joined(
    tournament: Tournament,
    folded: TournamentState,
    two: tuple[int, int],
    by: Writing,
    *,
    at_draw: bool = False,
) -> Iterable[Event]:
    """Yield the events that make one entrant of two. `at_draw`: a draw follows, and allows it."""
    first, second = map(folded.entrant, two)
    stays, goes = two
    if first.state == "waiting" and second.state != "waiting":
        # If only one of the two has a place, both get it.
        stays, goes = goes, stays
    people = [
        SeatAsked(player=player, name=name) for player, name in first.members + second.members
    ]
    pair = EntrantAsked(first.name if first.named else "", people)
    changed = _renamed(tournament, folded, {stays: pair}, by)
    note(tournament, _notes_of_both(tournament, stays, goes))
    yield Event("entrant_deleted", {"entrant": goes, **({"joined": True} if at_draw else {})})
    yield Event("entrants_changed", {"entrants": changed})


def delete_entrant(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """Delete an entrant completely. Raise `Refused` `drawn_stays` if the first draw has been
    made.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        yield Event("entrant_deleted", {"entrant": number})

    return write(tournament_id, by, ("delete_entrant", {"entrant": number}), plan)


def delete_entrants(*, tournament_id: str, numbers: Collection[int], by: Writing) -> WriteOutcome:
    """Delete several entrants. If one can't be deleted, none is.

    Raise `Refused` `drawn_stays` if the first draw has been made.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        for number in dict.fromkeys(numbers):
            yield Event("entrant_deleted", {"entrant": number})

    return write(tournament_id, by, ("delete_entrants", {"entrants": [*numbers]}), plan)


def renew_link(*, tournament_id: str, number: int, by: Writing) -> WriteOutcome:
    """End an entrant's link, and replace it by a new one.

    This also ends the card with the old link, the notices to the entrant's phones, and the right
    of the account that signed the entrant up. A person of the entrant who has an account keeps
    the rights of that account, which do not depend on the link.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        yield Event("link_renewed", {"entrant": number})

    return write(tournament_id, by, ("renew_link", {"entrant": number}), plan)


def _renamed(
    tournament: Tournament,
    folded: TournamentState,
    entrants: Mapping[int, EntrantAsked],
    by: Writing,
    *,
    confirmed: bool = False,
) -> list[dict[str, Any]]:
    """Return the data of an `entrants_changed` event: the entrants whose name or people change.

    With `confirmed`, unchanged entrants are included too, because they are no longer wishes.
    """
    asked_players = [seat for entrant in entrants.values() for seat in entrant.players]
    # A player who is entered already may stay, even if this writer could not enter that player.
    there = {
        player
        for enrolled in folded.entrants
        for player, _name in enrolled.members
        if player is not None
    }
    new = [seat for seat in asked_players if seat.player is not None and seat.player not in there]
    known = dict(_players([EntrantAsked(players=new)], by))
    staying = [seat.player for seat in asked_players if seat.player in there]
    known |= Player.objects.in_bulk([player for player in staying if player is not None])
    called_in(tournament.club_id, known.values())
    names = wishes.names_in(tournament, folded, known.values())
    changed = []
    for number, entrant in entrants.items():
        after = _entered(tournament, entrant, known, "")
        enrolled = folded.entrant(number)
        after = {name: after[name] for name in ("name", "key", "named", "players", "members")}
        before = {"name": enrolled.name, "key": enrolled.key, "named": enrolled.named}
        members = [list(member) for member in enrolled.members]
        same = after == {**before, "players": list(enrolled.players), "members": members}
        if confirmed or not same:
            left = not entrant.same_people and somebody_left(
                enrolled, wishes.enrolled_as(after), names.whole
            )
            renewed = {"renewed": True} if left else {}
            vouched = {"vouched": True} if enrolled.wish else {}
            changed.append({"entrant": number, **after, **renewed, **vouched})
    return changed


def change_entrant(
    *, tournament_id: str, number: int, changes: Mapping[str, Any], by: Writing
) -> WriteOutcome:
    """Change an entrant's state, seed, place on the waiting list (`waiting`) or payment (`paid`).

    A payment is in hundredths of the currency; None means that nothing is paid yet. With their
    own token an entrant may check in and, before the first draw, withdraw. While « Je viens » is
    open, they may also come back, on the waiting list if no place is free.

    Raise `Denied` if the caller may not make these changes, or `Refused` `waiting_list_full` if
    the waiting list is full too.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        own = _check_right(tournament, folded, number, changes, by)
        folded.entrant(number)  # Raises for an unknown entrant, even if nothing changes.
        if "seed" in changes:
            yield Event("entrant_seed", {"entrant": number, "seed": changes["seed"]})
        if "state" in changes:
            change = {"entrant": number, "state": changes["state"]}
            back = own and changes["state"] == "registered"
            if back:
                check_may_wait(tournament, folded)
            yield Event("entrant_state", {**change, "signed": True} if back else change)
        if "waiting" in changes:
            yield Event("entrant_waits", {"entrant": number, "place": changes["waiting"]})
        if "paid" in changes:
            yield Event("paid", {"entrant": number, "sum": changes["paid"]})
        if notes:
            yield Event("noted", {"noted": [number]})

    notes = {name: changes[name] for name in NOTES if name in changes}
    body = ("change_entrant", {"entrant": number, **changes})
    with transaction.atomic():
        outcome = write(tournament_id, by, body, plan, right=None)
        if not outcome.repeated:
            note(outcome.tournament, {number: notes})
    return outcome


def rank(*, tournament_id: str, seeds: Mapping[int, int | None], by: Writing) -> WriteOutcome:
    """Set the seeds of several entrants in one write, before the first draw. None removes a seed.

    Raise `Refused` `already_drawn` after the first draw.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        for number, seed in seeds.items():
            if folded.entrant(number).seed != seed:
                yield Event("entrant_seed", {"entrant": number, "seed": seed})

    body = {"seeds": [[number, seed] for number, seed in seeds.items()]}
    return write(tournament_id, by, ("rank", body), plan)


def _check_right(
    tournament: Tournament,
    folded: TournamentState,
    number: int,
    changes: Mapping[str, Any],
    by: Writing,
) -> bool:
    """Return whether the right to change an entrant comes only from the entrant's own token.

    Raise `Denied` if there is no right at all.
    """
    if permissions.can_run(tournament, by.caller):
        return False
    enrolled = next((entrant for entrant in folded.entrants if entrant.number == number), None)
    own = enrolled and permissions.is_entrant(tournament, number, by.table_token)
    if own and enrolled and _is_own(changes, own_moves(tournament, folded, enrolled)):
        return True
    if own and enrolled and enrolled.state == "registered" and _is_own(changes, ("checked_in",)):
        raise Refused("check_in_early", "state", when=opening_told(tournament))
    raise Denied("run_needed")


def _is_own(changes: Mapping[str, Any], moves: Sequence[str]) -> bool:
    return changes.keys() == {"state"} and changes["state"] in moves


def own_moves(
    tournament: Tournament, folded: TournamentState, enrolled: Enrolled
) -> tuple[str, ...]:
    """Return the states that an entrant may choose for themself now."""
    if enrolled.state == "registered":
        present = ("checked_in",) if check_in_is_open(tournament, folded) else ()
        return present if folded.begun else (*present, "withdrawn")
    if enrolled.state in ("checked_in", "waiting"):
        return () if folded.begun else ("withdrawn",)
    back = enrolled.state == "withdrawn" and not folded.begun and sign_up_open(tournament)
    return ("registered",) if back else ()


# The least limit of a waiting list, if the tournament does not set one.
LEAST_WAITING = 10


def most_waiting(tournament: Tournament) -> int:
    """Return the most entrants that the waiting list may have."""
    if tournament.waiting_limit is not None:
        return tournament.waiting_limit
    return max(tournament.limit or 0, LEAST_WAITING)


def list_is_full(tournament: Tournament, folded: TournamentState) -> bool:
    """Return whether no place is free for a new entrant, and the waiting list is full too."""
    waits = folded.full or bool(folded.waiting)
    return waits and len(folded.waiting) >= most_waiting(tournament)


def check_may_wait(tournament: Tournament, folded: TournamentState) -> None:
    """Raise `Refused` `waiting_list_full` if no place is free and the waiting list is full too."""
    if list_is_full(tournament, folded):
        raise Refused("waiting_list_full")


def sign_up_open(tournament: Tournament) -> bool:
    """Return whether people may sign up now.

    Sign-up must be switched on, and neither its end nor the first draw may have come.
    """
    last = tournament.sign_up_until
    before = tournament.state == Tournament.State.REGISTRATION and not tournament.order
    return tournament.signing_up and before and (last is None or timezone.now() < last)
