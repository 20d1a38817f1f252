"""The part of a player's settings about guests who are the same person."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs import services
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.guests.models import KnownGuest
from clubs.guests.wording import came_along, lines_of
from clubs.models import Club, Player
from clubs.permissions import clubs_of
from clubs.queries import ID_MAX, find_club
from core.errors import Fault, NotFound, Refused
from core.names import clean_name
from scorekeeper.pages.people import searched


def context(request: HttpRequest, player: Player, caller: Caller) -> dict[str, Any]:
    """Return what the settings show of guests: those of a searched name, and those known already.

    Without a search, the guests of the person's own name are shown, in the clubs that the caller
    manages.
    """
    clubs = [club for club in clubs_of(player) if caller.may("manage_players", club)]
    typed = searched(request, "guest").strip()
    guests = [guest for club in clubs if (guest := _guest_named(club, player, typed, caller))]
    known = KnownGuest.objects.filter(player=player, club__in=clubs).select_related("club")
    return {
        "guest_clubs": clubs,
        "guest_search": typed,
        "guests": guests,
        "known_guests": [guest for guest in known if services.may_be_parted(guest)],
    }


def _guest_named(club: Club, player: Player, typed: str, caller: Caller) -> dict[str, Any] | None:
    called_in(club, [player])
    try:
        name = clean_name(typed) if typed else player.called
    except Refused:
        return None
    things = services.traces_of(club, [name], caller).get(name, ())
    return {"club": club, "name": name, "things": lines_of(things)} if things else None


def know(request: HttpRequest, player: Player, caller: Caller) -> str:
    """Give a guest's results to the player; return what came along."""
    club = find_club(request.POST.get("club", ""), caller)
    name = clean_name(request.POST["guest"])
    traces = services.traces_of(club, [name], caller)
    try:
        if not services.know_guests(club=club, people={name: player}, caller=caller):
            raise Refused("guest_unknown")
    except Refused as refusal:
        # The field of the API is no field of this page, whose « name » is the player's.
        faults = [Fault(fault.code, None, fault.params) for fault in refusal.faults]
        raise Refused.of(faults) from refusal
    return " ".join(came_along(traces))


def part(request: HttpRequest, player: Player, caller: Caller) -> str:
    """Take a guest's results from the player again."""
    number = request.POST["part"]
    known = int(number) if number.isdecimal() and number.isascii() and len(number) < 19 else 0
    row = KnownGuest.objects.filter(pk=min(known, ID_MAX), player=player).select_related("club")
    guest = row.first()
    if guest is None:
        raise NotFound
    services.part_guest(club=guest.club, known_id=guest.pk, caller=caller)
    return _("« %(name)s » est de nouveau un invité.") % {"name": guest.name}
