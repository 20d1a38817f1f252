"""Tournaments made of a few events, for tests of their state."""

from typing import Any

import pytest

from tournaments.draws.field import EDITION
from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay
from tournaments.state.tournament import TournamentState

Step = tuple[str, dict[str, Any]]


def opened(count: int, format_: str = "single_elimination", **options: Any) -> TournamentState:
    """Return a tournament of `count` seeded entrants, named A, B, C …."""
    entrants = [{"name": chr(64 + seed), "seed": seed} for seed in range(1, count + 1)]
    opened = {"format": format_, "seed": "graine", "options": options, "edition": EDITION}
    return replay([Event("opened", opened), Event("entered", {"entrants": entrants})])


def after(tournament: TournamentState, *steps: Step) -> TournamentState:
    """Return the tournament after these events."""
    for kind, data in steps:
        tournament = apply(tournament, Event(kind, data))
    return tournament


def at(kind: str, number: int, table: int, **data: Any) -> Step:
    """Return the step of an event at a table."""
    return kind, {"round": number, "table": table, **data}


def drawn(tournament: TournamentState) -> TournamentState:
    """Return the tournament after its next round is drawn and published."""
    number = len(tournament.rounds) + 1
    return after(tournament, ("drawn", {}), ("published", {"round": number}))


def played(tournament: TournamentState) -> TournamentState:
    """Return the tournament after its next round: drawn, won 3 to 1 by the first sides, and
    closed.
    """
    tournament = drawn(tournament)
    number = len(tournament.rounds)
    tables = [seated.number for seated in tournament.rounds[-1].tables if not seated.table.bye]
    results = [at("reported", number, table, scores=[3, 1]) for table in tables]
    return after(tournament, *results, ("closed", {"round": number}))


def refused(tournament: TournamentState, kind: str, data: dict[str, Any]) -> tuple[Any, ...]:
    """Return (code, field, parameters) of the refusal of an event."""
    with pytest.raises(StateError) as caught:
        after(tournament, (kind, data))
    assert str(caught.value) == caught.value.code
    return caught.value.code, caught.value.field, caught.value.params


def sides(tournament: TournamentState, number: int) -> list[tuple[tuple[int, ...], ...]]:
    """Return the sides of each table of a round."""
    return [seated.table.sides for seated in tournament.round(number).tables]


def states(tournament: TournamentState, number: int) -> list[str]:
    """Return the state of each table of a round."""
    return [seated.state for seated in tournament.round(number).tables]
