"""The name of the format `tables`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    rounds = option_fields.rounds()
    table_size = option_fields.table_size()


class AllOptions(NewOptions):
    """The form with all options of the format."""

    place_points = option_fields.place_points()
    first_round = forms.ChoiceField(
        label=gettext_lazy("Première ronde"),
        choices=[("draw", gettext_lazy("au sort")), ("serpentine", gettext_lazy("en serpentin"))],
        required=False,
    )
    later_rounds = forms.ChoiceField(
        label=gettext_lazy("Rondes suivantes"),
        choices=[
            ("standing", gettext_lazy("par classement")),
            ("spread", gettext_lazy("en mélangeant")),
        ],
        required=False,
    )


DESCRIPTION = Description(
    name=gettext_lazy("Tables de trois à cinq"),
    summary=gettext_lazy(
        "Pour les jeux à plusieurs : les places à chaque table donnent des points."
    ),
    form=NewOptions,
    settings=AllOptions,
)
