"""The Swiss system: one minimum-cost matching over all entrants at once.

The cost of a pair is a number. Its digits are, from the most to the least important: a forbidden
pair, a rematch, the square of the score gap, a repeated floater, two of one club (if the organiser
keeps them apart), the distance from the fold inside the score group, the order. Each digit is wide
enough for the sum over all pairs, so the matching minimises them in that order.

The order decides between rounds equally far from the fold. Inside a score group it prefers entrants
further apart, so that two of the upper half do not meet as long as some of the lower half are
there. Between two groups it prefers those who are near.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from math import ceil, log2

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table, Warned
from tournaments.draws.matching import cheapest
from tournaments.draws.ranking.records import Records, records
from tournaments.draws.swiss.candidates import cheapest_pairs, near_pairs
from tournaments.draws.swiss.costs import Terms, ToPair, standing
from tournaments.draws.swiss.lookahead import IN_ALL, lasts, plenty, possible, ranked, spent

# Up to COMPLETE entrants every pair is considered (up to FORMERLY_COMPLETE in editions 1 and 2). In
# larger fields each entrant has only the cheapest partners. Up to SEARCHED entrants these are found
# among all pairs; above, by their places.
COMPLETE, FORMERLY_COMPLETE = 300, 500
SEARCHED = 2500
NEAREST = 48
# Weights are 128-bit integers in the matching; one bit is the sign.
WIDEST = 126
# NOBODY stands for the opponent of an entrant with a bye; no entrant has this number. Draws of up
# to FORESEEN entrants look ahead. In a larger field, opponents cannot run short in fewer than 32
# rounds.
NOBODY = 0
FORESEEN = 64


# --- The matching ------------------------------------------------------------------------------


def widths(to_pair: ToPair) -> Terms:
    """Return how many bits each term takes, so that no sum over all pairs reaches the next term."""
    pairs = len(to_pair.order) // 2 or 1
    scores = to_pair.scores.values()
    gap = max(scores, default=0) - min(scores, default=0)
    largest = Terms(1, 15, gap * gap, 2, 1, len(to_pair.order), len(to_pair.order))
    bits = Terms(*((value * pairs).bit_length() for value in largest))
    return bits if sum(bits) <= WIDEST else _narrowed(to_pair, largest, pairs)


def _narrowed(to_pair: ToPair, largest: Terms, pairs: int) -> Terms:
    """Return the widths that the field's own values need, for a field too large for full widths."""
    met = min(15, max(to_pair.met.values(), default=0))
    held = max((size for _place, size in to_pair.fold.values()), default=0)
    clubs = int(any(to_pair.club.values()))
    narrow = largest._replace(rematch=met, same_club=clubs, fold=held)
    bits = Terms(*((value * pairs).bit_length() for value in narrow))
    return bits._replace(forbidden=min(pairs, len(to_pair.forbidden)).bit_length())


def cost_of(to_pair: ToPair) -> Callable[[int, int], int]:
    """Return a function that gives the cost of a pair as one number."""
    bits = widths(to_pair)
    if sum(bits) > WIDEST:
        raise OverflowError(f"The cost of a pair takes {sum(bits)} bits.")

    def cost(entrant: int, other: int) -> int:
        total = 0
        for value, width in zip(to_pair.terms(entrant, other), bits, strict=True):
            total = (total << width) | value
        return total

    return cost


Pair = tuple[int, int]


def match(to_pair: ToPair, out: Iterable[int] = ()) -> list[Pair]:
    """Pair as many as possible at the lowest cost, without `out`; best placed first.

    If not all are paired, each entrant gets more partners to choose from. If partners are chosen by
    place alone, that also happens when two meet who should not.
    """
    left = frozenset(out)
    present = [entrant for entrant in to_pair.order if entrant not in left]
    nearest = NEAREST
    while True:
        edges = _edges(to_pair, present, nearest)
        paired = _matched(present, edges)
        whole = len(paired) == len(present) // 2
        if len(present) > SEARCHED:
            whole = whole and all(_allowed(to_pair, pair) for pair in paired)
        if whole or nearest >= len(present):
            return sorted(paired, key=lambda pair: to_pair.place[pair[0]])
        nearest *= 2


def _edges(to_pair: ToPair, present: Sequence[int], nearest: int) -> list[tuple[int, int, int]]:
    """Return the pairs to choose from, as places in `present` with their cost."""
    count = len(present)
    pairs: Iterable[tuple[int, int]] = combinations(range(count), 2)
    if count > SEARCHED:
        pairs = near_pairs(to_pair, present, nearest)
    elif count > (COMPLETE if to_pair.edition >= 3 else FORMERLY_COMPLETE):
        pairs = cheapest_pairs(to_pair, present, nearest)
    cost = cost_of(to_pair)
    return [(at, to, cost(present[at], present[to])) for at, to in pairs]


def _matched(present: Sequence[int], edges: Sequence[tuple[int, int, int]]) -> list[Pair]:
    return [(present[at], present[to]) for at, to in cheapest(len(present), edges)]


# --- The round ---------------------------------------------------------------------------------


def rounds(field: Field) -> int:
    """Return the organiser's number of rounds; by default the base-two logarithm, rounded up."""
    entrants = len(field.order or field.playing)
    return field.options.rounds or max(1, ceil(log2(max(2, entrants))))


def draw(field: Field) -> Draw:
    """Draw the next Swiss round.

    Raises `PairingError` `too_few_entrants`, and `no_pairing_without_rematch` if the organiser
    forbids rematches and one can't be avoided.
    """
    known = records(field)
    to_pair = standing(field, known)
    if len(to_pair.order) < 2:
        raise PairingError("too_few_entrants", least=2)
    bye, pairs = _bye_and_pairs(to_pair, known, _to_come(field))
    forced = [pair for pair in pairs if not _allowed(to_pair, pair)]
    if forced and field.options.forbid_rematch:
        raise PairingError("no_pairing_without_rematch", pairs=[list(pair) for pair in forced])
    tables = [
        Table(number, ((entrant,), (other,)), why=to_pair.terms(entrant, other)._asdict())
        for number, (entrant, other) in enumerate(pairs, start=1)
    ]
    if bye is not None:
        tables.append(Table(len(tables) + 1, ((bye,),), why={"bye": True}))
    warnings = tuple(_warned(to_pair, pair) for pair in forced)
    return Draw(tuple(tables), warnings)


def _allowed(to_pair: ToPair, pair: Pair) -> bool:
    terms = to_pair.terms(*pair)
    return not (terms.rematch or terms.forbidden)


def _warned(to_pair: ToPair, pair: Pair) -> Warned:
    terms = to_pair.terms(*pair)
    code = "forbidden_pair" if terms.forbidden else "rematch"
    return Warned(code, {"entrants": list(pair), "times": terms.rematch})


def bye_order(to_pair: ToPair, known: Records) -> list[int]:
    """Return who may have the bye, in order: fewest byes, then lowest score, then lowest rank."""
    had = {
        entrant: sum(meeting.outcome == "bye" for meeting in known[entrant])
        for entrant in to_pair.order
    }
    return sorted(
        to_pair.order,
        key=lambda entrant: (had[entrant], to_pair.scores[entrant], -to_pair.place[entrant]),
    )


def _to_come(field: Field) -> int:
    """Return how many rounds follow the one to be drawn."""
    return max(0, rounds(field) - len(field.rounds) - 1)


def _bye_and_pairs(to_pair: ToPair, known: Records, to_come: int) -> tuple[int | None, list[Pair]]:
    """Return the bye and the pairs. An entrant whose bye would force a rematch is skipped.

    The bye is given in the order of `bye_order`. A rematch or a second bye counts if it is in this
    round or in one of those to come.
    """
    byes: Sequence[int | None] = (
        [None] if len(to_pair.order) % 2 == 0 else bye_order(to_pair, known)
    )
    free = _left_to_meet(to_pair, known) if len(to_pair.order) <= FORESEEN else {}
    if not plenty(free, to_come + 1) and possible(free, to_come + 1):
        lasting = _lasting(to_pair, byes, free, to_come)
        if lasting is not None:
            return lasting
    first: tuple[int | None, list[Pair]] | None = None
    for bye in byes:
        pairs = match(to_pair, () if bye is None else [bye])
        if all(_allowed(to_pair, pair) for pair in pairs):
            return bye, pairs
        first = first or (bye, pairs)
    assert first is not None  # noqa: S101 - there is somebody for the bye, or nobody needs one
    return first


def _left_to_meet(to_pair: ToPair, known: Records) -> dict[int, frozenset[int]]:
    """Return whom each entrant may meet; with an odd number also NOBODY, unless they had a bye."""
    free = {
        entrant: frozenset(
            other
            for other in to_pair.order
            if other != entrant and _allowed(to_pair, (entrant, other))
        )
        for entrant in to_pair.order
    }
    if len(to_pair.order) % 2 == 0:
        return free
    waiting = frozenset(
        entrant
        for entrant in to_pair.order
        if all(meeting.outcome != "bye" for meeting in known[entrant])
    )
    with_bye = {entrant: free[entrant] | {NOBODY} for entrant in waiting}
    return {**free, **with_bye, NOBODY: waiting}


def _lasting(
    to_pair: ToPair, byes: Sequence[int | None], free: Mapping[int, frozenset[int]], to_come: int
) -> tuple[int | None, list[Pair]] | None:
    """Return the cheapest round found that leaves enough pairs for the `to_come` later rounds, or
    None.

    The round is returned as (entrant with the bye or None, pairs).
    """
    for bye, pairs in islice(_unmet(to_pair, byes, free), IN_ALL):
        alone = [] if bye is None else [(bye, NOBODY)]
        if lasts(spent(free, [*pairs, *alone]), to_come):
            return bye, sorted(pairs, key=lambda pair: to_pair.place[pair[0]])
    return None


def _unmet(
    to_pair: ToPair, byes: Sequence[int | None], free: Mapping[int, frozenset[int]]
) -> Iterator[tuple[int | None, list[Pair]]]:
    """Yield rounds without a rematch or a second bye: by the order of byes, then the cheapest.

    Each is the entrant with the bye (or None), and the pairs.
    """
    for bye in byes:
        if bye is not None and bye not in free[NOBODY]:
            continue
        present = [entrant for entrant in to_pair.order if entrant != bye]
        for pairs in ranked(present, _edges(to_pair, present, NEAREST), _matched):
            if not all(_allowed(to_pair, pair) for pair in pairs):
                break
            yield bye, pairs


def alternative(field: Field, pair: Pair) -> list[Pair]:
    """Return the best round without `pair`: the one that the draw rejected."""
    to_pair = standing(field)
    others = frozenset((*to_pair.forbidden, frozenset(pair)))
    without = replace(to_pair, forbidden=others)
    known = records(field)
    return _bye_and_pairs(without, known, _to_come(field))[1]
