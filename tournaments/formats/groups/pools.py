"""The groups as small tournaments, each with its entrants and standings."""

from tournaments.draws.field import Field
from tournaments.draws.pool import Pool
from tournaments.draws.ranking.records import records, totals
from tournaments.draws.ranking.standings import standings
from tournaments.formats.groups.draw import group_field, group_name, group_rows, group_slot, groups
from tournaments.formats.groups.qualification import fates


def pools(field: Field) -> list[Pool]:
    """Return the groups in the order of their names; none with fewer than two entrants.

    Entrants who have not been drawn yet are in no group, as in the standings.
    """
    if len(field.order or field.playing) < 2:
        return []
    fate, ranked = fates(field), frozenset(field.ranked)
    playing = frozenset(field.playing)
    made = []
    for at, members in enumerate(groups(field)):
        own = group_field(field, members, group_slot(at))
        if ranked.issuperset(members):
            rows = group_rows(own)
        else:
            rows = sorted(standings(own, ranked), key=lambda row: row.entrant not in playing)
        made.append(
            Pool(
                name=group_name(at),
                slot=group_slot(at),
                rows=tuple(rows),
                points=totals(records(own)),
                fates={row.entrant: fate[row.entrant] for row in rows},
            )
        )
    return made
