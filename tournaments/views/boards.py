"""Pages for the boards of a duplicate: the list, results, deals, and forms to enter both at a
table.
"""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import NotFound, Refused
from core.shapes import put_on
from tournaments import services
from tournaments.duplicate.dealing_slips import slip_steps
from tournaments.duplicate.deals import Deals, dealt_by_site, declared, rules_of, settled
from tournaments.duplicate.presentation import (
    board_lines,
    card_rows,
    hand_views,
    merged,
    open_board,
    seat_rows,
)
from tournaments.errors import Denied
from tournaments.errors import Refused as RefusedHere
from tournaments.files import signed_files
from tournaments.formats.rotation.boards import of_table
from tournaments.models import ResultsElsewhere
from tournaments.presentation.tables import table_view
from tournaments.services import TableAddress
from tournaments.state.tournament import Round, Seated
from tournaments.view import View, seats_of
from tournaments.views.common import (
    base,
    following,
    own_at,
    own_token,
    round_of,
    seen,
    side_token,
    tournament_page,
    writing,
)


@require_safe
@never_cache
@tournament_page
def boards(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List all boards: who deals each, in which rounds it is played, and whether it is open."""
    view = seen(request, tournament_id)
    deals = Deals(view)
    context = base(view) | following(view, "boards")
    context |= {"lines": board_lines(view, deals), "deals": deals}
    return render(request, "tournaments/boards.html", context)


@require_safe
@never_cache
@tournament_page
def board(request: HttpRequest, tournament_id: str, board: int) -> HttpResponseBase:
    """Show a board. If it is open, show its deal, all results, and the result of perfect play."""
    view = seen(request, tournament_id)
    deals = Deals(view)
    if board not in deals.numbers:
        raise NotFound
    context = base(view) | following(view, "board", board) | {"number": board}
    if board in deals.opened:
        numbers = sorted(deals.opened)
        at = numbers.index(board)
        context |= {
            "board": open_board(view, deals, board),
            "before": numbers[at - 1] if at else None,
            "after": numbers[at + 1] if at + 1 < len(numbers) else None,
        }
    return render(request, "tournaments/board.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def board_entry(
    request: HttpRequest, tournament_id: str, number: int, table: int, board: int
) -> HttpResponseBase:
    """Show the form for a table's result of a board. Store the result, or that the board was not
    played.
    """
    view, drawn, seated, side, token = _entering(request, tournament_id, number, table, board)
    duplicate, rules = declared(view.tournament), rules_of(view.tournament)
    known = Deals(view).played(seated, side).get(board)
    at = TableAddress(tournament_id, number, table)
    if request.method != "POST":
        form = duplicate.form(rules, initial=known.entry if known else None)
        return _entry_page(request, view, drawn, seated, board, form)
    if "skipped" in request.POST:
        services.play_board(at=at, board=board, entry=None, by=writing(request, token))
        return _next(request, view, drawn, seated, board, _("Noté : donne pas jouée ici."))
    form = duplicate.form(rules, request.POST)
    if form.is_valid():
        try:
            entry = duplicate.entry_of(form.cleaned_data)
            services.play_board(at=at, board=board, entry=entry, by=writing(request, token))
        except Refused as refusal:
            put_on(form, refusal)
        else:
            return _next(request, view, drawn, seated, board, _("La donne est notée."))
    return _entry_page(request, view, drawn, seated, board, form)


def _entering(
    request: HttpRequest, tournament_id: str, number: int, table: int, board: int
) -> tuple[View, Round, Seated, int | None, str | None]:
    """Return the table that plays a board, with the reader's side and token.

    Raise `NotFound` if the table does not play the board, or `Denied` if the reader may not
    enter results.
    """
    view = seen(request, tournament_id)
    drawn, seated = round_of(view, number), seats_of(view, number, table)
    if drawn.state == "draft" or board not in of_table(seated.table, view.folded.options):
        raise NotFound
    side, token = side_token(view, drawn.number, seated)
    if side is None and not view.can_score:
        raise Denied("table_token_needed")
    return view, drawn, seated, side, token


def _entry_page(
    request: HttpRequest, view: View, drawn: Round, seated: Seated, board: int, form: Any
) -> HttpResponseBase:
    deals = Deals(view)
    back, back_name = _origin(view, drawn, seated)
    context = base(view) | {
        "back": back,
        "back_name": back_name,
        "round": drawn,
        "table": table_view(view, drawn, seated),
        "board": board,
        "dealer": deals.declared.seats[deals.declared.dealer(board)],
        "form": form,
        "pad": deals.declared.template,
        "entered": board in seated.boards,
        "skipped": board in seated.boards and seated.boards[board].score is None,
    }
    status = 400 if form.errors else 200
    return render(request, "tournaments/board_entry.html", context, status=status)


def _next(
    request: HttpRequest, view: View, drawn: Round, seated: Seated, board: int, text: str
) -> HttpResponseBase:
    """Show a message, and redirect to the page that lists the table's boards."""
    messages.success(request, text)
    return redirect(_origin(view, drawn, seated)[0])


def _origin(view: View, drawn: Round, seated: Seated) -> tuple[str, str]:
    """Return the address and the name of the page that lists the table's boards for this reader."""
    at = [view.tournament.pk, drawn.number]
    if view.can_score:
        return f"{reverse('tournaments:desk', args=at)}#t{seated.number}", _("Résultats")
    own = own_at(view, seated)
    if own is not None:
        return reverse("tournaments:my-table", args=[view.tournament.pk, own]), _("Ma table")
    name = _("Table %(number)s") % {"number": seated.number}
    return reverse("tournaments:table", args=[*at, seated.number]), name


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def board_cards(
    request: HttpRequest, tournament_id: str, number: int, table: int, board: int
) -> HttpResponseBase:
    """Show the form for a board's deal, one hand at a time, and store the hand that was sent."""
    view, drawn, seated, side, token = _entering(request, tournament_id, number, table, board)
    deals = Deals(view)
    at = TableAddress(tournament_id, number, table)
    error = ""
    if request.method == "POST":
        names = {str(seat): seat for seat in range(len(deals.declared.seats))}
        given = request.POST.get("seat") or request.POST.get("empty") or ""
        if given not in names:
            raise NotFound
        cards = request.POST.getlist("cards")[:60] if "seat" in request.POST else []
        try:
            if "seat" in request.POST and not cards:
                size = len(deals.declared.pack(deals.rules)) // len(names)
                raise RefusedHere("hand_size", "cards", size=size, count=0)
            services.enter_hand(
                at=at, board=board, seat=names[given], cards=cards, by=writing(request, token)
            )
        except Refused as refusal:
            error = refusal.sentence
        else:
            row = Deals(view).rows.get(board)
            if row is not None and row.hands:
                return _next(
                    request, view, drawn, seated, board, _("Les quatre mains sont notées.")
                )
            return redirect("tournaments:board-cards", tournament_id, number, table, board)
    row = deals.rows.get(board)
    free = seated.has_played(board) or deals.scores
    is_settled = settled(row, view.folded, deals.opened) and side is not None
    elsewhere = is_settled or bool(row and row.hands and row.entered_at != [number, table])
    known = (
        services.drafted(row, at) if free and not elsewhere and deals.may_know(seated, side) else {}
    )
    back, back_name = _origin(view, drawn, seated)
    context = base(view) | {
        "back": back,
        "back_name": back_name,
        "board": board,
        "error": error,
        "free": free,
        "elsewhere": elsewhere or dealt_by_site(view.tournament),
        "rows": card_rows(deals, known, request.POST.getlist("cards")),
        "seats": seat_rows(deals, known),
    }
    return render(request, "tournaments/board_cards.html", context, status=400 if error else 200)


# The kinds of sheets to print. Those who prepare the deals may print dealing slips and hand
# records of all boards. Everybody else may print records and results of open boards.
PRINTS = ("fiches", "mains", "resultats")


@require_safe
@never_cache
@tournament_page
def board_prints(request: HttpRequest, tournament_id: str, what: str) -> HttpResponseBase:
    """Show sheets to print: dealing slips card by card, hand records, or all results with
    percentages.
    """
    view = seen(request, tournament_id)
    deals = Deals(view)
    if what not in PRINTS:
        raise NotFound
    if what == "fiches" and not deals.prepares:
        if view.can_run:
            raise RefusedHere("deals_hidden")
        raise Denied("run_needed")
    numbers = [number for number in deals.numbers if deals.known(number)]
    if what == "resultats":
        numbers = sorted(deals.opened)
    context = base(view) | {"what": what, "deals": deals}
    if what == "resultats":
        context["boards"] = [open_board(view, deals, number) for number in numbers]
    else:
        context["records"] = [
            {
                "number": number,
                "dealer": deals.declared.seats[deals.declared.dealer(number)],
                "hands": hand_views(deals, number, hands),
                "steps": slip_steps(deals, hands) if what == "fiches" else (),
            }
            for number in numbers
            if (hands := deals.hands(number)) is not None
        ]
    return render(request, "tournaments/board_prints.html", context)


# The files for other sites: the name in addresses, and the name of the file.
FILES = {"donnes": "deals", "resultats": "results"}


@require_safe
@never_cache
@tournament_page
def board_file(request: HttpRequest, tournament_id: str, kind: str) -> HttpResponseBase:
    """Send the deals or the results of all boards, as a signed file for another site."""
    view = seen(request, tournament_id)
    deals = Deals(view)
    if kind not in FILES:
        raise NotFound
    text = deals.file() if kind == "donnes" else deals.results_file()
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"{FILES[kind]}-{view.tournament.pk}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def together(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the common ranking with other sites that played the same deals, and import their
    files.
    """
    view = seen(request, tournament_id)
    deals = Deals(view)
    if request.method == "POST":
        file = request.FILES.get("file")
        text = file.read(signed_files.MOST).decode("utf-8", "replace") if file else ""
        take = services.take_deals if "deals" in request.POST else services.take_results
        token = own_token(view, view.own[0]) if view.own else None
        try:
            take(tournament_id=tournament_id, text=text, by=writing(request, token))
        except Refused as refusal:
            for sentence in refusal.sentences:
                messages.error(request, sentence)
        else:
            signer = signed_files.mark(json.loads(text)["signer"])
            sentence = _("Le fichier est pris. Il est signé par « %(mark)s ».") % {"mark": signer}
            messages.success(request, sentence)
        return redirect("tournaments:together", tournament_id)
    others = list(ResultsElsewhere.objects.filter(tournament=view.tournament))
    complete = bool(deals.numbers) and set(deals.numbers) <= deals.opened
    context = base(view) | {
        "deals": deals,
        "complete": complete,
        "begun": any(drawn.state != "draft" for drawn in view.drawn),
        "others": others,
        "mark": signed_files.own_mark(),
        "rows": merged(view, others) if others and complete else [],
    }
    return render(request, "tournaments/together.html", context)
