"""The lab's question about the best cell of the Yams for the dice on the table."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.table import Table
from games.presentation.wording import rounded, signed
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.yams.analysis.lab_words import (
    DICE_ON_TABLE,
    EXACT,
    RULES,
    THROWS,
    faces,
    named,
)
from games.yams.analysis.odds import (
    CellWorth,
    ColumnSituation,
    ColumnState,
    cell_worths,
    every_cell,
    standing,
)
from games.yams.engine.cells import COLUMNS, DICE, MOST_THROWS, ROWS
from games.yams.engine.taps import DICE_NAMES
from games.yams.engine.taps import thrown as dice_tapped

CELL = re.compile(r"(\w+)\.(\w+)", re.ASCII)
HELD = re.compile(r"(\w+)\.(upper|plus|moins)=(\d{1,3})", re.ASCII)


class CellsForm(forms.Form):
    """The form for the dice on the table, with the state of the player's sheet in hidden fields.

    If no legal cells are given, those of a first move are used.
    """

    dice = DICE_ON_TABLE
    thrown = forms.TypedChoiceField(
        label=gettext_lazy("Jets déjà faits"), choices=THROWS, coerce=int, initial=1
    )
    legal = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)
    held = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)
    decided = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)

    def clean_decided(self) -> list[str]:
        """Return the columns that are already certain to be won or lost."""
        return [name for name in self.cleaned_data["decided"].split() if name in COLUMNS]

    def clean_legal(self) -> list[tuple[str, str]]:
        """Return the legal cells as pairs (column, row)."""
        cells = CELL.findall(self.cleaned_data["legal"])
        return [(column, row) for column, row in cells if column in COLUMNS and row in ROWS]

    def clean_held(self) -> dict[str, dict[str, int]]:
        """Return, for each column, the values given for its upper sum, « + » and « - ».

        The inner keys are `upper`, `plus` and `moins`.
        """
        held: dict[str, dict[str, int]] = {}
        for column, name, value in HELD.findall(self.cleaned_data["held"]):
            if column in COLUMNS:
                held.setdefault(column, {})[name] = int(value)
        return held


def _worths(values: Mapping[str, Any]) -> list[CellWorth]:
    """Return every legal cell for the dice on the table, with its worth, the best first."""
    rules, dice, thrown = values["rules"], values["dice"], values["thrown"]
    around = {
        column: ColumnSituation(
            **values["held"].get(column, {}),
            threshold=rules.upper_threshold,
            bonus=rules.upper_bonus,
        )
        for column in COLUMNS
    }
    legal = values["legal"] or every_cell()
    return cell_worths(dice, thrown, legal, around, values["decided"])


def cells(values: Mapping[str, Any]) -> Answer:
    """Answer with the worth of every legal cell for the dice on the table."""
    thrown, worths = values["thrown"], _worths(values)
    if not worths:
        return Answer(_("Aucune case ne se remplit plus après %s jets.") % thrown)
    best = worths[0]
    params = {"column": named(best.column), "row": named(best.row)}
    where = _("%(column)s, case %(row)s") % params
    return Answer(
        sentence=(
            _("Le plus au-dessus de l'ordinaire : %(where)s, en gardant %(kept)s.")
            if best.throws
            else _("Ce qui dépasse le plus l'ordinaire : %(where)s, à écrire maintenant.")
        )
        % {"where": where, "kept": faces(best.keep)},
        figures=(
            Figure("mean", _("Points en moyenne, là"), best.mean, "number"),
            Figure("gain", _("De plus qu'à l'ordinaire"), best.gain, "points"),
        ),
        grids=(_grid(worths),),
        plots=(
            Plot(
                _("De plus qu'à l'ordinaire"),
                [(f"{named(cell.column)} {named(cell.row)}", cell.gain) for cell in worths[:10]],
                "points",
            ),
        ),
        remarks=_remarks(values["decided"]),
    )


def _grid(worths: Sequence[CellWorth]) -> AnswerGrid:
    return AnswerGrid(
        _("Les cases permises"),
        (
            AnswerColumn(_("Colonne")),
            AnswerColumn(_("Case")),
            AnswerColumn(_("Tout de suite"), "points"),
            AnswerColumn(_("En moyenne"), "number"),
            AnswerColumn(_("Ordinaire"), "number"),
            AnswerColumn(_("De plus"), "points"),
            AnswerColumn(_("Garder")),
        ),
        [
            (
                named(cell.column),
                named(cell.row),
                cell.now,
                cell.mean,
                cell.usual,
                cell.gain,
                faces(cell.keep) if cell.throws else _("écrire"),
            )
            for cell in worths
        ],
    )


def _remarks(decided: Sequence[str]) -> tuple[str, ...]:
    usual = _(
        "« Ordinaire » : ce que la case rapporte à qui la vise dès le premier jet. La case à "
        "prendre dépend aussi de la partie : de ce qui reste, et de ce qu'il faut à l'autre."
    )
    if not decided:
        return (usual,)
    columns = get_text_list([named(name) for name in decided], _("et"))
    return usual, _("Déjà gagnées ou perdues, où rien ne rapporte plus : %s.") % columns


def cells_in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Return advice for the table in at most two short texts.

    The first names the best cell and the dice to keep. The second names the next best cell, and
    how far its gain is behind.
    """
    worths = _worths(values)
    if not worths:
        return ()
    best = worths[0]
    params = {"cell": _cell(best), "kept": "".join(map(str, best.keep))}
    if best.decided:
        first = _("Rien à perdre : %(cell)s, colonne décidée") % params
    elif not best.throws:
        first = _("Meilleure case : %(cell)s") % params
    elif best.keep:
        first = _("Viser %(cell)s, garder %(kept)s") % params
    else:
        first = _("Viser %(cell)s, tout relancer") % params
    if len(worths) == 1:
        return (first,)
    behind = signed(rounded(worths[1].gain - best.gain, 1))
    return first, _("puis %(cell)s : %(points)s") % {"cell": _cell(worths[1]), "points": behind}


def _cell(cell: CellWorth) -> str:
    return _("%(row)s (%(column)s)") % {"row": named(cell.row), "column": named(cell.column)}


def cells_of_match(table: Table) -> Mapping[str, Any] | None:
    """Return the sheet of the player to play, as values for `CellsForm`.

    They are the legal cells, the contents of the columns, and the columns already won or lost.
    Return None if no player is to play.
    """
    expected, seat = table.next, table.seat_to_play
    if expected is None or seat is None:
        return None
    sheet = table.state["sheets"][seat]
    held = []
    for column in COLUMNS:
        written = sheet["cells"].get(column, {})
        held.append(f"{column}.upper={sheet['columns'][column]['upper']}")
        for row in ("plus", "moins"):
            cell = written.get(row)
            if cell is not None:
                held.append(f"{column}.{row}={0 if cell['struck'] else cell['value']}")
    legal = " ".join(f"{column}.{row}" for column, row in expected["legal_cells"])
    return {"legal": legal, "held": " ".join(held), "decided": " ".join(_decided(table, seat))}


def _decided(table: Table, seat: int) -> list[str]:
    """Return the columns that a player is already certain to win or lose."""
    rules: Any = table.rules
    params = {"threshold": rules.upper_threshold, "bonus": rules.upper_bonus}
    decided = []
    for column in COLUMNS:
        states = [_state(sheet, column) for sheet in table.state["sheets"]]
        mine = states.pop(seat)
        if standing(mine, states, **params) != "open":
            decided.append(column)
    return decided


def _state(sheet: Mapping[str, Any], column: str) -> ColumnState:
    foot, written = sheet["columns"][column], sheet["cells"].get(column, {})
    pair = {
        row: 0 if written[row]["struck"] else written[row]["value"]
        for row in ("plus", "moins")
        if row in written
    }
    free = tuple(row for row in ROWS if row not in written)
    return ColumnState(foot["total"], foot["upper"], free, pair.get("plus"), pair.get("moins"))


def cells_of_pad(pad: Any) -> Mapping[str, Any] | None:
    """Return the values for `CellsForm` from the five dice tapped on the pad.

    If no number of throws is tapped, it counts as three. Return None if fewer than five dice are
    tapped, if no cell is legal, or if the pad is for drawing a lot.
    """
    dice = dice_tapped({name: pad[name].value() for name in DICE_NAMES})
    stand = cells_of_match(pad.table)
    if pad.draws or len(dice) != DICE or stand is None or not stand["legal"]:
        return None
    tapped = str(pad["throws"].value())
    count = int(tapped) if tapped in ("1", "2", "3") else MOST_THROWS
    return {**stand, "dice": " ".join(map(str, dice)), "thrown": count}


QUESTION = Question(
    slug="cases",
    title=gettext_lazy("Quelle case pour ces dés ?"),
    lead=gettext_lazy("Ce que vaut chaque case permise, pour les dés sur la table."),
    how=EXACT,
    answer=cells,
    form=CellsForm,
    rules=RULES,
    of_match=cells_of_match,
    of_pad=cells_of_pad,
    in_short=cells_in_short,
)
