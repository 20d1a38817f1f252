"""The consolation of a single elimination: field B, a knockout of those who lose their first match.

The first two editions use it; for the third see `closed_consolation`. The losers of the first
round meet in the second round. An entrant who had a bye and then loses comes to B a round later.
No two entrants of B have met in A, because each of them lost their only meeting there.
"""

from collections.abc import Sequence

from tournaments.draws.brackets.knockout import filled, in_field, tree
from tournaments.draws.brackets.tree import NOBODY, BracketNode, FilledBy, beaten, loser, winner
from tournaments.draws.field import Options


def with_consolation(
    main: Sequence[BracketNode], count: int, options: Options
) -> list[BracketNode]:
    """Return the nodes of a bracket of `count` entrants, and of B if it has at least two entrants.

    The losers of the final do not play in B, and neither do those who play for the third place.
    """
    first = [node.slot for node in main if node.stage == 1 and _meeting(node, count)]
    met = {node.slot: _meeting(node, count) for node in main if node.stage == 1}
    stays = {str(place.of) for node in main if node.part == "third" for place in node.places}
    losers = [loser(slot) for slot in first if slot not in stays]
    late: list[FilledBy] = []
    for node in main:
        came = [met.get(str(place.of), False) for place in node.places]
        if node.stage == 2 and node.part == "main" and node.slot not in stays and not all(came):
            late.append(beaten(node.slot) if any(came) else loser(node.slot))
    if len(losers) + len(late) < 2:
        return list(main)
    made = [*in_field(main, "A"), *in_field(_second(losers, late, options), "B")]
    return sorted(made, key=lambda node: node.stage)


def _meeting(node: BracketNode, count: int) -> bool:
    """Return whether a node of the first round has two entrants. Otherwise it is a bye."""
    return all(place.kind == "seed" and int(place.of) <= count for place in node.places)


def _second(
    losers: Sequence[FilledBy], late: Sequence[FilledBy], options: Options
) -> list[BracketNode]:
    """Return the nodes of B. `late` has the origins of entrants who come a round later than the
    others.

    If there are late ones, the others first play a round among themselves.
    """
    third = options.third_place
    if not late:
        return tree(filled(losers), third_place=third, stage=2, letter="B")
    pairs = [
        (losers[at], losers[at + 1] if at + 1 < len(losers) else NOBODY)
        for at in range(0, len(losers), 2)
    ]
    entry = [BracketNode(f"BE.{at}", "main", 2, pair) for at, pair in enumerate(pairs, start=1)]
    places = [*(winner(node.slot) for node in entry), *late]
    if len(places) < 2:
        return entry
    return [*entry, *tree(filled(places), third_place=third, stage=3, letter="B")]
