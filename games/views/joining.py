"""The form by which one more player joins a running match, on the page of its settings."""

import uuid
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.callers import Caller
from core import errors
from core.names import MAX_LENGTH
from core.shapes import NameInput
from games import services
from games.match import joining, permissions
from games.presentation.table import Table
from games.services import Writing
from games.views.start import seat_for


class NewcomerForm(forms.Form):
    """The name of who joins. The hidden `client_id` makes two taps one."""

    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    joins = NameInput(
        label=gettext_lazy("Nom"),
        error_messages={"required": gettext_lazy("Il manque un nom.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": MAX_LENGTH}),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"client_id": uuid.uuid4()})


def join_form(table: Table) -> NewcomerForm | None:
    """Return the form for one more player of a match; None if nobody may join it."""
    faults = joining.faults(table.match, table.game, table.rules, table.sheet, len(table.seats))
    return None if faults else NewcomerForm()


def join(form: NewcomerForm, table: Table, caller: Caller) -> str:
    """Let the person whose name was typed join, and return what was done in words.

    If the caller may start matches in the match's club, the name is that of the club's player, as
    at the start. The text is empty if the form was refused; it then has the reason.
    """
    if not form.is_valid():
        return ""
    match, name = table.match, form.cleaned_data["joins"]
    club = match.club if match.club and permissions.can_start(match.club, caller) else None
    try:
        with transaction.atomic():
            outcome = services.join(
                match_id=match.pk,
                person=seat_for(name, club, caller),
                by=Writing(caller, form.cleaned_data["client_id"]),
            )
    except errors.Refused as refusal:
        form.add_error(None, refusal.sentences)
        return ""
    except (errors.Denied, errors.Conflict) as refusal:
        form.add_error(None, refusal.sentence)
        return ""
    seat = outcome.table.seats[-1]
    return join_sentence(seat.name, seat.number)


def join_sentence(name: str, seat: int) -> str:
    """Return who joined, in words: « Zoé rejoint la table, place 5 »."""
    return _("%(name)s rejoint la table, place %(seat)s") % {"name": name, "seat": seat + 1}
