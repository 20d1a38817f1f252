"""Standings, groups, a movement and a bracket as the API answers them."""

from fractions import Fraction
from typing import Annotated, Any, TypedDict, cast, get_args

from core.answers import Json, OneOf
from tournaments.api.answers.rounds import TableResultAnswer, result_body
from tournaments.draws.brackets.progress import Level, Outcome
from tournaments.draws.brackets.tree import Filled, FilledBy, FromPool, PlayedNode
from tournaments.draws.leavers import annulled, left_after
from tournaments.draws.ranking.standings import StandingsRow
from tournaments.presentation import standings_why
from tournaments.presentation.movement import planned
from tournaments.state.tournament import Seated
from tournaments.view import View


class ProgressAnswer(TypedDict):
    """How far an entrant has come in a knockout: still `in`, `out`, `won` their field, or `left`.

    `level` and `stage` are those of their last meeting. Who did not come out of the groups has the
    level `groups` and the stage 0. With the level `third_place`, `won` is the third place.
    """

    field: Annotated[str, "The letter of the field; empty with only one."]
    state: Annotated[str, OneOf(get_args(Outcome))]
    level: Annotated[str, OneOf(get_args(Level))]
    stage: Annotated[int, "The bracket's round, from 1, as in its nodes."]


class RowAnswer(TypedDict):
    """A row of the standings."""

    rank: int
    entrant: int
    points: float
    criteria: Json
    why: str
    left_after: Annotated[int | None, "The round after which they left; 0: before the first."]
    struck: Annotated[bool, "They left, and their games count for nobody."]
    progress: Annotated[
        ProgressAnswer | None,
        "Where they are in the knockout, once it decides the standings. Until it is over, ranks are"
        " shared by all who have come equally far.",
    ]


class StandingsAnswer(TypedDict):
    """The standings."""

    rows: list[RowAnswer]


class PoolRowAnswer(TypedDict):
    """An entrant of a group. `fate`: certain whatever the later tables bring, or still `open`."""

    rank: int
    entrant: int
    points: float
    criteria: Json
    fate: Annotated[str, OneOf(("qualified", "open", "out"))]


class PoolAnswer(TypedDict):
    """A group and its standings. Its tables in the rounds have the same `slot`."""

    name: str
    slot: str
    rows: list[PoolRowAnswer]


class PoolsAnswer(TypedDict):
    """The groups in which a tournament begins; empty if the format has no groups."""

    pools: list[PoolAnswer]


class MovedTableAnswer(TypedDict):
    """A table of a movement: its sides, and the set of deals, or null."""

    number: int
    sides: list[list[int]]
    deals: int | None


class MovedRoundAnswer(TypedDict):
    """A round of a movement: its tables, and the entrants who rest."""

    number: int
    tables: list[MovedTableAnswer]
    resting: list[int]


class MovementAnswer(TypedDict):
    """A movement that is known from the start; without rounds if the format has no movement."""

    rounds: list[MovedRoundAnswer]


class NodeAnswer(TypedDict):
    """A meeting of a bracket. A place is an entrant, or null if it is empty or not known yet."""

    slot: str
    part: str
    stage: int
    field: Annotated[
        str, "The letter of its field, each with a final of its own; empty with only one."
    ]
    places: list[int | None]
    sources: list[Json]
    known: bool
    winner: int | None
    loser: int | None
    round: int | None
    table: int | None
    result: TableResultAnswer | None


class BracketAnswer(TypedDict):
    """A bracket in its present state; without nodes if the format has no bracket."""

    nodes: list[NodeAnswer]


def standings_body(view: View) -> StandingsAnswer:
    """Return the standings. Each row has every value compared, and what put it where it is."""
    rows, points = view.ranking.rows, view.ranking.points
    left, struck = left_after(view.field), annulled(view.field)
    return {
        "rows": [
            {
                "rank": row.rank,
                "entrant": row.entrant,
                "points": _points(points[row.entrant]),
                "criteria": _criteria(row),
                "why": standings_why.why(view.folded.options, rows, at, view.names),
                "left_after": left.get(row.entrant),
                "struck": row.entrant in struck,
                "progress": progress_body(view, row.entrant),
            }
            for at, row in enumerate(rows)
        ]
    }


def progress_body(view: View, number: int) -> ProgressAnswer | None:
    """Return how far an entrant has come in the knockout; None without one that decides."""
    reached = view.progress.get(number)
    if reached is None:
        return None
    return {
        "field": reached.field,
        "state": reached.state,
        "level": reached.level,
        "stage": reached.stage,
    }


def _points(value: Fraction) -> float:
    return cast(float, standings_why.json_number(value))


def _criteria(row: StandingsRow) -> Json:
    return {
        name: standings_why.json_number(standings_why.natural(name, value))
        for name, value in row.criteria.items()
        if name in standings_why.CRITERIA
    }


def pools_body(view: View) -> PoolsAnswer:
    """Return the groups with their standings, and the fate of each entrant."""
    return {
        "pools": [
            {
                "name": pool.name,
                "slot": pool.slot,
                "rows": [
                    {
                        "rank": at,
                        "entrant": row.entrant,
                        "points": _points(pool.points[row.entrant]),
                        "criteria": _criteria(row),
                        "fate": pool.fates[row.entrant],
                    }
                    for at, row in enumerate(pool.rows, start=1)
                ],
            }
            for pool in view.pools
        ]
    }


def movement_body(view: View) -> MovementAnswer:
    """Return every round of a movement: its tables, and the entrants who rest."""
    return {
        "rounds": [
            {
                "number": drawn.number,
                "tables": [
                    {
                        "number": table.number,
                        "sides": [list(side) for side in table.sides],
                        "deals": table.deals or None,
                    }
                    for table in drawn.tables
                ],
                "resting": list(drawn.resting),
            }
            for drawn in planned(view)
        ]
    }


def bracket_body(view: View) -> BracketAnswer:
    """Return the bracket's nodes in the order of play."""
    places = {
        seated.table.slot: (drawn.number, seated)
        for drawn in view.drawn
        if drawn.state != "draft"
        for seated in drawn.tables
        if seated.table.slot
    }
    return {"nodes": [node_body(played, places.get(slot)) for slot, played in view.bracket.items()]}


def node_body(played: PlayedNode, at: tuple[int, Seated] | None) -> NodeAnswer:
    """Return a meeting of a bracket, with its table once that table is published."""
    return {
        "slot": played.node.slot,
        "part": played.node.part,
        "stage": played.node.stage,
        "field": played.node.field,
        "places": [_filled(place) for place in played.places],
        "sources": [
            _source(source, place)
            for source, place in zip(played.node.places, played.places, strict=True)
        ],
        "known": played.known,
        "winner": _filled(played.winner),
        "loser": _filled(played.loser),
        "round": at[0] if at else None,
        "table": at[1].number if at else None,
        "result": result_body(at[1].reported) if at and at[1].reported else None,
    }


def _filled(place: Filled) -> int | None:
    return place if isinstance(place, int) else None


def _source(source: FilledBy, place: Filled) -> Json:
    body: dict[str, Any] = {"kind": source.kind, "of": source.of}
    if isinstance(place, FromPool):
        body |= {"pool": place.pool, "rank": place.rank}
    return body
