"""Draws a tournament again from its exported log, and compares the rounds. Pure.

It needs no database and no site: the log holds people's decisions and the seeds. A draw depends on
nothing else, so every machine draws the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.state.events import Event, apply
from tournaments.state.options import state_of
from tournaments.state.tournament import Round, TournamentState


class Unreadable(ValueError):
    """The file is not an export of a tournament. The message says what is missing or wrong."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A round drawn again. `same` is None if the file does not contain the drawn round."""

    number: int
    seed: str
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    same: bool | None
    # Whether the round came from a file or was arranged by hand. Such a round can't be drawn
    # again from the seed alone.
    by_hand: bool


def redraw(exported: Mapping[str, Any]) -> Iterator[Compared]:
    """Yield each round of an export, drawn again.

    Raise `Unreadable` if the file is not an export, or `StateError` if its log can't be
    replayed.
    """
    tournament, touched = _replayed(exported)
    tables_by_round = {round_["number"]: round_["tables"] for round_ in exported.get("rounds", ())}
    for drawn in tournament.rounds:
        tables = sides_of(drawn)
        same = None
        if drawn.number in tables_by_round:
            same = tables == _sides(tables_by_round[drawn.number])
        yield Compared(drawn.number, drawn.seed, tables, same, drawn.number in touched)


def sides_of(drawn: Round) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the entrants of each side of each table of a round."""
    return tuple(seated.table.sides for seated in drawn.tables)


def _sides(tables: Any) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(tuple(side) for side in table) for table in tables)


def _replayed(exported: Mapping[str, Any]) -> tuple[TournamentState, set[int]]:
    log = exported.get("log")
    if not isinstance(log, list) or not log or log[0].get("kind") != "opened":
        raise Unreadable("log")
    try:
        tournament = state_of(_setting(exported, log[0]["data"]))
        touched: set[int] = set()
        for line in log[1:]:
            if line["kind"] == "seated":
                touched.add(len(tournament.rounds) + 1)
            if line["kind"] == "swapped":
                touched.add(line["data"]["round"])
            tournament = apply(tournament, Event(line["kind"], line["data"]))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Unreadable(str(error)) from error
    return tournament, touched


def _setting(exported: Mapping[str, Any], opened: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with which the tournament was opened.

    The first event of an imported log may lack some settings. They are then taken from the head
    of the file.
    """
    names = ("format", "options", "tie_breaks", "seed", "edition")
    head = {name: exported[name] for name in names if name in exported}
    return {**head, **{name: opened[name] for name in (*names, "state") if name in opened}}
