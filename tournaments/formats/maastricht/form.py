"""The name of the format `maastricht`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    rounds = option_fields.rounds()
    split = forms.ChoiceField(
        label=gettext_lazy("Les tableaux se font"),
        choices=[
            ("rank", gettext_lazy("par quarts du classement")),
            ("wins", gettext_lazy("par nombre de victoires")),
        ],
        required=False,
    )
    third_place = option_fields.third_place()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """The form with all options of the format."""

    same_club = option_fields.same_club()
    bye_score = option_fields.bye_score()
    difference_cap = option_fields.difference_cap()


DESCRIPTION = Description(
    name=gettext_lazy("Maastricht"),
    summary=gettext_lazy(
        "Quelques rondes suisses, puis quatre tableaux A à D, chacun à son niveau."
    ),
    form=NewOptions,
    settings=AllOptions,
)
