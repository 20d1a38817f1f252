"""The shapes of a ruleset and of a manche in the API. The rules themselves are in `scoring`."""

from core.shapes import BoundedList
from games.bataille.engine.rulesets import MOST_DECKS
from games.bataille.models import BatailleManche, BatailleRules
from games.entry.serializers import EntrySerializer, RulesSerializer
from games.entry.shapes import StrictInteger

# The most seats with which a match can be started.
MOST_SEATS = 50


class BatailleRulesSerializer(RulesSerializer):
    """Every rule of a match of Bataille. A rule that is left out is the preset's."""

    # Pages offer a choice among four. The API has always accepted any number within bounds.
    decks = StrictInteger(min_value=1, max_value=MOST_DECKS, required=False)

    class Meta(RulesSerializer.Meta):
        model = BatailleRules


class MancheSerializer(EntrySerializer):
    """A manche. `reason` is `all_cards` when left out; `winner` is derived from the `cards`."""

    cards = BoundedList(
        child=StrictInteger(), required=False, allow_null=True, max_length=MOST_SEATS
    )

    class Meta(EntrySerializer.Meta):
        model = BatailleManche
