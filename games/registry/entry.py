"""The entry of a game: how a line of a match is stored and read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.sheet import Scoresheet

if TYPE_CHECKING:
    from rest_framework import serializers

    from games.models import EntryBase


@dataclass(frozen=True, slots=True)
class EntryOf:
    """The entry's model and serializer, and what else the site needs to know of a line."""

    model: "type[EntryBase]"
    serializer: "type[serializers.Serializer[Any]]"
    # The names of the columns that hold a seat. For these, the history shows the player's name.
    seat_fields: Sequence[str] = ()
    # Fills in the random part of an entry that is about to be recorded (not of a preview). It takes
    # the rules, a function that returns the fold of the match so far, and the entry as sent. The
    # result is stored and folded, so that a replay stays pure.
    chance: (
        Callable[[Any, Callable[[], Scoresheet], Mapping[str, Any]], Mapping[str, Any]] | None
    ) = None
