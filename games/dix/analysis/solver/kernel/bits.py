"""Cards as bits: of one suit in ten of them, of all suits in four times sixteen."""
# mypy: ignore-errors

from typing import Any

from games.dix.analysis.solver.kernel.instructions import clz, compiled, count

RANKS = 0x3FF
FIVE, TEN, ACE = 1 << 0, 1 << 5, 1 << 9
TWOS = TEN | ACE
ALL_FIVES, ALL_TWOS = 0x0001000100010001, 0x0220022002200220


@compiled
def units_of(cards: Any) -> Any:
    """The units of some cards of one suit."""
    return (cards & FIVE) + 2 * count(cards & TWOS)


@compiled
def units_of_hand(cards: Any) -> Any:
    """The units of some cards of all suits."""
    return count(cards & ALL_FIVES) + 2 * count(cards & ALL_TWOS)


@compiled
def dearest(many: Any, twos: Any, fives: Any) -> Any:
    """The most units in so many cards, where there are so many of two units and of one."""
    double = min(many, twos)
    return 2 * double + min(many - double, fives)


@compiled
def highest(cards: Any, many: Any) -> Any:
    """So many of the cards, the highest ones."""
    for _ in range(count(cards) - many):
        cards &= cards - 1
    return cards


@compiled
def masters(cards: Any, others: Any) -> Any:
    """Those of the cards of a suit that are above all others."""
    return cards & ~((1 << (64 - clz(others))) - 1) if others else cards


@compiled
def lowest(cards: Any) -> Any:
    """The lowest card, 0 if there is none."""
    return cards & -cards
