"""Names that a form suggests: people at the caller's last tables, and players of the club."""

from collections.abc import Sequence

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club, Player
from clubs.queries import players_of, visible_players
from games.match import permissions
from games.match.list_queries import kept_by, with_people


def last_partners(caller: Caller, club: Club | None, most: int = 8) -> list[str]:
    """Return the names at the last `most` tables that the caller started, newest first.

    Tables that the caller scores by a link are left out, because they belong to other people. The
    names are those of guests, and of players who are shown by their full name, both at that table
    and to the caller now. A player gets the name that `club` uses, which is the club of the next
    table, because a club's name for a player is not shown in another club.
    """
    tables = kept_by(_without_links(caller))[:most]
    seats = [seat for match in with_people(tables) for seat in match.seats.all()]
    people = {seat.player_id for seat in seats if seat.player_id is not None}
    known = visible_players(caller).prefetch_related(None).in_bulk(people) if people else {}
    called_in(club, known.values())
    names: dict[str, None] = {}
    for seat in seats:
        if seat.player is None:
            if seat.named:
                names[seat.name] = None
            continue
        now = known.get(seat.player.pk)
        visibilities = {seat.player.shown_here, now.shown_here} if now else set()
        if now and visibilities == {Player.Shown.FULL}:
            names[now.called] = None
    return list(names)


def _without_links(caller: Caller) -> Caller:
    """Return the same caller without links, only with their account and the tables they started."""
    return Caller(user=caller.user, match_tokens=caller.match_tokens)


def known_names(
    club: Club | None, partners: Sequence[str], caller: Caller, most: int = 200
) -> list[str]:
    """Return names to suggest: the last partners first, then the club's players, newest first.

    The club's players are suggested only if the caller may see the club's list. Players who are not
    shown by their full name are never suggested, because a suggestion would reveal it.
    """
    names = dict.fromkeys(partners)
    if club is not None and permissions.can_see_list(club, caller):
        whole = {"shown": Player.Shown.FULL, "line__shown": Player.Shown.FULL}
        players = players_of(club).filter(**whole).order_by("-id")
        names |= dict.fromkeys(player.called for player in players[:most])
    return list(names)
