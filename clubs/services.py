"""All writes about clubs and people: first start, new players."""

import hashlib

from django.conf import settings
from django.db import IntegrityError, transaction

from clubs.callers import Caller
from clubs.errors import NameTaken, NotAllowed
from clubs.models import ApiToken, Club, ClubPlayer, Player, User
from clubs.names import clean_name, name_key

FIRST_CLUB_SLUG = "mon-club"


def token_digest(token: str) -> str:
    """Return what is stored of an API token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def first_start(*, admin_token: str | None = None) -> Club:
    """Make what a fresh install needs: one club, open to all, and the site's owner.

    Safe to call at every start: it adds only what is missing. The token is taken at the very
    first start alone; a later one would be a way in for whoever can set the environment.
    """
    club = Club.objects.order_by("id").first()
    if club is not None:
        return club
    club = Club.objects.create(name="Mon club", slug=FIRST_CLUB_SLUG, open_recording=True)
    owner = User(username="admin", is_staff=True, is_superuser=True)
    owner.set_unusable_password()
    owner.save()
    if admin_token:
        ApiToken.objects.create(user=owner, digest=token_digest(admin_token))
    return club


def check_club_maker(caller: Caller) -> None:
    """Check that the caller may make clubs: for now the site's owner alone; else `NotAllowed`."""
    if not caller.is_site_owner:
        raise NotAllowed("club_not_allowed")


@transaction.atomic
def make_club(*, name: str, slug: str, city: str, caller: Caller) -> Club:
    """Make a club. Raises `NotAllowed` as `check_club_maker` does."""
    check_club_maker(caller)
    return Club.objects.create(name=clean_name(name), slug=slug, city=city)


def add_player(*, club: Club, name: str, caller: Caller) -> Player:
    """Put a new player on a club's list.

    Raises `NotAllowed` without the right, `NameFault` for a name that can't be kept, and
    `NameTaken` carrying the player who has the name already.
    """
    open_to_all = club.open_recording and (settings.OPEN_TABLES or caller.account is not None)
    if not (open_to_all or caller.may("manage_players", club)):
        raise NotAllowed("players_not_allowed")
    name = clean_name(name)
    known = player_named(club=club, name=name)
    if known is not None:
        raise NameTaken(known)
    try:
        with transaction.atomic():
            player = Player.objects.create(name=name)
            ClubPlayer.objects.create(club=club, player=player, name_key=name_key(name))
    except IntegrityError:
        # Someone else wrote the same name between our look and our write.
        taken = player_named(club=club, name=name)
        if taken is None:
            raise
        raise NameTaken(taken) from None
    return player


def player_named(*, club: Club, name: str) -> Player | None:
    """Return the club's player of that name, however it is spelt (NFKC, case folded)."""
    entry = (
        ClubPlayer.objects.filter(club=club, name_key=name_key(name))
        .select_related("player")
        .first()
    )
    return entry.player if entry else None


def player_for(*, club: Club, name: str, caller: Caller) -> Player:
    """Return the club's player of that name, adding them to the list when they are new."""
    try:
        return add_player(club=club, name=name, caller=caller)
    except NameTaken as taken:
        return taken.player
