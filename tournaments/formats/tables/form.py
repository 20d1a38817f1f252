"""The form of the options of `tables`, and its name."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The options in the form of a new tournament."""

    rounds = option_fields.rounds()
    table_size = option_fields.table_size()


class AllOptions(NewOptions):
    """All options of the format."""

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
