"""The name of the format `single_elimination`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    third_place = option_fields.third_place()
    cadrage = forms.BooleanField(label=gettext_lazy("Cadrage à la place des repos"), required=False)
    b_final = option_fields.b_final()


DESCRIPTION = Description(
    name=gettext_lazy("Élimination directe"),
    summary=gettext_lazy("Le perdant sort ; un tableau, une finale."),
    form=NewOptions,
    settings=NewOptions,
)
