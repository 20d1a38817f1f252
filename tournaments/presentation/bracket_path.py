"""An entrant's way through the bracket: meetings played, meetings to come, possible opponents."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.draws.brackets.tree import Filled, FromPool, PlayedNode
from tournaments.draws.field import Score
from tournaments.presentation.bracket import Bracket, from_pool, score_of


@dataclass(frozen=True, slots=True)
class PathStep:
    """A meeting on the way. `won` is None before it is played; `sure`: the entrant is in it."""

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
    """An entrant's way: its meetings in order, and the lines that lead from one to the next."""

    entrant: int
    name: str
    steps: tuple[PathStep, ...]

    @property
    def lines(self) -> list[str]:
        """The meetings from which the entrant goes on, or may go on, to the next one."""
        return [step.slot for step in self.steps[:-1] if step.won is not False]


def path_of(bracket: Bracket, entrant: int) -> BracketPath | None:
    """Return an entrant's way through the bracket; None if the entrant is not in it."""
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
    """Yield the later meetings that the winner of a meeting would play, up to the last one."""
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
    """Return, by slot, the next meeting of a meeting's winner, and the winner's place in it."""
    return {
        str(source.of): (meeting, at)
        for meeting in played.values()
        if meeting.node.only_if is None
        for at, source in enumerate(meeting.node.places)
        if source.kind == "winner"
    }


def _name(bracket: Bracket, meeting: PlayedNode, at: int) -> str:
    """Return the name of the entrant at a place of a meeting, or both names of who may come."""
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
