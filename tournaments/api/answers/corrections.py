"""What a correction, or an entrant's leaving, would change, as the API answers it."""

from typing import Annotated, TypedDict

from core.answers import OneOf
from core.errors import Fault
from tournaments.api.answers.rounds import TableResultAnswer, result_body
from tournaments.errors import Refused
from tournaments.presentation.questions.correction import (
    CorrectionChoice,
    RankChange,
    choices,
    result_change,
)
from tournaments.presentation.questions.leaving import asked_about
from tournaments.services import TableAddress
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.view import View, seats_of


class RankChangeAnswer(TypedDict):
    """An entrant's rank now and after the correction; null if they are not ranked then."""

    entrant: int
    before: int | None
    after: int | None


class CorrectionChoiceAnswer(TypedDict):
    """What follows from a choice for later rounds.

    `refused`: the code of the reason why it is not possible; null if it is. `effects` are sentences
    on the rounds drawn since. `ranks` are the ranks that change, at most twelve, and those of the
    table's entrants; `more`: how many further ranks change. `first` are the first three.
    """

    later: Annotated[str, OneOf(("keep", "replay", "freeze"))]
    refused: str | None
    detail: str
    effects: list[str]
    ranks: list[RankChangeAnswer]
    more: int
    first: list[RankChangeAnswer]


class CorrectionPreviewAnswer(TypedDict):
    """What a correction would change. Nothing is written.

    `before` and `after` are the table's result. `winner_before` and `winner_after` are the entrants
    of the winning side; null if nobody wins. `winner` says in words who wins.
    """

    before: TableResultAnswer | None
    after: TableResultAnswer | None
    winner_before: list[int] | None
    winner_after: list[int] | None
    winner: str
    choices: list[CorrectionChoiceAnswer]


def correction_body(
    view: View, at: TableAddress, result: ReportedResult | None
) -> CorrectionPreviewAnswer:
    """Return what a correction to `result` would change; None takes the result back.

    Raises `Refused` as the correction itself does, with `later` kept.
    """
    seated = seats_of(view, at.round, at.table)
    kind = "corrected" if result is not None else "taken_back"
    event = Event(kind, at.data(), result)
    try:
        events.apply(view.folded, event._replace(data={**event.data, "later": "keep"}))
    except StateError as error:
        raise Refused.of([Fault(error.code, error.field, error.params)]) from error
    change = result_change(view, seated, result)
    sides = seated.table.sides

    def winner(side: int | None) -> list[int] | None:
        return None if side is None else list(sides[side])

    return {
        "before": result_body(seated.reported) if seated.reported else None,
        "after": result_body(result) if result else None,
        "winner_before": winner(change.winner_before),
        "winner_after": winner(change.winner_after),
        "winner": change.winner,
        "choices": [_choice(choice) for choice in choices(view, event)],
    }


def _choice(choice: CorrectionChoice) -> CorrectionChoiceAnswer:
    return {
        "later": choice.later,
        "refused": choice.code or None,
        "detail": choice.refused or str(choice.summary),
        "effects": list(choice.touched),
        "ranks": [_rank(change) for change in choice.ranks],
        "more": choice.more,
        "first": [_rank(change) for change in choice.first],
    }


def _rank(change: RankChange) -> RankChangeAnswer:
    return {"entrant": change.entrant, "before": change.before, "after": change.after}


class ForfeitToNoteAnswer(TypedDict):
    """A published table that would wait for a forfeit; `detail` says it in words."""

    round: int
    table: int
    detail: str


class LeavingPreviewAnswer(TypedDict):
    """What an entrant's leaving would change. Nothing is written.

    `games` says in words what becomes of their games; it is empty, as all else, for an entrant who
    was never drawn. `tables` are those at which a forfeit is then to be noted. `ranks` are the
    ranks that change, at most twelve, and the entrant's own; `more`: how many further ranks change.
    """

    games: str
    tables: list[ForfeitToNoteAnswer]
    ranks: list[RankChangeAnswer]
    more: int


def leaving_body(view: View, number: int, state: str) -> LeavingPreviewAnswer:
    """Return what it would change if an entrant left, or were disqualified: `state` says which."""
    leaving = asked_about(view, number, state)
    if leaving is None:
        return {"games": "", "tables": [], "ranks": [], "more": 0}
    return {
        "games": leaving.games,
        "tables": [
            {"round": table.round, "table": table.table, "detail": table.sentence}
            for table in leaving.to_note
        ],
        "ranks": [_rank(change) for change in leaving.ranks],
        "more": leaving.more,
    }
