"""Writes on the timer of the rounds: start, pause, reset."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal

from django.utils import timezone

from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.events import Event
from tournaments.state.tournament import TournamentState

TimerAction = Literal["start", "pause", "reset"]


def timer(
    *, tournament_id: str, action: TimerAction, minutes: int | None, by: Writing
) -> WriteOutcome:
    """Start, pause or reset the rounds' timer. The first start needs `minutes`."""

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        set_timer(tournament, action, minutes)
        yield Event("timer", {"action": action, "minutes": tournament.timer_minutes})

    return write(tournament_id, by, ("timer", {"action": action, "minutes": minutes}), plan)


def set_timer(tournament: Tournament, action: TimerAction, minutes: int | None) -> None:
    """Change the timer's columns. Raise `Refused` `timer_minutes` if its length is not known
    yet.
    """
    if (minutes is not None and minutes != tournament.timer_minutes) or action == "reset":
        tournament.timer_minutes = minutes or tournament.timer_minutes
        tournament.timer_left = tournament.timer_minutes * 60
        tournament.timer_started_at = None
    if not tournament.timer_minutes:
        raise Refused("timer_minutes", "minutes")
    if action == "start" and tournament.timer_started_at is None:
        tournament.timer_started_at = timezone.now()
    if action == "pause" and tournament.timer_started_at is not None:
        tournament.timer_left = seconds_left(tournament)
        tournament.timer_started_at = None


def seconds_left(tournament: Tournament) -> int:
    """Return the seconds left on the timer; 0 once its time is up."""
    if tournament.timer_started_at is None:
        return tournament.timer_left
    gone = (timezone.now() - tournament.timer_started_at) // timedelta(seconds=1)
    return max(0, tournament.timer_left - gone)
