"""The deal of an open board, for the lab, which opens it by the address of the board's page."""

from collections.abc import Mapping
from typing import Any

from clubs.callers import Caller
from core.errors import NotFound
from games.registry import deal_pages
from games.registry.deal_pages import PageDeal
from tournaments import queries
from tournaments.duplicate.deals import Deals
from tournaments.view import View


def register() -> None:
    """Register the pages of boards. Called once, at start-up."""
    deal_pages.register("tournaments:board", deal_of)


def deal_of(caller: Caller, place: Mapping[str, Any]) -> PageDeal:
    """Return the deal of a board that nobody has yet to play. Raise `NotFound` for any other.

    Who prepares the deals gets no other answer: a closed board stays out of the lab.
    """
    tournament = queries.find(place["tournament_id"], caller)
    deals, board = Deals(View(tournament, caller)), place["board"]
    hands = deals.hands(board) if board in deals.opened else None
    if hands is None:
        raise NotFound
    return PageDeal(tournament.game, hands, deals.declared.dealer(board))
