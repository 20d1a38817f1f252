"""One person's way through the bracket: what they played, what is next, and whom they may meet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.draws.brackets.tree import Filled, FromPool, PlayedNode
from tournaments.draws.field import Score
from tournaments.presentation.bracket import Bracket, from_pool, score_of


@dataclass(frozen=True, slots=True)
class PathStep:
    """A meeting on the way. `won` is None while it is not played; `sure`: the person is in it."""

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
    """An entrant's way: the steps in their order, and the lines that lead from one to the next."""

    entrant: int
    name: str
    steps: tuple[PathStep, ...]

    @property
    def lines(self) -> list[str]:
        """The meetings whose line to the next one is the person's."""
        return [step.slot for step in self.steps[:-1] if step.won is not False]


def path_of(bracket: Bracket, entrant: int) -> BracketPath | None:
    """Return somebody's way through the bracket; None if they are not in it."""
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
    """Yield the meetings that the winner of one comes to, up to the last."""
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
    """Return where the winner of each meeting goes, and to which place."""
    return {
        str(source.of): (meeting, at)
        for meeting in played.values()
        if meeting.node.only_if is None
        for at, source in enumerate(meeting.node.places)
        if source.kind == "winner"
    }


def _name(bracket: Bracket, meeting: PlayedNode, at: int) -> str:
    """Say who is at a place of a meeting, or which two may come to it."""
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
