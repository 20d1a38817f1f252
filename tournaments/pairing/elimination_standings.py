"""Standings of a knockout: how far each entrant came, whatever the scores."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.pairing.standings import StandingsRow
from tournaments.pairing.tree import PlayedNode

# Later than every stage: the winner, the loser of the final, then the third and fourth places.
FIRST, SECOND, THIRD, FOURTH = 1_000_003, 1_000_002, 1_000_001, 1_000_000


# More than any value inside a field: a field stands before all that follow it.
FIELD = 10_000_000


def by_field(
    bracket: Mapping[str, PlayedNode], members: Mapping[str, Sequence[int]]
) -> dict[int, int]:
    """Return how far each entrant came in their field: those of the first field, then the next.

    `members` are the entrants of each field by its letter. Whoever has come down to a later field
    counts there.
    """
    letters = sorted({*members, *(one.node.field for one in bracket.values())})
    came: dict[int, int] = {}
    for behind, letter in enumerate(reversed(letters)):
        own = {slot: one for slot, one in bracket.items() if one.node.field == letter}
        for entrant, far in reached(own, members.get(letter, ())).items():
            came.setdefault(entrant, behind * FIELD + far)
    return came


def reached(bracket: Mapping[str, PlayedNode], order: Sequence[int]) -> dict[int, int]:
    """Return how far each entrant of a bracket came: a later exit gives a greater value.

    Entrants who are still in have come as far as the last stage drawn. Those put out by a double
    forfeit leave at that stage.
    """
    came = dict.fromkeys(order, 0)
    for one in bracket.values():
        for entrant in one.present:
            came[entrant] = max(came.get(entrant, 0), one.node.stage)
    for one in bracket.values():
        _honours(one, bracket, came)
    return came


def _honours(one: PlayedNode, bracket: Mapping[str, PlayedNode], came: dict[int, int]) -> None:
    part = one.node.part
    places = {"final": (FIRST, SECOND), "reset": (FIRST, SECOND), "third": (THIRD, FOURTH)}
    if part not in places or (part == "final" and _played_again(bracket)):
        return
    for entrant, honour in zip((one.winner, one.loser), places[part], strict=True):
        if isinstance(entrant, int):
            came[entrant] = honour


def _played_again(bracket: Mapping[str, PlayedNode]) -> bool:
    return any(one.node.part == "reset" and bool(one.present) for one in bracket.values())


def rows(came: Mapping[int, int], behind: Iterable[StandingsRow] = ()) -> list[StandingsRow]:
    """Return the standings: by how far each came, then those of `behind` who never got there."""
    ordered = sorted(came, key=lambda entrant: (-came[entrant], entrant))
    made: list[StandingsRow] = []
    for at, entrant in enumerate(ordered):
        same = at > 0 and came[ordered[at - 1]] == came[entrant]
        rank = made[-1].rank if same else at + 1
        decided = None if same or at == 0 else "stage"
        made.append(StandingsRow(rank, entrant, {"stage": Fraction(came[entrant])}, decided))
    above: StandingsRow | None = None
    for row in behind:
        if row.entrant not in came:
            # The figures of a tie are those of the row above, if that one is still there.
            compared = row.compared if above and above.entrant not in came else None
            by = row.decided_by or "stage"
            made.append(StandingsRow(len(made) + 1, row.entrant, row.criteria, by, compared))
        above = row
    return made
