"""Forms that choose a format and its options: a new tournament, its formula, the adviser."""

import re
import uuid
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from games.presentation.wording import plain_figure, plain_figures
from games.registry.game import Game, Preset
from tournaments.models import ENTRANTS_MAX, ROOM_TABLES_MAX
from tournaments.showing.formats import COMMON, FORMATS, POINTS
from tournaments.state.options import NAMES
from tournaments.views.forms import AboutForm, chosen_ruleset, game_choices


class OptionsForm(forms.Form):
    """Every option that some format reads. Only those of the chosen one count."""

    rounds = forms.IntegerField(
        label=gettext_lazy("Rondes"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy(
            "Vide : ce qu'il faut pour départager tout le monde ; d'une rotation, tout."
        ),
    )
    forbid_rematch = forms.BooleanField(
        label=gettext_lazy("Jamais deux fois la même rencontre"), required=False
    )
    cycles = forms.BooleanField(label=gettext_lazy("Aller et retour"), required=False)
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
    third_place = forms.BooleanField(label=gettext_lazy("Petite finale"), required=False)
    cadrage = forms.BooleanField(
        label=gettext_lazy("Cadrage à la place des exempts"), required=False
    )
    b_final = forms.BooleanField(
        label=gettext_lazy("Tableau B pour qui perd d'entrée"), required=False
    )
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
    split = forms.ChoiceField(
        label=gettext_lazy("Les tableaux se font"),
        choices=[
            ("rank", gettext_lazy("par quarts du classement")),
            ("wins", gettext_lazy("par nombre de victoires")),
        ],
        required=False,
    )
    movement = forms.ChoiceField(
        label=gettext_lazy("Qui tourne"),
        choices=[
            ("individual", gettext_lazy("les personnes, deux contre deux")),
            ("howell", gettext_lazy("les paires, toutes contre toutes (Howell)")),
            ("mitchell", gettext_lazy("une paire sur deux, l'autre reste assise (Mitchell)")),
            ("teams", gettext_lazy("quatre paires en deux équipes, à deux tables")),
            ("tables", gettext_lazy("les tables de trois à cinq")),
        ],
        required=False,
    )
    skip = forms.BooleanField(
        label=gettext_lazy("Mitchell à tables paires : saut au lieu d'un relais de donnes"),
        required=False,
    )
    bonus = forms.IntegerField(
        label=gettext_lazy("Bonus d'une victoire"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=gettext_lazy("Vide : 100 jusqu'à 4 rondes, 200 jusqu'à 8, 300 au-delà."),
    )
    deals = forms.IntegerField(
        label=gettext_lazy("Donnes par ronde"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=gettext_lazy("Notées une à une à la table, ou leur somme à la fin."),
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
    deals_by = forms.ChoiceField(
        label=gettext_lazy("Si oui, qui les donne"),
        choices=[
            ("site", gettext_lazy("le site : on les imprime")),
            ("table", gettext_lazy("la première table, qui les note")),
        ],
        required=False,
    )
    draw_by = forms.ChoiceField(
        label=gettext_lazy("Les rencontres se font"),
        choices=[
            ("lot", gettext_lazy("au sort")),
            ("standing", gettext_lazy("par classement")),
            ("rotation", gettext_lazy("par une rotation connue d'avance")),
        ],
        required=False,
    )
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
    reset_final = forms.BooleanField(
        label=gettext_lazy("Belle, si l'invaincu perd la finale"), required=False, initial=True
    )
    table_size = forms.TypedChoiceField(
        label=gettext_lazy("Personnes par table"),
        choices=[(4, "4"), (3, "3"), (5, "5")],
        coerce=int,
        required=False,
        empty_value=None,
    )
    check_in = forms.BooleanField(
        label=gettext_lazy("Ne tirer que les inscrits pointés présents"), required=False
    )
    matches_per_table = forms.IntegerField(
        label=gettext_lazy("Matchs par table"), required=False, min_value=1, max_value=9
    )
    match_mode = forms.ChoiceField(
        label=gettext_lazy("S'il y en a plusieurs"),
        choices=[
            ("best_of", gettext_lazy("le plus de matchs gagnés")),
            ("sum", gettext_lazy("la somme des scores")),
        ],
        required=False,
    )

    def options(self, format_: str) -> dict[str, Any]:
        """Return the options that the format reads, as the services take them."""
        values = self.cleaned_data
        named = (*FORMATS[format_].options, *COMMON)
        given = {name: values[name] for name in named if values.get(name) not in (None, "")}
        if "cycles" in given:
            given["cycles"] = 2 if given["cycles"] else 1
        if "duplicate" in named and "duplicate" not in given:
            # What only the same deals at all tables need.
            given.pop("deals_by", None)
            given.pop("deals", None)
        return given


def formats_of(form: forms.Form) -> list[dict[str, Any]]:
    """Return the formats as keys to choose from."""
    chosen = form["format"].value()
    return [
        {"slug": slug, "told": told, "chosen": slug == chosen} for slug, told in FORMATS.items()
    ]


def options_of_formats(form: forms.Form, *, more: bool = False) -> list[dict[str, Any]]:
    """Return the fields of options that not all formats read, each with the formats that do."""
    read = {slug: (*told.options, *(told.more if more else ())) for slug, told in FORMATS.items()}
    named = dict.fromkeys(name for names in read.values() for name in names)
    return [
        {"field": form[name], "formats": " ".join(slug for slug, of in read.items() if name in of)}
        for name in named
    ]


class NewForm(AboutForm, OptionsForm):
    """A tournament to make, with its entrants if they are known."""

    client_id = forms.UUIDField(widget=forms.HiddenInput, required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"))
    ruleset = forms.ChoiceField(label=gettext_lazy("Jeu et règles"))
    format = forms.ChoiceField(
        label=gettext_lazy("Formule"),
        widget=forms.RadioSelect,
        choices=[(slug, told.name) for slug, told in FORMATS.items()],
        initial="swiss",
    )
    entrants = forms.CharField(
        label=gettext_lazy("Inscrits"),
        required=False,
        # What is understood of the list is shown under it as one types.
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "autocapitalize": "words",
                "spellcheck": "false",
                "hx-post": "",
                "hx-vals": '{"preview": "1"}',
                "hx-trigger": "input delay:400ms, change from:[name=format],"
                " change from:[name=ruleset], change from:.formats__options",
                "hx-target": "#preview",
                "hx-sync": "this:replace",
            }
        ),
        help_text=gettext_lazy(
            "Un par ligne ; « Anne & Bruno » est une paire. On peut coller une liste, "
            "et en ajouter plus tard."
        ),
    )

    def __init__(self, clubs: Sequence[Club], data: Any = None, initial: Any = None) -> None:
        usual = {"date": timezone.localdate(), "client_id": uuid.uuid4()}
        super().__init__(data, initial={**usual, **(initial or {})})
        self.clubs = {club.slug: club for club in clubs}
        field: Any = self.fields["club"]
        field.choices = [(club.slug, club.name) for club in clubs]
        if len(clubs) == 1:
            field.widget = forms.HiddenInput()
            field.initial = clubs[0].slug
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    formats = property(formats_of)

    @property
    def format_options(self) -> list[dict[str, Any]]:
        """The options that not all formats read, each with the formats that do."""
        return options_of_formats(self)

    @property
    def common_options(self) -> list[forms.BoundField]:
        """The options that any format reads."""
        return [self[name] for name in COMMON]

    def chosen_ruleset(self) -> tuple[Game, Preset]:
        """Return the game and its preset."""
        return chosen_ruleset(self.cleaned_data["ruleset"])


class FigureField(forms.DecimalField):
    """A number as it is typed, or copied from a page."""

    def to_python(self, value: Any) -> Any:
        """Read it."""
        return super().to_python(plain_figure(value) if isinstance(value, str) else value)


def signed_input(**attrs: str) -> forms.TextInput:
    """Return the input of a number that may be below zero: a phone's digits have no minus.

    The page's script gives it the digits, and a key for the sign beside it.
    """
    words = gettext_lazy("Changer le signe")
    return forms.TextInput(attrs={"data-signed": words, "autocomplete": "off", **attrs})


class AdviceForm(forms.Form):
    """What an organiser has, to be told which formats suit."""

    entrants = forms.IntegerField(
        label=gettext_lazy("Paires, ou personnes qui jouent seules"),
        required=False,
        min_value=2,
        max_value=ENTRANTS_MAX,
        help_text=gettext_lazy("Vide : les inscrits de la liste."),
    )
    hours = FigureField(
        label=gettext_lazy("Heures devant soi"),
        min_value=Decimal("0.5"),
        max_value=24,
        decimal_places=2,
        initial=3,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    tables = forms.IntegerField(
        label=gettext_lazy("Tables dans la salle"),
        required=False,
        min_value=1,
        max_value=ROOM_TABLES_MAX,
    )
    alone = forms.BooleanField(label=gettext_lazy("On vient sans partenaire"), required=False)
    season = forms.BooleanField(
        label=gettext_lazy("Pas une soirée : une liste pour toute la saison"), required=False
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, prefix="advice", initial=initial)


class PlacePointsField(forms.CharField):
    """The points of each place, best first: « 10, 7, 5 »; « match » for the match's own score."""

    def clean(self, value: Any) -> Any:
        """Return the list, `match`, or None."""
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
        if not all(one.is_finite() and abs(one) <= HIGHEST for one in points) or len(points) > 50:
            raise forms.ValidationError(
                _("Des nombres, du premier au dernier : 10, 7, 5."), code="invalid"
            )
        return [figure(one) for one in points]


_FIGURE = r"(-?[0-9]+(?:[.,][0-9]{1,2})?)"


REST_SCORE = re.compile(rf"{_FIGURE}(?:\s*[-–/;:à\s]\s*{_FIGURE})?")


class RestScoreField(forms.CharField):
    """What a rest scores and concedes: « 500–350 », or only what it scores."""

    def clean(self, value: Any) -> Any:
        """Return the number, the two as a list, or None."""
        text = super().clean(value)
        if not text:
            return None
        found = REST_SCORE.fullmatch(plain_figures(text))
        figures = [Decimal(one.replace(",", ".")) for one in found.groups() if one] if found else []
        if not figures or not all(abs(one) <= HIGHEST for one in figures):
            raise forms.ValidationError(
                _("Un score ou deux, marqué et encaissé : 500–350."), code="invalid"
            )
        read = [figure(one) for one in figures]
        return read if len(read) > 1 else read[0]


# No score of a game comes near.
HIGHEST = 10**6


def figure(value: Decimal) -> int | float:
    """Return a number as options hold it: an int if it is whole."""
    return int(value) if value == value.to_integral_value() else round(float(value), 2)


def points_field(label: Any, usual: str) -> FigureField:
    """Return the field for a number of points; empty means the default."""
    return FigureField(
        label=label,
        required=False,
        min_value=-HIGHEST,
        max_value=HIGHEST,
        decimal_places=2,
        widget=signed_input(placeholder=usual),
    )


class FormulaForm(OptionsForm):
    """How a tournament is played, complete: the form replaces the former settings."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Jeu et règles"))
    format = forms.ChoiceField(
        label=gettext_lazy("Formule"),
        choices=[(slug, told.name) for slug, told in FORMATS.items()],
        widget=forms.RadioSelect,
    )
    same_club = forms.BooleanField(
        label=gettext_lazy("Éviter que deux inscrits du même club se rencontrent"), required=False
    )
    points_win = points_field(gettext_lazy("Points d'une victoire"), "1")
    points_draw = points_field(gettext_lazy("Points d'une égalité"), "0,5")
    points_loss = points_field(gettext_lazy("Points d'une défaite"), "0")
    points_bye = points_field(gettext_lazy("Points d'un repos"), "")
    bye_score = RestScoreField(
        label=gettext_lazy("Score d'un repos"),
        required=False,
        max_length=40,
        help_text=gettext_lazy(
            "Marqué et encaissé : 500–350. Vide : 0–0, sans écart ; "
            "en formule X, une victoire au but du jeu contre 0."
        ),
    )
    difference_cap = points_field(gettext_lazy("Différence comptée au plus, par table"), "")
    place_points = PlacePointsField(
        label=gettext_lazy("Points des places"),
        required=False,
        max_length=400,
        help_text=gettext_lazy(
            "Du premier au dernier : 10, 7, 5. « match » prend le score du match. "
            "Vide : la part de la table que l'on devance ; "
            "la première place vaut autant à toutes les tables."
        ),
    )
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
    leaver = forms.ChoiceField(
        label=gettext_lazy("Qui part en cours de route"),
        choices=[
            ("auto", gettext_lazy("à moins de la moitié de ses matchs, aucun ne compte")),
            ("annul", gettext_lazy("aucun de ses matchs ne compte")),
            ("forfeit", gettext_lazy("les matchs qui restent sont perdus par forfait")),
        ],
        required=False,
    )
    seed = forms.CharField(
        label=gettext_lazy("Graine du tirage"),
        max_length=80,
        help_text=gettext_lazy("Publiée avant le tirage : la même graine, le même tirage."),
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    formats = property(formats_of)

    @property
    def format_options(self) -> list[dict[str, Any]]:
        """The options that not all formats read, each with the formats that do."""
        return options_of_formats(self, more=True)

    @property
    def common_options(self) -> list[forms.BoundField]:
        """The options that any format reads."""
        return [self[name] for name in COMMON]

    def changes(self) -> dict[str, Any]:
        """Return the changes for the services; an empty option counts as not given."""
        values = self.cleaned_data
        format_ = values["format"]
        given = {**dict.fromkeys(NAMES), **self.options(format_)}
        given.pop("forbidden_pairs")  # they have their own page
        more = FORMATS[format_].more
        for name in more:
            if name not in POINTS:
                value = values[name]
                given[name] = figure(value) if isinstance(value, Decimal) else value or None
        points = {name.removeprefix("points_"): values[name] for name in POINTS if name in more}
        told = {name: figure(value) for name, value in points.items() if value is not None}
        given["points"] = told or None
        game_, preset = chosen_ruleset(values["ruleset"])
        stays = values["ruleset"] == self.initial.get("ruleset")
        return {
            # Single rules had been changed on the former ruleset.
            **({} if stays else {"rules": {}}),
            "format": format_,
            "options": given,
            "seed": values["seed"],
            "game": game_.slug,
            "preset": preset.slug,
        }
