"""The name of the format `cumulative`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    rounds = option_fields.rounds()
    deals = option_fields.deals()
    draw_by = forms.ChoiceField(
        label=gettext_lazy("Les rencontres se font"),
        choices=[
            ("lot", gettext_lazy("au sort")),
            ("standing", gettext_lazy("par classement")),
            ("rotation", gettext_lazy("par une rotation connue d'avance")),
        ],
        required=False,
    )


DESCRIPTION = Description(
    name=gettext_lazy("Concours aux points"),
    summary=gettext_lazy("Un nombre fixe de donnes par ronde ; les points marqués s'additionnent."),
    form=NewOptions,
    settings=NewOptions,
)
