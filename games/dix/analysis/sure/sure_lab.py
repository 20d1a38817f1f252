"""The lab's questions about sure hands: how many there are, a test of one hand, and a list."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cards import SUITS, Card
from games.dix.analysis.lab_forms import DeckForm, LabHandForm, written
from games.dix.analysis.sure.sure import (
    Holding,
    Refutation,
    Verdict,
    judge,
    sure_count,
    sure_counts,
    sure_hands,
)
from games.dix.engine.shapes import Shape
from games.presentation.wording import SUIT_NAMES, card_name, figure
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
)

MOST_RANKS = 13


class RanksForm(forms.Form):
    """The form for the number of ranks in each suit of the deck."""

    ranks = forms.IntegerField(
        label=gettext_lazy("Rangs par couleur (et cartes par main)"),
        min_value=1,
        max_value=MOST_RANKS,
        initial=10,
        help_text=gettext_lazy("10 : le paquet de 40 ; 9 : le Ruff."),
    )


def sure(conditions: Mapping[str, Any]) -> Answer:
    """Return the answer on how many hands win every trick, with a trump or without."""
    ranks = conditions["ranks"]
    total = comb(4 * ranks, ranks)
    counts, without = sure_counts(ranks), sure_counts(ranks, no_trump=True)
    number, bare = sum(counts.values()), sum(without.values())
    here = ranks == 10
    return Answer(
        sentence=ngettext(
            "%(count)s main gagne toutes les levées, quoi que tiennent les autres.",
            "%(count)s mains gagnent toutes les levées, quoi que tiennent les autres.",
            number,
        )
        % {"count": figure(number)},
        figures=(
            Figure("sure", _("Mains sûres, avec un atout"), number, "count"),
            Figure("sure_no_trump", _("Si le sans-atout était permis"), bare, "count"),
            Figure("chance", _("Chance d'en recevoir une"), Fraction(number, total), "share"),
        ),
        grids=(_by_shape(counts, without), _by_ranks(ranks)),
        plots=(
            Plot(
                _("Mains sûres par répartition, avec un atout"),
                [(written(shape), count) for shape, count in counts.items()],
                "count",
            ),
        ),
        published=(
            _of_ten(_("Mains assurément victorieuses"), "3162", number, "count", here),
            _of_ten(_("S'il était légal de miser en sans-atout"), "3230", bare, "count", here),
            _of_ten(
                _("Probabilité d'une telle main"),
                "3.73E-06",
                Fraction(number, total),
                "share",
                here,
            ),
        ),
    )


def _by_shape(counts: Mapping[Shape, int], without: Mapping[Shape, int]) -> AnswerGrid:
    """Return a table of the number of sure hands by shape, with a trump or without."""
    return AnswerGrid(
        _("Mains sûres par répartition"),
        (
            AnswerColumn(_("Répartition")),
            AnswerColumn(_("Avec un atout"), "count"),
            AnswerColumn(_("Sans-atout permis"), "count"),
        ),
        [(written(shape), counts.get(shape, 0), without[shape]) for shape in without],
    )


def _by_ranks(ranks: int) -> AnswerGrid:
    """Return a table of the number of sure hands by deck. The question's deck is marked."""
    return AnswerGrid(
        _("Pour tout nombre de rangs"),
        (
            AnswerColumn(_("Rangs par couleur"), "number"),
            AnswerColumn(_("Avec un atout"), "count"),
            AnswerColumn(_("Sans-atout permis"), "count"),
        ),
        [
            (size, sure_count(size), sure_count(size, no_trump=True))
            for size in range(1, MOST_RANKS + 1)
        ],
        mark=ranks - 1,
    )


def _of_ten(claim: Text, theirs: str, ours: Number, unit: Unit, here: bool) -> Published:
    condition = _("Avec 40 cartes, le gagnant de la mise entamant le premier : exact.")
    return Published(claim, theirs, ours if here else None, unit, condition, met=here)


def tested_hand(conditions: Mapping[str, Any]) -> Answer:
    """Return the answer for one hand: the proof that it wins every trick, or a refuting layout."""
    verdict = judge(conditions["cards"], conditions["deck"])
    return Answer(
        sentence=_sure_sentence(verdict),
        figures=(Figure("sure", _("Atouts qui gagnent tout"), len(verdict.trumps), "count"),),
        grids=(_suits(verdict), *(_proof(verdict) if verdict.sure else _refuted(verdict))),
        remarks=(
            _("Sans atout, si c'était permis, elle gagnerait toutes les levées.")
            if verdict.no_trump
            else _(
                "Sans atout, si c'était permis, elle ne gagnerait pas toutes les levées à coup sûr."
            ),
        ),
    )


def _sure_sentence(verdict: Verdict) -> str:
    if verdict.sure:
        trumps = _(" ou ").join(str(SUIT_NAMES[trump]) for trump in verdict.trumps)
        return _("Main sûre : atout %(trump)s, elle gagne toutes les levées.") % {"trump": trumps}
    refutation = verdict.refutations[0]
    return _(
        "Main pas sûre : même atout %(trump)s, le jeu ci-dessous donne une levée au %(card)s."
    ) % {
        "trump": SUIT_NAMES[refutation.trump],
        "card": card_name(refutation.card.code),
    }


def _suits(verdict: Verdict) -> AnswerGrid:
    def why(holding: Holding) -> str:
        if not holding.cards:
            return _("rien à y jouer")
        if holding.draws:
            return _("ses maîtresses tirent tout ce qui est dehors")
        return _("rien que des maîtresses") if holding.runs else _("une carte dehors peut gagner")

    return AnswerGrid(
        _("Couleur par couleur"),
        (
            AnswerColumn(_("Couleur")),
            AnswerColumn(_("Cartes"), "cards"),
            AnswerColumn(_("Maîtresses"), "count"),
            AnswerColumn(_("Dehors"), "count"),
            AnswerColumn(_("Ce qui s'ensuit")),
        ),
        [
            (
                SUIT_NAMES[holding.suit],
                _codes(holding.cards),
                holding.masters,
                holding.out,
                why(holding),
            )
            for holding in verdict.suits
        ],
    )


def _proof(verdict: Verdict) -> tuple[AnswerGrid, ...]:
    return (
        AnswerGrid(
            _("La ligne de jeu qui gagne tout, atout %s") % SUIT_NAMES[verdict.trumps[0]],
            (
                AnswerColumn(_("Levée"), "number"),
                AnswerColumn(_("Jouer"), "cards"),
                AnswerColumn(_("Pourquoi")),
            ),
            [
                (
                    number,
                    card.code,
                    _("les atouts d'abord, du plus fort au plus faible")
                    if card.suit == verdict.trumps[0]
                    else _("plus d'atout dehors, et cette carte est la plus forte de sa couleur"),
                )
                for number, card in enumerate(verdict.line, start=1)
            ],
        ),
    )


def _refuted(verdict: Verdict) -> tuple[AnswerGrid, ...]:
    first = verdict.refutations[0]
    places = (_("La main"), _("À gauche"), _("Partenaire"), _("À droite"))
    return (
        AnswerGrid(
            _("Ce qui arrête chaque atout"),
            (
                AnswerColumn(_("Atout")),
                AnswerColumn(_("Carte qui fait la levée"), "cards"),
                AnswerColumn(_("À la levée"), "number"),
            ),
            [
                (SUIT_NAMES[refutation.trump], refutation.card.code, len(refutation.tricks))
                for refutation in verdict.refutations
            ],
        ),
        AnswerGrid(
            _("Le jeu des autres qui réfute, atout %s") % SUIT_NAMES[first.trump],
            (AnswerColumn(_("Place")), AnswerColumn(_("Cartes"), "cards")),
            [(place, _codes(hand)) for place, hand in zip(places, first.hands, strict=True)],
        ),
        _tricks(first, places),
    )


def _tricks(refutation: Refutation, places: tuple[str, ...]) -> AnswerGrid:
    return AnswerGrid(
        _("Les levées qui le montrent"),
        (
            AnswerColumn(_("Levée"), "number"),
            *(AnswerColumn(place, "cards") for place in places),
            AnswerColumn(_("Gagnée par")),
        ),
        [
            (
                number,
                *(
                    card.code
                    for _seat, card in sorted(trick.played(), key=lambda played: played[0])
                ),
                places[trick.winner],
            )
            for number, trick in enumerate(refutation.tricks, start=1)
        ],
    )


class ListForm(DeckForm):
    """The form for a trump and a number of trumps."""

    trump = forms.ChoiceField(
        label=gettext_lazy("Atout"),
        choices=[(suit, SUIT_NAMES[suit]) for suit in SUITS],
        initial="spades",
    )
    length = forms.IntegerField(
        label=gettext_lazy("Cartes d'atout"), min_value=5, max_value=10, initial=8
    )


def sure_list(conditions: Mapping[str, Any]) -> Answer:
    """Return the answer that lists the sure hands with this trump and this number of trumps."""
    trump, length = conditions["trump"], conditions["length"]
    hands = list(sure_hands(conditions["deck"], trump, length))
    return Answer(
        sentence=ngettext(
            "%(count)s main sûre a %(length)s cartes d'atout %(trump)s.",
            "%(count)s mains sûres ont %(length)s cartes d'atout %(trump)s.",
            len(hands),
        )
        % {"count": len(hands), "length": length, "trump": SUIT_NAMES[trump]},
        figures=(Figure("hands", _("Mains"), len(hands), "count"),),
        grids=(
            AnswerGrid(
                _("Les mains"),
                (
                    AnswerColumn(_("Numéro"), "number"),
                    *(AnswerColumn(SUIT_NAMES[suit], "cards") for suit in SUITS),
                ),
                [
                    (
                        number,
                        *(_codes(card for card in hand if card.suit == suit) for suit in SUITS),
                    )
                    for number, hand in enumerate(hands, start=1)
                ],
            ),
        ),
        remarks=(
            _(
                "Une main de deux couleurs de cinq cartes maîtresses se trouve dans les deux "
                "listes : "
                "en les comptant une fois, les quatre atouts et toutes les longueurs font les "
                "3162 mains."
            ),
        )
        if conditions["deck"] == 40
        else (),
    )


def _codes(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


QUESTIONS = (
    Question(
        slug="mains-sures",
        title=gettext_lazy("Mains assurément victorieuses"),
        lead=gettext_lazy(
            "Combien de mains gagnent toutes les levées, quoi que tiennent les trois autres ?"
        ),
        how=gettext_lazy(
            "Une couleur tient quand toutes ses cartes sont maîtresses, ou quand ses maîtresses "
            "sont au moins aussi nombreuses que les cartes dehors ; l'atout doit faire ce second "
            "compte, les autres couleurs doivent tenir. On compte les mains, on ne les essaie pas."
        ),
        answer=sure,
        form=RanksForm,
    ),
    Question(
        slug="main-sure",
        title=gettext_lazy("Cette main gagne-t-elle tout ?"),
        lead=gettext_lazy("La ligne de jeu qui le prouve, ou le jeu des autres qui le réfute."),
        how=gettext_lazy(
            "La main mise, nomme l'atout et entame. Si elle n'est pas sûre, tout ce qui manque "
            "de la couleur qui cède est donné à gauche, qui attend : les levées sont jouées devant "
            "l'arbitre du jeu."
        ),
        answer=tested_hand,
        form=LabHandForm,
    ),
    Question(
        slug="liste-des-mains-sures",
        title=gettext_lazy("La liste des mains sûres"),
        lead=gettext_lazy("Toutes, par atout et nombre d'atouts."),
        how=gettext_lazy(
            "Énumérées par le même compte que celui des mains assurément victorieuses."
        ),
        answer=sure_list,
        form=ListForm,
    ),
)
