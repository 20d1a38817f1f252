"""The form fields of options that several formats share, and the field classes they use."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.wording import plain_figure, plain_figures


class FigureField(forms.DecimalField):
    """A field for a number that was typed, or copied from a page."""

    def to_python(self, value: Any) -> Any:
        """Return the number in a text, or None if the text is empty.

        Raise `ValidationError` if it is not a number.
        """
        return super().to_python(plain_figure(value) if isinstance(value, str) else value)


def signed_input(**attrs: str) -> forms.TextInput:
    """Return the input of a number that may be negative.

    The numeric keyboard of a phone has no minus sign. So the page's script opens that keyboard,
    and adds a button for the sign beside the input.
    """
    words = gettext_lazy("Changer le signe")
    return forms.TextInput(attrs={"data-signed": words, "autocomplete": "off", **attrs})


class PlacePointsField(forms.CharField):
    """A field for the points of each place, best first, such as « 10, 7, 5 ».

    With « match » the match's own scores are the points.
    """

    def prepare_value(self, value: Any) -> Any:
        """Return the value of the option as a user would type it."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """Return the points of the places as a list, the word `match`, or None if nothing was
        typed.
        """
        text = super().clean(value)
        if not text:
            return None
        if text.casefold() == "match":
            return "match"
        parts = [part for part in re.split(r"[;,\s]+", plain_figures(text)) if part]
        try:
            points = [Decimal(part) for part in parts]
        except InvalidOperation:
            raise forms.ValidationError(
                _("Des nombres, du premier au dernier : 10, 7, 5."), code="invalid"
            ) from None
        if (
            not all(number.is_finite() and abs(number) <= HIGHEST for number in points)
            or len(points) > 50
        ):
            raise forms.ValidationError(
                _("Des nombres, du premier au dernier : 10, 7, 5."), code="invalid"
            )
        return [figure(number) for number in points]


_FIGURE = r"(-?[0-9]+(?:[.,][0-9]{1,2})?)"


REST_SCORE = re.compile(rf"{_FIGURE}(?:\s*[-–/;:à\s]\s*{_FIGURE})?")


class RestScoreField(forms.CharField):
    """A field for the score of a rest and the score against it: « 500–350 », or only the score."""

    def prepare_value(self, value: Any) -> Any:
        """Return the value of the option as a user would type it."""
        return "–".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """Return the score as a number, both scores as a list, or None if nothing was typed."""
        text = super().clean(value)
        if not text:
            return None
        parts = REST_SCORE.fullmatch(plain_figures(text))
        figures = (
            [Decimal(part.replace(",", ".")) for part in parts.groups() if part] if parts else []
        )
        if not figures or not all(abs(number) <= HIGHEST for number in figures):
            raise forms.ValidationError(
                _("Un score seul, ou deux (marqué, puis encaissé) : 500–350."), code="invalid"
            )
        read = [figure(number) for number in figures]
        return read if len(read) > 1 else read[0]


# The greatest number that may be entered. Real scores are much smaller.
HIGHEST = 10**6


def figure(value: Decimal) -> int | float:
    """Return a number as options store it: an int if it is whole, else a float with two
    decimals.
    """
    return int(value) if value == value.to_integral_value() else round(float(value), 2)


def points_field(label: Any, usual: str) -> FigureField:
    """Return a field for a number of points. If it is empty, the default `usual` applies."""
    return FigureField(
        label=label,
        required=False,
        min_value=-HIGHEST,
        max_value=HIGHEST,
        decimal_places=2,
        widget=signed_input(placeholder=usual),
    )


class TrueField(forms.BooleanField):
    """A checkbox whose value is True, or None if it is not checked."""

    def clean(self, value: Any) -> Any:
        """Return True, or None if the box is not checked."""
        return super().clean(value) or None


def rounds() -> forms.Field:
    """Return the form field for the number of rounds."""
    return forms.IntegerField(
        label=gettext_lazy("Rondes"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy(
            "Vide : autant de rondes qu'il en faut pour départager tout le monde ; pour une "
            "rotation, toutes."
        ),
    )


def forbid_rematch() -> forms.Field:
    """Return the form field that forbids a second meeting of the same entrants."""
    return forms.BooleanField(
        label=gettext_lazy("Jamais deux fois la même rencontre"), required=False
    )


def third_place() -> forms.Field:
    """Return the form field that adds a table for third place."""
    return forms.BooleanField(label=gettext_lazy("Petite finale"), required=False)


def b_final() -> forms.Field:
    """Return the field that adds a consolation."""
    return forms.BooleanField(
        label=gettext_lazy("Tableau B pour les perdants du premier match"), required=False
    )


def open_rounds() -> forms.Field:
    """Return the field that publishes all rounds at once."""
    return TrueField(
        label=gettext_lazy("Toutes les rondes d'un coup"),
        required=False,
        help_text=gettext_lazy(
            "Toutes les tables sont publiées dès le début et se jouent dans l'ordre qu'on veut, "
            "chaque poule à son rythme."
        ),
    )


def table_size() -> forms.Field:
    """Return the form field for the number of people at a table."""
    return forms.TypedChoiceField(
        label=gettext_lazy("Personnes par table"),
        choices=[(4, "4"), (3, "3"), (5, "5")],
        coerce=int,
        required=False,
        empty_value=None,
    )


def deals() -> forms.Field:
    """Return the form field for the number of deals in a round."""
    return forms.IntegerField(
        label=gettext_lazy("Donnes par ronde"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=gettext_lazy("Notées une à une à la table, ou leur somme à la fin."),
    )


def same_club() -> forms.Field:
    """Return the field that keeps entrants of the same club from meeting."""
    return TrueField(
        label=gettext_lazy("Éviter que deux inscrits du même club se rencontrent"), required=False
    )


def bye_score() -> forms.Field:
    """Return the form field for the score of a rest."""
    return RestScoreField(
        label=gettext_lazy("Score d'un repos"),
        required=False,
        max_length=40,
        help_text=gettext_lazy(
            "Marqué et encaissé : 500–350. Vide : 0–0, sans écart ; "
            "en formule X, une victoire au but du jeu contre 0."
        ),
    )


def difference_cap() -> forms.Field:
    """Return the form field for the largest margin of a table that counts."""
    return points_field(gettext_lazy("Différence comptée au plus, par table"), "")


def place_points() -> forms.Field:
    """Return the form field for the points of each place at a table."""
    return PlacePointsField(
        label=gettext_lazy("Points des places"),
        required=False,
        max_length=400,
        help_text=gettext_lazy(
            "Du premier au dernier : 10, 7, 5. « match » prend le score du match. "
            "Vide : la part de la table que l'on devance ; "
            "la première place vaut autant à toutes les tables."
        ),
    )


def leaver() -> forms.Field:
    """Return the field that says how the games of an entrant who leaves are counted."""
    return forms.ChoiceField(
        label=gettext_lazy("Les inscrits qui partent en cours de route"),
        choices=[
            ("auto", gettext_lazy("à moins de la moitié de ses matchs, aucun ne compte")),
            ("annul", gettext_lazy("aucun de ses matchs ne compte")),
            ("forfeit", gettext_lazy("les matchs qui restent sont perdus par forfait")),
        ],
        required=False,
    )


class PointsMixin(forms.Form):
    """The fields for the points of a table in the standings."""

    points_win = points_field(gettext_lazy("Points d'une victoire"), "1")
    points_draw = points_field(gettext_lazy("Points d'une égalité"), "0,5")
    points_loss = points_field(gettext_lazy("Points d'une défaite"), "0")
    points_bye = points_field(gettext_lazy("Points d'un repos"), "")
