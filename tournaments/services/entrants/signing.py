"""« Je viens »: people sign up for a tournament themselves, with or without an account."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from clubs.club_names import called_in
from clubs.lists.judging import Judged, judge
from clubs.lists.near import Directory, Known, match_key
from clubs.lists.reading import ListFault, read
from clubs.models import Player
from clubs.queries import directory_of
from core import errors
from core.errors import Fault
from core.names import clean_name
from ratelimits import limits
from tournaments import permissions
from tournaments.errors import Refused
from tournaments.models import Entrant, Tournament
from tournaments.services.entrants import wishes
from tournaments.services.entrants.entering import (
    EntrantAsked,
    check_may_wait,
    entered_data,
    sign_up_open,
)
from tournaments.services.previews import asked_of, entered_groups, size_of
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import Enrolled, TournamentState
from tournaments.view import View

# The limit of entrants, including those who have left, above which nobody can sign up. An
# organiser may enter more.
MOST_ENTRANTS = 500


@dataclass(frozen=True, slots=True)
class SignUpAsked:
    """The settings of « Je viens ».

    `limit` is the number of places, or None for no limit. `fee` is in hundredths of the
    currency. `waiting_limit` is the limit of the waiting list. If it is None, the list may be as
    long as there are places, but at least ten.
    """

    open: bool
    limit: int | None = None
    until: datetime | None = None
    fee: int | None = None
    waiting_limit: int | None = None
    # What people are told, as columns of the tournament; those left out stay.
    inviting: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SignedUp:
    """The outcome of a sign-up, with the number of the new entrant."""

    outcome: WriteOutcome
    number: int


def set_sign_up(*, tournament_id: str, terms: SignUpAsked, by: Writing) -> WriteOutcome:
    """Change the settings of « Je viens »."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        fee_was = tournament.fee
        tournament.signing_up, tournament.sign_up_until = terms.open, terms.until
        tournament.fee, tournament.waiting_limit = terms.fee, terms.waiting_limit
        yield Event("sign_up", _sign_up_data(terms))
        if terms.fee != fee_was:
            yield Event("fee", {"sum": terms.fee})
        changed = {
            name: value
            for name, value in terms.inviting.items()
            if value != getattr(tournament, name)
        }
        for name, value in changed.items():
            setattr(tournament, name, value)
        if changed:
            yield Event("described", changed)

    body = {**_sign_up_data(terms), "fee": terms.fee, **terms.inviting}
    return write(tournament_id, by, ("sign_up", body), plan)


def _sign_up_data(terms: SignUpAsked) -> dict[str, Any]:
    until = terms.until.isoformat() if terms.until else None
    waiting = {} if terms.waiting_limit is None else {"waiting_limit": terms.waiting_limit}
    return {"open": terms.open, "limit": terms.limit, "until": until, **waiting}


def sign_up(
    *, tournament_id: str, name: str, partner: str = "", by: Writing, network: str = ""
) -> SignedUp:
    """Enter somebody who signs up, alone or with a partner.

    If no place is free, they go onto the waiting list. The entrant is a wish, unless the caller
    may enter results here. `network` is the network of the request. In one day, strangers of one
    network may take at most half of the places. Raise `Refused` with `sign_up_closed`,
    `sign_up_too_many`, `waiting_list_full`, `sign_up_network`, `entrant_repeated`,
    `entrant_size`, `partner_same`, `name_not_read` or a code for an unusable name.
    """
    fields = {"name": name, "partner": partner}

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if not sign_up_open(tournament):
            raise Refused("sign_up_closed")
        if len(folded.entrants) >= MOST_ENTRANTS:
            raise Refused("sign_up_too_many")
        check_may_wait(tournament, folded)
        _check_network(tournament, by, network)
        view = View(tournament, by.caller, folded)
        own = _own_player(view)
        way = _way_for(tournament, folded, own, fields) if own else []
        aside = frozenset(number for event in way for number in _about(event))
        data = entered_data(tournament, [_understood(view, fields, aside)], by)
        yield from way
        wish = {} if permissions.can_score(tournament, by.caller) else {"wish": True}
        entered = {"entrants": data, "signed": True, **wish, **wishes.after(way)}
        yield Event("entered", entered)

    with transaction.atomic():
        outcome = write(tournament_id, by, ("sign_up_as", fields), plan, right=None)
        number = outcome.folded.last_number
        if not outcome.repeated:
            _count_network(outcome.tournament, by, network)
        if by.caller.account is not None and not outcome.repeated:
            rows = Entrant.objects.filter(tournament=outcome.tournament, number=number)
            rows.update(signed_by=by.caller.account)
    return SignedUp(outcome, number)


# --- Limits of a network
# -------------------------------------------------------------------------

# How many strangers of one network may sign up in a day: `OF_A_NETWORK` if the places have no
# limit, otherwise half of the places, but at least `LEAST_OF_A_NETWORK`.
OF_A_NETWORK = 30
LEAST_OF_A_NETWORK = 2
NETWORK = "network_comes"


def share_of_a_network(tournament: Tournament) -> int:
    """Return how many strangers of one network may sign up for a tournament in a day."""
    if tournament.limit is None:
        return OF_A_NETWORK
    return max(LEAST_OF_A_NETWORK, -(-tournament.limit // 2))


def _counted(tournament: Tournament, by: Writing, network: str) -> bool:
    """Return whether a sign-up counts against the limit of its network.

    Sign-ups of people who belong to the club do not count.
    """
    caller = by.caller
    known = caller.may("see_club", tournament.club) or permissions.can_score(tournament, caller)
    return bool(network) and not known


def _check_network(tournament: Tournament, by: Writing, network: str) -> None:
    if _counted(tournament, by, network) and limits.wait(
        NETWORK, f"{tournament.pk} {network}", times=share_of_a_network(tournament)
    ):
        raise Refused("sign_up_network")


def _count_network(tournament: Tournament, by: Writing, network: str) -> None:
    """Count an accepted sign-up against the limit of its network. Refused ones are not counted.

    Raise `Refused` `sign_up_network` if the limit is reached.
    """
    if _counted(tournament, by, network) and limits.take(
        NETWORK, f"{tournament.pk} {network}", times=share_of_a_network(tournament)
    ):
        raise Refused("sign_up_network")


# --- Accounts that sign up under their own name
# -------------------------------------------------


def _own_player(view: View) -> Player | None:
    """Return the player who belongs to the caller's account; None if they are not on the club's
    list.
    """
    own: Player | None = getattr(view.caller.account, "player", None)
    on_list = own and own.club_players.filter(club=view.tournament.club_id).exists()
    return own if on_list else None


def _way_for(
    tournament: Tournament, folded: TournamentState, own: Player, fields: Mapping[str, str]
) -> list[Event]:
    """Return the events that remove a player from wishes, if the player signs up under their own
    name.
    """
    called_in(tournament.club_id, [own])
    if match_key(own.called) not in map(match_key, fields.values()):
        return []
    entrant = Enrolled(0, own.called, members=((own.pk, ""),))
    names = wishes.names_in(tournament, folded, [own])
    return list(wishes.make_way(folded, [entrant], names, instead=True))


def _about(event: Event) -> list[int]:
    """Return the numbers of the entrants that an event of `_way_for` deletes or changes."""
    if event.kind == "entrant_deleted":
        return [event.data["entrant"]]
    return [row["entrant"] for row in event.data["entrants"]]


# --- The names -----------------------------------------------------------------------------------


def _understood(view: View, fields: Mapping[str, str], aside: Collection[int]) -> EntrantAsked:
    """Return the entrant that the typed names mean.

    The names are read like a line of a list, and compared with the present entrants. Entrants in
    `aside` are not compared, because they are about to be replaced. Raise `Refused` if the names
    can't be accepted.
    """
    names_by_field = {}
    for field, text in fields.items():
        if text.strip() or field == "name":
            try:
                names_by_field[field] = clean_name(text)
            except errors.Refused as refusal:
                raise Refused.of([Fault(refusal.code, field)]) from refusal
    try:
        rows = read(" / ".join(names_by_field.values()), size=size_of(view))
    except ListFault as fault:
        raise Refused("name_not_read", "name") from fault
    judged = judge(rows, _directory(view), entered_groups(view, aside))
    if len(judged) != 1:
        raise Refused("name_not_read", "name")
    if judged[0].out:
        raise _refusal(judged[0], names_by_field, size_of(view))
    return asked_of(judged)[0]


def _directory(view: View) -> Directory:
    """Return the people whom a typed name can mean.

    For a caller who may seat the club's people, they are these people. For anybody else they are
    only the caller.
    """
    caller, club = view.caller, view.tournament.club
    if caller.may("seat_players", club):
        return directory_of(club, caller)
    own = getattr(caller.account, "player", None)
    return Directory.of([Known(own.pk, own.public_name)]) if own else Directory()


def _refusal(judged: Judged, names_by_field: Mapping[str, str], size: int) -> Refused:
    remark = next(remark for remark in judged.row.remarks if remark.code in _CODES)
    params = {"name": remark.params.get("name", names_by_field["name"]), "size": size}
    twice = remark.code == "same_name" or params["name"] == names_by_field.get("partner")
    field = "partner" if twice and "partner" in names_by_field else "name"
    return Refused.of([Fault(_CODES[remark.code], field, params)])


# The refusal's code for each remark that keeps a line out of a list.
_CODES = {
    **dict.fromkeys(("entered", "person_entered"), "entrant_repeated"),
    **dict.fromkeys(("same_name", "repeated"), "partner_same"),
    "too_many": "entrant_size",
    **{code: code for code in ("name_too_long", "name_control", "name_marks", "name_blank")},
    **dict.fromkeys(
        ("header", "number", "total", "nobody", "misread", "line_too_long"), "name_not_read"
    ),
}
