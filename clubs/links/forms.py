"""The form that makes a link."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.links.kinds import KINDS

LASTS: dict[str, str | Promise] = {
    "evening": _("ce soir, jusqu'à 4 h"),
    "week": _("une semaine"),
    "month": _("un mois"),
    "year": _("un an"),
}


class LinkForm(forms.Form):
    """The form for a link of one kind. Its usual duration is offered first."""

    lasts = forms.ChoiceField(label=_("Il sert"))

    def __init__(self, kind: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{kind}-%s", initial={"lasts": KINDS[kind].lasts[0]})
        self.kind = kind
        choices = [(lasts, LASTS[lasts]) for lasts in KINDS[kind].lasts]
        self.fields["lasts"].choices = choices  # type: ignore[attr-defined]
