"""All reads about clubs and players that are worth a name."""

from django.db.models import Prefetch, Q, QuerySet

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer, Player
from clubs.names import name_key


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


def visible_players(
    caller: Caller, club: str | None = None, name: str | None = None
) -> QuerySet[Player]:
    """Players on the list of a club that the caller may see, each with those clubs.

    Hidden players are shown to members alone. `club` (a slug) and a part of the `name` narrow the
    list; a name that its owner shows under initials is not to be found by guessing at it.
    """
    lines = ClubPlayer.objects.filter(club__in=visible_clubs(caller)).select_related("club")
    narrowed = lines
    if club:
        narrowed = narrowed.filter(club__slug=club)
    if name:
        # The key is folded, so that « anne » finds « Anne » on every database.
        narrowed = narrowed.filter(name_key__contains=name_key(name))
    players = Player.objects.filter(pk__in=narrowed.values("player"))
    if not caller.is_site_owner:
        players = players.filter(_shown_to(caller))
        if name:
            players = players.filter(shown=Player.Shown.FULL)
    return players.prefetch_related(Prefetch("club_players", lines))


def _shown_to(caller: Caller) -> Q:
    seen = ~Q(shown=Player.Shown.HIDDEN)
    if caller.account is not None:
        fellows = ClubPlayer.objects.filter(club__memberships__user=caller.account)
        seen |= Q(pk__in=fellows.values("player"))
    return seen


def players_of(club: Club) -> QuerySet[Player]:
    """The players on a club's list."""
    return Player.objects.filter(club_players__club=club)
