"""The name of the format `round_robin`, and the forms for its options."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class Twice(forms.BooleanField):
    """A checkbox for playing everybody twice. Its value is the number of cycles, 1 or 2."""

    widget = forms.CheckboxInput(check_test=lambda value: value in (2, True, "on"))

    def clean(self, value: Any) -> Any:
        """Return the number of cycles, 1 or 2."""
        return 2 if super().clean(value) else 1


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    cycles = Twice(label=gettext_lazy("Aller et retour"), required=False)
    open_rounds = option_fields.open_rounds()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """The form with all options of the format."""

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
