"""Forms that choose a format and its options: a new tournament, its formula, the adviser."""

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

# The format of a new tournament, unless another is chosen.
USUAL = "swiss"


class FormatForm(forms.Form):
    """A form that chooses a format, with the fields of that format's options.

    `others` has the fields of the other formats' options, with their typed values. `format_options`
    displays them too, but they count only once their format is chosen.
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
        """Return the form of a format's options."""
        return described.form

    def options(self) -> dict[str, Any]:
        """Return the options that the chosen format reads, in the form that services expect."""
        values = self.cleaned_data
        form = self.option_forms[values["format"]]
        return {**CommonForm.options_of(values), **form.options_of(values)}

    @property
    def formats(self) -> list[dict[str, Any]]:
        """The formats, as buttons to choose from."""
        chosen = self["format"].value()
        return [
            {"slug": slug, "description": described, "chosen": slug == chosen}
            for slug, described in DESCRIPTIONS.items()
        ]

    @property
    def format_options(self) -> list[dict[str, Any]]:
        """The options that not all formats read, each with the formats that do.

        The points of a table's results come last.
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
        """The options that any format reads."""
        return [self[name] for name in CommonForm.base_fields]


class NewForm(AboutForm, FormatForm):
    """A tournament to make, with its entrants if they are known."""

    client_id = forms.UUIDField(widget=forms.HiddenInput, required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"))
    ruleset = forms.ChoiceField(label=gettext_lazy("Jeu et règles"))
    entrants = forms.CharField(
        label=gettext_lazy("Inscrits"),
        required=False,
        # The preview of the list is displayed under it during typing.
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
        """Return the game and its preset."""
        return chosen_ruleset(self.cleaned_data["ruleset"])


class AdviceForm(forms.Form):
    """The entrants, hours and tables of an evening, for which formats are suggested."""

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
    """All settings of how a tournament is played. The form replaces the former settings."""

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
        """Return the form of all of a format's options."""
        return described.settings

    def changes(self) -> dict[str, Any]:
        """Return the changes for the services; an empty option counts as not given."""
        values = self.cleaned_data
        options = {**dict.fromkeys(NAMES), **self.options()}
        options.pop("forbidden_pairs")  # forbidden pairs have a page of their own
        game_, preset = chosen_ruleset(values["ruleset"])
        stays = values["ruleset"] == self.initial.get("ruleset")
        return {
            # The rules that were changed one by one belonged to the former preset.
            **({} if stays else {"rules": {}}),
            "format": values["format"],
            "options": options,
            "seed": values["seed"],
            "game": game_.slug,
            "preset": preset.slug,
        }
