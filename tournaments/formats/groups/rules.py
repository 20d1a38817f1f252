"""The rules of groups, followed by a knockout of the best entrants of each group."""

from tournaments.draws import circle
from tournaments.draws.brackets import ranking
from tournaments.draws.field import Field
from tournaments.draws.plans import Plan, PlannedRound, count_of, stages
from tournaments.draws.ranking.standings import StandingsRow, standings
from tournaments.formats.format import NO_BYE_POINTS, SCORING, Format
from tournaments.formats.groups import barrage
from tournaments.formats.groups.advice import suggestions
from tournaments.formats.groups.draw import bracket, draw, groups, nodes, orders, over_all
from tournaments.formats.groups.pools import pools


def rounds(field: Field) -> int | None:
    """Return the planned number of rounds; None with fewer than two entrants."""
    return len(plan(field).rounds) if count_of(field) >= 2 else None


def plan(field: Field) -> Plan:
    """Return the plan of the groups and of the knockout that follows."""
    sizes = tuple(map(len, groups(field)))
    played = [_group_rounds(field, size) for size in sizes]
    first = [
        PlannedRound(sum(round_.tables for round_ in now), sum(round_.resting for round_ in now))
        for at in range(max(map(len, played)))
        if (now := [rounds[at] for rounds in played if at < len(rounds)])
    ]
    qualified = sum(min(field.options.qualifiers, size) for size in sizes)
    last: tuple[PlannedRound, ...] = ()
    if qualified >= 2:
        others = sum(sizes) - qualified if field.options.b_final else 0
        knockout = nodes(
            qualified, third_place=field.options.third_place, others=others * (others > 1)
        )
        last = stages(knockout, sum(sizes))
    own = [_group_matches(field, size) for size in sizes]
    least, most = min(bounds[0] for bounds in own), max(bounds[1] for bounds in own)
    return Plan((*first, *last), least, most + len(last), sizes, len(first), qualified)


def _group_rounds(field: Field, size: int) -> list[PlannedRound]:
    """Return the planned rounds of a group of `size` entrants."""
    if barrage.is_barrage(field, size):
        return [PlannedRound(tables) for tables in barrage.TABLES]
    rounds = circle.round_count(size, field.options.cycles)
    return [PlannedRound(size // 2, size % 2)] * rounds


def _group_matches(field: Field, size: int) -> tuple[int, int]:
    """Return the least and the greatest number of matches that an entrant of a group plays."""
    if barrage.is_barrage(field, size):
        return 2, 3
    each = field.options.cycles * (size - 1)
    return each, each


def standings_of(field: Field) -> list[StandingsRow]:
    """Return the standings, ordered by the criteria until the knockout begins.

    From then on, entrants who reached the knockout are ranked by how far they came. The others
    follow, ordered by the criteria.
    """
    begun = any(table.slot.startswith("K") for tables in field.rounds for table in tables)
    ranked = field.ranked
    if not begun and len(ranked) == len(field.entrants):
        return over_all(field)
    by_criteria = standings(field, ranked)
    if not begun:
        return by_criteria
    played = bracket(field)
    fields = sorted({reached.node.field for reached in played.values()})
    members = dict(zip(fields, orders(field), strict=False))
    return ranking.ranking(field, played, members, by_criteria)


FORMAT = Format(
    "groups",
    options=(
        *("groups", "qualifiers", "pool_style", "cycles", "open_rounds", "leaver"),
        *("third_place", "b_final", *SCORING),
    ),
    draw=draw,
    rounds=rounds,
    plan=plan,
    suggestions=suggestions,
    standings=standings_of,
    bracket=bracket,
    pools=pools,
    # A table needs a winner in the knockout and in groups with a barrage. Their slots contain a
    # dot.
    decisive=lambda table: "." in table.slot,
    fixed=True,
    meets_all=True,
    bye=NO_BYE_POINTS,
    first_bye=NO_BYE_POINTS,
    least=4,
)
