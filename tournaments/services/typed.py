"""Makes tournaments count on the boards.

A match at a table counts once the table's result is confirmed. A typed result is stored as a
finished match without lines, which then counts. All these matches follow the tournament: a write
that changes tables or people changes the matches too, in the same transaction. Only `_counts`
decides which typed results count.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from games import errors as games_errors
from games import services
from games.models import Match, Seat, Status
from games.services import StartAsked
from tournaments import matches, queries, storage
from tournaments.draws.field import Score
from tournaments.errors import Refused
from tournaments.models import LogEntry, TableMatch, Tournament, TypedResult
from tournaments.services.entrants.seating import start_of
from tournaments.state.tournament import Seated, TournamentState

# A table: the number of its round, and its number in that round.
Place = tuple[int, int]
HUNDREDTH = Decimal("0.01")
# The kinds of events by which a table may get its first result.
TOLD = ("reported", "corrected")


def follow(
    tournament: Tournament,
    before: TournamentState,
    after: TournamentState,
    also: Collection[Place] = (),
) -> None:
    """Make, correct or remove the matches for typed results, after a write.

    This concerns the tables that the write has changed, and those in `also`. Without such a
    table no query is made.
    """
    was, now = dict(_tables(before, after)), dict(_tables(after, before))
    touched = {place for place in {*was, *now} if was.get(place) != now.get(place)}
    renamed = _renamed(before, after)
    touched |= renamed | set(also)
    if not touched:
        return
    # A result that counts because its people are known now is as old as its table's first result.
    times = _times(tournament) if renamed else {}
    rows = TypedResult.objects.filter(
        tournament=tournament, round__in={number for number, _table in touched}
    )
    known = {(row.round, row.table): row for row in rows}
    for place in sorted(touched):
        _keep(tournament, after, place, known.get(place), times.get(place))
    _confirm(tournament, after, touched)


def catch_up() -> None:
    """Make the matches of results that were typed by a version of the program that made none."""
    for tournament in Tournament.objects.filter(results_counted=False).order_by("date", "pk"):
        with transaction.atomic():
            _count_all(tournament)
            Tournament.objects.filter(pk=tournament.pk).update(results_counted=True)


def _count_all(tournament: Tournament) -> None:
    """Make all missing matches of a tournament. Each is dated by the first result of its table."""
    folded = storage.load(tournament)
    known = {(row.round, row.table) for row in TypedResult.objects.filter(tournament=tournament)}
    times_by_place = _times(tournament)
    for drawn in folded.rounds:
        for seated in drawn.tables:
            place = (drawn.number, seated.number)
            if place in times_by_place and place not in known:
                _keep(tournament, folded, place, None, times_by_place[place])


def _times(tournament: Tournament) -> dict[Place, datetime]:
    """Return when each table first had a result."""
    rows = LogEntry.objects.filter(tournament=tournament, kind__in=TOLD).order_by("version")
    times: dict[Place, datetime] = {}
    for data, at in rows.values_list("data", "at"):
        times.setdefault((data["round"], data["table"]), at)
    return times


def _tables(folded: TournamentState, other: TournamentState) -> Iterator[tuple[Place, Seated]]:
    """Yield the tables of all rounds that differ from those of the other state, with their
    place.
    """
    same = {id(drawn) for drawn in other.rounds}
    for drawn in folded.rounds:
        if id(drawn) not in same:
            for seated in drawn.tables:
                yield (drawn.number, seated.number), seated


def _renamed(before: TournamentState, after: TournamentState) -> set[Place]:
    """Return the tables with an entrant whose people have changed."""
    if before.entrants is after.entrants:
        return set()
    known = before.members
    changed = {
        enrolled.number
        for enrolled in after.entrants
        if known.get(enrolled.number) != enrolled.members
    }
    return {
        (drawn.number, seated.number)
        for drawn in after.rounds
        for seated in drawn.tables
        if changed & set(seated.table.entrants)
    }


def _keep(
    tournament: Tournament,
    folded: TournamentState,
    place: Place,
    row: TypedResult | None,
    moment: datetime | None = None,
) -> None:
    """Make, correct or remove the match that stands for a table's typed result.

    `row` connects the table with its present match, if it has one. `moment` dates a new match.
    """
    seated = _seated(folded, place)
    start = None
    if seated is not None and _counts(tournament, place[0], seated):
        start = _match_start(tournament, folded, seated)
    if seated is None or start is None:
        _drop(row)
        return
    scores = [Decimal(str(score)).quantize(HUNDREDTH) for score in _scores(seated)]
    if row is not None and _people(row.match_id) == [seat.player for seat in start.seats]:
        services.change_result(match_id=row.match_id, scores=scores)
        return
    # The people have changed, so a new match replaces the old one. It gets the date of the old
    # one.
    at = _drop(row) or moment
    try:
        match = services.give_result(setup=start, scores=scores, at=at)
    except games_errors.Refused:
        # For example, the rules do not allow this number of players. Then the result can't
        # count.
        return
    TypedResult.objects.create(
        tournament=tournament,
        club_id=tournament.club_id,
        round=place[0],
        table=place[1],
        match_id=match.pk,
    )


def _confirm(tournament: Tournament, folded: TournamentState, places: Collection[Place]) -> None:
    """Let the matches at these tables count on the boards if the table's result is confirmed.

    The other matches at these tables do not count.
    """
    rows = TableMatch.objects.filter(
        tournament=tournament, round__in={number for number, _table in places}
    )
    confirmed: dict[bool, list[str]] = {True: [], False: []}
    for row in rows:
        if (row.round, row.table) in places:
            seated = _seated(folded, (row.round, row.table))
            stands = (
                seated is not None
                and seated.state == "confirmed"
                and not row.dropped
                and [list(side) for side in seated.table.sides] == row.sides
            )
            confirmed[stands].append(row.match_id)
    for counts, match_ids in confirmed.items():
        if match_ids:
            services.confirm_event_matches(match_ids, confirmed=counts)


def _seated(folded: TournamentState, place: Place) -> Seated | None:
    for drawn in folded.rounds:
        if drawn.number == place[0] and drawn.state != "draft":
            return next((seated for seated in drawn.tables if seated.number == place[1]), None)
    return None


def _scores(seated: Seated) -> tuple[Score, ...]:
    """Return the scores that were reported. If a correction is frozen, these are the corrected
    ones.
    """
    return seated.reported.scores if seated.reported is not None else ()


def _counts(tournament: Tournament, round_: int, seated: Seated) -> bool:
    """Return whether a table's typed result counts on the boards.

    It must be confirmed, have a score for each side, and have no forfeit. It does not count if
    tables play several matches. It does not count either if a match was scored at the table,
    because that match counts.
    """
    result = seated.reported
    if result is None or seated.state != "confirmed" or seated.table.bye:
        return False
    if result.match is not None or result.forfeit or len(result.scores) != len(seated.table.sides):
        return False
    if matches.wanted(tournament) > 1:
        return False
    played = queries.matches_at(tournament, round_, seated)
    return not any(match.status == Status.FINISHED for match in played)


def _match_start(
    tournament: Tournament, folded: TournamentState, seated: Seated
) -> StartAsked | None:
    """Return the setup of a table's match.

    Return None if some of its people are not known players, or if the match can't be played.
    """
    try:
        start = start_of(tournament, folded, seated.table)
    except (Refused, games_errors.Refused):
        return None
    return start if all(seat.player is not None for seat in start.seats) else None


def _people(match_id: str) -> list[int | None]:
    rows = Seat.objects.filter(match=match_id).order_by("number")
    return list(rows.values_list("player_id", flat=True))


def _drop(row: TypedResult | None) -> datetime | None:
    """Remove a table's match, and return the time when it ended; None if there was none."""
    if row is None:
        return None
    match = Match.objects.filter(pk=row.match_id).first()
    services.drop_result(match_id=row.match_id)
    row.delete()
    return match.finished_at if match else None
