"""Computes and removes the facts of finished matches, and marks those that were records."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games import queries
from games.models import Match
from games.queries import Loaded
from games.registry.installed import rules_accessors
from leaderboards.matches import countable, in_order
from leaderboards.models import DueMatch, Found
from leaderboards.records.families import family_of

Place = tuple[datetime, str, int]
AT_ONCE = 200


@transaction.atomic
def find_facts(*, match_id: str) -> None:
    """Update the stored facts of a match. Only a finished match of a club has facts."""
    was = list(Found.objects.select_for_update().filter(match=match_id).order_by("number"))
    rows = countable().filter(pk=match_id).select_related("club", *rules_accessors())
    match = rows.first()
    now = _facts_of(match) if match is not None else []
    if [_contents(row) for row in was] == [_contents(row) for row in now]:
        return
    Found.objects.filter(match=match_id).delete()
    Found.objects.bulk_create(now)
    _mark_all([*was, *now])


@transaction.atomic
def withdraw_facts(*, match_id: str) -> None:
    """Remove all facts of a match."""
    was = list(Found.objects.filter(match=match_id))
    Found.objects.filter(match=match_id).delete()
    _mark_all(was)


def find_all_facts(*, game: str, progress: Callable[[int], object] = lambda done: None) -> None:
    """Compute the facts of all matches of a game, oldest first.

    Facts of matches that do not count are removed.
    """
    gone = Found.objects.filter(game=game).exclude(match__in=countable())
    for match_id in list(gone.order_by().values_list("match", flat=True).distinct()):
        withdraw_facts(match_id=match_id)
    for match_id in list(in_order(countable().filter(game=game)).values_list("pk", flat=True)):
        find_facts(match_id=match_id)
        progress(1)
    with transaction.atomic():
        _mark_all(Found.objects.filter(game=game).iterator())


def wrong_facts(*, game: str) -> set[str]:
    """Return the matches with wrong stored facts, by their ids.

    Stored facts are wrong if they differ from those computed from the match's lines, or if they
    are wrongly marked as records. Facts of matches that are still due are not compared with
    their lines.
    """
    due = DueMatch.objects.filter(game=game).values("match")
    rows = countable().filter(game=game).exclude(pk__in=due).order_by("pk")
    wrong = set(
        Found.objects.filter(game=game)
        .exclude(match__in=countable())
        .exclude(match__in=due)
        .values_list("match_id", flat=True)
    )
    matches = rows.select_related("club", *rules_accessors()).iterator(chunk_size=AT_ONCE)
    while page := list(islice(matches, AT_ONCE)):
        stored = defaultdict(list)
        for row in Found.objects.filter(match__in=page).order_by("match", "number"):
            stored[row.match_id].append(_contents(row))
        for loaded in queries.load_all(page):
            key = loaded.match.pk
            if stored[key] != [_contents(row) for row in _facts_in(loaded)]:
                wrong.add(key)
    best: dict[tuple[int | None, str, str], Decimal] = {}
    for row in Found.objects.filter(game=game).order_by("ended_at", "match", "number").iterator():
        rivals = (row.club_id, row.code, row.family)
        held = best.get(rivals)
        beats = held is None or row.value > held
        if beats:
            best[rivals] = row.value
        if row.record != beats:
            wrong.add(row.match_id)
    return wrong


def _contents(row: Found) -> tuple[object, ...]:
    return (row.club_id, row.code, row.family, row.value, row.params, row.ended_at)


def _facts_of(match: Match) -> list[Found]:
    return _facts_in(queries.load(match))


def _facts_in(loaded: Loaded) -> list[Found]:
    match, ended_at = loaded.match, loaded.match.finished_at
    # Facts are computed from the lines of a match. A match with only a typed result has none.
    if ended_at is None or match.result_only:
        return []
    facts = loaded.game.facts(loaded.rules, loaded.entries, loaded.sheet())
    family = family_of(loaded.game, match.preset, loaded.rules)
    return [
        Found(
            match=match,
            club_id=match.club_id,
            game=match.game,
            code=fact.code,
            family=family,
            value=Decimal(fact.value),
            params={name: _plain(value) for name, value in fact.params.items()},
            number=number,
            ended_at=ended_at,
        )
        for number, fact in enumerate(facts)
    ]


def _plain(value: Any) -> Any:
    """Return the value as a JSON column gives it back."""
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return list(value) if isinstance(value, tuple) else value


def _mark_all(rows: Iterable[Found]) -> None:
    """Mark again which facts were records, for each club, code and family of `rows`.

    The marking starts at the earliest of the rows.
    """
    earliest: dict[tuple[int | None, str, str, str], datetime] = {}
    for row in rows:
        key = (row.club_id, row.game, row.code, row.family)
        earliest[key] = min(earliest.get(key, row.ended_at), row.ended_at)
    for (club, game, code, family), since in earliest.items():
        _mark(Found.objects.filter(club=club, game=game, code=code, family=family), since)


def _mark(facts: QuerySet[Found], since: datetime) -> None:
    """Mark, from `since` on, which of these facts were records.

    A fact is a record if its value is above those of all earlier facts. An equal value is not.
    """
    rows = facts.order_by("ended_at", "match", "number")
    holder = rows.filter(record=True, ended_at__lt=since).last()
    best = holder.value if holder else None
    later = rows.filter(ended_at__gte=since)
    if best is not None:
        later = later.filter(Q(record=True) | Q(value__gt=best))
    for row in later:
        beats = best is None or row.value > best
        if beats:
            best = row.value
        if row.record != beats:
            row.record = beats
            row.save(update_fields=["record"])
