"""The ladder: a list that lasts for months, in which people challenge those just above them.

Nothing is drawn. A table is a challenge, with the challenger's side first. Its `why` has the day
of its declaration (`on`), the places of the challenger and the challenged entrant (`challenge`),
and the length of the list (`among`).

The list is computed from all challenges in the order of declaration. Nobody may have two open
challenges, so the order in which results arrive makes no difference.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made_field
from datetime import date, timedelta
from typing import Any, Literal, NamedTuple

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table
from tournaments.draws.plans import Plan
from tournaments.draws.ranking.standings import StandingsRow

# The default limit on how many places above the challenger a challenged entrant may be.
PLACES_UP = 3
LEAST = 2
# The criterion shown for every row but the first: the entrant is lower on the ladder.
BEHIND = "ladder"

# The kinds of moves: the challenger took the place (`taken`) or did not (`kept`), both forfeited
# (`nobody`), the challenge has no result yet (`open`), or an entrant dropped by not playing
# (`dropped`).
MoveKind = Literal["taken", "kept", "nobody", "open", "dropped"]


class Move(NamedTuple):
    """A change of the list on a day, or a challenge that changed nothing.

    `other` is the challenged entrant, or 0 if the move is a drop.
    """

    kind: MoveKind
    on: date
    entrant: int
    other: int = 0
    # For a taken place, how many entrants went down by one place. For a drop, by how many places
    # the entrant went down.
    places: int = 0


@dataclass(slots=True)
class LadderState:
    """The ladder as it stands, with its history. `order` has everybody who was ever on it, best
    first.

    `start` is the place, from 1, at which each entrant came onto the list. `active` is the day
    of each entrant's last challenge, or before the first one the day of arrival. `played` is the
    day of each entrant's last challenge with a result.
    """

    order: list[int] = made_field(default_factory=list)
    start: dict[int, int] = made_field(default_factory=dict)
    active: dict[int, date] = made_field(default_factory=dict)
    played: dict[int, date] = made_field(default_factory=dict)
    moves: list[Move] = made_field(default_factory=list)
    # The day up to which drops have been applied.
    day: date = date.min


def refuse_draw(field: Field) -> Draw:
    """Raise `PairingError` `challenges_only`, because a ladder is never drawn."""
    raise PairingError("challenges_only")


def plan(field: Field) -> Plan:
    """Return an empty plan, because nobody knows in advance how much will be played."""
    return Plan((), 0, 0)


def tables_of(field: Field) -> list[Table]:
    """Return the challenges in the order in which they were declared."""
    return [table for tables in field.rounds for table in tables]


def day_of(table: Table) -> date:
    """Return the day on which a challenge was declared."""
    return date.fromisoformat(table.why["on"])


def ladder(field: Field) -> LadderState:
    """Return the list on the field's day, with its history. It is computed once for each
    `Field`.
    """
    if "ladder" not in field.worked:
        field.worked["ladder"] = _counted(field)
    cached: LadderState = field.worked["ladder"]
    return cached


def _counted(field: Field) -> LadderState:
    made, options = LadderState(), field.options
    order = field.order or field.seeding()
    for table in tables_of(field):
        # A challenge may have too early a day, if a clock was wrong. It then counts on the last
        # day so far.
        on = max(day_of(table), made.day)
        _drop_until(made, on, options.idle_days, options.idle_places)
        _enter(made, order[: table.why["among"]], on)
        _play(made, table, on)
    if field.day:
        _drop_until(made, date.fromisoformat(field.day), options.idle_days, options.idle_places)
    _enter(made, order, None)
    return made


def _enter(made: LadderState, entrants: Iterable[int], on: date | None) -> None:
    """Add the entrants who are not on the list yet at its foot, in the given order."""
    for entrant in entrants:
        if entrant not in made.start:
            made.order.append(entrant)
            made.start[entrant] = len(made.order)
        if on is not None:
            made.active.setdefault(entrant, on)


def _play(made: LadderState, table: Table, on: date) -> None:
    (challenger,), (challenged,) = table.sides
    forfeit = table.result.forfeit if table.result else frozenset()
    for entrant in (challenger, challenged):
        # An entrant who forfeits does not count as having played.
        if entrant not in forfeit:
            made.active[entrant] = on
            if table.result is not None:
                made.played[entrant] = on
    if table.result is None:
        made.moves.append(Move("open", on, challenger, challenged))
    elif forfeit >= {challenger, challenged}:
        made.moves.append(Move("nobody", on, challenger, challenged))
    elif table.winner == 0:
        above, below = made.order.index(challenged), made.order.index(challenger)
        if below > above:
            made.order.insert(above, made.order.pop(below))
        made.moves.append(Move("taken", on, challenger, challenged, max(0, below - above)))
    else:
        made.moves.append(Move("kept", on, challenger, challenged))


# --- Inactivity ---------------------------------------------------------------------------------


def _drop_until(made: LadderState, until: date, days: int, places: int) -> None:
    """Apply all drops up to a day.

    An entrant drops after `days` days without playing, and again after each further `days` days.
    Each drop puts the entrant below the next `places` entrants who are not inactive themselves.
    Two inactive entrants keep their order.
    """
    while days and places and (on := _next_drop(made, days)) and on <= until:
        last = on - timedelta(days=days)
        # An entrant without a day in `active` counts as inactive, but never drops.
        idle = {entrant for entrant in made.order if made.active.get(entrant, date.min) <= last}
        days_due = {
            day for day in set(made.active.values()) if day <= last and not (on - day).days % days
        }
        due = {entrant for entrant in idle if made.active.get(entrant) in days_due}
        _drop(made, due, idle, places, on)
        made.day = on
    made.day = max(made.day, until)


def _next_drop(made: LadderState, days: int) -> date | None:
    """Return the next day on which somebody drops; None if everybody is inactive."""
    known = set(made.active.values())
    if not known or made.day >= max(known) + timedelta(days=days):
        return None
    return min(
        active + timedelta(days=days * ((max(made.day, active) - active).days // days + 1))
        for active in known
    )


def _drop(made: LadderState, due: set[int], idle: set[int], places: int, on: date) -> None:
    """Move down the entrants who are due to drop. The lowest move first, so that they keep their
    order.
    """
    # The list is built from its foot up, so its last element is the highest entrant so far.
    order: list[int] = []
    dropped: list[Move] = []
    playing = 0
    for entrant in reversed(made.order):
        left = min(places, playing) if entrant in due else 0
        at = len(order)
        while left:
            at -= 1
            left -= order[at] not in idle
        if at < len(order):
            dropped.append(Move("dropped", on, entrant, places=len(order) - at))
        order.insert(at, entrant)
        playing += entrant not in idle
    made.order = order[::-1]
    made.moves.extend(reversed(dropped))


# --- Who may challenge whom ----------------------------------------------------------------------


def present(field: Field) -> list[int]:
    """Return the entrants who are on the list now, best first.

    Entrants added since the last challenge are at the foot. Entrants who have left are missing
    here, but keep their place in case they come back.
    """
    counted, playing = ladder(field).order, field.playing
    there, known = frozenset(playing), frozenset(counted)
    listed = [entrant for entrant in counted if entrant in there]
    return listed + [entrant for entrant in playing if entrant not in known]


def busy(field: Field) -> dict[int, int]:
    """Return the entrants who have an open challenge, with the opponent of each."""
    opponents = {}
    for table in tables_of(field):
        if table.result is None:
            (challenger,), (challenged,) = table.sides
            opponents[challenger], opponents[challenged] = challenged, challenger
    return opponents


def challengeable(field: Field, on: date) -> dict[int, list[int]]:
    """Return, for each entrant, whom they may challenge on a day: the highest first, or an empty
    list.
    """
    now = on_day(field, on)
    order, taken = present(now), busy(now)
    return {
        entrant: [
            other
            for other in order[max(0, at - now.options.places_up) : at]
            if entrant not in taken and other not in taken and not _apart(now, entrant, other)
        ]
        for at, entrant in enumerate(order)
    }


def on_day(field: Field, on: date) -> Field:
    """Return the field on the given day, or unchanged if the field's day is later."""
    return replace(field, day=max(field.day, on.isoformat()))


def _apart(field: Field, entrant: int, other: int) -> bool:
    return frozenset((entrant, other)) in field.options.forbidden_pairs


def challenge(field: Field, challenger: int, challenged: int, on: date) -> Table:
    """Return the table of a challenge, numbered 0.

    Raise `PairingError` with one of these codes:

    - `challenge_self`: an entrant challenges themself.
    - `challenge_gone`: one of the two is not on the list now.
    - `challenge_open`: one of the two has an open challenge.
    - `challenge_not_above`: the challenged entrant is below.
    - `challenge_too_far`: the challenged entrant is too many places above.
    - `challenge_forbidden`: these two may not meet.
    """
    if challenger == challenged:
        raise PairingError("challenge_self")
    now = on_day(field, on)
    order, taken = present(now), busy(now)
    for entrant in (challenger, challenged):
        if entrant not in order:
            raise PairingError("challenge_gone", entrant=entrant)
    for entrant in (challenger, challenged):
        if entrant in taken:
            raise PairingError("challenge_open", entrant=entrant, other=taken[entrant])
    below, above = order.index(challenger) + 1, order.index(challenged) + 1
    if below < above:
        raise PairingError("challenge_not_above", entrant=challenged)
    if below - above > now.options.places_up:
        raise PairingError("challenge_too_far", entrant=challenged, places=now.options.places_up)
    if _apart(now, challenger, challenged):
        raise PairingError("challenge_forbidden", entrant=challenged)
    why: dict[str, Any] = {
        "challenge": [below, above],
        "on": now.day,
        "among": len(entered(now)),
    }
    return Table(0, ((challenger,), (challenged,)), why=why)


def entered(field: Field) -> tuple[int, ...]:
    """Return everybody who was ever on the list, in the order in which they came."""
    order = field.order or field.seeding()
    known = frozenset(order)
    return (*order, *(entrant for entrant in field.playing if entrant not in known))


def due(field: Field, on: date) -> list[Move]:
    """Return the drops up to a day that the list of the field's own day does not contain yet."""
    counted = len(ladder(field).moves)
    return [move for move in ladder(on_day(field, on)).moves[counted:] if move.kind == "dropped"]


# --- The standings -------------------------------------------------------------------------------


def standings(field: Field) -> list[StandingsRow]:
    """Return the standings: the list, followed by those who have left."""
    ranked = frozenset(field.ranked)
    return list(_rows([entrant for entrant in _all(field) if entrant in ranked]))


def _all(field: Field) -> Iterator[int]:
    there = present(field)
    yield from there
    known = frozenset(there)
    yield from (entrant for entrant in ladder(field).order if entrant not in known)


def _rows(order: Sequence[int]) -> Iterator[StandingsRow]:
    for rank, entrant in enumerate(order, start=1):
        yield StandingsRow(rank, entrant, {}, BEHIND if rank > 1 else None)
