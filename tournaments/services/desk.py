"""The officer's desk: several results of a round in one write, each with its own outcome."""

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
# Outcomes that leave the table unchanged and wait for the officer's answer.
OPEN: tuple[What, ...] = ("conflict", "doubtful", "refused")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A table's typed result.

    `over` is the result that stood when it was typed: if another one stands now, nothing is
    replaced. `sure`: the officer has confirmed an unlikely score.
    """

    table: int
    result: ReportedResult
    over: ReportedResult | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """The outcome of a line. `stands` is the table's present result, if it has one."""

    table: int
    what: What
    stands: ReportedResult | None = None
    doubts: tuple[Doubt, ...] = ()
    error: StateError | None = None


@dataclass(frozen=True, slots=True)
class DeskOutcome:
    """The tournament after the write, and the outcome of each line, in the order of the lines."""

    outcome: WriteOutcome
    answers: Sequence[DeskAnswer]


def desk(*, tournament_id: str, number: int, lines: Sequence[DeskLine], by: Writing) -> DeskOutcome:
    """Enter results of a round. A refused line does not stop the others.

    A result that somebody else has entered meanwhile stays, and the line's outcome is `conflict`.
    For a repeated `client_id` there are no outcomes, so the caller must return those of the first
    call. Raises `NotFound` for an unknown round.
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
    """Return the outcome of a line, and the event that stores its result, if any."""
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
    """Return a table's present result; None without one, or while its sides disagree."""
    return seated.reported if seated.state in ("reported", "confirmed") else None


def doubts_of(tournament: Tournament) -> Doubter:
    """Return a function that lists why a result is impossible or unlikely by the rules."""
    game = game_of(tournament.game)
    preset = game.preset(tournament.preset)
    known = FinalScores()
    if preset is not None:
        rules = game.rules.model(**{**preset.values, **tournament.rules})
        known = game.rules.final_scores(rules)
    many = matches.wanted(tournament)
    if format_of(tournament.format).counting == "score":
        # With a fixed number of deals there is no target to reach.
        known = FinalScores(step=known.step)
    elif many > 1 and matches.mode(tournament) == "sum":
        known = FinalScores(step=known.step)
    elif many > 1:
        known = FinalScores(step=1, least=0, most=many)
    return lambda result: tuple(known.doubts(result.scores))
