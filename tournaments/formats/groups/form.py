"""The name of the format `groups`, and the forms for its options."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    groups = forms.IntegerField(
        label=gettext_lazy("Poules"),
        required=False,
        min_value=1,
        max_value=64,
        help_text=gettext_lazy("Vide : des poules de quatre ou de trois."),
    )
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Qualifiés par poule"), required=False, min_value=1, max_value=16
    )
    pool_style = forms.ChoiceField(
        label=gettext_lazy("Dans la poule"),
        choices=[
            ("round_robin", gettext_lazy("chacun rencontre les autres")),
            ("barrage", gettext_lazy("à quatre : vainqueurs, perdants, puis un barrage")),
        ],
        required=False,
    )
    open_rounds = option_fields.open_rounds()
    third_place = option_fields.third_place()
    b_final = option_fields.b_final()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """The form with all options of the format."""

    leaver = option_fields.leaver()
    difference_cap = option_fields.difference_cap()


DESCRIPTION = Description(
    name=gettext_lazy("Poules, puis tableau"),
    summary=gettext_lazy("De petites poules, puis les premiers s'éliminent."),
    form=NewOptions,
    settings=AllOptions,
)
