"""The rulesets of the jeu du Maître, and the values of the cards."""

from typing import Protocol

from games.sheet import RuleError

# The ranks from the lowest to the highest: « l'As étant la carte la plus faible et le Roi la carte
# la plus haute »
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ORDER = {rank: strength for strength, rank in enumerate(RANKS, start=1)}
FACES = ("J", "Q", "K")
HIGHEST_PLAIN = 10
SUIT_POINTS = sum(ORDER.values())  # 91: all cards of the major suit
# A contract above this one earns a bonus. By default a malus is counted from it too.
CONTRACT_50 = 50


class MaitreRules(Protocol):
    """A ruleset, field by field as in the specification."""

    tours: int
    contract_min: int
    contract_max: int
    gap: int
    coffre_penalty: int
    failures_to_eliminate: int
    malus_reference: str
    contract_base: str
    rounding: str
    first_maitre: int


def manche_count(rules: MaitreRules, seats: int) -> int:
    """Return the number of manches of a match: « tous les joueurs auront été Maître 2 fois »."""
    return rules.tours * seats


def maitre_of(rules: MaitreRules, seats: int, number: int) -> int:
    """Return the seat of the Maître of manche `number` (from 1). It moves one seat to the left."""
    return (rules.first_maitre + number - 1) % seats


def rule_faults(rules: MaitreRules, seats: int) -> list[RuleError]:
    """Return every reason to refuse a ruleset, with its code and field; none if it is valid."""
    faults = []
    for name in ("tours", "failures_to_eliminate"):
        value = getattr(rules, name)
        if value < 1:
            faults.append(RuleError("not_positive", name, value=value))
    for name in ("gap", "coffre_penalty"):
        value = getattr(rules, name)
        if value < 0:
            faults.append(RuleError("negative", name, value=value))
    for name in ("contract_min", "contract_max"):
        value = getattr(rules, name)
        if not 0 <= value <= 100:
            faults.append(RuleError("not_a_percentage", name, value=value))
    if rules.contract_min > rules.contract_max:
        low, high = rules.contract_min, rules.contract_max
        faults.append(RuleError("contracts_crossed", "contract_max", lowest=low, highest=high))
    if not 0 <= rules.first_maitre < seats:
        faults.append(RuleError("seat_unknown", "first_maitre", number=rules.first_maitre))
    return faults
