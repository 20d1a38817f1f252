"""The name of the format `rotation`, and the forms for its options."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    movement = forms.ChoiceField(
        label=gettext_lazy("Qui tourne"),
        choices=[
            ("individual", gettext_lazy("les personnes, deux contre deux")),
            ("howell", gettext_lazy("les paires, toutes contre toutes (Howell)")),
            (
                "barometer",
                gettext_lazy("les paires, les mêmes donnes à toutes les tables (baromètre)"),
            ),
            ("mitchell", gettext_lazy("une paire sur deux, l'autre reste assise (Mitchell)")),
            ("teams", gettext_lazy("quatre paires en deux équipes, à deux tables")),
            ("tables", gettext_lazy("les tables de trois à cinq")),
        ],
        required=False,
    )
    rounds = option_fields.rounds()
    table_size = option_fields.table_size()
    skip = forms.BooleanField(
        label=gettext_lazy("Mitchell à tables paires : saut au lieu d'un relais de donnes"),
        required=False,
    )
    duplicate = forms.ChoiceField(
        label=gettext_lazy("Les mêmes donnes à toutes les tables"),
        choices=[
            ("", gettext_lazy("non")),
            ("matchpoints", gettext_lazy("oui, comptées en pour cent")),
            ("butler", gettext_lazy("oui, comptées contre la moyenne")),
            ("par", gettext_lazy("oui, comptées contre le par")),
        ],
        required=False,
    )
    deals = option_fields.deals()
    deals_by = forms.ChoiceField(
        label=gettext_lazy("Si oui, qui les donne"),
        choices=[
            ("site", gettext_lazy("le site : on les imprime")),
            ("table", gettext_lazy("la première table, qui les note")),
        ],
        required=False,
    )

    @classmethod
    def options_of(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that were filled in.

        Without `duplicate`, the options that only a duplicate needs are left out.
        """
        given = super().options_of(values)
        if "duplicate" not in given:
            given.pop("deals_by", None)
            given.pop("deals", None)
        return given


class AllOptions(option_fields.PointsMixin, NewOptions):
    """The form with all options of the format."""

    bye_score = option_fields.bye_score()
    difference_cap = option_fields.difference_cap()
    place_points = option_fields.place_points()


DESCRIPTION = Description(
    name=gettext_lazy("Rotation"),
    summary=gettext_lazy(
        "Un mouvement fixé d'avance, à imprimer. Les mêmes donnes à toutes les tables, si l'on"
        " veut : « Date, lieu, options » le dit."
    ),
    form=NewOptions,
    settings=AllOptions,
)
