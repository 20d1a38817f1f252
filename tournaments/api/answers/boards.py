"""The boards of a duplicate as the API answers them."""

from fractions import Fraction
from typing import Annotated, TypedDict

from core.answers import Json, OneOf
from games.errors import NotFound
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.matchpoints import METHODS
from tournaments.duplicate.deals import BY_SITE, Deals
from tournaments.formats.rotation.boards import set_of
from tournaments.view import View


class DealLineAnswer(TypedDict):
    """A board: the seat that deals it, the rounds it is played in, whether it may be read."""

    number: int
    dealer: int
    rounds: list[int]
    open: bool


class DealsAnswer(TypedDict):
    """The boards of a duplicate.

    `commitment` is published before play, so that the deals can be checked against it afterwards.
    """

    scored_by: Annotated[str, OneOf(METHODS)]
    deals_by: Annotated[str, OneOf(("site", "table"))]
    commitment: str | None
    boards: list[DealLineAnswer]


class DealResultAnswer(TypedDict):
    """A table's result of a board. `worth`: each side's share of the matchpoints, or points."""

    round: int
    table: int
    sides: list[list[int]]
    entry: Json | None
    score: int | None
    worth: list[float] | None


class DealAnswer(TypedDict):
    """A board: its deal by seat, every result, and the result of perfect play."""

    number: int
    dealer: int
    open: bool
    hands: list[list[str]] | None
    key: str | None
    results: list[DealResultAnswer]
    solved: Json | None


def deals_body(view: View) -> DealsAnswer:
    """Return every board: who deals it, in which rounds it is played, whether it is open."""
    deals = Deals(view)
    return {
        "scored_by": deals.options.duplicate,
        "deals_by": view.tournament.options.get("deals_by", BY_SITE),
        "commitment": deals.commitment or None,
        "boards": [
            {
                "number": number,
                "dealer": deals.declared.dealer(number),
                "rounds": [played.round for played in deals.sets[set_of(number, deals.options)]],
                "open": number in deals.opened,
            }
            for number in deals.numbers
        ],
    }


def deal_body(view: View, number: int) -> DealAnswer:
    """Return a board that the caller may know, with its results once it is open.

    Raises `NotFound` if the caller may not know it.
    """
    deals = Deals(view)
    if number not in deals.numbers or not deals.known(number):
        raise NotFound
    opened, hands = number in deals.opened, deals.hands(number)
    row = deals.rows.get(number)
    worth = {
        (scored.result.first, scored.result.second): scored
        for scored in board_scores.worth(view.field)
        if scored.result.board == number
    }
    results: list[DealResultAnswer] = [
        {
            "round": drawn.number,
            "table": seated.number,
            "sides": [list(side) for side in seated.table.sides],
            "entry": played.entry,
            "score": played.score,
            "worth": [_worth(scored.first), _worth(scored.second)] if scored else None,
        }
        for drawn in view.rounds
        for seated in drawn.tables
        if opened and number in seated.boards
        for played in (seated.boards[number],)
        for scored in (worth.get((seated.table.sides[0], seated.table.sides[1])),)
    ]
    return {
        "number": number,
        "dealer": deals.declared.dealer(number),
        "open": opened,
        "hands": [list(hand) for hand in hands] if hands else None,
        "key": deals.key(number) or None,
        "results": results,
        "solved": row.solved if opened and row else None,
    }


def _worth(value: Fraction) -> float:
    return round(float(value), 4)
