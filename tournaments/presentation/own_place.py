"""The present position of an entrant: the table of the round, the rank, or the waiting list."""

from dataclasses import dataclass

from tournaments.presentation import open_rounds
from tournaments.presentation.progress import progress_of
from tournaments.state.tournament import Seated
from tournaments.view import View


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The present position of an entrant in the tournament.

    `round` is the last published round, or 0 if there is none. `table` is the entrant's table in
    it, or None. `settled` says that this table's result is confirmed, so that the entrant waits
    for the next table. `queue` is the place on the waiting list, from 1, or None for an entrant
    who is not on it. If the tables of the round are played in any order (`at_once`), `to_play` are
    the entrant's tables without a final result, and `table` is the one that has begun, or the last
    one left. `reached` says how far the entrant has come in a knockout that decides the standings.
    """

    round: int = 0
    table: int | None = None
    settled: bool = False
    closed: bool = False
    over: bool = False
    rank: int | None = None
    ranked: int = 0
    queue: int | None = None
    at_once: bool = False
    to_play: tuple[int, ...] = ()
    reached: str = ""


def queue_place(view: View, number: int) -> int | None:
    """Return an entrant's place on the waiting list, from 1; None if they are not on it."""
    if view.folded.entrant(number).waits is None:
        return None
    return [entrant.number for entrant in view.folded.waiting].index(number) + 1


def actions(seated: Seated, side: int | None, *, scorer: bool = False) -> dict[str, bool]:
    """Return which actions a side may take at a published table, by the names of the actions.

    `side` is None if the reader is on neither side. With `scorer`, the reader may enter any
    result.
    """
    speaks = (side is not None or scorer) and not seated.table.bye
    open_ = seated.state != "confirmed"
    has_reported = side is not None and side in seated.reports
    return {
        "play": speaks and open_ and seated.state in ("waiting", "playing"),
        "report": speaks and open_,
        "confirm": speaks and seated.state == "reported" and not (has_reported and not scorer),
    }


def own_place(view: View, number: int) -> OwnPlace:
    """Return the present position of an entrant."""
    waits = queue_place(view, number)
    published = [drawn for drawn in view.folded.rounds if drawn.state != "draft"]
    if not published:
        return OwnPlace(queue=waits, over=view.folded.state == "finished")
    last = published[-1]
    at_once = open_rounds.at_once(view, last)
    own = open_rounds.own_tables(view, last, number) if at_once else []
    left = [seated for seated in own if open_rounds.to_play(seated)]
    if at_once:
        begun = [seated for seated in left if seated.state != "waiting"]
        seated = next(iter(begun or left), None) if begun or len(left) == 1 else None
    else:
        # On a ladder an entrant may have several challenges. Only the last one can be open.
        seated = next(
            (seated for seated in reversed(last.tables) if number in seated.table.entrants), None
        )
    # Before the first result all entrants share rank 1, so no rank is shown.
    ranks_known = any(seated.state in ("reported", "confirmed") for seated in published[0].tables)
    if view.folded.options.duplicate:
        ranks_known = bool(view.field.opened)
    rows = view.standings if ranks_known else ()
    return OwnPlace(
        round=last.number,
        table=seated.number if seated else None,
        settled=not left
        if at_once
        else seated is not None and (seated.state == "confirmed" or seated.table.bye),
        closed=last.state == "closed",
        over=view.folded.state == "finished",
        rank=next((row.rank for row in rows if row.entrant == number), None),
        ranked=len(rows),
        queue=waits,
        at_once=at_once,
        to_play=tuple(seated.number for seated in left),
        reached=progress_of(view, number),
    )
