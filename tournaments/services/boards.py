"""The boards of a duplicate: what a table made of them, the deals entered there, the solver."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.errors import Refused as GameRefused
from games.registry import game_of
from games.sheet import RuleError
from tournaments import duplicates
from tournaments.errors import Refused
from tournaments.models import Board, Tournament, new_deals_secret
from tournaments.pairing.boards import of_table
from tournaments.services.results import TableAddress, speaker
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import PlayedBoard, TournamentState

# The number of a board is below this.
MOST = 10_000


def play_board(
    *, at: TableAddress, board: int, entry: Mapping[str, Any] | None, by: Writing
) -> WriteOutcome:
    """Note what a table made of a board; without an entry, that it was not played there.

    A side may do so until its table is confirmed, who enters results at any time. Raises `Refused`
    in the game's words, `not_duplicate`, `board_elsewhere`, `already_reported`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        if not folded.options.duplicate:
            raise Refused("not_duplicate", "board")
        told = PlayedBoard() if entry is None else read(tournament, board, entry)
        if seated.boards.get(board) == told:
            return
        yield Event("board_played", {**at.data(), "board": board, "side": side, **told.to_json()})

    body = ("board", {**at.data(), "board": board, "entry": dict(entry) if entry else None})
    return write(at.tournament, by, body, plan, right=None)


def read(tournament: Tournament, board: int, entry: Mapping[str, Any]) -> PlayedBoard:
    """Read an entry as the game does. Raises the game's `Refused`."""
    game = game_of(tournament.game)
    rules = duplicates.rules_of(tournament)
    try:
        whole, score = duplicates.declared(tournament).read(rules, board, entry)
    except RuleError as error:
        raise GameRefused.of([error], game) from error
    return PlayedBoard(whole, score)


def enter_deal(
    *, at: TableAddress, board: int, hands: Sequence[Sequence[str]], by: Writing
) -> WriteOutcome:
    """Store the four hands of a board that a table has dealt and played, as it knows them.

    The first table does; a later word of the same table, or of who enters results, replaces it.
    Raises `deal_not_whole` with the cards that are missing or there twice, `deal_known`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        _check_open(folded, at, board)
        if duplicates.dealt_by_site(tournament):
            raise Refused("deal_known", "hands")
        row = Board.objects.filter(tournament=tournament, number=board).first()
        place = [at.round, at.table]
        if side is not None and row is not None and row.hands and row.entered_at != place:
            raise Refused("deal_known", "hands")
        whole = [list(hand) for hand in hands]
        _check_whole(tournament, whole)
        if row is not None and row.hands == whole:
            return
        Board.objects.update_or_create(
            tournament=tournament,
            number=board,
            defaults={
                "club_id": tournament.club_id,
                "hands": whole,
                "entered_at": place,
                "solved": None,
            },
        )
        yield Event("deals_entered", {**at.data(), "boards": [board]})
        if board in folded.pars:
            yield Event("boards_solved", {"pars": {str(board): None}})

    body = ("deal", {**at.data(), "board": board, "hands": [list(hand) for hand in hands]})
    return write(at.tournament, by, body, plan, right=None)


def _check_open(folded: TournamentState, at: TableAddress, board: int) -> None:
    round_ = folded.round(at.round)
    if round_.state == "draft":
        raise Refused("not_published", "round", round=at.round)
    if board not in of_table(round_.table(at.table).table, folded.options):
        raise Refused("board_elsewhere", "board", board=board, table=at.table)


def _check_whole(tournament: Tournament, hands: Sequence[Sequence[str]]) -> None:
    """Refuse hands that are not the pack dealt out evenly: `deal_not_whole`."""
    found = duplicates.declared(tournament)
    pack = found.pack(duplicates.rules_of(tournament))
    given = [card for hand in hands for card in hand]
    size = len(pack) // len(found.seats)
    missing = [card for card in pack if card not in given]
    uneven = len(hands) != len(found.seats) or any(len(hand) != size for hand in hands)
    if missing or uneven or len(given) != len(pack):
        raise Refused("deal_not_whole", "hands", count=len(missing), size=size)


def keep_solved(
    *, tournament_id: str, found: Mapping[int, Mapping[str, Any]], by: Writing
) -> WriteOutcome:
    """Store what the solver found of boards; where the standings are against par, par counts."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        for number, solved in found.items():
            Board.objects.update_or_create(
                tournament=tournament,
                number=number,
                defaults={"club_id": tournament.club_id, "solved": dict(solved)},
            )
        pars = {
            str(number): solved["par"]
            for number, solved in found.items()
            if solved["par"] is not None and folded.pars.get(number) != solved["par"]
        }
        if pars and folded.options.duplicate == "par":
            yield Event("boards_solved", {"pars": pars})

    return write(tournament_id, by, ("solved", {"boards": list(found)}), plan, right=None)


def put_deals(tournament: Tournament, told: Mapping[str, Any]) -> None:
    """Store the deals of a file with a tournament that has none yet. Raises `deal_not_whole`."""
    tournament.deals_secret = told.get("secret") or new_deals_secret()
    for number, hands in (told.get("boards") or {}).items():
        if not (number.isascii() and number.isdecimal() and 0 < int(number) < MOST):
            raise Refused("deal_not_whole", "deals", count=0, size=0)
        _check_whole(tournament, hands)
        Board.objects.update_or_create(
            tournament=tournament,
            number=int(number),
            defaults={"club_id": tournament.club_id, "hands": hands},
        )
