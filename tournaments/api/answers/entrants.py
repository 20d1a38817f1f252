"""Entrants as the API answers them: to everyone, to those who run the tournament, to themselves."""

from collections.abc import Sequence
from typing import Annotated, NotRequired, TypedDict

from core.answers import Moment, OneOf
from games.match.match_json import moment
from tournaments import permissions
from tournaments.api.answers.rounds import TableAnswer, WarningAnswer, table_body, warning_body
from tournaments.api.answers.standings import ProgressAnswer, progress_body
from tournaments.models import Entrant
from tournaments.presentation import own_place
from tournaments.presentation.money import amount
from tournaments.presentation.tables import side_name
from tournaments.services import (
    check_in_opens,
    list_is_full,
    most_waiting,
    own_moves,
    sign_up_open,
    size_of,
)
from tournaments.state import rounds
from tournaments.view import View


class PersonAnswer(TypedDict):
    """A person of an entrant."""

    player: int | None
    name: str


class EntrantAnswer(TypedDict):
    """An entrant. `waiting`: the place on the waiting list, from 1.

    `alone`: a single person of a pair, who by an organiser's answer plays without a partner.
    `token` opens the entrant's page and gives the entrant's rights. It is shown only to those who
    run the tournament and to the entrant. `paid`, `phone`, `licence` and `wish` are shown only to
    those who run it. `wish`: the entrant signed up and is not confirmed.
    """

    id: int
    name: str
    players: list[PersonAnswer]
    seed: int | None
    club: str
    rating: float | None
    state: Annotated[str, OneOf(Entrant.State.choices)]
    waiting: int | None
    alone: bool
    paid: NotRequired[float | None]
    phone: NotRequired[str]
    licence: NotRequired[str]
    wish: NotRequired[bool]
    token: NotRequired[str]
    warnings: NotRequired[Annotated[list[WarningAnswer], "Where they are entered."]]


class SignedUpAnswer(EntrantAnswer):
    """The entrant who has signed up.

    `alike`: names of people of other entrants that look the same, but are written with other
    letters (of Greek, for instance).
    """

    alike: list[str]


class SignUpAnswer(TypedDict):
    """« Je viens ». `now`: whether a sign-up is accepted at this moment.

    `waiting_limit`: how many entrants may wait. `fee` is shown only to those who run the
    tournament.
    """

    open: bool
    until: Moment | None
    limit: int | None
    now: bool
    taken: int
    waiting: int
    waiting_limit: int
    size: int
    fee: NotRequired[float | None]


class OwnEntrantAnswer(EntrantAnswer):
    """An entrant of the caller, with the table where they play now.

    `to_play`: their tables of the round that have no final result, if its tables are played in any
    order (`open_rounds`). Then `table` is the one that has begun, or the last one left. `moves`:
    the states that the caller may set; `may`: the actions that are allowed at the table.
    `check_in_from`: the moment from which the caller may set `checked_in`.
    """

    check_in_from: Moment
    moves: list[Annotated[str, OneOf(Entrant.State.choices)]]
    rank: int | None
    progress: ProgressAnswer | None
    over: bool
    round: int | None
    side: int | None
    table: TableAnswer | None
    to_play: list[int]
    partners: list[str]
    opponents: list[str]
    may: list[Annotated[str, OneOf(("play", "report", "confirm"))]]


class MineAnswer(TypedDict):
    """The entrants of the caller: those whose token they hold, and those of their account."""

    version: int
    entrants: list[OwnEntrantAnswer]


def entrant_body(view: View, number: int, *, own: bool = False) -> EntrantAnswer:
    """Return an entrant. It has its `token` for those who run the tournament, or if it is `own`.

    `paid`, `phone`, `licence` and `wish` are returned only to those who run the tournament.
    """
    enrolled = view.folded.entrant(number)
    body: EntrantAnswer = {
        "id": number,
        "name": view.names[number],
        "players": [
            {"player": view.number_told(person), "name": person.name}
            for person in view.people.get(number, ())
        ],
        "seed": enrolled.seed,
        "club": enrolled.club,
        "rating": enrolled.rating,
        "state": enrolled.state,
        "waiting": own_place.queue_place(view, number),
        "alone": enrolled.alone,
    }
    if view.can_run:
        body["paid"] = None if enrolled.paid is None else amount(enrolled.paid)
        body["phone"], body["licence"] = view.notes.get(number, ("", ""))
        body["wish"] = enrolled.wish
    if view.can_run or own:
        body["token"] = permissions.entrant_token(view.tournament, number)
    return body


def entered_body(view: View, numbers: Sequence[int]) -> list[EntrantAnswer]:
    """Return entrants who have just been entered. A warning says if no later round takes them."""
    late = rounds.too_late(view.folded)
    return [
        {
            **entrant_body(view, number),
            "warnings": [
                warning_body(warning, view.names)
                for warning in late
                if warning["entrant"] == number
            ],
        }
        for number in numbers
    ]


def sign_up_body(view: View) -> SignUpAnswer:
    """Return the state of « Je viens », with the fee for those who run the tournament."""
    tournament, folded = view.tournament, view.folded
    body: SignUpAnswer = {
        "open": tournament.signing_up,
        "until": moment(tournament.sign_up_until) if tournament.sign_up_until else None,
        "limit": folded.limit,
        "now": sign_up_open(tournament) and not list_is_full(tournament, folded),
        "taken": folded.taken,
        "waiting": len(folded.waiting),
        "waiting_limit": most_waiting(tournament),
        "size": size_of(view),
    }
    if view.can_run:
        body["fee"] = None if tournament.fee is None else amount(tournament.fee)
    return body


def mine_body(view: View) -> MineAnswer:
    """Return the entrants of the caller, each with the table where they play now."""
    return {
        "version": view.tournament.version,
        "entrants": [own_body(view, number) for number in view.own],
    }


def own_body(view: View, number: int) -> OwnEntrantAnswer:
    """Return an entrant as their own page shows them: their table, and the actions allowed."""
    at = own_place.own_place(view, number)
    body: OwnEntrantAnswer = {
        **entrant_body(view, number, own=True),
        "check_in_from": moment(check_in_opens(view.tournament)),
        "moves": list(own_moves(view.tournament, view.folded, view.folded.entrant(number))),
        "rank": at.rank,
        "progress": progress_body(view, number),
        "over": at.over,
        "round": at.round or None,
        "side": None,
        "table": None,
        "to_play": list(at.to_play),
        "partners": [],
        "opponents": [],
        "may": [],
    }
    if at.table is None:
        return body
    drawn = view.folded.round(at.round)
    seated = drawn.table(at.table)
    sides = seated.table.sides
    side = next(index for index, members in enumerate(sides) if number in members)
    return {
        **body,
        "side": side,
        "table": table_body(view, drawn, seated),
        "partners": [view.names[other] for other in sides[side] if other != number],
        "opponents": [
            side_name(view, members) for index, members in enumerate(sides) if index != side
        ],
        "may": [name for name, may in own_place.actions(seated, side).items() if may],
    }
