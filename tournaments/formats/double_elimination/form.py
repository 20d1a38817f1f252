"""The name of the format `double_elimination`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    reset_final = forms.BooleanField(
        label=gettext_lazy("Belle, si l'invaincu perd la finale"), required=False, initial=True
    )


DESCRIPTION = Description(
    name=gettext_lazy("Double élimination"),
    summary=gettext_lazy("Il faut perdre deux fois pour sortir."),
    form=NewOptions,
    settings=NewOptions,
)
