"""The officer's desk: enters several results of a round in one write, with an outcome for each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from games.registry.final_scores import Doubt, FinalScores
from games.registry.installed import game_of
from tournaments import matches
from tournaments.formats.installed import format_of
from tournaments.models import Tournament
from tournaments.services.results import TableAddress
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Seated, TournamentState

What = Literal["recorded", "replaced", "unchanged", "conflict", "doubtful", "refused"]
# The outcomes that change nothing at the table, because the officer has to answer first.
OPEN: tuple[What, ...] = ("conflict", "doubtful", "refused")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A result typed for a table.

    `over` is the table's result at the time of typing. If the table has a different result now,
    nothing is replaced. `sure` says that the officer has confirmed a doubtful score.
    """

    table: int
    result: ReportedResult
    over: ReportedResult | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """The outcome of a typed line. `stands` is the table's result, or None if it has none."""

    table: int
    what: What
    stands: ReportedResult | None = None
    doubts: tuple[Doubt, ...] = ()
    error: StateError | None = None


@dataclass(frozen=True, slots=True)
class DeskOutcome:
    """The outcome of the whole write, and the outcome of each line, in the order of the lines."""

    outcome: WriteOutcome
    answers: Sequence[DeskAnswer]


def desk(*, tournament_id: str, number: int, lines: Sequence[DeskLine], by: Writing) -> DeskOutcome:
    """Enter several results of a round. A refused line does not stop the others.

    A result that somebody else has entered meanwhile stays, and the line's outcome is
    `conflict`. If the `client_id` was used before, there are no outcomes, and the caller must
    return those of the first call. Raise `NotFound` for an unknown round.
    """
    answers: list[DeskAnswer] = []

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        folded.round(number)
        doubts = doubts_of(tournament)
        current = folded
        for line in lines:
            at = TableAddress(tournament_id, number, line.table)
            try:
                seated = current.round(number).table(line.table)
                answer, event = _planned(seated, line, at, doubts)
                if event is not None:
                    current = events.apply(current, event)
            except StateError as error:
                answers.append(DeskAnswer(line.table, "refused", error=error))
                continue
            answers.append(answer)
            if event is not None:
                yield event

    body = {"round": number, "lines": list(_plain(lines))}
    outcome = write(tournament_id, by, ("desk", body), plan, right="score")
    return DeskOutcome(outcome, answers)


def _plain(lines: Sequence[DeskLine]) -> Iterator[dict[str, object]]:
    for line in lines:
        over = line.over.to_json() if line.over else None
        yield {"table": line.table, "over": over, "sure": line.sure, **line.result.to_json()}


Doubter = Callable[[ReportedResult], tuple[Doubt, ...]]


def _planned(
    seated: Seated, line: DeskLine, at: TableAddress, doubts: Doubter
) -> tuple[DeskAnswer, Event | None]:
    """Return the outcome of a line, and the event that stores its result (None if nothing is
    stored).
    """
    result, stands = line.result, standing(seated)
    if result.empty:
        raise StateError("result_empty", "scores")
    if stands is not None and stands.agrees(result):
        if seated.state == "confirmed":
            return DeskAnswer(line.table, "unchanged", stands), None
        return _put(line, Event("reported", {**at.data(), "side": None}, result), "recorded")
    if stands is not None and not (line.over is not None and line.over.agrees(stands)):
        return DeskAnswer(line.table, "conflict", stands), None
    open_doubts = () if line.sure else doubts(result)
    if open_doubts:
        return DeskAnswer(line.table, "doubtful", stands, open_doubts), None
    if seated.state == "confirmed":
        return _put(line, Event("corrected", {**at.data(), "later": None}, result), "replaced")
    what: What = "recorded" if stands is None else "replaced"
    return _put(line, Event("reported", {**at.data(), "side": None}, result), what)


def _put(line: DeskLine, event: Event, what: What) -> tuple[DeskAnswer, Event]:
    return DeskAnswer(line.table, what, line.result), event


def standing(seated: Seated) -> ReportedResult | None:
    """Return a table's present result; None if it has none or its sides disagree."""
    return seated.reported if seated.state in ("reported", "confirmed") else None


def doubts_of(tournament: Tournament) -> Doubter:
    """Return a function that lists why a result is impossible or unlikely under the tournament's
    rules.
    """
    game = game_of(tournament.game)
    preset = game.preset(tournament.preset)
    known = FinalScores()
    if preset is not None:
        rules = game.rules.model(**{**preset.values, **tournament.rules})
        known = game.rules.final_scores(rules)
    many = matches.wanted(tournament)
    if format_of(tournament.format).counting == "score":
        # A fixed number of deals is played, so no score has to be reached.
        known = FinalScores(step=known.step)
    elif many > 1 and matches.mode(tournament) == "sum":
        known = FinalScores(step=known.step)
    elif many > 1:
        known = FinalScores(step=1, least=0, most=many)
    return lambda result: tuple(known.doubts(result.scores))
