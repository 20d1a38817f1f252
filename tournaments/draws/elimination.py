"""The two elimination formats: each drawn round is the next stage of a bracket."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.draws import consolation, double_elimination, single_elimination
from tournaments.draws.closed_consolation import Course, closed_up
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Options, Table, Warned
from tournaments.draws.tree import BracketNode, PlayedNode, play

Nodes = Callable[[int, Options], list[BracketNode]]


def single_nodes(count: int, options: Options) -> list[BracketNode]:
    """Return the bracket of a single elimination, and of its consolation if there is one."""
    main = single_elimination.nodes(count, third_place=options.third_place, cadrage=options.cadrage)
    if not options.b_final:
        return main
    if options.edition > 2:
        return closed_up(Course(main, range(1, count + 1), {}, frozenset()), options, sure=True)
    return consolation.with_consolation(main, count, options)


def double_nodes(count: int, options: Options) -> list[BracketNode]:
    """Return the brackets of a double elimination."""
    return double_elimination.nodes(count, reset_final=options.reset_final)


def bracket(field: Field, nodes: Nodes) -> dict[str, PlayedNode]:
    """Return every node of the bracket as it stands, by slot, in the order of play."""
    order = field.order or field.seeding()
    tables = {table.slot: table for tables in field.rounds for table in tables}
    gone = frozenset(order) - frozenset(field.playing)
    made = nodes(len(order), field.options)
    if field.options.edition > 2 and any(node.field == "B" for node in made):
        main = [replace(node, field="") for node in made if node.field == "A"]
        made = closed_up(Course(main, order, tables, gone), field.options)
    return play(made, order, tables, gone)


def draw(field: Field, nodes: Nodes) -> Draw:
    """Draw the next stage of the bracket: its tables, and a bye for those without an opponent.

    Raises `PairingError` `too_few_entrants` or `stage_finished`.
    """
    order = field.order or field.seeding()
    if len(order) < 2:
        raise PairingError("too_few_entrants", least=2)
    waiting = next_stage(list(bracket(field, nodes).values()))
    tables = stage_tables(waiting, order)
    late = [number for number in field.playing if number not in order]
    warnings = tuple(Warned("too_late_for_bracket", {"entrant": number}) for number in late)
    return Draw(tables, warnings)


def next_stage(played: Sequence[PlayedNode]) -> list[PlayedNode]:
    """Return the nodes to draw now, without those that nobody reaches.

    Raises `PairingError` `stage_finished` when there is none.
    """
    open_ = [one for one in played if one.table is None and (one.present or not one.known)]
    if not any(len(one.present) == 2 or not one.known for one in open_):
        raise PairingError("stage_finished")
    stage = min(one.node.stage for one in open_ if len(one.present) == 2 or not one.known)
    return [one for one in open_ if one.node.stage == stage and one.known]


def stage_tables(nodes: Sequence[PlayedNode], order: Sequence[int]) -> tuple[Table, ...]:
    """Return the tables of a stage, numbered from 1. The byes come last, in the bracket's order."""
    meetings = [one for one in nodes if len(one.present) == 2]
    byes = [one for one in nodes if len(one.present) == 1]
    place = {number: at for at, number in enumerate(order, start=1)}
    return tuple(
        Table(
            number=number,
            sides=tuple((entrant,) for entrant in one.present),
            slot=one.node.slot,
            why={"part": one.node.part, "seeds": [place[entrant] for entrant in one.present]},
        )
        for number, one in enumerate([*meetings, *byes], start=1)
    )
