"""Changes of a round, from its draft to its close: draw, swap, lock, redraw, publish, close."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.draws import open_rounds as drawn_at_once
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Draw, Field, Table
from tournaments.draws.ranking.records import HALF, WHOLE
from tournaments.state import open_rounds, partners
from tournaments.state.errors import StateError
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round, Seated, TournamentState


def draw(
    tournament: TournamentState, seed: str | None = None, out: Collection[int] = ()
) -> TournamentState:
    """Draw the next round as a draft. The first draw starts the tournament and fixes its seeding.

    If all rounds are published at once, the tables of those who came late join them. Entrants in
    `out` are left out of the draw. Raise `StateError` `round_not_closed` if the last round is open,
    or with a code of the format: `too_few_entrants`, `stage_finished`,
    `no_pairing_without_rematch`, `challenges_only`.
    """
    _check_drawn(tournament)
    if tournament.state == "finished":
        raise StateError("stage_finished")
    if tournament.rounds and tournament.rounds[-1].state != "closed":
        extended = open_rounds.extended(tournament, seed or tournament.seed)
        if extended is not None:
            return extended
        raise StateError("round_not_closed", round=tournament.rounds[-1].number)
    number = len(tournament.rounds) + 1
    seed = seed or tournament.seed
    rests = tournament.rests.get(number, {})
    # Who waits for a partner gets no place in the seeding, unlike who asked for a rest.
    field = partners.without(tournament.field(seed=seed), partners.waiting(rests))
    if not tournament.rounds:
        field = replace(field, order=field.seeding())
    drawn = _drawn(tournament, partners.without(field, {*rests, *out}))
    seated = (*_seated(drawn.tables), *_resting(rests, len(drawn.tables) + 1))
    round_ = Round(number, seed, seated, warnings=_warnings(drawn))
    return replace(
        tournament, rounds=(*tournament.rounds, round_), order=field.order, state="running"
    )


def ask_rests(
    tournament: TournamentState, number: int, rests: Mapping[int, float]
) -> TournamentState:
    """Store which entrants asked not to be drawn in a later round, and what share of a win each
    gets.

    Raise `StateError` `already_drawn` if the round is drawn, `score_count` for a share that is
    not allowed, or `Unknown` for an unknown entrant.
    """
    if number <= len(tournament.rounds):
        raise StateError("already_drawn", "round")
    for entrant, worth in rests.items():
        tournament.entrant(entrant)
        if worth not in (0, HALF, WHOLE):
            raise StateError("score_count", "rests", expected=1)
    return replace(tournament, rests={**tournament.rests, number: dict(rests)})


def _resting(rests: Mapping[int, float | None], first: int) -> tuple[Seated, ...]:
    """Return a bye for each entrant who asked for a rest that is worth something.

    Their tables are numbered from `first`.
    """
    return tuple(
        Seated(
            Table(at, ((entrant,),), why={"bye": True}),
            state="confirmed",
            reported=ReportedResult((worth,)),
        )
        for at, (entrant, worth) in enumerate(
            ((entrant, worth) for entrant, worth in sorted(rests.items()) if worth), start=first
        )
    )


def _check_drawn(tournament: TournamentState) -> None:
    """Raise `StateError` `challenges_only` if the format's tables are not drawn but declared."""
    if tournament.way.declared:
        raise StateError("challenges_only")


def _drawn(tournament: TournamentState, field: Field) -> Draw:
    try:
        if tournament.options.open_rounds:
            return drawn_at_once.draw(tournament.way.draw, field)
        return tournament.way.draw(field)
    except PairingError as error:
        raise StateError(error.code, **error.params) from error


def _seated(tables: Iterable[Table]) -> tuple[Seated, ...]:
    """Return the tables of a round before play. A bye is confirmed already, because it needs no
    report.
    """
    return tuple(Seated(table, state="confirmed" if table.bye else "waiting") for table in tables)


def _warnings(drawn: Draw) -> tuple[dict[str, object], ...]:
    return tuple({"code": warned.code, **warned.params} for warned in drawn.warnings)


def seat(
    tournament: TournamentState,
    tables: Sequence[tuple[tuple[int, ...], ...]],
    rests: Mapping[int, float] | None = None,
    order: tuple[int, ...] = (),
    parts: Sequence[int] = (),
) -> TournamentState:
    """Add a published round that was drawn elsewhere. `tables` has the sides of each table.

    A table with one side is a bye. `rests` has the share of a win that a bye was worth (half or
    whole), by entrant, as far as the file says it. `order` is the seeding of the first draw. By
    default it has all entrants. `parts` has the number of each table's round, if the tables of
    several rounds are played at once.

    Raise `StateError` `not_in_table` if an entrant appears twice in a round, `score_count` for
    another share, or `Unknown` for an unknown entrant.
    """
    _check_drawn(tournament)
    for at, entrant in enumerate(order):
        if tournament.entrant(entrant).number in order[:at]:
            raise StateError("not_in_table", entrant=entrant)
    worth = rests or {}
    if not set(worth.values()) <= {HALF, WHOLE}:
        raise StateError("score_count", "rests", expected=1)
    numbers = [*parts] or [0] * len(tables)
    seen: set[tuple[int, int]] = set()
    for part, sides in zip(numbers, tables, strict=True):
        for entrant in (number for side in sides for number in side):
            tournament.entrant(entrant)
            if (part, entrant) in seen:
                raise StateError("not_in_table", entrant=entrant)
            seen.add((part, entrant))
    field = tournament.field()
    drawn = [
        Table(
            at,
            sides,
            why=({"bye": True} if len(sides) == 1 else {}) | ({"round": part} if part else {}),
        )
        for at, (part, sides) in enumerate(zip(numbers, tables, strict=True), start=1)
    ]
    seated = tuple(
        replace(table, reported=ReportedResult((worth[table.table.entrants[0]],)))
        if table.table.bye and table.table.entrants[0] in worth
        else table
        for table in _seated(drawn)
    )
    round_ = Round(len(tournament.rounds) + 1, tournament.seed, seated, state="published")
    order = tournament.order or order or field.seeding()
    return replace(tournament, rounds=(*tournament.rounds, round_), order=order, state="running")


def draft(tournament: TournamentState, number: int) -> Round:
    """Return a round that is a draft. Raise `StateError` `already_published` if it is not."""
    round_ = tournament.round(number)
    if round_.state != "draft":
        raise StateError("already_published", round=number)
    return round_


def swap(tournament: TournamentState, number: int, first: int, second: int) -> TournamentState:
    """Exchange two entrants in a draft round. Locked tables can't be changed.

    In a bracket or a schedule this is possible only in the first round, because later places
    follow from results or from the schedule. Raise `StateError` `already_published`,
    `not_in_table`, `table_locked` or `swap_not_possible`.
    """
    round_ = draft(tournament, number)
    places = {entrant: seated for seated in round_.tables for entrant in seated.table.entrants}
    for entrant in (first, second):
        if entrant not in places:
            raise StateError("not_in_table", "swap", entrant=entrant)
        if places[entrant].locked:
            raise StateError("table_locked", "swap", table=places[entrant].number)
    if tournament.way.fixed and number > 1:
        raise StateError("swap_not_possible", "swap")
    exchanged = {first: second, second: first}

    def seat(seated: Seated) -> Seated:
        sides = tuple(
            tuple(exchanged.get(entrant, entrant) for entrant in side)
            for side in seated.table.sides
        )
        if sides == seated.table.sides:
            return seated
        why: dict[str, object] = {"swapped": sorted((first, second))}
        stays: tuple[str, ...] = ()
        if tournament.options.duplicate or tournament.options.movement == "teams":
            # The table keeps its places and its set of deals, whoever is seated there.
            stays = ("seats", "deals")
        elif tournament.options.open_rounds:
            stays = ("round",)
        why |= {name: seated.table.why[name] for name in stays if name in seated.table.why}
        table = replace(seated.table, sides=sides, why=why)
        return replace(seated, table=table)

    order = tuple(exchanged.get(entrant, entrant) for entrant in tournament.order)
    swapped = replace(round_, tables=tuple(map(seat, round_.tables)))
    order = order if number == 1 else tournament.order
    return replace(tournament.with_round(swapped), order=order)


def lock(tournament: TournamentState, number: int, tables: Iterable[int]) -> TournamentState:
    """Lock exactly these tables of a draft round. Drawing the round again leaves them as they
    are.
    """
    round_ = draft(tournament, number)
    wanted = frozenset(tables)
    for table in wanted:
        round_.table(table)
    locked = tuple(replace(seated, locked=seated.number in wanted) for seated in round_.tables)
    return tournament.with_round(replace(round_, tables=locked))


def redraw(tournament: TournamentState, number: int, seed: str) -> TournamentState:
    """Draw a draft round again with another seed. Its locked tables stay as they are.

    Raise `StateError` `already_published` if the round is not a draft, or `lock_not_possible`
    for locked tables in a bracket or a schedule.
    """
    round_ = draft(tournament, number)
    rests = tournament.rests.get(number, {})
    locked = [seated for seated in round_.tables if seated.locked]
    held = frozenset(entrant for seated in locked for entrant in seated.table.entrants)
    field = partners.without(tournament.field(before=number, seed=seed), partners.waiting(rests))
    if number == 1:
        field = replace(field, order=())
        field = replace(field, order=field.seeding())
    if held and tournament.way.fixed:
        raise StateError("lock_not_possible", "lock")
    left = partners.without(field, {*held, *rests})
    drawn = _drawn(tournament, left) if left.playing or not locked else Draw(())
    fresh = [*locked, *_seated(drawn.tables), *_resting(rests, 0)]
    numbered = tuple(
        replace(seated, table=replace(seated.table, number=at))
        for at, seated in enumerate(sorted(fresh, key=lambda seated: seated.table.bye), start=1)
    )
    redrawn = Round(number, seed, numbered, warnings=_warnings(drawn))
    return replace(tournament.with_round(redrawn), order=field.order)


def begun(round_: Round) -> bool:
    """Return whether a round has begun: it is closed, or one of its tables has a result.

    A result is also what one side reported, or the entry of one board. A match that is still being
    played is not a result. A round that has begun can't be withdrawn.
    """
    return round_.state == "closed" or any(
        not (seated.table.bye or seated.automatic)
        and (seated.state not in ("waiting", "playing") or bool(seated.boards))
        for seated in round_.tables
    )


def withdraw(tournament: TournamentState, number: int) -> TournamentState:
    """Make a published round without a result a draft again.

    Matches that are being played at its tables no longer belong to it. A ladder has no drafts, so
    all challenges of the round are withdrawn. Raise `StateError` `not_published` if it is a draft
    already, or `round_begun` if it has a result.
    """
    round_ = tournament.round(number)
    if round_.state == "draft":
        raise StateError("not_published", round=number)
    if begun(round_):
        raise StateError("round_begun", round=number)
    if tournament.way.declared:
        return tournament.with_round(replace(round_, tables=()))
    tables = tuple(
        seated if seated.table.bye else replace(seated, reported=None, state="waiting", match=None)
        for seated in round_.tables
    )
    return tournament.with_round(replace(round_, tables=tables, state="draft"))


def missed(tournament: TournamentState, number: int) -> tuple[list[int], list[int]]:
    """Return two lists: entrants who came after a round was drawn, and its entrants who have left
    since.

    The first list has only entrants whom a new draw would seat. Entrants who are out of a
    bracket or too late for it are missing. The second list is empty once a published round has
    begun.
    """
    round_ = tournament.round(number)
    if round_.state == "closed" or tournament.way.declared:
        return [], []
    if round_.state == "published":
        came, gone = missed(tournament.with_round(replace(round_, state="draft")), number)
        return came, [] if begun(round_) else gone
    seated = {entrant for table in round_.tables for entrant in table.table.entrants}
    there = {entrant.number for entrant in tournament.entrants if tournament.plays(entrant)}
    there -= tournament.rests.get(number, {}).keys() - seated
    gone = sorted(seated - there)
    if not there - seated:
        return [], gone
    if not tournament.way.fixed:
        return sorted(there - seated), gone
    try:
        again = redraw(tournament, number, round_.seed).round(number)
    except StateError:
        return [], gone
    fresh = {entrant for table in again.tables for entrant in table.table.entrants}
    return sorted((fresh - seated) & there), gone


def too_late(tournament: TournamentState) -> tuple[dict[str, object], ...]:
    """Return the warnings about entrants who came too late for a bracket or a schedule."""
    if not tournament.order or not tournament.way.fixed:
        return ()
    try:
        drawn = tournament.way.draw(tournament.field())
    except PairingError:
        return ()
    return tuple(warning for warning in _warnings(drawn) if "entrant" in warning)


def publish(tournament: TournamentState, number: int) -> TournamentState:
    """Publish a draft round. From then on it can be played, and its draw is final."""
    return tournament.with_round(replace(draft(tournament, number), state="published"))


def close(tournament: TournamentState, number: int) -> TournamentState:
    """Close a round, and confirm its reported results. Closing the last round finishes the
    tournament.

    Raise `StateError` `result_missing` with the tables whose result is missing or disputed, or
    `not_published` for a draft.
    """
    round_ = tournament.round(number)
    if round_.state == "draft":
        raise StateError("not_published", round=number)
    missing = [
        seated.number for seated in round_.tables if seated.state not in ("reported", "confirmed")
    ]
    if missing:
        raise StateError("result_missing", tables=missing)
    tables = tuple(replace(seated, state="confirmed") for seated in round_.tables)
    closed = tournament.with_round(replace(round_, tables=tables, state="closed"))
    return replace(closed, state="finished") if is_over(closed) else closed


def is_over(tournament: TournamentState) -> bool:
    """Return whether all rounds are closed and the format can draw no further one."""
    if not tournament.rounds or any(drawn.state != "closed" for drawn in tournament.rounds):
        return False
    try:
        tournament.way.draw(tournament.field())
    except PairingError as error:
        return error.code in ("stage_finished", "too_few_entrants")
    return False
