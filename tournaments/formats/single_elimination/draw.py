"""Single elimination: an entrant who loses is out, or goes on in a consolation, field B."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.draws.brackets import knockout
from tournaments.draws.brackets.drawing import tables_by_slot
from tournaments.draws.brackets.tree import BracketNode, PlayedNode, play
from tournaments.draws.field import Field, Options
from tournaments.formats.single_elimination import consolation
from tournaments.formats.single_elimination.closed_consolation import Course, closed_up


def nodes(count: int, options: Options) -> list[BracketNode]:
    """Return the nodes of the bracket, and those of the consolation if there is one."""
    main = knockout.nodes(count, third_place=options.third_place, cadrage=options.cadrage)
    if not options.b_final:
        return main
    if options.edition > 2:
        return closed_up(Course(main, range(1, count + 1), {}, frozenset()), options, sure=True)
    return consolation.with_consolation(main, count, options)


def bracket(field: Field) -> Mapping[str, PlayedNode]:
    """Return the bracket's present nodes by slot, in the order of play.

    From the third edition on, the consolation has places only for entrants who come to it or
    still may.
    """
    order = field.order or field.seeding()
    tables = tables_by_slot(field)
    gone = frozenset(order) - frozenset(field.playing)
    made = nodes(len(order), field.options)
    if field.options.edition > 2 and any(node.field == "B" for node in made):
        main = [replace(node, field="") for node in made if node.field == "A"]
        made = closed_up(Course(main, order, tables, gone), field.options)
    return play(made, order, tables, gone)
