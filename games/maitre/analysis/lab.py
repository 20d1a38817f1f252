"""The lab's question about the jeu du Maître: what the Maître still needs."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cards import DECK_54, SUITS
from games.entry.lab_fields import CardsField
from games.maitre.analysis.needed import Needed, Pile, counted, needed
from games.presentation.table import Table
from games.presentation.wording import SUIT_NAMES, card_name, figure
from games.registry.lab import Answer, AnswerColumn, AnswerGrid, Figure, Plot, Published, Question

RULES = ("gap", "malus_reference", "contract_base")
SUIT_CHOICES = [(suit, SUIT_NAMES[suit]) for suit in SUITS]


class CourseForm(forms.Form):
    """The form that asks for the state of a manche: the suits, and the cards taken so far."""

    contract = forms.IntegerField(
        label=gettext_lazy("Contrat (%)"), min_value=0, max_value=100, initial=50
    )
    major = forms.ChoiceField(label=gettext_lazy("Majeure"), choices=SUIT_CHOICES, initial="hearts")
    minor = forms.ChoiceField(label=gettext_lazy("Mineure"), choices=SUIT_CHOICES, initial="clubs")
    taken = CardsField(
        DECK_54,
        label=gettext_lazy("Plis du Maître"),
        initial=["KH", "10H", "9S", "3C"],
        required=False,
    )
    others = CardsField(
        DECK_54,
        label=gettext_lazy("Plis des autres"),
        initial=["QH", "KC", "2D"],
        required=False,
    )
    coffre = CardsField(DECK_54, label=gettext_lazy("Coffre"), initial=["8H", "AC"], required=False)
    discarded = CardsField(
        DECK_54, label=gettext_lazy("Défausse du Maître"), initial=[], required=False
    )

    def clean(self) -> dict[str, Any]:
        """Check the suits, and that no card is in two places."""
        values = super().clean() or self.cleaned_data
        if values.get("major") and values.get("major") == values.get("minor"):
            text = _("La majeure et la mineure sont deux couleurs : en changer une.")
            self.add_error("minor", forms.ValidationError(text, code="same_suit"))
        seen: set[Any] = set()
        for name in ("taken", "others", "coffre", "discarded"):
            for card in values.get(name) or ():
                if card in seen:
                    text = _("%s est à deux endroits : l'enlever de l'un.") % card_name(card.code)
                    self.add_error(name, forms.ValidationError(text, code="card_repeated"))
                    break
                seen.add(card)
        return values


def still_needed(values: Mapping[str, Any]) -> Answer:
    """Answer with the points that can still be won, the share of the contract reached so far, and
    what is needed to validate.
    """
    major, minor = values["major"], values["minor"]
    cards = {name: values[name] for name in ("taken", "others", "coffre", "discarded")}
    rules = values["rules"]
    needs = needed(
        rules, contract=values["contract"], major=major, minor=minor, deck=DECK_54, **cards
    )
    piles = [
        (_("Plis du Maître"), counted(cards["taken"], major, minor)),
        (_("Plis des autres"), counted(cards["others"], major, minor)),
        (_("Coffre"), counted(cards["coffre"], major, minor)),
        (_("Défausse du Maître"), counted(cards["discarded"], major, minor)),
        (_("Encore à gagner"), needs.out),
    ]
    return Answer(
        sentence=_sentence(needs),
        figures=(
            Figure("major", _("Points de majeure à gagner"), needs.out.major, "points"),
            Figure("minor", _("Points de mineure à éviter"), needs.out.minor, "points"),
            Figure("reached", _("Contrat atteint"), needs.reached, "share"),
            Figure("gap", _("Écart actuel"), needs.gap, "points"),
            Figure("lacking", _("Il manque à l'écart"), needs.lacking, "points"),
            Figure("best_gap", _("Meilleur écart encore possible"), needs.best_gap, "points"),
        ),
        grids=(_grid(piles),),
        plots=(
            Plot(_("Points des cartes"), [(name, pile.points) for name, pile in piles], "points"),
        ),
        published=_published(values, needs),
        remarks=tuple(_remarks(values["contract"], needs)),
    )


def _grid(piles: list[tuple[str, Pile]]) -> AnswerGrid:
    return AnswerGrid(
        _("Où sont les cartes"),
        (
            AnswerColumn(_("Pile")),
            AnswerColumn(_("Points"), "points"),
            AnswerColumn(_("Majeure"), "points"),
            AnswerColumn(_("Mineure"), "points"),
            AnswerColumn(_("Cartes à valeur"), "count"),
            AnswerColumn(_("Cartes sans joker"), "count"),
        ),
        [
            (name, pile.points, pile.major, -pile.minor, pile.valued, pile.counted)
            for name, pile in piles
        ],
    )


def _sentence(needs: Needed) -> str:
    if needs.validated_now:
        return _("Si la manche finissait maintenant, elle serait validée.")
    if needs.more is None:
        return _("Le contrat ne peut plus être tenu.")
    if needs.lacking and needs.best_gap < needs.gap + needs.lacking:
        return _("L'écart ne peut plus être fait.")
    parts = []
    if not needs.contract_holds:
        parts.append(
            ngettext(
                "%(count)s carte à valeur de suite pour le contrat",
                "%(count)s cartes à valeur de suite pour le contrat",
                needs.more,
            )
            % {"count": needs.more}
        )
    if needs.lacking:
        parts.append(_("%s points pour l'écart") % figure(needs.lacking))
    return _("Il faut encore : %s.") % _(" et ").join(parts)


def _remarks(contract: int, needs: Needed) -> list[str]:
    remarks = []
    if needs.contract_holds and needs.spare is not None and needs.reached is not None:
        remarks.append(
            ngettext(
                "Le contrat supporte encore %(count)s carte neutre.",
                "Le contrat supporte encore %(count)s cartes neutres.",
                needs.spare,
            )
            % {"count": needs.spare}
        )
    remarks.append(
        _(
            "L'écart est celui des cartes ; bonus et malus du contrat s'y ajoutent à la fin, et la "
            "première phrase les compte."
        )
    )
    return remarks


def _published(values: Mapping[str, Any], needs: Needed) -> tuple[Published, ...]:
    """Return the source's example, « S'il possède 10 cartes dont 8 à valeur, il fait 80 % ».

    Its result can be compared only if the cards in the form are such cards.
    """
    pile = counted(values["taken"], values["major"], values["minor"])
    example = (len(values["taken"]), pile.counted, pile.valued) == (10, 10, 8)
    return (
        Published(
            _("Dix cartes, dont huit à valeur et deux neutres"),
            "80 %",
            needs.reached if example else None,
            "share",
            _("Avec dix cartes sans joker dans les plis du Maître, dont huit à valeur : exact."),
            met=example,
            step=0,
        ),
    )


def of_match(table: Table) -> Mapping[str, Any] | None:
    """Return the first values of the form, with no cards. None if the match is over.

    A manche is recorded only when it is over. So the cards taken so far must be tapped in.
    """
    if not table.next:
        return None
    return {
        "contract": table.rules.values()["contract_min"],
        "taken": "",
        "others": "",
        "coffre": "",
    }


QUESTIONS = (
    Question(
        slug="ce-qui-manque",
        title=gettext_lazy("Ce qu'il faut encore au Maître"),
        lead=gettext_lazy(
            "Les points à gagner, le contrat atteint, et ce qui manque pour valider."
        ),
        how=gettext_lazy(
            "Les cartes qui ne sont nulle part sont encore à gagner. Le contrat se compte sur les "
            "cartes des plis, jokers à part ; l'écart, sur tous les points de cartes."
        ),
        answer=still_needed,
        form=CourseForm,
        rules=RULES,
        of_match=of_match,
    ),
)
