"""All reads of matches that deserve a name."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, Max, Prefetch, Q, QuerySet, prefetch_related_objects

from clubs.callers import Caller
from clubs.club_names import called_in, with_line
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.models import Club, ClubPlayer, Player
from clubs.queries import (
    hidden_lines,
    players_of,
    visible_clubs,
    visible_players,
)
from games.errors import NotFound
from games.match import permissions
from games.match.match_cache import CachedMatch, RenderedLines, memory
from games.match.redaction import discreet
from games.match.result_only import GivenResult
from games.match.series import Played, Tally, tally
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
from games.presentation import table
from games.presentation.table import Can, Table
from games.presentation.wording import Names
from games.registry.game import Game
from games.registry.installed import game_of, games, rules_accessors
from games.sheet import Fold, Scoresheet

MATCH_ID = re.compile(f"[{ID_ALPHABET}]{{{ID_LENGTH}}}")


@dataclass(slots=True)
class Loaded:
    """A match with its rows, for the services and the pages.

    `kept` is this version's data in the process's cache, if there is some; `rendered` its rendered
    lines.
    """

    match: Match
    game: Game
    rules: RulesBase
    seats: list[Seat]
    sides: list[Side]
    entries: list[EntryBase]
    kept: CachedMatch | None = None
    rendered: RenderedLines = field(default_factory=RenderedLines)

    def sheet(self) -> Scoresheet:
        """The folded match as it is stored: from the cache, or folded now."""
        return self.kept.sheet if self.kept else self.replay()

    def replay(self, entries: Sequence[EntryBase] | None = None) -> Scoresheet:
        """Fold the entries (or others in their place) by the match's rules.

        Raises `RuleError` if one breaks them.
        """
        return self.fold(entries).sheet()

    def fold(self, entries: Sequence[EntryBase] | None = None) -> Fold:
        """Fold as `replay` does, and return the fold, which can go on."""
        fold = self.game.fold(self.rules, len(self.seats))
        if self.match.result_only:
            return GivenResult(fold.sheet(), [side.score or 0 for side in self.sides])
        for entry in self.entries if entries is None else entries:
            fold.add(entry)
        return fold

    def take_fold(self) -> Fold:
        """Return the fold of the stored match, to move it on under the match's lock."""
        taken = memory.take(self.match.pk)
        return taken.fold if taken is not None and taken is self.kept else self.fold()

    def keep(self, fold: Fold, sheet: Scoresheet) -> None:
        """Keep the rows and their fold for the next request, once they are committed."""
        memory.keep(
            self.match.pk,
            CachedMatch(self.match.version, tuple(self.entries), sheet, fold, self.rendered),
        )

    @property
    def names(self) -> Names:
        """The names to put in sentences."""
        return table.names_of(self.seats, self.sides, self.game)

    def table(
        self,
        sheet: Scoresheet | None = None,
        *,
        can: Can | None = None,
        corrected: frozenset[int] = frozenset(),
        before: int | None = None,
    ) -> Table:
        """Return the rows next to their fold: the stored one, or that of the present entries."""
        return table.build(
            match=self.match,
            game=self.game,
            rules=self.rules,
            sheet=self.sheet() if sheet is None else sheet,
            seats=self.seats,
            sides=self.sides,
            entries=tuple(self.entries),
            rendered=self.rendered,
            can=can,
            corrected=corrected,
            before=before,
        )


def matches() -> QuerySet[Match]:
    """Matches with their club and the rules of their game, in one query."""
    return Match.objects.select_related("club", *rules_accessors())


def seats() -> QuerySet[Seat]:
    """Seats with the people who sit there, under the match's club's names, in one query."""
    sitting: Any = with_line(Seat.objects.all(), "player__", F("club"))
    found: QuerySet[Seat] = sitting.select_related("player", "line")
    return found


def find(match_id: str, caller: Caller, *, lock: bool = False) -> Match:
    """Return a match that the caller may see; `NotFound` otherwise. `lock` locks its row."""
    found = unchecked(match_id, lock=lock)
    if found is None or not permissions.can_see(found, caller):
        raise NotFound
    return found


def unchecked(match_id: str, *, lock: bool = False) -> Match | None:
    """Return a match, or None; who asks for it must still check who may see it."""
    if not MATCH_ID.fullmatch(match_id):
        return None
    rows = matches().select_for_update(of=("self",)) if lock else matches()
    return rows.filter(pk=match_id).first()


def load(match: Match) -> Loaded:
    """Load a match's rows: seats, sides, entries (the entries from the cache, if there)."""
    game = game_of(match.game)
    kept = memory.look(match.pk, match.version)
    return Loaded(
        match=match,
        game=game,
        rules=getattr(match, game.rules_accessor),
        seats=list(seats().filter(match=match)),
        sides=list(Side.objects.filter(match=match)),
        entries=list(
            kept.entries if kept else game.entry.model._default_manager.filter(match=match)
        ),
        kept=kept,
        rendered=kept.rendered if kept else RenderedLines(),
    )


def rights(match: Match, caller: Caller) -> Can:
    """Return the caller's rights in a match; of a result alone nothing is written here."""
    if match.result_only:
        return Can()
    score = permissions.can_score(match, caller)
    return Can(
        record=score and match.status == Status.IN_PROGRESS,
        correct=match.status != Status.ABANDONED and permissions.can_correct(match, caller),
        manage=score,
        # What a match leads to that is played for a floor above is decided there.
        rematch=score and not match.event_id and permissions.can_start(match.club, caller),
        see_club=permissions.can_see_club(match, caller),
    )


def table_of(match: Match, caller: Caller, *, before: int | None = None) -> Table:
    """Return a match as its page shows it to this caller: its newest part, or that `before`."""
    loaded = load(match)
    can, corrected = rights(match, caller), corrected_lines(match)
    sheet = loaded.sheet() if loaded.kept or match.status == Status.IN_PROGRESS else _kept(loaded)
    return loaded.table(sheet, can=can, corrected=corrected, before=before)


def _kept(loaded: Loaded) -> Scoresheet:
    """Fold a match, and keep it for the next reader of its version.

    Not within a transaction: what it reads may never be committed.
    """
    fold = loaded.fold()
    sheet = fold.sheet()
    if not transaction.get_connection().in_atomic_block:
        loaded.keep(fold, sheet)
    return sheet


def corrected_lines(match: Match) -> frozenset[int]:
    """The numbers of the lines that were ever corrected."""
    corrections = Change.objects.filter(match=match, kind=Change.Kind.CORRECT)
    return frozenset(
        number for number in corrections.values_list("number", flat=True) if number is not None
    )


def plain_table(match: Match, *, before: int | None = None) -> Table:
    """Return a match as the API shows it: the same for everyone who may see it.

    Its fold and rendered lines are kept by version, as a long match is read part by part.
    """
    loaded = load(match)
    return loaded.table(loaded.sheet() if loaded.kept else _kept(loaded), before=before)


def seat_counts(rows: Iterable[Match]) -> dict[str, int]:
    """Return how many seats each of these matches has, in one query."""
    sitting = Seat.objects.filter(match__in=list(rows)).order_by().values_list("match")
    return dict(sitting.annotate(Count("pk")))


def visible(caller: Caller) -> QuerySet[Match]:
    """Matches that lists may show to the caller: of clubs they see, and those they started.

    A match of no club is unlisted: anyone with its address may read it, but no list shows it.
    """
    if caller.is_site_owner:
        return matches()
    seen = Q(club__in=visible_clubs(caller))
    if caller.account is not None:
        # A club decides about its matches: somebody who has left it neither starts nor reads them.
        seen |= Q(starter=caller.account, club=None)
    return matches().filter(seen)


def plain_tables(page: Iterable[Match]) -> list[Table]:
    """Return several matches as the API shows them, in a constant number of queries."""
    return [loaded.table() for loaded in load_all(page)]


def load_all(page: Iterable[Match]) -> list[Loaded]:
    """Load several matches' rows from the database alone, in a constant number of queries."""
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


def _grouped(rows: Iterable[Any]) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for row in rows:
        groups.setdefault(row.match_id, []).append(row)
    return groups


def for_cards(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Matches alone; `with_people` reads what a list's card shows of them besides."""
    return rows.select_related(None)


def with_people(rows: Iterable[Match]) -> list[Match]:
    """Read the sides and people of matches that have none yet, two queries for all; no entries."""
    read = list(rows)
    prefetch_related_objects(read, "sides", Prefetch("seats", seats()))
    return read


def live_of(club: Club, caller: Caller) -> QuerySet[Match]:
    """The club's running matches, newest first."""
    return _newest(club.pk, Status.IN_PROGRESS, caller)


def newest_of(club: Club, status: Status, caller: Caller, most: int) -> list[Match]:
    """The newest matches of a club that run, or are over, at most so many, for a list."""
    return list(_newest(club.pk, status, caller)[:most])


def _newest(club: int, status: Status, caller: Caller) -> QuerySet[Match]:
    found = visible(caller).filter(club=club, status=status).order_by("-started_at")
    return for_cards(found)


def matches_of(player: Player, caller: Caller) -> QuerySet[Match]:
    """The matches of a player that the caller may see, newest first.

    Without those of a club that hides the player: its sheets do not show who sat.
    """
    return matches_shown_of(player, visible(caller), caller).order_by("-started_at", "-id")


def last_of(player: Player, caller: Caller, most: int) -> list[Match]:
    """Return the last of the `matches_of` a player, at most so many, for a list."""
    return list(for_cards(matches_of(player, caller))[:most])


def matches_shown_of(player: Player, rows: QuerySet[Match], caller: Caller) -> QuerySet[Match]:
    """Return those of these matches that may be shown as the player's."""
    hiding = ClubPlayer.objects.filter(hidden_lines(caller), player=player).values("club")
    return rows.filter(Q(club=None) | ~Q(club__in=hiding), seats__player=player)


def kept_by(caller: Caller) -> QuerySet[Match]:
    """Matches whose token or link the browser keeps, and those that the account started."""
    if caller.is_nobody:
        return matches().none()
    kept = Q(pk__in=_opened(caller, (SEE, SCORE_MATCH, TAKE_SEAT), Q()))
    if caller.account is not None:
        kept |= Q(pk__in=visible(caller).filter(starter=caller.account).values("pk"))
    return for_cards(matches().filter(kept).order_by("-started_at", "-id"))


def running_kept(caller: Caller, most: int) -> list[Match]:
    """Return those of the matches kept that run, newest first, at most so many."""
    return list(kept_by(caller).filter(status=Status.IN_PROGRESS)[:most])


def others_kept(caller: Caller, most: int) -> list[Match]:
    """Return those of the matches kept that do not run, newest first, at most so many."""
    return list(kept_by(caller).exclude(status=Status.IN_PROGRESS)[:most])


def scored_here(caller: Caller) -> QuerySet[Match]:
    """Running matches that the browser keeps a link to score, newest first."""
    opened = _opened(caller, (SCORE_MATCH,), Q(status=Status.IN_PROGRESS))
    return for_cards(matches().filter(pk__in=opened).order_by("-started_at", "-id"))


def _opened(caller: Caller, kinds: Collection[str], which: Q) -> list[str]:
    """Return which matches the tokens and links that the browser keeps really open."""
    linked = set(caller.subjects(kinds, permissions.MATCH))
    asked = {*caller.match_tokens, *linked}
    if not asked:
        return []
    # A visitor may send any cookie: only a token that opens its match counts.
    return [
        match.pk
        for match in Match.objects.filter(which, pk__in=asked).select_related("club")
        if permissions.holds_link(match, caller)
        or (match.pk in linked and permissions.can_see(match, caller))
    ]


def next_numbers(rows: Collection[Match]) -> dict[str, int]:
    """The number of the line to come in each match, by the match's id. One query a game."""
    numbers = {match.pk: 1 for match in rows}
    for slug in {match.game for match in rows}:
        asked = [match.pk for match in rows if match.game == slug]
        lines = game_of(slug).entry.model._default_manager.filter(match__in=asked).order_by()
        for match_id, last in lines.values_list("match").annotate(last=Max("number")):
            numbers[match_id] = last + 1
    return numbers


def last_partners(caller: Caller, club: Club | None, most: int = 8) -> list[str]:
    """The names at the last tables that the caller started, newest first.

    A table that they score by a link is somebody else's, and so are its names. Guests, and those
    shown by their whole name there and to the caller now, as the `club` of the next table calls
    them: what one club calls somebody is not told in another.
    """
    tables = kept_by(_without_links(caller))[:most]
    sat = [seat for match in with_people(tables) for seat in match.seats.all()]
    people = {seat.player_id for seat in sat if seat.player_id is not None}
    known = visible_players(caller).prefetch_related(None).in_bulk(people) if people else {}
    called_in(club, known.values())
    names: dict[str, None] = {}
    for seat in sat:
        if seat.player is None:
            if seat.named:
                names[seat.name] = None
            continue
        now = known.get(seat.player.pk)
        shown = {seat.player.shown_here, now.shown_here} if now else set()
        if now and shown == {Player.Shown.FULL}:
            names[now.called] = None
    return list(names)


def _without_links(caller: Caller) -> Caller:
    """Return the same caller without links, only with their account and the tables they started."""
    return Caller(user=caller.user, match_tokens=caller.match_tokens)


def known_names(
    club: Club | None, partners: Sequence[str], caller: Caller, most: int = 200
) -> list[str]:
    """Names to suggest: the last partners first, then the club's players, newest first.

    Only from a list that the caller may see, and only people shown by their whole name: a
    suggestion would reveal the others.
    """
    names = dict.fromkeys(partners)
    if club is not None and permissions.can_see_list(club, caller):
        whole = {"shown": Player.Shown.FULL, "line__shown": Player.Shown.FULL}
        shown = players_of(club).filter(**whole).order_by("-id")
        names |= dict.fromkeys(player.called for player in shown[:most])
    return list(names)


def was_written(match: Match, client_id: UUID | None) -> bool:
    """Say whether a write with this `client_id` was made on the match."""
    return client_id is not None and match.changes.filter(client_id=client_id).exists()


def recorded_since(match: Match, version: int | None) -> list[Change]:
    """The lines recorded after a version and not taken back since, oldest first."""
    if version is None or version >= match.version:
        return []
    lines: dict[int | None, Change] = {}
    kinds = (Change.Kind.RECORD, Change.Kind.TAKE_BACK)
    since = match.changes.filter(version__gt=max(version, 0), kind__in=kinds)
    for change in since.order_by("version"):
        lines.pop(change.number, None)
        if change.kind == Change.Kind.RECORD:
            lines[change.number] = change
    return list(lines.values())


def taken_back(match: Match) -> dict[str, Any] | None:
    """The line that the newest write took back; None: the newest write did something else."""
    change = match.changes.filter(version=match.version, kind=Change.Kind.TAKE_BACK).first()
    return None if change is None else change.before


def history(match: Match) -> QuerySet[Change]:
    """Every write on a match, oldest first."""
    return Change.objects.filter(match=match).select_related("by__player").order_by("version")


def public_history(match: Match) -> list[Change]:
    """Every write on a match, oldest first, under the names that the public may read."""
    alone = game_of(match.game).seats.sides is None
    return discreet(list(history(match)), alone=alone, club=match.club)


def public_history_part(match: Match, before: int | None, most: int) -> list[Change]:
    """A part of the public history, oldest first.

    The newest writes on a match, or the last ones before a version; at most so many.
    """
    log = history(match)
    part = log if before is None else log.filter(version__lt=before)
    newest = list(part.order_by("-version")[:most])[::-1]
    kinds = (
        Change.Kind.RECORD,
        Change.Kind.CORRECT,
        Change.Kind.TAKE_BACK,
        Change.Kind.ASIDE,
    )
    seated = list(Change.objects.filter(match=match).exclude(kind__in=kinds))
    alone = game_of(match.game).seats.sides is None
    return discreet(newest, alone=alone, club=match.club, seated=seated)


def next_match(match: Match) -> str | None:
    """Return the id of the match that replaced this one, if one did: the newest."""
    change = _following(match)
    return None if change is None else change.after["next_match"]


def rematch_of(match: Match) -> Match | None:
    """Return the match that replaced this one, unless a line has changed since."""
    change = _following(match)
    if change is None:
        return None
    lines = (Change.Kind.RECORD, Change.Kind.CORRECT, Change.Kind.TAKE_BACK)
    if match.changes.filter(version__gt=change.version, kind__in=lines).exists():
        return None
    return matches().filter(pk=change.after["next_match"]).first()


def tallies(rows: Iterable[Match]) -> dict[str, Tally]:
    """Who won how much in the series of these matches, by match; one query, none without series.

    Of matches of one club: one that was given to a club later no longer counts with the others.
    """
    going_on = [match for match in rows if match.series_id is not None]
    if not going_on:
        return {}
    asked = {match.series_id for match in going_on}
    sat = (
        Seat.objects.filter(match__series__in=asked, match__status=Status.FINISHED)
        .filter(match__sides__number=F("side"))
        .order_by("match__series_number", "number")
        .annotate(series=F("match__series"), at=F("match__club"), won=_WON)
    )
    played: dict[tuple[Any, Any], dict[str, list[Any]]] = {}
    for seat in sat:
        played.setdefault((seat.series, seat.at), {}).setdefault(seat.match_id, []).append(seat)
    counted = {
        key: tally([_played(seats) for seats in found.values()]) for key, found in played.items()
    }
    found = {match.pk: counted.get((match.series_id, match.club_id)) for match in going_on}
    return {match_id: one for match_id, one in found.items() if one is not None}


@dataclass(frozen=True, slots=True)
class Evening:
    """The series of a match: its matches that the reader may see, and who won how much."""

    matches: list[str]
    tally: Tally | None


def evening(match: Match, caller: Caller) -> Evening:
    """Return the series of a match; one that nobody has played on from is alone."""
    if match.series_id is None:
        return Evening([match.pk], None)
    rows = matches().filter(series=match.series_id, club=match.club_id).order_by("series_number")
    seen = [row.pk for row in rows if permissions.can_see(row, caller)]
    return Evening(seen, tallies([match]).get(match.pk))


_WON = Q(match__sides__rank=1, match__sides__eliminated=False)


def _played(seats: Iterable[Any]) -> Played:
    """Return a finished match of a series, from its seats with `won`."""
    sides: dict[int, set[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side, set()).add(seat.in_series)
    won = {seat.side for seat in seats if seat.won}
    return Played(
        frozenset(map(frozenset, sides.values())),
        frozenset(frozenset(people) for side, people in sides.items() if side in won),
    )


def _following(match: Match) -> Any:
    kinds = (Change.Kind.PATCH, Change.Kind.ABANDON)
    told = Change.objects.filter(match=match, kind__in=kinds, after__has_key="next_match")
    return told.order_by("-version").first()
