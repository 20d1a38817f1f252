"""The queries of the transmission: the graph of a game as a caller may see it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypedDict

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer, Player, shown_as
from clubs.queries import hidden_lines, visible_clubs, visible_lines, visible_players
from games.models import Seat
from games.registry.game import Game
from transmission.graph.figures import Figures, figures
from transmission.graph.lineage import Lineage, distances
from transmission.models import Attestation, Graph, Link, Source
from transmission.redaction import someone, tells

NOBODY: frozenset[int] = frozenset()
# The most numbers in one query, because databases have a limit. More numbers need several
# queries.
AT_ONCE = 500
# The most people of a graph whose descendants and longest line are computed during a request.
# For larger graphs a job computes them (`stored_layout`).
LINES_AT_ONCE = 5000
# How many clubs have a mark of their own in the drawing, whatever part of the graph it shows.
MARKED = 5


@dataclass(frozen=True, slots=True)
class Seen:
    """A game's graph as a caller may see it. With `year`, it has only links up to that year.

    `nameless` has people whose name is hidden. They are shown as « quelqu'un » if they are on
    another person's line, and are otherwise left out. `closed` has clubs that the caller may not
    see. Links of these clubs show only teacher and learner. Only the module `redaction` applies
    both rules.
    """

    game: Game
    stamp: str
    lineage: Lineage
    nameless: frozenset[int] = NOBODY
    closed: frozenset[int] = NOBODY
    year: int | None = None

    @property
    def follows_lines(self) -> bool:
        """Whether descendants and the longest line are computed during a request."""
        return len(self.lineage) <= LINES_AT_ONCE

    @property
    def figures(self) -> Figures:
        """The figures of the graph, cached for its state.

        The figures of a large graph contain neither descendants nor the longest line.
        """
        if not self.stamp:
            return figures(self.lineage, lines=self.follows_lines)
        return _figures(self.game.slug, self.stamp, self.nameless, self.closed, self.year)


def stamp_of(game: Game) -> str:
    """Return the stamp of the present state of a game's graph; empty before its first write."""
    return Graph.objects.filter(game=game.slug).values_list("stamp", flat=True).first() or ""


def graph_of(game: Game, caller: Caller, year: int | None = None) -> Seen:
    """Return the graph of confirmed links as the caller may see it. With `year`, later links are
    left out.

    Links without a known year always belong to it. People whom the caller may not see have no
    name if they are on another person's line, and are otherwise left out.
    """
    stamp, closed = stamp_of(game), closed_to(caller)
    nameless = nameless_to(caller, closed)
    # Before the first write there is no stamp, so the graph can't be cached.
    read = _lineage if stamp else _lineage.__wrapped__
    lineage = read(game.slug, stamp, nameless, closed, year)
    return Seen(game, stamp, lineage, nameless, closed, year)


# A few graphs are cached by everything they depend on. This is safe, because no stamp is used
# twice. A graph of 100 000 people takes about 60 MB.
@lru_cache(maxsize=8)
def _lineage(
    slug: str,
    stamp: str,
    nameless: frozenset[int],
    closed: frozenset[int],
    year: int | None,
) -> Lineage:
    links = Link.objects.filter(game=slug, confirmed=True).order_by("id")
    rows = links.values_list("teacher_id", "learner_id", "year", "club_id")
    sources = Source.objects.filter(game=slug).order_by("id").values_list("player_id", flat=True)
    known_by_then = (
        (teacher, learner)
        for teacher, learner, known, club in rows.iterator()
        if known is None
        or known <= (year or 0)
        # A link whose date is hidden belongs to every year. Otherwise readers could find out the
        # date.
        or club in closed
        or teacher in nameless
        or learner in nameless
    )
    everyone = rows.values_list("teacher_id", "learner_id").iterator(chunk_size=20_000)
    lineage = Lineage.of(everyone if year is None else known_by_then, sources)
    if not nameless:
        return lineage
    named = [person for person in lineage.teachers if person not in nameless]
    needed = distances(named, lineage.teachers)
    return lineage.among([person for person in lineage.teachers if person in needed])


@lru_cache(maxsize=32)
def _figures(
    slug: str,
    stamp: str,
    nameless: frozenset[int],
    closed: frozenset[int],
    year: int | None,
) -> Figures:
    lineage = _lineage(slug, stamp, nameless, closed, year)
    return figures(lineage, lines=len(lineage) <= LINES_AT_ONCE)


def closed_to(caller: Caller) -> frozenset[int]:
    """Return the ids of the clubs that the caller may not see."""
    seen = visible_clubs(caller).order_by().values("pk")
    return frozenset(Club.objects.exclude(pk__in=seen).values_list("pk", flat=True))


def nameless_to(caller: Caller, closed: frozenset[int]) -> frozenset[int]:
    """Return the ids of the players whose name the caller may not see.

    These are hidden players, and players who are on no list, only on lists of closed clubs, or
    hidden by their clubs.
    """
    if caller.is_site_owner:
        return NOBODY
    lines = ClubPlayer.objects.order_by()
    visible = lines.exclude(hidden_lines(caller))
    # One query for all players, because nearly every player is on a list. A subquery for each
    # would be slower.
    listed = Q(pk__in=(visible.exclude(club__in=closed) if closed else visible).values("player"))
    unseen = Player.objects.filter(~listed | Q(shown=Player.Shown.HIDDEN))
    if caller.account is not None:
        fellow = Exists(lines.filter(player=OuterRef("pk"), club__memberships__user=caller.account))
        unseen = unseen.exclude(listed, fellow).exclude(user=caller.account)
    return frozenset(unseen.order_by().values_list("pk", flat=True))


def names_told(numbers: Iterable[int], caller: Caller) -> dict[int, str]:
    """Return the names of players for use in a sentence: the public name, or « quelqu'un » if
    hidden.
    """
    wanted = list(dict.fromkeys(numbers))
    if caller.is_site_owner:
        seen = Player.objects.filter(pk__in=wanted)
    else:
        seen = visible_players(caller).prefetch_related(None).filter(pk__in=wanted)
    known = {player.pk: player.public_name for player in seen}
    return {number: known.get(number, someone()) for number in wanted}


# Above this number of people, reading the whole table is faster than several queries for parts
# of it.
MANY = 5000


def names_of(seen: Seen, numbers: Sequence[int]) -> dict[int, str]:
    """Return the names of these players that the reader may see, by number.

    The rows are not read as model instances, which would take five times as long.
    """
    rows = Player.objects.order_by().values_list("id", "name", "shown")
    names: dict[int, str] = {}
    if len(numbers) > MANY:
        wanted = set(numbers)
        names = {pk: shown_as(name, how) for pk, name, how in rows.iterator() if pk in wanted}
    else:
        for start in range(0, len(numbers), AT_ONCE):
            part = rows.filter(pk__in=numbers[start : start + AT_ONCE])
            names |= {pk: shown_as(name, how) for pk, name, how in part}
    if seen.nameless:
        names |= dict.fromkeys((number for number in names if number in seen.nameless), someone())
    return names


def people(numbers: Iterable[int], caller: Caller) -> dict[int, Player]:
    """Return these players by number, each with those of their clubs that the caller may see."""
    wanted = list(dict.fromkeys(numbers))
    lines = visible_lines(caller).order_by("club_id")
    players: dict[int, Player] = {}
    for start in range(0, len(wanted), AT_ONCE):
        rows = Player.objects.filter(pk__in=wanted[start : start + AT_ONCE])
        players |= {row.pk: row for row in rows.prefetch_related(Prefetch("club_players", lines))}
    return players


def sources_among(seen: Seen, numbers: Collection[int]) -> dict[int, Source]:
    """Return, by player, the sources among these players that the reader may see."""
    rows = Source.objects.filter(game=seen.game.slug)
    return {
        row.player_id: row
        for row in rows
        if row.player_id in numbers and tells(seen, row.club_id, row.player_id)
    }


class LineageLinkAnswer(TypedDict):
    """A link."""

    id: int
    teacher: int
    learner: int
    date: str | None
    note: str
    club: str | None
    confirmed: bool


def link_body(link: Link) -> LineageLinkAnswer:
    """Return a link in the shape that the API returns."""
    return {
        "id": link.pk,
        "teacher": link.teacher_id,
        "learner": link.learner_id,
        "date": link.date,
        "note": link.note,
        "club": link.club.slug if link.club else None,
        "confirmed": link.confirmed,
    }


def proposed(game: Game, caller: Caller) -> QuerySet[Link]:
    """Return the proposed links of the clubs in which the caller is a member."""
    rows = Link.objects.filter(game=game.slug, confirmed=False)
    if not caller.is_site_owner:
        if caller.account is None:
            return rows.none()
        rows = rows.filter(club__memberships__user=caller.account)
    return rows.select_related("teacher", "learner", "club").distinct()


def newest(game: Game, seen: Seen, most: int = 5) -> list[Link]:
    """Return the confirmed links recorded last that the reader may see, newest first."""
    rows = Link.objects.filter(game=game.slug, confirmed=True).select_related("teacher", "learner")
    latest = rows.exclude(club__in=seen.closed).order_by("-recorded_at", "-id")[: 10 * most]
    visible = [row for row in latest if tells(seen, row.club_id, row.teacher_id, row.learner_id)]
    return visible[:most]


def taught_most(seen: Seen, year: int, most: int) -> list[tuple[int, int]]:
    """Return who taught most people in a year, each with their number; the first to teach first.

    Only links whose date and people the caller may see count. Makes one query.
    """
    rows = Link.objects.filter(game=seen.game.slug, confirmed=True, year=year)
    links = rows.exclude(club__in=seen.closed).order_by("id")
    counts = Counter(
        teacher
        for club, teacher, learner in links.values_list("club", "teacher", "learner")
        if tells(seen, club, teacher, learner)
    )
    return counts.most_common(most)


def clubs_of(seen: Seen) -> tuple[str, ...]:
    """Return the clubs with the most people in the graph, by their slugs, for the drawing.

    For a large graph there are none, because counting its people takes too long for a request.
    """
    if not seen.follows_lines:
        return ()
    read = _clubs_of if seen.stamp else _clubs_of.__wrapped__
    return read(seen.game.slug, seen.stamp, seen.closed)


@lru_cache(maxsize=32)
def _clubs_of(slug: str, stamp: str, closed: frozenset[int]) -> tuple[str, ...]:
    taught = Link.objects.filter(game=slug, confirmed=True).values("learner")
    lines = ClubPlayer.objects.filter(player__in=taught).exclude(club__in=closed)
    counts = lines.order_by().values_list("club__slug").annotate(people=Count("pk"))
    ranked = counts.order_by("-people", "club__slug").values_list("club__slug", flat=True)
    return tuple(ranked[:MARKED])


def years(game: Game, caller: Caller) -> tuple[int, int] | None:
    """Return the first and the last year of the links whose dates the caller may see; None without
    any.
    """
    rows = Link.objects.filter(game=game.slug, confirmed=True, year__isnull=False)
    rows = rows.exclude(club__in=closed_to(caller))
    first = rows.order_by("year").values_list("year", flat=True).first()
    last = rows.order_by("-year").values_list("year", flat=True).first()
    return (first, last) if first is not None and last is not None else None


def has_played(game: Game, player: int) -> bool:
    """Return whether a player has played a game in a club room, as `who_played` defines it."""
    return player in who_played(game, [player])


def who_played(game: Game, players: Sequence[int]) -> set[int]:
    """Return the players who have played the game in a club room.

    A player has played if a match in a club room has at least one recorded line with them, or if
    somebody attests it.
    """
    entries = game.entry.model._default_manager.filter(match=OuterRef("match"))
    played: set[int] = set()
    for start in range(0, len(players), AT_ONCE):
        some = players[start : start + AT_ONCE]
        seats = Seat.objects.filter(
            Exists(entries), player__in=some, match__game=game.slug, match__in_club_room=True
        )
        played.update(seats.values_list("player_id", flat=True))
        attested = Attestation.objects.filter(game=game.slug, player__in=some)
        played.update(attested.values_list("player_id", flat=True))
    return played


def search(seen: Seen, caller: Caller, name: str, most: int = 20) -> list[Player]:
    """Return at most `most` people of the graph whose name contains the text, sorted by name."""
    rows = visible_players(caller, name=name).order_by("name", "id")
    return [player for player in rows[: 50 * most] if player.pk in seen.lineage][:most]


def lines_above(slug: str, player: int) -> list[tuple[int, int]]:
    """Return all links (teacher, learner) above a player up to the top, proposed ones included.

    The recursive query collects links instead of people. So it ends even if there is a cycle,
    and reads no link twice. `CROSS JOIN` makes SQLite look up the links of each person. Without
    it, SQLite would read all links of the game for each person.
    """
    table = Link._meta.db_table
    query = f"""
        WITH RECURSIVE above (teacher, learner) AS (
            SELECT teacher_id, learner_id FROM {table} WHERE game = %s AND learner_id = %s
            UNION
            SELECT link.teacher_id, link.learner_id FROM above CROSS JOIN {table} link
            WHERE link.game = %s AND link.learner_id = above.teacher
        )
        SELECT teacher, learner FROM above
    """  # noqa: S608 (the table's own name)
    with connection.cursor() as cursor:
        cursor.execute(query, [slug, player, slug])
        return [(teacher, learner) for teacher, learner in cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class TeachersAndLearners:
    """The teachers and pupils of a person in one game."""

    game: str
    teachers: tuple[Player, ...]
    pupils: tuple[Player, ...]


# Who taught whom: a game, the teacher's number and the learner's.
Lesson = tuple[str, int, int]


def lessons_of(player: Player) -> list[Lesson]:
    """Return the confirmed links of a player, in the order of their writing. Makes one query."""
    links = Link.objects.filter(Q(teacher=player) | Q(learner=player), confirmed=True)
    return list(links.order_by("id").values_list("game", "teacher_id", "learner_id"))


def kin_of(
    player: Player, rows: Sequence[Lesson], seen: Mapping[int, Player]
) -> list[TeachersAndLearners]:
    """Return a player's teachers and pupils in each game, of those in `seen`, by their numbers."""
    kin = []
    for game in dict.fromkeys(row[0] for row in rows):
        mine = [row for row in rows if row[0] == game]
        teachers = [seen[row[1]] for row in mine if row[1] in seen and row[2] == player.pk]
        pupils = [seen[row[2]] for row in mine if row[2] in seen and row[1] == player.pk]
        if teachers or pupils:
            kin.append(TeachersAndLearners(game, tuple(teachers), tuple(pupils)))
    return kin
