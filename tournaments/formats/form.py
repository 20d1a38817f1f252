"""What a format's `form.py` declares: its name, a line about it, and the forms of its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.registry.game import Text
from tournaments.formats.option_fields import figure

POINTS = "points_"


class OptionsForm(forms.Form):
    """A form with options of a format."""

    @classmethod
    def options_of(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that were filled in, as the services expect them.

        The fields for the points of a table are combined into the one option `points`.
        """
        given = {
            name: figure(value) if isinstance(value, Decimal) else value
            for name in cls.base_fields
            if (value := values.get(name)) not in (None, "")
        }
        points = {name: given.pop(name) for name in list(given) if name.startswith(POINTS)}
        if points:
            given["points"] = {name.removeprefix(POINTS): value for name, value in points.items()}
        return given


class CommonForm(OptionsForm):
    """The options that all formats have."""

    check_in = forms.BooleanField(
        label=gettext_lazy("Ne tirer que les inscrits pointés présents"), required=False
    )
    matches_per_table = forms.IntegerField(
        label=gettext_lazy("Matchs par table"), required=False, min_value=1, max_value=9
    )
    match_mode = forms.ChoiceField(
        label=gettext_lazy("S'il y en a plusieurs"),
        choices=[
            ("best_of", gettext_lazy("le plus de matchs gagnés")),
            ("sum", gettext_lazy("la somme des scores")),
        ],
        required=False,
    )


@dataclass(frozen=True, slots=True)
class Description:
    """A format's name, one line about it, and the forms of its own options.

    `form` has the options that the form of a new tournament shows. `settings` has all options,
    including those that a first evening does not need.
    """

    name: Text
    summary: Text
    form: type[OptionsForm]
    settings: type[OptionsForm]
