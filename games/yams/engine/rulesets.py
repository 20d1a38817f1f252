"""The rulesets of five-column Yams: their fields, and the checks on their values."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Protocol

from games.sheet import RuleError
from games.yams.engine.cells import COLUMNS

# The value of winning each column. « La colonne « montante » reçoit la valeur 4, la « libre » la
# valeur 2 ; les trois autres colonnes se voient attribuer la valeur 3. »
COLUMN_VALUES: Final = {"descendre": 3, "libre": 2, "monter": 4, "en_1": 3, "en_2": 3}
# These limits are far above the values used at any table. Five columns with a bonus of this size
# still fit in a side's score.
LARGEST_VALUE: Final = 10_000
LARGEST_POINTS: Final = 10_000
TIES: Final = ("draw", "split")

Number = int | float | Decimal


class YamsRules(Protocol):
    """A ruleset: the model's, or a plain object in tests."""

    @property
    def column_values(self) -> Mapping[str, Number]:
        """The value of winning each column."""

    upper_threshold: int
    upper_bonus: int
    four_columns_bonus: Number
    five_columns_bonus: Number
    ties: str


def rule_faults(rules: YamsRules, seats: int = 2) -> list[RuleError]:
    """Return every reason to refuse a ruleset; none if it is valid.

    Codes: `column_value_out_of_range`, `bonus_out_of_range`, `threshold_out_of_range`,
    `too_many_decimals`.
    """
    faults: list[RuleError] = []
    for column in COLUMNS:
        value = rules.column_values[column]
        faults += _amount_faults(value, "column_values", "column_value_out_of_range", column)
    for name in ("four_columns_bonus", "five_columns_bonus"):
        faults += _amount_faults(getattr(rules, name), name, "bonus_out_of_range", None)
    if not 1 <= rules.upper_threshold <= LARGEST_POINTS:
        faults.append(RuleError("threshold_out_of_range", "upper_threshold"))
    if not 0 <= rules.upper_bonus <= LARGEST_POINTS:
        faults.append(RuleError("bonus_out_of_range", "upper_bonus", highest=LARGEST_POINTS))
    return faults


def _amount_faults(value: Number, field: str, code: str, column: str | None) -> list[RuleError]:
    named = {"column": column} if column else {}
    if not 0 <= value <= LARGEST_VALUE:
        return [RuleError(code, field, highest=LARGEST_VALUE, **named)]
    if exact(value) * 100 % 1:
        return [RuleError("too_many_decimals", field)]
    return []


def exact(value: Number) -> Decimal:
    """Return a number of a ruleset exactly as it is written: 2.5 is 2.5, whatever its type."""
    return Decimal(str(value))
