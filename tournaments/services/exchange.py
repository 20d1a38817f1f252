"""Duplicates across sites: deals that come in a signed file, and results of the same deals."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments import duplicates, signed_files
from tournaments.errors import Denied, Refused
from tournaments.models import DealtBoard, ResultsElsewhere, Tournament
from tournaments.pairing.boards import numbers
from tournaments.queries import View
from tournaments.services.boards import MOST, check_whole
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState

# What a file of results may hold at most.
PAIRS_MAX, RESULTS_MAX, POINTS_MAX, NAME_MAX = 2000, 100_000, 10**6, 170


def take_deals(*, tournament_id: str, text: str, by: Writing) -> WriteOutcome:
    """Play the deals of another site's file, before the first round is published.

    Raises `file_unsigned`, `deal_not_whole`, `deals_too_few`, `already_drawn`, and `Denied` for who
    plays: they would see the cards.
    """
    told = _read(signed_files.DEALS, text)

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if View(tournament, by.caller, tokens=(by.table_token or "",)).own:
            raise Denied("run_needed")
        if any(drawn.state != "draft" for drawn in folded.rounds):
            raise Refused("already_drawn", "file")
        boards = _deals(tournament, told)
        needed = numbers(folded.field())
        if not set(needed) <= set(boards):
            raise Refused("deals_too_few", "file", count=len(needed), there=len(boards))
        DealtBoard.objects.filter(tournament=tournament).delete()
        DealtBoard.objects.bulk_create(
            DealtBoard(
                tournament=tournament,
                club_id=tournament.club_id,
                number=number,
                hands=boards[number],
            )
            for number in needed
        )
        yield Event("deals_entered", {"boards": needed})

    return write(tournament_id, by, ("deals_file", {"file": told["signature_of"]}), plan)


def _read(kind: str, text: str) -> dict[str, Any]:
    try:
        told = signed_files.read(kind, text)
    except signed_files.Unsigned as no:
        raise Refused("file_unsigned", "file") from no
    return {**told, "signature_of": signed_files.mark(told["signer"])}


def _deals(tournament: Tournament, told: Mapping[str, Any]) -> dict[int, list[list[str]]]:
    found: dict[int, list[list[str]]] = {}
    boards = told.get("boards")
    for number, hands in boards.items() if isinstance(boards, dict) else ():
        plain = isinstance(hands, list) and all(
            isinstance(hand, list) and all(isinstance(card, str) for card in hand) for hand in hands
        )
        if not plain or not (number.isascii() and number.isdecimal() and 0 < int(number) < MOST):
            raise Refused("file_unsigned", "file")
        check_whole(tournament, hands)
        found[int(number)] = hands
    return found


def take_results(*, tournament_id: str, text: str, by: Writing) -> WriteOutcome:
    """Compare with what another site made of the same deals, once all of ours may be told.

    A file of the same name replaces the one before. Raises `file_unsigned`, `other_deals`,
    `boards_still_played`.
    """
    told = _read(signed_files.RESULTS, text)

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        deals = duplicates.Deals(View(tournament, by.caller))
        if not deals.numbers or not set(deals.numbers) <= deals.opened:
            raise Refused("boards_still_played", "file")
        if told.get("set") != deals.set_mark:
            raise Refused("other_deals", "file")
        name, pairs, results = _results(told, deals)
        ResultsElsewhere.objects.update_or_create(
            tournament=tournament,
            name=name,
            defaults={"club_id": tournament.club_id, "pairs": pairs, "results": results},
        )
        yield Event("results_merged", {"name": name})

    return write(tournament_id, by, ("results_file", {"set": told.get("set")}), plan)


def _results(
    told: Mapping[str, Any], deals: duplicates.Deals
) -> tuple[str, list[str], list[list[int]]]:
    """Check the shape of a file of results: it was signed, but by whoever."""
    name, pairs, results = told.get("name"), told.get("pairs"), told.get("results")
    if not (
        isinstance(name, str)
        and 0 < len(name) <= 80
        and isinstance(pairs, list)
        and len(pairs) <= PAIRS_MAX
        and all(isinstance(one, str) and 0 < len(one) <= NAME_MAX for one in pairs)
        and isinstance(results, list)
        and len(results) <= RESULTS_MAX
    ):
        raise Refused("file_unsigned", "file")
    known = set(deals.numbers)
    for one in results:
        fits = isinstance(one, list) and len(one) == 4 and all(type(part) is int for part in one)
        if not fits:
            raise Refused("file_unsigned", "file")
        board, first, second, score = one
        seats = range(len(pairs))
        if board not in known or first not in seats or second not in seats:
            raise Refused("file_unsigned", "file")
        if first == second or abs(score) > POINTS_MAX:
            raise Refused("file_unsigned", "file")
    return name, pairs, results
