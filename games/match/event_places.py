"""The event that a match is played for. The layer above registers how to look it up."""

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Match, Status
from games.registry.game import Text


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The page of the event that a match is played for, and the next page once the match is over.

    `name` is the event's. `own_home` leads the match's people to their own page of the event.
    `public`: whoever may see the match may also see the event's page. `over`: the event has ended,
    so that analyses that would help its players may be shown.
    """

    home: str
    own_home: str
    next_url: str
    next_words: Text
    public: bool
    over: bool
    name: str = ""


Find = Callable[[Match], EventPlace | None]
_finds: list[Find] = []


def register(find: Find) -> None:
    """Register a function that returns the place of a match with an `event_id`."""
    if find not in _finds:
        _finds.append(find)


def place_of(match: Match) -> EventPlace | None:
    """Return the place of a match in its event; None for a match of no event."""
    if not match.event_id:
        return None
    return next((place for find in _finds if (place := find(match)) is not None), None)


def all_over(match: Match, place: EventPlace | None) -> bool:
    """Return whether a match and its event are over, so that the match may be analysed.

    An event without a known place counts as not over.
    """
    alone = not match.event_id
    return match.status == Status.FINISHED and (alone or (place is not None and place.over))
