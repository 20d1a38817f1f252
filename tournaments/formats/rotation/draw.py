"""The format whose whole schedule is known from the start: entrants take the places of a movement.

Places are given by the seeding: seeds, ratings, then lots. A late entrant gets a place that
somebody has left, or the empty place of an odd number of pairs. Without such a place they are not
drawn. If somebody is missing, a table of two sides can't be played, and those who are there rest.
At a table of several sides three are enough.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.draws import seating
from tournaments.draws.designs.partner_rotation import rotation_length
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Options, Table, Warned
from tournaments.draws.lots import by_lot
from tournaments.draws.plans import Plan, PlannedRound, PresentTable, count_of
from tournaments.draws.ranking.records import ROUNDS
from tournaments.formats.rotation import movements
from tournaments.formats.rotation.movements import Movement, MovementTable

LEAST = 4
# The most rounds of changing partners, unless the organiser chooses a number.
MOST_ROUNDS = 40
# The most places over all rounds of a movement, however many rounds are chosen, so that it is
# computed within a request: 128 entrants who all meet. Where each round is searched after the one
# before, the limit is lower: 40 rounds of 128 entrants. From the third edition on.
MOST_PLACES, MOST_SEARCHED = 16_256, 5_120


@dataclass(frozen=True, slots=True)
class MovementKind:
    """A kind of movement: the number of places, the most rounds, and each round (from 1)."""

    places: Callable[[int], int]
    length: Callable[[int, Options], int]
    round: Callable[[int, Options, int], Movement]
    individual: bool = False
    many: bool = False
    # Whether places follow the order of registration, so that people entered together play
    # together.
    in_order: bool = False


def _even(count: int) -> int:
    return count + count % 2


KINDS: Mapping[str, MovementKind] = {
    "individual": MovementKind(
        places=lambda count: count,
        length=lambda count, options: rotation_length(count),
        round=lambda count, options, number: movements.individual(count, number),
        individual=True,
    ),
    "howell": MovementKind(
        places=_even,
        length=lambda count, options: count - 1,
        round=lambda count, options, number: movements.howell(count, number),
    ),
    "mitchell": MovementKind(
        places=_even,
        length=lambda count, options: movements.mitchell_length(count, skip=options.skip),
        round=lambda count, options, number: movements.mitchell(count, number, skip=options.skip),
    ),
    "teams": MovementKind(
        places=lambda count: movements.TEAMS,
        length=lambda count, options: options.rounds or movements.TEAM_ROUNDS,
        round=lambda count, options, number: movements.teams(number),
        in_order=True,
    ),
    "tables": MovementKind(
        places=lambda count: count,
        length=lambda count, options: options.rounds or ROUNDS,
        round=lambda count, options, number: movements.golfers(count, options.table_size, number),
        many=True,
    ),
}


def kind_of(options: Options) -> MovementKind:
    """Return the kind of movement that the organiser chose."""
    return KINDS[options.movement]


def rounds(field: Field) -> int:
    """Return how many rounds are played: the whole movement, or as many as were chosen.

    Individuals play 40 at most if no number was chosen. Tables of several play 40 at most in any
    case, because everybody has met everybody long before.
    """
    kind, count = kind_of(field.options), count_of(field)
    length = kind.length(kind.places(count), field.options)
    usual = MOST_ROUNDS if kind.individual else length
    wanted = min(field.options.rounds or usual, length)
    if field.options.edition < 3:
        return wanted
    searched = kind.many or (kind.individual and not movements.has_whist(count))
    most = MOST_SEARCHED if searched else MOST_PLACES
    if kind.many:
        wanted = min(wanted, MOST_ROUNDS)
    return min(wanted, max(1, most // max(1, count)))


def plan(field: Field) -> Plan:
    """Plan the rounds, with the rests that the number of entrants brings."""
    count, played = count_of(field), []
    rested = dict.fromkeys(range(count), 0)
    for made in schedule(field):
        tables = [_there(meeting, range(count)) for meeting in made]
        resting = [place for meeting in tables if meeting.resting for place in meeting.places]
        for place in resting:
            rested[place] += 1
        played.append(PlannedRound(sum(not meeting.resting for meeting in tables), len(resting)))
    return Plan(
        tuple(played), len(played) - max(rested.values()), len(played) - min(rested.values())
    )


def resting(count: int, options: Options) -> int:
    """Return how many of `count` entrants rest in a round."""
    kind = kind_of(options)
    if kind.many:
        return 0
    return count % 4 if kind.individual else count % 2


def schedule(field: Field) -> tuple[Movement, ...]:
    """Return every round by places."""
    return tuple(_scheduled(field, number) for number in range(1, rounds(field) + 1))


def _scheduled(field: Field, number: int) -> Movement:
    """Return a round by places.

    In a duplicate without sets all tables play the set of the round.
    """
    kind = kind_of(field.options)
    made = kind.round(kind.places(count_of(field)), field.options, number)
    if not field.options.duplicate:
        return made
    return tuple(table if table.deals else table._replace(deals=number) for table in made)


def _there(meeting: MovementTable, present: range | Mapping[int, int]) -> PresentTable:
    """Return a table with only the places that somebody has."""
    sides = tuple(tuple(place for place in side if place in present) for side in meeting.sides)
    several = len(sides) > 2
    if several:
        sides = tuple(side for side in sides if side)
    playable = len(sides) >= seating.LEAST if several else sides == meeting.sides
    return PresentTable(
        sides,
        tuple(place for side in sides for place in side),
        meeting.deals,
        resting=not playable or len(meeting.sides) == 1,
    )


def calendar(field: Field) -> list[list[PresentTable]]:
    """Return every round as it is known now. Tables without anybody are left out."""
    seated = _present(field)
    return [_seated(made, seated) for made in schedule(field)]


def _present(field: Field) -> dict[int, int]:
    """Return the entrant of each place, for entrants who are there."""
    present = set(field.playing)
    return {place: entrant for place, entrant in occupants(field).items() if entrant in present}


def _seated(made: Movement, seated: Mapping[int, int]) -> list[PresentTable]:
    return [
        replace(table, sides=tuple(tuple(seated[place] for place in side) for side in table.sides))
        for meeting in made
        if (table := _there(meeting, seated)).places
    ]


def occupants(field: Field) -> dict[int, int]:
    """Return the last entrant who had each place, present or not.

    Places that nobody has are left out. The seeding is always spread over the places in the same
    way. So two entrants who are exchanged before the first round stay exchanged.
    """
    order = field.order or field.seeding()
    spread: Sequence[int] = by_lot("rotation", "places", range(len(order)))
    if kind_of(field.options).in_order:
        order, spread = tuple(sorted(order)), range(len(order))
    entrant_by_place = {place: order[at] for place, at in enumerate(spread)}
    for tables in field.rounds:
        for table in tables:
            entrant_by_place.update(zip(table.why.get("seats", ()), table.entrants, strict=False))
    return _with_late(field, entrant_by_place)


def _with_late(field: Field, entrant_by_place: Mapping[int, int]) -> dict[int, int]:
    """Give the free places to those who have none, in the order of registration."""
    present = set(field.playing)
    late = [entrant for entrant in field.playing if entrant not in entrant_by_place.values()]
    places = range(kind_of(field.options).places(len(field.order or field.playing)))
    free = [place for place in places if entrant_by_place.get(place) not in present]
    return {**entrant_by_place, **dict(zip(free, late, strict=False))}


def draw(field: Field) -> Draw:
    """Draw the next round of the schedule.

    Raises `PairingError` `too_few_entrants`, `too_many_for_teams` or `stage_finished`.
    """
    count, places = count_of(field), kind_of(field.options).places(count_of(field))
    if count < LEAST:
        raise PairingError("too_few_entrants", least=LEAST)
    if count > places:
        raise PairingError("too_many_for_teams", most=places, count=count)
    number = len(field.rounds) + 1
    if number > rounds(field) or len(field.playing) < 2:
        raise PairingError("stage_finished")
    seated = set(occupants(field).values())
    late = [entrant for entrant in field.playing if entrant not in seated]
    there = _seated(_scheduled(field, number), _present(field))
    return Draw(
        tuple(_tables(there, field.options.movement, number)),
        tuple(Warned("too_late_for_schedule", {"entrant": entrant}) for entrant in late),
    )


def _tables(there: Sequence[PresentTable], movement: str, number: int) -> Iterator[Table]:
    """Yield a round's tables as they are drawn: those that are played, then those who rest."""
    common = {"round": number, "movement": movement}
    played = [table for table in there if not table.resting]
    for at, table in enumerate(played, start=1):
        deals = {"deals": table.deals} if table.deals else {}
        yield Table(at, table.sides, why={**common, "seats": list(table.places), **deals})
    resting = [
        (place, entrant)
        for table in there
        if table.resting
        for place, entrant in zip(
            table.places, (entrant for side in table.sides for entrant in side), strict=True
        )
    ]
    for at, (place, entrant) in enumerate(resting, start=len(played) + 1):
        yield Table(at, ((entrant,),), why={**common, "seats": [place]})
