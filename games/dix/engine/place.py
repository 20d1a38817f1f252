"""What a seat of the jeu du 10 needs to know before a hand: its turn, points and bids. Pure.

« Le joueur à la gauche du joueur qui a brassé commence le tour de mise. »
"""

from collections.abc import Mapping
from typing import Any

from games.dix.engine.rulesets import SEATS, DixRules, side_of
from games.sheet import Note, Scoresheet


def place_notes(rules: DixRules, sheet: Scoresheet, seat: int) -> list[Note]:
    """Return notes for a seat: when it speaks, what its side needs, and what it may bid."""
    expected = sheet.next
    if expected is None:
        return []
    side = side_of(seat)
    score = sheet.scores[side] or 0
    notes = [
        _turn(expected["first_speaker"], seat),
        Note("needs", side, 0, {"points": rules.target - score}),
        _bids(sheet, expected, side),
    ]
    if rules.defence_cap is not None and score >= rules.defence_cap:
        notes.append(Note("speak_to_count", side, 0, {"cap": rules.defence_cap}))
    return notes


def _turn(first: int, seat: int) -> Note:
    before = (seat - first) % SEATS
    if before == 0:
        return Note("speaks_first")
    if before == SEATS - 1:
        return Note("deals", None, 0, {"seat": first})
    return Note("speaks_second" if before == 1 else "speaks_third", None, 0, {"seat": first})


def _bids(sheet: Scoresheet, expected: Mapping[str, Any], side: int) -> Note:
    highest = expected["max_bid"][side] if "purses" in sheet.state else expected["max_bid"]
    if highest is None:
        return Note("cannot_bid", side)
    code = "may_bid_partie" if expected["may_bid_partie"][side] else "may_bid"
    return Note(code, side, 0, {"span": [expected["min_bid"], highest]})
