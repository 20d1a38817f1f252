"""Standings of a knockout: how far each entrant came, whatever the scores.

Nobody is first without a win. If both finalists forfeit, they share the second place, unless a
winner was declared. In the first two editions they share the first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from tournaments.draws.brackets.tree import Pending, PlayedNode
from tournaments.draws.field import Field
from tournaments.draws.ranking.standings import StandingsRow

Bracket = Mapping[str, PlayedNode]

# Values above those of all stages: for the winner and the loser of the final, then for the third
# and the fourth place.
FIRST, SECOND, THIRD, FOURTH = 1_000_003, 1_000_002, 1_000_001, 1_000_000


# Above any value inside a field, so that a field ranks before all that follow it.
FIELD = 10_000_000


def ranking(
    field: Field,
    bracket: Bracket,
    members: Mapping[str, Sequence[int]],
    behind: Iterable[StandingsRow] = (),
    late: Iterable[int] = (),
) -> list[StandingsRow]:
    """Return the standings of one knockout or of several, field by field.

    `members` are the entrants of each field, by its letter. `late` are entrants who may be in no
    field. `behind` are the standings that rank those who reached no field.
    """
    letters = sorted({*members, *(meeting.node.field for meeting in bracket.values())})
    came: dict[int, int] = {}
    without: set[int] = set()
    for at, letter in enumerate(reversed(letters)):
        own = {slot: meeting for slot, meeting in bracket.items() if meeting.node.field == letter}
        far = reached(own, members.get(letter, ()))
        if field.options.edition > 2 and nobody_won(own):
            _share_second(far, own)
            if field.winner in far:
                far[field.winner] = FIRST
            else:
                without.add(at)
        # An entrant who has dropped to a later field is ranked there.
        for entrant, value in far.items():
            came.setdefault(entrant, at * FIELD + value)
    nowhere = {number: 0 for number in late if number not in came}
    return rows(came | nowhere, behind, without)


def nobody_won(own: Bracket) -> bool:
    """Return whether a field's final is over and nobody has won it: both forfeited, or nobody came.

    An entrant who is alone in the final and has won no table has not won it either.
    """
    last = _last(own)
    if last is None or not last.known or isinstance(last.winner, Pending):
        return False
    return last.winner is None or not any(
        meeting.winner == last.winner and len(meeting.present) == 2 for meeting in own.values()
    )


def _last(own: Bracket) -> PlayedNode | None:
    """Return a field's final; if it was played again, the second one."""
    part = "reset" if _played_again(own) else "final"
    return next((meeting for meeting in own.values() if meeting.node.part == part), None)


def _share_second(far: dict[int, int], own: Bracket) -> None:
    """Rank second, in `far`, those who reached the final, because nobody won it."""
    last = _last(own)
    for entrant in last.present if last is not None else ():
        far[entrant] = SECOND


def reached(bracket: Mapping[str, PlayedNode], order: Sequence[int]) -> dict[int, int]:
    """Return how far each entrant of a bracket came: a later exit gives a greater value.

    Entrants who are still in have come as far as the last stage drawn. Those put out by a double
    forfeit leave at that stage.
    """
    came = dict.fromkeys(order, 0)
    for meeting in bracket.values():
        for entrant in meeting.present:
            came[entrant] = max(came.get(entrant, 0), meeting.node.stage)
    for meeting in bracket.values():
        _honours(meeting, bracket, came)
    return came


def _honours(meeting: PlayedNode, bracket: Mapping[str, PlayedNode], came: dict[int, int]) -> None:
    part = meeting.node.part
    places = {"final": (FIRST, SECOND), "reset": (FIRST, SECOND), "third": (THIRD, FOURTH)}
    if part not in places or (part == "final" and _played_again(bracket)):
        return
    for entrant, honour in zip((meeting.winner, meeting.loser), places[part], strict=True):
        if isinstance(entrant, int):
            came[entrant] = honour


def _played_again(bracket: Mapping[str, PlayedNode]) -> bool:
    return any(
        meeting.node.part == "reset" and bool(meeting.present) for meeting in bracket.values()
    )


def rows(
    came: Mapping[int, int],
    behind: Iterable[StandingsRow] = (),
    without: AbstractSet[int] = frozenset(),
) -> list[StandingsRow]:
    """Return the standings: entrants by how far they came, then those who are only in `behind`.

    `without` holds the fields that nobody has won, counted from the last. They have no first place.
    """
    ordered = sorted(came, key=lambda entrant: (-came[entrant], entrant))
    made: list[StandingsRow] = []
    for at, entrant in enumerate(ordered):
        same = at > 0 and came[ordered[at - 1]] == came[entrant]
        rank = made[-1].rank if same else at + 1
        if not same and came[entrant] // FIELD in without:
            opens = at == 0 or came[ordered[at - 1]] // FIELD != came[entrant] // FIELD
            rank = rank + 1 if opens else max(rank, made[-1].rank + 1)
        decided = None if same or at == 0 else "stage"
        made.append(StandingsRow(rank, entrant, {"stage": Fraction(came[entrant])}, decided))
    above: StandingsRow | None = None
    for row in behind:
        if row.entrant not in came:
            # `compared` is about the row above. It is left out if that row is no longer above.
            compared = row.compared if above and above.entrant not in came else None
            by = row.decided_by or "stage"
            made.append(StandingsRow(len(made) + 1, row.entrant, row.criteria, by, compared))
        above = row
    return made


def standings_of(
    bracket: Callable[[Field], Bracket],
) -> Callable[[Field], list[StandingsRow]]:
    """Return the function that ranks a format which is one knockout from its first round."""

    def ranked(field: Field) -> list[StandingsRow]:
        order = field.order or field.seeding()
        if len(order) < 2 or not field.rounds:
            return rows(dict.fromkeys(field.ranked, 0))
        played = bracket(field)
        first = min(meeting.node.field for meeting in played.values())
        return ranking(field, played, {first: order}, late=field.ranked)

    return ranked
