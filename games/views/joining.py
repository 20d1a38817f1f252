"""The form with which one more player joins a running match, on the match's settings page."""

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
    """The name of the person who joins. Because of the hidden `client_id`, two taps are one
    write.
    """

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
    """Let the person whose name was typed join, and return a sentence that says so.

    If the caller may start matches in the match's club, the name stands for the club's player of
    that name, as at the start. If the form is refused, the result is an empty string and the form
    has the errors.
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
    """Return a sentence about the person who joined: « Zoé rejoint la table, place 5 »."""
    return _("%(name)s rejoint la table, place %(seat)s") % {"name": name, "seat": seat + 1}
