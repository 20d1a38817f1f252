"""Updates boards when matches finish, change, or move to another club.

A match to count is stored as a `DueMatch` in the transaction that changes it, and counted after the
commit. If the site stops between the two, the next start or the next change counts it.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db import transaction

from games.models import Match
from games.registry.installed import game_of
from leaderboards.incremental.meetings import count_meetings
from leaderboards.incremental.replay import Replay, save
from leaderboards.incremental.working_set import WorkingSet
from leaderboards.matches import rated_by_name
from leaderboards.models import DueMatch, EntryChunk, Found, RatedMatch, RebuildState
from leaderboards.rating.packing import unpack_entries
from leaderboards.records.facts import find_facts
from leaderboards.storage import LadderKey, LoadedMatch, delete, in_parts, ladders_of

logger = logging.getLogger(__name__)


def mark_due(*, game: str, matches: Iterable[str]) -> None:
    """Store that the boards must count these matches, or count them again."""
    DueMatch.objects.bulk_create([DueMatch(game=game, match=match) for match in matches])


def mark_people_due(*, players: Collection[int]) -> None:
    """Mark as due all matches in which these people sit, and those that boards counted for them."""
    sits = Match.objects.filter(seats__player__in=players).values_list("game", "pk")
    due = set(sits)
    rows = EntryChunk.objects.filter(player__in=players)
    for game, data in rows.values_list("ladder__game", "data").iterator():
        due |= {(game, entry.match) for entry in unpack_entries(data)}
    DueMatch.objects.bulk_create([DueMatch(game=game, match=match) for game, match in sorted(due)])


def games_due() -> list[str]:
    """Return the games that are due as a whole, or whose rebuild was stopped."""
    whole = DueMatch.objects.filter(match="").values_list("game", flat=True)
    stopped = RebuildState.objects.exclude(running="").values_list("game", flat=True)
    return sorted({*whole, *stopped})


def process_due() -> None:
    """Count all due matches, each game separately, and compute their facts.

    If counting a match raises an error, the error is logged and the match stays due. The other
    matches are counted all the same.
    """
    for game in DueMatch.objects.order_by("game").values_list("game", flat=True).distinct():
        try:
            _process(game)
        except Exception:
            logger.exception("boards of %s: counting match by match", game)
            _process_singly(game)


def _process_singly(game: str) -> None:
    for match in DueMatch.objects.filter(game=game).values_list("match", flat=True).distinct():
        try:
            _process(game, match)
        except Exception:
            logger.exception("boards of %s: match %s stays due", game, match)


@transaction.atomic
def _process(game: str, match: str | None = None) -> None:
    state = lock(game)
    rows = DueMatch.objects.filter(game=game).exclude(match="")
    if match is not None:
        rows = rows.filter(match=match)
    due = dict(rows.values_list("pk", "match"))
    # During a rebuild all due matches wait for its end.
    if not due or state.running:
        return
    names = sorted(set(due.values()))
    _recount(state, names)
    for name in names:
        find_facts(match_id=name)
    delete(DueMatch, due)


def lock(game: str) -> RebuildState:
    """Return the state of a game, locked until the end of the transaction.

    A game without a state has no boards yet, so none of its seasons is missing.
    """
    RebuildState.objects.get_or_create(game=game, defaults={"seasons_ready": True})
    return RebuildState.objects.select_for_update().get(game=game)


def _recount(state: RebuildState, matches: Collection[str]) -> None:
    game = state.game
    was: dict[str, RatedMatch] = {}
    now: dict[str, RatedMatch] = {}
    for part in in_parts(matches):
        was |= {row.match: row for row in RatedMatch.objects.filter(game=game, match__in=part)}
        now |= {row.match: row for row in rated_by_name(game, part)}
    gone = [row for match, row in was.items() if not _same(row, now.get(match))]
    come = [row for match, row in now.items() if not _same(row, was.get(match))]
    if gone or come:
        _move_on(state, gone, come)


def _same(row: RatedMatch, other: RatedMatch | None) -> bool:
    names = ("club_id", "family", "at", "day", "year", "over_all")
    if other is None or bytes(row.parts) != bytes(other.parts):
        return False
    return all(getattr(row, n) == getattr(other, n) for n in names)


def _move_on(state: RebuildState, gone: list[RatedMatch], come: list[RatedMatch]) -> None:
    game = state.game
    RatedMatch.objects.bulk_create(
        come,
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=["club", "family", "at", "day", "year", "parts", "skills", "over_all"],
    )
    old, new = [LoadedMatch.of(row) for row in gone], [LoadedMatch.of(row) for row in come]
    count_meetings(game, old, new)
    left, joined = _by_ladder(old), _by_ladder(new)
    ladders = ladders_of(game, {**left, **joined})
    year = min(row.year for row in (*gone, *come))
    working_set = WorkingSet(game, [ladders[key].pk for key in {**left, **joined}], year)
    working_set.load(part.player for match in (*old, *new) for part in match.parts)
    for match in old:
        working_set.remove(match, ladders[match.row.club_id, match.row.family, False])
    for match in new:
        working_set.add(match, ladders[match.row.club_id, match.row.family, False])
    replays = []
    for key in {**left, **joined}:
        replay = Replay(ladders[key], working_set, game_of(game).rating)
        replay.run(left.get(key, []), joined.get(key, []))
        replays.append(replay)
    save(replays, working_set, of_seasons=state.seasons_ready)
    upserted = {row.match for row in come}
    delete(RatedMatch, [row.match for row in gone if row.match not in upserted])


def _by_ladder(matches: list[LoadedMatch]) -> dict[LadderKey, list[LoadedMatch]]:
    groups: dict[LadderKey, list[LoadedMatch]] = defaultdict(list)
    for match in matches:
        for key in match.ladder_keys():
            groups[key].append(match)
    return groups


def is_known(match: str, game: str) -> bool:
    """Say whether boards or records may contain a match: they do, or they are being rebuilt.

    A rebuild may have read a match that is not shown anywhere yet.
    """
    return (
        RatedMatch.objects.filter(pk=match).exists()
        or Found.objects.filter(match=match).exists()
        or RebuildState.objects.filter(game=game).exclude(running="").exists()
    )
