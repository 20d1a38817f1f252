"""The shape of a ruleset and of a manche in the API; the rules are in `scoring`."""

from typing import Any

from rest_framework import serializers

from clubs.shapes import BoundedDict, BoundedList
from games.maitre.models import MaitreRules, Suit
from games.shapes import StrictBoolean, StrictChoice, StrictInteger

# Far above any table's figures, and within the range of every database column.
LARGEST_RULE = 1_000_000
MOST_TOURS = 1_000
SEATS = 6
DECK = 54


class MaitreRulesSerializer(serializers.Serializer[Any]):
    """Every rule of a match of jeu du Maître; what is left out is the preset's."""

    tours = StrictInteger(min_value=1, max_value=MOST_TOURS, required=False)
    contract_min = StrictInteger(min_value=0, max_value=100, required=False)
    contract_max = StrictInteger(min_value=0, max_value=100, required=False)
    gap = StrictInteger(min_value=0, max_value=LARGEST_RULE, required=False)
    coffre_penalty = StrictInteger(min_value=0, max_value=LARGEST_RULE, required=False)
    failures_to_eliminate = StrictInteger(min_value=1, max_value=MOST_TOURS, required=False)
    malus_reference = StrictChoice(choices=MaitreRules.MalusReference.values, required=False)
    contract_base = StrictChoice(choices=MaitreRules.ContractBase.values, required=False)
    rounding = StrictChoice(choices=MaitreRules.Rounding.values, required=False)
    first_maitre = StrictInteger(min_value=0, max_value=SEATS - 1, required=False)


class CardField(serializers.CharField):
    """A card's code; the game checks it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, allow_blank=True, trim_whitespace=False, **kwargs)


class Cards(BoundedList):
    """A pile: cards as `"7H"`, `"10C"`, `"KD"`, jokers `"X1"` and `"X2"`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=CardField(), max_length=DECK, **kwargs)


class FiguresSerializer(serializers.Serializer[Any]):
    """The Maître's figures; `trick_cards` without jokers."""

    trick_points = StrictInteger()
    trick_cards = StrictInteger()
    trick_valued = StrictInteger()
    chute_points = StrictInteger()
    discard_value = StrictInteger()


class CoffreSerializer(serializers.Serializer[Any]):
    """The coffre: two ranks (by figures), two cards (by cards), or only that it is forbidden."""

    forbidden = StrictBoolean(required=False)
    major_rank = StrictInteger(required=False)
    minor_rank = StrictInteger(required=False)
    major = CardField(required=False)
    minor = CardField(required=False)


class ChuteSerializer(serializers.Serializer[Any]):
    """The cards left in hands, and who won the last trick."""

    winner = StrictInteger(required=False)
    cards = Cards(required=False)


class DiscardSerializer(serializers.Serializer[Any]):
    """The magistral discard, and the players' common one."""

    maitre = Cards(required=False)
    players = Cards(required=False)


class MancheSerializer(serializers.Serializer[Any]):
    """A manche: `maitre`, `players` and the coffre's ranks, or its piles of cards."""

    contract = StrictInteger(required=False, allow_null=True)
    maitre = FiguresSerializer(required=False, allow_null=True)
    coffre = CoffreSerializer(required=False, allow_null=True)
    players = BoundedDict(
        child=StrictInteger(),
        max_length=SEATS,
        required=False,
        allow_null=True,
        help_text="Points by seat number.",
    )
    major = StrictChoice(choices=Suit.values, required=False, allow_null=True)
    minor = StrictChoice(choices=Suit.values, required=False, allow_null=True)
    tricks = BoundedDict(
        child=Cards(),
        max_length=SEATS,
        required=False,
        allow_null=True,
        help_text="Cards won, by seat number.",
    )
    chute = ChuteSerializer(required=False, allow_null=True)
    discard = DiscardSerializer(required=False, allow_null=True)
