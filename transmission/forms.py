"""Forms of officers and members, who enter people by their name in a club."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.callers import Caller
from clubs.models import Club, Player, Role
from clubs.queries import visible_clubs
from clubs.services.players import player_named
from core.shapes import NOT_TEXT, NameInput
from core.text.texts import NotText, text_of
from transmission.models import NOTE_LENGTH, Source
from transmission.parsing import FORMATS
from transmission.refusals import sentence


def clubs_to_propose(caller: Caller) -> QuerySet[Club]:
    """Return the clubs in which the caller may at least propose a link."""
    if caller.is_site_owner:
        return Club.objects.all()
    if caller.account is None:
        return Club.objects.none()
    return Club.objects.filter(memberships__user=caller.account)


def clubs_to_manage(caller: Caller) -> QuerySet[Club]:
    """Return the clubs whose transmission the caller may manage."""
    if caller.is_site_owner or caller.account is None:
        return clubs_to_propose(caller)
    # Both conditions are in one filter, so that the role is that of the caller's membership.
    own = {"memberships__user": caller.account, "memberships__role__in": _KEEPERS}
    return Club.objects.filter(**own)


_KEEPERS = (Role.OFFICER, Role.OWNER)


class OfClubForm(forms.Form):
    """The base of the forms: one of the caller's clubs, and people by their name in it."""

    people: tuple[str, ...] = ()
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), empty_label=None, to_field_name="slug"
    )

    def __init__(self, clubs: QuerySet[Club], data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["club"].initial = clubs.first()

    def clean(self) -> dict[str, Any]:
        """Replace each name by the player's number. A name unknown to the club is refused."""
        values = super().clean() or self.cleaned_data
        club = values.get("club")
        for field in self.people:
            name = values.get(field)
            if club is None or not name:
                continue
            player: Player | None = player_named(club=club, name=name)
            if player is None:
                self.add_error(field, sentence("name_unknown", {"name": name}))
            else:
                values[field] = player.pk
        return values


def _name(label: Any) -> NameInput:
    return NameInput(
        label=label, widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"})
    )


class LinkForm(OfClubForm):
    """A link between a teacher and a learner."""

    people = ("teacher", "learner")
    teacher = _name(_("Qui a enseigné"))
    learner = _name(_("Qui a appris"))
    date = forms.CharField(
        label=_("Quand"),
        required=False,
        max_length=20,
        help_text=_("Un jour (18/11/2024), une année (2024), ou rien."),
    )
    note = forms.CharField(label=_("Note"), required=False, max_length=NOTE_LENGTH)


class SourceForm(OfClubForm):
    """A person who learned the game from nobody here."""

    people = ("player",)
    player = _name(_("Qui"))
    kind = forms.ChoiceField(label=_("D'où vient le jeu"), choices=Source.Kind.choices)
    note = forms.CharField(label=_("Note"), required=False, max_length=NOTE_LENGTH)


class AttestationForm(OfClubForm):
    """An officer's statement that a person played a hand in the club room."""

    people = ("player",)
    player = _name(_("Qui a joué"))
    date = forms.DateField(
        label=_("Le jour"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    witness = NameInput(label=_("Témoin"))


class ImportForm(OfClubForm):
    """A file of links, or its text."""

    format = forms.ChoiceField(
        label=_("Format"), choices=[(kind, kind.upper()) for kind in FORMATS]
    )
    file = forms.FileField(label=_("Fichier"), required=False)
    content = forms.CharField(
        label=_("Ou son texte"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "En CSV, la première ligne nomme les colonnes : maître, élève, date, note (ou teacher, "
            "learner, date, note). En GraphML, chaque personne a son nom dans son nœud."
        ),
    )
    create_players = forms.BooleanField(
        label=_("Ajouter au club les personnes qu'il ne connaît pas"), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Use the file's text if there is a file."""
        values = super().clean()
        file = values.get("file")
        if file is not None:
            try:
                values["content"] = text_of(file.read())
            except NotText as fault:
                self.add_error("file", str(NOT_TEXT[fault.code]))
        if not values.get("content") and not self.errors:
            self.add_error("content", sentence("import_empty", {}))
        return values


def visible_slugs(caller: Caller) -> dict[str, str]:
    """Return the names of the clubs that the caller may see, by slug."""
    return dict(visible_clubs(caller).values_list("slug", "name"))
