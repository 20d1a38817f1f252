"""The boards of a duplicate: which table plays which boards, and which boards may be shown.

A set is the group of boards that a table plays in a round of the movement. A board may be shown
once all rounds in which its set is played are closed. Until then somebody may still have to play
it. When the tournament is over, unpublished rounds do not count.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.draws.field import Field, Options, Table
from tournaments.formats.rotation import draw as predetermined

# All board numbers are smaller than this.
MOST_BOARDS = 10_000


@dataclass(frozen=True, slots=True)
class Playing:
    """A round in which a set is played, with the number of tables that play it in that round."""

    round: int
    tables: int


def of_set(number: int, options: Options) -> range:
    """Return the numbers of a set's boards."""
    size = options.deals or 1
    return range((number - 1) * size + 1, number * size + 1)


def set_of(board: int, options: Options) -> int:
    """Return the number of the set to which a board belongs."""
    return (board - 1) // (options.deals or 1) + 1


def of_table(table: Table, options: Options) -> range:
    """Return the numbers of the boards that a drawn table plays.

    The range is empty for a rest, and in a tournament that is not a duplicate.
    """
    number = table.why.get("deals", 0)
    return of_set(number, options) if options.duplicate and number and not table.bye else range(0)


def sets(field: Field) -> dict[int, list[Playing]]:
    """Return, for each set, the rounds in which it is played, by the schedule and by the drawn
    rounds.

    Tables at which somebody is missing count too, because a late entrant may take the place.
    """
    playings_by_set: dict[int, list[Playing]] = {}
    if not field.options.duplicate or len(field.order or field.playing) < predetermined.LEAST:
        return playings_by_set
    planned = predetermined.schedule(field)
    for number in range(1, max(len(planned), len(field.rounds)) + 1):
        tables: dict[int, int] = {}
        for meeting in planned[number - 1] if number <= len(planned) else ():
            if len(meeting.sides) > 1:
                tables[meeting.deals] = tables.get(meeting.deals, 0) + 1
        for table in field.rounds[number - 1] if number <= len(field.rounds) else ():
            if not table.bye and (drawn := table.why.get("deals", 0)):
                tables.setdefault(drawn, 1)
        for deals, many in sorted(tables.items()):
            playings_by_set.setdefault(deals, []).append(Playing(number, many))
    return playings_by_set


def published(field: Field) -> dict[int, list[Playing]]:
    """Return, for each set, the published rounds in which it is played."""
    playings_by_set = {
        number: [playing for playing in played if playing.round <= len(field.rounds)]
        for number, played in sets(field).items()
    }
    return {number: played for number, played in playings_by_set.items() if played}


def opened(field: Field, closed: Collection[int], *, over: bool = False) -> frozenset[int]:
    """Return the boards that may be shown: those whose set is played only in `closed` rounds.

    With `over`, no further round will be published, so unpublished rounds do not count.
    """
    return frozenset(
        board
        for number, played in (published(field) if over else sets(field)).items()
        if all(playing.round in closed for playing in played)
        for board in of_set(number, field.options)
    )


def to_come(field: Field) -> frozenset[int]:
    """Return the boards that some round, not published yet, will still use."""
    return frozenset(
        board
        for number, played in sets(field).items()
        if any(playing.round > len(field.rounds) for playing in played)
        for board in of_set(number, field.options)
    )


def numbers(field: Field) -> list[int]:
    """Return the numbers of all boards of the tournament, in order."""
    return [board for number in sorted(sets(field)) for board in of_set(number, field.options)]
