"""The lab's answers over HTTP."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, TypedDict

from core.answers import OneOf
from games.registry.engines import Engine
from games.registry.game import Game
from games.registry.lab import Answer, AnswerGrid, Published
from labo.questions import AskedQuestion


class ConditionAnswer(TypedDict):
    """A condition of a question."""

    name: str
    label: str
    required: bool
    initial: str
    choices: list[str]


class QuestionAnswer(TypedDict):
    """A question of the lab."""

    game: str
    question: str
    title: str
    lead: str
    conditions: list[ConditionAnswer]


class NumberAnswer(TypedDict):
    """A number; `exact` is the fraction or integer, if the number is exact."""

    value: float
    exact: str | None


class LabFigureAnswer(TypedDict):
    """A number of an answer; `error` is the standard error of a simulated one."""

    code: str
    label: str
    unit: str
    number: NumberAnswer | None
    error: float | None


class LabColumnAnswer(TypedDict):
    """A column of a table."""

    head: str
    unit: str


class LabTableAnswer(TypedDict):
    """A table of an answer."""

    caption: str
    columns: list[LabColumnAnswer]
    rows: list[list[Any]]
    mark: int | None
    follow: Annotated[
        list[dict[str, str]], "Of each row, the conditions to change to go on from it."
    ]


class LabPointAnswer(TypedDict):
    """A point of a drawing."""

    label: str
    number: NumberAnswer | None


class LabPlotAnswer(TypedDict):
    """A drawing of an answer."""

    title: str
    unit: str
    kind: Annotated[str, OneOf(["bars", "curve"])]
    points: list[LabPointAnswer]


class PublishedAnswer(TypedDict):
    """A figure of the source beside ours; `holds` is null under other conditions than its own."""

    claim: str
    theirs: str
    ours: NumberAnswer | None
    unit: str
    holds: bool | None
    condition: str


class LabAnswer(TypedDict):
    """An answer of the lab."""

    game: str
    question: str
    title: str
    sentence: str
    figures: list[LabFigureAnswer]
    tables: list[LabTableAnswer]
    plots: list[LabPlotAnswer]
    published: list[PublishedAnswer]
    remarks: list[str]
    how: str


class EngineAnswer(TypedDict):
    """An engine of a game, in words."""

    game: str
    engine: str
    name: str
    what: str
    exact: str
    tried: str
    lacks: str
    tables: list[LabTableAnswer]


def engine_body(game: Game, engine: Engine) -> EngineAnswer:
    """Return an engine for the API."""
    return {
        "game": game.slug,
        "engine": engine.code,
        "name": str(engine.name),
        "what": str(engine.what),
        "exact": str(engine.exact),
        "tried": str(engine.tried),
        "lacks": str(engine.lacks),
        "tables": [_grid_body(make()) for make in engine.figures],
    }


def number_body(value: Any) -> NumberAnswer | None:
    """Return a number for JSON: a float or an integer, and the exact fraction as text."""
    if value is None:
        return None
    if isinstance(value, Fraction):
        return {"value": float(value), "exact": f"{value.numerator}/{value.denominator}"}
    return {"value": value, "exact": str(value) if isinstance(value, int) else None}


def answer_body(asked_question: AskedQuestion, answer: Answer) -> LabAnswer:
    """Return an answer for the API."""
    return {
        "game": asked_question.game.slug,
        "question": asked_question.question.slug,
        "title": str(asked_question.question.title),
        "sentence": str(answer.sentence),
        "figures": [
            {
                "code": figure.code,
                "label": str(figure.label),
                "unit": figure.unit,
                "number": number_body(figure.value),
                "error": figure.error,
            }
            for figure in answer.figures
        ],
        "tables": [_grid_body(grid) for grid in answer.grids],
        "plots": [
            {
                "title": str(plot.title),
                "unit": plot.unit,
                "kind": plot.kind,
                "points": [
                    {"label": str(label), "number": number_body(value)}
                    for label, value in plot.points
                ],
            }
            for plot in answer.plots
        ],
        "published": list(_published(answer.published)),
        "remarks": answer.all_remarks,
        "how": str(asked_question.question.how),
    }


def _grid_body(grid: AnswerGrid) -> LabTableAnswer:
    return {
        "caption": str(grid.caption),
        "columns": [{"head": str(column.head), "unit": column.unit} for column in grid.columns],
        "rows": [
            [
                str(value) if column.unit in ("text", "cards") else _plain(value)
                for value, column in zip(row, grid.columns, strict=True)
            ]
            for row in grid.rows
        ],
        "mark": grid.mark,
        "follow": [dict(conditions) for conditions in grid.follow],
    }


def _plain(value: Any) -> Any:
    """Return a number of a table: an integer, the text of an exact fraction, or a float."""
    if not isinstance(value, Fraction):
        return value
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def _published(rows: Iterable[Published]) -> Iterable[PublishedAnswer]:
    for row in rows:
        yield {
            "claim": str(row.claim),
            "theirs": str(row.theirs),
            "ours": number_body(row.ours),
            "unit": row.unit,
            "holds": row.holds,
            "condition": str(row.condition),
        }
