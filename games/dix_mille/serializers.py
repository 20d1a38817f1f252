"""The shape of a ruleset and of a turn in the API; the rules are in `scoring`."""

from typing import Any

from rest_framework import serializers

from clubs.shapes import BoundedList
from games.dix_mille.models import MilleRules, MilleTurn
from games.shapes import StrictBoolean, StrictChoice, StrictInteger

# Far above any table's figures, and within the range of every database column.
LARGEST_RULE = 1_000_000
MOST_THROWS = 100


class MilleRulesSerializer(serializers.Serializer[Any]):
    """Every rule of a match of 10 000; what is left out is the preset's."""

    dice = StrictChoice(choices=(5, 6), required=False)
    scoring = StrictChoice(choices=MilleRules.Scoring.values, required=False)
    target = StrictInteger(min_value=1, max_value=LARGEST_RULE, required=False)
    exact_target = StrictBoolean(required=False)
    entry_score = StrictInteger(min_value=0, max_value=LARGEST_RULE, required=False)
    entry_single_throw = StrictBoolean(required=False)
    no_fifty = StrictBoolean(required=False)
    coches_to_strike = StrictInteger(min_value=1, max_value=100, required=False)
    coches_consecutive = StrictBoolean(required=False)
    collision = StrictBoolean(required=False)
    chain_collision = StrictBoolean(required=False)
    carry_over = StrictBoolean(required=False)
    may_reroll_scoring = StrictBoolean(required=False)
    break_fives = StrictBoolean(required=False)
    extra_die = StrictChoice(choices=MilleRules.ExtraDie.values, required=False)
    full = StrictChoice(choices=MilleRules.Full.values, required=False)
    main_pleine = StrictChoice(choices=MilleRules.MainPleine.values, required=False)
    win_on_main_pleine_from = StrictInteger(
        min_value=0, max_value=LARGEST_RULE, required=False, allow_null=True
    )
    yam_of_aces_wins = StrictBoolean(required=False)
    four_two_one = StrictBoolean(required=False)
    confirmation = StrictBoolean(required=False)
    jokers = StrictBoolean(required=False)
    late_suites = StrictBoolean(required=False)
    petit_palier = StrictBoolean(required=False)
    last_round = StrictBoolean(required=False)


def _dice(**options: Any) -> BoundedList:
    return BoundedList(child=StrictInteger(), max_length=10, **options)


class ThrowSerializer(serializers.Serializer[Any]):
    """One throw: its dice, those kept and counted, those set aside as jokers."""

    dice = _dice(allow_empty=False)
    keep = _dice(required=False, allow_null=True)
    joker = _dice(required=False, allow_null=True)


class TurnSerializer(serializers.Serializer[Any]):
    """A turn: its `points`, or `bust`, or its `throws`, or `instant_win`."""

    seat = StrictInteger(required=False, allow_null=True)
    points = StrictInteger(min_value=0, required=False, allow_null=True)
    bust = StrictBoolean(required=False, allow_null=True)
    reason = StrictChoice(choices=MilleTurn.Reason.values, required=False, allow_null=True)
    carried = StrictBoolean(required=False, allow_null=True)
    throws = BoundedList(
        child=ThrowSerializer(), required=False, allow_null=True, max_length=MOST_THROWS
    )
    instant_win = StrictBoolean(required=False, allow_null=True)
