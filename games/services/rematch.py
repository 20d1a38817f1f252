"""Starts a match that follows another one: its rematch, or a new start in place of a blank match.

The log of the earlier match names the match that follows, and readers are sent there.
"""

from dataclasses import replace
from typing import Any

from django.db import transaction

from clubs.callers import Caller
from games import queries
from games.errors import Refused
from games.match import log_queries, permissions
from games.models import Match, Status
from games.proposals import queries as proposals
from games.queries import Loaded
from games.services.starting import SeatAsked, StartAsked, start
from games.services.writing import Changed, Kind, WriteOutcome, Writing, store, writable


@transaction.atomic
def rematch(*, match_id: str, by: Writing) -> WriteOutcome:
    """Start a match with the same game, rules, seats and club, and with the next dealer.

    It counts in the club of the match if the caller vouches for it there. Otherwise it is proposed
    to that club, or to the club to which the match is proposed. If no line of the match has changed
    since, a second rematch returns the first one.
    """
    match = _goes_on(match_id, by)
    known = log_queries.rematch_of(match)
    if known is not None:
        return WriteOutcome(queries.plain_table(known), repeated=True)
    loaded = queries.load(match)
    outcome = start(setup=replace(_same_table(loaded, by.caller), follows=loaded), by=by)
    if not outcome.repeated:
        _follow(loaded, outcome.table.match, by)
    return outcome


@transaction.atomic
def start_again(*, match_id: str, setup: StartAsked, by: Writing) -> WriteOutcome:
    """Start a match after match `match_id`, by `setup`. Its seats and rules may be different.

    The new match continues the table's series if it can. If not, it is a start like any other.
    Raise the errors of `start`, and `NotFound` or `Denied` if the caller may not write match
    `match_id`.
    """
    loaded = queries.load(writable(match_id, by))
    outcome = start(setup=replace(setup, follows=loaded), by=by)
    if not outcome.repeated and outcome.table.match.series_id is not None:
        _follow(loaded, outcome.table.match, by)
    return outcome


@transaction.atomic
def start_anew(*, match_id: str, setup: StartAsked, by: Writing) -> WriteOutcome:
    """Replace a blank match whose rules or seats were wrong. The blank match is abandoned.

    Raise the errors of `start`, and `Refused`: `match_begun` if the match has a line,
    `match_abandoned` if it does not run.
    """
    match = _goes_on(match_id, by)
    loaded = queries.load(match)
    outcome = start(setup=replace(setup, follows=loaded), by=by)
    if outcome.repeated:
        return outcome
    if loaded.entries or match.status != Status.IN_PROGRESS:
        raise Refused("match_begun" if loaded.entries else "match_abandoned")
    _follow(loaded, outcome.table.match, by, Status.ABANDONED)
    return outcome


def next_start(loaded: Loaded) -> dict[str, Any]:
    """Return the start options of the table's next match: the seat for each option."""
    state, rules = loaded.sheet().state, loaded.rules.values()
    options = loaded.game.seats.options.items()
    return {option: state.get(key, rules[option]) for option, key in options}


def _goes_on(match_id: str, by: Writing) -> Match:
    """Lock and return a match that another match may follow. Raise `match_of_event` in an event."""
    match = writable(match_id, by)
    if match.event_id:
        raise Refused("match_of_event")
    return match


def _same_table(loaded: Loaded, caller: Caller) -> StartAsked:
    """Return the start of a match at the same table. The fold decides who deals or begins.

    If the caller does not vouch for the club's people, they become guests with the same names.
    """
    match, game = loaded.match, loaded.game
    club = match.club or proposals.asked_club(match)
    known = match.club is None or permissions.vouches(match.club, caller)
    return StartAsked(
        game=game,
        preset=game.preset(match.preset) or game.presets[0],
        rules=loaded.rules.values() | next_start(loaded),
        seats=[
            SeatAsked(seat.player_id, seat.guest_name)
            if known or not seat.named
            else SeatAsked(name=seat.name)
            for seat in loaded.seats
        ],
        side_names=[side.name for side in loaded.sides],
        club=club,
        in_club_room=match.in_club_room and known,
    )


def _follow(loaded: Loaded, following: Match, by: Writing, status: str = "") -> None:
    """Log in the earlier match which match follows it, and notify its readers.

    With `status`, the earlier match also gets this status.
    """
    match = loaded.match
    before: dict[str, str | int | None] = {"next_match": None}
    after: dict[str, str | int | None] = {"next_match": following.pk}
    if following.series_number == 2:  # number 2: the earlier match has just become number 1
        before["series"], after["series"] = None, 1
    if status:
        before["status"], after["status"] = match.status, status
        match.status = status
    done = Changed(Kind.ABANDON if status else Kind.PATCH, None, before, after)
    # The `client_id` is not logged here, because it belongs to the start of the new match.
    store(loaded, loaded.take_fold(), done, Writing(by.caller), "")
