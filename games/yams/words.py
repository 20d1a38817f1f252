"""The sentences of the five-column Yams, by code: explanations of lines, refusals, facts.

`seat` and `side` are filled with names, `column` and `row` with the words of `TERMS`, the rest with
figures (see `games.presentation.wording`).
"""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.presentation.wording import figure
from games.registry.game import Text

COLUMN_NAMES: dict[str, Promise] = {
    "descendre": _("descendante"),
    "libre": _("libre"),
    "monter": _("montante"),
    "en_1": _("en 1"),
    "en_2": _("en 2"),
}
# The heads of the columns, as on the paper sheet. Some are instructions to the player.
COLUMN_HEADS: dict[str, Promise] = COLUMN_NAMES | {
    "descendre": _("descendre"),
    "monter": _("monter"),
}
ROW_NAMES: dict[str, Promise | str] = {
    **{face: face for face in "123456"},
    "full": _("full"),
    "suite": _("suite"),
    "plus": _("« + »"),
    "moins": _("« − »"),
    "yams": _("yams"),
}
# Texts under the sheet: a column whose lot is to be drawn, and the bonus for several columns won.
COLUMN_WAITS = _("Colonne %(column)s : égalité, à tirer au sort.")
COLUMNS_BONUS = _("bonus %(bonus)s")
# On a phone without network the lot is drawn at the table, because only the server draws lots.
DRAW_HERE = _("Sans réseau, tirer au sort à la table et toucher qui l'emporte.")
TERMS: dict[str, Promise | str] = {**COLUMN_NAMES, **ROW_NAMES}

NOTES: dict[str, Promise] = {
    "number_written": _("Colonne %(column)s, ligne des %(row)s : %(count)s × %(row)s."),
    "figure_written": _("Colonne %(column)s : %(row)s."),
    "sum_written": _("Colonne %(column)s, %(row)s : la somme des cinq dés."),
    "cell_struck": _("Colonne %(column)s, %(row)s : case barrée."),
    "bonus_reached": _(
        "Bonus de la colonne %(column)s : les six lignes de nombres font %(sum)s, "
        "il en fallait %(threshold)s."
    ),
    "sums_struck": _(
        "Colonne %(column)s : « + » (%(plus)s) n'est pas au-dessus de « − » (%(moins)s), "
        "les deux cases sont barrées."
    ),
    "lots_open": _("Colonnes à égalité, à tirer au sort : %(count)s."),
    "lot_to_draw": _("Colonne %(column)s : le sort va désigner qui la gagne."),
    "lot_drawn": _("Colonne %(column)s, %(count)s à égalité : le sort désigne %(side)s."),
    "column_won": _("Colonne %(column)s gagnée (%(total)s points) : elle vaut %(worth)s."),
    "column_shared": _(
        "Colonne %(column)s partagée entre %(count)s (%(total)s points) : elle vaut %(worth)s."
    ),
    "columns_bonus": _("Bonus de %(bonus)s. Colonnes gagnées : %(count)s."),
    "result": _("Score brut %(gross)s, résultat du match : %(points)s."),
}

# The sentences that a phone shows to the player at its place.
PLACE: dict[str, Text] = {
    "your_turn": _("À vous de jouer"),
    "next_turn": _("%(seat)s joue, puis vous"),
    "later_turn": _("%(seat)s joue, vous dans %(turns)s tours"),
    "lots": _("Reste à tirer au sort"),
    "next_descendre": _("En descendant : %(row)s."),
    "next_monter": _("En montant : %(row)s."),
    "free_cells": _("Cases vides : %(libre)s en libre, %(en_1)s en un jet, %(en_2)s en deux."),
    "bonus_needs": _("Bonus, colonne %(column)s : encore %(points)s."),
}

_ENTRY_ERRORS: dict[str, Promise] = {
    "not_your_turn": _("C'est à %(seat)s de jouer."),
    "cell_missing": _("Choisir une case de la feuille."),
    "cell_filled": _("Colonne %(column)s, la case %(row)s est déjà prise : en choisir une autre."),
    "column_order": _("La colonne %(column)s se remplit dans l'ordre : d'abord %(row)s."),
    "throws_missing": _("Dire en combien de jets : 1, 2 ou 3."),
    "throws_out_of_range": _("Un tour a de 1 à %(most)s jets."),
    "wrong_throw_count": _("Dans la colonne %(column)s, le nombre de jets est %(throws)s."),
    "dice_count": _("Il faut %(expected)s dés, il y en a %(count)s."),
    "die_out_of_range": _("Un dé va de 1 à %(faces)s."),
    "value_missing": _("Donner les dés ou les points, ou barrer la case."),
    "value_impossible": _("%(row)s : la case prend %(span)s points, ou se barre."),
    "value_mismatch": _("Les dés donnent %(dice)s, et non %(value)s : corriger l'un ou l'autre."),
}

_END_ERRORS: dict[str, Promise] = {
    "draw_with_turn": _("Un tirage au sort s'inscrit seul, sans case ni dés."),
    "draw_not_pending": _("Colonne %(column)s : rien à tirer au sort maintenant."),
    "draw_not_tied": _("Colonne %(column)s : le sort désigne une des personnes à égalité."),
    "match_not_drawn_yet": _(
        "Les cases sont toutes remplies : tirer d'abord au sort la colonne %(column)s."
    ),
}

_RULE_ERRORS: dict[str, Promise] = {
    "column_value_out_of_range": _("Colonne %(column)s : une valeur de 0 à %(highest)s."),
    "bonus_out_of_range": _("Un bonus va de 0 à %(highest)s."),
    "threshold_out_of_range": _("Il faut une somme d'au moins 1, et de 10 000 au plus."),
    "too_many_decimals": _("Deux décimales au plus."),
}

ERRORS: dict[str, Promise] = _ENTRY_ERRORS | _END_ERRORS | _RULE_ERRORS

FACTS: dict[str, Text] = {
    "columns_won": _("%(side)s a gagné %(count)s colonnes sur 5."),
    "best_sheet": _("%(side)s a la feuille la plus pleine : %(points)s points."),
    "best_column": _("%(side)s a la meilleure colonne : « %(column)s », %(points)s points."),
    "most_yams": _("%(side)s a réussi %(count)s yams."),
    "yams_at_once": _(
        "%(side)s a fait un yams d'un seul jet, au tour %(number)s : cela arrive une fois "
        "sur 1 296."
    ),
    "yams_going_up": _(
        "%(side)s a ouvert sa montante par un yams de %(points)s points, au tour %(number)s."
    ),
    "bonuses": _("%(side)s a touché le bonus dans %(count)s colonnes."),
    "lots": ngettext_lazy(
        "Le sort a décidé une colonne.", "Le sort a décidé %(count)s colonnes.", "count"
    ),
}

# Sentences about turns that cost points: the player's choice, and the better one.
DECISIONS: dict[str, Text] = {
    "other_cell": _(
        "%(seat)s écrit %(dice)s en %(row)s (%(column)s) : %(better_row)s (%(better_column)s) "
        "valait mieux."
    ),
    "other_struck": _(
        "%(seat)s écrit %(dice)s en %(row)s (%(column)s) : barrer %(better_row)s "
        "(%(better_column)s) valait mieux."
    ),
    "same_written": _(
        "%(seat)s barre %(row)s (%(column)s) avec %(dice)s : y écrire %(worth)s valait mieux."
    ),
    "same_struck": _("%(seat)s écrit %(dice)s en %(row)s (%(column)s) : la barrer valait mieux."),
    "throw_on": _(
        "%(seat)s écrit %(dice)s en %(row)s (%(column)s) : relancer en gardant %(kept)s valait "
        "mieux."
    ),
    "throw_all": _("%(seat)s écrit %(dice)s en %(row)s (%(column)s) : tout relancer valait mieux."),
}

LINES = ngettext_lazy("%(count)s tour", "%(count)s tours", "count")

# The French words that pages in other languages keep, each with its meaning.
NOTIONS: dict[str, Promise] = {
    "yams": _("cinq dés pareils"),
}

# The title of each fact's record, shown above its sentence.
TITLES: dict[str, Promise] = {
    "columns_won": _("Plus de colonnes gagnées en un match"),
    "best_sheet": _("Feuille la plus pleine"),
    "best_column": _("Meilleure colonne"),
    "most_yams": _("Plus de yams en un match"),
    "yams_at_once": _("Yams d'un seul jet"),
    "yams_going_up": _("Montante ouverte le plus tôt par un yams"),
    "bonuses": _("Plus de bonus en un match"),
    "lots": _("Plus de colonnes tirées au sort en un match"),
}

# The headings of lists of facts. These facts can't be compared, so all of them are listed.
HISTORIES: dict[str, Promise] = {
    "yams_at_once": _("Historique des yams d'un seul jet"),
}


def brief(turn: Any, names: Sequence[str]) -> str:
    """Return a turn in short: the player, the cell and its value.

    For a lot, return the column and its winner.
    """
    if turn.draw:
        return f"{COLUMN_HEADS[turn.draw['column']]} : {names[turn.draw['winner']]}"
    value = figure(turn.value) if turn.value else _("barré")
    return f"{names[turn.seat]}, {COLUMN_HEADS[turn.column]}, {ROW_NAMES[turn.row]} : {value}"
