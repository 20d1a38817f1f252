"""The name of the format `ladder`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    places_up = forms.IntegerField(
        label=gettext_lazy("On défie jusqu'à tant de places au-dessus"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Vide : trois."),
    )
    idle_days = forms.IntegerField(
        label=gettext_lazy("Jours sans jouer avant de baisser"),
        required=False,
        min_value=0,
        max_value=366,
        help_text=gettext_lazy("Vide ou 0 : on ne baisse jamais."),
    )
    idle_places = forms.IntegerField(
        label=gettext_lazy("De combien de places on baisse alors"),
        required=False,
        min_value=0,
        max_value=99,
        help_text=gettext_lazy("Vide : une."),
    )


DESCRIPTION = Description(
    name=gettext_lazy("Échelle"),
    summary=gettext_lazy(
        "Une liste qui vit des mois : on défie juste au-dessus, qui gagne prend la place."
    ),
    form=NewOptions,
    settings=NewOptions,
)
