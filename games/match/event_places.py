"""Where a match belongs that is played for a layer above. That layer says so at start-up."""

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Match, Status
from games.registry.game import Text


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The page of what a match is played for, and where its people go once it is over.

    `own_home` leads its people to their own page of it. `public`: whoever may see the match may see
    that page. `over`: it has ended, and nothing that would help its players is kept back.
    """

    home: str
    own_home: str
    next_url: str
    next_words: Text
    public: bool
    over: bool


Find = Callable[[Match], EventPlace | None]
_finds: list[Find] = []


def register(find: Find) -> None:
    """Register who knows the places of matches with an `event_id`."""
    if find not in _finds:
        _finds.append(find)


def place_of(match: Match) -> EventPlace | None:
    """Return where a match belongs; None for one that is played for itself."""
    if not match.event_id:
        return None
    return next((place for find in _finds if (place := find(match)) is not None), None)


def all_over(match: Match, place: EventPlace | None) -> bool:
    """Say whether a match and what it was played for are over, so that it may be analysed.

    Without its tournament nobody can say that it is over.
    """
    alone = not match.event_id
    return match.status == Status.FINISHED and (alone or (place is not None and place.over))
