"""Round robin: everyone meets everyone, by the circle method in Berger's numbering."""

from collections import Counter
from collections.abc import Mapping, Sequence

import rustworkx

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table
from tournaments.draws.leavers import GONE, absent_opponent, owed

# None is an empty place. The entrant who should meet it has a bye.
Pair = tuple[int, int | None]


def berger_round(count: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round (from 1) between places 1 to `count` (even), by Berger's tables.

    Places i and j below the last meet in round r if i + j = r + 1 modulo count - 1. The last place
    meets the one that would otherwise meet itself.
    """
    rest = count - 1
    fixed = next(place for place in range(1, count) if (2 * place - number - 1) % rest == 0)
    pairs = [(fixed, count) if fixed <= count // 2 else (count, fixed)]
    for low in range(1, count):
        high = (number + 1 - low) % rest or rest
        if low < high:
            pairs.append((low, high) if (low + high) % 2 else (high, low))
    return pairs


def round_count(count: int, cycles: int) -> int:
    """Return how many rounds `count` entrants play."""
    return cycles * (count - 1 + count % 2)


def schedule(order: Sequence[int], number: int) -> list[Pair]:
    """Return a round's pairs of entrants. The second cycle swaps the sides."""
    count = len(order) + len(order) % 2
    cycle, at = divmod(number - 1, count - 1)
    pairs: list[Pair] = []
    for first, second in berger_round(count, at + 1):
        home, away = (second, first) if cycle % 2 else (first, second)
        if max(home, away) > len(order):
            pairs.append((order[min(home, away) - 1], None))
        else:
            pairs.append((order[home - 1], order[away - 1]))
    return pairs


def draw(field: Field, *, part: str = "", tables_from: int = 1) -> Draw:
    """Draw the next round: Berger's, or after a late entry a matching of those yet to meet.

    Raises `PairingError` `too_few_entrants` or `stage_finished`.
    """
    order = field.order or field.seeding()
    if len(order) < 2:
        raise PairingError("too_few_entrants", least=2)
    number = len(field.rounds) + 1
    late = [entrant for entrant in field.playing if entrant not in order]
    if not late and number <= round_count(len(order), field.options.cycles):
        present = frozenset(field.playing)
        planned = schedule(order, number)
        pairs = [_present(pair, present) for pair in planned]
        drawn = [pair for pair in pairs if pair]
        return _drawn(drawn, number, part, tables_from, _owed_by_schedule(field, planned, drawn))
    if not late:
        raise PairingError("stage_finished")
    gone = owed(field)
    drawn, left = _apart(_yet_to_meet(field, gone), gone)
    return _drawn(drawn, number, part, tables_from, left)


def _owed_by_schedule(
    field: Field, planned: Sequence[Pair], drawn: Sequence[Pair]
) -> Mapping[int, int]:
    """Return, for each entrant without an opponent, the planned opponent who has left.

    This opponent is stored with the table even if the games of those who left do not count now,
    because that may change.
    """
    if not field.options.leaver:
        return {}
    left = frozenset(entrant.number for entrant in field.entrants if entrant.left)
    facing = dict(
        [*planned, *((other, entrant) for entrant, other in planned if other is not None)]
    )
    resting = [entrant for entrant, other in drawn if other is None]
    return {
        entrant: gone
        for entrant in resting
        if (gone := facing[entrant]) is not None and gone in left
    }


def _apart(drawn: Sequence[Pair], gone: Sequence[int]) -> tuple[list[Pair], dict[int, int]]:
    """Return the pairs without those who are `gone`, and the missing opponent by entrant."""
    pairs: list[Pair] = []
    left: dict[int, int] = {}
    for entrant, other in drawn:
        if other is not None and (entrant in gone or other in gone):
            there, absent = (other, entrant) if entrant in gone else (entrant, other)
            left[there] = absent
            pairs.append((there, None))
        elif entrant not in gone:
            pairs.append((entrant, other))
    return pairs, left


def _present(pair: Pair, present: frozenset[int]) -> Pair | None:
    """Return the pair without entrants who have left. An opponent of theirs has a bye."""
    there = [entrant for entrant in pair if entrant is not None and entrant in present]
    if not there:
        return None
    return (there[0], there[1]) if len(there) == 2 else (there[0], None)


def _drawn(
    pairs: Sequence[Pair], number: int, part: str, tables_from: int, left: Mapping[int, int]
) -> Draw:
    """Return the tables of pairs; `left` holds opponents who have left, by entrant."""
    pairs = sorted(pairs, key=lambda pair: pair[1] is None)
    return Draw(
        tuple(
            Table(
                number=at,
                sides=((pair[0],),) if pair[1] is None else ((pair[0],), (pair[1],)),
                slot=part,
                why={"round": number, **({GONE: left[pair[0]]} if pair[0] in left else {})},
            )
            for at, pair in enumerate(pairs, start=tables_from)
        )
    )


def meetings(field: Field) -> Counter[frozenset[int]]:
    """Return how often each two entrants have been drawn against each other.

    Meetings that were drawn after one of the two had left are included.
    """
    drawn = [table for tables in field.rounds for table in tables]
    met = Counter(
        frozenset((entrant, other))
        for table in drawn
        if len(table.sides) == 2
        for entrant in table.sides[0]
        for other in table.sides[1]
    )
    met.update(
        frozenset((table.entrants[0], gone))
        for table in drawn
        if (gone := absent_opponent(table)) is not None
    )
    return met


def _yet_to_meet(field: Field, gone: Sequence[int]) -> list[Pair]:
    """Pair as many as possible of those who have yet to meet, including those who are `gone`.

    Entrants with the most opponents left to meet have priority. Raises `PairingError`
    `stage_finished` once everyone has met everyone.
    """
    present, met = [*field.playing, *gone], meetings(field)
    left = {
        (entrant, other): field.options.cycles - met[frozenset((entrant, other))]
        for at, entrant in enumerate(present)
        for other in present[at + 1 :]
        if not (entrant in gone and other in gone)
        if met[frozenset((entrant, other))] < field.options.cycles
    }
    if not left:
        raise PairingError("stage_finished")
    to_play: Counter[int] = Counter()
    for (entrant, other), times in left.items():
        to_play[entrant] += times
        to_play[other] += times
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(present)
    at_ = {entrant: at for at, entrant in enumerate(present)}
    graph.add_edges_from(
        [(at_[entrant], at_[other], to_play[entrant] + to_play[other]) for entrant, other in left]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs: list[Pair] = sorted((present[min(pair)], present[max(pair)]) for pair in matched)
    paired = {entrant for pair in pairs for entrant in pair}
    return pairs + [(entrant, None) for entrant in present if entrant not in paired]
