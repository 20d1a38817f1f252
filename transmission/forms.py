"""Forms for officers and members. They enter people by their name in a club."""

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
    """Return the clubs in which the caller may propose or write a link."""
    if caller.is_site_owner:
        return Club.objects.all()
    if caller.account is None:
        return Club.objects.none()
    return Club.objects.filter(memberships__user=caller.account)


def clubs_to_manage(caller: Caller) -> QuerySet[Club]:
    """Return the clubs whose links and sources the caller may manage."""
    if caller.is_site_owner or caller.account is None:
        return clubs_to_propose(caller)
    # One filter has both conditions, so that the role belongs to the caller's own membership.
    own = {"memberships__user": caller.account, "memberships__role__in": _KEEPERS}
    return Club.objects.filter(**own)


_KEEPERS = (Role.OFFICER, Role.OWNER)


class OfClubForm(forms.Form):
    """The base class of the forms: one of the caller's clubs, and people by their name in that
    club.
    """

    people: tuple[str, ...] = ()
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), empty_label=None, to_field_name="slug"
    )

    def __init__(self, clubs: QuerySet[Club], data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["club"].initial = clubs.first()

    def clean(self) -> dict[str, Any]:
        """Return the values with each name replaced by the player's number.

        A name that is not on the club's list is an error of its field.
        """
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
    """The form for a link between a teacher and a learner."""

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
    """The form for a source: a person who learned the game from nobody here."""

    people = ("player",)
    player = _name(_("Qui"))
    kind = forms.ChoiceField(label=_("D'où vient le jeu"), choices=Source.Kind.choices)
    note = forms.CharField(label=_("Note"), required=False, max_length=NOTE_LENGTH)


class AttestationForm(OfClubForm):
    """The form for an officer's statement that a person played a hand in the club room."""

    people = ("player",)
    player = _name(_("Qui a joué"))
    date = forms.DateField(
        label=_("Le jour"),
        initial=timezone.localdate,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    witness = NameInput(label=_("Témoin"))


class ImportForm(OfClubForm):
    """The form to import links, from a file or from pasted text."""

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
            "learner, date, note). En GraphML et en GEXF, chaque personne a son nom dans son nœud."
        ),
    )
    create_players = forms.BooleanField(
        label=_("Ajouter au club les personnes qu'il ne connaît pas"), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Return the values. If there is a file, its text is the `content`."""
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
    """Return the names of all clubs that the caller may see, by slug."""
    return dict(visible_clubs(caller).values_list("slug", "name"))
