"""The lab's questions about the Yams: figures, keeps, cells, and « le zugzwang »."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.entry.lab_fields import DiceField
from games.presentation.table import Table
from games.presentation.wording import figure, signed
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Published, Question
from games.yams.analysis import columns_lab
from games.yams.analysis.columns_lab import named
from games.yams.analysis.odds import (
    CellWorth,
    ColumnSituation,
    ColumnState,
    cell_worths,
    every_cell,
    figure_chances,
    filling,
    least,
    making,
    most,
    number_chances,
    standing,
)
from games.yams.engine.cells import COLUMNS, DICE, FIGURES, MOST_THROWS, NUMBERS, ROWS
from games.yams.engine.taps import DICE_NAMES
from games.yams.engine.taps import thrown as dice_tapped
from games.yams.words import TERMS

THROWS = ((1, "1"), (2, "2"), (3, "3"))
RULES = columns_lab.RULES
CELL = re.compile(r"(\w+)\.(\w+)", re.ASCII)
HELD = re.compile(r"(\w+)\.(upper|plus|moins)=(\d{1,3})", re.ASCII)
# « libre=85/45:1,2,full »: total, the six rows, and the rows still free.
STATE = re.compile(r"(\w+)=(\d{1,3})/(\d{1,3}):([\w,]*)", re.ASCII)


def _faces(dice: Any) -> str:
    return " ".join(map(str, dice)) if dice else _("rien")


# --- Figures ---------------------------------------------------------------------------------


class ThrowsForm(forms.Form):
    """In how many throws."""

    throws = forms.TypedChoiceField(
        label=gettext_lazy("Jets"), choices=THROWS, coerce=int, initial=3
    )


def figures(values: Mapping[str, Any]) -> Answer:
    """Answer with the chance of each figure, and of so many dice of a number."""
    throws = values["throws"]
    chances, numbers = figure_chances(), number_chances(throws)
    yams = chances["yams"]
    return Answer(
        sentence=_("Yams en %(throws)s : %(percent)s %%.")
        % {
            "throws": ngettext("%(count)s jet", "%(count)s jets", throws) % {"count": throws},
            "percent": figure_of(100 * yams[throws - 1]),
        },
        figures=tuple(
            Figure(row, named(row), shares[throws - 1], "share") for row, shares in chances.items()
        ),
        grids=(
            AnswerGrid(
                _("Les figures, en gardant au mieux"),
                (
                    AnswerColumn(_("Figure")),
                    AnswerColumn(_("En 1 jet"), "share"),
                    AnswerColumn(_("En 2 jets"), "share"),
                    AnswerColumn(_("En 3 jets"), "share"),
                ),
                [(named(row), *shares) for row, shares in chances.items()],
            ),
            AnswerGrid(
                _("Une ligne de nombres, en gardant tous les dés voulus"),
                (
                    AnswerColumn(_("Dés du nombre, au moins"), "number"),
                    AnswerColumn(_("Probabilité"), "share"),
                ),
                list(enumerate(numbers, start=1)),
            ),
        ),
        plots=(
            Plot(
                _("Chance de chaque figure"),
                [(named(row), shares[throws - 1]) for row, shares in chances.items()],
                "share",
            ),
            Plot(
                _("Dés d'un même nombre choisi, au moins"),
                [(str(count), share) for count, share in enumerate(numbers, start=1)],
                "share",
            ),
        ),
        published=(
            Published(
                _("Le bonus demande 63, « une moyenne de 3 dés de chaque valeur »"),
                "63",
                sum(3 * face for face in NUMBERS.values()),
                "count",
                _("Trois dés de chaque nombre font 63. La source ne publie pas de probabilité."),
                step=0,
            ),
        ),
    )


def figure_of(value: Fraction) -> str:
    """Return a fraction to two decimals."""
    return figure(Decimal(round(value * 100)).scaleb(-2))


# --- The best keep ---------------------------------------------------------------------------


class KeepForm(forms.Form):
    """The dice on the table, how many throws are left, and the chosen cell."""

    dice = DiceField(
        count=DICE, label=gettext_lazy("Dés sur la table"), initial="2 2 3 5 6", required=True
    )
    left = forms.TypedChoiceField(
        label=gettext_lazy("Jets qui restent"), choices=THROWS[:2], coerce=int, initial=2
    )
    row = forms.ChoiceField(
        label=gettext_lazy("Case visée"),
        choices=[(row, TERMS.get(row, row)) for row in ROWS],
        initial="suite",
    )


def best_keep(values: Mapping[str, Any]) -> Answer:
    """Answer which dice to keep for a chosen cell."""
    dice, left, row = values["dice"], values["left"], values["row"]
    plan = filling(row, ColumnSituation(bonus=0))
    keeps = plan.best_keeps(dice, left)
    best, worth = keeps[0]
    shares = dict(making(row).best_keeps(dice, left)) if row in FIGURES else {}
    return Answer(
        sentence=_("Garder %(kept)s.") % {"kept": _faces(best)} if best else _("Tout relancer."),
        figures=(
            Figure("mean", _("Points en moyenne"), worth, "number"),
            *(
                (Figure("share", _("Chance de la figure"), shares[best], "share"),)
                if shares
                else ()
            ),
        ),
        grids=(
            AnswerGrid(
                _("Ce que vaut chaque choix"),
                (
                    AnswerColumn(_("Garder")),
                    AnswerColumn(_("Points en moyenne"), "number"),
                    *((AnswerColumn(_("Chance de la figure"), "share"),) if shares else ()),
                ),
                [(_faces(kept), mean, *([shares[kept]] if shares else [])) for kept, mean in keeps],
                mark=0,
            ),
        ),
        plots=(
            Plot(
                _("Les meilleurs choix"),
                [(_faces(kept), mean) for kept, mean in keeps[:8]],
                "number",
            ),
        ),
    )


# --- Every legal cell ------------------------------------------------------------------------


class CellsForm(forms.Form):
    """The dice on the table; the legal cells are hidden: by default those of a first move."""

    dice = DiceField(
        count=DICE, label=gettext_lazy("Dés sur la table"), initial="2 2 3 5 6", required=True
    )
    thrown = forms.TypedChoiceField(
        label=gettext_lazy("Jets déjà faits"), choices=THROWS, coerce=int, initial=1
    )
    legal = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)
    held = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)
    decided = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)

    def clean_decided(self) -> list[str]:
        """Return the columns that are won or lost whatever comes."""
        return [name for name in self.cleaned_data["decided"].split() if name in COLUMNS]

    def clean_legal(self) -> list[tuple[str, str]]:
        """Return the cells as pairs; if none are given, those of a first move."""
        found = CELL.findall(self.cleaned_data["legal"])
        return [(column, row) for column, row in found if column in COLUMNS and row in ROWS]

    def clean_held(self) -> dict[str, dict[str, int]]:
        """Return the present contents of the columns."""
        held: dict[str, dict[str, int]] = {}
        for column, name, value in HELD.findall(self.cleaned_data["held"]):
            if column in COLUMNS:
                held.setdefault(column, {})[name] = int(value)
        return held


def _worths(values: Mapping[str, Any]) -> list[CellWorth]:
    """Every legal cell for the dice on the table, the best first."""
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
    said = {"column": named(best.column), "row": named(best.row)}
    where = _("%(column)s, case %(row)s") % said
    decided = [named(name) for name in values["decided"]]
    return Answer(
        sentence=(
            _("Le plus au-dessus de l'ordinaire : %(where)s, en gardant %(kept)s.")
            if best.throws
            else _("Le plus au-dessus de l'ordinaire : %(where)s, à écrire maintenant.")
        )
        % {"where": where, "kept": _faces(best.keep)},
        figures=(
            Figure("mean", _("Points en moyenne, là"), best.mean, "number"),
            Figure("gain", _("De plus qu'à l'ordinaire"), best.gain, "points"),
        ),
        grids=(
            AnswerGrid(
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
                        _faces(cell.keep) if cell.throws else _("écrire"),
                    )
                    for cell in worths
                ],
            ),
        ),
        plots=(
            Plot(
                _("De plus qu'à l'ordinaire"),
                [(f"{named(cell.column)} {named(cell.row)}", cell.gain) for cell in worths[:10]],
                "points",
            ),
        ),
        remarks=(
            _(
                "« Ordinaire » : ce que la case rapporte à qui la vise dès le premier jet. La "
                "case à "
                "prendre dépend aussi de la partie : de ce qui reste, et de ce qu'il faut à "
                "l'autre."
            ),
            *(
                (
                    _("Déjà gagnées ou perdues, où rien ne rapporte plus : %s.")
                    % get_text_list(decided, _("et")),
                )
                if decided
                else ()
            ),
        ),
    )


def cells_in_short(values: Mapping[str, Any]) -> Sequence[str]:
    """Say at the table the best cell, what to keep for it, and how much the next one is below."""
    worths = _worths(values)
    if not worths:
        return ()
    best = worths[0]
    said = {"cell": _cell(best), "kept": "".join(map(str, best.keep))}
    if best.decided:
        first = _("Rien à perdre : %(cell)s, colonne décidée") % said
    elif not best.throws:
        first = _("Meilleure case : %(cell)s") % said
    elif best.keep:
        first = _("Viser %(cell)s, garder %(kept)s") % said
    else:
        first = _("Viser %(cell)s, tout relancer") % said
    if len(worths) == 1:
        return (first,)
    behind = signed(Decimal(round((worths[1].gain - best.gain) * 10)).scaleb(-1))
    return first, _("puis %(cell)s : %(points)s") % {"cell": _cell(worths[1]), "points": behind}


def _cell(cell: CellWorth) -> str:
    return _("%(row)s (%(column)s)") % {"row": named(cell.row), "column": named(cell.column)}


def cells_of_match(table: Table) -> Mapping[str, Any] | None:
    """The legal cells of the player whose turn it is, and the contents of their columns."""
    expected = table.next
    if not expected or expected.get("seat") is None:
        return None
    sheet = table.state["sheets"][expected["seat"]]
    held = []
    for column in COLUMNS:
        written = sheet["cells"].get(column, {})
        held.append(f"{column}.upper={sheet['columns'][column]['upper']}")
        for row in ("plus", "moins"):
            cell = written.get(row)
            if cell is not None:
                held.append(f"{column}.{row}={0 if cell['struck'] else cell['value']}")
    legal = " ".join(f"{column}.{row}" for column, row in expected["legal_cells"])
    seat = expected["seat"]
    return {"legal": legal, "held": " ".join(held), "decided": " ".join(_decided(table, seat))}


def _decided(table: Table, seat: int) -> list[str]:
    """The columns that are won or lost for a player, whatever is written and struck from now on."""
    rules: Any = table.rules
    said = {"threshold": rules.upper_threshold, "bonus": rules.upper_bonus}
    found = []
    for column in COLUMNS:
        states = [_state(sheet, column) for sheet in table.state["sheets"]]
        mine = states.pop(seat)
        if standing(mine, states, **said) != "open":
            found.append(column)
    return found


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
    """The same with the five dice that are tapped, after three throws unless others are."""
    dice = dice_tapped({name: pad[name].value() for name in DICE_NAMES})
    stand = cells_of_match(pad.table)
    if pad.draws or len(dice) != DICE or stand is None or not stand["legal"]:
        return None
    tapped = str(pad["throws"].value())
    count = int(tapped) if tapped in ("1", "2", "3") else MOST_THROWS
    return {**stand, "dice": " ".join(map(str, dice)), "thrown": count}


# --- Le zugzwang -----------------------------------------------------------------------------


class ColumnsField(forms.CharField):
    """A sheet in one line, « libre=85/45:1,2,full … »: total, six rows, rows still free."""

    default_error_messages = {
        "sheet_unreadable": gettext_lazy(
            "Écrire chaque colonne ainsi : libre=85/45:1,2,full (total, six lignes, cases libres)."
        )
    }

    def clean(self, value: Any) -> dict[str, ColumnState]:
        """Return the columns by name."""
        text = super().clean(value)
        found = {}
        for word in text.split():
            match = STATE.fullmatch(word)
            rows = tuple(filter(None, match[4].split(","))) if match else ()
            if not match or match[1] not in COLUMNS or not set(rows) <= set(ROWS):
                raise forms.ValidationError(
                    self.error_messages["sheet_unreadable"], code="sheet_unreadable"
                )
            found[match[1]] = ColumnState(int(match[2]), int(match[3]), rows)
        return found


class ZugzwangForm(forms.Form):
    """Both sheets."""

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


def zugzwang(values: Mapping[str, Any]) -> Answer:
    """Answer with the free cells and the possible totals of each player, column by column."""
    rules, mine, theirs = values["rules"], values["mine"], values["theirs"]
    said = {"threshold": rules.upper_threshold, "bonus": rules.upper_bonus}
    nothing = ColumnState(0, 0, ())
    names = [column for column in COLUMNS if column in mine or column in theirs]
    pairs = [(name, mine.get(name, nothing), theirs.get(name, nothing)) for name in names]
    words = {"won": _("gagnée"), "lost": _("perdue"), "open": _("ouverte")}
    states = {name: standing(own, [other], **said) for name, own, other in pairs}
    free = sum(len(own.free) for _name, own, _other in pairs)
    free_theirs = sum(len(other.free) for _name, _own, other in pairs)
    still = [name for name, state in states.items() if state == "open"]
    return Answer(
        sentence=ngettext(
            "%(count)s colonne est encore ouverte.",
            "%(count)s colonnes sont encore ouvertes.",
            len(still),
        )
        % {"count": len(still)},
        figures=(
            Figure("free", _("Mes cases libres"), free, "count"),
            Figure("free_theirs", _("Celles de l'adversaire"), free_theirs, "count"),
            Figure(
                "idle",
                _("Mes cases libres dans une colonne décidée"),
                sum(len(own.free) for name, own, _other in pairs if states[name] != "open"),
                "count",
            ),
        ),
        grids=(
            AnswerGrid(
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
                        named(name),
                        own.total,
                        f"{least(own)}–{most(own, **said)}",
                        len(own.free),
                        other.total,
                        f"{least(other)}–{most(other, **said)}",
                        len(other.free),
                        words[states[name]],
                    )
                    for name, own, other in pairs
                ],
            ),
        ),
        plots=(
            Plot(
                _("Le plus que l'adversaire puisse finir"),
                [(named(name), most(other, **said)) for name, _own, other in pairs],
                "count",
            ),
        ),
        remarks=(
            _(
                "Une case libre dans une colonne décidée est un coup d'attente : qui n'en a plus "
                "doit "
                "jouer dans une colonne ouverte."
            ),
        ),
    )


def zugzwang_of_match(table: Table) -> Mapping[str, Any] | None:
    """The sheets of the player whose turn it is and of the other, at a table of two."""
    expected = table.next
    if not expected or expected.get("seat") is None or len(table.seats) != 2:
        return None
    seat = expected["seat"]
    return {"mine": _written(table, seat), "theirs": _written(table, 1 - seat)}


def _written(table: Table, seat: int) -> str:
    sheet = table.state["sheets"][seat]
    words = []
    for column in COLUMNS:
        foot = sheet["columns"][column]
        free = ",".join(row for row in ROWS if row not in sheet["cells"].get(column, {}))
        words.append(f"{column}={foot['total']}/{foot['upper']}:{free}")
    return " ".join(words)


EXACT = gettext_lazy(
    "Exact : les 252 tirages de cinq dés et les 462 façons d'en garder, du dernier jet au premier."
)
QUESTIONS = (
    Question(
        slug="figures",
        title=gettext_lazy("La chance de chaque figure"),
        lead=gettext_lazy("Full, suite, yams et lignes de nombres, en un, deux ou trois jets."),
        how=EXACT,
        answer=figures,
        form=ThrowsForm,
    ),
    Question(
        slug="garder",
        title=gettext_lazy("Que garder pour cette case ?"),
        lead=gettext_lazy("Le meilleur choix de dés pour une case, et ce que valent les autres."),
        how=EXACT,
        answer=best_keep,
        form=KeepForm,
    ),
    Question(
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
    ),
    Question(
        slug="zugzwang",
        title=gettext_lazy("Le zugzwang"),
        lead=gettext_lazy(
            "Les cases qui restent, et ce que chacun peut encore gagner par colonne."
        ),
        how=gettext_lazy(
            "Le plus haut total qu'une colonne puisse atteindre, et le plus bas auquel on puisse y "
            "être forcé : une colonne est gagnée quand le bas de l'un passe le haut de l'autre."
        ),
        answer=zugzwang,
        form=ZugzwangForm,
        rules=RULES,
        of_match=zugzwang_of_match,
    ),
    *columns_lab.QUESTIONS,
)
