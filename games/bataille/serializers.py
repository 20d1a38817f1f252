"""The shape of a ruleset and of a manche in the API; the rules are in `scoring`."""

from typing import Any

from rest_framework import serializers

from clubs.shapes import BoundedList
from games.bataille.engine.rulesets import DECKS, MOST_DECKS
from games.bataille.models import BatailleManche, BatailleRules
from games.shapes import StrictBoolean, StrictChoice, StrictInteger

# Far above any table's figures, and within the range of every database column.
LARGEST_RULE = 1_000_000
# As many as the seats that a start accepts.
MOST_SEATS = 50


class BatailleRulesSerializer(serializers.Serializer[Any]):
    """Every rule of a match of Bataille; what is left out is the preset's."""

    deck = StrictChoice(choices=DECKS, required=False)
    decks = StrictInteger(min_value=1, max_value=MOST_DECKS, required=False)
    face_down = StrictBoolean(required=False)
    deal = StrictChoice(choices=BatailleRules.Deal.values, required=False)
    stealing_joker_wins = StrictBoolean(required=False)
    loser_pays = StrictBoolean(required=False)
    open_hands = StrictBoolean(required=False)
    stalemate = StrictChoice(choices=BatailleRules.Stalemate.values, required=False)
    wins_needed = StrictInteger(min_value=1, max_value=LARGEST_RULE, required=False)


class MancheSerializer(serializers.Serializer[Any]):
    """A manche. `reason` is `all_cards` when left out; `winner` is derived from the `cards`."""

    winner = StrictInteger(required=False, allow_null=True)
    reason = StrictChoice(choices=BatailleManche.Reason.values, required=False, allow_null=True)
    tricks = StrictInteger(required=False, allow_null=True)
    battles = StrictInteger(required=False, allow_null=True)
    cards = BoundedList(
        child=StrictInteger(), required=False, allow_null=True, max_length=MOST_SEATS
    )
