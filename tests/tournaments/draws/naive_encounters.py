"""The direct encounter of C.07, computed pair by pair. It is slow, and checks the fast
computation.
"""

from fractions import Fraction
from itertools import combinations, groupby

from tournaments.draws.ranking.criteria import Ledger

NAME = "direct_encounter"


def values_and_order(field):
    """Split a field in which all are tied; return (groups of numbers in order, points by number).

    The points are None where the encounter decides nothing.
    """
    seen = dict.fromkeys([entrant.number for entrant in field.entrants])
    return split(Ledger(field), list(seen), seen), seen


def split(ledger, members, seen):
    if len(members) < 2:
        return [members]
    taken, missing = encounters(ledger, members)
    seen.update(taken)
    if not missing:
        ordered = sorted(members, key=lambda number: -taken[number])
        parts = [list(part) for _value, part in groupby(ordered, key=taken.get)]
    else:
        first = out_of_reach(ledger, taken, missing)
        if not first:
            seen.update(dict.fromkeys(members))
            return [members]
        parts = [
            *([number] for number in first),
            [number for number in members if number not in first],
        ]
    if len(parts) == 1:
        return parts
    return [small for part in parts for small in again(ledger, part, seen)]


def again(ledger, members, seen):
    if len(members) == 1:
        return [members]
    before = {number: seen[number] for number in members}
    parts = split(ledger, members, seen)
    if len(parts) == 1:
        seen.update(before)
    return parts


def encounters(ledger, members):
    brought = {}
    for number in members:
        for meeting in ledger.records[number]:
            others = set(members).intersection(meeting.opponents)
            if meeting.played:
                for other in others:
                    brought.setdefault((number, other), []).append(meeting.points / len(others))
    taken = dict.fromkeys(members, Fraction())
    for (number, _other), shares in brought.items():
        taken[number] += sum(shares, Fraction()) / len(shares)
    return taken, [pair for pair in combinations(members, 2) if pair not in brought]


def out_of_reach(ledger, taken, missing):
    points = ledger.field.options.points
    win, loss = Fraction(str(points.win)), Fraction(str(points.loss))
    to_come = {number: sum(number in pair for pair in missing) for number in taken}
    least = {number: taken[number] + loss * to_come[number] for number in taken}
    most = {number: taken[number] + win * to_come[number] for number in taken}
    first = []
    behind = sorted(taken, key=lambda number: (-least[number], number))
    while len(behind) > 1 and least[behind[0]] > max(most[number] for number in behind[1:]):
        first.append(behind.pop(0))
    return first
