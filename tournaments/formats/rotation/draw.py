"""The rotation: a format whose whole schedule is known from the start.

Each entrant takes a place of a movement. Places are given by the seeding: seeds, ratings, then
lots. A late entrant gets a place that somebody has left, or the place that stays empty if the
number of pairs is odd. Without such a place a late entrant is not drawn. If somebody is missing
at a table of two sides, it can't be played, and the people present there rest. A table of
several sides needs only three of them.
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
# The default limit of rounds in a movement of individuals.
MOST_ROUNDS = 40
# Limits that keep the computation of a movement within the time of a request. A movement has at
# most `MOST_PLACES` places over all its rounds: 128 entrants who all meet. If each round has to
# be searched after the one before, the limit is `MOST_SEARCHED`: 40 rounds of 128 entrants. Both
# apply from the third edition on, however many rounds are chosen.
MOST_PLACES, MOST_SEARCHED = 16_256, 5_120


@dataclass(frozen=True, slots=True)
class MovementKind:
    """A kind of movement.

    `places` returns the number of places for a number of entrants, `length` the most rounds, and
    `round` one round, counted from 1.
    """

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
    # The meetings of a Howell, and all tables play the same set in a round (a barometer). So each
    # deal is compared as soon as its round is closed, however many rounds are played.
    "barometer": MovementKind(
        places=_even,
        length=lambda count, options: count - 1,
        round=lambda count, options, number: movements.barometer(count, number),
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
    """Return how many rounds are played: the whole movement, or as many as the organiser chose.

    Without a chosen number, individuals play at most 40 rounds. Tables of several never play
    more than 40, because everybody has met everybody long before.
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
    """Return the plan of the rounds, with the rests that follow from the number of entrants."""
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
    """Return all rounds of the movement, as tables of places."""
    return tuple(_scheduled(field, number) for number in range(1, rounds(field) + 1))


def _scheduled(field: Field, number: int) -> Movement:
    """Return one round of the movement, as tables of places. Rounds are numbered from 1.

    In a duplicate whose movement has no sets, all tables of a round play the set with its
    number.
    """
    kind = kind_of(field.options)
    made = kind.round(kind.places(count_of(field)), field.options, number)
    if not field.options.duplicate:
        return made
    return tuple(table if table.deals else table._replace(deals=number) for table in made)


def _there(meeting: MovementTable, present: range | Mapping[int, int]) -> PresentTable:
    """Return a table of the movement with only the places that are taken. `present` has these
    places.
    """
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
    """Return all rounds as they are planned now. Tables without any entrant are left out."""
    seated = _present(field)
    return [_seated(made, seated) for made in schedule(field)]


def _present(field: Field) -> dict[int, int]:
    """Return the entrant of each place whose entrant is present."""
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

    Places that nobody has had are left out. The seeding is always spread over the places in the
    same way. Exchanges made by the organiser are read from the drawn rounds.
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
    """Return the places with late entrants added. They take free places in the order of
    registration.
    """
    present = set(field.playing)
    late = [entrant for entrant in field.playing if entrant not in entrant_by_place.values()]
    places = range(kind_of(field.options).places(len(field.order or field.playing)))
    free = [place for place in places if entrant_by_place.get(place) not in present]
    return {**entrant_by_place, **dict(zip(free, late, strict=False))}


def draw(field: Field) -> Draw:
    """Draw the next round of the schedule.

    Raise `PairingError` with one of these codes:

    - `too_few_entrants`: there are fewer than four entrants.
    - `too_many_for_teams`: there are more entrants than the movement has places.
    - `stage_finished`: all rounds are drawn, or fewer than two entrants are left.
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
    """Yield a round's tables as the draw returns them: first the tables played, then the rests."""
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
