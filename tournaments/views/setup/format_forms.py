"""Forms with a format and its options: for a new tournament, for a change, and for suggestions."""

import uuid
from collections.abc import Sequence
from copy import deepcopy
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club
from games.registry.game import Game, Preset
from tournaments.formats.descriptions import DESCRIPTIONS
from tournaments.formats.form import POINTS, CommonForm, Description, OptionsForm
from tournaments.formats.option_fields import FigureField
from tournaments.models import ENTRANTS_MAX, ROOM_TABLES_MAX
from tournaments.state.options import NAMES
from tournaments.views.forms import AboutForm, chosen_ruleset, game_choices

# The format of a new tournament if no other is chosen.
USUAL = "swiss"


class FormatForm(forms.Form):
    """A form to choose a format, with the fields of that format's options.

    `others` has the fields of the other formats' options, filled with what was typed.
    `format_options` shows them too, but they count only if their format is chosen.
    """

    format = forms.ChoiceField(
        label=gettext_lazy("Formule"),
        widget=forms.RadioSelect,
        choices=[(slug, described.name) for slug, described in DESCRIPTIONS.items()],
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.option_forms = {slug: self.form_of(made) for slug, made in DESCRIPTIONS.items()}
        self.fields |= deepcopy(CommonForm.base_fields)
        chosen = self.option_forms.get(self["format"].value() or "")
        if chosen is not None:
            self.fields |= deepcopy(chosen.base_fields)
        typed = data.dict() if isinstance(data, QueryDict) else data or {}
        self.others = forms.Form(initial={**self.initial, **typed})
        self.others.fields |= {
            name: deepcopy(field)
            for form in self.option_forms.values()
            for name, field in form.base_fields.items()
            if name not in self.fields
        }

    def form_of(self, described: Description) -> type[OptionsForm]:
        """Return the class of the form for a format's options."""
        return described.form

    def options(self) -> dict[str, Any]:
        """Return the chosen format's options, as the services expect them."""
        values = self.cleaned_data
        form = self.option_forms[values["format"]]
        return {**CommonForm.options_of(values), **form.options_of(values)}

    @property
    def formats(self) -> list[dict[str, Any]]:
        """The formats to choose from, with their descriptions."""
        chosen = self["format"].value()
        return [
            {"slug": slug, "description": described, "chosen": slug == chosen}
            for slug, described in DESCRIPTIONS.items()
        ]

    @property
    def format_options(self) -> list[dict[str, Any]]:
        """The options that only some formats have, each with the names of these formats.

        The options for the points of a table come last.
        """
        read = {slug: form.base_fields for slug, form in self.option_forms.items()}
        names = dict.fromkeys(name for fields in read.values() for name in fields)
        return [
            {
                "field": self[name] if name in self.fields else self.others[name],
                "formats": " ".join(slug for slug, fields in read.items() if name in fields),
            }
            for name in sorted(names, key=lambda name: name.startswith(POINTS))
        ]

    @property
    def common_options(self) -> list[forms.BoundField]:
        """The fields of the options that every format has."""
        return [self[name] for name in CommonForm.base_fields]


class NewForm(AboutForm, FormatForm):
    """The form for a new tournament, with its entrants if they are known."""

    client_id = forms.UUIDField(widget=forms.HiddenInput, required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"))
    ruleset = forms.ChoiceField(label=gettext_lazy("Jeu et règles"))
    entrants = forms.CharField(
        label=gettext_lazy("Inscrits"),
        required=False,
        # While the user types, a preview of the list is shown below this field.
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
        usual = {
            "date": timezone.localdate(),
            "client_id": uuid.uuid4(),
            "format": USUAL,
        }
        super().__init__(data, initial={**usual, **(initial or {})})
        self.clubs = {club.slug: club for club in clubs}
        field: Any = self.fields["club"]
        field.choices = [(club.slug, club.name) for club in clubs]
        if len(clubs) == 1:
            field.widget = forms.HiddenInput()
            field.initial = clubs[0].slug
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    def chosen_ruleset(self) -> tuple[Game, Preset]:
        """Return the chosen game and its preset."""
        return chosen_ruleset(self.cleaned_data["ruleset"])


class AdviceForm(forms.Form):
    """The form for suggestions: the entrants, hours and tables of an evening."""

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


class FormulaForm(FormatForm):
    """The form for all settings of how a tournament is played. Its values replace the present
    ones.
    """

    ruleset = forms.ChoiceField(label=gettext_lazy("Jeu et règles"))
    seed = forms.CharField(
        label=gettext_lazy("Graine du tirage"),
        max_length=80,
        help_text=gettext_lazy("Publiée avant le tirage : la même graine, le même tirage."),
    )

    def __init__(self, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    def form_of(self, described: Description) -> type[OptionsForm]:
        """Return the class of the form for all options of a format."""
        return described.settings

    def changes(self) -> dict[str, Any]:
        """Return the changes as the services expect them. An empty option counts as not given."""
        values = self.cleaned_data
        options = {**dict.fromkeys(NAMES), **self.options()}
        options.pop("forbidden_pairs")  # forbidden pairs have a page of their own
        game_, preset = chosen_ruleset(values["ruleset"])
        stays = values["ruleset"] == self.initial.get("ruleset")
        return {
            # Rules that were changed one by one belong to the preset. Another preset starts
            # without them.
            **({} if stays else {"rules": {}}),
            "format": values["format"],
            "options": options,
            "seed": values["seed"],
            "game": game_.slug,
            "preset": preset.slug,
        }
