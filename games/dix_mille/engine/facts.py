"""The remarkable facts of a finished match, for its page and the records. Pure.

A greater `value` always means a more remarkable fact, so facts with the same code can be compared.
"""

from collections.abc import Sequence

from games.dix_mille.engine.entries import MilleEntry
from games.dix_mille.engine.rulesets import MilleRules
from games.sheet import Fact, Line, Scoresheet

GAINS = {"entered", "palier"}
STRIKES = {
    "struck",
    "struck_out",
    "collision",
    "collision_out",
    "chain_collision",
    "chain_collision_out",
}
WHOLE_MATCH = 10_000


def facts(rules: MilleRules, entries: Sequence[MilleEntry], sheet: Scoresheet) -> list[Fact]:
    """Return the facts of a finished match; none while it is running.

    Turns are numbered from 1, over all players, as the lines of the sheet.
    """
    if sheet.result is None:
        return []
    return [
        *_biggest_turn(sheet),
        *_bust_run(sheet),
        *_paliers_struck(sheet),
        *_fastest(rules, sheet),
    ]


def _biggest_turn(sheet: Scoresheet) -> list[Fact]:
    """Return the turn with the most points written; of equal turns the first."""
    turns = [
        (int(note.points), -number, _seat(line))
        for number, line in enumerate(sheet.lines, start=1)
        for note in line.notes
        if note.code in GAINS
    ]
    if not turns:
        return []
    points, number, seat = max(turns)
    return [Fact("biggest_turn", points, {"points": points, "seat": seat, "number": -number})]


def _bust_run(sheet: Scoresheet) -> list[Fact]:
    """Return the longest run of lost turns of one player, two at least; of equal runs the first."""
    best, holder, last = 1, 0, 0
    runs = [0] * len(sheet.scores)
    for number, line in enumerate(sheet.lines, start=1):
        seat = _seat(line)
        won = line.completed["instant_win"] or any(note.code in GAINS for note in line.notes)
        runs[seat] = 0 if won else runs[seat] + 1
        if runs[seat] > best:
            best, holder, last = runs[seat], seat, number
    if best < 2:
        return []
    return [Fact("bust_run", best, {"turns": best, "seat": holder, "number": last})]


def _paliers_struck(sheet: Scoresheet) -> list[Fact]:
    """Return the most paliers struck in one player's column, by coches or by other players."""
    counts = [0] * len(sheet.scores)
    for line in sheet.lines:
        for note in line.notes:
            if note.code in STRIKES and note.side is not None:
                counts[note.side] += 1
    most = max(counts)
    if not most:
        return []
    return [Fact("paliers_struck", most, {"seat": counts.index(most), "count": most})]


def _fastest(rules: MilleRules, sheet: Scoresheet) -> list[Fact]:
    """Return the number of turns that the winner needed to reach 10 000.

    The list is empty for any other target, because matches with other targets cannot be compared.
    """
    result = sheet.result
    if result is None or result.ended_by == "instant_win" or rules.target != WHOLE_MATCH:
        return []
    winner = result.winners[0]
    turns = sum(_seat(line) == winner for line in sheet.lines)
    return [Fact("fastest", -turns, {"turns": turns, "seat": winner, "target": rules.target})]


def _seat(line: Line) -> int:
    return int(line.completed["seat"])
