"""Pairs neighbours of an order: 1–2, 3–4… with the nearest change that avoids a rematch.

From the top, each entrant is paired with the next one below whom they have not met. If all who are
left at the bottom have met, the last pairs are split again, as few as possible. Their members are
then paired with few rematches, and with places that are near. A rematch remains only if no pairing
avoids it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from tournaments.draws.circle import meetings
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table, Warned
from tournaments.draws.matching import cheapest
from tournaments.draws.plans import Plan, count_of, even, rounds_of

Pair = tuple[int, int]
# A function that returns how often two entrants have met. 0: the pair is neither a rematch nor
# forbidden.
Met = Callable[[int, int], int]
# A pair that the organiser keeps apart counts as more meetings than there can be.
FORBIDDEN = 1000
# With fewer entrants, everybody has met everybody after three rounds, so a round robin is played
# instead.
LEAST = 4


def drawn(field: Field, order: Sequence[int], made: str) -> Draw:
    """Draw a round of neighbours in `order`. `made` is a code that says how the order was made.

    If their number is odd, one entrant rests: the one who has rested least, and among equals the
    last of the order. If the rest of the next candidate avoids a rematch, that one rests instead.
    Raises `PairingError` `too_few_entrants`.
    """
    check_enough(field, order)
    met = met_in(field)
    first: tuple[int | None, list[Pair]] | None = None
    for bye in byes(field, order):
        pairs = paired([entrant for entrant in order if entrant != bye], met)
        first = first or (bye, pairs)
        if not any(met(*pair) for pair in pairs):
            first = bye, pairs
            break
    assert first is not None  # noqa: S101 - somebody rests, or nobody needs to
    return tables_of(first[1], first[0], order, met, made)


def check_enough(field: Field, order: Sequence[int]) -> None:
    """Raise `too_few_entrants` for fewer than four in the first round, fewer than two later."""
    if not field.rounds and len(field.order or order) < LEAST:
        raise PairingError("too_few_entrants", least=LEAST)
    if len(order) < 2:
        raise PairingError("too_few_entrants", least=2)


def met_in(field: Field) -> Met:
    """Return a function that counts meetings of two entrants. A forbidden pair adds `FORBIDDEN`."""
    times: Counter[frozenset[int]] = meetings(field)
    for pair in field.options.forbidden_pairs:
        times[pair] += FORBIDDEN
    return lambda entrant, other: times[frozenset((entrant, other))]


def byes(field: Field, order: Sequence[int]) -> Sequence[int | None]:
    """Return those who may rest, best first; [None] if the number is even."""
    if len(order) % 2 == 0:
        return [None]
    had = rests(field)
    place = {entrant: at for at, entrant in enumerate(order)}
    return sorted(order, key=lambda entrant: (had[entrant], -place[entrant]))


def rests(field: Field) -> Counter[int]:
    """Return how often each entrant has rested."""
    return Counter(table.entrants[0] for tables in field.rounds for table in tables if table.bye)


def paired(order: Sequence[int], met: Met) -> list[Pair]:
    """Return pairs of an even number of people, who are given best first."""
    pairs, left = _down(order, met)
    parted = 1
    while left:
        top = pairs[: max(0, len(pairs) - parted)]
        seated = frozenset(entrant for pair in top for entrant in pair)
        rest = _nearest([entrant for entrant in order if entrant not in seated], met)
        if not top or not any(met(*pair) for pair in rest):
            return [*top, *rest]
        parted *= 2
    return pairs


def _down(order: Sequence[int], met: Met) -> tuple[list[Pair], list[int]]:
    """Pair from the top, each with the next one not met. Return the pairs, and who is left over."""
    waiting = dict.fromkeys(order)
    pairs: list[Pair] = []
    left: list[int] = []
    for entrant in order:
        if entrant not in waiting:
            continue
        del waiting[entrant]
        other = next((other for other in waiting if not met(entrant, other)), None)
        if other is None:
            left.append(entrant)
            continue
        del waiting[other]
        pairs.append((entrant, other))
    return pairs, left


def _nearest(order: Sequence[int], met: Met) -> list[Pair]:
    """Pair with as few rematches as possible, then with places as near as possible."""
    # One meeting costs more than any sum of squared distances.
    apart = len(order) ** 3
    edges = [
        (at, to, met(order[at], order[to]) ** 2 * apart + (to - at) ** 2)
        for at, to in combinations(range(len(order)), 2)
    ]
    return [(order[at], order[to]) for at, to in cheapest(len(order), edges)]


def tables_of(
    pairs: Sequence[Pair], bye: int | None, order: Sequence[int], met: Met, made: str
) -> Draw:
    """Return the tables of these pairs, with a warning for each rematch."""
    place = {entrant: at for at, entrant in enumerate(order, start=1)}
    playing = [entrant for entrant in order if entrant != bye]
    next_to = {frozenset(two) for two in pairwise(playing)}
    tables = [
        Table(
            number,
            ((entrant,), (other,)),
            why={
                "made": made,
                "neighbours": [place[entrant], place[other]],
                "moved": frozenset((entrant, other)) not in next_to,
                "met": met(entrant, other),
            },
        )
        for number, (entrant, other) in enumerate(pairs, start=1)
    ]
    if bye is not None:
        tables.append(Table(len(tables) + 1, ((bye,),), why={"bye": True, "made": made}))
    return Draw(tuple(tables), tuple(_warnings(pairs, met)))


def _warnings(pairs: Sequence[Pair], met: Met) -> Iterator[Warned]:
    for entrant, other in pairs:
        times = met(entrant, other)
        if times:
            code = "forbidden_pair" if times >= FORBIDDEN else "rematch"
            yield Warned(code, {"entrants": [entrant, other], "times": times % FORBIDDEN})


def plan(field: Field) -> Plan:
    """Plan rounds of neighbours. One entrant rests if the number is odd."""
    count = count_of(field)
    return even(rounds_of(field), count // 2, count % 2, count)
