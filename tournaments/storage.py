"""Reads a `TournamentState` from the rows of a tournament, and writes its changes to the rows."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from core.keyed import delete_rows
from core.names import name_key
from tournaments.draws.field import Table as Drawing
from tournaments.fields import as_text, parsed
from tournaments.models import DealtBoard, Entrant, Member, Round, Table, Tournament
from tournaments.state.options import state_of
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Enrolled, PlayedBoard, Seated, TournamentState
from tournaments.state.tournament import Round as Drawn


def setting(tournament: Tournament) -> dict[str, Any]:
    """Return how a tournament is played, in the form of the data of the log's first event."""
    return {
        "format": tournament.format,
        "options": tournament.options,
        "tie_breaks": tournament.tie_breaks,
        "seed": tournament.seed,
        "edition": tournament.edition,
        "state": tournament.state,
    }


def load(tournament: Tournament) -> TournamentState:
    """Return a tournament's present state, read in at most four queries.

    Rows are read as tuples, because creating model instances took longer than the rest of a
    page.
    """
    folded = state_of(setting(tournament))
    return TournamentState(
        format=folded.format,
        options=folded.options,
        tie_breaks=folded.tie_breaks,
        seed=folded.seed,
        check_in=folded.check_in,
        state=tournament.state,  # type: ignore[arg-type]
        entrants=_entrants(tournament),
        rounds=rounds(tournament),
        order=tuple(tournament.order),
        last_number=tournament.last_number,
        limit=tournament.limit,
        day=tournament.day.isoformat() if tournament.day else "",
        pars=_pars(tournament) if folded.options.duplicate else {},
        winner=tournament.winner,
        rests=_rests(tournament),
    )


def _rests(tournament: Tournament) -> dict[int, dict[int, float | None]]:
    return {
        int(number): {int(entrant): worth for entrant, worth in rests.items()}
        for number, rests in (tournament.rests or {}).items()
    }


def _pars(tournament: Tournament) -> dict[int, int]:
    rows = DealtBoard.objects.filter(tournament=tournament, par__isnull=False).order_by("number")
    return {number: par for number, par in rows.values_list("number", "par") if par is not None}


def _entrants(tournament: Tournament) -> tuple[Enrolled, ...]:
    members: dict[int, list[tuple[int | None, str]]] = {}
    people = Member.objects.filter(tournament=tournament).order_by("entrant_id", "place")
    for entrant, player, guest in people.values_list("entrant_id", "player_id", "guest_name"):
        members.setdefault(entrant, []).append((player, guest))
    generations = tournament.generations or {}
    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    return tuple(
        _enrolled(row, tuple(members.get(row[0], ())), generations.get(str(row[1]), 0))
        for row in rows.values_list(*ENTRANT_FIELDS)
    )


# The columns of an entrant, in the order in which `_enrolled` unpacks them.
ENTRANT_FIELDS = (
    *("pk", "number", "name", "state", "seed", "from_club", "rating", "name_key", "named"),
    *("waits", "paid", "wish", "alone"),
)


def _enrolled(
    row: tuple[Any, ...], members: tuple[tuple[int | None, str], ...], generation: int
) -> Enrolled:
    _pk, number, name, state, seed, club, rating, key, named, waits, paid, wish, alone = row
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
        waits=waits,
        paid=paid,
        wish=wish,
        generation=generation,
        alone=alone,
    )


def generations(folded: TournamentState) -> dict[str, int] | None:
    """Return how many links of each entrant have ended, in the form that the tournament's row
    stores.

    Return None if no link has ended.
    """
    return {
        str(entrant.number): entrant.generation for entrant in folded.entrants if entrant.generation
    } or None


def person_key(player: int | None, guest: str) -> int | str:
    """Return the key that identifies a person: a player's id, or a guest's normalised name."""
    return name_key(guest) if player is None else player


# The columns of a table: first those of the draw, then those of its state.
TABLE_FIELDS = (
    *("sides", "slot", "why"),
    *("state", "reported", "reports", "locked", "match_id", "asked", "boards"),
)


def rounds(tournament: Tournament) -> tuple[Drawn, ...]:
    """Return the rounds of a tournament with their tables. This takes two queries."""
    rows = Round.objects.filter(tournament=tournament).order_by("number")
    drawn = list(rows.values_list("pk", "number", "seed", "state", "warnings"))
    seated = _tables(tournament, [pk for pk, *_rest in drawn])
    return tuple(
        Drawn(number, seed, tuple(seated.get(pk, ())), state, tuple(warnings))  # type: ignore[arg-type]
        for pk, number, seed, state, warnings in drawn
    )


def _tables(tournament: Tournament, rounds: Sequence[int]) -> dict[int, list[Seated]]:
    """Return the tables of the given rounds, by round. The texts of a JSON column are parsed
    together.
    """
    own = Table.objects.filter(tournament=tournament, round__in=rounds)
    tables = own.order_by("round_id", "number")
    plain = ("round_id", "number", "slot", "state", "locked", "match_id")
    texts = map(as_text, ("sides", "why", "reported", "reports", "asked", "boards"))
    rows = list(tables.values_list(*plain, *texts))
    if not rows:
        return {}
    columns = list(zip(*rows, strict=True))
    values = map(parsed, columns[len(plain) :])
    seated: dict[int, list[Seated]] = {}
    for row in zip(*columns[: len(plain)], *values, strict=True):
        round_, number, slot, state, locked, match, sides, why, result, by_side, question, hands = (
            row
        )
        drawing = Drawing(number=number, sides=tuple(map(tuple, sides)), slot=slot, why=why)
        reports = {
            int(at): ReportedResult.from_json(report) for at, report in (by_side or {}).items()
        }
        reported, open_question = _result(result), _result(question)
        boards = {int(at): PlayedBoard.from_json(board) for at, board in (hands or {}).items()}
        boards = dict(sorted(boards.items()))
        table = Seated(
            drawing, state, reported, reports, locked, match or None, open_question, boards
        )
        seated.setdefault(round_, []).append(table)
    return seated


def _result(data: Mapping[str, Any] | None) -> ReportedResult | None:
    return ReportedResult.from_json(data) if data else None


# --- Writing changes
# ----------------------------------------------------------------------------


def save(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Write the differences between two states to the rows. Unchanged rows are not written."""
    tournament.state = after.state
    tournament.order = list(after.order)
    tournament.last_number = after.last_number
    tournament.limit = after.limit
    tournament.winner = after.winner
    tournament.rests = {str(at): dict(worths) for at, worths in after.rests.items()} or None
    tournament.generations = generations(after)
    tournament.day = date.fromisoformat(after.day) if after.day else None
    _save_entrants(tournament, before, after)
    _save_drawn(tournament, before.drawn, after.drawn)
    _save_pars(tournament, before.pars, after.pars)
    known = {drawn.number: drawn for drawn in before.rounds}
    left = [drawn.number for drawn in after.rounds]
    delete_rows(Round.objects.exclude(number__in=left), tournament=tournament)
    for drawn in after.rounds:
        old = known.get(drawn.number)
        if old != drawn:
            _save_round(tournament, old, drawn)


def _save_pars(tournament: Tournament, before: Mapping[int, int], after: Mapping[int, int]) -> None:
    for board in before.keys() | after.keys():
        if before.get(board) != after.get(board):
            made = {"par": after.get(board), "club_id": tournament.club_id}
            DealtBoard.objects.update_or_create(tournament=tournament, number=board, defaults=made)


def _save_entrants(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    known = {entrant.number: entrant for entrant in before.entrants}
    gone = set(known) - {entrant.number for entrant in after.entrants}
    if gone:
        delete_rows(Entrant.objects.filter(number__in=sorted(gone)), tournament=tournament)
    _add_entrants(
        tournament, [entrant for entrant in after.entrants if entrant.number not in known]
    )
    changed = [
        entrant
        for entrant in after.entrants
        if entrant.number in known and known[entrant.number] != entrant
    ]
    rows = {row.number: row for row in tournament.entrants.all()} if changed else {}
    for entrant in changed:
        row = rows[entrant.number]
        row.state, row.seed, row.rating = entrant.state, entrant.seed, entrant.rating
        row.waits, row.paid, row.wish = entrant.waits, entrant.paid, entrant.wish
        row.alone = entrant.alone
    _save_people(
        tournament, [(rows[entrant.number], known[entrant.number], entrant) for entrant in changed]
    )
    Entrant.objects.filter(tournament=tournament).bulk_update(
        [rows[entrant.number] for entrant in changed],
        ["state", "seed", "rating", "waits", "paid", "wish", "alone"],
    )
    ended = [
        entrant.number
        for entrant in changed
        if known[entrant.number].generation != entrant.generation
    ]
    left = [number for number in ended if known[number].members != after.entrant(number).members]
    if left:
        # A phone and a licence are of the people, one of whom was replaced by somebody else.
        Entrant.objects.filter(tournament=tournament, number__in=left).update(phone="", licence="")
    if ended:
        # The account that signed the entrant up loses its right, because it came with the ended
        # link.
        Entrant.objects.filter(tournament=tournament, number__in=ended).update(signed_by=None)


def _save_people(
    tournament: Tournament, changed: Sequence[tuple[Entrant, Enrolled, Enrolled]]
) -> None:
    """Write changed names and people of entrants. Entrants may have exchanged them."""
    renamed = [
        (row, entrant)
        for row, before, entrant in changed
        if (before.name, before.key, before.named, before.members)
        != (entrant.name, entrant.key, entrant.named, entrant.members)
    ]
    if not renamed:
        return
    # First remove the names and people, which must be unique, because another entrant may get
    # them.
    for row, entrant in renamed:
        row.name_key = f"#{entrant.number}"
    own = Entrant.objects.filter(tournament=tournament)
    own.bulk_update([row for row, _entrant in renamed], ["name_key"])
    # A person who stays keeps their row, by which a merger knows what to undo.
    stays = {
        (row.pk, place)
        for row, before, entrant in changed
        for place, (was, now) in enumerate(zip(before.members, entrant.members, strict=False))
        if was == now
    }
    people = Member.objects.filter(tournament=tournament)
    members = people.filter(entrant__in=[row.pk for row, _entrant in renamed])
    gone = [pk for pk, *at in members.values_list("pk", "entrant", "place") if (*at,) not in stays]
    people.filter(pk__in=gone).delete()
    for row, entrant in renamed:
        row.name, row.named = entrant.name, entrant.named
        row.name_key = entrant.key or name_key(entrant.name)
    own.bulk_update([row for row, _entrant in renamed], ["name", "name_key", "named"])
    _add_members(tournament, renamed, stays)


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
            number=entrant.number,
            name=entrant.name,
            name_key=entrant.key or name_key(entrant.name),
            named=entrant.named,
            seed=entrant.seed,
            from_club=entrant.club,
            rating=entrant.rating,
            state=entrant.state,
            waits=entrant.waits,
            paid=entrant.paid,
            wish=entrant.wish,
            alone=entrant.alone,
        )
        for entrant in fresh
    )
    _add_members(tournament, list(zip(rows, fresh, strict=True)))


def _add_members(
    tournament: Tournament,
    entered: Sequence[tuple[Entrant, Enrolled]],
    stays: Collection[tuple[int, int]] = (),
) -> None:
    """Store the people of entrants, but for those at the places that stay."""
    of = {"tournament": tournament, "club_id": tournament.club_id}
    Member.objects.bulk_create(
        Member(**of, entrant=row, place=place, player_id=player, guest_name=guest)
        for row, entrant in entered
        for place, (player, guest) in enumerate(entrant.members)
        if (row.pk, place) not in stays
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
            # Older versions of the program read this column, and may use the same database at
            # the same time.
            "stamp": secrets.token_hex(8),
        },
    )
    own = Table.objects.filter(tournament=tournament, round=row)
    known = {seated.number: seated for seated in old.tables} if old else {}
    changed = [seated for seated in drawn.tables if known.get(seated.number) != seated]
    numbers = [seated.number for seated in drawn.tables]
    if set(known) - set(numbers):
        own.exclude(number__in=numbers).delete()
    rows = dict(own.values_list("number", "pk")) if known else {}
    tables = [
        Table(
            pk=rows.get(seated.number),
            tournament=tournament,
            club_id=tournament.club_id,
            round=row,
            number=seated.number,
            sides=[list(side) for side in seated.table.sides],
            slot=seated.table.slot,
            why=dict(seated.table.why),
            state=seated.state,
            reported=seated.reported,
            reports=seated.reports,
            locked=seated.locked,
            match_id=seated.match or "",
            asked=seated.correction,
            boards={str(at): board.to_json() for at, board in seated.boards.items()},
        )
        for seated in changed
    ]
    Table.objects.bulk_create([table for table in tables if table.pk is None])
    own.bulk_update([table for table in tables if table.pk is not None], TABLE_FIELDS)
