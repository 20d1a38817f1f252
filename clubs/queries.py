"""All reads about clubs and players that are worth a name."""

from django.db.models import Q, QuerySet

from clubs.callers import Caller
from clubs.models import Club, Player


def visible_clubs(caller: Caller) -> QuerySet[Club]:
    """Clubs that the caller may see: the public ones, and their own."""
    if caller.is_site_owner:
        return Club.objects.all()
    visible = Q(public=True)
    if caller.account is not None:
        visible |= Q(memberships__user=caller.account)
    return Club.objects.filter(visible).distinct()


def home_club() -> Club | None:
    """The club that the home page speaks for: the first one made."""
    return Club.objects.order_by("id").first()


def visible_players(caller: Caller) -> QuerySet[Player]:
    """Players on the list of a club that the caller may see; hidden ones only for members."""
    if caller.is_site_owner:
        return Player.objects.all()
    seen = Player.objects.filter(club_players__club__in=visible_clubs(caller))
    if caller.account is None:
        return seen.exclude(shown=Player.Shown.HIDDEN).distinct()
    own = Q(club_players__club__memberships__user=caller.account)
    return seen.filter(~Q(shown=Player.Shown.HIDDEN) | own).distinct()


def players_of(club: Club) -> QuerySet[Player]:
    """The players on a club's list."""
    return Player.objects.filter(club_players__club=club)
