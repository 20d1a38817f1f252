"""The details of a match: names, abandoning and resuming it, its history."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import players_of
from clubs.wording import account_names_told
from core import errors
from core.names import name_key
from core.shapes import NameInput
from games import services
from games.errors import Denied
from games.match import log_queries, permissions
from games.models import Change, Status
from games.presentation.columns import in_words
from games.presentation.table import SeatView, Table
from games.services import Writing
from games.views.common import match_context, table_or_404
from games.views.joining import NewcomerForm, join, join_form, join_sentence
from games.views.start import seat_for


def may_be_advised(table: Table) -> bool:
    """Say whether the lab can give advice in this match. It can't in a tournament or without such a
    question.
    """
    about = any(question.of_match for question in table.game.lab)
    return about and not table.match.event_id


def _name_input(seat: SeatView, *, finished: bool) -> NameInput:
    return NameInput(
        label=_("Place %(number)s") % {"number": seat.number + 1},
        initial=seat.name if seat.named else "",
        # A guest's seat may be left without a name, but a player's seat may not.
        required=seat.player is not None,
        error_messages={"required": _("Il manque un nom.")},
        # In a finished match, a known player can't be replaced.
        disabled=finished and seat.player is not None,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "maxlength": 160}
            | ({} if seat.named else {"placeholder": seat.name})
        ),
    )


class SurroundingsForm(forms.Form):
    """The details of a match: names, the club's room, and which players the guests are."""

    in_club_room = forms.BooleanField(label=gettext_lazy("Au local du club"), required=False)
    advice = forms.BooleanField(
        label=gettext_lazy("Conseils du labo à cette table"),
        required=False,
        help_text=gettext_lazy(
            "Où le jeu s'y prête, le conseil vient au-dessus du clavier de qui marque ; le menu du "
            "match mène aux calculs."
        ),
    )

    seats_record = forms.BooleanField(
        label=gettext_lazy("Les téléphones assis inscrivent aussi"),
        required=False,
        help_text=gettext_lazy(
            "Qui a le code de la table peut alors inscrire, corriger et annuler."
        ),
    )

    def __init__(self, table: Table, caller: Caller, data: Any = None) -> None:
        match = table.match
        names = ("in_club_room", "advice", "seats_record")
        first = {name: getattr(match, name) for name in names}
        super().__init__(data, initial=first)
        self.table = table
        finished = table.match.status == Status.FINISHED
        for seat in table.seats:
            self.fields[f"name_{seat.number}"] = _name_input(seat, finished=finished)
        # Only teams have names of their own; other sides have the name of their player.
        for side in table.sides if table.game.seats.sides else ():
            self.fields[f"side_{side.number}"] = NameInput(
                label=_("Camp %(number)s") % {"number": side.number + 1}, initial=side.name
            )
        self._ask_for_guests(self._players(caller))
        if table.match.club is None:
            del self.fields["in_club_room"]
        if finished or not may_be_advised(table):
            del self.fields["advice"]
        if not permissions.is_recent(match):
            del self.fields["seats_record"]

    def _ask_for_guests(self, known: list[Player]) -> None:
        """Add a field for each guest, in which the user can say which player of the club the guest
        is.
        """
        players = [(str(player.pk), player.public_name) for player in known]
        # A club lists each name only once. So if a guest has a listed name, that player is
        # suggested.
        named = {name_key(p.called): p.pk for p in known if p.shown_here == Player.Shown.FULL}
        for seat in self.table.seats:
            if seat.player is None and players:
                self.fields[f"seat_{seat.number}"] = forms.TypedChoiceField(
                    label=_("Qui est %(name)s ?") % {"name": seat.name},
                    choices=[("", _("reste de passage")), *players],
                    initial=named.get(name_key(seat.name)),
                    coerce=int,
                    empty_value=None,
                    required=False,
                )

    def _players(self, caller: Caller) -> list[Player]:
        """Return the club's players who can replace a guest, without hidden players and those
        seated here.

        The list is empty if the caller may not see the club's list, for which a link is not enough.
        """
        club = self.table.match.club
        if club is None or not permissions.can_see_list(club, caller):
            return []
        seated = {seat.player for seat in self.table.seats}
        hidden = Q(shown=Player.Shown.HIDDEN) | Q(line__shown=Player.Shown.HIDDEN)
        known = players_of(club).exclude(hidden).order_by("name")[:500]
        return [player for player in known if player.pk not in seated]

    def changes(self) -> dict[str, Any]:
        """Return the changes that the form makes, as `services.patch` takes them."""
        values, table = self.cleaned_data, self.table
        sides = {
            side.number: values[f"side_{side.number}"]
            for side in table.sides
            if values.get(f"side_{side.number}", side.name) != side.name
        }
        seats: dict[int, int | str] = dict(self.renamed())
        for seat in table.seats:
            if values.get(f"seat_{seat.number}"):
                seats[seat.number] = values[f"seat_{seat.number}"]
        changes: dict[str, Any] = {}
        if sides:
            changes["sides"] = sides
        if seats:
            changes["seats"] = seats
        for name in ("in_club_room", "advice", "seats_record"):
            before = getattr(table.match, name)
            if values.get(name, before) != before:
                changes[name] = values[name]
        return changes

    def renamed(self) -> dict[int, str]:
        """Return the changed names, by seat number."""
        typed = {seat.number: self.cleaned_data[f"name_{seat.number}"] for seat in self.table.seats}
        return {
            seat.number: typed[seat.number]
            for seat in self.table.seats
            if typed[seat.number] != (seat.name if seat.named else "")
        }


@transaction.atomic
def _change(form: SurroundingsForm, by: Writing) -> None:
    """Write the form's changes.

    A name typed over a player's name, or on a seat without a name, is first stored as a guest's
    name. If the club lists that name, the guest is then replaced by the club's player, as at the
    start of a match.
    """
    table, changes = form.table, form.changes()
    match = table.match
    if changes:
        services.patch(match_id=match.pk, changes=changes, by=by)
    club = match.club if match.club and permissions.can_start(match.club, by.caller) else None
    tied = {
        number: seat_for(name, club, by.caller).player
        for number, name in form.renamed().items()
        if name and (table.seats[number].player is not None or not table.seats[number].named)
    }
    players = {number: player for number, player in tied.items() if player is not None}
    if players:
        services.patch(match_id=match.pk, changes={"seats": players}, by=by)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings_page(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Change names and the club's room, replace guests by players, abandon the match or resume
    it.
    """
    table, caller = table_or_404(request, match_id)
    if not table.can.manage:
        messages.error(request, Denied("edit_token_needed").sentence)
        return redirect("games:match", match_id)
    if "joins" in request.POST:
        return _join(request, table, caller)
    form = SurroundingsForm(table, caller, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        by = Writing(caller)
        try:
            if "status" in request.POST:
                services.patch(match_id=match_id, changes={"status": request.POST["status"]}, by=by)
                return redirect("games:match", match_id)
            if form.is_valid():
                _change(form, by)
                return redirect("games:match", match_id)
        except errors.Refused as refusal:
            form.add_error(None, refusal.sentences)
        except (errors.Denied, errors.Conflict) as refusal:
            form.add_error(None, refusal.sentence)
    return _settings(request, table, form, join_form(table))


def _join(request: HttpRequest, table: Table, caller: Caller) -> HttpResponseBase:
    """Let one more player join. If that is refused, show the page again with the reason."""
    form = NewcomerForm(request.POST)
    message = join(form, table, caller)
    if not message:
        return _settings(request, table, SurroundingsForm(table, caller), form)
    messages.success(request, message)
    return redirect("games:match", table.match.pk)


def _settings(
    request: HttpRequest, table: Table, form: SurroundingsForm, joins: NewcomerForm | None
) -> HttpResponse:
    context = match_context(table, None) | {
        "form": form,
        "join_form": joins,
        "abandoned": table.match.status == Status.ABANDONED,
        "finished": table.match.status == Status.FINISHED,
    }
    refused = form.errors or (joins is not None and joins.errors)
    return render(request, "games/settings.html", context, status=400 if refused else 200)


# The most writes that a page of the history shows. Earlier writes are on other pages.
WRITES_SHOWN = 400


@require_safe
@never_cache
def history(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the history of a match: every write in words, the newest last."""
    table, caller = table_or_404(request, match_id)
    log = log_queries.public_history_part(table.match, table.before, WRITES_SHOWN)
    names = account_names_told((change.by for change in log), caller, table.match.club)
    changes = [
        {
            "version": change.version,
            "kind": change.kind,
            "kind_label": change.get_kind_display(),
            "number": change.number,
            "at": change.at,
            "by": names[change.by_id],
            "summary": summary(table, change),
        }
        for change in log
    ]
    earlier = log[0].version if log and log[0].version > 1 else None
    context = {"changes": changes, "earlier": earlier, "later": table.before is not None}
    return render(request, "games/history.html", match_context(table, None) | context)


_OF_LINES = (
    Change.Kind.RECORD,
    Change.Kind.CORRECT,
    Change.Kind.TAKE_BACK,
    Change.Kind.ASIDE,
)


def summary(table: Table, change: Change) -> str:
    """Return a write in words: the contents of a line, or each changed field with both values.

    It is empty for the start of the match.
    """
    if change.kind == Change.Kind.START:
        return ""
    before, after = change.before or {}, change.after or {}
    if "joined" in after:
        return _joined(table, after)
    if change.kind in _OF_LINES:
        columns = table.game.entry.model.columns_of
        before, after = columns(before), columns(after)
    if change.kind != Change.Kind.CORRECT and not (before and after):
        return _contents(table, after or before)
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return " · ".join(
        _("%(what)s : %(before)s → %(after)s")
        % {
            "what": _label(table, name),
            "before": _named(table, name, before.get(name)),
            "after": _named(table, name, after.get(name)),
        }
        for name in changed
    )


def _joined(table: Table, after: dict[str, Any]) -> str:
    """Return a sentence about the person who joined the match, with the name of that time if
    possible.
    """
    seat = after["joined"]
    known = {row.player: row.name for row in table.seats if row.player is not None}
    name = after["guests"][seat] or known.get(after["players"][seat]) or table.names.seat(seat)
    return join_sentence(name, seat)


def _contents(table: Table, line: dict[str, Any]) -> str:
    """Return the contents of a recorded line, or of one taken back."""
    return " · ".join(
        _("%(what)s : %(value)s")
        % {"what": _label(table, name), "value": _named(table, name, value)}
        for name, value in line.items()
        if value is not False and value is not None
    )


def _named(table: Table, name: str, value: Any) -> str:
    """Return a value of the log in words. Seats and known players are replaced by their names."""
    if name in (*table.game.entry.seat_fields, "sat", "freed") and value is not None:
        return table.names.seat(value)
    if name == "players" and isinstance(value, list):
        known = {seat.player: seat.name for seat in table.seats if seat.player is not None}
        value = [known.get(player, player) for player in value]
    return in_words(table, name, value)


def _label(table: Table, name: str) -> str:
    """Return the label that pages use for a field of the game or for a detail of the match."""
    if name in _LABELS:
        return str(_LABELS[name])
    if name not in table.game.entry.model.column_names():
        return name
    return str(table.game.entry.model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


_LABELS = {
    "sides": gettext_lazy("camps"),
    "scores": gettext_lazy("scores"),
    "players": gettext_lazy("personnes"),
    "guests": gettext_lazy("noms"),
    "next_match": gettext_lazy("table suivante"),
    "series": gettext_lazy("place dans la série"),
    "in_club_room": gettext_lazy("au local"),
    "advice": gettext_lazy("conseils du labo"),
    "seats_record": gettext_lazy("téléphones assis qui inscrivent"),
    "sat": gettext_lazy("place prise"),
    "freed": gettext_lazy("place libérée"),
    "status": gettext_lazy("état"),
    "club": gettext_lazy("club"),
    "proposed": gettext_lazy("proposé au club"),
    "counts": gettext_lazy("compte au club"),
}
