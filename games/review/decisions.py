"""The costliest decisions of a finished match, for games that judge them; cached.

They are shown to nobody while a match or its event runs, because they would be advice.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext as _

from core.answers import Json, OneOf
from core.errors import NotFound
from core.progress import ProgressCallback
from games.kept import Kept
from games.match.event_places import EventPlace, all_over
from games.presentation.table import Table
from games.presentation.wording import figure, rounded, sentence
from games.registry.estimate import BY_JOB
from games.review.decision import costliest
from jobs.extras import missing_for

# A part of the cache key. It must be raised when a game changes its way of judging.
METHOD = 2
KEPT = Kept("decisions", [Path(__file__).with_name("decision.py")], 500)


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision in words: the number of its line, the sentence, and its cost.

    The cost is in points (« −12,5 »), or in chances of winning (« −4 % »).
    """

    number: int
    text: str
    cost: str


@dataclass(frozen=True, slots=True)
class ToldDecisions:
    """The decisions as a page shows them. `judged` is False until a job has judged the match.

    `turns` is the number of turns that were recorded with their dice. Other turns cannot be judged.
    """

    judged: bool
    turns: int
    decisions: tuple[ToldDecision, ...] = ()
    # The name of the model if costs are chances of winning; empty if they are points.
    model: str = ""
    # What the site must install before a job can judge; empty if nothing.
    missing: str = ""


def judgeable(table: Table, place: EventPlace | None) -> int:
    """Return how many turns of a finished match can be judged; 0 if nothing may be shown.

    It is also 0 if judging the turns under these rules would take too long even for a job. `place`
    is the match's place in its event (`event_places.place_of`).
    """
    match, judge = table.match, table.game.judge
    if judge is None or match.result_only or not all_over(match, place):
        return 0
    count = sum(judge.by_dice(entry) for entry in table.entries)
    return count if count and judge.estimate(table.rules, count).within(BY_JOB) else 0


def for_page(table: Table, place: EventPlace | None) -> ToldDecisions | None:
    """Return the decisions for a page, or None if the page shows none."""
    turns = judgeable(table, place)
    if not turns:
        return None
    rows = KEPT.result(_key(table))
    if rows is None:
        return ToldDecisions(False, turns, missing=missing_for(compiled(table)))
    told_rows = tuple(_in_words(table, row) for row in rows["decisions"])
    return ToldDecisions(True, turns, told_rows, _model(table, rows))


def compiled(table: Table) -> bool:
    """Return whether the job that judges needs the compiler."""
    return table.game.judge is not None and table.game.judge.compiled


def _model(table: Table, rows: Mapping[str, Any]) -> str:
    judge = table.game.judge
    return str(judge.model) if judge is not None and rows["unit"] == "chance" else ""


def _in_words(table: Table, row: Mapping[str, Any]) -> ToldDecision:
    words, params = table.game.words.decisions, {"seat": row["seat"], **row["params"]}
    cost = figure(-rounded(row["cost"], 1))
    if row["chance"] is not None:
        cost = _("%(share)s %%") % {"share": figure(-rounded(100 * row["chance"], 1))}
    return ToldDecision(row["number"], sentence(words[row["code"]], params, table.names), cost)


class DecisionAnswer(TypedDict):
    """A decision that cost something."""

    number: Annotated[int, "The line."]
    seat: Annotated[int, "Who decided."]
    cost: Annotated[float, "Points below the best decision, on average."]
    chance: Annotated[float | None, "The same in chance of winning the match, if that is known."]
    code: str
    params: Json
    text: str


class DecisionsAnswer(TypedDict):
    """The costliest decisions of a finished match: three at most."""

    turns: Annotated[int, "How many turns were recorded by their dice; 0 while nothing is told."]
    unit: Annotated[
        str | None,
        OneOf(("points", "chance")),
        "By what the costliest were chosen. Null until a job has found them.",
    ]
    model: Annotated[str | None, "By which chances were told; null where points count."]
    decisions: Annotated[list[DecisionAnswer] | None, "Null until a job has found them."]


def body(table: Table, place: EventPlace | None) -> DecisionsAnswer:
    """Return the decisions for programs. `decisions` is null until a job has judged the match.

    If nothing may be shown, `turns` is 0 and `decisions` is null.
    """
    turns = judgeable(table, place)
    rows = KEPT.result(_key(table)) if turns else None
    return {
        "turns": turns,
        "unit": None if rows is None else rows["unit"],
        "model": (_model(table, rows) or None) if rows else None,
        "decisions": None
        if rows is None
        else [
            {
                "number": row["number"],
                "seat": row["seat"],
                "cost": round(row["cost"], 2),
                "chance": None if row["chance"] is None else round(row["chance"], 4),
                "code": row["code"],
                "params": row["params"],
                "text": _in_words(table, row).text,
            }
            for row in rows["decisions"]
        ],
    }


def is_judged(table: Table) -> bool:
    """Say whether the match was judged with its present rules and entries."""
    return bool(KEPT.has([_key(table)]))


def judge(table: Table, progress: ProgressCallback) -> None:
    """Judge a match and cache its costliest decisions. Raise `NotFound` if its game has no
    judge.
    """
    judge = table.game.judge
    if judge is None:
        raise NotFound
    decisions = judge.decisions(table.rules, len(table.seats), table.entries, progress)
    unit = "chance" if any(decision.chance is not None for decision in decisions) else "points"
    rows = [decision._asdict() for decision in costliest(decisions)]
    KEPT.keep_result(_key(table), {"unit": unit, "decisions": rows})


def _key(table: Table) -> str:
    """Return the cache key of the match with its present rules and entries."""
    entries = [entry.data() for entry in table.entries]
    identity = [METHOD, table.match.pk, table.match.game, table.rules.values(), entries]
    text = json.dumps(identity, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
