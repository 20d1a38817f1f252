"""Small tournaments on which the draws are tested."""

from dataclasses import replace

from tournaments.draws.errors import PairingError
from tournaments.draws.field import Entrant, Field, Options, Result, Table
from tournaments.formats.installed import format_of

ENOUGH = ("points", "direct_encounter", "buchholz", "difference", "lots")


def of(count, *, seed="2023-08-02", tie_breaks=ENOUGH, started=True, **options):
    """Return a field of `count` entrants, whose seeds are their numbers."""
    entrants = tuple(Entrant(number, f"E{number}", seed=number) for number in range(1, count + 1))
    field = Field(entrants, seed=seed, tie_breaks=tie_breaks, options=Options(**options))
    return replace(field, order=field.seeding()) if started else field


def favourite(table):
    """Return a result in which the lowest number wins; more than two sides finish by number."""
    best = sorted(table.sides)
    return Result(tuple(len(best) - best.index(side) for side in table.sides))


def played(field, tables, result=favourite):
    """Return the field after a round in which every table but a bye has a result."""
    done = tuple(table if table.bye else replace(table, result=result(table)) for table in tables)
    return replace(field, rounds=(*field.rounds, done))


def run(field, slug, result=favourite, most=400):
    """Draw and play rounds until the stage is finished, and return the field."""
    for _ in range(most):
        try:
            drawn = format_of(slug).draw(field)
        except PairingError as error:
            if error.code != "stage_finished":
                raise
            return field
        field = played(field, drawn.tables, result)
    raise AssertionError(f"{slug} does not end")


def rounds_of(*rounds):
    """Return rounds from dicts {(one, other): scores}.

    A table of a single entrant is a bye, and scores of None mean that the table is still running.
    """
    return tuple(
        tuple(
            Table(at, tuple((entrant,) for entrant in entrants), _result(scores))
            for at, (entrants, scores) in enumerate(tables.items(), start=1)
        )
        for tables in rounds
    )


def _result(scores):
    return scores if scores is None or isinstance(scores, Result) else Result(scores)


def without(field, *gone):
    """Return the field after these entrants have left."""
    return replace(
        field,
        entrants=tuple(
            replace(entrant, playing=False) if entrant.number in gone else entrant
            for entrant in field.entrants
        ),
    )


def joined(field):
    """Return the field with one more entrant, who has no seed."""
    number = len(field.entrants) + 1
    return replace(field, entrants=(*field.entrants, Entrant(number, f"E{number}")))


def pairs(tables):
    """Return the entrants of each table, where each side is one entrant; a bye has one entrant."""
    return [tuple(side[0] for side in table.sides) for table in tables]


def opposed(field):
    """Return a frozenset of every two opponents, once for each meeting."""
    return [
        frozenset((entrant, other))
        for tables in field.rounds
        for table in tables
        if len(table.sides) == 2
        for entrant in table.sides[0]
        for other in table.sides[1]
    ]


def ranking(field, slug):
    """Return the numbers of the entrants, best first."""
    return [row.entrant for row in format_of(slug).standings(field)]
