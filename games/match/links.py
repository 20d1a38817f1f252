"""Capability links to matches, and the page that a club's table link opens."""

from collections.abc import Collection, Mapping

from django.urls import reverse

from clubs.links import subjects
from clubs.links.kinds import SEE, TAKE_SEAT
from clubs.links.models import CapabilityLink
from clubs.links.subjects import Subject
from clubs.models import Club
from games.entry import side_names
from games.match import permissions
from games.models import Match, Side
from games.registry.installed import game_of


def register() -> None:
    """Register the subjects of this layer; called once, at start-up."""
    subjects.register(Subject(permissions.MATCH, _match_titles, _match_address, _match_serves))
    subjects.register(Subject(subjects.CLUB, _club_titles, _club_address, _club_serves))


def _match_titles(ids: Collection[str]) -> Mapping[str, str]:
    """Return the titles of matches, by id: their game and sides; two queries."""
    slugs = Match.objects.filter(pk__in=ids).values_list("pk", "game")
    games = {pk: game_of(slug) for pk, slug in slugs}
    names: dict[str, list[str]] = {}
    for side in Side.objects.filter(match__in=ids):
        called = side_names.localized(games[side.match_id], side.number, side.name)
        names.setdefault(side.match_id, []).append(called)
    return {pk: f"{game.name} · {' – '.join(names.get(pk, []))}" for pk, game in games.items()}


def _match_address(link: CapabilityLink) -> str:
    page = "games:seats" if link.kind == TAKE_SEAT else "games:match"
    return reverse(page, args=[link.subject_id])


def _match_serves(link: CapabilityLink) -> bool:
    """Return whether a link still opens anything. Links to score or to sit end when the match is no
    longer recent (`is_recent`).
    """
    match = Match.objects.filter(pk=link.subject_id).first()
    if match is None:
        return False
    return link.kind == SEE or permissions.is_recent(match)


def _club_titles(ids: Collection[str]) -> Mapping[str, str]:
    return {str(club.pk): club.name for club in Club.objects.filter(pk__in=ids)}


def _club_address(link: CapabilityLink) -> str:
    slug = Club.objects.filter(pk=link.subject_id).values_list("slug", flat=True).get()
    return reverse("games:choose", query={"club": slug})


def _club_serves(link: CapabilityLink) -> bool:
    return Club.objects.filter(pk=link.subject_id).exists()
