"""Queries on matches: their rows, their fold, and the caller's rights."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from clubs.callers import Caller
from clubs.club_names import with_line
from clubs.queries import visible_clubs
from games.errors import NotFound
from games.match import permissions
from games.match.match_cache import CachedMatch, RenderedLines, memory
from games.match.result_only import GivenResult
from games.models import (
    ID_ALPHABET,
    ID_LENGTH,
    Change,
    EntryBase,
    Match,
    RulesBase,
    Seat,
    Side,
    Status,
)
from games.presentation.table import Can, Table, names_of, seat_views, side_views
from games.presentation.wording import Names
from games.proposals.models import proposal_columns
from games.registry.game import Game
from games.registry.installed import game_of, games, rules_accessors
from games.sheet import Fold, Scoresheet

MATCH_ID = re.compile(f"[{ID_ALPHABET}]{{{ID_LENGTH}}}")


@dataclass(slots=True)
class Loaded:
    """A match with its rows, for the services and the pages.

    `cached` is the data of this version in the process's cache, or None. `rendered` has the
    rendered lines.
    """

    match: Match
    game: Game
    rules: RulesBase
    seats: list[Seat]
    sides: list[Side]
    entries: list[EntryBase]
    cached: CachedMatch | None = None
    rendered: RenderedLines = field(default_factory=RenderedLines)

    def sheet(self) -> Scoresheet:
        """Return the folded sheet of the stored match, from the cache or folded now."""
        return self.cached.sheet if self.cached else self.replay()

    def replay(self, entries: Sequence[EntryBase] | None = None) -> Scoresheet:
        """Fold the given entries, by default the match's own, by the match's rules.

        Raises `RuleError` for an entry that breaks a rule.
        """
        return self.fold(entries).sheet()

    def fold(self, entries: Sequence[EntryBase] | None = None) -> Fold:
        """Fold as `replay` does, and return the fold, to which entries can still be added."""
        fold = self.game.fold(self.rules, len(self.seats))
        if self.match.result_only:
            return GivenResult(fold.sheet(), [side.score or 0 for side in self.sides])
        for entry in self.entries if entries is None else entries:
            fold.add(entry)
        return fold

    def take_fold(self) -> Fold:
        """Return the fold of the stored match, to which entries may be added under the match's
        lock.
        """
        taken = memory.take(self.match.pk)
        return taken.fold if taken is not None and taken is self.cached else self.fold()

    def keep(self, fold: Fold, sheet: Scoresheet) -> None:
        """Cache the rows and their fold for the next request. Call it after the commit."""
        memory.keep(
            self.match.pk,
            CachedMatch(self.match.version, tuple(self.entries), sheet, fold, self.rendered),
        )

    @property
    def names(self) -> Names:
        """The names with which sentences are filled in."""
        return names_of(self.seats, self.sides, self.game)

    def table(
        self,
        sheet: Scoresheet | None = None,
        *,
        can: Can | None = None,
        corrected: frozenset[int] = frozenset(),
        before: int | None = None,
    ) -> Table:
        """Return the rows together with a folded sheet. By default, it is the sheet of the stored
        match.
        """
        sheet = self.sheet() if sheet is None else sheet
        seats = seat_views(self.seats, sheet)
        return Table(
            match=self.match,
            game=self.game,
            rules=self.rules,
            sheet=sheet,
            seats=seats,
            sides=side_views(self.game, self.rules, sheet, self.sides, seats),
            entries=tuple(self.entries),
            corrected=corrected,
            rendered=self.rendered,
            can=can or Can(),
            before=before,
        )


def matches() -> QuerySet[Match]:
    """Return matches with their club, their game's rules and the columns of `Match.counts`. One
    query.
    """
    return Match.objects.select_related("club", *rules_accessors()).annotate(**proposal_columns())


def seats() -> QuerySet[Seat]:
    """Return seats with their people, under the names that the match's club shows. One query."""
    sitting: Any = with_line(Seat.objects.all(), "player__", F("club"))
    rows: QuerySet[Seat] = sitting.select_related("player", "line")
    return rows


def find(match_id: str, caller: Caller, *, lock: bool = False) -> Match:
    """Return a match that the caller may see. Raise `NotFound` otherwise. `lock` locks its row."""
    match = unchecked(match_id, lock=lock)
    if match is None or not permissions.can_see(match, caller):
        raise NotFound
    return match


def unchecked(match_id: str, *, lock: bool = False) -> Match | None:
    """Return a match, or None. The calling code must check whether the caller may see it."""
    if not MATCH_ID.fullmatch(match_id):
        return None
    rows = matches().select_for_update(of=("self",)) if lock else matches()
    return rows.filter(pk=match_id).first()


def load(match: Match) -> Loaded:
    """Load a match's rows: seats, sides, and entries (from the cache if it has them)."""
    game = game_of(match.game)
    cached = memory.look(match.pk, match.version)
    return Loaded(
        match=match,
        game=game,
        rules=getattr(match, game.rules_accessor),
        seats=list(seats().filter(match=match)),
        sides=list(Side.objects.filter(match=match)),
        entries=list(
            cached.entries if cached else game.entry.model._default_manager.filter(match=match)
        ),
        cached=cached,
        rendered=cached.rendered if cached else RenderedLines(),
    )


def rights(match: Match, caller: Caller) -> Can:
    """Return the caller's rights in a match. There are none in a match of which only the result is
    known.
    """
    if match.result_only:
        return Can()
    score = permissions.can_score(match, caller)
    return Can(
        record=score and match.status == Status.IN_PROGRESS,
        correct=match.status != Status.ABANDONED and permissions.can_correct(match, caller),
        manage=score and permissions.can_change_counted(match, caller),
        # For a match of an event, the layer above decides which match comes next.
        rematch=score and not match.event_id and permissions.can_start(match.club, caller),
        see_club=permissions.can_see_club(match, caller),
    )


def table_of(match: Match, caller: Caller, *, before: int | None = None) -> Table:
    """Return a match as its page shows it to this caller.

    It shows the newest lines, or the newest before line `before`.
    """
    loaded = load(match)
    can, corrected = rights(match, caller), corrected_lines(match)
    sheet = (
        loaded.sheet()
        if loaded.cached or match.status == Status.IN_PROGRESS
        else _fold_and_keep(loaded)
    )
    return loaded.table(sheet, can=can, corrected=corrected, before=before)


def _fold_and_keep(loaded: Loaded) -> Scoresheet:
    """Fold a match, and cache the fold for the next reader of the same version. Return the sheet.

    Within a transaction it is not cached, because what was read may never be committed.
    """
    fold = loaded.fold()
    sheet = fold.sheet()
    if not transaction.get_connection().in_atomic_block:
        loaded.keep(fold, sheet)
    return sheet


def corrected_lines(match: Match) -> frozenset[int]:
    """Return the numbers of the lines that were ever corrected."""
    corrections = Change.objects.filter(match=match, kind=Change.Kind.CORRECT)
    return frozenset(
        number for number in corrections.values_list("number", flat=True) if number is not None
    )


def plain_table(match: Match, *, before: int | None = None) -> Table:
    """Return a match as the API shows it, the same for everyone who may see it.

    Its fold and rendered lines are cached by version, because a long match is read part by part.
    """
    loaded = load(match)
    return loaded.table(loaded.sheet() if loaded.cached else _fold_and_keep(loaded), before=before)


def seat_counts(rows: Iterable[Match]) -> dict[str, int]:
    """Return how many seats each of these matches has, in one query."""
    sitting = Seat.objects.filter(match__in=list(rows)).order_by().values_list("match")
    return dict(sitting.annotate(Count("pk")))


def visible(caller: Caller) -> QuerySet[Match]:
    """Return the matches that lists may show to the caller.

    These are the matches of clubs that the caller may see, and the caller's own matches of no club.
    Such a match is unlisted for all others, although anyone with its address may read it. The
    site's owner sees all matches.
    """
    if caller.is_site_owner:
        return matches()
    seen = Q(club__in=visible_clubs(caller))
    if caller.account is not None:
        # Only matches of no club are added here, because a club decides who sees its matches. So an
        # account that has left a club no longer sees the matches that it started there.
        seen |= Q(starter=caller.account, club=None)
    return matches().filter(seen)


def plain_tables(page: Iterable[Match]) -> list[Table]:
    """Return several matches as the API shows them, in a constant number of queries."""
    return [loaded.table() for loaded in load_all(page)]


def load_all(page: Iterable[Match]) -> list[Loaded]:
    """Load the rows of several matches in a constant number of queries, without the cache."""
    rows = list(page)
    sitting = _grouped(seats().filter(match__in=rows))
    sides = _grouped(Side.objects.filter(match__in=rows))
    entries: dict[str, list[Any]] = {}
    for game in games():
        ids = [match.pk for match in rows if match.game == game.slug]
        if ids:
            entries |= _grouped(game.entry.model._default_manager.filter(match__in=ids))
    return [
        Loaded(
            match=match,
            game=game_of(match.game),
            rules=getattr(match, game_of(match.game).rules_accessor),
            seats=sitting.get(match.pk, []),
            sides=sides.get(match.pk, []),
            entries=entries.get(match.pk, []),
        )
        for match in rows
    ]


def tables_in_list(rows: Iterable[Match]) -> dict[str, Table]:
    """Return matches of a list as their pages show them, by id, with the sheets that are cached.

    The matches have their rules, sides and seats loaded. One query for each game of which a sheet
    is not cached.
    """
    listed = [_from_list(match) for match in rows]
    for game in games():
        unread = [loaded for loaded in listed if not loaded.cached and loaded.game is game]
        if unread:
            ids = [loaded.match.pk for loaded in unread]
            entries = _grouped(game.entry.model._default_manager.filter(match__in=ids))
            for loaded in unread:
                loaded.entries = entries.get(loaded.match.pk, [])
    return {
        loaded.match.pk: loaded.table(loaded.sheet() if loaded.cached else _fold_and_keep(loaded))
        for loaded in listed
    }


def _from_list(match: Match) -> Loaded:
    game, cached = game_of(match.game), memory.look(match.pk, match.version)
    return Loaded(
        match=match,
        game=game,
        rules=getattr(match, game.rules_accessor),
        seats=list(match.seats.all()),
        sides=list(match.sides.all()),
        entries=list(cached.entries) if cached else [],
        cached=cached,
        rendered=cached.rendered if cached else RenderedLines(),
    )


def _grouped(rows: Iterable[Any]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for row in rows:
        groups.setdefault(row.match_id, []).append(row)
    return groups
