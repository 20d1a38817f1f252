"""The lab's questions about the jeu du 10: distributions of suits, and how rare a hand is.

This module also lists the questions that other modules of the game define.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dix.analysis.deal import deal_lab
from games.dix.analysis.equity import bid_lab, equity_lab
from games.dix.analysis.lab_forms import DeckForm, LabHandForm, written
from games.dix.analysis.sure import sure_lab
from games.dix.analysis.worth import worth_lab
from games.dix.engine.shapes import Shape, hand_count, shape_counts, shape_of
from games.presentation.wording import figure
from games.registry.lab import (
    Answer,
    AnswerColumn,
    AnswerGrid,
    Figure,
    Number,
    Plot,
    Published,
    Question,
    Text,
    Unit,
    printed_as,
)

# The club's table « Répartitions »: for each shape the number of hands and the probability, as
# printed there.
CLUB_TABLE: dict[Shape, tuple[int, str]] = {
    (3, 3, 2, 2): (174960000, "0.206"),
    (3, 3, 3, 1): (69120000, "0.082"),
    (4, 2, 2, 2): (76545000, "0.09"),
    (4, 3, 2, 1): (272160000, "0.321"),
    (4, 3, 3): (36288000, "0.043"),
    (4, 4, 1, 1): (26460000, "0.031"),
    (4, 4, 2): (23814000, "0.028"),
    (5, 2, 2, 1): (61236000, "0.072"),
    (5, 3, 1, 1): (36288000, "0.043"),
    (5, 3, 2): (32659200, "0.039"),
    (5, 4, 1): (12700800, "0.015"),
    (5, 5): (381024, "4.50E-04"),
    (6, 2, 1, 1): (11340000, "0.013"),
    (6, 2, 2): (5103000, "6.02E-03"),
    (6, 3, 1): (6048000, "7.13E-03"),
    (6, 4): (529200, "6.24E-04"),
    (7, 1, 1, 1): (480000, "5.66E-04"),
    (7, 2, 1): (1296000, "1.53E-03"),
    (7, 3): (172800, "2.04E-04"),
    (8, 1, 1): (54000, "6.37E-05"),
    (8, 2): (24300, "2.87E-05"),
    (9, 1): (1200, "1.42E-06"),
    (10,): (4, "4.72E-09"),
}


# --- Distributions ---------------------------------------------------------------------------


def distributions(conditions: Mapping[str, Any]) -> Answer:
    """Return the answer on how the four suits may be distributed in a hand, with their chances."""
    deck = conditions["deck"]
    total, counts = hand_count(deck), shape_counts(deck)
    order = sorted(counts, key=lambda shape: -counts[shape])
    void = sum(count for shape, count in counts.items() if len(shape) < 4)
    return Answer(
        sentence=_("%(total)s mains possibles ; la plus courante est %(shape)s.")
        % {"total": figure(total), "shape": written(order[0])},
        figures=(
            Figure("hands", _("Mains possibles"), total, "count"),
            Figure(
                "commonest",
                _("Chance de %s") % written(order[0]),
                Fraction(counts[order[0]], total),
                "share",
            ),
            Figure("void", _("Une couleur vide au moins"), Fraction(void, total), "share"),
        ),
        grids=(_by_rarity(counts, total, order, with_club=deck == 40),),
        plots=(
            Plot(
                _("Probabilité de chaque répartition"),
                [(written(shape), Fraction(counts[shape], total)) for shape in order],
                "share",
            ),
        ),
        published=_published_distributions(deck, counts, total, void),
        remarks=(
            _(
                "La même table dit comment les cartes d'une couleur se partagent entre les "
                "quatre mains."
            ),
        ),
    )


def _by_rarity(
    counts: Mapping[Shape, int], total: int, order: Sequence[Shape], *, with_club: bool
) -> AnswerGrid:
    """Return a table of all shapes, the commonest first.

    With `with_club` the club's published numbers stand beside the computed ones.
    """
    return AnswerGrid(
        _("Répartitions, de la plus courante à la plus rare"),
        (
            AnswerColumn(_("Répartition")),
            AnswerColumn(_("Mains"), "count"),
            AnswerColumn(_("Probabilité"), "share"),
            AnswerColumn(_("Une main sur"), "number"),
            *((AnswerColumn(_("Table du club"), "count"),) if with_club else ()),
        ),
        [
            (
                written(shape),
                counts[shape],
                Fraction(counts[shape], total),
                Fraction(total, counts[shape]),
                *((CLUB_TABLE[shape][0],) if with_club else ()),
            )
            for shape in order
        ],
    )


EXACT = gettext_lazy("Avec 40 cartes et des mains de dix : exact.")
ROUNDED = gettext_lazy("Avec 40 cartes et des mains de dix : exact à l'arrondi.")


def _published_distributions(
    deck: int, counts: Mapping[Shape, int], total: int, void: int
) -> list[Published]:
    """Return the club's published figures, compared with the computed ones for 40 cards."""
    here = deck == 40
    agree = sum(
        counts.get(shape) == count and printed_as(share, Fraction(count, total))
        for shape, (count, share) in CLUB_TABLE.items()
    )
    alike = counts.get((4, 3, 3)) if counts.get((4, 3, 3)) == counts.get((5, 3, 1, 1)) else 0

    def row(
        claim: Text, theirs: Text, ours: Number | None, unit: Unit, more: Text = EXACT
    ) -> Published:
        return Published(claim, theirs, ours if here else None, unit, more, met=here)

    def share(*shape: int) -> Fraction:
        return Fraction(counts.get(shape, 0), total)

    return [
        row(_("Mains possibles"), "847660528", total, "count"),
        row(_("Main 4-3-2-1"), "272160000", counts.get((4, 3, 2, 1)), "count"),
        row(
            _("Les %s lignes de la table du club") % len(CLUB_TABLE),
            _("%s lignes") % len(CLUB_TABLE),
            agree,
            "count",
        ),
        row(_("Une ou plusieurs couleurs vides"), "14 %", Fraction(void, total), "share", ROUNDED),
        row(
            _("4-2-2-2, d'une main comme d'une couleur"),
            "9 %",
            share(4, 2, 2, 2),
            "share",
            ROUNDED,
        ),
        row(_("5-3-1-1 et 4-3-3 ont la même probabilité"), "36288000", alike, "count"),
        row(_("8-1-1, déjà vu"), "0.00637 %", share(8, 1, 1), "share", ROUNDED),
        row(_("7-3, déjà vu"), "0.0204 %", share(7, 3), "share", ROUNDED),
    ]


# --- One's own hand --------------------------------------------------------------------------


def own_hand(conditions: Mapping[str, Any]) -> Answer:
    """Return the answer on the shape of a hand and on how rare it is."""
    deck, cards = conditions["deck"], conditions["cards"]
    total, counts = hand_count(deck), shape_counts(deck)
    shape = shape_of(cards)
    rarer = sum(count for count in counts.values() if count < counts[shape])
    rank = sum(count > counts[shape] for count in counts.values()) + 1
    order = sorted(counts, key=lambda other: -counts[other])
    return Answer(
        sentence=_("Répartition %(shape)s : une main sur %(one_in)s.")
        % {"shape": written(shape), "one_in": figure(round(Fraction(total, counts[shape])))},
        figures=(
            Figure(
                "chance", _("Chance de cette répartition"), Fraction(counts[shape], total), "share"
            ),
            Figure("hands", _("Mains de cette répartition"), counts[shape], "count"),
            Figure("rank", _("Rang, de la plus courante à la plus rare"), rank, "number"),
            Figure("rarer", _("Part des mains plus rares"), Fraction(rarer, total), "share"),
        ),
        grids=(_beside_others(shape, counts, total, order),),
        plots=(
            Plot(
                _("Probabilité de chaque répartition"),
                [
                    (
                        written(other) + (" ←" if other == shape else ""),
                        Fraction(counts[other], total),
                    )
                    for other in order
                ],
                "share",
            ),
        ),
    )


def _beside_others(
    shape: Shape, counts: Mapping[Shape, int], total: int, order: Sequence[Shape]
) -> AnswerGrid:
    """Return a table of all shapes in which the shape of the hand is marked."""
    return AnswerGrid(
        _("Toutes les répartitions"),
        (
            AnswerColumn(_("Répartition")),
            AnswerColumn(_("Mains"), "count"),
            AnswerColumn(_("Probabilité"), "share"),
        ),
        [(written(other), counts[other], Fraction(counts[other], total)) for other in order],
        mark=order.index(shape),
    )


QUESTIONS = (
    Question(
        slug="repartitions",
        title=gettext_lazy("Répartitions des couleurs"),
        lead=gettext_lazy(
            "Combien de mains de chaque forme, et avec quelle chance en recevoir une ?"
        ),
        how=gettext_lazy(
            "Compté exactement : pour chaque forme, les façons de choisir les cartes de chaque "
            "couleur, "
            "fois les façons d'attribuer les longueurs aux quatre couleurs."
        ),
        answer=distributions,
        form=DeckForm,
    ),
    Question(
        slug="ma-main",
        title=gettext_lazy("Ma main est-elle rare ?"),
        lead=gettext_lazy("Sa forme, et combien de mains ont la même."),
        how=gettext_lazy("Lu dans la table exacte des répartitions."),
        answer=own_hand,
        form=LabHandForm,
    ),
    worth_lab.QUESTION,
    deal_lab.QUESTION,
    *sure_lab.QUESTIONS,
    equity_lab.QUESTION,
    bid_lab.QUESTION,
)
