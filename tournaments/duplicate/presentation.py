"""The boards of a duplicate for pages and paper: hands, results, the boards of a table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import NotFound
from games.cards import SUITS, parse_card
from games.presentation.wording import rank_name, signed
from games.registry.duplicate import Hands, SolvedTable
from jobs.extras import missing_for
from tournaments.draws.field import Options
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.matchpoints import BoardResult, Valued, standing
from tournaments.duplicate.board_numbers import span
from tournaments.duplicate.deals import Deals, dealt_by_site, settled
from tournaments.formats.rotation.boards import of_table, set_of
from tournaments.models import ResultsElsewhere
from tournaments.presentation import standings_why
from tournaments.presentation.tables import side_name
from tournaments.state.tournament import PlayedBoard, Round, Seated
from tournaments.view import View

# --- A table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableBoard:
    """A board at a table. `entry_text` is the table's entry, if the reader may know it."""

    number: int
    dealer: str
    entered: bool
    entry_text: str
    score: str
    url: str
    cards_url: str


@dataclass(frozen=True, slots=True)
class TableBoards:
    """The boards of a table in a round. `shared` names the other tables that play the same boards
    in that round.
    """

    boards: Sequence[TableBoard]
    span: str
    shared: str
    left: int


def at_table(
    view: View, drawn: Round, seated: Seated, side: int | None, deals: Deals | None = None
) -> TableBoards | None:
    """Return the boards of a table as its side, or another reader, may see them."""
    numbers = of_table(seated.table, view.folded.options)
    if not numbers:
        return None
    deals = deals or Deals(view)
    known, declared = deals.played(seated, side), deals.declared
    place = [view.tournament.pk, drawn.number, seated.number]
    others = [
        other.number
        for other in drawn.tables
        if other is not seated and of_table(other.table, view.folded.options) == numbers
    ]
    return TableBoards(
        boards=[
            TableBoard(
                number=board,
                dealer=str(declared.seats[declared.dealer(board)]),
                entered=board in known,
                entry_text=entry_told(deals, known[board], declared.seats)
                if board in known
                else "",
                score=_signed(known[board].score) if board in known else "",
                url=reverse("tournaments:board-entry", args=[*place, board]),
                cards_url=_cards_url(deals, place, board, side),
            )
            for board in numbers
        ],
        span=span(numbers),
        shared=_shared(others),
        left=sum(board not in known for board in numbers),
    )


def _cards_url(deals: Deals, place: Sequence[Any], board: int, side: int | None) -> str:
    """Return the address where a table enters a board's cards.

    Empty if the cards are known, or the site deals.
    """
    row = deals.rows.get(board)
    known = row is not None and row.hands and row.entered_at != list(place[1:])
    is_settled = side is not None and settled(row, deals.view.folded, deals.opened)
    if is_settled or dealt_by_site(deals.tournament) or known:
        return ""
    return reverse("tournaments:board-cards", args=[*place, board])


def _shared(others: Sequence[int]) -> str:
    if not others:
        return ""
    words = {"tables": ", ".join(map(str, others))}
    return (
        ngettext(
            "aussi à la table %(tables)s",
            "aussi aux tables %(tables)s",
            len(others),
        )
        % words
    )


def entry_told(deals: Deals, played: PlayedBoard, seats: Sequence[Any]) -> str:
    """Return a table's entry of a board in words; empty if the reader may not know it."""
    if played.entry is None:
        return ""
    return deals.declared.describe(played.entry, [str(seat) for seat in seats])


def _signed(score: int | None) -> str:
    return "" if score is None else signed(score)


# --- A deal -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandView:
    """A seat's cards: by suit, the ranks from the strongest down."""

    seat: str
    letter: str
    suits: Sequence[tuple[str, Sequence[str]]]
    deals: bool
    study_url: str


def hand_views(deals: Deals, number: int, hands: Hands) -> list[HandView]:
    """Return the hands of a board, by seat."""
    declared = deals.declared
    order = {code: at for at, code in enumerate(declared.pack(deals.rules))}
    dealer = declared.dealer(number)
    return [
        HandView(
            str(declared.seats[seat]),
            str(declared.letters[seat]),
            [(suit, _ranks(suit, hand, order)) for suit in SUITS],
            seat == dealer,
            declared.study(deals.rules, hand),
        )
        for seat, hand in enumerate(hands)
    ]


def _ranks(suit: str, hand: Sequence[str], order: Mapping[str, int]) -> list[str]:
    cards = sorted(hand, key=lambda code: order.get(code, 0))
    return [rank_name(card.rank) for card in map(parse_card, cards) if card.suit == suit]


@dataclass(frozen=True, slots=True)
class GridCard:
    """A card of the grid: its code, its rank, and the letter of the seat that has it."""

    value: str
    label: str
    mark: str
    chosen: bool


def card_rows(
    deals: Deals, known: Mapping[int, Sequence[str]], chosen: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return the grid of the pack: one row for each suit, each card with the seat that has it."""
    letters = [str(letter) for letter in deals.declared.letters]
    holder = {code: letters[seat] for seat, hand in known.items() for code in hand}
    cards = [parse_card(code) for code in deals.declared.pack(deals.rules)]
    return [
        {
            "suit": suit,
            "cards": [
                GridCard(
                    card.code,
                    rank_name(card.rank),
                    holder.get(card.code, ""),
                    card.code in chosen,
                )
                for card in cards
                if card.suit == suit
            ],
        }
        for suit in SUITS
    ]


def seat_rows(deals: Deals, known: Mapping[int, Sequence[str]]) -> list[dict[str, Any]]:
    """Return the seats, and whether the hand of each is entered."""
    return [
        {"number": seat, "name": name, "entered": seat in known}
        for seat, name in enumerate(deals.declared.seats)
    ]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in the list: the rounds that play it, and whether it is open."""

    number: int
    dealer: str
    rounds: str
    opened: bool
    played: int
    url: str


def board_lines(view: View, deals: Deals) -> list[BoardLine]:
    """Return every board, in order."""
    counts: dict[int, int] = {}
    for drawn in view.rounds:
        for seated in drawn.tables:
            for board in seated.boards:
                counts[board] = counts.get(board, 0) + 1
    declared = deals.declared
    return [
        BoardLine(
            number=number,
            dealer=str(declared.seats[declared.dealer(number)]),
            rounds=", ".join(
                str(playing.round) for playing in deals.sets[set_of(number, deals.options)]
            ),
            opened=number in deals.opened,
            played=counts.get(number, 0),
            url=reverse("tournaments:board", args=[view.tournament.pk, number]),
        )
        for number in deals.numbers
    ]


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result of an open board, with its worth for each side."""

    first: str
    second: str
    entry_text: str
    score: str
    first_worth: str
    second_worth: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """An open board: its deal, every result, and the result of perfect play.

    `missing` says what the site must install before the deal can be solved.
    """

    number: int
    dealer: str
    hands: Sequence[HandView]
    results: Sequence[ResultLine]
    solved: SolvedTable | None
    missing: str
    key: str
    study_url: str


def open_board(view: View, deals: Deals, number: int) -> OpenBoard:
    """Return an open board. Raises `NotFound` for any other."""
    if number not in deals.opened:
        raise NotFound
    hands = deals.hands(number)
    row = deals.rows.get(number)
    declared = deals.declared
    seats = [str(seat) for seat in declared.seats]
    return OpenBoard(
        number=number,
        dealer=seats[declared.dealer(number)],
        hands=hand_views(deals, number, hands) if hands else (),
        results=result_lines(view, deals, number),
        solved=declared.solved(row.solved, seats) if row and row.solved else None,
        missing=missing_for(declared.compiled),
        key=deals.key(number),
        study_url=declared.study_deal(deals.rules, number, hands) if hands else "",
    )


def result_lines(view: View, deals: Deals, number: int) -> list[ResultLine]:
    """Return every result of an open board, best for the first side first."""
    worth = {
        (valued.result.first, valued.result.second): valued
        for valued in board_scores.worth(view.field)
        if valued.result.board == number
    }
    rows = [
        (drawn.number, seated, seated.boards[number])
        for drawn in view.rounds
        if drawn.state != "draft"
        for seated in drawn.tables
        if number in seated.boards
    ]
    rows.sort(key=lambda row: (row[2].score is None, -(row[2].score or 0), row[0], row[1].number))
    lines = []
    for round_, seated, played in rows:
        first, second = seated.table.sides[0], seated.table.sides[1]
        valued = worth.get((first, second)) if played.score is not None else None
        lines.append(
            ResultLine(
                first=side_name(view, first),
                second=side_name(view, second),
                entry_text=entry_told(deals, played, deals.declared.letters) or _("pas jouée"),
                score=_signed(played.score),
                first_worth=worth_told(deals.options, valued.first) if valued else "",
                second_worth=worth_told(deals.options, valued.second) if valued else "",
                round=round_,
                table=seated.number,
            )
        )
    return lines


def worth_told(options: Options, value: Fraction) -> str:
    """Return the worth of a result as text: « 75 % », or « +12,5 »."""
    if options.duplicate == "matchpoints":
        return standings_why.points(options, value * board_scores.WHOLE)
    text = standings_why.points(options, value)
    return f"+{text}" if value > 0 else text


# --- Why a value --------------------------------------------------------------------------------


def sums(view: View) -> dict[int, list[str]]:
    """Return, by entrant, a sentence on each board's worth, which explains the entrant's points."""
    options = view.folded.options
    lines_by_entrant: dict[int, list[tuple[int, str]]] = {}
    for valued in board_scores.worth(view.field):
        for own, entrants in ((True, valued.result.first), (False, valued.result.second)):
            text = _sum(options, valued, own=own)
            for entrant in entrants:
                lines_by_entrant.setdefault(entrant, []).append((valued.result.board, text))
    return {
        entrant: [text for _board, text in sorted(lines)]
        for entrant, lines in lines_by_entrant.items()
    }


def _sum(options: Options, valued: Valued, *, own: bool) -> str:
    """Return a sentence on a result's worth for its first side (`own`), or for the second."""
    sign = 1 if own else -1
    words: dict[str, Any] = {
        "board": valued.result.board,
        "score": signed(sign * valued.result.score),
        "worth": worth_told(options, valued.first if own else valued.second),
        "against": standings_why.value_text("", sign * valued.against),
    }
    if options.duplicate == "matchpoints":
        beaten = valued.beaten if own else valued.played - 1 - valued.beaten - valued.equal
        words["beaten"] = ngettext("%(count)s battu", "%(count)s battus", beaten) % {
            "count": beaten
        }
        words["equal"] = ngettext("%(count)s égal", "%(count)s égaux", valued.equal) % {
            "count": valued.equal
        }
        return _("Donne %(board)s : %(score)s, %(beaten)s, %(equal)s, %(worth)s") % words
    if options.duplicate == "butler":
        return _("Donne %(board)s : %(score)s, moyenne %(against)s, %(worth)s") % words
    return _("Donne %(board)s : %(score)s, par %(against)s, %(worth)s") % words


# --- With other sites ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MergedRow:
    """A place in the ranking over several sites. `where` is empty for an entrant of this site."""

    rank: int
    name: str
    where: str
    boards: int
    value: str


def merged(view: View, others: Sequence[ResultsElsewhere]) -> list[MergedRow]:
    """Rank the entrants of this site together with the pairs of other sites.

    Pairs of other sites get negative numbers. Boards without a result from another site are left
    out.
    """
    common = {board for other in others for board, *_rest in other.results}
    known: dict[int, tuple[str, str]] = {number: (name, "") for number, name in view.names.items()}
    results = [result for result in board_scores.results(view.field) if result.board in common]
    for other in others:
        first = -len(known) - 1
        known |= {first - at: (name, other.name) for at, name in enumerate(other.pairs)}
        results += [
            BoardResult(board, (first - first_pair,), (first - second_pair,), score)
            for board, first_pair, second_pair, score in other.results
        ]
    options = view.folded.options
    rows = standing(results, board_scores.method_of(options), pars=view.field.pars)
    return [
        MergedRow(row.rank, *known[row.entrant], row.boards, worth_told(options, row.value))
        for row in rows
    ]
