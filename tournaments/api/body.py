"""Tournaments as JSON: one function for each shape, used by every answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from games.errors import NotFound
from games.match.match_json import moment
from tournaments import permissions
from tournaments.draws.brackets.tree import Filled, FilledBy, FromPool, PlayedNode
from tournaments.draws.leavers import annulled, left_after
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.standings import StandingsRow
from tournaments.duplicate.deals import BY_SITE, Deals
from tournaments.formats.rotation.boards import of_table, set_of
from tournaments.models import Place, Tournament, Webhook
from tournaments.presentation import desk_words, own_place, standings_why
from tournaments.presentation.journal import last_report
from tournaments.presentation.money import amount
from tournaments.presentation.movement import planned
from tournaments.presentation.tables import side_name
from tournaments.queries import Logged, View
from tournaments.refusals import sentence
from tournaments.services import (
    DeskAnswer,
    TableAddress,
    list_is_full,
    most_waiting,
    own_moves,
    seconds_left,
    sign_up_open,
    size_of,
)
from tournaments.state import rounds
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round, Seated


def line_body(tournament: Tournament, entrants: int, rounds: int) -> dict[str, Any]:
    """Return a tournament as it is shown in a list."""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "club": tournament.club.slug,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "public": tournament.public,
        "game": tournament.game,
        "preset": tournament.preset,
        "format": tournament.format,
        "state": tournament.state,
        "version": tournament.version,
        "past": tournament.past,
        "entrants": entrants,
        "rounds": rounds,
    }


def tournament_body(view: View) -> dict[str, Any]:
    """Return a tournament as it is shown at its own address."""
    tournament = view.tournament
    return {
        **line_body(tournament, len(view.folded.counted), len(view.rounds)),
        "rules": tournament.rules,
        "options": tournament.options,
        "tie_breaks": list(tournament.tie_breaks),
        "seed": tournament.seed,
        "organiser": tournament.organiser_id,
        "total_rounds": view.round_count,
        "timer": timer_body(tournament),
        "room_tables": tournament.room_tables,
        "start_at": tournament.start_at.isoformat() if tournament.start_at else None,
        "end_by": tournament.end_by.isoformat() if tournament.end_by else None,
        "palmares": [place_body(place) for place in view.places],
        "winner": view.folded.winner,
        "can_run": view.can_run,
        "can_score": view.can_score,
    }


def timer_body(tournament: Tournament) -> dict[str, Any]:
    """Return the round's timer as it stands now."""
    return {
        "minutes": tournament.timer_minutes,
        "running": tournament.timer_started_at is not None,
        "seconds_left": seconds_left(tournament),
    }


def place_body(place: Place) -> dict[str, Any]:
    """Return a place of a palmarès."""
    return {"rank": place.rank, "name": place.name, "players": list(place.players)}


def entrant_body(view: View, number: int, *, own: bool = False) -> dict[str, Any]:
    """Return an entrant; with its token for those who run the tournament, or whose `own` it is.

    What was paid, and who is not confirmed yet, is told to those who run it alone.
    """
    enrolled = view.folded.entrant(number)
    body: dict[str, Any] = {
        "id": number,
        "name": view.names[number],
        "players": [
            {"player": view.number_told(one), "name": one.name}
            for one in view.people.get(number, ())
        ],
        "seed": enrolled.seed,
        "club": enrolled.club,
        "rating": enrolled.rating,
        "state": enrolled.state,
        "waiting": own_place.queue_place(view, number),
    }
    if view.can_run:
        body["paid"] = None if enrolled.paid is None else amount(enrolled.paid)
        body["wish"] = enrolled.wish
    if view.can_run or own:
        body["token"] = permissions.entrant_token(view.tournament, number)
    return body


def entered_body(view: View, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Return entrants who have just been entered; each says if no later round will take it."""
    late = rounds.too_late(view.folded)
    return [
        {
            **entrant_body(view, number),
            "warnings": [
                warning_body(told, view.names) for told in late if told["entrant"] == number
            ],
        }
        for number in numbers
    ]


def sign_up_body(view: View) -> dict[str, Any]:
    """Return how « Je viens » stands; what an entrant is to pay is told to those who run it."""
    one, folded = view.tournament, view.folded
    body: dict[str, Any] = {
        "open": one.signing_up,
        "until": moment(one.sign_up_until) if one.sign_up_until else None,
        "limit": folded.limit,
        "now": sign_up_open(one) and not list_is_full(one, folded),
        "taken": folded.taken,
        "waiting": len(folded.waiting),
        "waiting_limit": most_waiting(one),
        "size": size_of(view),
    }
    if view.can_run:
        body["fee"] = None if one.fee is None else amount(one.fee)
    return body


def mine_body(view: View) -> dict[str, Any]:
    """Return the evening of each entrant that the caller is."""
    return {
        "version": view.tournament.version,
        "entrants": [own_body(view, number) for number in view.own],
    }


def own_body(view: View, number: int) -> dict[str, Any]:
    """Return an entrant as their own page shows them: where they sit, and what they may do."""
    at = own_place.own_place(view, number)
    told = {
        **entrant_body(view, number, own=True),
        "moves": list(own_moves(view.tournament, view.folded, view.folded.entrant(number))),
        "rank": at.rank,
        "over": at.over,
        "round": at.round or None,
        "side": None,
        "table": None,
        "partners": [],
        "opponents": [],
        "may": [],
    }
    if at.table is None:
        return told
    drawn = view.folded.round(at.round)
    seated = drawn.table(at.table)
    side = next(at for at, one in enumerate(seated.table.sides) if number in one)
    others = [one for one in range(len(seated.table.sides)) if one != side]
    return told | {
        "side": side,
        "table": table_body(view, drawn, seated),
        "partners": [view.names[one] for one in seated.table.sides[side] if one != number],
        "opponents": [side_name(view, seated.table.sides[one]) for one in others],
        "may": [name for name, may in own_place.actions(seated, side).items() if may],
    }


def round_body(view: View, drawn: Round) -> dict[str, Any]:
    """Return a round with its tables."""
    return {
        "number": drawn.number,
        "state": drawn.state,
        "seed": drawn.seed,
        "warnings": [
            warning_body(told, view.names)
            for told in (*drawn.warnings, *standings_why.changed(view.folded, drawn.number))
        ],
        "tables": [table_body(view, drawn, seated) for seated in drawn.tables],
    }


def warning_body(told: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """Return what a draw could not avoid."""
    return {
        "code": told["code"],
        "text": standings_why.warning(told, names),
        "entrants": standings_why.warned(told),
    }


def table_body(view: View, drawn: Round, seated: Seated) -> dict[str, Any]:
    """Return a table; with its sides' tokens for those who run the tournament."""
    table = seated.table
    body: dict[str, Any] = {
        "number": seated.number,
        "entrants": list(table.entrants),
        "sides": [list(side) for side in table.sides],
        "bye": table.bye,
        "slot": table.slot,
        "state": seated.state,
        "result": result_body(seated.reported),
        "match": seated.match,
        "reports": {str(side): result_body(said) for side, said in seated.reports.items()},
        "locked": seated.locked,
        "question": result_body(seated.asked),
        "why": dict(table.why),
        "boards": boards_body(view, drawn, seated),
    }
    if view.can_run and not table.bye:
        body["tokens"] = [
            permissions.side_token(view.tournament, drawn.number, seated, side)
            for side in range(len(table.sides))
        ]
    return body


def boards_body(view: View, drawn: Round, seated: Seated) -> list[dict[str, Any]]:
    """Return the boards of a table; what was made of them, where the caller may know it."""
    numbers = of_table(seated.table, view.folded.options)
    if not numbers:
        return []
    own = next((one for one in view.own if one in seated.table.entrants), None)
    side = seated.table.side_of(own) if own is not None else None
    if side is None and view.tokens:
        side = next(
            (
                found
                for token in view.tokens
                if (found := permissions.side_of(view.tournament, drawn.number, seated, token))
                is not None
            ),
            None,
        )
    known = Deals(view).played(seated, side)
    return [
        {
            "number": number,
            "entered": number in known,
            "entry": known[number].entry if number in known else None,
            "score": known[number].score if number in known else None,
        }
        for number in numbers
    ]


def deals_body(view: View) -> dict[str, Any]:
    """Return every board: who deals it, in which rounds it is played, whether it is open."""
    deals = Deals(view)
    told = deals.declared
    return {
        "scored_by": deals.options.duplicate,
        "deals_by": view.tournament.options.get("deals_by", BY_SITE),
        "commitment": deals.commitment or None,
        "boards": [
            {
                "number": number,
                "dealer": told.dealer(number),
                "rounds": [one.round for one in deals.sets[set_of(number, deals.options)]],
                "open": number in deals.opened,
            }
            for number in deals.numbers
        ],
    }


def deal_body(view: View, number: int) -> dict[str, Any]:
    """Return a board that the caller may know; its results once it is open. `NotFound` else."""
    deals = Deals(view)
    if number not in deals.numbers or not deals.known(number):
        raise NotFound
    opened, hands = number in deals.opened, deals.hands(number)
    row = deals.rows.get(number)
    worth = {
        (one.result.first, one.result.second): one
        for one in board_scores.worth(view.field)
        if one.result.board == number
    }
    results = [
        {
            "round": drawn.number,
            "table": seated.number,
            "sides": [list(side) for side in seated.table.sides],
            "entry": played.entry,
            "score": played.score,
            "worth": [json_worth(one.first), json_worth(one.second)] if one else None,
        }
        for drawn in view.rounds
        for seated in drawn.tables
        if opened and number in seated.boards
        for played in (seated.boards[number],)
        for one in (worth.get((seated.table.sides[0], seated.table.sides[1])),)
    ]
    return {
        "number": number,
        "dealer": deals.declared.dealer(number),
        "open": opened,
        "hands": [list(hand) for hand in hands] if hands else None,
        "key": deals.key(number) or None,
        "results": results,
        "solved": row.solved if opened and row else None,
    }


def json_worth(value: Fraction) -> float:
    """Return what a result is worth: a share of the matchpoints, or points."""
    return round(float(value), 4)


def desk_body(view: View, number: int, answers: Sequence[DeskAnswer]) -> dict[str, Any]:
    """Return what became of each line of a desk."""
    return {
        "version": view.tournament.version,
        "round": number,
        "lines": [_desk_line(view, number, one) for one in answers],
    }


def _desk_line(view: View, number: int, one: DeskAnswer) -> dict[str, Any]:
    at = TableAddress(view.tournament.pk, number, one.table)
    written = last_report(view, at) if one.what == "conflict" else None
    return {
        "table": one.table,
        "outcome": one.what,
        "result": result_body(one.stands),
        "by": (written.by or None) if written else None,
        "at": moment(written.at) if written else None,
        "doubts": [{"code": told.code, "detail": desk_words.doubt(told)} for told in one.doubts],
        "code": one.error.code if one.error else None,
        "detail": sentence(one.error.code, one.error.params) if one.error else None,
    }


def result_body(result: ReportedResult | None) -> dict[str, Any] | None:
    """Return a table's result, or None. For a frozen result, the score that counts is left out."""
    if result is None:
        return None
    return {**replace(result, counted=None).to_json(), "frozen": result.frozen}


def standings_body(view: View) -> dict[str, Any]:
    """Return the standings: every value compared, and the criterion that separates neighbours."""
    rows, points = view.ranking.rows, view.ranking.points
    left, struck = left_after(view.field), annulled(view.field)
    return {
        "rows": [
            {
                "rank": row.rank,
                "entrant": row.entrant,
                "points": standings_why.json_number(points[row.entrant]),
                "criteria": _criteria(row),
                "why": standings_why.why(view.folded.options, rows, at, view.names),
                "left_after": left.get(row.entrant),
                "struck": row.entrant in struck,
            }
            for at, row in enumerate(rows)
        ]
    }


def pools_body(view: View) -> dict[str, Any]:
    """Return the groups with their standings, and how each entrant stands."""
    return {
        "pools": [
            {
                "name": pool.name,
                "slot": pool.slot,
                "rows": [
                    {
                        "rank": at,
                        "entrant": row.entrant,
                        "points": standings_why.json_number(pool.points[row.entrant]),
                        "criteria": _criteria(row),
                        "fate": pool.fates[row.entrant],
                    }
                    for at, row in enumerate(pool.rows, start=1)
                ],
            }
            for pool in view.pools
        ]
    }


def movement_body(view: View) -> dict[str, Any]:
    """Return every round of a movement: its tables by numbers of entrants, and who rests."""
    return {
        "rounds": [
            {
                "number": one.number,
                "tables": [
                    {
                        "number": table.number,
                        "sides": [list(side) for side in table.sides],
                        "deals": table.deals or None,
                    }
                    for table in one.tables
                ],
                "resting": list(one.resting),
            }
            for one in planned(view)
        ]
    }


def _criteria(row: StandingsRow) -> dict[str, int | float | None]:
    return {
        name: standings_why.json_number(standings_why.natural(name, value))
        for name, value in row.criteria.items()
        if name in standings_why.CRITERIA
    }


def bracket_body(view: View) -> dict[str, Any]:
    """Return the bracket's nodes in the order of play."""
    places = {
        seated.table.slot: (drawn.number, seated)
        for drawn in view.drawn
        if drawn.state != "draft"
        for seated in drawn.tables
        if seated.table.slot
    }
    return {"nodes": [node_body(one, places.get(slot)) for slot, one in view.bracket.items()]}


def node_body(one: PlayedNode, at: tuple[int, Seated] | None) -> dict[str, Any]:
    """Return a meeting of a bracket, with its table once that table is published."""
    return {
        "slot": one.node.slot,
        "part": one.node.part,
        "stage": one.node.stage,
        "field": one.node.field,
        "places": [_filled(place) for place in one.places],
        "sources": [
            _source(source, place)
            for source, place in zip(one.node.places, one.places, strict=True)
        ],
        "known": one.known,
        "winner": _filled(one.winner),
        "loser": _filled(one.loser),
        "round": at[0] if at else None,
        "table": at[1].number if at else None,
        "result": result_body(at[1].reported) if at else None,
    }


def _filled(place: Filled) -> int | None:
    return place if isinstance(place, int) else None


def _source(source: FilledBy, place: Filled) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": source.kind, "of": source.of}
    if isinstance(place, FromPool):
        told |= {"pool": place.pool, "rank": place.rank}
    return told


def log_body(entry: Logged) -> dict[str, Any]:
    """Return a line of the log."""
    return {
        "version": entry.version,
        "kind": entry.kind,
        "data": entry.data,
        "at": moment(entry.at),
        "by": entry.by_id,
        "by_link": entry.by_link or None,
    }


def webhook_body(hook: Webhook) -> dict[str, Any]:
    """Return a webhook, without its secret."""
    return {"id": hook.pk, "url": hook.url}


def pairs_body(table: int, pairs: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Return the best pairing that was rejected for a table's pair."""
    return {"table": table, "pairs": [list(pair) for pair in pairs]}
