"""What the home page and a club's page show of a club, each part with its queries."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

from django.utils import timezone

from bulletin.queries import BulletinTold, published, told_of
from clubs.callers import Caller
from clubs.models import Club
from games.match import list_queries, stats
from games.models import Match, Status
from games.views.lists import cards, live_cards
from tournaments.calendar.queries import Dated, to_come
from tournaments.challenges.presentation import rows_of
from tournaments.challenges.queries import ChallengeTable
from tournaments.models import Challenge

# How many running and finished matches stand on a page, and how many coming dates.
LIVE, RECENT, NEXT = 4, 6, 5
TOP = 3
# How many other challenges stand below the one with its table.
OTHERS = 2
# Evenings of the club that say « every Tuesday » if each is a week after the one before.
WEEKLY, WEEK = 3, timedelta(days=7)
MONTH = timedelta(days=30)


def next_evenings(club: Club, caller: Caller) -> dict[str, Any]:
    """Return the context of the coming dates: the next one, the others, whether it is weekly."""
    dates = to_come(club, caller, NEXT)
    coming = next((line for line in dates if not line.cancelled), None)
    return {
        "dates": dates,
        "coming": coming,
        "evenings": [line for line in dates if line is not coming],
        "weekly": coming is not None and _weekly(dates),
        "keeps_calendar": caller.may("run_tournaments", club),
    }


def _weekly(dates: Sequence[Dated]) -> bool:
    """Return whether the club's own evenings are a week apart."""
    days = [line.date for line in dates if line.kind == "evening"]
    gaps = {later - day for day, later in pairwise(days)}
    return len(days) >= WEEKLY and gaps == {WEEK}


def top_of_month(club: Club) -> list[dict[str, Any]]:
    """Return who won most matches of the club in the last 30 days. Two queries."""
    rows = stats.most_won(club, timezone.now() - MONTH, TOP)
    best = [(row.won, row.played) for row in rows]
    return [{"rank": best.index((row.won, row.played)) + 1, **row._asdict()} for row in rows]


def last_bulletin(club: Club) -> BulletinTold | None:
    """Return the club's last published bulletin; None without one."""
    return next(iter(told_of(published(club)[:1], club)), None)


def challenge_top(challenges: Sequence[Challenge]) -> dict[str, Any]:
    """Return the context of the club's latest challenge, with the first three of its table.

    `challenges` are the club's, latest end first. The table counts the evenings that are over.
    """
    today = timezone.localdate()
    running = [item for item in challenges if item.first <= today <= item.last]
    challenge = next(iter(running or challenges), None)
    others = [item for item in challenges if item is not challenge]
    table = ChallengeTable(challenge, finished_only=True) if challenge else None
    return {
        "challenge": challenge,
        "challenges": others[:OTHERS],
        "challenge_top": rows_of(table, table.lines[:TOP]) if table else [],
    }


def matches_of(
    club: Club, caller: Caller, but: Collection[Match] = (), *, curves: bool = False
) -> dict[str, Any]:
    """Return the context of the club's running matches and its last results.

    They are without those of `but`, whose people are read along with theirs. With `curves` the
    running ones have theirs.
    """
    left_out = {match.pk for match in but}
    most = LIVE + len(left_out)
    rows = {
        "live": list_queries.playing_at(club, caller, most)
        if curves
        else list_queries.newest_of(club, Status.IN_PROGRESS, caller, most),
        "recent": list_queries.newest_of(club, Status.FINISHED, caller, RECENT + len(left_out)),
    }
    live, recent = ([row for row in rows[name] if row.pk not in left_out] for name in rows)
    live, recent = live[:LIVE], recent[:RECENT]
    list_queries.with_people([*but, *live, *recent])
    return {"live": live_cards(live) if curves else cards(live), "recent": cards(recent)}
