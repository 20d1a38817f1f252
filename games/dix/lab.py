"""What the lab asks of the jeu du 10: distributions, one's own hand, sure hands."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cards import SUITS, Card
from games.dix.odds import Shape, hand_count, shape_counts, shape_of
from games.dix.play import DECKS, ORDER
from games.dix.sure import (
    Holding,
    Refutation,
    Verdict,
    judge,
    sure_count,
    sure_counts,
    sure_hands,
)
from games.lab import Answer, Column, Figure, Grid, Plot, Published, Question
from games.lab_fields import CardsField, check_count
from games.wording import SUIT_NAMES, card_name, figure

DECK_CHOICES = (
    (40, gettext_lazy("40 cartes, mains de dix")),
    (36, gettext_lazy("36 cartes (Ruff), mains de neuf")),
)

# « Répartitions »: number of hands and probability, as the source prints them.
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


def written(shape: Shape) -> str:
    """Return « 4-3-2-1 »."""
    return "-".join(map(str, shape))


class DeckForm(forms.Form):
    """Which deck."""

    deck = forms.TypedChoiceField(
        label=gettext_lazy("Paquet"), choices=DECK_CHOICES, coerce=int, initial=40
    )


# --- Distributions ---------------------------------------------------------------------------


def distributions(conditions: Mapping[str, Any]) -> Answer:
    """Count every distribution of the four suits."""
    deck = conditions["deck"]
    total, counts = hand_count(deck), shape_counts(deck)
    order = sorted(counts, key=lambda shape: -counts[shape])
    void = sum(count for shape, count in counts.items() if len(shape) < 4)
    here = deck == 40
    return Answer(
        sentence=_("%(total)s mains possibles ; la plus courante est %(shape)s.")
        % {"total": _grouped(total), "shape": written(order[0])},
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
        grids=(
            Grid(
                _("Répartitions, de la plus courante à la plus rare"),
                (
                    Column(_("Répartition")),
                    Column(_("Mains"), "count"),
                    Column(_("Probabilité"), "share"),
                    Column(_("Une main sur"), "number"),
                    *((Column(_("Table du club"), "count"),) if here else ()),
                ),
                [
                    (
                        written(shape),
                        counts[shape],
                        Fraction(counts[shape], total),
                        Fraction(total, counts[shape]),
                        *((CLUB_TABLE[shape][0],) if here else ()),
                    )
                    for shape in order
                ],
            ),
        ),
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


def _published_distributions(
    deck: int, counts: Mapping[Shape, int], total: int, void: int
) -> list[Published]:
    """The club's figures, which are of 40 cards."""
    only = gettext_lazy("Avec 40 cartes et des mains de dix : exact.")
    here = deck == 40
    agree = sum(counts.get(shape) == count for shape, (count, _share) in CLUB_TABLE.items())

    def row(
        claim: Any, theirs: str, ours: Any, unit: Any, holds: bool, more: Any = only
    ) -> Published:
        return Published(claim, theirs, ours if here else None, unit, holds if here else None, more)

    return [
        row(_("Mains possibles"), "847660528", total, "count", total == 847660528),
        row(
            _("Main 4-3-2-1"),
            "272160000",
            counts.get((4, 3, 2, 1)),
            "count",
            counts.get((4, 3, 2, 1)) == 272160000,
        ),
        row(
            _("Les %s lignes de la table du club") % len(CLUB_TABLE),
            _("%s lignes") % len(CLUB_TABLE),
            agree,
            "count",
            agree == len(CLUB_TABLE),
        ),
        row(
            _("Une ou plusieurs couleurs vides"),
            "14 %",
            Fraction(void, total),
            "share",
            round(100 * void / total) == 14,
            gettext_lazy("Avec 40 cartes et des mains de dix : exact à l'arrondi."),
        ),
        row(
            _("4-2-2-2, d'une main comme d'une couleur"),
            "9 %",
            Fraction(counts.get((4, 2, 2, 2), 0), total),
            "share",
            round(100 * counts.get((4, 2, 2, 2), 0) / total) == 9,
            gettext_lazy("Avec 40 cartes et des mains de dix : exact à l'arrondi."),
        ),
        row(
            _("5-3-1-1 et 4-3-3 ont la même probabilité"),
            "36288000",
            counts.get((4, 3, 3)),
            "count",
            counts.get((4, 3, 3)) == counts.get((5, 3, 1, 1)),
        ),
        row(
            _("8-1-1, déjà vu"),
            "0.00637 %",
            Fraction(counts.get((8, 1, 1), 0), total),
            "share",
            f"{100 * counts.get((8, 1, 1), 0) / total:.5f}" == "0.00637",
            gettext_lazy("Avec 40 cartes et des mains de dix : exact à l'arrondi."),
        ),
        row(
            _("7-3, déjà vu"),
            "0.0204 %",
            Fraction(counts.get((7, 3), 0), total),
            "share",
            f"{100 * counts.get((7, 3), 0) / total:.4f}" == "0.0204",
            gettext_lazy("Avec 40 cartes et des mains de dix : exact à l'arrondi."),
        ),
    ]


# --- One's own hand --------------------------------------------------------------------------


class HandForm(DeckForm):
    """A deck and a whole hand of it."""

    cards = CardsField(
        sorted(DECKS[40], key=lambda card: -ORDER[card.rank]),
        label=gettext_lazy("Main"),
        initial=["AS", "KS", "QS", "JS", "10S", "9S", "8S", "AH", "KH", "AD"],
        help_text=gettext_lazy("Les cartes de la main ; sans 6 au Ruff."),
    )

    def clean(self) -> dict[str, Any]:
        """Check that it is a whole hand of that deck."""
        values = super().clean() or self.cleaned_data
        deck, cards = values.get("deck"), values.get("cards")
        if deck and cards:
            try:
                check_count(cards, deck // 4)
                strange = [card for card in cards if card not in DECKS[deck]]
                if strange:
                    raise forms.ValidationError(
                        CardsField.default_error_messages["card_unknown"],
                        code="card_unknown",
                        params={"text": strange[0].code},
                    )
            except forms.ValidationError as error:
                self.add_error("cards", error)
        return values


def own_hand(conditions: Mapping[str, Any]) -> Answer:
    """Tell the distribution of a hand and how rare it is."""
    deck, cards = conditions["deck"], conditions["cards"]
    total, counts = hand_count(deck), shape_counts(deck)
    shape = shape_of(cards)
    rarer = sum(count for count in counts.values() if count < counts[shape])
    rank = sum(count > counts[shape] for count in counts.values()) + 1
    order = sorted(counts, key=lambda other: -counts[other])
    return Answer(
        sentence=_("Répartition %(shape)s : une main sur %(one_in)s.")
        % {"shape": written(shape), "one_in": _grouped(round(Fraction(total, counts[shape])))},
        figures=(
            Figure(
                "chance", _("Chance de cette répartition"), Fraction(counts[shape], total), "share"
            ),
            Figure("hands", _("Mains de cette répartition"), counts[shape], "count"),
            Figure("rank", _("Rang, de la plus courante à la plus rare"), rank, "number"),
            Figure("rarer", _("Part des mains plus rares"), Fraction(rarer, total), "share"),
        ),
        grids=(
            Grid(
                _("Toutes les répartitions"),
                (
                    Column(_("Répartition")),
                    Column(_("Mains"), "count"),
                    Column(_("Probabilité"), "share"),
                ),
                [
                    (written(other), counts[other], Fraction(counts[other], total))
                    for other in order
                ],
                mark=order.index(shape),
            ),
        ),
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


# --- Sure hands ------------------------------------------------------------------------------

MOST_RANKS = 13


class RanksForm(forms.Form):
    """How many ranks the deck has in each suit."""

    ranks = forms.IntegerField(
        label=gettext_lazy("Rangs par couleur (et cartes par main)"),
        min_value=1,
        max_value=MOST_RANKS,
        initial=10,
        help_text=gettext_lazy("10 : le paquet de 40 ; 9 : le Ruff."),
    )


def sure(conditions: Mapping[str, Any]) -> Answer:
    """Count the hands that win every trick, with trumps and if no-trump were legal."""
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
        % {"count": _grouped(number)},
        figures=(
            Figure("sure", _("Mains sûres, avec un atout"), number, "count"),
            Figure("sure_no_trump", _("Si le sans-atout était permis"), bare, "count"),
            Figure("chance", _("Chance d'en recevoir une"), Fraction(number, total), "share"),
        ),
        grids=(
            Grid(
                _("Mains sûres par répartition"),
                (
                    Column(_("Répartition")),
                    Column(_("Avec un atout"), "count"),
                    Column(_("Sans-atout permis"), "count"),
                ),
                [(written(shape), counts.get(shape, 0), without[shape]) for shape in without],
            ),
            Grid(
                _("Pour tout nombre de rangs"),
                (
                    Column(_("Rangs par couleur"), "number"),
                    Column(_("Avec un atout"), "count"),
                    Column(_("Sans-atout permis"), "count"),
                ),
                [
                    (size, sure_count(size), sure_count(size, no_trump=True))
                    for size in range(1, MOST_RANKS + 1)
                ],
                mark=ranks - 1,
            ),
        ),
        plots=(
            Plot(
                _("Mains sûres par répartition, avec un atout"),
                [(written(shape), count) for shape, count in counts.items()],
                "count",
            ),
        ),
        published=(
            _of_ten(
                _("Mains assurément victorieuses"), "3162", number, "count", number == 3162, here
            ),
            _of_ten(
                _("S'il était légal de miser en sans-atout"),
                "3230",
                bare,
                "count",
                bare == 3230,
                here,
            ),
            _of_ten(
                _("Probabilité d'une telle main"),
                "3.73E-06",
                Fraction(number, total),
                "share",
                f"{number / total:.2E}" == "3.73E-06",
                here,
            ),
        ),
    )


def _of_ten(claim: Any, theirs: str, ours: Any, unit: Any, holds: bool, here: bool) -> Published:
    condition = _("Avec 40 cartes, le gagnant de la mise entamant le premier : exact.")
    return Published(
        claim, theirs, ours if here else None, unit, holds if here else None, condition
    )


def tested_hand(conditions: Mapping[str, Any]) -> Answer:
    """Prove that one hand wins every trick, or show the layout that refutes it."""
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


def _suits(verdict: Verdict) -> Grid:
    def why(holding: Holding) -> str:
        if not holding.cards:
            return _("rien à y jouer")
        if holding.draws:
            return _("ses maîtresses tirent tout ce qui est dehors")
        return _("rien que des maîtresses") if holding.runs else _("une carte dehors peut gagner")

    return Grid(
        _("Couleur par couleur"),
        (
            Column(_("Couleur")),
            Column(_("Cartes"), "cards"),
            Column(_("Maîtresses"), "count"),
            Column(_("Dehors"), "count"),
            Column(_("Ce qui s'ensuit")),
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


def _proof(verdict: Verdict) -> tuple[Grid, ...]:
    return (
        Grid(
            _("La ligne de jeu qui gagne tout, atout %s") % SUIT_NAMES[verdict.trumps[0]],
            (Column(_("Levée"), "number"), Column(_("Jouer"), "cards"), Column(_("Pourquoi"))),
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


def _refuted(verdict: Verdict) -> tuple[Grid, ...]:
    first = verdict.refutations[0]
    places = (_("La main"), _("À gauche"), _("Partenaire"), _("À droite"))
    return (
        Grid(
            _("Ce qui arrête chaque atout"),
            (
                Column(_("Atout")),
                Column(_("Carte qui fait la levée"), "cards"),
                Column(_("À la levée"), "number"),
            ),
            [
                (SUIT_NAMES[one.trump], one.card.code, len(one.tricks))
                for one in verdict.refutations
            ],
        ),
        Grid(
            _("Le jeu des autres qui réfute, atout %s") % SUIT_NAMES[first.trump],
            (Column(_("Place")), Column(_("Cartes"), "cards")),
            [(place, _codes(hand)) for place, hand in zip(places, first.hands, strict=True)],
        ),
        _tricks(first, places),
    )


def _tricks(refutation: Refutation, places: tuple[str, ...]) -> Grid:
    return Grid(
        _("Les levées qui le montrent"),
        (
            Column(_("Levée"), "number"),
            *(Column(place, "cards") for place in places),
            Column(_("Gagnée par")),
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
    """Which of the sure hands."""

    trump = forms.ChoiceField(
        label=gettext_lazy("Atout"),
        choices=[(suit, SUIT_NAMES[suit]) for suit in SUITS],
        initial="spades",
    )
    length = forms.IntegerField(
        label=gettext_lazy("Cartes d'atout"), min_value=5, max_value=10, initial=8
    )


def sure_list(conditions: Mapping[str, Any]) -> Answer:
    """List the sure hands of a trump and a number of trumps."""
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
            Grid(
                _("Les mains"),
                (
                    Column(_("Numéro"), "number"),
                    *(Column(SUIT_NAMES[suit], "cards") for suit in SUITS),
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


def _grouped(number: int) -> str:
    return figure(number)


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
        form=HandForm,
    ),
    Question(
        slug="mains-sures",
        title=gettext_lazy("Mains assurément victorieuses"),
        lead=gettext_lazy(
            "Combien de mains gagnent toutes les levées, quoi que tiennent les trois autres ?"
        ),
        how=gettext_lazy(
            "Une couleur tient quand toutes ses cartes sont maîtresses, ou quand ses maîtresses "
            "sont au "
            "moins aussi nombreuses que les cartes dehors ; l'atout doit faire ce second compte, "
            "les "
            "autres couleurs doivent tenir. On compte les mains, on ne les essaie pas."
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
            "de la couleur "
            "qui cède est donné à gauche, qui attend : les levées sont jouées devant l'arbitre "
            "du jeu."
        ),
        answer=tested_hand,
        form=HandForm,
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
