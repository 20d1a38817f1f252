"""Forms of tournaments. They check types and formats. The services check the rules."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import URLValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from core.shapes import NOT_TEXT, NameInput
from core.text.texts import NotText, text_of
from games.presentation.wording import plain_figure
from games.registry.game import Game, Preset
from games.registry.installed import game, games
from tournaments.models import (
    ABOUT_LENGTH,
    CONTACT_LENGTH,
    HELD_MOST,
    PICTURE_LENGTH,
    ROOM_TABLES_MAX,
    Tournament,
)
from tournaments.state.entrants import MOST_PAID


class DateInput(forms.DateInput):
    """The browser's own input for a date."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def game_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the presets, grouped by game, as the choices of one field."""
    return [
        (
            str(game_.name),
            [(f"{game_.slug} {preset.slug}", str(preset.name)) for preset in game_.presets],
        )
        for game_ in games()
    ]


def chosen_ruleset(text: str) -> tuple[Game, Preset]:
    """Return the game and the preset of a value from `game_choices`."""
    slug, _space, name = text.partition(" ")
    game_ = game(slug)
    preset = game_.preset(name) if game_ else None
    if game_ is None or preset is None:  # the choices come from the registry, so this never happens
        raise LookupError(slug)
    return game_, preset


class TimeInput(forms.TimeInput):
    """The browser's own input for a time of day."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class RoomForm(forms.Form):
    """The form for the number of tables in the room, and the hours of the evening."""

    room_tables = forms.IntegerField(
        label=gettext_lazy("Tables dans la salle"),
        required=False,
        min_value=1,
        max_value=ROOM_TABLES_MAX,
        help_text=gettext_lazy("Vide : assez pour tout le monde."),
    )
    start_at = forms.TimeField(label=gettext_lazy("Début"), required=False, widget=TimeInput())
    end_by = forms.TimeField(label=gettext_lazy("Finir avant"), required=False, widget=TimeInput())


class AboutForm(RoomForm):
    """The form for a tournament's name, date, hours and place, and for who may see it."""

    name = NameInput(label=gettext_lazy("Nom du tournoi"))
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput())
    place = NameInput(label=gettext_lazy("Lieu"), required=False)
    public = forms.BooleanField(
        label=gettext_lazy("Ouvert à tous les regards"), required=False, initial=True
    )

    field_order = ("name", "date", "start_at", "place", "public")


class SumInput(forms.DecimalField):
    """A field for a sum of money, typed with a comma or a point. Its value is in hundredths."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal"}))
        most = Decimal(MOST_PAID) / 100
        super().__init__(min_value=0, max_value=most, decimal_places=2, **kwargs)

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Return the sum in units of the currency, as it was typed; None if nothing was typed."""
        return super().to_python(plain_figure(value) if isinstance(value, str) else value)

    def clean(self, value: Any) -> Any:
        """Return the sum in hundredths of the currency; None if nothing was typed."""
        amount = super().clean(value)
        return None if amount is None else int(amount * 100)


class SignUpForm(forms.Form):
    """The form for the names of a person who signs up and of their partner."""

    name = NameInput(label=gettext_lazy("Prénom et nom"))
    partner = NameInput(
        label=gettext_lazy("Partenaire"),
        required=False,
        help_text=gettext_lazy("Vide : sans partenaire, on en cherche un."),
    )

    def __init__(self, size: int, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        if size < 2:
            del self.fields["partner"]


class SignUpSettings(forms.Form):
    """The form for the settings of « Je viens »."""

    open = forms.BooleanField(label=gettext_lazy("On peut s'inscrire soi-même"), required=False)
    limit = forms.IntegerField(
        label=gettext_lazy("Places"),
        required=False,
        min_value=1,
        max_value=2000,
        help_text=gettext_lazy("Ensuite, une liste d'attente dans l'ordre. Vide : sans limite."),
    )
    waiting_limit = forms.IntegerField(
        label=gettext_lazy("Liste d'attente"),
        required=False,
        min_value=0,
        max_value=2000,
        help_text=gettext_lazy("Combien peuvent attendre. Vide : autant que de places, ou dix."),
    )
    until = forms.DateTimeField(
        label=gettext_lazy("Jusqu'à"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Vide : jusqu'au premier tirage."),
    )
    about = forms.CharField(
        label=gettext_lazy("À savoir"),
        required=False,
        max_length=ABOUT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Quelques lignes, que tout le monde lit avant de venir."),
    )
    price = SumInput(label=gettext_lazy("Prix"), required=False)
    price_per = forms.ChoiceField(
        label=gettext_lazy("Ce prix est"), choices=Tournament.Per.choices, required=False
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        required=False,
        max_length=CONTACT_LENGTH,
        help_text=gettext_lazy("Un nom, un téléphone, une adresse : tout le monde le lit."),
    )
    fee = SumInput(
        label=gettext_lazy("À régler par inscrit"),
        required=False,
        help_text=gettext_lazy(
            "Pour les organisateurs seuls, si ce n'est pas le prix. Vide : le prix."
        ),
    )

    def clean_price_per(self) -> str:
        """Return for whom the price is; by default for an entrant."""
        return self.cleaned_data["price_per"] or Tournament.Per.ENTRANT


class PastForm(forms.Form):
    """What is known of a past tournament. `clubs` are those to choose from; None: it has one."""

    club = forms.ChoiceField(label=gettext_lazy("Club"))
    game = forms.ChoiceField(label=gettext_lazy("Jeu"))
    name = NameInput(label=gettext_lazy("Nom du tournoi"))
    date = forms.DateField(label=gettext_lazy("Date"), widget=DateInput())
    place = NameInput(label=gettext_lazy("Lieu"), required=False)
    held_by = NameInput(label=gettext_lazy("Organisateur"), required=False)
    people_count = forms.IntegerField(
        label=gettext_lazy("Nombre de personnes"), required=False, min_value=1, max_value=HELD_MOST
    )
    team_count = forms.IntegerField(
        label=gettext_lazy("Nombre d'équipes"), required=False, min_value=1, max_value=HELD_MOST
    )
    places = forms.CharField(
        label=gettext_lazy("Les places, la première d'abord"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Une par ligne : « Anne & Bruno »."),
    )
    about = forms.CharField(
        label=gettext_lazy("À retenir"),
        required=False,
        max_length=ABOUT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    picture = forms.URLField(
        label=gettext_lazy("Lien vers une photo"),
        required=False,
        max_length=PICTURE_LENGTH,
        assume_scheme="https",
        validators=[URLValidator(schemes=("http", "https"))],
    )
    public = forms.BooleanField(
        label=gettext_lazy("Ouvert à tous les regards"), required=False, initial=True
    )

    def __init__(self, clubs: Sequence[Club] | None, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        if clubs is None:
            for name in ("club", "game"):
                del self.fields[name]
            return
        field: Any = self.fields["club"]
        field.choices = [(club.slug, club.name) for club in clubs]
        if len(clubs) == 1:
            field.widget, field.initial = forms.HiddenInput(), clubs[0].slug
        choices: Any = self.fields["game"]
        choices.choices = [(game_.slug, str(game_.name)) for game_ in games()]


class TimerForm(forms.Form):
    """The form for an action on the timer of the rounds."""

    action = forms.ChoiceField(choices=[(name, name) for name in ("start", "pause", "reset")])
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=600
    )


def about_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the description of a tournament as the services expect it."""
    day: dt.date = values["date"]
    return {
        "name": values["name"],
        "date": day,
        "place": values["place"],
        "public": values["public"],
        **{name: values[name] for name in RoomForm.base_fields},
    }


class WebhookForm(forms.Form):
    """The form for an address to which events are sent, and the secret with which they are
    signed.
    """

    url = forms.CharField(
        label=gettext_lazy("Adresse"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocapitalize": "none"}),
    )
    secret = forms.CharField(
        label=gettext_lazy("Secret"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text=gettext_lazy("Il signe chaque envoi et n'est plus montré ensuite."),
    )


class ImportForm(forms.Form):
    """The form to import a tournament, from a file or from pasted text."""

    club = forms.ChoiceField(label=gettext_lazy("Club"))
    file = forms.FileField(label=gettext_lazy("Fichier"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("… ou son contenu, collé"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    ruleset = forms.ChoiceField(
        label=gettext_lazy("Jeu et règles d'un fichier TRF, qui n'en dit rien"), required=False
    )

    def __init__(self, clubs: Sequence[Club], data: Any = None, files: Any = None) -> None:
        super().__init__(data, files)
        field: Any = self.fields["club"]
        field.choices = [(club.slug, club.name) for club in clubs]
        if len(clubs) == 1:
            field.widget = forms.HiddenInput()
            field.initial = clubs[0].slug
        rulesets: Any = self.fields["ruleset"]
        rulesets.choices = game_choices()

    def clean(self) -> dict[str, Any]:
        """Return the values, with the text of the file or the pasted text as `content`."""
        values = super().clean() or self.cleaned_data
        given = values.get("file")
        try:
            content = text_of(given.read()) if given else values.get("text", "")
        except NotText as fault:
            raise forms.ValidationError(str(NOT_TEXT[fault.code]), code="not_text") from None
        if not content.strip():
            raise forms.ValidationError(_("Choisir un fichier, ou coller son contenu."))
        return {**values, "content": content}
