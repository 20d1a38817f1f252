"""Where each entrant of a knockout stands: still in or out, at which stage, in which field."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.draws.brackets.tree import FromPool, Pending, PlayedNode

Bracket = Mapping[str, PlayedNode]
Outcome = Literal["in", "out", "won", "left"]
Level = Literal[
    "final",
    "semi_final",
    "quarter_final",
    "eighth_final",
    "sixteenth_final",
    "round",
    "cadrage",
    "third_place",
    "losers",
    "reset",
    "groups",
]
# The names of the last rounds of a knockout, by the number of meetings that a full round has.
LAST_ROUNDS: Mapping[int, Level] = {
    1: "final",
    2: "semi_final",
    4: "quarter_final",
    8: "eighth_final",
    16: "sixteenth_final",
}
# The parts of a bracket whose meetings are named by the part, not by the round.
BY_PART: Mapping[str, Level] = {
    "third": "third_place",
    "cadrage": "cadrage",
    "losers": "losers",
    "reset": "reset",
}


@dataclass(frozen=True, slots=True)
class KnockoutProgress:
    """How far an entrant has come, and whether they are still in.

    `state` is `in` (a meeting to play), `out` (has lost), `won` (the field's final, or with `level`
    `third_place` the match for the third place), or `left` (withdrew or was disqualified). `level`
    and `stage` (the bracket's round, from 1) are those of the entrant's last meeting. An entrant
    who did not come out of the groups has the level `groups` and the stage 0. `field` is the letter
    of the field, empty if there is only one.
    """

    field: str
    state: Outcome
    level: Level
    stage: int = 0


def is_empty(meeting: PlayedNode) -> bool:
    """Return whether a meeting is not played: a bye, or a second final that was not needed."""
    walkover = None in meeting.places and isinstance(meeting.winner, FromPool)
    return walkover or (meeting.known and len(meeting.present) < 2)


class Levels:
    """The names of a bracket's meetings."""

    def __init__(self, bracket: Bracket) -> None:
        played = [meeting.node for meeting in bracket.values() if not is_empty(meeting)]
        self.double = any(node.part == "losers" for node in played)
        # The number of the last round of each field.
        self.last: dict[str, int] = {}
        for node in played:
            self.last[node.field] = max(self.last.get(node.field, 0), node.stage)
        # The same with meetings that nobody can play any more.
        self._finals: dict[str, int] = {}
        for meeting in bracket.values():
            node = meeting.node
            self._finals[node.field] = max(self._finals.get(node.field, 0), node.stage)
        self._meetings = Counter(
            (node.stage, node.field) for node in played if node.part in ("main", "final")
        )

    def of_round(self, stage: int, letter: str) -> Level:
        """Return the name of a field's round; `round` if it is only counted."""
        name = LAST_ROUNDS.get(self._meetings[stage, letter])
        left = self._finals[letter] - stage if letter in self._finals else 0
        if self.double or name is None or LAST_ROUNDS.get(2**left) != name:
            return "round"
        return name

    def of(self, meeting: PlayedNode) -> Level:
        """Return the name of a meeting."""
        node = meeting.node
        if node.part in BY_PART:
            return BY_PART[node.part]
        if node.part == "final":
            return "final"
        return self.of_round(node.stage, node.field)


def progress(
    bracket: Bracket, gone: Collection[int] = (), winner: int | None = None
) -> dict[int, KnockoutProgress]:
    """Return the progress of everybody who is in a meeting of the bracket.

    `gone` are the entrants who left the tournament. `winner` is the declared winner of a final that
    nobody has won.
    """
    levels = Levels(bracket)
    # An entrant who goes on, even to another field, meets the next opponent in a later round.
    last: dict[int, PlayedNode] = {}
    for meeting in sorted(bracket.values(), key=lambda meeting: meeting.node.stage):
        last |= dict.fromkeys(meeting.present, meeting)
    letters = {meeting.node.field for meeting in bracket.values()}
    ends = {decider(bracket, letter) for letter in letters}
    return {
        entrant: KnockoutProgress(
            meeting.node.field,
            _state(entrant, meeting, ends, entrant in gone, winner),
            levels.of(meeting),
            meeting.node.stage,
        )
        for entrant, meeting in last.items()
    }


def decider(bracket: Bracket, letter: str) -> str:
    """Return the slot of the meeting that decides a field: its final, or the second final if there
    is or may be one.
    """
    own = [meeting for meeting in bracket.values() if meeting.node.field == letter]
    ways = [
        *(meeting for meeting in own if meeting.node.part == "reset" and not is_empty(meeting)),
        *(meeting for meeting in own if meeting.node.part == "final"),
        *sorted(own, key=lambda meeting: -meeting.node.stage),
    ]
    return ways[0].node.slot


def _state(
    entrant: int, meeting: PlayedNode, ends: Collection[str], gone: bool, winner: int | None
) -> Outcome:
    decides = meeting.node.slot in ends or meeting.node.part == "third"
    if meeting.winner == entrant and decides:
        return "won"
    if entrant == winner and meeting.node.slot in ends:
        return "won"
    lost = not isinstance(meeting.winner, Pending) and meeting.winner != entrant
    if lost:
        return "out"
    return "left" if gone or meeting.winner == entrant else "in"


def champion(bracket: Bracket, letter: str, winner: int | None = None) -> int | None:
    """Return who has won a field; None while nobody has. `winner` is a declared winner."""
    end = bracket[decider(bracket, letter)]
    if winner in end.present:
        return winner
    return end.winner if isinstance(end.winner, int) else None
