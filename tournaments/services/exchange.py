"""Duplicates across sites: imports deals from a signed file, and other sites' results of them."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from core.errors import Refused as RefusedName
from core.names import MAX_LENGTH, clean_name
from games.models import ID_LENGTH
from tournaments.duplicate import deals as duplicates
from tournaments.errors import Denied, Refused
from tournaments.files import signed_files
from tournaments.formats.rotation.boards import MOST_BOARDS, numbers
from tournaments.formats.rotation.draw import LEAST
from tournaments.models import DealtBoard, ResultsElsewhere, Tournament
from tournaments.services.boards import check_whole
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState
from tournaments.view import View

# What a file of results may hold at most.
PAIRS_MAX, POINTS_MAX, NAME_MAX = 2000, 10**6, 170
# What all files of results of a tournament may hold together, because each view of the page ranks
# them.
RESULTS_MAX, FILES_MAX = 20_000, 100


def take_deals(*, tournament_id: str, text: str, by: Writing) -> WriteOutcome:
    """Store the deals of another site's file, to be played. Only before a round is published.

    All deals are stored, because more may be needed if people enter later. Raises `file_unsigned`,
    `deal_not_whole`, `deals_too_few`, `already_drawn`, and `too_few_entrants` while the number of
    deals needed is unknown. Raises `Denied` for a caller who plays here, because they could read
    the cards in the file.
    """
    file = _read(signed_files.DEALS, text)

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if View(tournament, by.caller, tokens=(by.table_token or "",)).own:
            raise Denied("run_needed")
        if any(drawn.state != "draft" for drawn in folded.rounds):
            raise Refused("already_drawn", "file")
        boards = _deals(tournament, file)
        needed = numbers(folded.field())
        if not needed:
            raise Refused("too_few_entrants", "file", least=LEAST)
        if not set(needed) <= set(boards):
            raise Refused("deals_too_few", "file", count=len(needed), there=len(boards))
        DealtBoard.objects.filter(tournament=tournament).delete()
        DealtBoard.objects.bulk_create(
            DealtBoard(
                tournament=tournament,
                club_id=tournament.club_id,
                number=number,
                hands=hands,
            )
            for number, hands in sorted(boards.items())
        )
        yield Event("deals_entered", {"boards": needed})

    return write(tournament_id, by, ("deals_file", {"file": _digest(text)}), plan)


def _read(kind: str, text: str) -> dict[str, Any]:
    try:
        file = signed_files.read(kind, text)
    except signed_files.Unsigned as no:
        raise Refused("file_unsigned", "file") from no
    # The same key may be written in several ways, so it is stored in one.
    return {**file, "signer": bytes.fromhex(file["signer"]).hex()}


def _deals(tournament: Tournament, file: Mapping[str, Any]) -> dict[int, list[list[str]]]:
    hands_by_board: dict[int, list[list[str]]] = {}
    boards = file.get("boards")
    for number, hands in boards.items() if isinstance(boards, dict) else ():
        plain = isinstance(hands, list) and all(
            isinstance(hand, list) and all(isinstance(card, str) for card in hand) for hand in hands
        )
        if not plain or not (
            number.isascii() and number.isdecimal() and 0 < int(number) < MOST_BOARDS
        ):
            raise Refused("file_unsigned", "file")
        check_whole(tournament, hands)
        hands_by_board[int(number)] = hands
    return hands_by_board


def take_results(*, tournament_id: str, text: str, by: Writing) -> WriteOutcome:
    """Store another site's results of the same deals, once all our boards are open.

    Only results of the boards in common are stored. A file of the same tournament there replaces
    the earlier one. Raises `file_unsigned`, `boards_still_played`, `own_results`, `other_deals`,
    `results_too_many`, and `results_of_another` for a name already used by another signer.
    """
    file = _read(signed_files.RESULTS, text)

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        deals = duplicates.Deals(View(tournament, by.caller))
        if not deals.numbers or not set(deals.numbers) <= deals.opened:
            raise Refused("boards_still_played", "file")
        elsewhere = _results(file)
        if (elsewhere.signer, elsewhere.source) == (signed_files.own_signer(), tournament.pk):
            raise Refused("own_results", "file")
        elsewhere.results = _in_common(file, elsewhere.results, deals)
        others = list(ResultsElsewhere.objects.filter(tournament=tournament))
        for other in others:
            if (other.signer, other.source) == (elsewhere.signer, elsewhere.source):
                elsewhere.pk = other.pk
            elif other.name == elsewhere.name and other.signer != elsewhere.signer:
                mark = signed_files.mark(other.signer)
                raise Refused("results_of_another", "file", name=elsewhere.name, mark=mark)
        held = [len(other.results) for other in others if other.pk != elsewhere.pk]
        if len(held) >= FILES_MAX or sum(held) + len(elsewhere.results) > RESULTS_MAX:
            raise Refused("results_too_many", "file", most=RESULTS_MAX, files=FILES_MAX)
        elsewhere.tournament, elsewhere.club_id = tournament, tournament.club_id
        elsewhere.save()
        yield Event("results_merged", {"name": elsewhere.name})

    return write(tournament_id, by, ("results_file", {"file": _digest(text)}), plan)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _in_common(
    file: Mapping[str, Any], results: list[list[int]], deals: duplicates.Deals
) -> list[list[int]]:
    """Return the results of the boards whose cards are the same as ours."""
    marks = file.get("deals")
    if not isinstance(marks, dict):
        raise Refused("file_unsigned", "file")
    common = {board for board, mark in deals.marks.items() if marks.get(str(board)) == mark}
    if not common:
        raise Refused("other_deals", "file")
    return [result for result in results if result[0] in common]


def _results(file: Mapping[str, Any]) -> ResultsElsewhere:
    """Read a file of results and check all its values, because anybody may have signed it."""
    pairs, results = file.get("pairs"), file.get("results")
    if not (
        isinstance(pairs, list)
        and len(pairs) <= PAIRS_MAX
        and isinstance(results, list)
        and len(results) <= RESULTS_MAX
    ):
        raise Refused("file_unsigned", "file")
    met: set[tuple[int, int]] = set()
    for result in results:
        fits = (
            isinstance(result, list)
            and len(result) == 4
            and all(type(part) is int for part in result)
        )
        if not fits:
            raise Refused("file_unsigned", "file")
        board, first, second, score = result
        seats = range(len(pairs))
        # No pair plays a board twice.
        fresh = {(board, first), (board, second)}
        if first not in seats or second not in seats or len(fresh - met) < 2:
            raise Refused("file_unsigned", "file")
        if abs(score) > POINTS_MAX:
            raise Refused("file_unsigned", "file")
        met |= fresh
    return ResultsElsewhere(
        signer=file["signer"],
        source=_name(file.get("source"), ID_LENGTH),
        name=_name(file.get("name"), MAX_LENGTH),
        pairs=[_name(pair, NAME_MAX) for pair in pairs],
        results=results,
    )


def _name(raw: Any, most: int) -> str:
    """Return a name in its stored form; refuse a file with a name that no site would store."""
    try:
        return clean_name(raw if isinstance(raw, str) else "", most)
    except RefusedName as no:
        raise Refused("file_unsigned", "file") from no
