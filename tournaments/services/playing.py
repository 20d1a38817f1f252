"""Matches at tables: started from a phone at the table, and followed when they end or change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubs.callers import Caller
from games import services
from games.models import Match
from games.services import Writing as MatchWriting
from tournaments import matches, queries
from tournaments.errors import Refused
from tournaments.models import TableMatch, Tournament
from tournaments.services.entrants.seating import start_of
from tournaments.services.results import TableAddress, row_of, speaker, tie
from tournaments.services.writing import WriteOutcome, Writing, write
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.results import drawn_since, takes
from tournaments.state.tournament import Seated, TournamentState


@dataclass(frozen=True, slots=True)
class TableStart:
    """A table's match. `started` is True if it has just been started, False if it was running
    already.
    """

    outcome: WriteOutcome
    match: Match
    started: bool


def play(*, at: TableAddress, by: Writing) -> TableStart:
    """Start the table's match. If one is running, return it instead, so that two taps give one
    match.

    A side may do this by its token, and so may those who may enter results. Raise `Refused`
    `not_published` if the round is a draft, `already_reported` if the table has a result, or
    `table_players_missing` if it can't be played.
    """
    starts: list[tuple[Match, bool]] = []

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        seated = folded.round(at.round).table(at.table)
        side = speaker(tournament, at, seated, by)
        running = queries.running_match(queries.matches_at(tournament, at.round, seated))
        if running is not None:
            starts.append((running, False))
            return
        if seated.state not in ("waiting", "playing"):
            raise Refused("already_reported")
        match = _start(tournament, folded, at, seated, by.caller)
        tie(tournament, at, seated, match, side)
        starts.append((match, True))
        yield Event("playing", {**at.data(), "match": match.pk})

    outcome = write(at.tournament, by, ("play", at.data()), plan, right=None)
    if not starts:  # the tap was repeated: the match that the first tap started
        seated = outcome.folded.round(at.round).table(at.table)
        starts.append((Match.objects.get(pk=seated.match), False))
    return TableStart(outcome, *starts[0])


def _start(
    tournament: Tournament,
    folded: TournamentState,
    at: TableAddress,
    seated: Seated,
    caller: Caller,
) -> Match:
    start = start_of(tournament, folded, seated.table)
    return services.start(setup=start, by=MatchWriting(caller)).table.match


# --- Results from matches ----------------------------------------------------------------------


def follow(match: Match) -> None:
    """Update a table's result after one of its matches has ended or changed.

    The first result counts as reported by the side whose phone kept the score. If the match is
    corrected later, the table's result is corrected too. But if later rounds were drawn, if the
    result is frozen, or if the table can't have the new result, the organiser is asked first.
    """
    row = row_of(match)
    if row is None or row.dropped:
        return
    at = TableAddress(row.tournament_id, row.round, row.table)

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        try:
            seated = folded.round(at.round).table(at.table)
        except StateError:
            return []
        if [list(side) for side in seated.table.sides] != row.sides:
            return []
        stands = seated.reported
        there = queries.matches_at(tournament, at.round, seated)
        played = matches.counting(tournament, there, stands.match if stands else None)
        scores = matches.total(tournament, seated, played, folded.members)
        return _followed(folded, at, seated, scores, row)

    itself = Writing(Caller(), itself=True)
    # A result that was typed before this match ended is now replaced by the match's own.
    again = [(row.round, row.table)]
    try:
        write(row.tournament_id, itself, ("follow", {}), plan, right=None, recount=again)
    except Refused:
        # For example, the match is a draw but the table needs a winner. Then the organiser has
        # to enter the result.
        return


def _followed(
    folded: TournamentState,
    at: TableAddress,
    seated: Seated,
    scores: Sequence[float] | None,
    row: TableMatch,
) -> list[Event]:
    """Return the events that give a table the present result of its matches.

    `scores` is None as long as the matches have not decided the table.
    """
    result = ReportedResult(tuple(scores or ()), match=row.match_id)
    stands = None if seated.automatic else seated.reported
    if stands is None:
        if scores is None or row.side in seated.reports:
            return []
        return [Event("reported", {**at.data(), "side": row.side}, result)]
    if stands.match is None or stands.scores == result.scores:
        # A typed result is not replaced. If the match's result is unchanged, only an open
        # question ends.
        return [Event("refused", at.data())] if seated.correction and stands.match else []
    behind = drawn_since(folded, at.round)
    if behind or (scores is not None and (stands.frozen or not takes(folded, seated, result))):
        return _question(seated, None if scores is None else result, at)
    again = Event("playing", {**at.data(), "match": row.match_id})
    back = Event("taken_back", at.data() | {"later": None})
    if scores is None:
        return [back, again]
    if seated.state == "confirmed":
        return [Event("corrected", {**at.data(), "later": None}, result)]
    return [back, again, Event("reported", {**at.data(), "side": row.side}, result)]


def _question(seated: Seated, result: ReportedResult | None, at: TableAddress) -> list[Event]:
    """Return the events that ask the organiser about a correction, or that end the question.

    The same question is asked only once. It ends if the match is running again (`result` is
    None).
    """
    if result is None:
        return [Event("refused", at.data())] if seated.correction else []
    known = seated.correction is not None and seated.correction.scores == result.scores
    return [] if known else [Event("asked", at.data(), result)]
