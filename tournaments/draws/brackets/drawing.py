"""Draws the rounds of a bracket. Each round is the bracket's next stage."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.draws.brackets.knockout import knockout_nodes
from tournaments.draws.brackets.tree import BracketNode, PlayedNode, play
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Options, Table, Warned

Nodes = Callable[[int, Options], list[BracketNode]]
Bracket = Callable[[Field], Mapping[str, PlayedNode]]


def bracket_of(nodes: Nodes) -> Bracket:
    """Return a function that plays a field's bracket: its nodes by slot, in the order of play."""

    def bracket(field: Field) -> Mapping[str, PlayedNode]:
        order = field.order or field.seeding()
        gone = frozenset(order) - frozenset(field.playing)
        return play(nodes(len(order), field.options), order, tables_by_slot(field), gone)

    return bracket


def tables_by_slot(field: Field) -> dict[str, Table]:
    """Return the drawn tables by their slot."""
    return {table.slot: table for tables in field.rounds for table in tables}


def rounds_of(bracket: Bracket) -> Callable[[Field], int | None]:
    """Return a function that counts the rounds of a bracket; None with fewer than two entrants."""

    def rounds(field: Field) -> int | None:
        if len(field.order or field.playing) < 2:
            return None
        return max(played.node.stage for played in bracket(field).values())

    return rounds


def draw(field: Field, bracket: Bracket) -> Draw:
    """Draw the next stage of the bracket: its tables, and a bye for those without an opponent.

    Raises `PairingError` `too_few_entrants` or `stage_finished`.
    """
    order = field.order or field.seeding()
    if len(order) < 2:
        raise PairingError("too_few_entrants", least=2)
    waiting = next_stage(list(bracket(field).values()))
    tables = stage_tables(waiting, order)
    late = [number for number in field.playing if number not in order]
    warnings = tuple(Warned("too_late_for_bracket", {"entrant": number}) for number in late)
    return Draw(tables, warnings)


def next_stage(played: Sequence[PlayedNode]) -> list[PlayedNode]:
    """Return the nodes to draw now, without nodes that nobody reaches.

    Raises `PairingError` `stage_finished` when there is none.
    """
    open_ = [
        meeting
        for meeting in played
        if meeting.table is None and (meeting.present or not meeting.known)
    ]
    if not any(len(meeting.present) == 2 or not meeting.known for meeting in open_):
        raise PairingError("stage_finished")
    stage = min(
        meeting.node.stage for meeting in open_ if len(meeting.present) == 2 or not meeting.known
    )
    return [meeting for meeting in open_ if meeting.node.stage == stage and meeting.known]


def stage_tables(nodes: Sequence[PlayedNode], order: Sequence[int]) -> tuple[Table, ...]:
    """Return the tables of a stage, numbered from 1. The byes come last, in the bracket's order."""
    meetings = [meeting for meeting in nodes if len(meeting.present) == 2]
    byes = [meeting for meeting in nodes if len(meeting.present) == 1]
    place = {number: at for at, number in enumerate(order, start=1)}
    return tuple(
        Table(
            number=number,
            sides=tuple((entrant,) for entrant in meeting.present),
            slot=meeting.node.slot,
            why={
                "part": meeting.node.part,
                "seeds": [place[entrant] for entrant in meeting.present],
            },
        )
        for number, meeting in enumerate([*meetings, *byes], start=1)
    )


def drawn_order(field: Field, letter: str) -> tuple[int, ...]:
    """Return the seeding of a knockout as its first round was drawn; empty before that."""
    first = {
        table.slot: table
        for tables in field.rounds
        for table in tables
        if table.slot.startswith(f"{letter}1.")
    }
    count = sum(len(table.sides) for table in first.values())
    order = dict[int, int]()
    for node in knockout_nodes(count, letter=letter) if first else []:
        table = first.get(node.slot)
        places = [int(source.of) for source in node.places if source.kind == "seed"]
        present = [place for place in places if place <= count]
        for place, side in zip(present, table.sides if table else (), strict=False):
            order[place] = side[0]
    return tuple(order[place] for place in sorted(order))
