"""Duplicates across sites: imports deals from another site's signed file, and results of the same
deals.
"""

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
from tournaments.services.duplicate.boards import check_whole
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState
from tournaments.view import View

# The limits of one file of results: pairs, points, and characters of a name.
PAIRS_MAX, POINTS_MAX, NAME_MAX = 2000, 10**6, 170
# The limits of all results files of a tournament together: results and files. They are needed
# because each view of the page ranks all of them.
RESULTS_MAX, FILES_MAX = 20_000, 100


def take_deals(*, tournament_id: str, text: str, by: Writing) -> WriteOutcome:
    """Store the deals of another site's file, so that they are played here.

    All deals of the file are stored, because more may be needed if people enter later.

    Raise `Denied` if the caller plays here, because they could read the cards in the file. Raise
    `Refused` with one of these codes:

    - `file_unsigned`: the file can't be read, or its signature is wrong.
    - `deal_not_whole`: a deal is not the whole pack, dealt out evenly.
    - `deals_too_few`: the file has fewer deals than are needed.
    - `already_drawn`: a round is published.
    - `too_few_entrants`: there are too few entrants to know how many deals are needed.
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
    # A key can be written in several ways in hexadecimal. It is stored in a single one.
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

    Only results of boards that both sites have are stored. A file replaces an earlier one of the
    same tournament there.

    Raise `Refused` with one of these codes:

    - `file_unsigned`: the file can't be read, or its signature is wrong.
    - `boards_still_played`: not all our boards are open.
    - `own_results`: the file is our own.
    - `other_deals`: no board has the same cards as ours.
    - `results_too_many`: the limits are exceeded.
    - `results_of_another`: another signer has already used the name.
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
    """Return the results of the boards whose cards are the same here and in the file.

    Raise `Refused` `other_deals` if there is no such board.
    """
    marks = file.get("deals")
    if not isinstance(marks, dict):
        raise Refused("file_unsigned", "file")
    common = {board for board, mark in deals.marks.items() if marks.get(str(board)) == mark}
    if not common:
        raise Refused("other_deals", "file")
    return [result for result in results if result[0] in common]


def _results(file: Mapping[str, Any]) -> ResultsElsewhere:
    """Return the results in a file. All values are checked, because anybody may have signed the
    file.

    Raise `Refused` `file_unsigned` if a value is wrong.
    """
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
        # A pair may not play the same board twice.
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
    """Return a name in its stored form. Raise `Refused` `file_unsigned` if a site could not have
    it.
    """
    try:
        return clean_name(raw if isinstance(raw, str) else "", most)
    except RefusedName as no:
        raise Refused("file_unsigned", "file") from no
