"""The lab's question about « le zugzwang » of the Yams: which columns are still undecided."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation.table import Table
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Question
from games.yams.analysis.lab_words import RULES, named
from games.yams.analysis.odds import ColumnState, least, most, standing
from games.yams.engine.cells import COLUMNS, ROWS

# A column as text, « libre=85/45:1,2,full »: its total, the sum of its six rows, its free rows.
STATE = re.compile(r"(\w+)=(\d{1,3})/(\d{1,3}):([\w,]*)", re.ASCII)


class ColumnsField(forms.CharField):
    """A sheet in one line, « libre=85/45:1,2,full … », in the form of `STATE`."""

    default_error_messages = {
        "sheet_unreadable": gettext_lazy(
            "Écrire chaque colonne ainsi : libre=85/45:1,2,full (total, six lignes, cases libres)."
        )
    }

    def clean(self, value: Any) -> dict[str, ColumnState]:
        """Return the columns by name."""
        text = super().clean(value)
        columns = {}
        for word in text.split():
            match = STATE.fullmatch(word)
            rows = tuple(filter(None, match[4].split(","))) if match else ()
            if not match or match[1] not in COLUMNS or not set(rows) <= set(ROWS):
                raise forms.ValidationError(
                    self.error_messages["sheet_unreadable"], code="sheet_unreadable"
                )
            columns[match[1]] = ColumnState(int(match[2]), int(match[3]), rows)
        return columns


class ZugzwangForm(forms.Form):
    """The sheets of both players."""

    mine = ColumnsField(
        label=gettext_lazy("Ma feuille"),
        initial="descendre=85/45:plus,moins,yams libre=120/63:6,yams monter=60/0:1,2,3",
        max_length=600,
        help_text=gettext_lazy("Par colonne : total/six lignes:cases libres."),
    )
    theirs = ColumnsField(
        label=gettext_lazy("Celle de l'adversaire"),
        initial="descendre=90/50:yams libre=40/20:5,6 monter=112/30:1",
        max_length=600,
    )


class _Pair(NamedTuple):
    """One column of both sheets. `state` is what `standing` returns for the owner of `mine`."""

    column: str
    mine: ColumnState
    theirs: ColumnState
    state: str


def zugzwang(values: Mapping[str, Any]) -> Answer:
    """Answer with the free cells and the possible totals of each player, column by column."""
    rules = values["rules"]
    params = {"threshold": rules.upper_threshold, "bonus": rules.upper_bonus}
    pairs = list(_pairs(values["mine"], values["theirs"], params))
    still = sum(pair.state == "open" for pair in pairs)
    return Answer(
        sentence=ngettext(
            "%(count)s colonne est encore ouverte.",
            "%(count)s colonnes sont encore ouvertes.",
            still,
        )
        % {"count": still},
        figures=_figures(pairs),
        grids=(_grid(pairs, params),),
        plots=(
            Plot(
                _("Le plus que l'adversaire puisse finir"),
                [(named(pair.column), most(pair.theirs, **params)) for pair in pairs],
                "count",
            ),
        ),
        remarks=(
            _(
                "Une case libre dans une colonne décidée est un coup d'attente : qui n'en a plus "
                "doit jouer dans une colonne ouverte."
            ),
        ),
    )


def _pairs(
    mine: Mapping[str, ColumnState], theirs: Mapping[str, ColumnState], params: Mapping[str, int]
) -> Iterator[_Pair]:
    nothing = ColumnState(0, 0, ())
    for column in COLUMNS:
        if column in mine or column in theirs:
            own, other = mine.get(column, nothing), theirs.get(column, nothing)
            yield _Pair(column, own, other, standing(own, [other], **params))


def _figures(pairs: Sequence[_Pair]) -> tuple[Figure, ...]:
    free = sum(len(pair.mine.free) for pair in pairs)
    free_theirs = sum(len(pair.theirs.free) for pair in pairs)
    idle = sum(len(pair.mine.free) for pair in pairs if pair.state != "open")
    return (
        Figure("free", _("Mes cases libres"), free, "count"),
        Figure("free_theirs", _("Celles de l'adversaire"), free_theirs, "count"),
        Figure("idle", _("Mes cases libres dans une colonne décidée"), idle, "count"),
    )


def _grid(pairs: Sequence[_Pair], params: Mapping[str, int]) -> AnswerGrid:
    words = {"won": _("gagnée"), "lost": _("perdue"), "open": _("ouverte")}
    return AnswerGrid(
        _("Colonne par colonne"),
        (
            AnswerColumn(_("Colonne")),
            AnswerColumn(_("Moi"), "count"),
            AnswerColumn(_("Je peux finir entre"), "text"),
            AnswerColumn(_("Cases libres"), "count"),
            AnswerColumn(_("Adversaire"), "count"),
            AnswerColumn(_("Peut finir entre"), "text"),
            AnswerColumn(_("Ses cases libres"), "count"),
            AnswerColumn(_("Pour moi")),
        ),
        [
            (
                named(pair.column),
                *_side(pair.mine, params),
                *_side(pair.theirs, params),
                words[pair.state],
            )
            for pair in pairs
        ],
    )


def _side(column: ColumnState, params: Mapping[str, int]) -> tuple[int, str, int]:
    span = f"{least(column)}–{most(column, **params)}"
    return column.total, span, len(column.free)


def zugzwang_of_match(table: Table) -> Mapping[str, Any] | None:
    """Return the sheets of the player to play and of the opponent, as values for `ZugzwangForm`.

    Return None if no player is to play, or if the table does not have two players.
    """
    seat = table.seat_to_play
    if seat is None or len(table.seats) != 2:
        return None
    return {"mine": _written(table, seat), "theirs": _written(table, 1 - seat)}


def _written(table: Table, seat: int) -> str:
    sheet = table.state["sheets"][seat]
    words = []
    for column in COLUMNS:
        foot = sheet["columns"][column]
        free = ",".join(row for row in ROWS if row not in sheet["cells"].get(column, {}))
        words.append(f"{column}={foot['total']}/{foot['upper']}:{free}")
    return " ".join(words)


QUESTION = Question(
    slug="zugzwang",
    title=gettext_lazy("Le zugzwang"),
    lead=gettext_lazy("Les cases qui restent, et ce que chacun peut encore gagner par colonne."),
    how=gettext_lazy(
        "Le plus haut total qu'une colonne puisse atteindre, et le plus bas auquel on puisse y "
        "être forcé : une colonne est gagnée quand le bas de l'un passe le haut de l'autre."
    ),
    answer=zugzwang,
    form=ZugzwangForm,
    rules=RULES,
    of_match=zugzwang_of_match,
)
