"""What boards do when matches finish, change, or change hands.

What is to be counted is written down (`DueMatch`) in the transaction that changes it, and counted
once that is committed. If the site stops between the two, the next start or the next change
counts it.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import chain

from django.db import transaction

from games.models import Match
from games.registry import rules_accessors
from leaderboards.counting import countable, counted, played_of
from leaderboards.live.meetings import count_meetings
from leaderboards.live.replay import Replay, keep
from leaderboards.live.working_set import WorkingSet
from leaderboards.models import DueMatch, EntryChunk, Found, RatedMatch, RebuildState
from leaderboards.rating.packing import unpack_entries
from leaderboards.records.facts import find_facts
from leaderboards.storage import LadderKey, delete, in_parts, ladder_keys, ladders_of

logger = logging.getLogger(__name__)


def mark_due(*, game: str, matches: Iterable[str]) -> None:
    """Write down that the boards have to look at these matches."""
    DueMatch.objects.bulk_create([DueMatch(game=game, match=match) for match in matches])


def mark_people_due(*, players: Collection[int]) -> None:
    """Write down all matches at which these sit, or were counted as sitting."""
    sits = Match.objects.filter(seats__player__in=players).values_list("game", "pk")
    found = set(sits)
    rows = EntryChunk.objects.filter(player__in=players)
    for game, data in rows.values_list("ladder__game", "data").iterator():
        found |= {(game, entry.place.match) for entry in unpack_entries(data)}
    DueMatch.objects.bulk_create(
        [DueMatch(game=game, match=match) for game, match in sorted(found)]
    )


def games_due() -> list[str]:
    """Return the games of which all is due, or a rebuild was stopped."""
    whole = DueMatch.objects.filter(match="").values_list("game", flat=True)
    stopped = RebuildState.objects.filter(rebuilt_to__isnull=False).values_list("game", flat=True)
    return sorted({*whole, *stopped})


def process_due() -> None:
    """Count all that is due, each game for itself, and find its facts.

    What can't be counted stays due and is told to the log: no other match waits for it.
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
    # While a rebuild is under way all waits for its end.
    if not due or state.rebuilt_to is not None:
        return
    names = sorted(set(due.values()))
    _recount(game, names)
    for name in names:
        find_facts(match_id=name)
    for part in in_parts(due):
        DueMatch.objects.filter(pk__in=part).delete()


def lock(game: str) -> RebuildState:
    """Return the state of a game, kept from others to the end of the transaction."""
    state = RebuildState.objects.select_for_update().filter(game=game).first()
    if state is None:
        RebuildState.objects.get_or_create(game=game)
        state = RebuildState.objects.select_for_update().get(game=game)
    return state


def recount(*, matches: Collection[str]) -> None:
    """Bring the boards up to date with these matches, whatever became of them.

    Costs in proportion to the later matches of those who played them, and of whom they played.
    """
    old = RatedMatch.objects.filter(match__in=matches).values_list("game", "match")
    new = Match.objects.filter(pk__in=matches).values_list("game", "pk")
    games = defaultdict(set)
    for game, match in {*old, *new}:
        games[game].add(match)
    for game in sorted(games):
        _recount_now(game, sorted(games[game]))


@transaction.atomic
def _recount_now(game: str, matches: Collection[str]) -> None:
    if lock(game).rebuilt_to is None:
        _recount(game, matches)
    else:
        mark_due(game=game, matches=matches)


def _recount(game: str, matches: Collection[str]) -> None:
    was: dict[str, RatedMatch] = {}
    now: dict[str, RatedMatch] = {}
    for part in in_parts(matches):
        was |= {row.match: row for row in RatedMatch.objects.filter(game=game, match__in=part)}
        rows = countable().filter(game=game, pk__in=part).select_related(*rules_accessors())
        now |= {row.match: row for row in counted(list(rows))}
    gone = [row for match, row in was.items() if not _same(row, now.get(match))]
    come = [row for match, row in now.items() if not _same(row, was.get(match))]
    if gone or come:
        _move_on(game, gone, come)


def _same(one: RatedMatch, other: RatedMatch | None) -> bool:
    names = ("club_id", "family", "at", "day", "year")
    if other is None or bytes(one.parts) != bytes(other.parts):
        return False
    return all(getattr(one, n) == getattr(other, n) for n in names)


def _move_on(game: str, gone: list[RatedMatch], come: list[RatedMatch]) -> None:
    RatedMatch.objects.bulk_create(
        come,
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=["club", "family", "at", "day", "year", "parts", "skills"],
    )
    count_meetings(game, gone, come)
    left, joined = _by_ladder(gone), _by_ladder(come)
    keys = list({**left, **joined})
    ladders = ladders_of(game, keys)
    first = min((*gone, *come), key=lambda row: row.at)
    working_set = WorkingSet([ladders[key].pk for key in keys], game, first.at, first.year)
    parts = chain.from_iterable(played_of(row).parts for row in (*gone, *come))
    working_set.load(player for part in parts for player in part.players)
    for row in gone:
        working_set.withdraw(row, ladders[row.club_id, row.family, False])
    for row in come:
        working_set.enter(row, ladders[row.club_id, row.family, False])
    replays = []
    for key in keys:
        replay = Replay(ladders[key], working_set)
        replay.run(left.get(key, []), joined.get(key, []))
        replays.append(replay)
    keep(replays, working_set)
    kept = {row.match for row in come}
    delete(RatedMatch, [row.match for row in gone if row.match not in kept])


def _by_ladder(rows: list[RatedMatch]) -> dict[LadderKey, list[RatedMatch]]:
    groups: dict[LadderKey, list[RatedMatch]] = defaultdict(list)
    for row in rows:
        for key in ladder_keys(row, played_of(row)):
            groups[key].append(row)
    return dict(groups)


def is_known(match: str, game: str) -> bool:
    """Say whether the boards or records tell anything of a match, or are being made anew.

    A rebuild may have read a match that nothing is told of yet.
    """
    return (
        RatedMatch.objects.filter(pk=match).exists()
        or Found.objects.filter(match=match).exists()
        or RebuildState.objects.filter(game=game, rebuilt_to__isnull=False).exists()
    )
