"""Single elimination: standard seeding with byes or a *cadrage*, and a third-place table."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournaments.draws.brackets.tree import NOBODY, BracketNode, FilledBy, loser, seed, winner

# The names of fields and of groups.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def bracket_order(size: int) -> list[int]:
    """Return the seeds of a bracket of `size` (a power of two) from top to bottom.

    [1, 2], then each p becomes p, S + 1 - p: the first two can meet only in the final.
    """
    order = [1, 2]
    while len(order) < size:
        doubled = 2 * len(order) + 1
        order = [place for p in order for place in (p, doubled - p)]
    return order[:size]


def power_above(count: int) -> int:
    """Return the smallest power of two that holds `count`, at least 2."""
    return max(2, 1 << (count - 1).bit_length())


def nodes(count: int, *, third_place: bool = False, cadrage: bool = False) -> list[BracketNode]:
    """Return the bracket of `count` entrants (two or more), round by round.

    `cadrage` matters if the count is not a power of two. T is the largest power of two below it.
    The lowest 2(count - T) seeds play for the last places of a bracket of T, best against worst.
    """
    size = power_above(count)
    if not cadrage or size == count:
        return tree([seed(number) for number in range(1, size + 1)], third_place=third_place)
    size //= 2
    extra = count - size
    first = count - 2 * extra
    preliminary = [
        BracketNode(f"C1.{at}", "cadrage", 1, (seed(first + at), seed(count + 1 - at)))
        for at in range(1, extra + 1)
    ]
    places = [seed(number) for number in range(1, first + 1)]
    places += [winner(node.slot) for node in preliminary]
    return preliminary + tree(places, third_place=third_place, stage=2)


def tree(
    places: list[FilledBy], *, third_place: bool = False, stage: int = 1, letter: str = "W"
) -> list[BracketNode]:
    """Return the rounds of a bracket whose seeds are filled from `places` (a power of two)."""
    made: list[BracketNode] = []
    entering = [places[number - 1] for number in bracket_order(len(places))]
    depth = 0
    while len(entering) > 1:
        depth += 1
        part = "final" if len(entering) == 2 else "main"
        level = [
            BracketNode(
                f"{letter}{depth}.{at // 2 + 1}", part, stage, (entering[at], entering[at + 1])
            )
            for at in range(0, len(entering), 2)
        ]
        if part == "final" and third_place and depth > 1:
            before = [source.of for source in entering]
            slot = "P3" if letter == "W" else f"{letter}P3"
            level.append(
                BracketNode(slot, "third", stage, (loser(str(before[0])), loser(str(before[1]))))
            )
        made += level
        entering = [winner(node.slot) for node in level if node.part != "third"]
        stage += 1
    return made


def filled(places: Sequence[FilledBy]) -> list[FilledBy]:
    """Add empty places up to a power of two, as a bracket needs."""
    return [*places, *[NOBODY] * (power_above(len(places)) - len(places))]


def in_field(nodes: Iterable[BracketNode], letter: str) -> list[BracketNode]:
    """Return the nodes as nodes of the field `letter`."""
    return [replace(node, field=letter) for node in nodes]


def knockout_nodes(
    count: int, *, third_place: bool = False, letter: str = "K", before: int = 0
) -> list[BracketNode]:
    """Return a knockout. Its slots begin with `letter`, and its first seed is `before` + 1."""
    places = filled([seed(before + number) for number in range(1, count + 1)])
    return tree(places, third_place=third_place, letter=letter)
