"""The desk of a duplicate round: one grid of its deals and tables, typed by keyboard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from clubs.lists.near import match_key
from core.errors import Refused
from tournaments import services
from tournaments.duplicate.deals import Deals
from tournaments.errors import Refused as RefusedHere
from tournaments.formats.rotation.boards import of_table
from tournaments.presentation.tables import TableView, table_view
from tournaments.services import TypedBoard, TypedBoardOutcome
from tournaments.services.desk import OPEN
from tournaments.state.tournament import PlayedBoard, Round, Seated
from tournaments.view import View

# What is typed for a board that a table has not played.
SKIPPED = "-"
DASHES = frozenset("-–—−")
# The text of a result that the reader may not know, because they play themselves.
HIDDEN = "?"
# The most inputs of a page, so that its form has no more fields than the server accepts.
MOST_CELLS = 120


@dataclass(frozen=True, slots=True)
class GridInput:
    """An input of a cell. `digits`: its value is a number, and not one letter."""

    field: str
    label: str
    value: str
    digits: bool
    width: int


@dataclass(frozen=True, slots=True)
class GridCell:
    """A board at a table, with its inputs.

    `seen` is the result that stood when the page was made, as text. `stands` is what somebody else
    has entered meanwhile, as text; `standing_text` says it to the reader.
    """

    key: str
    board: int
    inputs: Sequence[GridInput]
    seen: str
    score: str
    hidden: bool = False
    errors: Sequence[str] = ()
    stands: str = ""
    standing_text: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """The cells of a row, one for each table; None where a table has no such board.

    `board` is the number of the deal, or None if the tables play different deals.
    """

    place: int
    board: int | None
    dealer: str
    cells: Sequence[GridCell | None]


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a round. `hints` say what is typed for what, column by column."""

    tables: Sequence[TableView]
    rows: Sequence[GridRow]
    hints: Sequence[tuple[str, str]]


class BoardGrid:
    """Reads and shows the grid of a round for its reader."""

    def __init__(self, view: View, drawn: Round, seats: Sequence[Seated]) -> None:
        self.view, self.drawn = view, drawn
        self.deals = Deals(view)
        self.declared, self.rules = self.deals.declared, self.deals.rules
        self.boards = {
            seated.number: list(of_table(seated.table, view.folded.options)) for seated in seats
        }
        self.seats = [seated for seated in seats if self.boards[seated.number]]
        form = self.declared.form(self.rules)
        self.labels = {name: str(field.label) for name, field in form.fields.items()}
        # The values of each column, with the texts that a page shows for them.
        self.values: dict[str, dict[str, str]] = {
            column.name: _choices(form.fields[column.name]) for column in self.declared.columns
        }

    # --- Reading ------------------------------------------------------------------------------

    def lines(self, request: HttpRequest) -> tuple[list[TypedBoard], dict[str, str]]:
        """Return the lines that were typed, and the errors of the cells that can't be read."""
        lines, errors = [], {}
        for seated in self.seats:
            for board in self.boards[seated.number]:
                try:
                    line = self._line(request.POST, seated.number, board)
                except RefusedHere as refusal:
                    errors[_key(seated.number, board)] = refusal.sentence
                except ValueError as error:
                    errors[_key(seated.number, board)] = str(error)
                else:
                    lines.extend([line] if line else [])
        return lines, errors

    def _line(self, data: Mapping[str, str], table: int, board: int) -> TypedBoard | None:
        """Return the line of a cell; None if nothing was typed in it, or nothing new.

        Raise `ValueError` with a sentence if it can't be read.
        """
        key = _key(table, board)
        texts = self.texts(data, key)
        answer, seen = data.get(f"answer_{key}", ""), data.get(f"seen_{key}", "")
        written = " ".join(texts).strip()
        if answer == "keep" or not written or (written == seen and answer != "replace"):
            return None
        over = data.get(f"stands_{key}", "") if answer == "replace" else seen
        return TypedBoard(
            table,
            board,
            self._entry(texts),
            self._played(board, over),
            sure=answer == "replace" and over == HIDDEN,
        )

    def texts(self, data: Mapping[str, str], key: str) -> list[str]:
        """Return what was typed in the inputs of a cell, with letters in capitals."""
        names = (column.name for column in self.declared.columns)
        return [data.get(f"{key}_{name}", "").strip().upper()[:20] for name in names]

    def _entry(self, texts: Sequence[str]) -> dict[str, Any] | None:
        """Return the entry of what was typed; None for a board that was not played."""
        if texts[0] in DASHES and not any(texts[1:]):
            return None
        missing = [
            self.labels[column.name]
            for column, text in zip(self.declared.columns, texts, strict=True)
            if not text
        ]
        if missing:
            raise ValueError(_("Il manque : %(names)s.") % {"names": ", ".join(missing)})
        values = {
            column.name: self._value(column.name, column.letters, text)
            for column, text in zip(self.declared.columns, texts, strict=True)
        }
        form = self.declared.form(self.rules, values)
        if not form.is_valid():
            name = next(iter(form.errors))
            typed = dict(zip(values, texts, strict=True)).get(name, "")
            words = {"label": self.labels.get(name, ""), "text": typed}
            raise ValueError(_("%(label)s : « %(text)s » ne se peut pas.") % words)
        return self.declared.entry_of(form.cleaned_data)

    def _value(self, name: str, letters: Mapping[str, str | Promise], text: str) -> str:
        """Return the value meant by a text: by its letter, or by the beginning of its name."""
        for value, letter in letters.items():
            if str(letter).upper() == text:
                return value
        start = match_key(text)
        named = [
            value
            for value, label in self.values[name].items()
            if value in letters and len(start) > 1 and match_key(label).startswith(start)
        ]
        return named[0] if len(named) == 1 else text

    def _played(self, board: int, text: str) -> PlayedBoard | None:
        """Return the result that a text of a hidden field stands for; None if it is none."""
        try:
            entry = self._entry(text.split(" ")) if text not in ("", HIDDEN) else None
            if text in ("", HIDDEN):
                return None
            tournament = self.view.tournament
            return PlayedBoard() if entry is None else services.read_board(tournament, board, entry)
        except (ValueError, Refused):
            return None

    # --- Showing ------------------------------------------------------------------------------

    def grid(
        self,
        data: Mapping[str, str],
        errors: Mapping[str, str],
        answers: Sequence[TypedBoardOutcome],
    ) -> Grid:
        """Return the grid. A cell with an error or an open answer shows again what was typed."""
        open_ = {
            _key(answer.table, answer.board): answer for answer in answers if answer.what in OPEN
        }
        columns = [self.boards[seated.number] for seated in self.seats]
        same = all(boards == columns[0] for boards in columns)
        seats = self.declared.seats
        rows = []
        for place in range(max(map(len, columns), default=0)):
            board = columns[0][place] if same else None
            cells = [
                self._cell(seated, boards[place], data, errors, open_)
                if place < len(boards)
                else None
                for seated, boards in zip(self.seats, columns, strict=True)
            ]
            dealer = str(seats[self.declared.dealer(board)]) if board is not None else ""
            rows.append(GridRow(place + 1, board, dealer, cells))
        tables = [table_view(self.view, self.drawn, seated) for seated in self.seats]
        return Grid(tables, rows, self._hints())

    def _hints(self) -> list[tuple[str, str]]:
        hints = []
        for column in self.declared.columns:
            values = self.values[column.name]
            letters = [
                f"{letter} {values.get(value, value)}" for value, letter in column.letters.items()
            ]
            # The label may be a question: « Qui a misé ? ».
            label = self.labels[column.name].rstrip("? \u00a0")
            hints.append((label, ", ".join(letters)))
        return hints

    def _cell(
        self,
        seated: Seated,
        board: int,
        data: Mapping[str, str],
        errors: Mapping[str, str],
        open_: Mapping[str, TypedBoardOutcome],
    ) -> GridCell:
        key = _key(seated.number, board)
        stands = seated.boards.get(board)
        hidden = stands is not None and not self.deals.may_know_board(seated, board)
        text = HIDDEN if hidden else self._written(stands)
        again = key in errors or key in open_
        parts = ["" for _column in self.declared.columns] if hidden else _parts(text)
        answer = open_.get(key)
        conflict = answer is not None and answer.what == "conflict"
        refused = answer.error if answer is not None and answer.error is not None else None
        return GridCell(
            key=key,
            board=board,
            inputs=self._inputs(key, board, seated.number, data if again else None, parts),
            # A cell that is shown again keeps the `seen` of the first page, so that a newer result
            # is replaced only if the officer says so.
            seen=data.get(f"seen_{key}", "") if again else text,
            score=str(stands.score) if stands and stands.score is not None and not hidden else "",
            hidden=hidden,
            errors=[errors[key]] if key in errors else refused.sentences if refused else [],
            stands=text if conflict else "",
            standing_text=_standing_text(text) if conflict else "",
        )

    def _written(self, played: PlayedBoard | None) -> str:
        """Return a result as it would be typed; empty for None."""
        if played is None:
            return ""
        if played.entry is None:
            return SKIPPED
        initial = self.declared.form(self.rules, initial=played.entry).initial
        return " ".join(
            str(column.letters.get(initial[column.name], initial[column.name]))
            for column in self.declared.columns
        )

    def _inputs(
        self,
        key: str,
        board: int,
        table: int,
        data: Mapping[str, str] | None,
        parts: Sequence[str],
    ) -> list[GridInput]:
        typed = parts if data is None else self.texts(data, key)
        inputs = []
        for at, column in enumerate(self.declared.columns):
            label = _("Donne %(board)s, table %(table)s : %(label)s") % {
                "board": board,
                "table": table,
                "label": self.labels[column.name],
            }
            value = typed[at] if at < len(typed) else ""
            width = 3 if column.digits else 1
            inputs.append(GridInput(f"{key}_{column.name}", label, value, column.digits, width))
        return inputs


def _choices(field: Any) -> dict[str, str]:
    return {str(value): str(label) for value, label in getattr(field, "choices", ())}


def _key(table: int, board: int) -> str:
    return f"b_{table}_{board}"


def _parts(text: str) -> list[str]:
    return text.split(" ") if text else []


def _standing_text(text: str) -> str:
    """Return what stands at a board, for a reader; empty if they may not know it."""
    if text == HIDDEN:
        return ""
    return _("pas jouée ici") if text == SKIPPED else text
