"""Between the rows of boards and the pure states that a fold moves on."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q

from leaderboards.models import EVER, Counted, Ladder, Rated, Standing
from leaderboards.rating import Skill
from leaderboards.tallies import Competitor, Count, Played, State, has_pairs


class Place(NamedTuple):
    """A match's place in time: boards count matches in this order."""

    ended_at: datetime
    match: str


def place_of(row: Counted) -> Place:
    """Return a match's place in time."""
    return Place(row.ended_at, row.match)


def columns(competitor: Competitor) -> dict[str, int | None]:
    """Return who competes, as rows name them."""
    return {
        "player_id": competitor[0],
        "partner_id": competitor[1] if len(competitor) > 1 else None,
    }


def competitor_of(row: Rated | Standing) -> Competitor:
    """Return who competes, off a row."""
    return (row.player_id,) if row.partner_id is None else (row.player_id, row.partner_id)


def state_of(row: Rated) -> State:
    """Return somebody's state after a match, off its row."""
    return State(
        skill=Skill(row.mu, row.sigma),
        day=row.day,
        year=row.year,
        ever=Count(row.played, row.won, row.drawn, row.points, row.best),
        season=Count(
            row.season_played,
            row.season_won,
            row.season_drawn,
            row.season_points,
            row.season_best,
        ),
        streak=row.streak,
        form=row.form,
    )


def rated_row(ladder: Ladder, row: Counted, competitor: Competitor, state: State) -> Rated:
    """Return the row of somebody's state after a match."""
    season = {f"season_{name}": value for name, value in state.season._asdict().items()}
    return Rated(
        ladder=ladder,
        club_id=ladder.club_id,
        match_id=row.match,
        ended_at=row.ended_at,
        day=state.day,
        year=state.year,
        **columns(competitor),
        **_shown(state, state.ever),
        **season,
    )


def standing_row(
    ladder: Ladder, season: str, competitor: Competitor, last: State, end: "Ended"
) -> Standing:
    """Return a row of a board: the `last` state's rating, the season's counts."""
    state = end.state
    count = state.ever if season == EVER else state.season
    values = _shown(state, count) | rating_of(last)
    return Standing(
        ladder=ladder,
        club_id=ladder.club_id,
        season=season,
        ended_at=end.ended_at,
        **columns(competitor),
        **values,
    )


def rating_of(last: State) -> dict[str, float]:
    """Return what all rows of somebody on a ladder say of their rating now."""
    mu, sigma = last.skill
    return {"mu": mu, "sigma": sigma, "floor": mu - sigma}


class Ended(NamedTuple):
    """Somebody's state at the end of a season, and when their last match of it was."""

    state: State
    ended_at: datetime


def _shown(state: State, count: Count) -> dict[str, Any]:
    return {
        "mu": state.skill.mu,
        "sigma": state.skill.sigma,
        "streak": state.streak,
        "form": state.form,
        **count._asdict(),
    }


def of_competitor(competitor: Competitor) -> Q:
    """Return the rows of somebody."""
    if len(competitor) == 1:
        return Q(player=competitor[0], partner__isnull=True)
    return Q(player=competitor[0], partner=competitor[1])


def before(place: Place) -> Q:
    """Return what lies before a place in time."""
    return Q(ended_at__lt=place.ended_at) | Q(ended_at=place.ended_at, match__lt=place.match)


def after(place: Place) -> Q:
    """Return what lies after a place in time."""
    return Q(ended_at__gt=place.ended_at) | Q(ended_at=place.ended_at, match__gt=place.match)


def last_before(ladder: Ladder, competitor: Competitor, place: Place) -> Rated | None:
    """Return somebody's last row before a place in time."""
    rows = Rated.objects.filter(
        of_competitor(competitor), before(place), ladder=ladder, ended_at__lte=place.ended_at
    )
    return rows.order_by("-ended_at", "-match").first()


# Of a club or over all, of a family or all, of pairs or players: what names a ladder of a game.
LadderKey = tuple[int | None, str, bool]


def ladder_keys(row: Counted, played: Played) -> list[LadderKey]:
    """Return the ladders that a match counts on."""
    kinds = (False, True) if has_pairs(played) else (False,)
    return [
        (club, family, pairs)
        for club in (row.club_id, None)
        for family in ("", row.family)
        for pairs in kinds
    ]


def ladders_of(game: str, keys: Iterable[LadderKey]) -> dict[LadderKey, Ladder]:
    """Return a game's ladders by their keys, made where they are missing."""
    known = {(row.club_id, row.family, row.pairs): row for row in Ladder.objects.filter(game=game)}
    for club, family, pairs in keys:
        if (club, family, pairs) not in known:
            known[club, family, pairs] = Ladder.objects.create(
                game=game, club_id=club, family=family, pairs=pairs
            )
    return known


def write_rated(rows: Sequence[Rated]) -> None:
    """Write new rows of curves.

    `bulk_create` asks each field of each row how to write it, which takes longer than the rating
    and the database together. All these columns are plain numbers and texts but one moment.
    """
    fields = [field for field in Rated._meta.concrete_fields if not field.primary_key]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    moment = Rated._meta.get_field("ended_at")
    attributes = [field.attname for field in fields]
    prepared = [
        [
            moment.get_db_prep_save(value, connection) if name == "ended_at" else value
            for name, value in zip(attributes, _values(row, attributes), strict=True)
        ]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {Rated._meta.db_table} ({names}) VALUES ({places})",  # noqa: S608
            prepared,
        )


def _values(row: Rated, attributes: Sequence[str]) -> list[Any]:
    return [getattr(row, name) for name in attributes]
