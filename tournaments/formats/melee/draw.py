"""Mêlée: individuals, two against two, with a new partner in every round.

As long as nobody has joined or left since the start, each round comes from a schedule. For 4n
players with n ≤ 10 this is a whist schedule (each partner once, each opponent twice). For other
numbers partners rotate, and opponents are matched by cost. Lots decide who takes which place of
the schedule.

Once somebody has joined or left, or the organiser has changed a round, partners are matched by
cost too. A partner is repeated only if no choice of partners, and of who sits out, can avoid it.
The draw looks a few rounds ahead, because a round that is good now may leave no good later
round.
"""

from collections.abc import Sequence
from typing import Any

from tournaments.draws.designs.partner_rotation import rotation_length, rotation_round
from tournaments.draws.designs.whist import STARTERS, whist_order, whist_round
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table, Warned
from tournaments.draws.lots import by_lot
from tournaments.draws.melee_history import MeleeHistory, MeleeRound, Sides, Two, opponents, past
from tournaments.draws.partners import COMPLETE, Terms, nearest, opposed
from tournaments.draws.plans import rounds_of

# `AHEAD` is how many later rounds are tried out for a matched round. `TRIES` is how many draws
# of the round are tried before the best one is chosen.
AHEAD = 3
TRIES = 8


def draw(field: Field) -> Draw:
    """Draw the next round of a mêlée.

    Raise `PairingError` `too_few_entrants` if fewer than four people play.
    """
    if len(field.playing) < 4:
        raise PairingError("too_few_entrants", least=4)
    known = past(field)
    chosen = _scheduled(field, known) or _best(field, known)
    return Draw(_tables(chosen, known), _warnings(chosen, known, field.playing))


# --- By a schedule -----------------------------------------------------------------------------


def _scheduled(field: Field, known: MeleeHistory) -> MeleeRound | None:
    """Return the next round by the schedule.

    Return None if the schedule is over, the players have changed, or an earlier round did not
    follow it.
    """
    order = field.order or field.seeding()
    count, number = len(order), len(field.rounds) + 1
    if frozenset(order) != frozenset(field.playing) or number > rotation_length(count):
        return None
    people = by_lot(field.seed, "melee", order)
    for at, tables in enumerate(field.rounds, start=1):
        drawn = {frozenset(side) for table in tables for side in table.sides}
        pairs, resting = _planned(people, at)
        if drawn != {frozenset(side) for side in (*pairs, *((entrant,) for entrant in resting))}:
            return None
    pairs, resting = _planned(people, number)
    if _has_whist(count):
        return MeleeRound(list(zip(pairs[::2], pairs[1::2], strict=True)), resting, "whist")
    return MeleeRound(opposed(pairs, known), resting, "rotation")


def _has_whist(count: int) -> bool:
    return count % 4 == 0 and count // 4 in STARTERS


def _planned(people: Sequence[int], number: int) -> tuple[list[Two], list[int]]:
    """Return the pairs of partners and the people who sit out in a scheduled round.

    In a whist schedule, two pairs in a row form a table.
    """
    if _has_whist(len(people)):
        tables = len(people) // 4
        fours = whist_round(tables, whist_order(tables)[number - 1])
        places = [pair for four in fours for pair in (four[:2], four[2:])]
        resting: list[int] = []
    else:
        places, resting = rotation_round(len(people), number)
    pairs = [(people[first], people[second]) for first, second in places]
    return pairs, [people[at] for at in resting]


# --- By matching -------------------------------------------------------------------------------


def _best(field: Field, known: MeleeHistory) -> MeleeRound:
    """Return the first of `TRIES` draws that repeats no partner now and forces no repeat in the
    next rounds (`AHEAD`); if there is none, the one with the fewest repeats now, then later.
    """
    number = len(field.rounds) + 1
    ahead = max(0, min(AHEAD, rounds_of(field) - number))
    if len(field.playing) > COMPLETE:
        ahead = 0
    best: tuple[tuple[int, int], MeleeRound] | None = None
    for attempt in range(TRIES):
        chosen = _matched(field, known, f"melee {number}.{attempt}")
        now = _repeats(chosen, known)
        later, after = 0, known.after(chosen)
        for step in range(1, ahead + 1):
            next_ = _matched(field, after, f"melee {number + step}.0")
            later += _repeats(next_, after)
            after = after.after(next_)
        if best is None or (now, later) < best[0]:
            best = (now, later), chosen
        if best[0] == (0, 0):
            break
    assert best is not None  # noqa: S101 - one draw is tried at least
    return best[1]


def _repeats(round_: MeleeRound, known: MeleeHistory) -> int:
    return sum(known.partnered[frozenset(pair)] for pair in round_.pairs)


def _matched(field: Field, known: MeleeHistory, purpose: str) -> MeleeRound:
    people = by_lot(field.seed, purpose, field.playing)
    pairs, resting = _partners(people, known)
    return MeleeRound(opposed(pairs, known), resting, "matching")


def _partners(people: Sequence[int], known: MeleeHistory) -> tuple[list[Two], list[int]]:
    """Return the pairs of partners, and the people who sit out.

    Partners are matched at the least cost. Those whose turn it is to sit out are matched with
    empty chairs. The cost has these parts, the most important first:

    - how often the two were partners (squared);
    - who sits out, by lot;
    - how many partners each has left (those with few are matched first);
    - how often the two were opponents;
    - the distance between their lots.
    """
    count = len(people)
    must, may = _turn_to_rest(people, known)
    there = [entrant for entrant in people if entrant not in must]
    chairs = count % 4 - len(must)
    left = _left(there, known)

    def terms(at: int, to: int) -> Terms:
        entrant, mate = there[at], there[to]
        pair = frozenset((entrant, mate))
        return known.partnered[pair] ** 2, 0, left[entrant] + left[mate], known.met[pair], to - at

    empty = [
        (at, len(there) + chair, (0, at, 0, 0, 0))
        for at, entrant in enumerate(there)
        if entrant in may
        for chair in range(chairs)
    ]
    pairs: list[Two] = []
    resting = sorted(must, key=people.index)
    for at, to in nearest(len(there), terms, empty):
        if to < len(there):
            pairs.append((there[at], there[to]))
        else:
            resting.append(there[at])
    return pairs, resting


def _left(there: Sequence[int], known: MeleeHistory) -> dict[int, int]:
    """Return, for each entrant, how many of the others have not been their partner yet."""
    left = dict.fromkeys(there, len(there) - 1)
    for pair, times in known.partnered.items():
        if times and all(entrant in left for entrant in pair):
            for entrant in pair:
                left[entrant] -= 1
    return left


def _turn_to_rest(people: Sequence[int], known: MeleeHistory) -> tuple[set[int], set[int]]:
    """Return two sets: who must sit out, and among whom the others who sit out are chosen.

    People who have sat out less often come first. If too many of them have sat out equally
    often, some of these are chosen.
    """
    chairs = len(people) % 4
    if not chairs:
        return set(), set()
    level = sorted(known.rested[entrant] for entrant in people)[chairs - 1]
    must = {entrant for entrant in people if known.rested[entrant] < level}
    return must, {entrant for entrant in people if known.rested[entrant] == level}


# --- The tables --------------------------------------------------------------------------------


def _tables(chosen: MeleeRound, known: MeleeHistory) -> tuple[Table, ...]:
    tables = [
        Table(number, sides, why=_why(sides, known, chosen.made))
        for number, sides in enumerate(chosen.tables, start=1)
    ]
    for entrant in chosen.resting:
        why = {"bye": True, "sat_out": known.rested[entrant], "made": chosen.made}
        tables.append(Table(len(tables) + 1, ((entrant,),), why=why))
    return tuple(tables)


def _why(sides: Sides, known: MeleeHistory, made: str) -> dict[str, Any]:
    """Return the reasons for a table: how often its partners were partners before.

    For each pair of opponents it also has how often they were opponents before.
    """
    return {
        "made": made,
        "partners": [known.partnered[frozenset(side)] for side in sides],
        "opponents": [known.met[pair] for pair in opponents([sides])],
    }


def _warnings(
    chosen: MeleeRound, known: MeleeHistory, playing: Sequence[int]
) -> tuple[Warned, ...]:
    return tuple(
        Warned(
            "partner_repeated",
            {
                "entrants": list(pair),
                "times": known.partnered[frozenset(pair)],
                "reason": _reason(pair, known, playing),
            },
        )
        for pair in chosen.pairs
        if known.partnered[frozenset(pair)]
    )


def _reason(pair: Two, known: MeleeHistory, playing: Sequence[int]) -> str:
    """Return the code of why two partners meet again as partners.

    It is `every_partner_had` if one of them has played with everybody, otherwise
    `no_other_partners`.
    """
    had_all = any(
        all(known.partnered[frozenset((entrant, mate))] for mate in playing if mate != entrant)
        for entrant in pair
    )
    return "every_partner_had" if had_all else "no_other_partners"
