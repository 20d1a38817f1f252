"""The pad of a turn and the form of a ruleset. Both check only shapes; `scoring` has the rules."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.entry.forms import PadForm
from games.entry.rules_form import RulesForm
from games.yams.engine.cells import (
    COLUMNS,
    MOST_THROWS,
    ROWS,
    value_of,
)
from games.yams.engine.cells import VALUES as HELD
from games.yams.engine.lots import tied
from games.yams.engine.rulesets import COLUMN_VALUES
from games.yams.engine.taps import BARRED, CELLS, DICE_NAMES, pad_state
from games.yams.models import YamsRules
from games.yams.words import COLUMN_HEADS, COLUMN_WAITS, COLUMNS_BONUS, DRAW_HERE

FACES = tuple((str(face), str(face)) for face in range(1, 7))
THROWS = tuple((str(count), str(count)) for count in range(1, MOST_THROWS + 1))
LOTS = tuple((column, column) for column in COLUMNS)
KEYS = [
    (str(value), " ".join(row for row in ROWS if value in HELD[row]))
    for value in sorted({value for values in HELD.values() for value in values})
]
VALUES = (*((value, value) for value, _rows in KEYS), (BARRED, BARRED))


class TurnForm(PadForm):
    """The pad of a turn: a cell, and its five dice (seven taps in all) or its value (three taps).

    If the number of throws is not tapped, it is the exact number of the column, or 3.
    """

    FIELD_OF = {"row": "cell", "column": "cell", "dice": "die_1", "draw": "winner"}

    cell = forms.ChoiceField(
        label=_("Case"), required=False, choices=[(cell, cell) for cell in CELLS]
    )
    value = forms.ChoiceField(label=_("Points"), required=False, choices=VALUES)
    throws = forms.ChoiceField(label=_("Jets"), required=False, choices=THROWS)
    lot = forms.ChoiceField(required=False, choices=LOTS, widget=forms.HiddenInput)
    winner = forms.ChoiceField(label=_("Le sort désigne"), required=False)

    def __init__(self, table: Any, data: Any = None, *, number: int | None = None) -> None:
        super().__init__(table, data, number=number)
        for place, name in enumerate(DICE_NAMES, start=1):
            label = _("Dé %(place)s") % {"place": place}
            self.fields[name] = forms.ChoiceField(label=label, required=False, choices=FACES)
        seats = [(str(seat.number), seat.name) for seat in table.seats]
        winners = [("", _("l'appareil tire")), *seats]
        self.fields["winner"].choices = winners  # type: ignore[attr-defined]

    @property
    def dice(self) -> list[forms.BoundField]:
        """The five dice, for the widget."""
        return [self[name] for name in DICE_NAMES]

    @property
    def draws(self) -> str | None:
        """The column whose lot this line draws; None for a turn."""
        if self.number is not None:
            entry: Any = self.table.lines[self.number - 1].entry
            return (entry.draw or {}).get("column")
        pending = (self.table.next or {}).get("pending_draws")
        return pending[0] if pending else None

    @property
    def tied(self) -> list[Any]:
        """The seats among which the lot is drawn; all seats when a line is corrected."""
        if self.draws is None or self.number is not None:
            return list(self.table.seats)
        among = tied(self.table.sheet, self.draws)
        return [self.table.seats[seat] for seat in among]

    @property
    def keys(self) -> list[tuple[str, str]]:
        """Every value that a cell can hold, with the rows of the cells that can hold it."""
        return KEYS

    @property
    def free_cells(self) -> list[tuple[str, str]]:
        """The cells to which a corrected turn may be moved.

        They were free and legal at that turn, and the player has not written them since.
        """
        if self.number is None:
            return []
        entries: list[Any] = list(self.table.entries)
        seat = entries[self.number - 1].seat
        since = {
            (entry.column, entry.row) for entry in entries[self.number :] if entry.seat == seat
        }
        legal = (self.before.next or {}).get("legal_cells", ())
        return [(column, row) for column, row in legal if (column, row) not in since]

    @property
    def taps(self) -> dict[str, Any]:
        """The inputs by name, and as `lot` the column whose lot this line draws."""
        return {**self.cleaned_data, "lot": self.draws}

    def offers(self) -> dict[str, tuple[int, bool]]:
        """Return the dice's score in each legal cell, and whether it strikes « + » and « − »."""
        if not self.is_bound:
            return {}
        dice = {name: self[name].value() for name in DICE_NAMES}
        state: Any = pad_state(self.table.rules, self.table.sheet, dice)  # type: ignore[arg-type]
        return dict(state["offers"])

    def for_phone(self) -> dict[str, Any]:
        """Return what a phone without network needs for the pad.

        These are the values with their rows, and the words for columns and lots.
        """
        return {
            "keys": KEYS,
            "heads": {column: str(COLUMN_HEADS[column]) for column in COLUMNS},
            "waits": str(COLUMN_WAITS),
            "bonus": str(COLUMNS_BONUS),
            "draw_here": str(DRAW_HERE),
        }

    def values_of(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the inputs of the pad that correspond to a recorded entry."""
        if "draw" in data:
            return {"lot": data["draw"]["column"], "winner": str(data["draw"].get("winner", ""))}
        values = {"cell": f"{data['column']}-{data['row']}", "throws": str(data["throws"])}
        dice = data.get("dice")
        if dice is None:
            return values | {"value": BARRED if not data["value"] else str(data["value"])}
        values |= dict(zip(DICE_NAMES, map(str, dice), strict=True))
        barred = data["barred"] and value_of(data["row"], dice)
        return values | ({"value": BARRED} if barred else {})


class _RulesForm(RulesForm):
    """The form of a ruleset.

    Its five fields for the columns' values are together one rule, `column_values`.
    """

    def __init__(self, data: Any = None, *, initial: Any = None) -> None:
        worth = _by_column((initial or {}).get("column_values", {}))
        super().__init__(data, initial={**(initial or {}), **worth})

    def changed_from(self, preset_values: dict[str, Any]) -> dict[str, Any]:
        """Return the rules that differ from the preset, with the columns' values as one rule."""
        preset = {**preset_values, **_by_column(preset_values["column_values"])}
        changed = super().changed_from(preset)
        worth = {name: changed.pop(name, preset[name]) for name in _by_column(COLUMN_VALUES)}
        if worth != _by_column(preset_values["column_values"]):
            changed["column_values"] = {column: worth[f"value_{column}"] for column in COLUMNS}
        return changed


# The form of the rules of a match, for a host who changes them.
YamsRulesForm = _RulesForm.of(YamsRules)


def _by_column(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"value_{column}": value for column, value in values.items()}
