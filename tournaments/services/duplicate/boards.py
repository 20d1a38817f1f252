"""Writes on the boards of a duplicate: results, the deals that tables enter, and solutions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubs.callers import Caller
from games.errors import NotFound
from games.errors import Refused as GameRefused
from games.registry.duplicate import Hands
from games.registry.installed import game_of
from games.sheet import RuleError
from jobs.due import schedule
from jobs.extras import missing_for
from jobs.registry import due_work
from tournaments import storage
from tournaments.duplicate import deals as duplicates
from tournaments.errors import Refused
from tournaments.formats.rotation.boards import MOST_BOARDS, of_table
from tournaments.models import DealtBoard, Tournament, new_deals_secret
from tournaments.services.results import TableAddress, speaker
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import PlayedBoard, TournamentState


def play_board(
    *, at: TableAddress, board: int, entry: Mapping[str, Any] | None, by: Writing
) -> WriteOutcome:
    """Store a table's result of a board. With None as `entry`, the board was not played there.

    A side may do so until its table's result is confirmed. Somebody who may enter results may do
    so at any time. Raise the game's own `Refused` if the entry breaks its rules. Otherwise raise
    `Refused` with one of these codes:

    - `not_duplicate`: the tournament is not a duplicate.
    - `board_elsewhere`: the table does not play this board.
    - `already_reported`: a side changes a result that is confirmed.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        if not folded.options.duplicate:
            raise Refused("not_duplicate", "board")
        played = PlayedBoard() if entry is None else read(tournament, board, entry)
        if seated.boards.get(board) == played:
            return
        yield Event("board_played", {**at.data(), "board": board, "side": side, **played.to_json()})

    body = ("board", {**at.data(), "board": board, "entry": dict(entry) if entry else None})
    return write(at.tournament, by, body, plan, right=None)


def read(tournament: Tournament, board: int, entry: Mapping[str, Any]) -> PlayedBoard:
    """Return an entry of a board, as the game reads it. Raise the game's `Refused` if it breaks the
    rules.
    """
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
    """Store the four hands of a board that a table has dealt and played.

    The first table to enter hands fixes the deal. A table must have entered its result of the
    board before, so that nobody sees a card before playing. The same table may replace the hands
    until the board is open. Somebody who may enter results may replace them at any time.

    Raise `Refused` with one of these codes:

    - `deal_not_whole`: cards are missing; the number of them is given.
    - `deal_known`: the site deals the cards, or another table has entered them.
    - `deal_open`: the board is open.
    - `board_first`: the table has not entered its result of the board.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        row = _draftable(tournament, folded, at, board, by)
        yield from _dealt(tournament, folded, at, row, [list(hand) for hand in hands])

    body = ("deal", {**at.data(), "board": board, "hands": [list(hand) for hand in hands]})
    return write(at.tournament, by, body, plan, right=None)


def enter_hand(
    *, at: TableAddress, board: int, seat: int, cards: Sequence[str], by: Writing
) -> WriteOutcome:
    """Store one hand of a board, entered by a table. Without `cards` the hand is emptied.

    The four phones of a table may enter their hands at the same time. The fourth hand is
    computed from the three others. If a hand of a complete deal is emptied, the three others
    remain as the table's draft, which can be corrected.

    Raise `Refused` as `enter_deal` does, with `hand_size` if the number of cards is wrong or a
    card is not in the pack, or with `card_twice` if a card is in another hand of the draft.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        row = _draftable(tournament, folded, at, board, by)
        duplicate = duplicates.declared(tournament)
        pack = duplicate.pack(duplicates.rules_of(tournament))
        size = len(pack) // len(duplicate.seats)
        if cards and (len(set(cards)) != size or not set(cards) <= set(pack)):
            raise Refused("hand_size", "cards", size=size, count=len(set(cards)))
        draft = drafted(row, at)
        draft.pop(seat, None)
        held = [card for card in cards if any(card in hand for hand in draft.values())]
        if held:
            raise Refused("card_twice", "cards", count=len(held))
        if cards:
            draft[seat] = list(cards)
        if cards and len(draft) == len(duplicate.seats) - 1:
            (last,) = set(range(len(duplicate.seats))) - set(draft)
            given = {card for hand in draft.values() for card in hand}
            draft[last] = [card for card in pack if card not in given]
        if len(draft) == len(duplicate.seats):
            whole = [draft[seat_number] for seat_number in range(len(duplicate.seats))]
            yield from _dealt(tournament, folded, at, row, whole)
            return
        hands_by_seat = {str(seat_number): hand for seat_number, hand in sorted(draft.items())}
        row.draft = {**row.draft, _place(at): hands_by_seat}
        if row.entered_at == [at.round, at.table]:
            row.hands = row.entered_at = row.solved = row.due_at = None
        row.save()
        yield from _entered(folded, at, board)

    body = ("hand", {**at.data(), "board": board, "seat": seat, "cards": sorted(cards)})
    return write(at.tournament, by, body, plan, right=None)


def drafted(row: DealtBoard | None, at: TableAddress) -> dict[int, list[str]]:
    """Return the hands that a table has entered so far for a board, by seat."""
    if row is None:
        return {}
    if row.hands and row.entered_at == [at.round, at.table]:
        return dict(enumerate(row.hands))
    return {int(seat): list(hand) for seat, hand in row.draft.get(_place(at), {}).items()}


def _place(at: TableAddress) -> str:
    return f"{at.round}.{at.table}"


def _draftable(
    tournament: Tournament, folded: TournamentState, at: TableAddress, board: int, by: Writing
) -> DealtBoard:
    """Return the row of a board whose cards this writer may enter at this table.

    The row is new if there was none. Raise `Refused` if the writer may not enter them.
    """
    seated = folded.round(at.round).table(at.table)
    side = speaker(tournament, at, seated, by)
    _check_open(folded, at, board)
    if duplicates.dealt_by_site(tournament):
        raise Refused("deal_known", "hands")
    row = DealtBoard.objects.filter(tournament=tournament, number=board).first()
    known = row is not None and row.hands and row.entered_at != [at.round, at.table]
    if side is not None and known:
        raise Refused("deal_known", "hands")
    if side is not None and not seated.has_played(board):
        raise Refused("board_first", "hands", board=board)
    if side is not None and duplicates.settled(row, folded, folded.field().opened):
        raise Refused("deal_open", "hands", board=board)
    return row or DealtBoard(tournament=tournament, club_id=tournament.club_id, number=board)


def _dealt(
    tournament: Tournament,
    folded: TournamentState,
    at: TableAddress,
    row: DealtBoard,
    hands: list[list[str]],
) -> Iterable[Event]:
    check_whole(tournament, hands)
    if row.hands == hands:
        return
    row.hands, row.entered_at, row.draft, row.solved = hands, [at.round, at.table], {}, None
    row.due_at = timezone.now() if row.number in folded.field().opened else None
    if row.due_at is not None:
        schedule(duplicates.SOLVING, row.due_at)
    row.save()
    yield from _entered(folded, at, row.number)


def _entered(folded: TournamentState, at: TableAddress, board: int) -> Iterable[Event]:
    yield Event("deals_entered", {**at.data(), "boards": [board]})
    if board in folded.pars:
        yield Event("boards_solved", {"pars": {str(board): None}})


def _check_open(folded: TournamentState, at: TableAddress, board: int) -> None:
    round_ = folded.round(at.round)
    if round_.state == "draft":
        raise Refused("not_published", "round", round=at.round)
    if board not in of_table(round_.table(at.table).table, folded.options):
        raise Refused("board_elsewhere", "board", board=board, table=at.table)


def check_whole(tournament: Tournament, hands: Sequence[Sequence[str]]) -> None:
    """Raise `Refused` `deal_not_whole` unless the hands are the whole pack, dealt out evenly."""
    duplicate = duplicates.declared(tournament)
    pack = duplicate.pack(duplicates.rules_of(tournament))
    given = [card for hand in hands for card in hand]
    size = len(pack) // len(duplicate.seats)
    missing = [card for card in pack if card not in given]
    uneven = len(hands) != len(duplicate.seats) or any(len(hand) != size for hand in hands)
    if missing or uneven or len(given) != len(pack):
        raise Refused("deal_not_whole", "hands", count=len(missing), size=size)


# --- Solving ------------------------------------------------------------------------------------

# How long a board is reserved for the worker that has begun to solve it.
CLAIM = timedelta(minutes=5)
# How long a board waits that this site cannot solve, because its compiler is missing.
WITHOUT_COMPILER = timedelta(hours=1)


@due_work(duplicates.SOLVING)
def solve_due(stopping: Callable[[], bool]) -> None:
    """Solve the boards that are due, one after the other. A stopping worker begins no new one."""
    while not stopping() and (row := _claim()) is not None:
        solve(row)


def _claim() -> DealtBoard | None:
    now = timezone.now()
    due = DealtBoard.objects.filter(due_at__lte=now).select_related("tournament")
    for row in due.order_by("due_at", "pk")[:10]:
        rows = DealtBoard.objects.filter(tournament=row.tournament_id, number=row.number)
        if rows.filter(due_at=row.due_at).update(due_at=now + CLAIM):
            schedule(duplicates.SOLVING, now + CLAIM)
            return row
    return None


def solve(row: DealtBoard) -> None:
    """Solve a board and store the solution, unless the hands have been changed meanwhile.

    Without the compiler the board waits.
    """
    tournament = row.tournament
    try:
        duplicate = duplicates.declared(tournament)
    except NotFound:
        hands = None  # the tournament is no duplicate any more
    else:
        hands = row.hands or duplicates.made(tournament, row.number, storage.load(tournament))
    if hands is None:
        rows = DealtBoard.objects.filter(tournament=tournament, number=row.number)
        rows.update(due_at=None)
        return
    if missing_for(duplicate.compiled):
        later = timezone.now() + WITHOUT_COMPILER
        rows = DealtBoard.objects.filter(tournament=tournament, number=row.number)
        rows.update(due_at=later)
        schedule(duplicates.SOLVING, later)
        return
    solution = duplicate.solve(duplicates.rules_of(tournament), row.number, hands)
    keep_solved(tournament_id=tournament.pk, board=row.number, hands=row.hands, solution=solution)


def keep_solved(
    *, tournament_id: str, board: int, hands: Hands | None, solution: Mapping[str, Any]
) -> WriteOutcome:
    """Store a board's solution. If results are compared with par, also log the board's par."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        rows = DealtBoard.objects.filter(tournament=tournament, number=board)
        row = rows.first()
        if row is None or row.hands != hands:
            return
        rows.update(solved=dict(solution), due_at=None)
        par = solution["par"]
        counts = folded.options.duplicate == "par" and par is not None
        if counts and folded.pars.get(board) != par:
            yield Event("boards_solved", {"pars": {str(board): par}})

    by = Writing(Caller(), itself=True)
    return write(tournament_id, by, ("solved", {"board": board}), plan, right=None)


def put_deals(tournament: Tournament, deals: Mapping[str, Any]) -> None:
    """Store the deals of a file for a tournament that has none yet.

    Raise `Refused` `deal_not_whole` if the hands of a board are not the whole pack, or its
    number is wrong.
    """
    tournament.deals_secret = deals.get("secret") or new_deals_secret()
    for number, hands in (deals.get("boards") or {}).items():
        if not (number.isascii() and number.isdecimal() and 0 < int(number) < MOST_BOARDS):
            raise Refused("deal_not_whole", "deals", count=0, size=0)
        check_whole(tournament, hands)
        DealtBoard.objects.update_or_create(
            tournament=tournament,
            number=int(number),
            defaults={"club_id": tournament.club_id, "hands": hands},
        )
