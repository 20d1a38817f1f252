"""Around the score: sharing, names and giving up, the history."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.models import Player
from clubs.queries import players_of
from clubs.shapes import NameInput
from games import permissions, queries, services, tables_cookie
from games.callers import page_caller
from games.errors import Conflict, Denied, NotFound, Refused
from games.models import Change, Status
from games.services import Writing
from games.table import Table
from games.views.common import address, match_context, table_or_404


@require_safe
@never_cache
def share(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the links to watch and to score, as QR codes and as text."""
    table, caller = table_or_404(request, match_id)
    watch = request.build_absolute_uri(address("match", match_id))
    context = match_context(table, None) | {"watch_url": watch, "watch_svg": qr(watch)}
    if permissions.can_score(table.match, caller):
        token = permissions.edit_token(table.match)
        score = request.build_absolute_uri(address("join", match_id, token))
        context |= {"score_url": score, "score_svg": qr(score)}
    return render(request, "games/share.html", context)


def qr(text: str) -> SafeString:
    """Return a QR code as inline SVG; its colours are the style sheet's."""
    drawing = segno.make(text, error="m").svg_inline(
        scale=1, border=4, omitsize=True, svgclass="qr", lineclass="qr__line"
    )
    # segno draws squares from the text's bits: no byte of the text itself is in the markup.
    return mark_safe(drawing)  # noqa: S308


@require_safe
@never_cache
def join(request: HttpRequest, match_id: str, token: str) -> HttpResponseBase:
    """Take a table's link into this browser: from now on it may score this match."""
    caller = page_caller(request)
    caller.any_token = token
    try:
        match = queries.find(match_id, caller)
    except NotFound:
        raise Http404 from None
    response = redirect("games:match", match.pk)
    if permissions.holds_link(match, caller):
        tables_cookie.keep(response, request, match.pk, token)
    else:
        messages.error(request, _("Ce lien ne sert plus à marquer : en demander un nouveau."))
    return response


class SurroundingsForm(forms.Form):
    """Side names, the club's room, and who the guests are."""

    in_club_room = forms.BooleanField(label=gettext_lazy("Au local du club"), required=False)

    def __init__(self, table: Table, data: Any = None) -> None:
        super().__init__(data, initial={"in_club_room": table.match.in_club_room})
        self.table = table
        for side in table.sides:
            self.fields[f"side_{side.number}"] = NameInput(
                label=_("Camp %(number)s") % {"number": side.number + 1}, initial=side.name
            )
        players = self._players()
        for seat in table.seats:
            if seat.player is None and players:
                self.fields[f"seat_{seat.number}"] = forms.TypedChoiceField(
                    label=seat.name,
                    choices=[("", _("reste de passage")), *players],
                    coerce=int,
                    empty_value=None,
                    required=False,
                )
        if table.match.club is None:
            del self.fields["in_club_room"]

    def _players(self) -> list[tuple[str, str]]:
        club = self.table.match.club
        if club is None:
            return []
        seated = {seat.player for seat in self.table.seats}
        known = players_of(club).exclude(shown=Player.Shown.HIDDEN).order_by("name")[:500]
        return [(str(player.pk), player.public_name) for player in known if player.pk not in seated]

    def changes(self) -> dict[str, Any]:
        """Return what differs from the match, as `services.patch` takes it."""
        values, table = self.cleaned_data, self.table
        sides = {side.number: values[f"side_{side.number}"] for side in table.sides}
        seats = {
            seat.number: values[f"seat_{seat.number}"]
            for seat in table.seats
            if values.get(f"seat_{seat.number}")
        }
        changes: dict[str, Any] = {}
        if any(sides[side.number] != side.name for side in table.sides):
            changes["sides"] = sides
        if seats:
            changes["seats"] = seats
        if values.get("in_club_room", table.match.in_club_room) != table.match.in_club_room:
            changes["in_club_room"] = values["in_club_room"]
        return changes


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Change names and room, tie guests to players, give the match up or resume it."""
    table, caller = table_or_404(request, match_id)
    if not table.can.manage:
        messages.error(request, Denied("edit_token_needed").sentence)
        return redirect("games:match", match_id)
    form = SurroundingsForm(table, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        by = Writing(caller)
        try:
            if "status" in request.POST:
                services.patch(match_id=match_id, changes={"status": request.POST["status"]}, by=by)
                return redirect("games:match", match_id)
            if form.is_valid():
                changes = form.changes()
                if changes:
                    services.patch(match_id=match_id, changes=changes, by=by)
                return redirect("games:match", match_id)
        except Refused as refusal:
            for fault in refusal.faults:
                form.add_error(None, refusal.sentence(fault))
        except (Denied, Conflict) as refusal:
            form.add_error(None, refusal.sentence)
    context = match_context(table, None) | {
        "form": form,
        "abandoned": table.match.status == Status.ABANDONED,
        "finished": table.match.status == Status.FINISHED,
    }
    return render(request, "games/settings.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
def history(request: HttpRequest, match_id: str) -> HttpResponse:
    """List every write on a match, newest last, in words."""
    table, _caller = table_or_404(request, match_id)
    changes = [
        {
            "version": change.version,
            "kind": change.kind,
            "kind_label": change.get_kind_display(),
            "number": change.number,
            "at": change.at,
            "by": change.by.get_username() if change.by else None,
            "summary": _summary(table, change),
        }
        for change in queries.history(table.match)
    ]
    return render(request, "games/history.html", match_context(table, None) | {"changes": changes})


def _summary(table: Table, change: Change) -> str:
    """Say what a correction or a setting replaced, field by field."""
    before, after = change.before, change.after
    if change.kind == Change.Kind.START or not isinstance(before, dict):
        return ""
    if not isinstance(after, dict):
        return ""
    if change.kind == Change.Kind.CORRECT:
        columns = table.game.entry_model.columns_of
        before, after = columns(before), columns(after)
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return " · ".join(
        _("%(what)s : %(before)s → %(after)s")
        % {
            "what": _label(table, change, name),
            "before": _plain(before.get(name)),
            "after": _plain(after.get(name)),
        }
        for name in changed
    )


def _label(table: Table, change: Change, name: str) -> str:
    """Return what a page calls a column of the game, or something around the score."""
    if change.kind == Change.Kind.CORRECT:
        return str(table.game.entry_model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
    return str(_LABELS.get(name, name))


_LABELS = {
    "sides": gettext_lazy("camps"),
    "players": gettext_lazy("personnes"),
    "in_club_room": gettext_lazy("au local"),
    "status": gettext_lazy("état"),
}


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value) if len(value) < 6 else "…"
    if value in Status.values:
        return str(Status(value).label)
    return "–" if value is None else str(value)
