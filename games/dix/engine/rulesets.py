"""The rulesets of the jeu du 10: their fields, and the checks of their values.

The module also has what all rulesets share: four seats, two sides, and the points of a hand.
"""

from typing import Protocol

from games.sheet import RuleError, nearest

SEATS = 4
CARD_POINTS = 100  # of all cards together: 25 a suit


class DixRules(Protocol):
    """A ruleset. Its fields are those of the specification."""

    deck: int
    card_values: str
    bid_format: str
    target: int
    min_bid: int
    defence_cap: int | None
    partie: str
    partie_stake: int
    both_reach: str
    initial_money: int | None
    first_dealer: int


def side_of(seat: int) -> int:
    """Return the side of a seat. Partners face each other: side 0 has the seats 0 and 2."""
    return seat % 2


def points_in_hand(rules: DixRules, *, partie: bool = False) -> int:
    """Return how many points a hand has for both sides together: 100, or 60 with penalised aces.

    « Retirer la règle des as pénalisés dès que quelqu'un mise la partie »: under `partie` it is
    always 100.
    """
    aces_cost = rules.card_values == "penalised_aces" and not partie
    return CARD_POINTS - 40 if aces_cost else CARD_POINTS


def rule_faults(rules: DixRules, seats: int = SEATS) -> list[RuleError]:
    """Return the reasons to refuse a ruleset, each with a code and a field.

    The list is empty if the ruleset is valid. `seats` is always four here.
    """
    return [*_faulty_values(rules), *_faulty_combinations(rules)]


def _faulty_values(rules: DixRules) -> list[RuleError]:
    """Return a fault for each value that is outside its own range."""
    faults = []
    for name in ("target", "min_bid", "partie_stake", "initial_money"):
        value = getattr(rules, name)
        if value is not None and value < 1:
            faults.append(RuleError("not_positive", name, value=value))
    if rules.target % 5:
        faults.append(_not_multiple("target_not_multiple", "target", rules.target, 5))
    if rules.defence_cap is not None and rules.defence_cap % 5:
        faults.append(_not_multiple("cap_not_multiple", "defence_cap", rules.defence_cap, 0))
    if rules.bid_format != "buy_money" and rules.min_bid % 5:
        most = points_in_hand(rules)
        faults.append(_not_multiple("min_bid_not_multiple", "min_bid", rules.min_bid, 5, most))
    if not 0 <= rules.first_dealer < SEATS:
        faults.append(RuleError("seat_unknown", "first_dealer", number=rules.first_dealer))
    return faults


def _faulty_combinations(rules: DixRules) -> list[RuleError]:
    """Return a fault for each combination of values that is not allowed."""
    faults = []
    bought = rules.bid_format in ("buy_points", "buy_money")
    money = rules.bid_format == "buy_money"
    if bought and rules.partie != "forbidden":
        faults.append(RuleError("partie_with_purchase", "partie"))
    if bought and rules.defence_cap is not None:
        faults.append(RuleError("cap_with_purchase", "defence_cap"))
    if money and rules.initial_money is None:
        faults.append(RuleError("initial_money_missing", "initial_money"))
    if not money and rules.initial_money is not None:
        faults.append(RuleError("initial_money_without_purchase", "initial_money"))
    if rules.min_bid > points_in_hand(rules):
        points = points_in_hand(rules)
        faults.append(RuleError("min_bid_above_hand", "min_bid", points=points))
    return faults


def _not_multiple(
    code: str, field: str, value: int, least: int, most: int | None = None
) -> RuleError:
    return RuleError(code, field, value=value, either=nearest(value, 5, least, most))
