"""Between a tournament's rows and the pure `TournamentState`: read it whole, write what changed."""

import secrets
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from clubs.names import name_key
from tournaments.models import Entrant, Member, Round, Table, Tournament
from tournaments.pairing.field import Table as Drawing
from tournaments.state.options import course_of
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Enrolled, Seated, TournamentState
from tournaments.state.tournament import Round as Drawn


def setting(tournament: Tournament) -> dict[str, Any]:
    """Return how a tournament is played, as its log opens with it."""
    return {
        "format": tournament.format,
        "options": tournament.options,
        "tie_breaks": tournament.tie_breaks,
        "seed": tournament.seed,
        "state": tournament.state,
    }


def load(tournament: Tournament, drawn: tuple[Drawn, ...] | None = None) -> TournamentState:
    """Read a tournament as it stands; its rounds unless they are given. Four queries at most.

    Rows are read as tuples: making an object of each took longer than all else that a page does.
    """
    folded = course_of(setting(tournament))
    return TournamentState(
        format=folded.format,
        options=folded.options,
        tie_breaks=folded.tie_breaks,
        seed=folded.seed,
        check_in=folded.check_in,
        state=tournament.state,  # type: ignore[arg-type]
        entrants=_entrants(tournament),
        rounds=tuple(rounds(tournament).values()) if drawn is None else drawn,
        order=tuple(tournament.order),
    )


def _entrants(tournament: Tournament) -> tuple[Enrolled, ...]:
    members: dict[int, list[tuple[int | None, str]]] = {}
    known = Member.objects.filter(tournament=tournament).order_by("entrant_id", "place")
    for entrant, player, guest in known.values_list("entrant_id", "player_id", "guest_name"):
        members.setdefault(entrant, []).append((player, guest))
    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    fields = ("pk", "number", "name", "state", "seed", "from_club", "rating", "name_key", "named")
    return tuple(
        _enrolled(row, tuple(members.get(row[0], ()))) for row in rows.values_list(*fields)
    )


def _enrolled(row: tuple[Any, ...], members: tuple[tuple[int | None, str], ...]) -> Enrolled:
    _pk, number, name, state, seed, club, rating, key, named = row
    return Enrolled(
        number=number,
        name=name,
        state=state,
        seed=seed,
        club=club,
        rating=rating,
        players=tuple(person_key(player, guest) for player, guest in members),
        key=key,
        members=members,
        named=named,
    )


def person_key(player: int | None, guest: str) -> int | str:
    """Return what tells people apart: a known player's id, a guest's folded name."""
    return name_key(guest) if player is None else player


TABLE_FIELDS = (
    *("round_id", "number", "sides", "slot", "why", "state", "reported", "reports", "locked"),
    *("match_id", "asked"),
)


def rounds(
    tournament: Tournament, known: Mapping[str, Drawn] = MappingProxyType({})
) -> dict[str, Drawn]:
    """Read the rounds as they were drawn, with their tables, each by what it was last written as.

    Those that are `known` by that are not read again. Two queries.
    """
    rows = Round.objects.filter(tournament=tournament).order_by("number")
    # Before the tables: tables newer than their round's stamp are read again, older ones never.
    found = list(rows.values_list("pk", "stamp", "number", "seed", "state", "warnings"))
    fresh = [pk for pk, stamp, *_rest in found if f"{pk} {stamp}" not in known]
    seated: dict[int, list[Seated]] = {}
    tables = Table.objects.filter(round__in=fresh).order_by("round_id", "number")
    for row in tables.values_list(*TABLE_FIELDS):
        seated.setdefault(row[0], []).append(_seated(row))
    return {
        f"{pk} {stamp}": known.get(f"{pk} {stamp}")
        or Drawn(number, seed, tuple(seated.get(pk, ())), state, tuple(warnings))  # type: ignore[arg-type]
        for pk, stamp, number, seed, state, warnings in found
    }


def _seated(row: tuple[Any, ...]) -> Seated:
    _round, number, sides, slot, why, state, reported, reports, locked, match, asked = row
    return Seated(
        table=Drawing(number=number, sides=tuple(map(tuple, sides)), slot=slot, why=why),
        state=state,
        reported=ReportedResult.from_json(reported) if reported else None,
        reports={int(side): ReportedResult.from_json(said) for side, said in reports.items()},
        locked=locked,
        match=match or None,
        asked=ReportedResult.from_json(asked) if asked else None,
    )


# --- Writing what changed ------------------------------------------------------------------------


def save(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Write what an event has changed; rows that stayed the same are not touched."""
    tournament.state = after.state
    tournament.order = list(after.order)
    _save_entrants(tournament, before, after)
    _save_drawn(tournament, before.drawn, after.drawn)
    known = {drawn.number: drawn for drawn in before.rounds}
    left = [drawn.number for drawn in after.rounds]
    Round.objects.filter(tournament=tournament).exclude(number__in=left).delete()
    for drawn in after.rounds:
        old = known.get(drawn.number)
        if old != drawn:
            _save_round(tournament, old, drawn)


def _save_entrants(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    known = {one.number: one for one in before.entrants}
    _add_entrants(tournament, [one for one in after.entrants if one.number not in known])
    changed = [one for one in after.entrants if one.number in known and known[one.number] != one]
    rows = {row.number: row for row in tournament.entrants.all()} if changed else {}
    for one in changed:
        row = rows[one.number]
        row.state, row.seed, row.rating = one.state, one.seed, one.rating
    Entrant.objects.bulk_update([rows[one.number] for one in changed], ["state", "seed", "rating"])


def _save_drawn(tournament: Tournament, before: frozenset[int], after: frozenset[int]) -> None:
    rows = Entrant.objects.filter(tournament=tournament)
    for numbers, drawn in ((after - before, True), (before - after, False)):
        if numbers:
            rows.filter(number__in=sorted(numbers)).update(drawn=drawn)


def _add_entrants(tournament: Tournament, fresh: Sequence[Enrolled]) -> None:
    of = {"tournament": tournament, "club_id": tournament.club_id}
    rows = Entrant.objects.bulk_create(
        Entrant(
            **of,
            number=one.number,
            name=one.name,
            name_key=one.key or name_key(one.name),
            named=one.named,
            seed=one.seed,
            from_club=one.club,
            rating=one.rating,
            state=one.state,
        )
        for one in fresh
    )
    Member.objects.bulk_create(
        Member(**of, entrant=row, place=place, player_id=player, guest_name=guest)
        for row, one in zip(rows, fresh, strict=True)
        for place, (player, guest) in enumerate(one.members)
    )


def _save_round(tournament: Tournament, old: Drawn | None, drawn: Drawn) -> None:
    row, _made = Round.objects.update_or_create(
        tournament=tournament,
        number=drawn.number,
        defaults={
            "club_id": tournament.club_id,
            "seed": drawn.seed,
            "state": drawn.state,
            "warnings": [dict(warning) for warning in drawn.warnings],
            "stamp": secrets.token_hex(8),
        },
    )
    known = {seated.number: seated for seated in old.tables} if old else {}
    changed = [seated for seated in drawn.tables if known.get(seated.number) != seated]
    numbers = [seated.number for seated in drawn.tables]
    if set(known) - set(numbers):
        row.tables.exclude(number__in=numbers).delete()
    rows = {table.number: table for table in row.tables.all()} if known else {}
    fresh: list[Table] = []
    moved: list[Table] = []
    for seated in changed:
        table = rows.get(seated.number)
        (moved if table else fresh).append(_filled(tournament, row, table, seated))
    Table.objects.bulk_create(fresh)
    fields = ["sides", "slot", "why", "state", "reported", "reports", "locked", "match_id"]
    fields.append("asked")
    Table.objects.bulk_update(moved, fields)


def _filled(tournament: Tournament, round_: Round, row: Table | None, seated: Seated) -> Table:
    if row is None:
        row = Table(
            tournament=tournament,
            club_id=tournament.club_id,
            round=round_,
            number=seated.number,
        )
    row.sides = [list(side) for side in seated.table.sides]
    row.slot = seated.table.slot
    row.why = dict(seated.table.why)
    row.state = seated.state
    row.reported = seated.reported.to_json() if seated.reported else None
    row.reports = {str(side): said.to_json() for side, said in seated.reports.items()}
    row.locked = seated.locked
    row.match_id = seated.match or ""
    row.asked = seated.asked.to_json() if seated.asked else None
    return row
