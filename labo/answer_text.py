"""Writes an answer in the reader's language, with its numbers as text, for pages and the shell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games.presentation.wording import MINUS, card_name, figure, rounded
from games.registry.lab import Answer, AnswerGrid, Figure, Plot, Published, Unit
from labo.plotting import Drawing, drawing

NARROW = "\u202f"
# The number of significant digits, and the length beyond which a fraction is not displayed.
DIGITS = 4
LONGEST_FRACTION = 24


def written(value: Any, unit: Unit) -> str:
    """Return a value as text, in the reader's language."""
    if value is None:
        return "–"
    if unit == "text":
        return str(value)
    if unit == "cards":
        return " ".join(card_name(code) for code in str(value).split())
    if unit == "share":
        return share(value)
    if unit == "percent":
        return f"{_with_places(value * 100, 1)}{NARROW}%"
    if isinstance(value, int):
        return figure(value)
    return figure(rounded(Fraction(value), 2 if abs(value) < 1000 else 0))


def share(value: Any) -> str:
    """Return a share as text: « 32,11 % »; a tiny one as « 1 sur 211 915 132 »."""
    if value == 0 or value == 1:
        return f"{int(value * 100)}{NARROW}%"
    percent = abs(value) * 100
    if percent < Fraction(1, 1000):
        text = _("1 sur %s") % figure(round(1 / abs(value)))
        return MINUS + text if value < 0 else text
    places = 0
    while percent * 10**places < 10 ** (DIGITS - 1) and places < 7:
        places += 1
    return f"{_with_places(value * 100, places)}{NARROW}%"


def _with_places(value: Any, places: int) -> str:
    text = f"{abs(rounded(Fraction(value), places)):f}"
    sign = MINUS if value < 0 else ""
    return sign + text.replace(".", get_format("DECIMAL_SEPARATOR"))


def exact(value: Any) -> str | None:
    """Return an exact fraction that is short enough to read; None for anything else."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return None
    text = f"{value.numerator}/{value.denominator}"
    return text if len(text) <= LONGEST_FRACTION else None


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """A cell of a displayed table. `cards` are (name, is red) pairs if it contains cards."""

    text: str
    number: bool
    cards: tuple[tuple[str, bool], ...] = ()


class ShownRow(NamedTuple):
    """A row of a table: whether it is marked, its cells, and the address to which it leads."""

    marked: bool
    cells: tuple[AnswerCell, ...]
    follow: str = ""


@dataclass(frozen=True, slots=True)
class ShownGrid:
    """A table of an answer, as texts."""

    caption: str
    heads: tuple[tuple[str, bool], ...]
    rows: tuple[ShownRow, ...]


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A number of an answer, as texts."""

    label: str
    text: str
    exact: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class ShownPublished:
    """A published figure and the figure that this site computes, as texts."""

    claim: str
    theirs: str
    ours: str
    verdict: str
    condition: str


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer, as texts in the reader's language."""

    sentence: str
    figures: tuple[ShownFigure, ...]
    grids: tuple[ShownGrid, ...]
    drawings: tuple[Drawing, ...]
    published: tuple[ShownPublished, ...]
    remarks: tuple[str, ...]
    model: str


def shown_answer(answer: Answer, conditions: Mapping[str, list[str]] | None = None) -> ShownAnswer:
    """Return an answer in the reader's language.

    `conditions` are those of the answer. Without them no row leads on.
    """
    return ShownAnswer(
        str(answer.sentence),
        tuple(_figure(number) for number in answer.figures),
        tuple(shown_grid(grid, conditions) for grid in answer.grids),
        tuple(_drawing(plot) for plot in answer.plots if plot.points),
        tuple(_published(published) for published in answer.published),
        tuple(answer.all_remarks),
        str(answer.model),
    )


def _figure(number: Figure) -> ShownFigure:
    error = None if number.error is None else written(number.error, number.unit)
    return ShownFigure(
        str(number.label), written(number.value, number.unit), exact(number.value), error
    )


def shown_grid(grid: AnswerGrid, conditions: Mapping[str, list[str]] | None = None) -> ShownGrid:
    """Return a table in the reader's language."""
    units = [column.unit for column in grid.columns]
    follows = [""] * len(grid.rows)
    if conditions is not None and grid.follow:
        follows = [
            f"?{urlencode({**conditions, **change}, doseq=True)}#answer" for change in grid.follow
        ]
    return ShownGrid(
        str(grid.caption),
        tuple((str(column.head), column.unit not in ("text", "cards")) for column in grid.columns),
        tuple(
            ShownRow(number == grid.mark, tuple(_cells(row, units)), follow)
            for number, (row, follow) in enumerate(zip(grid.rows, follows, strict=True))
        ),
    )


def _cells(row: Sequence[Any], units: Sequence[Unit]) -> Iterator[AnswerCell]:
    for value, unit in zip(row, units, strict=True):
        if unit == "cards" and value:
            names = ((card_name(code), code[-1] in "HD") for code in str(value).split())
            yield AnswerCell(written(value, unit), False, tuple(names))
        else:
            yield AnswerCell(written(value, unit), unit != "text")


def _drawing(plot: Plot) -> Drawing:
    points = [(str(label), value, written(value, plot.unit)) for label, value in plot.points]
    return drawing(str(plot.title), points, plot.kind, str(plot.x_label))


def _published(published: Published) -> ShownPublished:
    verdicts = {
        "holds": _("se vérifie"),
        "fails": _("ne sort pas"),
        "elsewhere": _("d'autres conditions"),
        "unsure": _("trop peu simulé pour le dire"),
    }
    return ShownPublished(
        str(published.claim),
        str(published.theirs),
        written(published.ours, published.unit),
        verdicts[published.judgement],
        str(published.condition),
    )
