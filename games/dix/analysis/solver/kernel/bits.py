"""Cards as bits of a number. A suit has ten bits; the four suits begin sixteen bits apart."""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.instructions import clz, compiled, count

RANKS = 0x3FF
FIVE, TEN, ACE = 1 << 0, 1 << 5, 1 << 9
TWOS = TEN | ACE
ALL_FIVES, ALL_TWOS = 0x0001000100010001, 0x0220022002200220


@compiled
def units_of(cards: Any) -> Any:
    """Return the sum of the units of these cards. The cards are of one suit."""
    return (cards & FIVE) + 2 * count(cards & TWOS)


@compiled
def units_of_hand(cards: Any) -> Any:
    """Return the sum of the units of these cards. They may be of all suits."""
    return count(cards & ALL_FIVES) + 2 * count(cards & ALL_TWOS)


@compiled
def dearest(many: Any, twos: Any, fives: Any) -> Any:
    """Return the most units that `many` cards can have.

    They are chosen from `twos` cards of two units, `fives` cards of one unit, and cards of none.
    """
    double = min(many, twos)
    return 2 * double + min(many - double, fives)


@compiled
def highest(cards: Any, many: Any) -> Any:
    """Return the `many` highest of these cards."""
    for _ in range(count(cards) - many):
        cards &= cards - 1
    return cards


@compiled
def masters(cards: Any, others: Any) -> Any:
    """Return those cards of a suit that are higher than all `others`."""
    return cards & ~((1 << (64 - clz(others))) - 1) if others else cards


@compiled
def lowest(cards: Any) -> Any:
    """Return the lowest of these cards, or 0 if there are none."""
    return cards & -cards
