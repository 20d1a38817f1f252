"""The formats by name: their draw, their number of rounds, their ranking.

No code outside this folder asks which format it is: it calls the format's functions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws import (
    circle,
    elimination,
    elimination_standings,
    fields,
    groups,
    ladder,
    melee,
    neighbours,
    plans,
    predetermined,
    scored,
    swiss,
    tables,
)
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Counting, Draw, Field, Options, Score, Table
from tournaments.draws.pools import Pool, pools
from tournaments.draws.predetermined import PresentTable
from tournaments.draws.standings import StandingsRow, standings
from tournaments.draws.tree import PlayedNode

# The default value of a bye, for formats where it is not a win.
NO_BYE_POINTS: Score = 0


# Options of what a rest and a margin are worth, and of who should not meet.
SCORING = ("bye_score", "difference_cap")
APART = ("forbidden_pairs", "same_club")
OF_SCORED: Mapping[str, tuple[str, ...]] = {
    "formule_x": ("bonus", "bye_score", "difference_cap"),
    "cumulative": ("deals", "draw_by", "difference_cap"),
}


@dataclass(frozen=True, slots=True)
class Format:
    """A way to run a tournament.

    `draw` returns the next round's tables. `rounds` says how many there will be, if known.
    `bracket` is the tree as it stands. `decisive`: a table needs a winner. `individual`: people
    enter alone and get a partner for each round. `many`: more than two sides sit at a table. Both
    may depend on the options. `bye` is the default value of a rest; None: what a win is worth.
    """

    slug: str
    draw: Callable[[Field], Draw]
    rounds: Callable[[Field], int | None]
    # The options that it reads, beside those of any format.
    knows: tuple[str, ...]
    # What will be played, counted without drawing.
    plan: Callable[[Field], plans.Plan]
    standings: Callable[[Field], list[StandingsRow]] = lambda field: standings(field, field.ranked)
    bracket: Callable[[Field], Mapping[str, PlayedNode]] | None = None
    # The groups in which it begins.
    pools: Callable[[Field], Sequence[Pool]] | None = None
    decisive: Callable[[Table], bool] = lambda table: False
    bye: Score | None = None
    # Its default value by the first edition of the defaults.
    first_bye: Score = 1
    least: int = 2
    individual: Callable[[Options], bool] = lambda options: False
    many: Callable[[Options], bool] = lambda options: False
    # The best round without a given pair, for formats that match pairs by cost.
    alternative: Callable[[Field, tuple[int, int]], list[tuple[int, int]]] | None = None
    # The name in the federation's report file; empty if that file has none for it.
    trf: str = ""
    # How many of so many rest in a round, where a rest is worth something.
    resting: Callable[[int, Options], int] = lambda count, options: 0
    # The whole schedule as it is known now, where it is from the start.
    calendar: Callable[[Field], list[list[PresentTable]]] | None = None
    # How many of its rounds the organiser's number sets, while that may change. Without it the
    # number sets all of them, or is not read.
    chosen: Callable[[Field], int | None] | None = None
    # Whether nobody is drawn: tables are challenges that people declare.
    declared: bool = False
    # Whether the draw depends neither on lots nor on results: a bracket, a schedule.
    fixed: bool = False
    # Whether it depends on no results, so that a correction changes no later round.
    blind: Callable[[Options], bool] = lambda options: False
    # What a table is worth in the standings.
    counting: Counting = "result"
    # Whether everybody meets everybody, in it or in its groups: then `leaver` says what becomes of
    # the games of somebody who leaves.
    meets_all: bool = False
    # The criteria of its standings where nothing else is chosen; None: the usual ones.
    tie_breaks: tuple[str, ...] | None = None


def _limited(draw: Callable[[Field], Draw], rounds: Callable[[Field], int]) -> Callable[..., Draw]:
    """Refuse a round beyond the last one: `stage_finished`."""

    def limited(field: Field) -> Draw:
        if len(field.rounds) >= rounds(field):
            raise PairingError("stage_finished")
        return draw(field)

    return limited


def _robin_rounds(field: Field) -> int:
    return circle.round_count(len(field.order or field.seeding()), field.options.cycles)


def _planned(field: Field) -> int | None:
    if len(field.order or field.playing) < 2:
        return None
    return len(plans.of_groups(field).rounds)


def _laid_out(plan: Callable[[Field], plans.Plan], least: int) -> Callable[[Field], int | None]:
    """Return how many rounds are planned, once there are enough to say."""

    def rounds(field: Field) -> int | None:
        return len(plan(field).rounds) if plans.count_of(field) >= least else None

    return rounds


def _single(field: Field) -> Mapping[str, PlayedNode]:
    return elimination.bracket(field, elimination.single_nodes)


def _double(field: Field) -> Mapping[str, PlayedNode]:
    return elimination.bracket(field, elimination.double_nodes)


def _stages(bracket: Callable[[Field], Mapping[str, PlayedNode]]) -> Callable[[Field], int | None]:
    def rounds(field: Field) -> int | None:
        if len(field.order or field.playing) < 2:
            return None
        return max(one.node.stage for one in bracket(field).values())

    return rounds


def _finish(
    bracket: Callable[[Field], Mapping[str, PlayedNode]],
) -> Callable[[Field], list[StandingsRow]]:
    def ranked(field: Field) -> list[StandingsRow]:
        order = field.order or field.seeding()
        if len(order) < 2 or not field.rounds:
            return elimination_standings.rows(dict.fromkeys(field.ranked, 0))
        played = bracket(field)
        first = min(one.node.field for one in played.values())
        return elimination_standings.ranking(field, played, {first: order}, late=field.ranked)

    return ranked


def _group_standings(field: Field) -> list[StandingsRow]:
    """Rank those who reached the knockout by how far they came, then the others by the criteria."""
    begun = any(table.slot.startswith("K") for tables in field.rounds for table in tables)
    ranked = field.ranked
    if not begun and len(ranked) == len(field.entrants):
        return groups.over_all(field)
    over_all = standings(field, ranked)
    if not begun:
        return over_all
    played = groups.bracket(field)
    fields = sorted({one.node.field for one in played.values()})
    members = dict(zip(fields, groups.orders(field), strict=False))
    return elimination_standings.ranking(field, played, members, over_all)


_Scored = tuple[str, Callable[[Field], Draw], Counting, Callable[[Options], bool], tuple[str, ...]]
# The formats ranked by scores: what counts, whether results decide the draw, and the criteria.
_SCORED: tuple[_Scored, ...] = (
    (
        "formule_x",
        scored.formule_x,
        "bonus",
        lambda options: False,
        ("points", "difference", "wins", "lots"),
    ),
    (
        "cumulative",
        scored.cumulative,
        "score",
        lambda options: options.draw_by != scored.STANDING,
        ("points", "wins", "best_round", "lots"),
    ),
)

FORMATS: dict[str, Format] = {
    one.slug: one
    for one in (
        Format(
            "single_elimination",
            knows=("third_place", "cadrage", "b_final"),
            draw=lambda field: elimination.draw(field, elimination.single_nodes),
            rounds=_stages(_single),
            plan=plans.of_bracket(elimination.single_nodes, 1),
            standings=_finish(_single),
            bracket=_single,
            decisive=lambda table: True,
            fixed=True,
        ),
        Format(
            "double_elimination",
            knows=("reset_final",),
            draw=lambda field: elimination.draw(field, elimination.double_nodes),
            rounds=_stages(_double),
            plan=plans.of_bracket(elimination.double_nodes, 2),
            standings=_finish(_double),
            bracket=_double,
            decisive=lambda table: True,
            fixed=True,
        ),
        Format(
            "round_robin",
            knows=("cycles", "leaver", *SCORING),
            draw=circle.draw,
            rounds=_robin_rounds,
            plan=plans.of_round_robin,
            resting=lambda count, options: count % 2,
            bye=NO_BYE_POINTS,
            first_bye=NO_BYE_POINTS,
            fixed=True,
            meets_all=True,
            trf="Round robin",
        ),
        Format(
            "groups",
            knows=(
                *("groups", "qualifiers", "pool_style", "cycles", "leaver"),
                *("third_place", "b_final", *SCORING),
            ),
            draw=groups.draw,
            rounds=_planned,
            plan=plans.of_groups,
            standings=_group_standings,
            bracket=groups.bracket,
            pools=pools,
            # The knockout, and what is played in a group of another kind than all against all.
            decisive=lambda table: "." in table.slot,
            fixed=True,
            meets_all=True,
            bye=NO_BYE_POINTS,
            first_bye=NO_BYE_POINTS,
            least=4,
        ),
        *(
            Format(
                slug,
                knows=knows,
                draw=fields.draw_of(parting),
                rounds=_laid_out(plans.of_fields(parting), least),
                plan=plans.of_fields(parting),
                standings=fields.standings_of(parting),
                bracket=fields.bracket_of(parting),
                decisive=decisive,
                fixed=True,
                least=least,
                resting=lambda count, options: count % 2,
                chosen=fields.chosen_rounds(parting),
            )
            for slug, parting, least, decisive, knows in (
                (
                    "cascade",
                    fields.CASCADE,
                    4,
                    lambda table: True,
                    ("depth", "third_place", *SCORING),
                ),
                (
                    "maastricht",
                    fields.MAASTRICHT,
                    fields.MAASTRICHT_LEAST,
                    lambda table: "." in table.slot,
                    ("rounds", "split", "third_place", "forbid_rematch", *APART, *SCORING),
                ),
            )
        ),
        Format(
            "swiss",
            knows=("rounds", "forbid_rematch", *APART, *SCORING),
            draw=_limited(swiss.draw, swiss.rounds),
            rounds=swiss.rounds,
            plan=plans.of_swiss,
            alternative=swiss.alternative,
            resting=lambda count, options: count % 2,
            trf="Swiss",
        ),
        *(
            Format(
                slug,
                knows=("rounds", "forbidden_pairs", *OF_SCORED[slug]),
                draw=_limited(draw, scored.rounds),
                rounds=scored.rounds,
                plan=plans.of_scored,
                resting=lambda count, options: count % 2,
                least=neighbours.LEAST,
                blind=blind,
                counting=counting,
                tie_breaks=tie_breaks,
            )
            for slug, draw, counting, blind, tie_breaks in _SCORED
        ),
        Format(
            "melee",
            knows=("rounds", *SCORING),
            draw=_limited(melee.draw, melee.rounds),
            rounds=melee.rounds,
            plan=plans.of_melee,
            resting=lambda count, options: count % 4,
            first_bye=NO_BYE_POINTS,
            least=4,
            individual=lambda options: True,
        ),
        Format(
            "rotation",
            knows=(
                *("movement", "rounds", "table_size", "skip", "duplicate", "deals", "deals_by"),
                *("place_points", *SCORING),
            ),
            draw=predetermined.draw,
            rounds=lambda field: (
                predetermined.rounds(field)
                if plans.count_of(field) >= predetermined.LEAST
                else None
            ),
            plan=predetermined.plan,
            resting=predetermined.resting,
            least=predetermined.LEAST,
            individual=lambda options: predetermined.kind_of(options).individual,
            many=lambda options: predetermined.kind_of(options).many,
            calendar=predetermined.calendar,
            fixed=True,
        ),
        Format(
            "tables",
            knows=("rounds", "table_size", "place_points", "first_round", "later_rounds", *SCORING),
            draw=_limited(tables.draw, tables.rounds),
            rounds=tables.rounds,
            plan=plans.of_tables,
            least=3,
            many=lambda options: True,
        ),
        Format(
            "ladder",
            knows=("places_up", "idle_days", "idle_places", "forbidden_pairs"),
            draw=ladder.refuse_draw,
            rounds=lambda field: None,
            plan=ladder.plan,
            standings=ladder.standings,
            least=ladder.LEAST,
            declared=True,
            blind=lambda options: True,
        ),
    )
}


def format_of(slug: str) -> Format:
    """Return a format by its name. Raises `KeyError` for an unknown one."""
    return FORMATS[slug]
