"""Form fields shared by several games' questions: cards tapped or typed, dice."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.cards import SUITS, Card, parse_card
from games.presentation.wording import SUIT_NAMES, card_name
from games.sheet import RuleError

MOST_TYPED = 400
_name = lazy(card_name, str)


class FieldWords(forms.CheckboxSelectMultiple):
    """The widget of a field of keys. An address may also give all values as one text: `cards=AS KS
    10H`.
    """

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return the values as a list of words, whether they are separated by spaces, commas or
        repetition.
        """
        given = data.getlist(name) if hasattr(data, "getlist") else data.get(name, [])
        texts = [given] if isinstance(given, str) else list(given)
        return re.split(r"[\s,]+", " ".join(map(str, texts))[:MOST_TYPED].strip())


class CardsField(forms.MultipleChoiceField):
    """A field for `count` cards of a deck; the cleaned value is a tuple of `Card`."""

    default_error_messages = {
        "card_unknown": _("« %(text)s » n'est pas une carte de ce jeu : écrire AS, 10H, 5D."),
        "card_repeated": _("%(card)s est là deux fois : en enlever une."),
        "card_count": _("Il faut %(count)s cartes : il y en a %(given)s."),
    }

    def __init__(self, deck: Collection[Card], *, count: int | None = None, **kwargs: Any) -> None:
        self.deck = deck
        self.count = count
        kwargs.setdefault("widget", FieldWords)
        super().__init__(choices=_by_suit(deck), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the codes of the cards, which are the values of the keys."""
        return [str(card) for card in value] if value else value

    def to_python(self, value: Any) -> Any:
        """Return the cards; raise `card_unknown` or `card_repeated`."""
        cards = []
        for text in filter(None, value or ()):
            try:
                card = parse_card(text.upper())
            except RuleError:
                card = None
            if card is None or card not in self.deck:
                self._fail("card_unknown", text=text[:20])
            elif card in cards:
                self._fail("card_repeated", card=card_name(card.code))
            else:
                cards.append(card)
        return cards

    def validate(self, value: Any) -> None:
        """Raise `required`, or `card_count`."""
        if not value and self.required:
            self._fail("required")
        if value and self.count is not None:
            check_count(value, self.count)

    def clean(self, value: Any) -> Any:
        """Return a tuple of cards."""
        return tuple(super().clean(value))

    def _fail(self, code: str, **params: Any) -> None:
        raise ValidationError(self.error_messages[code], code=code, params=params)


def check_count(cards: Sequence[Card], count: int) -> None:
    """Raise `card_count` unless the number of cards is right."""
    if len(cards) != count:
        raise ValidationError(
            CardsField.default_error_messages["card_count"],
            code="card_count",
            params={"count": count, "given": len(cards)},
        )


def _by_suit(deck: Collection[Card]) -> list[Any]:
    groups = [
        (SUIT_NAMES[suit], [_choice(card) for card in deck if card.suit == suit]) for suit in SUITS
    ]
    jokers = [_choice(card) for card in deck if card.is_joker]
    return [*groups, (_("jokers"), jokers)] if jokers else groups


def _choice(card: Card) -> tuple[str, Any]:
    # The name is translated only when it is shown, because its letters depend on the reader's
    # language.
    return card.code, _name(card.code)


class DiceField(forms.CharField):
    """A field for the faces of thrown dice, « 2 2 5 6 6 » or « 22566 »; cleaned, a sorted tuple."""

    default_error_messages = {
        "dice_count": _("Il faut %(count)s dés : il y en a %(given)s."),
        "die_out_of_range": _("Un dé va de 1 à 6 : écrire par exemple 2 2 5 6 6."),
    }

    def __init__(self, *, count: int | None = None, **kwargs: Any) -> None:
        self.dice = count
        kwargs.setdefault("max_length", 20)
        kwargs.setdefault(
            "widget", forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        )
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the faces with spaces between them."""
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        """Return the faces in increasing order; raise `die_out_of_range` or `dice_count`."""
        if isinstance(value, list | tuple):
            value = " ".join(map(str, value))
        text = re.sub(r"[\s,;.-]+", "", super().to_python(value) or "")
        if not re.fullmatch(r"[1-6]*", text, re.ASCII):
            raise ValidationError(self.error_messages["die_out_of_range"], code="die_out_of_range")
        dice = tuple(sorted(int(face) for face in text))
        if dice and self.dice is not None and len(dice) != self.dice:
            raise ValidationError(
                self.error_messages["dice_count"],
                code="dice_count",
                params={"count": self.dice, "given": len(dice)},
            )
        return dice
