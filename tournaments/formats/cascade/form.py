"""The name of the format `cascade`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    depth = forms.TypedChoiceField(
        label=gettext_lazy("Rondes où l'on se sépare"),
        choices=[
            (2, gettext_lazy("2 : quatre tableaux")),
            (3, gettext_lazy("3 : huit tableaux")),
        ],
        coerce=int,
        required=False,
        empty_value=None,
    )
    third_place = option_fields.third_place()


DESCRIPTION = Description(
    name=gettext_lazy("Cascade"),
    summary=gettext_lazy(
        "Gagnants et perdants se séparent, puis chaque tableau A, B, C, D a sa finale."
    ),
    form=NewOptions,
    settings=NewOptions,
)
