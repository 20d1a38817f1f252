"""The form fields that several lab questions of the jeu du 10 share: the deck and the hand."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.dix.engine.play import DECKS, ORDER
from games.dix.engine.shapes import Shape
from games.entry.lab_fields import CardsField, check_count

DECK_CHOICES = (
    (40, gettext_lazy("40 cartes, mains de dix")),
    (36, gettext_lazy("36 cartes (Ruff), mains de neuf")),
)


def written(shape: Shape) -> str:
    """Return a shape as text, such as « 4-3-2-1 »."""
    return "-".join(map(str, shape))


class DeckForm(forms.Form):
    """The choice of a deck."""

    deck = forms.TypedChoiceField(
        label=gettext_lazy("Paquet"), choices=DECK_CHOICES, coerce=int, initial=40
    )


class LabHandForm(DeckForm):
    """A deck and a whole hand of it."""

    cards = CardsField(
        sorted(DECKS[40], key=lambda card: -ORDER[card.rank]),
        label=gettext_lazy("Main"),
        initial=["AS", "KS", "QS", "JS", "10S", "9S", "8S", "AH", "KH", "AD"],
        help_text=gettext_lazy("Les cartes de la main ; sans 6 au Ruff."),
    )

    def clean(self) -> dict[str, Any]:
        """Check that the cards are a complete hand of the chosen deck, and return the values."""
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
