"""The checks that every simulated evening must pass at its end."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, pairwise
from typing import Any

from django.db import IntegrityError, connection

from clubs.links.models import CapabilityLink
from clubs.models import Player
from games.models import Change, Match, Side, Status
from games.registry.installed import game_of
from scorekeeper import doctor
from tests.simulation.house import CLUBS, NAMES
from tests.simulation.lineage import wrong_graphs
from tests.simulation.readers import pages
from tests.simulation.room import LOGS, VISITOR, Call, Room
from tests.simulation.site import Answer
from tournaments import log_queries
from tournaments.models import TableMatch, Tournament

PEOPLE = len(CLUBS) * len(NAMES) + 1


def after(room: Room) -> Iterator[str]:
    """Yield everything that is wrong at the end of the evening, each as a sentence."""
    yield from room.wrong
    yield from room.site.bugs
    yield from unlike_the_ledger(room.calls)
    yield from unlike_the_sheets(room.calls)
    yield from broken_keys()
    yield from doctor.damaged_matches()
    yield from doctor.damaged_tournaments()
    # Only these games can have a board: no match of another game was played.
    yield from doctor.wrong_boards({*Match.objects.values_list("game", flat=True)})
    yield from wrong_graphs()
    yield from unlike_the_rows_made(room.calls)
    yield from late_corrections()
    yield from unheard_matches()
    yield from unlike_the_rows(room)


def broken_keys() -> Iterator[str]:
    """Yield the foreign keys that lead to no row. The database finds them faster than the
    doctor.
    """
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield str(error)


def unlike_the_ledger(calls: list[Call]) -> Iterator[str]:
    """Yield the writes that are not stored as answered.

    An acknowledged write must be stored exactly once, and one that was never done not at all.
    """
    stored: dict[str, int] = {}
    for identifier in chain(*(log.objects.values_list("client_id", flat=True) for log in LOGS)):
        stored[str(identifier)] = stored.get(str(identifier), 0) + 1
    for call in calls:
        if call.client_id:
            wanted = int(call.done())
            times = stored.get(call.client_id, 0)
            if times != wanted:
                yield f"{call}: stored {times} times, not {wanted} ({call.heard})"
            # A write that is refused first may still be done later: a late copy of it arrives when
            # the cause of the refusal is gone. But once done, it may not be refused.
            for answer in call.refused_afterwards():
                yield f"{call}: done, and then refused ({answer})"


def unlike_the_sheets(calls: list[Call]) -> Iterator[str]:
    """Yield the matches whose lines are not those of the acknowledged writes, in the order of
    versions.
    """
    written: dict[str, list[tuple[int, Call]]] = {}
    for call in calls:
        part = call.path.split("?")[0].split("/")
        if call.client_id and part[:1] == ["matches"] and part[2:3] == ["entries"]:
            if answer := call.first_done():
                written.setdefault(part[1], []).append((answer.body["version"], call))
            elif call.done():
                change = Change.objects.get(match=part[1], client_id=call.client_id)
                written.setdefault(part[1], []).append((change.version, call))
    for match in Match.objects.all():
        lines: list[dict[str, Any]] = []
        for version, call in sorted(written.get(match.pk, ()), key=lambda pair: pair[0]):
            known = (call.body or {}).get("after", version - 1)
            if version != known + 1:
                yield f"{call}: made on version {known}, gave version {version}"
            data = {name: value for name, value in (call.body or {}).items() if name != "after"}
            if call.method == "POST":
                lines.append(data)
            elif call.method == "PUT":
                lines[int(call.path.split("/")[3]) - 1] = data
            else:
                lines.pop()
        model = match_entries(match)
        stored = [entry.data() for entry in model]
        if len(stored) != len(lines) or any(
            {name: row.get(name) for name in sent} != sent
            for sent, row in zip(lines, stored, strict=True)
        ):
            yield f"match {match.pk}: {stored} is not what was acknowledged, {lines}"


def match_entries(match: Match) -> Any:
    """The stored lines of a match, in order."""
    return game_of(match.game).entry.model._default_manager.filter(match=match).order_by("number")


def unlike_the_rows_made(calls: list[Call]) -> Iterator[str]:
    """Yield each kind of thing whose rows are not as many as were acknowledged as created."""
    # Skip the players who were there before the evening. They have the lowest ids; ids do not start
    # at 1 if another test has run before.
    links, players = CapabilityLink.objects.all(), Player.objects.order_by("pk")[PEOPLE:]
    for ends, rows in (
        (r"matches/\w+/links/", links),
        (r"players/|/clubs/\w+/joueurs/", players),
        (r"tournaments/", Tournament.objects.all()),
    ):
        made = [call for call in calls if call.method == "POST" and re.fullmatch(ends, call.path)]
        wanted, stored = sum(call.done() for call in made), rows.count()
        if stored != wanted:
            yield f"{ends}: {stored} rows, {wanted} acknowledged"


def late_corrections() -> Iterator[str]:
    """Yield the corrections that a table made to a match that had been finished for a day or
    longer.
    """
    for match in Match.objects.all():
        changes = list(Change.objects.filter(match=match).order_by("version"))
        for before, change in pairwise(changes):
            over = before.finished_at
            late = over is not None and change.at - over >= timedelta(days=1)
            if late and change.by_id is None and change.kind in ("correct", "take_back"):
                yield f"match {match.pk}: version {change.version} came too late"


def unheard_matches() -> Iterator[str]:
    """Yield the tournament tables that do not know the result of their finished match."""
    over = Match.objects.filter(status=Status.FINISHED).values("pk")
    played = TableMatch.objects.filter(dropped=False, match_id__in=over)
    for row in played.select_related("tournament"):
        drawn = log_queries.state_at(row.tournament, row.tournament.version).round(row.round)
        seated = drawn.table(row.table)
        # A drawn match gives no result at a table where somebody must win.
        won = Side.objects.filter(match=row.match_id, rank=1).count() == 1
        if won and seated.reported is None and row.side not in seated.reports:
            yield f"tournament {row.tournament_id}: table {row.table} waits for {row.match_id}"


def unlike_the_rows(room: Room) -> Iterator[str]:
    """Yield the pages that differ between this process's memory and a fresh reading of the
    database.
    """
    public = Match.objects.exclude(club__public=False).values_list("pk", flat=True)
    sampled = room.random.sample([page for page in pages(room) if page.endswith("/")], 2)
    paths = [*(f"matches/{pk}/" for pk in sorted(public)), *sampled]
    warm = [room.site.ask(Call(VISITOR, "GET", path).request) for path in paths]
    room.site.forget()
    cold = [room.site.ask(Call(VISITOR, "GET", path).request) for path in paths]
    for path, remembered, other in zip(paths, warm, cold, strict=True):
        if remembered.status != other.status or not remembered.tells(other.content):
            old, new = (set(_lines(answer)) for answer in (remembered, other))
            if remembered.status != other.status or old != new:
                yield f"{path}: {old - new} from memory, {new - old} from the database"


def _lines(answer: Answer) -> list[str]:
    """Return the lines of an answer, without the random tokens of its forms."""
    return re.sub(r'"[\w-]{32,}"', "", answer.content.decode()).splitlines()
