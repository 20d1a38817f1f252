"""Who takes part: joining, checking in, leaving. A published round stays as it was drawn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tournaments.state.errors import CourseError
from tournaments.state.tournament import Enrolled, EntrantState, TournamentState


def add(tournament: TournamentState, entrants: Sequence[Enrolled]) -> TournamentState:
    """Enter people at any moment before the end; those who come late are drawn from the next round.

    Raises `entrant_repeated`, `player_in_two_entrants` (both with `at`, the place among the new
    ones) or `tournament_finished`.
    """
    if tournament.state == "finished":
        raise CourseError("tournament_finished")
    names = {_key(one) for one in tournament.entrants}
    people = {player for one in tournament.entrants for player in one.players}
    for at, enrolled in enumerate(entrants):
        if _key(enrolled) in names:
            raise CourseError("entrant_repeated", "name", name=enrolled.name, at=at)
        names.add(_key(enrolled))
        _check_players(enrolled, people, at)
    first = len(tournament.entrants) + 1
    numbered = [replace(one, number=first + at) for at, one in enumerate(entrants)]
    return replace(tournament, entrants=(*tournament.entrants, *numbered))


def _key(enrolled: Enrolled) -> str:
    return enrolled.key or enrolled.name


def _check_players(enrolled: Enrolled, seen: set[Any], at: int) -> None:
    for player in enrolled.players:
        if player in seen:
            raise CourseError("player_in_two_entrants", "players", name=enrolled.name, at=at)
        seen.add(player)


def set_state(tournament: TournamentState, number: int, state: EntrantState) -> TournamentState:
    """Check an entrant in, withdraw or disqualify them, or take them back."""
    return _changed(tournament, replace(tournament.entrant(number), state=state))


def set_seed(tournament: TournamentState, number: int, seed: int | None) -> TournamentState:
    """Rank an entrant; only before the first draw, which freezes the seeding."""
    if tournament.order:
        raise CourseError("already_drawn", "seed")
    return _changed(tournament, replace(tournament.entrant(number), seed=seed))


def _changed(tournament: TournamentState, changed: Enrolled) -> TournamentState:
    entrants = tuple(
        changed if one.number == changed.number else one for one in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
