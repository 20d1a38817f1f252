"""The time that the draws of large tournaments take, with its limits."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from bench import swiss_bound
from bench.report import core_ms, ms, report_cost
from tournaments.draws.field import Draw, Entrant, Field, Options, Result, Table
from tournaments.draws.swiss import pairing as swiss
from tournaments.draws.swiss.costs import standing
from tournaments.formats.installed import format_of
from tournaments.formats.rotation import movements
from tournaments.formats.rotation.draw import calendar

RUNS = 3
# The share by which the cost of a large round may exceed its lower bound.
CLOSE = 0.01


def measure_pairing() -> bool:
    """Print the time of each draw; return whether one is over its limit."""
    # The last value is the limit in seconds. 10 000 entrants must draw in at most 5 s on one
    # core; 0.3 s is the limit of any request.
    rows: list[tuple[str, str, Field, float]] = [
        ("swiss", "500 inscrits après 8 rondes", after(500, 8), 0.3),
        ("swiss", "10 000 inscrits après 6 rondes suisses", (large := festival(10_000, 6)), 5.0),
    ]
    # A list is built, because a generator would stop at the first row that is over its limit.
    over = any([report(*row) for row in rows]) | any([movement(**options) for options in MOVEMENTS])  # noqa: C419
    far = any([far_from_bound(field) for field in (festival(2000, 6), large, festival(10_000, 1))])  # noqa: C419
    return far or over


def after(count: int, rounds: int) -> Field:
    """Return a tournament with random past rounds, in which rematches may occur."""
    random = Random(7)
    people = list(range(1, count + 1))
    entrants = tuple(Entrant(number, str(number)) for number in people)
    played = tuple(played_round(random.sample(people, count), random) for _ in range(rounds))
    options = Options(rounds=rounds + 1)
    field = Field(entrants, played, options, seed="bench")
    return Field(entrants, played, options, seed="bench", order=field.seeding())


def festival(count: int, rounds: int) -> Field:
    """Return a tournament whose past rounds were drawn as a Swiss.

    A fifth of its tables are ties.
    """
    random, field = Random(7), after(count, 0)
    for number in range(1, rounds + 1):
        pairs = swiss.match(standing(field))
        order = [entrant for pair in pairs for entrant in pair]
        drawn = played_round(order, random, draws=0.2)
        options = Options(rounds=number + 1)
        field = Field(field.entrants, (*field.rounds, drawn), options, "bench", order=field.order)
    return field


def played_round(order: list[int], random: Random, draws: float = 0) -> tuple[Table, ...]:
    """Return a round of tables of two, seated in this order.

    A share `draws` of the tables end in a tie, the others have a random winner.
    """

    def scores() -> tuple[int, int]:
        if draws and random.random() < draws:
            return 1, 1
        return random.choice(((1, 0), (0, 1)))

    return tuple(
        Table(at, ((entrant,), (other,)), Result(scores()))
        for at, (entrant, other) in enumerate(zip(order[::2], order[1::2], strict=True), start=1)
    )


def cost_of(draw: Callable[[Field], Draw], field: Field) -> float:
    """Return the median milliseconds of a few draws.

    Each run draws for a copy of the field, so that nothing is cached.
    """
    return ms([core_ms(partial(draw, replace(field))) for _ in range(RUNS)])


# The movements to measure. `limit` is in milliseconds.
MOVEMENTS: tuple[dict[str, Any], ...] = (
    *({"kind": kind, "count": count} for kind in ("howell", "mitchell") for count in (128, 2000)),
    {"kind": "individual", "count": 128},
    {"kind": "individual", "count": 128, "rounds": 127, "limit": 1000.0},
    {"kind": "individual", "count": 2000, "rounds": 127, "limit": 1000.0},
    *({"kind": "tables", "count": 128, "rounds": 500, "table_size": size} for size in (3, 4)),
    {"kind": "tables", "count": 128, "rounds": 500, "table_size": 5, "limit": 1000.0},
    {"kind": "tables", "count": 64, "rounds": 40, "limit": 1000.0},
    {"kind": "tables", "count": 2000, "rounds": 40, "limit": 1000.0},
)


def movement(kind: str, count: int, limit: float = 300.0, **options: Any) -> bool:
    """Print the time of all rounds of a movement, uncached; return whether it is over its limit."""
    field = after(count, 0)
    field = replace(field, options=Options(movement=kind, **options))
    took = min(core_ms(partial(_first_calendar, field)) for _ in range(RUNS))
    options_text = "".join(f", {name} {value}" for name, value in options.items())
    return report_cost(f"rotation : {kind}, {count} inscrits{options_text}", took, limit)


def _first_calendar(field: Field) -> None:
    movements.forget()
    calendar(replace(field))


def report(slug: str, name: str, field: Field, limit: float) -> bool:
    """Print the time of one draw by the format `slug`; return whether it is over `limit`.

    `limit` is in seconds.
    """
    return report_cost(f"{slug} : {name}", cost_of(format_of(slug).draw, field), 1000 * limit)


def far_from_bound(field: Field) -> bool:
    """Print the share by which a round's cost exceeds its lower bound.

    Return whether this share is over `CLOSE`.
    """
    to_pair = standing(field)
    share = swiss_bound.over(to_pair, to_pair.order, swiss.match(to_pair))
    name = (
        f"swiss : {len(to_pair.order)} inscrits, ronde {len(field.rounds) + 1}, au-delà du minorant"
    )
    print(f"{name:<55} {share:.4%} (≤ 1 %) {'au-delà' if share > CLOSE else 'tenu'}")
    return share > CLOSE
