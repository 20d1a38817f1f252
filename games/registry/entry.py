"""A line of a match of a game: how it is stored and read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.sheet import Scoresheet

if TYPE_CHECKING:
    from rest_framework import serializers

    from games.models import EntryBase


@dataclass(frozen=True, slots=True)
class EntryOf:
    """The entry's model and serializer."""

    model: "type[EntryBase]"
    serializer: "type[serializers.Serializer[Any]]"
    # The columns that hold a seat, for which the history shows the name of the player.
    seat_fields: Sequence[str] = ()
    # Fills in the random part of an entry that is about to be recorded (not of a preview). It takes
    # the rules, a function that returns the fold of the match so far, and the entry as sent. The
    # result is stored and folded, so that a replay stays pure.
    chance: (
        Callable[[Any, Callable[[], Scoresheet], Mapping[str, Any]], Mapping[str, Any]] | None
    ) = None
