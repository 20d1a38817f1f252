"""Draws a tournament again from its exported log, and compares with what was drawn. Pure.

Nothing is asked of a database or of the site: the log holds what people decided and the seeds, and
a draw hangs on nothing else, so any machine draws the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.state.events import Event, apply
from tournaments.state.options import course_of
from tournaments.state.tournament import Round, TournamentState


class Unreadable(ValueError):
    """The file is no export of a tournament; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A round drawn again. `same` is None where the file does not say what was drawn."""

    number: int
    seed: str
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    same: bool | None
    # The round came from a file, or was arranged by hand: the seed alone does not give it.
    by_hand: bool


def redraw(exported: Mapping[str, Any]) -> Iterator[Compared]:
    """Yield each round of an export as it comes out now. Raises `Unreadable`, `CourseError`."""
    tournament, touched = _replayed(exported)
    told = {one["number"]: one["tables"] for one in exported.get("rounds", ())}
    for drawn in tournament.rounds:
        tables = sides_of(drawn)
        same = None
        if drawn.number in told:
            same = tables == _sides(told[drawn.number])
        yield Compared(drawn.number, drawn.seed, tables, same, drawn.number in touched)


def sides_of(drawn: Round) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sits at each table of a round."""
    return tuple(seated.table.sides for seated in drawn.tables)


def _sides(told: Any) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(tuple(side) for side in table) for table in told)


def _replayed(exported: Mapping[str, Any]) -> tuple[TournamentState, set[int]]:
    log = exported.get("log")
    if not isinstance(log, list) or not log or log[0].get("kind") != "opened":
        raise Unreadable("log")
    try:
        tournament = course_of(_setting(exported, log[0]["data"]))
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
    """Return how it was played at first: an import's opening may leave it to the file's head."""
    names = ("format", "options", "tie_breaks", "seed")
    head = {name: exported[name] for name in names if name in exported}
    return {**head, **{name: opened[name] for name in (*names, "state") if name in opened}}
