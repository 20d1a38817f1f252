"""Lists of matches: those of a club, of a player, and those that a browser keeps."""

from collections.abc import Collection, Iterable

from django.db.models import Max, Prefetch, Q, QuerySet, prefetch_related_objects

from clubs.callers import Caller
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.models import Club, ClubPlayer, Player
from clubs.queries import hidden_lines
from games.match import permissions
from games.models import Match, Status
from games.queries import matches, seats, visible
from games.registry.installed import game_of


def for_cards(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Matches alone; `with_people` reads what a list's card shows of them besides."""
    return rows.select_related(None)


def with_people(rows: Iterable[Match]) -> list[Match]:
    """Read the sides and people of matches that have none yet, two queries for all; no entries."""
    read = list(rows)
    prefetch_related_objects(read, "sides", Prefetch("seats", seats()))
    return read


def live_of(club: Club, caller: Caller) -> QuerySet[Match]:
    """The club's running matches, newest first."""
    return _newest(club.pk, Status.IN_PROGRESS, caller)


def newest_of(club: Club, status: Status, caller: Caller, most: int) -> list[Match]:
    """The newest matches of a club that run, or are over, at most so many, for a list."""
    return list(_newest(club.pk, status, caller)[:most])


def _newest(club: int, status: Status, caller: Caller) -> QuerySet[Match]:
    return for_cards(visible(caller).filter(club=club, status=status).order_by("-started_at"))


def matches_of(player: Player, caller: Caller) -> QuerySet[Match]:
    """The matches of a player that the caller may see, newest first.

    Without those of a club that hides the player: its sheets do not show who sat.
    """
    return matches_shown_of(player, visible(caller), caller).order_by("-started_at", "-id")


def last_of(player: Player, caller: Caller, most: int) -> list[Match]:
    """Return the last of the `matches_of` a player, at most so many, for a list."""
    return list(for_cards(matches_of(player, caller))[:most])


def matches_shown_of(player: Player, rows: QuerySet[Match], caller: Caller) -> QuerySet[Match]:
    """Return those of these matches that may be shown as the player's."""
    hiding = ClubPlayer.objects.filter(hidden_lines(caller), player=player).values("club")
    return rows.filter(Q(club=None) | ~Q(club__in=hiding), seats__player=player)


def kept_by(caller: Caller) -> QuerySet[Match]:
    """Matches whose token or link the browser keeps, and those that the account started."""
    if caller.is_nobody:
        return matches().none()
    here = Q(pk__in=_opened(caller, (SEE, SCORE_MATCH, TAKE_SEAT), Q()))
    if caller.account is not None:
        here |= Q(pk__in=visible(caller).filter(starter=caller.account).values("pk"))
    return for_cards(matches().filter(here).order_by("-started_at", "-id"))


def running_kept(caller: Caller, most: int) -> list[Match]:
    """Return those of the matches kept that run, newest first, at most so many."""
    return list(kept_by(caller).filter(status=Status.IN_PROGRESS)[:most])


def others_kept(caller: Caller, most: int) -> list[Match]:
    """Return those of the matches kept that do not run, newest first, at most so many."""
    return list(kept_by(caller).exclude(status=Status.IN_PROGRESS)[:most])


def scored_here(caller: Caller) -> QuerySet[Match]:
    """Running matches that the browser keeps a link to score, newest first."""
    opened = _opened(caller, (SCORE_MATCH,), Q(status=Status.IN_PROGRESS))
    return for_cards(matches().filter(pk__in=opened).order_by("-started_at", "-id"))


def _opened(caller: Caller, kinds: Collection[str], which: Q) -> list[str]:
    """Return which matches the tokens and links that the browser keeps really open."""
    linked = set(caller.subjects(kinds, permissions.MATCH))
    ids = {*caller.match_tokens, *linked}
    if not ids:
        return []
    # A visitor may send any cookie: only a token that opens its match counts.
    return [
        match.pk
        for match in Match.objects.filter(which, pk__in=ids).select_related("club")
        if permissions.holds_link(match, caller)
        or (match.pk in linked and permissions.can_see(match, caller))
    ]


def next_numbers(rows: Collection[Match]) -> dict[str, int]:
    """The number of the line to come in each match, by the match's id. One query a game."""
    numbers = {match.pk: 1 for match in rows}
    for slug in {match.game for match in rows}:
        ids = [match.pk for match in rows if match.game == slug]
        lines = game_of(slug).entry.model._default_manager.filter(match__in=ids).order_by()
        for match_id, last in lines.values_list("match").annotate(last=Max("number")):
            numbers[match_id] = last + 1
    return numbers
