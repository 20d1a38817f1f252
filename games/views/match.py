"""The page of a match, and the parts that refresh it: board, sheet, pad."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.callers import Caller
from clubs.links import request_links
from clubs.links.showing import qr
from core.addresses import shareable
from core.errors import Conflict, Denied, NotFound, Refused, Stale
from core.shapes import put_on
from games import queries, services
from games.callers import keep_started
from games.entry.forms import PadForm
from games.kept_pictures import picture_response
from games.live.drawn import drawn, drawn_for
from games.live.readers import SHEET, WALL
from games.match import log_queries
from games.match.places_cookie import seat_here
from games.presentation.match_preview import picture_of
from games.presentation.place import place_view
from games.presentation.table import Table, preview_line
from games.registry.installed import game_of
from games.services import Writing
from games.sheet import Scoresheet
from games.views.common import (
    HtmxRequest,
    address,
    before_of,
    match_context,
    match_or_404,
    pad_for,
    page_context,
    table_or_404,
)
from games.views.keeping_up import GO_ON, chosen, kept_up
from games.views.playing import setup

# A parameter of the page's address. With it, the pad is filled with the line that was just taken
# back.
AGAIN = "reprendre"
# The QR code's mask, of eight. It is fixed because the library would try all of them, which is
# slow; readers take any.
MASK = 2
# A parameter of the page's address. The pad is filled with its value: a line as JSON, which a phone
# had stored.
WITH = "avec"


@require_safe
def match_page(request: HtmxRequest, match_id: str) -> HttpResponse:
    """Show the page of a match: scores, sheet, and the pad for callers who may record.

    The address may fill the pad: `reprendre` with the line just taken back, `avec` with the line
    that the parameter contains.
    """
    table, caller = table_or_404(request, match_id)
    entry = _asked_again(request, table) if table.can.record else None
    response: HttpResponse
    if entry is not None:
        pad = table.game.pad.form.again(table, entry)
        pad.is_valid()
        response = render_match(request, table, pad, caller=caller)
    else:
        own = {"match_part": drawn_for(request, table), "phone": setup(table)}
        response = render(request, "games/match.html", page_context(table) | own)
    return _found_as_left(response, table)


def _found_as_left(response: HttpResponse, table: Table) -> HttpResponse:
    """Allow the browser to show its stored copy of the page when the user goes back to it.

    Only the browser may store the page, not a proxy, and it must revalidate its copy at each
    request. A page of a club for members only is never stored.
    """
    club = table.match.club
    if club is None or club.public:
        patch_cache_control(response, private=True, no_cache=True, max_age=0)
    else:
        add_never_cache_headers(response)
    return response


def _asked_again(request: HtmxRequest, table: Table) -> dict[str, Any] | None:
    """Return the line with which the address fills the pad, or None without a valid one."""
    if AGAIN in request.GET:
        return log_queries.taken_back(table.match)
    try:
        values = json.loads(request.GET.get(WITH, ""))
    except (ValueError, RecursionError):
        return None
    read = table.game.entry.serializer(data=values)
    return dict(read.validated_data) if read.is_valid() else None


@require_safe
@never_cache
def follow(request: HtmxRequest, match_id: str) -> HttpResponse:
    """Answer with the board and sheet of a match that has a newer version, otherwise with 204.

    With `pad=1`, the answer also has the pad. A phone with a half-filled pad also sends its values.
    """
    match, caller = match_or_404(request, match_id)
    if request.GET.get("version") == str(match.version):
        return HttpResponse(status=204)
    table = queries.table_of(match, caller, before=before_of(request))
    if not request.GET.get("pad"):
        seat = seat_here(request, match)
        if table.can.only_sees:
            return HttpResponse(drawn(table, SHEET, seat))
        context = match_context(table, pad_for(table)) | {"place": place_view(table, seat)}
        return render(request, "games/_table.html", context)
    if "after" in request.GET and table.can.record:
        return render_match(request, table, kept_up(request, table, request.GET), caller=caller)
    return HttpResponse(drawn_for(request, table))


@require_safe
@never_cache
def wall(request: HtmxRequest, match_id: str) -> HttpResponse:
    """Show the wall display of a match: only the scores, as large as the screen allows."""
    match, caller = match_or_404(request, match_id)
    if request.GET.get("version") == str(match.version) and request.htmx:
        return HttpResponse(status=204)
    table = queries.table_of(match, caller)
    if request.htmx:
        return HttpResponse(drawn(table, WALL))
    return render(request, "games/wall.html", wall_context(request, table))


def wall_context(request: HttpRequest, table: Table) -> dict[str, Any]:
    """Return the context of a wall display. It has a QR code if anyone with the address may see the
    match.
    """
    match = table.match
    context = {
        "table": table,
        "game": table.game,
        "wall": drawn(table, WALL),
        "wall_url": address("wall", match.pk),
        "live_url": f"{reverse('live', args=[match.pk])}?view={WALL}",
    }
    if match.club is None or match.club.public:
        context["watch_svg"] = qr(shareable(request, address("match", match.pk)), mask=MASK)
    return context


@require_safe
@never_cache
def match_picture(request: HtmxRequest, match_id: str) -> HttpResponse:
    """Send a picture of the match for sharing. If the match is running, it shows the present
    state.
    """
    return picture_response(request, lambda: picture_of(table_or_404(request, match_id)[0]))


@require_POST
def record(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Record the pad's line. A refused line is shown again, with the error at its input."""
    table, caller = table_or_404(request, match_id)
    data = chosen(request.POST)
    pad = table.game.pad.form(table, data)
    if pad.is_valid():
        if GO_ON in request.POST:
            return render_match(request, table, pad, caller=caller)
        by = Writing(caller, pad.cleaned_data["client_id"], pad.cleaned_data["after"])
        try:
            services.record(match_id=match_id, data=pad.entry, by=by)
            return done(request, match_id)
        except Refused as refusal:
            put_on(pad, refusal)
        except (Conflict, Denied) as conflict:
            return again(request, match_id, pad, conflict)
    return render_match(request, table, pad, status=400)


def done(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Answer a stored write: with the changed part of the page for htmx, otherwise with a redirect
    to the page.
    """
    if not request.htmx:
        return redirect("games:match", match_id)
    table, _caller = table_or_404(request, match_id)
    return HttpResponse(drawn_for(request, table))


def again(
    request: HtmxRequest, match_id: str, pad: PadForm, conflict: Conflict | Denied
) -> HttpResponse:
    """Answer a write that was not stored, with the present match and the tapped values in its pad.

    If it was made on an older version, the pad may offer a choice. Otherwise it shows why the write
    was denied.
    """
    table, caller = table_or_404(request, match_id)
    data: Any = pad.data
    if isinstance(conflict, Stale):
        refilled = kept_up(request, table, data)
        if refilled.is_bound and refilled.waits is None:
            refilled.add_error(None, conflict.sentence)
        return render_match(request, table, refilled, caller=caller, status=409)
    data = data.copy()
    data["after"] = str(table.match.version)
    refilled = table.game.pad.form(table, data)
    refilled.is_valid()
    refilled.add_error(None, conflict.sentence)
    code = 403 if isinstance(conflict, Denied) else 409
    # A link may be revoked while a hand is being tapped. The values stay in the pad, so that they
    # can be sent with a new link.
    return render_match(request, table, refilled, status=code, keep=code == 403)


def render_match(
    request: HtmxRequest,
    table: Table,
    pad: PadForm | None,
    *,
    caller: Caller | None = None,
    status: int = 200,
    keep: bool = False,
) -> HttpResponse:
    """Answer with the changing part of a match's page for htmx, otherwise with the page.

    `keep`: the pad is shown even to a caller who may not record. With a `caller`, a pad without
    errors also shows the preview of its line.
    """
    template = "games/_match.html" if request.htmx else "games/match.html"
    shown_pad = pad if table.can.record or keep else None
    context = match_context(table, shown_pad)
    context["place"] = place_view(table, seat_here(request, table.match))
    if caller is not None and shown_pad is not None and shown_pad.is_bound and not shown_pad.errors:
        context |= previewed(table, shown_pad, caller)
    if not request.htmx:
        context["phone"] = setup(table)
    return render(request, template, context, status=status)


@require_POST
def preview(request: HtmxRequest, match_id: str) -> HttpResponse:
    """Show the preview of the pad's line; nothing is stored."""
    table, caller = table_or_404(request, match_id)
    pad = table.game.pad.form(table, request.POST)
    context = match_context(table, pad) | previewed(table, pad, caller)
    if request.htmx:
        return render(request, context["preview_template"], context)
    context["place"] = place_view(table, seat_here(request, table.match))
    return render(request, "games/match.html", context)


def previewed(table: Table, pad: PadForm, caller: Caller) -> dict[str, object]:
    """Return the preview of a pad: the line's figures and sentences, or what is missing.

    Until all required inputs are tapped there is neither a preview nor an error.
    """
    errors: list[str] = []
    line = None
    if not pad.is_valid():
        errors = [str(text) for texts in pad.errors.values() for text in texts]
    elif pad.is_complete():
        try:
            _loaded, sheet = services.preview(
                match_id=table.match.pk, data=pad.entry, caller=caller
            )
            line = preview_of(table, sheet)
        except Refused as refusal:
            errors = refusal.sentences
        except Denied as denied:
            errors = [denied.sentence]
    return {"preview": line, "errors": errors, "preview_errors": errors}


def preview_of(table: Table, sheet: Scoresheet) -> dict[str, object]:
    """Return the last line of an unsaved sheet, for the preview's template."""
    line = sheet.lines[-1]
    parts = preview_line(table, sheet)
    return {
        "parts": parts,
        "sentences": [part.text for part in parts],
        "deltas": line.deltas,
        "totals": line.totals,
        "ends": sheet.result is not None,
    }


@require_POST
def undo(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Take the last line back with one tap. The history keeps it."""
    match, caller = match_or_404(request, match_id)
    after = request.POST.get("after", "")
    # A version that is not a number matches no match, so nothing is taken back.
    version = int(after) if after.isdecimal() and len(after) < 10 else -1
    by = Writing(caller, None, version if after else None)
    try:
        number = len(services.take_back(match_id=match.pk, number=None, by=by).table.lines) + 1
        line = capfirst(str(game_of(match.game).line_name))
        text = _("%(line)s %(number)s : ligne annulée.")
        sentence = text % {"line": line, "number": number}
        offer = f"{address('match', match_id)}?{AGAIN}=1"
        act = format_html('<a href="{}">{}</a>', offer, _("Modifier"))
        messages.success(request, format_html("{} {}", sentence, act))
    except NotFound:
        pass  # a second tap: the sheet's only line is taken back already
    except (Conflict, Denied) as conflict:
        messages.error(request, conflict.sentence)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    return done(request, match_id)


@require_POST
def rematch(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Start a rematch with one tap. A second tap opens the same new match."""
    match, caller = match_or_404(request, match_id)
    request_links.give_phone(caller)
    try:
        outcome = services.rematch(match_id=match.pk, by=Writing(caller))
    except (Denied, Refused) as refusal:
        messages.error(request, refusal.sentence)
        return redirect("games:match", match_id)
    return keep_and_open(request, outcome.table, caller)


def keep_and_open(request: HttpRequest, table: Table, caller: Caller) -> HttpResponseBase:
    """Store the new match's token in the browser, and open its page."""
    response = redirect("games:match", table.match.pk)
    keep_started(response, request, table.match, caller)
    return response
