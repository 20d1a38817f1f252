"""The shape of a ruleset and of a manche in the API. `engine` checks the rules."""

from typing import Any

from rest_framework import serializers

from core.shapes import BoundedDict, BoundedList
from games.entry.serializers import ColumnsSerializer, EntrySerializer, RulesSerializer
from games.entry.shapes import StrictBoolean, StrictInteger
from games.maitre.engine.manches import FIGURES
from games.maitre.models import MaitreManche, MaitreRules

SEATS = 6
DECK = 54


class MaitreRulesSerializer(RulesSerializer):
    """Every rule of a match of jeu du Maître. A rule that is left out is the preset's."""

    class Meta(RulesSerializer.Meta):
        model = MaitreRules


class CardField(serializers.CharField):
    """A card's code; the game checks it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, allow_blank=True, trim_whitespace=False, **kwargs)


class Cards(BoundedList):
    """A pile: cards as `"7H"`, `"10C"`, `"KD"`, jokers `"X1"` and `"X2"`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=CardField(), max_length=DECK, **kwargs)


class FiguresSerializer(ColumnsSerializer):
    """The Maître's figures. `trick_cards` does not count jokers."""

    class Meta(ColumnsSerializer.Meta):
        model = MaitreManche
        fields = FIGURES


class CoffreSerializer(serializers.Serializer[Any]):
    """The coffre: two ranks (by figures), two cards (by cards), or only that it is forbidden."""

    forbidden = StrictBoolean(required=False)
    major_rank = StrictInteger(required=False)
    minor_rank = StrictInteger(required=False)
    major = CardField(required=False)
    minor = CardField(required=False)


class ChuteSerializer(serializers.Serializer[Any]):
    """The cards left in hands, and the seat that won the last trick."""

    winner = StrictInteger(required=False)
    cards = Cards(required=False)


class DiscardSerializer(serializers.Serializer[Any]):
    """The magistral discard, and the players' common one."""

    maitre = Cards(required=False)
    players = Cards(required=False)


class MancheSerializer(EntrySerializer):
    """A manche: `maitre`, `players` and the coffre's ranks, or its piles of cards."""

    maitre = FiguresSerializer(required=False, allow_null=True)
    coffre = CoffreSerializer(required=False, allow_null=True)
    players = BoundedDict(
        child=StrictInteger(),
        max_length=SEATS,
        required=False,
        allow_null=True,
        help_text="Points by seat number.",
    )
    tricks = BoundedDict(
        child=Cards(),
        max_length=SEATS,
        required=False,
        allow_null=True,
        help_text="Cards won, by seat number.",
    )
    chute = ChuteSerializer(required=False, allow_null=True)
    discard = DiscardSerializer(required=False, allow_null=True)

    class Meta(EntrySerializer.Meta):
        model = MaitreManche
