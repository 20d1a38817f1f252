"""Forms of tournaments: shapes alone, the rules are the services'."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.shapes import NameInput
from games.registry import Game, Preset, game, games
from tournaments.showing.formats import COMMON, FORMATS


class DateInput(forms.DateInput):
    """A date as browsers pick it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def game_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the rulesets by game, as one list to choose from."""
    return [
        (str(one.name), [(f"{one.slug} {preset.slug}", str(preset.name)) for preset in one.presets])
        for one in games()
    ]


class AboutForm(forms.Form):
    """What a tournament is called, when and where it is."""

    name = NameInput(label=gettext_lazy("Nom du tournoi"))
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput())
    place = NameInput(label=gettext_lazy("Lieu"), required=False)
    public = forms.BooleanField(
        label=gettext_lazy("Ouvert à tous les regards"), required=False, initial=True
    )


class OptionsForm(forms.Form):
    """Every option that some format reads; only those of the chosen one count."""

    rounds = forms.IntegerField(
        label=gettext_lazy("Rondes"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Vide : ce qu'il faut pour départager tout le monde."),
    )
    forbid_rematch = forms.BooleanField(
        label=gettext_lazy("Jamais deux fois la même rencontre"), required=False
    )
    cycles = forms.BooleanField(label=gettext_lazy("Aller et retour"), required=False)
    groups = forms.IntegerField(
        label=gettext_lazy("Poules"), required=False, min_value=1, max_value=64
    )
    qualifiers = forms.IntegerField(
        label=gettext_lazy("Qualifiés par poule"), required=False, min_value=1, max_value=16
    )
    third_place = forms.BooleanField(label=gettext_lazy("Petite finale"), required=False)
    cadrage = forms.BooleanField(
        label=gettext_lazy("Cadrage à la place des exempts"), required=False
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
        given = {name: values[name] for name in named if values[name] not in (None, "")}
        if "cycles" in given:
            given["cycles"] = 2 if given["cycles"] else 1
        return given


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
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "words", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Un par ligne ; « Anne & Bruno » est une paire. On peut coller une liste, "
            "et en ajouter plus tard."
        ),
    )

    def __init__(self, clubs: Sequence[Club], data: Any = None) -> None:
        initial = {"date": timezone.localdate(), "client_id": uuid.uuid4()}
        super().__init__(data, initial=initial)
        self.clubs = {club.slug: club for club in clubs}
        field: Any = self.fields["club"]
        field.choices = [(club.slug, club.name) for club in clubs]
        if len(clubs) == 1:
            field.widget = forms.HiddenInput()
            field.initial = clubs[0].slug
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    @property
    def formats(self) -> list[dict[str, Any]]:
        """The formats as keys to choose from."""
        chosen = self["format"].value()
        return [
            {"slug": slug, "told": told, "chosen": slug == chosen} for slug, told in FORMATS.items()
        ]

    @property
    def format_options(self) -> list[dict[str, Any]]:
        """The options that not all formats read, each with the formats that do."""
        named = dict.fromkeys(name for told in FORMATS.values() for name in told.options)
        return [
            {
                "field": self[name],
                "formats": " ".join(slug for slug, told in FORMATS.items() if name in told.options),
            }
            for name in named
        ]

    @property
    def common_options(self) -> list[forms.BoundField]:
        """The options that any format reads."""
        return [self[name] for name in COMMON]

    def chosen_ruleset(self) -> tuple[Game, Preset]:
        """Return the game and its preset."""
        slug, _space, name = self.cleaned_data["ruleset"].partition(" ")
        found = game(slug)
        preset = found.preset(name) if found else None
        if found is None or preset is None:  # the choices are the registry's own
            raise LookupError(slug)
        return found, preset


class ScoresForm(forms.Form):
    """A table's result: a score a side, or who forfeits."""

    def __init__(self, names: Sequence[str], data: Any = None, scores: Sequence[Any] = ()) -> None:
        super().__init__(data)
        self.count = len(names)
        for at, name in enumerate(names):
            self.fields[f"score_{at}"] = forms.DecimalField(
                label=name,
                required=False,
                max_digits=11,
                decimal_places=2,
                initial=scores[at] if at < len(scores) else None,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": "any"}),
            )
            self.fields[f"forfeit_{at}"] = forms.BooleanField(
                label=_("%(name)s déclare forfait") % {"name": name}, required=False
            )

    @property
    def sides(self) -> list[dict[str, forms.BoundField]]:
        """The two inputs of each side."""
        return [
            {"score": self[f"score_{at}"], "forfeit": self[f"forfeit_{at}"]}
            for at in range(self.count)
        ]

    def scores(self) -> list[int | float]:
        """Return the scores; none where a side has none."""
        told = [self.cleaned_data[f"score_{at}"] for at in range(self.count)]
        if any(score is None for score in told):
            return []
        return [int(one) if one == one.to_integral_value() else float(one) for one in told]

    def forfeits(self) -> list[int]:
        """Return the sides that forfeit."""
        return [at for at in range(self.count) if self.cleaned_data[f"forfeit_{at}"]]


class TimerForm(forms.Form):
    """What to do with the rounds' timer."""

    action = forms.ChoiceField(choices=[(one, one) for one in ("start", "pause", "reset")])
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=600
    )


def about_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a tournament is, as the services take it."""
    day: dt.date = values["date"]
    return {
        "name": values["name"],
        "date": day,
        "place": values["place"],
        "public": values["public"],
    }
