"""An entrant's way through the bracket: meetings played, later meetings, possible opponents."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.draws.brackets.tree import Filled, FromPool, PlayedNode
from tournaments.draws.field import Score
from tournaments.presentation.bracket.bracket import Bracket, from_pool, score_of


@dataclass(frozen=True, slots=True)
class PathStep:
    """A meeting on an entrant's way through the bracket.

    `won` is None before the meeting is played. `sure` says whether the entrant has reached it.
    """

    slot: str
    stage: str
    against: str
    own: Score | None
    other: Score | None
    won: bool | None
    sure: bool
    url: str


@dataclass(frozen=True, slots=True)
class BracketPath:
    """An entrant's way through the bracket: the meetings, in order."""

    entrant: int
    name: str
    steps: tuple[PathStep, ...]

    @property
    def lines(self) -> list[str]:
        """The slots of the meetings whose line to the next meeting belongs to the entrant's way.

        These are the meetings that the entrant has won or may still win.
        """
        return [step.slot for step in self.steps[:-1] if step.won is not False]


def path_of(bracket: Bracket, entrant: int) -> BracketPath | None:
    """Return an entrant's way through the bracket; None if the entrant is in no meeting of it."""
    met = [meeting for meeting in bracket.nodes.values() if entrant in meeting.present]
    if not met:
        return None
    steps = [
        _played(bracket, meeting, entrant)
        for meeting in sorted(met, key=lambda meeting: meeting.node.stage)
    ]
    if steps[-1].won is not False:
        steps += _to_come(bracket, steps[-1].slot)
    return BracketPath(entrant, bracket.view.names[entrant], tuple(steps))


def _played(bracket: Bracket, meeting: PlayedNode, entrant: int) -> PathStep:
    at = meeting.places.index(entrant)
    other = meeting.places[1 - at]
    return PathStep(
        slot=meeting.node.slot,
        stage=bracket.meeting_name(meeting.node),
        against=_name(bracket, meeting, 1 - at),
        own=score_of(meeting, entrant),
        other=score_of(meeting, other),
        won=meeting.winner == entrant if isinstance(meeting.winner, int) else None,
        sure=True,
        url=bracket.places.get(meeting.node.slot, ""),
    )


def _to_come(bracket: Bracket, slot: str) -> Iterator[PathStep]:
    """Yield the later meetings that the winner of a meeting would play, up to the last one, in
    order.
    """
    nexts = _nexts(bracket.view.bracket)
    while (following := nexts.get(slot)) is not None:
        meeting, at = following
        slot = meeting.node.slot
        if slot in bracket.nodes:
            yield PathStep(
                slot=slot,
                stage=bracket.meeting_name(meeting.node),
                against=_name(bracket, meeting, 1 - at),
                own=None,
                other=None,
                won=None,
                sure=False,
                url="",
            )


def _nexts(played: Mapping[str, PlayedNode]) -> dict[str, tuple[PlayedNode, int]]:
    """Return, for each slot, the next meeting of the winner and the winner's place in that
    meeting.
    """
    return {
        str(source.of): (meeting, at)
        for meeting in played.values()
        if meeting.node.only_if is None
        for at, source in enumerate(meeting.node.places)
        if source.kind == "winner"
    }


def _name(bracket: Bracket, meeting: PlayedNode, at: int) -> str:
    """Return the name at a place of a meeting.

    If the entrant is not known yet, it is the names of the two who play for the place, or the
    rank of a group that will fill it. Otherwise it is empty.
    """
    place: Filled = meeting.places[at]
    if isinstance(place, int):
        return bracket.view.names[place]
    if place is None:
        return ""
    if isinstance(place, FromPool):
        return from_pool(place)
    before = bracket.view.bracket.get(str(meeting.node.places[at].of))
    if before is None or not before.known or len(before.present) < 2:
        return ""
    first, second = (bracket.view.names[number] for number in before.present)
    return _("%(one)s ou %(other)s") % {"one": first, "other": second}
