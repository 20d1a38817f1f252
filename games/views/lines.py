"""The page of one line: its explanation, and its correction, whose effects are shown before it is
confirmed.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.callers import Caller
from core.errors import Conflict, Denied, Refused
from core.shapes import put_on
from games import services
from games.entry.forms import PadForm
from games.presentation.table import Table, parts_of
from games.services import Writing
from games.sheet import Result, Score, Scoresheet
from games.views.common import HtmxRequest, address, match_context, table_or_404


@dataclass(frozen=True, slots=True)
class Difference:
    """The effect of a correction on one line, for each side."""

    number: int
    before: tuple[Score, ...]
    after: tuple[Score, ...]
    totals_before: tuple[Score, ...]
    totals_after: tuple[Score, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def entry_page(request: HtmxRequest, match_id: str, number: int) -> HttpResponseBase:
    """Show the explanation of a line, or correct the line.

    A caller who may correct it sees the effects first, then confirms.
    """
    table, caller = table_or_404(request, match_id)
    if not 1 <= number <= len(table.lines):
        raise Http404
    if not table.can.correct:
        return _page(request, table, number, None)
    if request.method != "POST":
        return _page(request, table, number, table.game.pad.form(table, number=number))
    return _posted(request, table, caller, number)


def _posted(request: HtmxRequest, table: Table, caller: Caller, number: int) -> HttpResponseBase:
    form = table.game.pad.form(table, request.POST, number=number)
    extra: dict[str, Any] = {}
    if form.is_valid():
        try:
            if "keep" in request.POST:
                return _keep_correction(request, table, caller, form, number)
            extra = _differences(table, caller, form, number)
        except Refused as refusal:
            put_on(form, refusal)
        except (Conflict, Denied) as refusal:
            form.add_error(None, refusal.sentence)
    status = 200 if extra else 400
    return _page(request, table, number, form, status=status, **extra)


def _keep_correction(
    request: HtmxRequest, table: Table, caller: Caller, form: PadForm, number: int
) -> HttpResponseBase:
    by = Writing(caller, form.cleaned_data["client_id"], form.cleaned_data["after"])
    data = form.corrected_data()
    outcome = services.correct(match_id=table.match.pk, number=number, data=data, by=by)
    line = capfirst(str(table.game.line_name))
    text = _("%(line)s %(number)s : la correction est gardée.")
    if outcome.proposed:
        text = _("%(line)s %(number)s : la correction est proposée au club.")
    messages.success(request, text % {"line": line, "number": number})
    return redirect("games:match", table.match.pk)


def _differences(table: Table, caller: Caller, form: PadForm, number: int) -> dict[str, Any]:
    """Return the lines whose scores a correction changes, and its effect on the result.

    `differences` has at most as many lines as a page of the sheet: the first ones, and the last.
    `differences_more` is the number of lines left out.
    """
    _loaded, sheet = services.preview(
        match_id=table.match.pk, data=form.corrected_data(), caller=caller, number=number
    )
    pairs = list(zip(table.sheet.lines, sheet.lines, strict=True))[number - 1 :]
    changed = [
        Difference(at, before.deltas, after.deltas, before.totals, after.totals)
        for at, (before, after) in enumerate(pairs, number)
        if (before.deltas, before.totals) != (after.deltas, after.totals)
    ]
    most = table.game.pad.lines_shown
    differences = changed if len(changed) <= most else [*changed[: most - 1], changed[-1]]
    return {
        "differences": differences,
        "differences_more": len(changed) - len(differences),
        "corrected_parts": parts_of(table.game, sheet.lines[number - 1], table.names),
        "result_change": result_change(table, sheet),
    }


def result_change(table: Table, sheet: Scoresheet) -> str:
    """Return a sentence about the effect of a correction on the end of the match; empty if there is
    none.
    """
    before, after = table.result, sheet.result
    if _outcome(before) == _outcome(after):
        return ""
    if after is None:
        return _("Le match reprend : il n'est plus fini.")
    names = ", ".join(table.sides[side].name for side in after.winners)
    return _("Le match se finit ainsi ; il est gagné par %(names)s.") % {"names": names}


def _outcome(result: Result | None) -> Any:
    return None if result is None else (result.winners, result.ended_by)


def _page(
    request: HtmxRequest,
    table: Table,
    number: int,
    form: PadForm | None,
    *,
    status: int = 200,
    **extra: Any,
) -> HttpResponse:
    line = table.lines[number - 1]
    context = match_context(table, form) | {
        "line": line,
        "form": form,
        "is_last": number == len(table.lines),
        "preview_url": None,
        "entry_url": address("entry", table.match.pk, number),
        **extra,
    }
    return render(request, "games/entry.html", context, status=status)
