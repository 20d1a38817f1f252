"""Queries of tournaments."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from clubs.callers import Caller
from clubs.club_names import with_line
from clubs.models import most_careful, shown_as
from core.fragments import fragment
from core.removed import is_removed, readable, readable_pair, together
from games.errors import NotFound
from games.models import ID_ALPHABET, ID_LENGTH, Match, Side, Status
from tournaments import permissions, storage
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.criteria import Ledger, wins
from tournaments.models import (
    NAME_LENGTH,
    Entrant,
    FinalPlace,
    Member,
    Place,
    PlacePerson,
    TableMatch,
    Tournament,
)
from tournaments.models import Round as RoundRow
from tournaments.people_queries import NAMED, palmares
from tournaments.people_queries import PlaceTold as PlaceTold
from tournaments.state.tournament import OUT, Seated, TournamentState

TOURNAMENT_ID = re.compile(f"[{ID_ALPHABET}]{{{ID_LENGTH}}}")


def with_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments with their numbers of entrants and rounds: `entrant_count`,
    `round_count`.
    """
    return with_entrant_counts(rows).annotate(round_count=_count(RoundRow.objects.all()))


def with_entrant_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the tournaments with their numbers of entrants, `entrant_count`."""
    return rows.annotate(entrant_count=_count(Entrant.objects.filter(counted())))


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return a subquery that counts the rows of each tournament.

    A join would multiply the entrants by the rounds.
    """
    own = rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    return Coalesce(Subquery(own.annotate(many=Count("pk")).values("many")), 0)


def counted(entrant: str = "") -> Q:
    """Return the condition for entrants who count. `entrant` is a prefix for the names of columns.

    Entrants who were drawn count. Until the tournament is finished, entrants who may still be
    drawn count too.
    """
    gone = Q(**{f"{entrant}state__in": OUT})
    over = Q(**{f"{entrant}tournament__state": Tournament.State.FINISHED})
    return Q(**{f"{entrant}drawn": True}) | ~gone & ~over


def visible(caller: Caller) -> QuerySet[Tournament]:
    """Return the tournaments that the caller may see in lists, with their clubs."""
    return permissions.visible(_with_club(), caller)


def find(
    tournament_id: str,
    caller: Caller,
    *,
    token: str | None = None,
    tokens: Collection[str] = (),
    lock: bool = False,
    place: int | None = None,
) -> Tournament:
    """Return a tournament that the caller may see. Raise `NotFound` if there is none.

    The caller may also see it with a token of a side or of an entrant: `token`, or one of
    `tokens`. If `place` is the number of a table, `token` may be the one of this table's
    permanent card. `lock` locks the tournament's row.
    """
    if not TOURNAMENT_ID.fullmatch(tournament_id):
        raise NotFound
    tournament = (_locked() if lock else _with_club()).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound
    carried = {text for text in (token, *tokens) if text}
    if place is not None and permissions.is_place(tournament, place, token):
        return tournament
    if not (
        permissions.can_see(tournament, caller) or (carried and holds_token(tournament, carried))
    ):
        raise NotFound
    return tournament


def _with_club() -> QuerySet[Tournament]:
    return Tournament.objects.select_related("club")


def _locked() -> QuerySet[Tournament]:
    return _with_club().select_for_update(of=("self",))


def locked(tournament_id: str) -> Tournament:
    """Return a tournament with its row locked.

    No right is checked, because only the site's own writes use this.
    """
    return _locked().get(pk=tournament_id)


def holds_token(tournament: Tournament, tokens: Set[str]) -> bool:
    """Return whether one of the tokens belongs to a side of a published table, or to an entrant.

    The tournament's tokens are computed only once, however many tokens a browser sends.
    """
    folded = storage.load(tournament)
    there = {entrant.number for entrant in folded.entrants}
    by_token = permissions.entrants_by_token(tournament)
    if any(by_token.get(token) in there for token in tokens):
        return True
    return any(
        permissions.side_token(tournament, drawn.number, seated, side) in tokens
        for drawn in folded.rounds
        if drawn.state != "draft"
        for seated in drawn.tables
        for side in range(len(seated.table.sides))
    )


def tables_matches(tournament: Tournament) -> dict[tuple[int, int], list[TableMatch]]:
    """Return the matches played at each table, by (round, table), oldest first."""
    rows_by_table: dict[tuple[int, int], list[TableMatch]] = {}
    for row in TableMatch.objects.filter(tournament=tournament, dropped=False).order_by("id"):
        rows_by_table.setdefault((row.round, row.table), []).append(row)
    return rows_by_table


def matches_at(
    tournament: Tournament, round_: int, seated: Seated, *, lock: bool = False
) -> list[Match]:
    """Return the matches that count for the present sides of a table, oldest first.

    Their sides and seats are prefetched.
    """
    sides = [list(side) for side in seated.table.sides]
    rows = TableMatch.objects.filter(
        tournament=tournament, round=round_, table=seated.number, dropped=False
    )
    ids = [row.match_id for row in rows.order_by("id") if row.sides == sides]
    match_by_id = {
        match.pk: match
        for match in Match.objects.filter(pk__in=ids).prefetch_related("sides", "seats")
    }
    return [match_by_id[match_id] for match_id in ids if match_id in match_by_id]


def live_version(tournament: Tournament) -> int:
    """Return a number that grows with each line of a match being played at the tournament."""
    playing = Match.objects.filter(event_id=tournament.pk, status=Status.IN_PROGRESS)
    return playing.aggregate(lines=Sum("version"))["lines"] or 0


def live_scores(tournament: Tournament) -> dict[tuple[int, int], list[Decimal]]:
    """Return the scores of the matches being played, by (round, table), in the table's order.

    There are none in a duplicate, whose scores nobody may read before they are over. Two queries.
    """
    if tournament.options.get("duplicate"):
        return {}
    playing = {"match__event_id": tournament.pk, "match__status": Status.IN_PROGRESS}
    scores: dict[str, list[Decimal]] = {}
    for match, score in (
        Side.objects.filter(**playing).order_by("match", "number").values_list("match", "score")
    ):
        scores.setdefault(match, []).append(score or Decimal())
    rows = TableMatch.objects.filter(tournament=tournament, dropped=False, match_id__in=scores)
    places = rows.order_by("id").values_list("round", "table", "match_id") if scores else ()
    return {(number, table): scores[match] for number, table, match in places}


def running_match(matches: Iterable[Match]) -> Match | None:
    """Return the first match that is still being played; None if there is none."""
    return next((match for match in matches if match.status == Status.IN_PROGRESS), None)


def cached_text(tournament: Tournament, what: str, make: Callable[[], str]) -> str:
    """Return a cached text about a tournament. It must be the same for everybody who may see it.

    The text is computed once for each version, language and set of people's names. The names are
    part of the cache key, because a name may change without a new version.
    """
    named = Entrant.objects.filter(tournament=tournament).order_by("number")
    people = Member.objects.filter(tournament=tournament).order_by("entrant", "place")
    known = with_line(people.filter(player__isnull=False), "player__", tournament.club_id)
    names = (
        tuple(named.values_list("number", "name", "named")),
        tuple(people.filter(player=None).values_list("entrant", "place", "guest_name")),
        tuple(known.values_list("entrant", "player", *NAMED)),
    )
    return fragment((what, tournament.pk, tournament.version, names), make)


def alternative(folded: TournamentState, number: int, table: int) -> list[tuple[int, int]] | None:
    """Return the best pairing of a round in which the pair of `table` does not meet.

    The draw preferred its own pairing to this one. Return None if the format does not match
    pairs by cost, or if the table does not have two sides.
    """
    seated = folded.round(number).table(table)
    sides = seated.table.sides
    if folded.way.alternative is None or len(sides) != 2:
        return None
    field = folded.field(before=number, seed=folded.round(number).seed)
    first, second = sides[0][0], sides[1][0]
    return folded.way.alternative(field, (first, second))


class Reached(NamedTuple):
    """An entrant's place in a tournament, with their points and the number of tables won by
    playing.
    """

    entrant: int
    rank: int
    points: Fraction
    won: int


def standing_places(folded: TournamentState) -> list[Reached]:
    """Return the present places of a tournament, best first; none before a deal was compared."""
    field = folded.field()
    if not board_scores.compared(field):
        return []
    ledger = Ledger(field)
    won = wins(ledger)
    return [
        Reached(row.entrant, row.rank, ledger.points[row.entrant], int(won[row.entrant]))
        for row in folded.way.standings(field)
    ]


def podiums(rows: Sequence[Tournament], most: int = 3) -> dict[str, list[PlaceTold]]:
    """Return the first places of finished tournaments, by tournament, in at most four queries.

    For a tournament entered only with its palmarès, they are read from the palmarès.
    """
    over = [row for row in rows if row.state == Tournament.State.FINISHED]
    podium_by_tournament: dict[str, list[PlaceTold]] = {row.pk: [] for row in over}
    for tournament, past in palmares([row.pk for row in over if row.past], most):
        podium_by_tournament[tournament].append(past)
    played = [row.pk for row in over if not row.past]
    won = FinalPlace.objects.filter(tournament__in=played, rank__lte=most).select_related("entrant")
    places = list(won.order_by("rank", "entrant__number"))
    people = _members_shown([place.entrant_id for place in places])
    for place in places:
        entrant, members = place.entrant, people.get(place.entrant_id, [])
        name = readable_pair(entrant.name)
        if not entrant.named and any(known or is_removed(called) for known, called in members):
            name = together([called for _known, called in members])[:NAME_LENGTH]
        podium_place = PlaceTold(place.rank, name, [member_name for _known, member_name in members])
        podium_by_tournament[place.tournament_id].append(podium_place)
    return podium_by_tournament


def _members_shown(entrants: Collection[int]) -> dict[int, list[tuple[int | None, str]]]:
    """Return the people of each entrant: a known player's number or None, and the public name."""
    people: dict[int, list[tuple[int | None, str]]] = {}
    if not entrants:
        return people
    rows = with_line(Member.objects.filter(entrant__in=entrants), "player__", F("club"))
    fields = ("entrant_id", "player_id", "guest_name", *NAMED)
    for entrant, player, guest, name, how, own, care in rows.order_by("place").values_list(*fields):
        public_name = (
            readable(guest)
            if player is None
            else shown_as(own or name, most_careful(how, care or how))
        )
        people.setdefault(entrant, []).append((player, public_name))
    return people


def places_of(player_id: int, rows: Sequence[Tournament]) -> dict[str, tuple[int, int]]:
    """Return a player's place in each finished tournament, and how many there are.

    Makes a query for tournaments that were played here, and one for those of a palmarès.
    """
    palmares = [row for row in rows if row.past]
    over = [row for row in rows if not row.past and row.state == Tournament.State.FINISHED]
    places: list[Any] = []
    if palmares:
        past = PlacePerson.objects.filter(tournament__in=palmares, player=player_id)
        places += past.annotate(of=_many(Place)).values_list("tournament_id", "place__rank", "of")
    if over:
        own = FinalPlace.objects.filter(tournament__in=over, entrant__members__player=player_id)
        places += own.annotate(of=_many(FinalPlace)).values_list("tournament_id", "rank", "of")
    return {tournament: (rank, many) for tournament, rank, many in places}


def _many(places: type[Place | FinalPlace]) -> Subquery:
    """Return how many such places the tournament of a row has."""
    field = places._default_manager.filter(tournament=OuterRef("tournament")).order_by()
    return Subquery(field.values("tournament").annotate(many=Count("pk")).values("many"))


def of_player(player_id: int) -> Q:
    """Return the condition for the tournaments in which a player took part."""
    own = Member.objects.filter(player=player_id).filter(counted("entrant__"))
    placed = PlacePerson.objects.filter(player=player_id)
    return Q(pk__in=own.values("tournament")) | Q(pk__in=placed.values("tournament"))
