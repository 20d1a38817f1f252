"""Lists of matches: those of a club, of a player, and those whose tokens a browser has."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects

from clubs.callers import Caller
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.models import Club, ClubPlayer, Player
from clubs.queries import hidden_lines, is_visible
from games.match import permissions
from games.models import Match, Seat, Status
from games.queries import matches, seats, visible
from games.registry.installed import game_of, rules_accessors


def for_cards(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Return matches without joined rows; `with_people` reads the sides and seats for a list."""
    return rows.select_related(None)


def with_people(rows: Iterable[Match]) -> list[Match]:
    """Return the matches with their sides and people loaded, in two queries; without entries."""
    read = list(rows)
    prefetch_related_objects(read, "sides", Prefetch("seats", seats()))
    return read


def live_of(club: Club, caller: Caller) -> QuerySet[Match]:
    """Return the club's running matches, newest first."""
    return _newest(club.pk, Status.IN_PROGRESS, caller)


def playing_at(club: Club, caller: Caller, most: int) -> list[Match]:
    """Return at most `most` newest running matches of a club with their rules, for their curves."""
    rows = _seen(club, Status.IN_PROGRESS, caller).select_related(*rules_accessors())
    return list(rows[:most])


def finished_of(club: Club, caller: Caller) -> QuerySet[Match]:
    """Return the club's finished matches, newest first."""
    return _newest(club.pk, Status.FINISHED, caller)


def newest_of(club: Club, status: Status, caller: Caller, most: int) -> list[Match]:
    """Return at most `most` newest matches of a club with a status, for a list of cards."""
    return list(_seen(club, status, caller)[:most])


def _seen(club: Club, status: Status, caller: Caller) -> QuerySet[Match]:
    """Return a club's matches with a status, newest first, without `Match.counts`."""
    # Whoever sees a club sees all its matches.
    rows = Match.objects.all() if is_visible(club, caller) else Match.objects.none()
    return rows.filter(club=club, status=status).order_by("-started_at")


def _newest(club: int, status: Status, caller: Caller) -> QuerySet[Match]:
    return for_cards(visible(caller).filter(club=club, status=status).order_by("-started_at"))


def matches_of(player: Player, caller: Caller) -> QuerySet[Match]:
    """Return the matches of a player that the caller may see, newest first.

    Matches of a club that hides the player are left out, because its sheets do not show the player.
    """
    return matches_shown_of(player, visible(caller), caller).order_by("-started_at", "-id")


def matches_in(player: Player, clubs: Collection[int]) -> QuerySet[Match]:
    """Return the matches of a player in some clubs, newest first, without `Match.counts`.

    In the `clubs_showing` the player these are the `matches_of` the player: a page that has read
    those clubs need not ask for them again with each query.
    """
    rows = Match.objects.filter(club__in=clubs, seats__player=player)
    return rows.order_by("-started_at", "-id")


def matches_shown_of(player: Player, rows: QuerySet[Match], caller: Caller) -> QuerySet[Match]:
    """Return the `rows` in which the player sat and that may be shown as the player's matches.

    A match of no club is left out, because it is shown only to its own table.
    """
    hiding = ClubPlayer.objects.filter(hidden_lines(caller), player=player).values("club")
    return rows.filter(~Q(club__in=hiding), club__isnull=False, seats__player=player)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a player's matches are wanted. Empty values leave out no match."""

    game: str = ""
    preset: str = ""
    partner: Player | None = None
    opponent: Player | None = None
    year: int = 0


def narrowed(
    player: Player, rows: QuerySet[Match], wanted: Wanted, caller: Caller
) -> QuerySet[Match]:
    """Return those of a player's matches that are wanted. A year is that of the start."""
    if wanted.game:
        rows = rows.filter(game=wanted.game)
    if wanted.preset:
        rows = rows.filter(preset=wanted.preset)
    if wanted.year:
        rows = rows.filter(started_at__year=wanted.year)
    if wanted.partner:
        rows = _with_other(player, wanted.partner, rows, caller, same_side=True)
    if wanted.opponent:
        rows = _with_other(player, wanted.opponent, rows, caller, same_side=False)
    return rows


def _with_other(
    player: Player, other: Player, rows: QuerySet[Match], caller: Caller, *, same_side: bool
) -> QuerySet[Match]:
    """Return the `rows` in which two players sat on the same side, or on different ones."""
    seats_of_other = Seat.objects.filter(match=OuterRef("match"), player=other)
    same = Q(side=OuterRef("side"))
    both = Seat.objects.filter(
        Exists(seats_of_other.filter(same if same_side else ~same)), player=player
    )
    return matches_shown_of(other, rows.filter(pk__in=both.values("match")), caller)


def last_together(player: Player, caller: Caller) -> dict[int, datetime]:
    """Return when each other person last played in a match of a player, by the person's number.

    Only finished matches count. Makes one query.
    """
    rows = matches_shown_of(player, visible(caller), caller).filter(status=Status.FINISHED)
    others = Seat.objects.filter(match__in=rows.values("pk"), player__isnull=False)
    last = others.exclude(player=player).order_by().values_list("player")
    return dict(last.annotate(last=Max("match__started_at")))


def kept_by(caller: Caller) -> QuerySet[Match]:
    """Return matches whose token or link the browser has, and those that the account started."""
    if caller.is_nobody:
        return matches().none()
    here = Q(pk__in=_opened(caller, (SEE, SCORE_MATCH, TAKE_SEAT), Q()))
    if caller.account is not None:
        here |= Q(pk__in=visible(caller).filter(starter=caller.account).values("pk"))
    return for_cards(matches().filter(here).order_by("-started_at", "-id"))


def running_kept(caller: Caller, most: int) -> list[Match]:
    """Return the running matches of `kept_by`, newest first, at most `most`."""
    return list(kept_by(caller).filter(status=Status.IN_PROGRESS)[:most])


def others_kept(caller: Caller, most: int) -> list[Match]:
    """Return the matches of `kept_by` that do not run, newest first, at most `most`."""
    return list(kept_by(caller).exclude(status=Status.IN_PROGRESS)[:most])


def scored_here(caller: Caller) -> QuerySet[Match]:
    """Return running matches to which the browser has a link to score, newest first."""
    running = Q(status=Status.IN_PROGRESS)
    opened = _opened(caller, (SCORE_MATCH,), running)
    opened += _opened(caller, (TAKE_SEAT,), running & Q(seats_record=True))
    return for_cards(matches().filter(pk__in=opened).order_by("-started_at", "-id"))


def _opened(caller: Caller, kinds: Collection[str], which: Q) -> list[str]:
    """Return the ids of the matches that the browser's tokens and links give access to."""
    linked = set(caller.subjects(kinds, permissions.MATCH))
    ids = {*caller.match_tokens, *linked}
    if not ids:
        return []
    # A browser may send any cookie, so each token is checked against its match.
    return [
        match.pk
        for match in Match.objects.filter(which, pk__in=ids).select_related("club")
        if permissions.holds_link(match, caller)
        or (match.pk in linked and permissions.can_see(match, caller))
    ]


def next_numbers(rows: Collection[Match]) -> dict[str, int]:
    """Return the number of the next line of each match, by match id. One query for each game."""
    numbers = {match.pk: 1 for match in rows}
    for slug in {match.game for match in rows}:
        ids = [match.pk for match in rows if match.game == slug]
        lines = game_of(slug).entry.model._default_manager.filter(match__in=ids).order_by()
        for match_id, last in lines.values_list("match").annotate(last=Max("number")):
            numbers[match_id] = last + 1
    return numbers
