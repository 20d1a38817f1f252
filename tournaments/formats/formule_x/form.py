"""The name of the format `formule_x`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    rounds = option_fields.rounds()
    bonus = forms.IntegerField(
        label=gettext_lazy("Bonus d'une victoire"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=gettext_lazy("Vide : 100 jusqu'à 4 rondes, 200 jusqu'à 8, 300 au-delà."),
    )


class AllOptions(NewOptions):
    """The form with all options of the format."""

    bye_score = option_fields.bye_score()


DESCRIPTION = Description(
    name=gettext_lazy("Formule X"),
    summary=gettext_lazy(
        "Tout le monde joue chaque ronde ; gagner rapporte un bonus, ses points et l'écart."
    ),
    form=NewOptions,
    settings=AllOptions,
)
