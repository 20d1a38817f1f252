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
    first = tournament.last_number + 1
    numbered = [replace(one, number=first + at) for at, one in enumerate(entrants)]
    return replace(
        tournament,
        entrants=(*tournament.entrants, *numbered),
        last_number=tournament.last_number + len(numbered),
    )


def change(tournament: TournamentState, changed: Sequence[Enrolled]) -> TournamentState:
    """Give entrants other names and people, all at once: two of them may exchange theirs.

    Raises `entrant_repeated` or `player_in_two_entrants`.
    """
    fresh = {one.number: one for one in changed}
    for number in fresh:
        tournament.entrant(number)
    others = [one for one in tournament.entrants if one.number not in fresh]
    names = {_key(one) for one in others}
    people = {player for one in others for player in one.players}
    for at, one in enumerate(changed):
        if _key(one) in names:
            raise CourseError("entrant_repeated", "name", name=one.name, at=at)
        names.add(_key(one))
        _check_players(one, people, at)
    entrants = tuple(_renamed(one, fresh.get(one.number, one)) for one in tournament.entrants)
    return replace(tournament, entrants=entrants)


def _renamed(before: Enrolled, after: Enrolled) -> Enrolled:
    told = ("name", "key", "named", "players", "members")
    return replace(before, **{name: getattr(after, name) for name in told})


def delete(tournament: TournamentState, number: int) -> TournamentState:
    """Take an entrant out, as if they had never been entered; only before the first draw."""
    gone = tournament.entrant(number)
    if tournament.order or tournament.rounds:
        raise CourseError("drawn_stays", "entrant", name=gone.name)
    kept = tuple(one for one in tournament.entrants if one.number != number)
    return replace(tournament, entrants=kept)


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
