"""Between the rows of boards and the pure states that a fold moves on."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, Q

from leaderboards.models import EVER, Counted, Ladder, Standing, Stretch
from leaderboards.packing import Place, Point, last_point, unpack_points
from leaderboards.tallies import Competitor, Played, State, has_pairs

# A stretch has no more points: so much is written anew when somebody plays one more match.
STRETCH = 64
# Databases hold so many numbers in one query.
AT_ONCE = 200


def place_of(row: Counted) -> Place:
    """Return a match's place in time."""
    return Place(row.at, row.match)


def columns(competitor: Competitor) -> dict[str, int | None]:
    """Return who competes, as rows name them."""
    return {
        "player_id": competitor[0],
        "partner_id": competitor[1] if len(competitor) > 1 else None,
    }


def competitor_of(row: Stretch | Standing) -> Competitor:
    """Return who competes, off a row."""
    return (row.player_id,) if row.partner_id is None else (row.player_id, row.partner_id)


def standing_values(season: str, last: State, end: Point) -> dict[str, Any]:
    """Return what a row of a board says: the `last` state's rating, the season's counts."""
    state = end.state
    count = state.ever if season == EVER else state.season
    return {
        **count._asdict(),
        **rating_of(last),
        "streak": state.streak,
        "form": state.form,
        "at": end.place.at,
    }


def rating_of(last: State) -> dict[str, float]:
    """Return what all rows of somebody on a ladder say of their rating now."""
    mu, sigma = last.skill
    return {"mu": mu, "sigma": sigma, "floor": mu - sigma}


def of_competitor(competitor: Competitor) -> Q:
    """Return the rows of somebody."""
    if len(competitor) == 1:
        return Q(player=competitor[0], partner__isnull=True)
    return Q(player=competitor[0], partner=competitor[1])


def curve_of(ladder: Ladder, competitor: Competitor) -> list[Point]:
    """Return somebody's whole curve on a ladder, oldest first."""
    rows = Stretch.objects.filter(of_competitor(competitor), ladder=ladder).order_by("last", "pk")
    return list(chain.from_iterable(map(unpack_points, rows.values_list("data", flat=True))))


def newest_point(ladder: Ladder, competitor: Competitor) -> Point | None:
    """Return somebody's last point on a ladder."""
    rows = Stretch.objects.filter(of_competitor(competitor), ladder=ladder).order_by("-last", "-pk")
    data = rows.values_list("data", flat=True).first()
    return last_point(data) if data is not None else None


def point_before(ladder: int, competitor: Competitor, place: Place) -> Point | None:
    """Return somebody's last point before a place in time."""
    rows = Stretch.objects.filter(
        of_competitor(competitor), ladder=ladder, first__lte=place.at
    ).order_by("-last", "-pk")
    for data in rows.values_list("data", flat=True).iterator(4):
        earlier = [point for point in unpack_points(data) if point.place < place]
        if earlier:
            return earlier[-1]
    return None


# Of a club or over all, of a family or all, of pairs or players: what names a ladder of a game.
LadderKey = tuple[int | None, str, bool]


def ladder_keys(row: Counted, played: Played) -> list[LadderKey]:
    """Return the ladders that a match counts on."""
    return keys_of(row.club_id, row.family, pairs=has_pairs(played))


def keys_of(club: int | None, family: str, *, pairs: bool) -> list[LadderKey]:
    """Return the ladders of a club's matches of a family: of players, then those of pairs."""
    return [
        (of, variant, kind)
        for kind in ((False, True) if pairs else (False,))
        for of in (club, None)
        for variant in ("", family)
    ]


def ladders_of(game: str, keys: Iterable[LadderKey]) -> dict[LadderKey, Ladder]:
    """Return a game's ladders by their keys, made where they are missing."""
    rows = Ladder.objects.filter(game=game)
    known = {(row.club_id, row.family, row.pairs): row for row in rows}
    for club, family, pairs in keys:
        if (club, family, pairs) not in known:
            known[club, family, pairs] = Ladder.objects.create(
                game=game, club_id=club, family=family, pairs=pairs
            )
    return known


class Rows(NamedTuple):
    """Rows to insert as they are, column by column in the order of `names`."""

    model: type[Model]
    names: Sequence[str]
    rows: Any


def insert(new: Rows) -> None:
    """Insert rows whose values are as the database holds them.

    `bulk_create` asks each field of each row how to write it, which takes longer than the rating
    and the database together.
    """
    table = connection.ops.quote_name(new.model._meta.db_table)
    names = ", ".join(connection.ops.quote_name(name) for name in new.names)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in new.rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(new.names))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", new.rows)  # noqa: S608


def update(model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Write columns of rows anew; each row's values end with its number."""
    if not rows:
        return
    table = connection.ops.quote_name(model._meta.db_table)
    sets = ", ".join(f"{connection.ops.quote_name(name)} = %s" for name in names)
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {sets} WHERE id = %s", rows)  # noqa: S608


def in_parts(values: Collection[Any]) -> Iterator[list[Any]]:
    """Yield values in as many parts as databases want them asked for."""
    wanted = list(values)
    for start in range(0, len(wanted), AT_ONCE):
        yield wanted[start : start + AT_ONCE]


def counted_rows(matches: Collection[str]) -> dict[str, Counted]:
    """Return matches as boards count them, by their names."""
    rows: dict[str, Counted] = {}
    for part in in_parts(matches):
        rows |= Counted.objects.in_bulk(part)
    return rows


def of_competitors(competitors: Iterable[Competitor]) -> Q:
    """Return the rows of these, alone or as pairs."""
    wanted = list(competitors)
    alone = [one[0] for one in wanted if len(one) == 1]
    rows = Q(player__in=alone, partner__isnull=True)
    for pair in wanted:
        if len(pair) > 1:
            rows |= of_competitor(pair)
    return rows
