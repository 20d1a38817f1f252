"""The pages to which a match of a tournament leads: the tournament's page and the next table."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.match import event_places
from games.match.event_places import EventPlace
from games.models import Match
from tournaments.models import TableMatch, Tournament


def register() -> None:
    """Register `place_of` for matches that are played at a tournament. Called once, at start-up."""
    event_places.register(place_of)


def place_of(match: Match) -> EventPlace | None:
    """Return the pages of the tournament to which a match leads; None if the tournament was
    deleted.
    """
    tournament = Tournament.objects.select_related("club").filter(pk=match.event_id).first()
    if tournament is None:
        return None
    row = TableMatch.objects.filter(tournament=tournament, match_id=match.pk).first()
    home = reverse("tournaments:tournament", args=[tournament.pk])
    place = [tournament.pk, row.round, row.table] if row else []
    return EventPlace(
        home=home,
        own_home=reverse("tournaments:mine", args=[tournament.pk]),
        next_url=reverse("tournaments:next-table", args=place) if place else home,
        next_words=_("Table suivante") if place else _("Le tournoi"),
        public=tournament.public
        and tournament.club.public
        and tournament.state != Tournament.State.DRAFT,
        over=tournament.state == Tournament.State.FINISHED,
        name=tournament.name,
    )
