"""The officer's desk: all tables of a round on one page, with inputs for their scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import services
from tournaments.errors import Denied
from tournaments.formats.option_fields import FigureField, figure
from tournaments.models import NAME_LENGTH
from tournaments.presentation import desk_words, open_rounds
from tournaments.presentation.journal import JournalLine, last_report
from tournaments.presentation.questions import partners
from tournaments.presentation.questions.withdrawal import taken_back
from tournaments.presentation.tables import TableSide, TableView, side_views, table_view
from tournaments.refusals import sentence
from tournaments.services import DeskAnswer, DeskLine, TableAddress, TypedBoardOutcome
from tournaments.services.desk import OPEN, standing
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round, Seated
from tournaments.view import View
from tournaments.views.common import (
    base,
    following,
    round_context,
    round_of,
    seen,
    tournament_page,
    writing,
)
from tournaments.views.desk.board_grid import MOST_CELLS, BoardGrid, Grid

# The most tables on one page. With more, a form would have more fields than the server accepts.
TABLES = 100
SCORE = FigureField(max_digits=11, decimal_places=2, required=False)


@dataclass(frozen=True, slots=True)
class DeskCell:
    """A side in a row of the desk, with the name and the value of its input."""

    side: TableSide
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A row of the desk, which is a table with its inputs.

    `seen` is the result that the table had when the page was made, as text. `reports` has the
    different results reported by the sides. `errors` has the faults of the typed scores.
    `stands` and `standing` are the result that somebody else has entered meanwhile, for display
    and as text.
    """

    table: TableView
    cells: Sequence[DeskCell]
    seen: str
    reports: Sequence[tuple[int, str, Sequence[TableSide]]]
    errors: Sequence[str] = ()
    doubtful: bool = False
    stands: Sequence[TableSide] = ()
    standing: str = ""
    written: JournalLine | None = None
    correct_url: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed for a table: a line to be entered, or an error. Both are empty if nothing was
    typed.
    """

    line: DeskLine | None = None
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def desk(request: HttpRequest, tournament_id: str, number: int) -> HttpResponseBase:
    """Show all tables with their state. Enter the typed results, each with a separate outcome."""
    view = seen(request, tournament_id)
    drawn = round_of(view, number)
    if not view.can_score:
        raise Denied("results_needed")
    page = Paginator(_listed(request, view, drawn), _tables_on_page(view)).get_page(
        request.GET.get("page")
    )
    if view.folded.options.duplicate:
        return _boards(request, view, drawn, page)
    if request.method != "POST":
        return _page(request, view, drawn, page, {}, {})
    typed = {seated.number: _typed(request, seated) for seated in page}
    lines = [row.line for row in typed.values() if row.line is not None]
    answers: Sequence[DeskAnswer] = ()
    if lines:
        answers = services.desk(
            tournament_id=tournament_id, number=number, lines=lines, by=writing(request)
        ).answers
    settled = [answer for answer in answers if answer.what not in OPEN]
    _tell(request, settled)
    errors = {at: row.error for at, row in typed.items() if row.error}
    if not errors and len(settled) == len(answers):
        address = reverse("tournaments:desk", args=[tournament_id, number])
        query = urlencode(_query(request, page.number))
        return redirect(f"{address}?{query}" if query else address)
    view, drawn = _again(request, tournament_id, number, page)
    left = {answer.table: answer for answer in answers if answer.what in OPEN}
    return _page(request, view, drawn, page, errors, left)


def _tables_on_page(view: View) -> int:
    """Return the most tables on one page. In a duplicate each has several inputs for each board."""
    options = view.folded.options
    return max(1, MOST_CELLS // (options.deals or 1)) if options.duplicate else TABLES


def _again(
    request: HttpRequest, tournament_id: str, number: int, page: "Page[Seated]"
) -> tuple[View, Round]:
    """Return the tournament and the round after a write, and renew the tables of the page."""
    view = seen(request, tournament_id)
    drawn = round_of(view, number)
    tables = {seated.number: seated for seated in drawn.tables}
    page.object_list = [tables[seated.number] for seated in page if seated.number in tables]
    return view, drawn


def _boards(
    request: HttpRequest, view: View, drawn: Round, page: "Page[Seated]"
) -> HttpResponseBase:
    """Show the grid of a duplicate round. Enter the typed boards, each with its own outcome."""
    grid = BoardGrid(view, drawn, list(page))
    if request.method != "POST":
        return _page(request, view, drawn, page, {}, {}, grid.grid({}, {}, ()))
    lines, errors = grid.lines(request)
    answers: Sequence[TypedBoardOutcome] = ()
    if lines:
        answers = services.desk_boards(
            tournament_id=view.tournament.pk,
            number=drawn.number,
            lines=lines,
            by=writing(request),
            may_know=grid.deals.may_know_board,
        ).answers
    left = [answer for answer in answers if answer.what in OPEN]
    _tell(request, [answer for answer in answers if answer.what not in OPEN])
    if not errors and not left:
        address = reverse("tournaments:desk", args=[view.tournament.pk, drawn.number])
        return redirect(f"{address}?page={page.number}" if page.number > 1 else address)
    view, drawn = _again(request, view.tournament.pk, drawn.number, page)
    again = BoardGrid(view, drawn, list(page)).grid(request.POST.dict(), errors, left)
    return _page(request, view, drawn, page, {}, {}, again, faulty=True)


def _listed(request: HttpRequest, view: View, drawn: Round) -> list[Seated]:
    """Return the tables of the desk.

    Of all rounds at once they are those that were asked for, the ones to play first. A form is read
    as it was sent, because a table that somebody else has settled since would not be listed now.
    """
    if drawn.state == "draft":
        return []
    tables = [seated for seated in drawn.tables if not seated.table.bye]
    if not open_rounds.at_once(view, drawn):
        return tables
    if request.method == "POST":
        return [seated for seated in tables if f"seen_{seated.number}" in request.POST]
    text = _searched(request)
    if text:
        return open_rounds.settled_last(open_rounds.matching(view, tables, text))
    return [seated for seated in tables if "toutes" in request.GET or open_rounds.to_play(seated)]


def _searched(request: HttpRequest) -> str:
    return " ".join(request.GET.get("q", "").split())[:NAME_LENGTH]


def _query(request: HttpRequest, page: int) -> dict[str, Any]:
    """Return the query of the desk's address: the page, and which tables were asked for."""
    text = _searched(request)
    return {
        **({"page": page} if page > 1 else {}),
        **({"q": text} if text else {}),
        **({"toutes": "1"} if "toutes" in request.GET else {}),
    }


def _tell(request: HttpRequest, answers: Sequence[DeskAnswer | TypedBoardOutcome]) -> None:
    fresh = sum(answer.what != "unchanged" for answer in answers)
    if fresh:
        text = ngettext("%(count)s résultat noté.", "%(count)s résultats notés.", fresh)
        messages.success(request, text % {"count": fresh})
    elif answers:
        messages.success(request, _("C'était déjà noté, pareil."))


# --- Reading typed scores
# -----------------------------------------------------------------------


def _typed(request: HttpRequest, seated: Seated) -> Typed:
    """Return what was typed in a row. An unchanged row gives neither a line nor an error."""
    at = seated.number
    texts = [request.POST.get(_field(at, side), "").strip() for side, _members in _sides(seated)]
    saw = _read(request.POST.get(f"seen_{at}", ""))
    answer = request.POST.get(f"answer_{at}", "")
    if answer == "keep":
        return Typed()
    picked = seated.reports.get(int(answer)) if answer in ("0", "1", "2", "3", "4") else None
    if picked is not None and not any(texts):
        return Typed(DeskLine(at, picked, saw, sure=True))
    if texts == [_text(score) for score in saw.scores] or not any(texts):
        return Typed()
    if not all(texts):
        return Typed(error=_("Il manque un score."))
    try:
        scores = [SCORE.clean(text) for text in texts]
    except forms.ValidationError:
        return Typed(error=_("Un score est un nombre."))
    over = _read(request.POST.get(f"stands_{at}", "")) if answer == "replace" else saw
    sure = f"sure_{at}" in request.POST
    return Typed(
        DeskLine(at, ReportedResult(tuple(figure(score) for score in scores)), over, sure=sure)
    )


def _sides(seated: Seated) -> enumerate[tuple[int, ...]]:
    return enumerate(seated.table.sides)


def _field(table: int, side: int) -> str:
    return f"score_{table}_{side}"


def _text(score: Any) -> str:
    return str(score)


def _written(result: ReportedResult | None) -> str:
    """Return a result as the text of a hidden field: the scores, a slash, and the entrants who
    forfeit.
    """
    if result is None:
        return ""
    scores, gone = (" ".join(map(str, numbers)) for numbers in (result.scores, result.forfeit))
    return f"{scores}/{gone}"


def _read(text: str) -> ReportedResult:
    """Return the result in the text of a hidden field; the empty result if it can't be read."""
    scores, _slash, gone = text.partition("/")
    try:
        read = [figure(SCORE.to_python(score)) for score in scores.split()]
        return ReportedResult(tuple(read), tuple(int(side) for side in gone.split()))
    except (ValueError, forms.ValidationError):
        return ReportedResult()


# --- The page ----------------------------------------------------------------------------------


def _page(
    request: HttpRequest,
    view: View,
    drawn: Round,
    page: "Page[Seated]",
    errors: dict[int, str],
    left: dict[int, DeskAnswer],
    grid: Grid | None = None,
    *,
    faulty: bool = False,
) -> HttpResponseBase:
    rows = [
        _row(request, view, drawn, seated, errors.get(seated.number, ""), left.get(seated.number))
        for seated in (page if grid is None else ())
    ]
    faulty = faulty or bool(errors or left)
    # Rows that need an answer come first.
    rows.sort(key=lambda row: not (row.errors or row.stands))
    open_ = [seated for seated in drawn.tables if seated.state not in ("reported", "confirmed")]
    context = (
        base(view)
        | following(view, "desk", drawn.number, **{"page": page.number, **_query(request, 0)})
        | round_context(view, drawn)
        | {
            "round": drawn,
            "rows": rows,
            "grid": grid,
            "page": page,
            "draft": drawn.state == "draft",
            "missing": len(open_),
            "faulty": faulty,
            "seconds_left": services.seconds_left(view.tournament),
            "taken_back": taken_back(view, drawn),
            "partner_question": partners.question(view),
            "search_text": _searched(request),
            "all": "toutes" in request.GET,
            "more_query": "toutes=1" if "toutes" in request.GET else "",
        }
    )
    code = 400 if faulty else 200
    return render(request, "tournaments/results_desk.html", context, status=code)


def _row(
    request: HttpRequest,
    view: View,
    drawn: Round,
    seated: Seated,
    error: str,
    answer: DeskAnswer | None,
) -> DeskRow:
    at = seated.number
    table = table_view(view, drawn, seated)
    stands = standing(seated)
    again = bool(error) or answer is not None
    scores = [_text(score) for score in stands.scores] if stands else []
    cells = [
        DeskCell(
            side,
            _field(at, side.number),
            request.POST.get(_field(at, side.number), "")
            if again
            else (scores[side.number] if side.number < len(scores) else ""),
        )
        for side in table.sides
    ]
    place = TableAddress(view.tournament.pk, drawn.number, at)
    conflict = answer is not None and answer.what == "conflict"
    reports = sorted(seated.reports.items()) if seated.state == "disputed" else []
    return DeskRow(
        table=table,
        cells=cells,
        # A row that is shown again keeps the `seen` of the first page. So a newer result is
        # replaced only if the officer says so.
        seen=request.POST.get(f"seen_{at}", "") if again else _written(stands),
        reports=[
            (side, table.sides[side].name, side_views(view, seated, result))
            for side, result in reports
        ],
        errors=_errors(error, answer),
        doubtful=answer is not None and answer.what == "doubtful",
        stands=side_views(view, seated, stands) if conflict else (),
        standing=_written(stands) if conflict else "",
        written=last_report(view, place) if conflict else None,
        correct_url=reverse("tournaments:correct", args=[place.tournament, place.round, at]),
    )


def _errors(error: str, answer: DeskAnswer | None) -> list[str]:
    if error:
        return [error]
    if answer is None:
        return []
    if answer.error is not None:
        return [sentence(answer.error.code, answer.error.params)]
    return [desk_words.doubt(doubt) for doubt in answer.doubts]
