"""A game's questions for the lab (*labo*), and the shape of their answers.

A game lists its `Question`s in its declaration. The lab shows all questions in the same way: as a
page, over HTTP and in a shell. It names no game. Numbers keep their type (integers, exact
fractions, or floats if something was simulated); the lab decides how they are written.
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
# The kind of a value.
#
# - `count`: a count of things
# - `share`: a part of a whole
# - `percent`: a part of a whole, written to a tenth of a percent, for an estimate from a sample
# - `points`: points with a sign
# - `number`: a plain number
# - `text`: words
# - `cards`: the codes of cards
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
    """A table: its columns, and its rows, each with one cell per column. `mark` is the index of the
    highlighted row. `follow` has, for each row, the conditions that lead on from it, if rows are
    links to the same question under other conditions.
    """

    caption: Text
    columns: Sequence[AnswerColumn]
    rows: Sequence[Sequence[Any]]
    mark: int | None = None
    follow: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing of a table's data: a bar for each label, or a curve through (label, value)."""

    title: Text
    points: Sequence[tuple[Any, Number]]
    unit: Unit = "number"
    kind: Literal["bars", "curve"] = "bars"
    x_label: Text = ""


Judgement = Literal["holds", "fails", "elsewhere", "unsure"]
# The pattern of a figure as sources print it: « 847660528 », « 0.0204 % », « 3.73E-06 », « 1/3 ».
_PRINTED = re.compile(r"(\d+)(?:/(\d+)|(?:[.,](\d+))?(?:E([+-]\d+))?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Published:
    """A figure of the source next to the computed one, and the judgement whether it holds.

    `theirs` is the figure as the source prints it. `ours` is exact, or simulated with a standard
    `error`. `condition` says under which conditions the figure is reproduced, or that it is not.
    The figure is judged only if these conditions are `met`. `step` is the unit to which the source
    rounded: None for the last printed digit, 0 for a figure that must be equal. A simulated figure
    holds if it agrees and its error is small enough. It fails if it differs by more than twice its
    error.
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
        """The judgement: `holds`, `fails`, `elsewhere` if the conditions are not met, or `unsure`
        if the simulation is too short to decide.
        """
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
        """The judgement for programs: True, False, or None if the figure was not judged."""
        return {"holds": True, "fails": False}.get(self.judgement)


def printed_as(text: str, value: Number) -> bool:
    """Return whether a number, rounded to the last digit that `text` prints, equals the printed
    one.
    """
    number, last = _printed(text)
    return abs(Fraction(value) - number) <= last / 2


def _printed(text: str) -> tuple[Fraction, Fraction]:
    """Return the number that a text prints, and the value of its last digit (0 for a fraction).

    Raise `ValueError` if the text does not begin with a number.
    """
    match = _PRINTED.match(text)
    if match is None:
        raise ValueError(text)
    whole, below, places, power = match.groups()
    if below:
        return Fraction(int(whole), int(below)), Fraction()
    last = Fraction(10) ** (int(power or 0) - len(places or ""))
    return int(whole + (places or "")) * last, last


class NoAnswer(ValueError):
    """Raised by the work of a question if the conditions turn out to contradict each other."""


class Enough(Exception):
    """Raised by the progress callback of a `partial` question whose reader stops the work.

    The work then returns what it has so far.
    """


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: a sentence, numbers, tables, drawings, and the source's figures.

    `model` names the model under which chances of winning are computed. It goes with them into
    pictures and files.
    """

    sentence: Text
    figures: Sequence[Figure] = ()
    grids: Sequence[AnswerGrid] = ()
    plots: Sequence[Plot] = ()
    published: Sequence[Published] = ()
    remarks: Sequence[Text] = ()
    model: Text = ""

    @property
    def all_remarks(self) -> list[str]:
        """The model, if the answer has one, and the remarks."""
        return [str(text) for text in (self.model, *self.remarks) if text]


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a game.

    `form` has the conditions of the question; every field has an initial value. `rules` names the
    rules on which the answer depends. The lab's form then also has a preset and these rules, and
    the conditions contain an unsaved ruleset as `rules`. `answer` takes the conditions.

    A long question has `run`, which does the work and returns plain JSON. `answer` takes this as
    its second argument. While `run` works, it reports `(done, total)` to a callback, which raises
    an exception to stop it.

    `estimate` returns the size of the computation for some conditions. Depending on it, the lab
    answers within the request, by a job, or not at all (`registry.estimate`). So a question without
    `run` must stay within the limit of a request for all conditions.
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
    # Whether a job must always answer the question. The form then limits how long that takes, so
    # nothing is estimated.
    always_long: bool = False
    # Whether a long answer needs the compiler, which is an extra of the wheel (`jobs.extras`).
    compiled: bool = False
    # Whether a stopped answer is given as far as it was computed (`Enough`).
    partial: bool = False
    # The rule that the user must lower if the estimate is above the limit of a job.
    size_rule: str = ""
    # Returns, as plain JSON, the data for the answer that depend on what the caller may see.
    # `estimate` and `run` get these data as the condition `seen` (None in a shell). For a long
    # answer, they are read when the job is started. `estimate` raises a `ValidationError` if the
    # caller may not see what the conditions name.
    of_caller: "Callable[[Caller, Mapping[str, Any]], Any] | None" = None
    # The name of a field that the page shows empty at first, such as the reader's own cards.
    # Readers then need not clear its initial value.
    filled_in: str = ""
    # Returns (code, field, sentence) if the question has no answer for a ruleset, otherwise None.
    unfit: Callable[[Any], tuple[str, str, Text] | None] = lambda rules: None
    # Returns the conditions of a running match as form data. It is None if the question is not
    # about a match.
    of_match: "Callable[[Table], Mapping[str, Any] | None] | None" = None
    # Returns the conditions for the inputs of the match's pad, even if the pad's form is not valid.
    of_pad: "Callable[[PadForm], Mapping[str, Any] | None] | None" = None
    # Takes the conditions and returns the answer as a pad displays it, with the advice first. It
    # must be fast.
    in_short: Callable[[Mapping[str, Any]], Sequence[Text]] | None = None
