"""A game's questions for the lab (*labo*), and the shape of their answers.

A game lists its `Question`s in its declaration. The lab shows them all in the same way, as a page,
over HTTP and in a shell, and names no game. Numbers keep their type (integers, exact fractions, or
floats if something was simulated): the lab decides how to write them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from core.progress import ProgressCallback
from games.registry.estimate import SMALL, Estimate

if TYPE_CHECKING:
    from django import forms
    from django.utils.functional import Promise

    from clubs.callers import Caller
    from games.entry.forms import PadForm
    from games.presentation.table import Table

    Text = str | Promise
else:
    Text = Any

Number = int | Fraction | float
# The kind of a number: a count of things, a part of a whole, the same to a tenth of a percent (for
# what a sample estimates), points (signed), or a plain number. A cell of `text` is words, one of
# `cards` the codes of cards.
Unit = Literal["count", "share", "percent", "points", "number", "text", "cards"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of an answer, with its standard error if it was simulated."""

    code: str
    label: Text
    value: Number | None
    unit: Unit = "number"
    error: float | None = None


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A column of a table."""

    head: Text
    unit: Unit = "text"


@dataclass(frozen=True, slots=True)
class AnswerGrid:
    """A table: its columns, and rows of as many cells; `mark` is the highlighted row."""

    caption: Text
    columns: Sequence[AnswerColumn]
    rows: Sequence[Sequence[Any]]
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing of a table's data: one bar a label, or a curve through points (label, value)."""

    title: Text
    points: Sequence[tuple[Any, Number]]
    unit: Unit = "number"
    kind: Literal["bars", "curve"] = "bars"
    x_label: Text = ""


Judgement = Literal["holds", "fails", "elsewhere", "unsure"]
# A figure as sources print them: « 847660528 », « 0.0204 % », « 3.73E-06 », « 1/3 ».
_PRINTED = re.compile(r"(\d+)(?:/(\d+)|(?:[.,](\d+))?(?:E([+-]\d+))?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Published:
    """A figure of the source next to ours; whether it holds follows from the two numbers.

    `theirs` is as the source prints it, `ours` exact, or with its standard `error` if it was
    simulated. `condition` says under which conditions the figure comes out, or clearly that it does
    not; it is judged only where they are `met`. `step` is what the source rounded to, as it prints:
    None for the last digit, 0 for a figure that is to be equal. What was simulated holds if it
    comes out so and is known well enough, and fails beyond twice its error.
    """

    claim: Text
    theirs: Text
    ours: Number | None
    unit: Unit
    condition: Text
    met: bool = True
    step: int | None = None
    error: float = 0.0

    @property
    def judgement(self) -> Judgement:
        """Whether the figure holds; `unsure` if too little was simulated to say."""
        if not self.met:
            return "elsewhere"
        if self.ours is None:
            return "unsure"
        theirs, last = _printed(str(self.theirs))
        scale = 100 if "%" in str(self.theirs) else 1
        step = last if self.step is None else Fraction(self.step)
        apart = abs(Fraction(self.ours) * scale - theirs)
        around = 2 * Fraction(self.error) * scale
        if apart - around > step / 2:
            return "fails"
        return "holds" if apart <= step / 2 and around <= step else "unsure"

    @property
    def holds(self) -> bool | None:
        """The same as a program reads it: None where nothing is judged."""
        return {"holds": True, "fails": False}.get(self.judgement)


def printed_as(text: str, value: Number) -> bool:
    """Say whether a number comes out as a source prints it, to the last digit."""
    number, last = _printed(text)
    return abs(Fraction(value) - number) <= last / 2


def _printed(text: str) -> tuple[Fraction, Fraction]:
    """Return the number that a text prints, and what its last digit is worth; 0 for a fraction."""
    match = _PRINTED.match(text)
    if match is None:
        raise ValueError(text)
    whole, below, places, power = match.groups()
    if below:
        return Fraction(int(whole), int(below)), Fraction()
    last = Fraction(10) ** (int(power or 0) - len(places or ""))
    return int(whole + (places or "")) * last, last


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: a sentence, numbers, tables, drawings, the source's figures."""

    sentence: Text
    figures: Sequence[Figure] = ()
    grids: Sequence[AnswerGrid] = ()
    plots: Sequence[Plot] = ()
    published: Sequence[Published] = ()
    remarks: Sequence[Text] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a game.

    `form` holds the conditions, every field with an initial value. `rules` names the rules of the
    game's ruleset on which the answer depends. The lab then asks for a preset and for these rules,
    and the conditions hold an unsaved ruleset as `rules`. `answer` takes the conditions.

    A long question has `run`: it does the work and returns plain JSON, which `answer` takes as its
    second argument. While it works it reports `(done, total)`; that call raises to stop it.

    `estimate` says from the conditions how much is about to be computed. The lab derives from it
    whether the answer comes at once, from a job, or not at all (`registry.estimate`): a question
    without `run` stays within what a request may compute, whatever its conditions.
    """

    slug: str
    title: Text
    lead: Text
    how: Text
    answer: Callable[..., Answer]
    form: "type[forms.Form] | None" = None
    rules: Sequence[str] = ()
    run: Callable[[Mapping[str, Any], ProgressCallback], dict[str, Any]] | None = None
    estimate: Callable[[Mapping[str, Any]], Estimate] = lambda conditions: SMALL
    # It is only ever answered by a job, of a length that its form bounds: nothing is estimated.
    always_long: bool = False
    # The rule to lower where the estimate is beyond what a job may compute.
    size_rule: str = ""
    # What the answer also takes of what the caller may see, as plain JSON: given to `estimate` and
    # `run` as the condition `seen` (None in a shell). For a long answer it is found at its start.
    of_caller: "Callable[[Caller, Mapping[str, Any]], Any] | None" = None
    # A field that the page leaves empty until it is filled in: one's own cards, so that the
    # initial ones need not be cleared first.
    filled_in: str = ""
    # Rulesets for which the question has no answer: (code, field, sentence), or None.
    unfit: Callable[[Any], tuple[str, str, Text] | None] = lambda rules: None
    # The conditions of a running match, as form data; None: the question is not about a match.
    of_match: "Callable[[Table], Mapping[str, Any] | None] | None" = None
    # The same for what is tapped on the match's pad, whether or not the form is valid.
    of_pad: "Callable[[PadForm], Mapping[str, Any] | None] | None" = None
    # The answer as a pad says it, the advice first: it takes the conditions, and must be quick.
    in_short: Callable[[Mapping[str, Any]], Sequence[Text]] | None = None
