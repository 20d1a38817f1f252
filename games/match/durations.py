"""How long matches take: the median of a club's matches, or the game's default."""

from datetime import timedelta
from statistics import median
from typing import NamedTuple

from clubs.models import Club
from games.models import Match, Status
from games.registry.game import Game

# A club's median is used if at least `ENOUGH` of its `NEWEST` matches have a plausible length.
ENOUGH = 5
NEWEST = 200
# A shorter match was probably entered after it was played. A longer one was probably left open.
SHORTEST = timedelta(minutes=3)
LONGEST = timedelta(hours=6)


class UsualMinutes(NamedTuple):
    """The minutes that a match takes.

    They are the median of `matches` matches of a club, or the game's default if `matches` is 0.
    """

    minutes: int
    matches: int = 0


def usual_minutes(club: Club, game: Game, preset: str) -> UsualMinutes:
    """Return how long a match with this preset takes in a club, or the game's default."""
    played = Match.objects.filter(
        club=club, status=Status.FINISHED, imported=False, game=game.slug, preset=preset
    ).order_by("-started_at", "-id")
    times = played.values_list("started_at", "finished_at")[:NEWEST]
    lasted = [
        (finished - started) / timedelta(minutes=1)
        for started, finished in times
        if finished is not None and SHORTEST <= finished - started <= LONGEST
    ]
    if len(lasted) < ENOUGH:
        return UsualMinutes(game.minutes)
    return UsualMinutes(round(median(lasted)), len(lasted))
