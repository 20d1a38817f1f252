"""The first steps of a new club: name it, add people, play a first table, invite."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Club, Invitation
from clubs.permissions import club_rights
from clubs.services import FIRST_CLUB_NAME
from games.models import Match
from scorekeeper.pages.people import club_for, people_page
from tournaments.models import Tournament

# A table needs two people.
PEOPLE = 2


@dataclass(frozen=True, slots=True)
class Step:
    """A step, with the button that leads to where it is taken."""

    name: str
    words: str
    button: str
    url: str
    done: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a club, in their order. `unused`: it seems that nobody uses the club."""

    steps: tuple[Step, ...]
    unused: bool

    @property
    def next(self) -> Step | None:
        """The first step that is not done; None if all are."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def done(self) -> int:
        """The number of steps that are done."""
        return sum(step.done for step in self.steps)


def steps_of(club: Club) -> Steps:
    """Return a club's first steps. One query."""
    rows = Club.objects.filter(pk=club.pk).annotate(
        people=Count("club_players", distinct=True),
        members=Count("memberships", distinct=True),
        invited=Exists(Invitation.objects.filter(club=OuterRef("pk"))),
        played=Exists(Match.objects.filter(club=OuterRef("pk"))),
        met=Exists(Tournament.objects.filter(club=OuterRef("pk"))),
    )
    people, members, invited, played, met = rows.values_list(
        "people", "members", "invited", "played", "met"
    ).get()
    return Steps(
        (
            _naming(club),
            _adding(club, people >= PEOPLE),
            _playing(club, played),
            _inviting(club, invited or members > 1),
        ),
        unused=not (people or played or met or members > 1),
    )


def _naming(club: Club) -> Step:
    return Step(
        _("Nommer le club"),
        _("Son nom, sa ville, et qui voit ses pages."),
        _("Nommer le club"),
        reverse("clubs:settings", args=[club.slug]),
        club.name != FIRST_CLUB_NAME,
    )


def _adding(club: Club, done: bool) -> Step:
    return Step(
        _("Ajouter des personnes"),
        _("Coller la liste des noms, un par ligne ; on peut en ajouter à chaque table."),
        _("Ajouter des personnes"),
        reverse("clubs:players-list", args=[club.slug]),
        done,
    )


def _playing(club: Club, done: bool) -> Step:
    return Step(
        _("Ouvrir la première table"),
        _("Choisir un jeu, dire qui joue, et marquer."),
        _("Commencer un match"),
        f"{reverse('games:choose')}?club={club.slug}",
        done,
    )


def _inviting(club: Club, done: bool) -> Step:
    return Step(
        _("Inviter"),
        _("Un lien pour chaque responsable ou membre, ou un code pour toute la salle."),
        _("Inviter"),
        f"{reverse('clubs:members', args=[club.slug])}#invite-title",
        done,
    )


@require_safe
@never_cache
@people_page
def first_steps_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the first steps to the club's owners."""
    club, caller = club_for(request, slug, "manage_club", "owner_needed")
    steps = steps_of(club)
    context = {"club": club, "rights": club_rights(club, caller), "steps": steps}
    return render(request, "clubs/first_steps.html", context)
