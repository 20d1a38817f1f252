"""The form of the options of `round_robin`, and its name."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class Twice(forms.BooleanField):
    """Whether everybody meets everybody twice; its value is the number of cycles."""

    widget = forms.CheckboxInput(check_test=lambda value: value in (2, True, "on"))

    def clean(self, value: Any) -> Any:
        """Return the number of cycles."""
        return 2 if super().clean(value) else 1


class NewOptions(OptionsForm):
    """The options in the form of a new tournament."""

    cycles = Twice(label=gettext_lazy("Aller et retour"), required=False)
    open_rounds = option_fields.open_rounds()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """All options of the format."""

    leaver = option_fields.leaver()
    difference_cap = option_fields.difference_cap()


DESCRIPTION = Description(
    name=gettext_lazy("Toutes rondes"),
    summary=gettext_lazy(
        "Chacun rencontre tous les autres : jusqu'à 8 inscrits, c'est le plus juste."
    ),
    form=NewOptions,
    settings=AllOptions,
)
