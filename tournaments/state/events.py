"""The events of a tournament, which are the lines of its log.

Applying all events gives the tournament. An event is a decision, not its consequences. For
example, only the seed of a draw is stored. In the log an event is plain JSON.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tournaments.draws.ranking.records import bonus_of
from tournaments.state import (
    boards,
    decisions,
    entrants,
    ladder,
    open_rounds,
    partners,
    results,
    rounds,
)
from tournaments.state.errors import StateError
from tournaments.state.options import state_of
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Enrolled, PlayedBoard, TournamentState

Data = Mapping[str, Any]


class Event(NamedTuple):
    """An event of a tournament: its kind and its data.

    A new event has its result in `reported`. An event read from the log has the result in its
    data.
    """

    kind: str
    data: Data
    reported: ReportedResult | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the data that the log stores."""
        return {**self.data, **(self.reported.to_json() if self.reported else {})}


def apply(tournament: TournamentState, event: Event) -> TournamentState:
    """Return the tournament after an event.

    Raise `StateError` if the event is refused.
    """
    after = _applied(tournament, event)
    if after.options.open_rounds:
        after = open_rounds.with_forfeits(after)
    if event.kind in _REOPENING:
        boards.check_told(tournament, after, _REOPENING[event.kind])
    return after


def _applied(tournament: TournamentState, event: Event) -> TournamentState:
    data = event.data
    # With `instead`, new entrants take the places of entrants who are deleted for them. The
    # event that deletes these must not give their places to the waiting list. The event that
    # enters the new ones gives away the places that are then left.
    if (event.kind in _FREEING) != bool(data.get("instead")):
        return entrants.let_up(_KINDS[event.kind](tournament, data))
    if event.kind not in _RESULTS:
        return _KINDS[event.kind](tournament, data)
    put, more = _RESULTS[event.kind]
    result = event.reported or ReportedResult.from_json(data)
    return put(
        tournament, data["round"], data["table"], result, **{name: data.get(name) for name in more}
    )


def replay(log: Iterable[Event]) -> TournamentState:
    """Return the tournament that results from a log. The log begins with its `opened` event."""
    events = iter(log)
    tournament = state_of(next(events).data)
    for event in events:
        tournament = apply(tournament, event)
    return tournament


def _set_up(tournament: TournamentState, data: Data) -> TournamentState:
    """Change how the tournament is played.

    After the first draw only the number of rounds and the criteria after the first may change,
    until the last round is drawn. Raise `StateError` `rounds_drawn` if there would be fewer
    rounds than are drawn, or `already_drawn` for any other change.
    """
    changed = state_of({**data, "format": data.get("format", tournament.format)}, tournament)
    if tournament.order:
        _check_still_open(tournament, changed, data)
    return replace(
        changed,
        entrants=tournament.entrants,
        rounds=tournament.rounds,
        order=tournament.order,
        last_number=tournament.last_number,
        limit=tournament.limit,
        day=tournament.day,
        pars=tournament.pars,
        winner=tournament.winner,
        rests=tournament.rests,
    )


def _check_still_open(tournament: TournamentState, changed: TournamentState, data: Data) -> None:
    before, rounds, drawn = tournament.options, changed.options.rounds, len(tournament.rounds)
    # By default the bonus follows from the number of rounds. After the first draw the settings
    # name the bonus, so that it stays the same when the number of rounds changes.
    named = replace(before, bonus=changed.options.bonus)
    stays_worth = changed.options.bonus in (before.bonus, bonus_of(before))
    same = stays_worth and replace(changed.options, rounds=before.rounds) == named
    stays = ("format", "seed", "check_in")
    if (
        not same
        or any(getattr(changed, name) != getattr(tournament, name) for name in stays)
        or changed.tie_breaks[:1] != tournament.tie_breaks[:1]
        or last_is_drawn(tournament)
    ):
        raise StateError("already_drawn", next(iter(data), None))
    if rounds is not None and rounds < drawn:
        raise StateError("rounds_drawn", "options.rounds", count=drawn)


def last_is_drawn(tournament: TournamentState) -> bool:
    """Return whether the last round is drawn.

    Return False if the number of rounds is not known, unless the tournament is finished.
    """
    planned = open_rounds.round_count(tournament)
    return tournament.state == "finished" or (
        planned is not None and len(tournament.rounds) >= planned
    )


def _enter(tournament: TournamentState, data: Data) -> TournamentState:
    added = [
        Enrolled(
            number=0,
            name=entry["name"],
            seed=entry.get("seed"),
            club=entry.get("club", ""),
            rating=entry.get("rating"),
            players=tuple(entry.get("players", ())),
            key=entry.get("key", ""),
            members=tuple((player, name) for player, name in entry.get("members", ())),
            named=bool(entry.get("named")),
            wish=bool(data.get("wish")),
        )
        for entry in data["entrants"]
    ]
    return entrants.add(tournament, added, signed=bool(data.get("signed")))


def _change(tournament: TournamentState, data: Data) -> TournamentState:
    changed = [
        _corrected(tournament.entrant(entry["entrant"]), entry) for entry in data["entrants"]
    ]
    return entrants.change(tournament, changed)


def _corrected(before: Enrolled, entry: Data) -> Enrolled:
    """Return an entrant with the new name and people in an item of the event.

    If the item has `renewed`, their link ends. If it has `vouched`, they are confirmed by an
    organiser.
    """
    return Enrolled(
        number=before.number,
        name=entry["name"],
        key=entry.get("key", ""),
        named=bool(entry.get("named")),
        players=tuple(entry.get("players", ())),
        members=tuple((player, name) for player, name in entry.get("members", ())),
        wish=before.wish and not entry.get("vouched"),
        generation=before.generation + bool(entry.get("renewed")),
        alone=before.alone and len(entry.get("members", ())) == len(before.members),
    )


def _finish(tournament: TournamentState, data: Data) -> TournamentState:
    """Change the state: finish early or reopen, or open the registration before the first draw.

    Raise `StateError` `state_not_possible` if the state contradicts the drawn rounds.
    """
    state = data["state"]
    before = ("draft", "registration")
    possible = ("running", "finished") if tournament.rounds else (*before, "finished")
    if state not in possible:
        raise StateError("state_not_possible", "state", state=state)
    return replace(tournament, state=state)


def _rated(tournament: TournamentState, data: Data) -> TournamentState:
    """Store the entrants' ratings at the time of a draw."""
    ratings = {int(number): rating for number, rating in data["ratings"].items()}
    changed = tuple(
        replace(entrant, rating=ratings.get(entrant.number, entrant.rating))
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=changed)


_KINDS: dict[str, Callable[[TournamentState, Data], TournamentState]] = {
    "set_up": _set_up,
    "entered": _enter,
    "entrants_changed": _change,
    "entrant_deleted": lambda tournament, data: entrants.delete(
        tournament, data["entrant"], joined=bool(data.get("joined"))
    ),
    "link_renewed": lambda tournament, data: entrants.renew(tournament, data["entrant"]),
    "entrant_state": lambda tournament, data: entrants.set_state(
        tournament, data["entrant"], data["state"], signed=bool(data.get("signed"))
    ),
    "sign_up": lambda tournament, data: entrants.limit(tournament, data.get("limit")),
    "paid": lambda tournament, data: entrants.pay(tournament, data["entrant"], data["sum"]),
    "entrant_waits": lambda tournament, data: entrants.move(
        tournament, data["entrant"], data["place"]
    ),
    "entrant_seed": lambda tournament, data: entrants.set_seed(
        tournament, data["entrant"], data["seed"]
    ),
    "rated": _rated,
    "decided": lambda tournament, data: decisions.declare(tournament, data["winner"]),
    "state": _finish,
    # These events do not change the state, because no rule depends on them.
    "described": lambda tournament, data: tournament,
    "palmares": lambda tournament, data: tournament,
    "timer": lambda tournament, data: tournament,
    "fee": lambda tournament, data: tournament,
    # The log says whose phone or licence has changed, and never what it is.
    "noted": lambda tournament, data: tournament,
    "drawn": lambda tournament, data: rounds.draw(tournament, data.get("seed")),
    "swapped": lambda tournament, data: rounds.swap(tournament, data["round"], *data["swap"]),
    "locked": lambda tournament, data: rounds.lock(tournament, data["round"], data["lock"]),
    "seated": lambda tournament, data: rounds.seat(
        tournament,
        [tuple(map(tuple, sides)) for sides in data["tables"]],
        {int(entrant): worth for entrant, worth in data.get("rests", {}).items()},
        tuple(data.get("order", ())),
        data.get("rounds", ()),
    ),
    "rests_asked": lambda tournament, data: rounds.ask_rests(
        tournament,
        data["round"],
        {int(entrant): worth for entrant, worth in data["rests"].items()},
    ),
    "partners_answered": lambda tournament, data: partners.answer(
        tournament, data["round"], data["alone"], data["waiting"]
    ),
    "redrawn": lambda tournament, data: rounds.redraw(tournament, data["round"], data["seed"]),
    "published": lambda tournament, data: rounds.publish(tournament, data["round"]),
    "withdrawn": lambda tournament, data: rounds.withdraw(tournament, data["round"]),
    "closed": lambda tournament, data: rounds.close(tournament, data["round"]),
    "challenged": lambda tournament, data: ladder.challenge(
        tournament, data["challenger"], data["challenged"], data["on"]
    ),
    "challenge_withdrawn": lambda tournament, data: ladder.withdraw(
        tournament, data["round"], data["table"]
    ),
    "brought_up": lambda tournament, data: ladder.bring_up(tournament, data["on"]),
    "playing": lambda tournament, data: results.playing(
        tournament, data["round"], data["table"], data.get("match")
    ),
    "confirmed": lambda tournament, data: results.confirm(
        tournament, data["round"], data["table"], data.get("side")
    ),
    "refused": lambda tournament, data: results.refuse(tournament, data["round"], data["table"]),
    "board_played": lambda tournament, data: boards.play(
        tournament,
        data["round"],
        data["table"],
        data["board"],
        PlayedBoard.from_json(data),
        data.get("side"),
    ),
    "boards_solved": lambda tournament, data: boards.solve(
        tournament, {int(board): value for board, value in data["pars"].items()}
    ),
    # The event says which boards have deals. The deals themselves are not in the log.
    "deals_entered": lambda tournament, data: tournament,
    # Results from other sites are shown next to the standings, but do not change them.
    "results_merged": lambda tournament, data: tournament,
    "taken_back": lambda tournament, data: results.take_back(
        tournament, data["round"], data["table"], data.get("later")
    ),
}
# The events that may free a place. The first entrant on the waiting list gets it.
_FREEING = ("entrant_state", "entrant_deleted", "sign_up")
# The events after which more rounds may have to be played. The value is the field that a refusal
# names.
_REOPENING = {"state": "state", "set_up": "options.rounds", "taken_back": None, "corrected": None}
# Events that only organisers may see: who has paid what, whose phone is known.
PRIVATE = ("paid", "fee", "noted")
# Events that put a result on a table: the function that does it, and the data that it uses besides.
_RESULTS: dict[str, tuple[Callable[..., TournamentState], tuple[str, ...]]] = {
    "reported": (results.report, ("side",)),
    "corrected": (results.correct, ("later",)),
    "asked": (results.ask, ()),
}
KINDS = ("opened", *_KINDS, *_RESULTS)
