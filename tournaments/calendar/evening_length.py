"""Computes when an evening ends, from its format, the room, and the length of a club's matches."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any

from django.utils import timezone

from clubs.models import Club
from games.match.durations import UsualMinutes, usual_minutes
from games.registry.game import Game
from games.registry.installed import game_of
from tournaments.draws.plans import Plan
from tournaments.formats import advice
from tournaments.formats.installed import format_of
from tournaments.formats.suggestion import Entering, Pace, Situation, Suggestion
from tournaments.models import LogEntry, Tournament
from tournaments.state.options import options_of
from tournaments.view import View

# An end before this hour is on the day after the evening's date.
MORNING = time(12)


@dataclass(frozen=True, slots=True)
class Room:
    """The entrants, minutes and tables of an evening. `tables` None: enough for everybody."""

    entrants: int
    minutes: int
    tables: int | None = None


def entering_of(game: Game, *, people: bool = False) -> Entering:
    """Return the kind of entrants of a game's tournaments.

    `people`: single people instead of sides, if the game has sides.
    """
    if game.seats.sides:
        return "people" if people else "sides"
    return "many"


def advise(
    club: Club,
    game: Game,
    preset: str,
    room: Room,
    *,
    people: bool = False,
    season: bool = False,
    numbers: Mapping[str, Mapping[str, int]] | None = None,
) -> tuple[list[Suggestion], UsualMinutes]:
    """Return the formats that suit an evening, and the usual minutes of a match.

    `season`: return formats for several months instead, in which people play when they like.
    `numbers`: what the organiser has chosen for options, by the key of a suggestion.
    """
    usual = usual_minutes(club, game, preset)
    entering = entering_of(game, people=people)
    if entering == "many" and room.entrants < format_of("tables").least:
        entering = "sides"
    evening = Situation(
        room.entrants,
        room.minutes,
        usual.minutes,
        room.tables,
        entering,
        season=season,
        deal_minutes=game.duplicate.minutes if game.duplicate else None,
    )
    suggestions = [
        advice.with_numbers(evening, suggested, (numbers or {}).get(suggested.key, {}))
        for suggested in advice.advise(evening)
    ]
    return suggestions, usual


def pace_of(
    options: Mapping[str, Any], usual: UsualMinutes, tables: int | None, game: Game
) -> Pace:
    """Return the pace of a tournament: the minutes of a round at a table, and the room's tables."""
    if options.get("duplicate") and game.duplicate:
        return Pace((options.get("deals") or 1) * game.duplicate.minutes, tables)
    return Pace(usual.minutes * (options.get("matches_per_table") or 1), tables)


def plan_of(format_: str, options: Mapping[str, Any], entrants: int) -> Plan | None:
    """Return the plan of a format with posted options; None with too few entrants."""
    return advice.plan_of(format_, options_of(format_, options), entrants)


@dataclass(frozen=True, slots=True)
class RestOfEvening:
    """The time that a tournament still takes. `playing`: minutes left of the published round."""

    view: View
    pace: Pace
    usual: UsualMinutes
    playing: int

    def minutes(self, *, rounds: int | None = None, pace: Pace | None = None) -> int:
        """Return the remaining minutes. `rounds` and `pace` replace those of the tournament."""
        folded = self.view.folded
        field = folded.field()
        if rounds is not None:
            field = replace(field, options=replace(field.options, rounds=rounds))
        # A draft is not in the field, so it counts as a round that is still to be played.
        left = advice.left_of(folded.format, field)
        return self.playing + (pace or self.pace).minutes(left)

    def end(self, minutes: int) -> datetime:
        """Return the moment that is `minutes` from now."""
        return timezone.localtime() + timedelta(minutes=minutes)


def rest_of(view: View) -> RestOfEvening | None:
    """Return the time that a tournament still takes; None if it is over, or lasts for months."""
    tournament, folded = view.tournament, view.folded
    if folded.state == "finished" or tournament.past or view.way.declared:
        return None
    usual, pace = usual_pace(tournament)
    return RestOfEvening(view, pace, usual, _playing(view, pace))


def usual_pace(tournament: Tournament) -> tuple[UsualMinutes, Pace]:
    """Return the usual minutes of a tournament's matches, and its pace. One query at most."""
    if tournament.timer_minutes:
        usual = UsualMinutes(tournament.timer_minutes)
        return usual, Pace(usual.minutes, tournament.room_tables)
    game = game_of(tournament.game)
    usual = usual_minutes(tournament.club, game, tournament.preset)
    return usual, pace_of(tournament.options, usual, tournament.room_tables, game)


def _playing(view: View, pace: Pace) -> int:
    """Return how many minutes the published round still takes."""
    current = view.folded.rounds[-1] if view.folded.rounds else None
    if current is None or current.state != "published":
        return 0
    tables = sum(not seated.table.bye for seated in current.tables)
    waits = sum(seated.state in ("waiting", "playing") for seated in current.tables)
    return minutes_left(view.tournament, pace, tables, waits)


def minutes_left(tournament: Tournament, pace: Pace, tables: int, waits: int) -> int:
    """Return how many minutes the published round of so many tables still takes.

    `waits` of them have no result. One query, unless all have one.
    """
    if not waits:
        return 0
    whole = pace.waves(tables) * pace.table_minutes
    published = (
        LogEntry.objects.filter(tournament=tournament, kind__in=("published", "seated"))
        .order_by("-version")
        .values_list("at", flat=True)
        .first()
    )
    gone = (timezone.now() - published) // timedelta(minutes=1) if published else 0
    return max(0, whole - gone)


def wanted_end(tournament: Tournament) -> datetime | None:
    """Return when the evening should end; None if that is not set. An hour of the morning is on the
    day after.
    """
    if tournament.end_by is None:
        return None
    day = tournament.date + timedelta(days=int(tournament.end_by < MORNING))
    return timezone.make_aware(datetime.combine(day, tournament.end_by))
