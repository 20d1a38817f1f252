"""The shape of a ruleset and of a turn in the API; the rules are in `scoring`."""

from decimal import Decimal
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.shapes import BoundedList
from games.entry.serializers import EntrySerializer, RulesSerializer
from games.entry.shapes import StrictChoice, StrictInteger
from games.yams.engine.cells import COLUMNS, DICE, FACES, MOST_THROWS
from games.yams.engine.rulesets import LARGEST_VALUE, exact
from games.yams.models import YamsRules, YamsTurn

# More dice than this are refused before any other check.
MOST_DICE = 20


NUMBER: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": LARGEST_VALUE}


@extend_schema_field(NUMBER)
class StrictNumber(serializers.Field[Any, Any, Any, Any]):
    """A JSON number of at least 0 with at most two decimals: 3 or 2.5."""

    json_schema = NUMBER
    default_error_messages = {
        "invalid": _("Il faut un nombre, comme 3 ou 2.5."),
        "out_of_range": _("De 0 à {highest}, avec deux décimales au plus."),
    }

    def to_internal_value(self, data: Any) -> int | float | Decimal:
        """Return the number; strings and booleans are refused."""
        if isinstance(data, bool) or not isinstance(data, int | float | Decimal):
            self.fail("invalid")
        if not 0 <= data <= LARGEST_VALUE or exact(data) * 100 % 1:
            self.fail("out_of_range", highest=LARGEST_VALUE)
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the value unchanged, because rules have plain numbers already."""
        return value


class ColumnValuesSerializer(serializers.Serializer[Any]):
    """What winning each column is worth; a column that is left out has its default."""

    def get_fields(self) -> dict[str, Any]:
        """Return a number field for each column of the grid."""
        return {column: StrictNumber(required=False) for column in COLUMNS}


class YamsRulesSerializer(RulesSerializer):
    """Every rule of a match of Yams; a rule that is left out has the value of the preset."""

    serializer_field_mapping = {
        **RulesSerializer.serializer_field_mapping,
        models.DecimalField: StrictNumber,
    }

    column_values = ColumnValuesSerializer(required=False)

    class Meta(RulesSerializer.Meta):
        model = YamsRules


class DrawSerializer(serializers.Serializer[Any]):
    """A lot drawn for a column; without `winner` the server draws one."""

    column = StrictChoice(choices=COLUMNS)
    winner = StrictInteger(min_value=0, required=False, allow_null=True)


class TurnSerializer(EntrySerializer):
    """A turn: a cell with `dice`, `value` or `barred`; or, after the last turn, a `draw`."""

    dice = BoundedList(
        child=StrictInteger(),
        required=False,
        allow_null=True,
        max_length=MOST_DICE,
        help_text=f"{DICE} dice, 1 to {FACES}",
    )
    draw = DrawSerializer(required=False, allow_null=True)

    class Meta(EntrySerializer.Meta):
        model = YamsTurn
        extra_kwargs = {
            "seat": {"min_value": 0},
            "throws": {"help_text": f"1 to {MOST_THROWS}; needed with a cell"},
        }
