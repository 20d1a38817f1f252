"""All rounds at once: late entries, and the tables of those who have left."""

from dataclasses import replace

from tournaments.draws import open_rounds
from tournaments.draws.leavers import in_pool
from tournaments.state import partners
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import GONE, Round, Seated, TournamentState


def is_open(tournament: TournamentState, round_: Round) -> bool:
    """Return whether a round holds the tables of several rounds, to be played in any order."""
    return tournament.options.open_rounds and any(in_pool(seated.table) for seated in round_.tables)


def part_count(tournament: TournamentState, round_: Round) -> int:
    """Return how many rounds a round stands for: 1, unless they were published at once."""
    if not is_open(tournament, round_):
        return 1
    return len(open_rounds.parts(seated.table for seated in round_.tables))


def extended(tournament: TournamentState, seed: str) -> TournamentState | None:
    """Add the tables of those who came late to the published round; None if there are none.

    Nothing that was drawn changes.
    """
    last = tournament.rounds[-1]
    if last.state != "published" or not is_open(tournament, last):
        return None
    waits = partners.waiting(tournament.rests.get(last.number, {}))
    field = partners.without(tournament.field(seed=seed), waits)
    tables = open_rounds.late(tournament.way.draw, field)
    if not tables:
        return None
    first = max(seated.number for seated in last.tables) + 1
    added = tuple(
        Seated(table, state="confirmed" if table.bye else "waiting")
        for table in open_rounds.numbered(tables, first)
    )
    return tournament.with_round(replace(last, tables=(*last.tables, *added)))


def newcomers(tournament: TournamentState) -> list[int]:
    """Return the entrants who would get tables in the published round now, having none yet."""
    seated = tournament.seated
    there = {entrant.number for entrant in tournament.entrants if tournament.plays(entrant)}
    # Most often nobody waits for tables. Then nothing needs to be drawn.
    waiting = tournament.options.open_rounds and bool(there - seated)
    after = extended(tournament, tournament.seed) if waiting and tournament.rounds else None
    if after is None:
        return []
    there = {entrant for table in after.rounds[-1].tables for entrant in table.table.entrants}
    return sorted(there - seated)


def with_forfeits(tournament: TournamentState) -> TournamentState:
    """Note the forfeits of those who left at their tables that have no result.

    If they return before the round closes, these forfeits go again. A result that somebody reports
    takes their place.
    """
    gone = frozenset(entrant.number for entrant in tournament.entrants if entrant.state in GONE)
    for round_ in tournament.rounds:
        if round_.state == "closed" or not is_open(tournament, round_):
            continue
        left = gone if round_.state == "published" else frozenset()
        tables = tuple(_with_forfeit(seated, left) for seated in round_.tables)
        if tables != round_.tables:
            tournament = tournament.with_round(replace(round_, tables=tables))
    return tournament


def _with_forfeit(seated: Seated, gone: frozenset[int]) -> Seated:
    before = seated.reported
    unplayed = seated.state in ("waiting", "playing") or seated.automatic
    if not unplayed or seated.table.bye:
        return seated
    left = tuple(sorted(gone.intersection(seated.table.entrants)))
    if left:
        forfeit = ReportedResult(forfeit=left, automatic=True)
        return replace(seated, reported=forfeit, state="confirmed")
    if before is None:
        return seated
    return replace(seated, reported=None, state="playing" if seated.match else "waiting")


def round_count(tournament: TournamentState) -> int | None:
    """Return how many rounds there will be, all tables drawn at once counting as one.

    None if the format does not know. Raises what the format's own count raises.
    """
    field = tournament.field()
    planned = tournament.way.rounds(field)
    if planned is None or not tournament.options.open_rounds:
        return planned
    at_once = tournament.way.plan(field).pool_rounds if tournament.way.pools else planned
    drawn = sum(is_open(tournament, round_) for round_ in tournament.rounds)
    return planned - at_once + max(1, drawn)
