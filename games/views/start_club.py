"""Finds the club of a new table: the club in which it counts, or to which it is proposed."""

from datetime import datetime, timedelta

from django.http import HttpRequest
from django.utils import timezone

from clubs.callers import Caller
from clubs.links.kinds import VOUCHING
from clubs.models import Club
from clubs.queries import home_club_of, own_clubs, visible_clubs
from games.match import permissions

# The end of a phone's right to vouch is announced this long in advance.
ANNOUNCED_BEFORE = timedelta(days=7)


def club_of(slug: str, caller: Caller) -> Club | None:
    """Return the club in which a new table may count, or to which it may be proposed, or None.

    It is the club with this slug, if the caller sees it. Otherwise it is the caller's home club,
    if the caller vouches there or the site has no other club. Return None if there is no such
    club, or if the caller may not start a table in it.
    """
    named = visible_clubs(caller).filter(slug=slug.replace("\0", "")).first() if slug else None
    club = named or home_club_of(caller, own_clubs(caller))
    if club is None or not permissions.can_see_list(club, caller):
        return None
    only = named or permissions.vouches(club, caller) or Club.objects.count() == 1
    return club if only and permissions.can_start(club, caller) else None


def whose_names(request: HttpRequest, club: Club | None, caller: Caller) -> Club | None:
    """Return the club whose list of names is suggested on the form, or None.

    It is `club` if the page is that club's page or if the caller is a member. Otherwise it is
    None, so that an unknown phone gets no names.
    """
    if club is None or club.slug == request.GET.get("club") or caller.may("see_club", club):
        return club
    return None


def asked_club(request: HttpRequest, typed: str) -> str:
    """Return the club slug typed in the form, or else the one in the page's address."""
    return typed or request.GET.get("club", "")


def vouching_ends(club: Club | None, caller: Caller) -> datetime | None:
    """Return when the phone stops vouching in a club, if that is less than a week away.

    Return None if the caller's role gives the right to vouch, or if a link lasts longer.
    """
    if club is None or permissions.vouches_by_role(club, caller):
        return None
    ends = [
        link.expires_at
        for link in caller.links
        if link.kind in VOUCHING and link.subject_id == str(club.pk)
    ]
    last = max(ends, default=None)
    return last if last and last - timezone.now() < ANNOUNCED_BEFORE else None
