"""Reads the facts of an evening: its tournaments, its matches, and the facts of the games."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile
from typing import Any

from django.db.models import Count, Prefetch, Q
from django.utils import timezone

from bulletin.evenings import PlayedDay
from bulletin.prose.facts import (
    Climb,
    Encounter,
    EveningFacts,
    GameFact,
    MatchesFacts,
    Placed,
    RiddleTold,
    SeasonStep,
    TournamentFacts,
    Who,
)
from bulletin.prose.marks import mark
from core.dates import MORNING
from games.models import Match, Seat
from games.queries import seats
from games.registry.installed import game_of
from leaderboards.models import Found
from tournaments import storage
from tournaments.challenges import queries as challenges
from tournaments.challenges.night_queries import night_key
from tournaments.challenges.table import LOTS, CompetitorLine, Person, table
from tournaments.models import Challenge, TableMatch, Tournament
from tournaments.queries import standing_places
from tournaments.state import open_rounds
from tournaments.state.tournament import Enrolled, TournamentState

# The day is called an evening if at least half of its matches ended after this hour.
EVENING_FROM = 17
# A climb is mentioned if it is at least this many places.
CLIMBED = 3
# The most competitors who are named together as the leaders of a challenge.
TOGETHER = 3
# If there are at most this many matches, the winner of each is named.
FEW = 4
# A record is mentioned only if there are at least this many earlier facts of its kind.
BEATEN = 5


def facts_of(evening: PlayedDay) -> EveningFacts:
    """Return the facts of an evening on which something was played."""
    reader = _Reader(evening)
    return EveningFacts(
        club=evening.club.name,
        day=evening.day,
        late=_late(evening.matches),
        tournaments=tuple(reader.tournament(tournament) for tournament in evening.tournaments),
        matches=reader.matches() if evening.matches else None,
        game_facts=reader.game_facts(),
        seasons=tuple(reader.seasons()),
        riddle=reader.riddle(),
        guests=tuple(evening.guests.names),
    )


def _late(matches: Sequence[Match]) -> bool:
    hours = [timezone.localtime(match.finished_at).hour for match in matches if match.finished_at]
    late = sum(hour >= EVENING_FROM or hour < MORNING.seconds // 3600 for hour in hours)
    return 2 * late >= len(hours)


class _Reader:
    """Reads the facts of an evening.

    Its methods share the evening's guests, and the ids of the matches played at tournament
    tables.
    """

    def __init__(self, evening: PlayedDay) -> None:
        self.evening = evening
        self.guests = evening.guests
        self.at_tables = _table_matches(evening.tournaments)

    # -- Names -----------------------------------------------------------------------------

    def member(self, player: int | None, guest: str) -> str:
        """Return the reference to a player or, without a player, to a guest's name."""
        return mark(player) if player is not None else self.guests.mark(guest)

    def entrant(self, enrolled: Enrolled) -> Who:
        """Return an entrant, named by its people or by the name that was given to it."""
        if enrolled.members and not enrolled.named:
            names = tuple(self.member(*member) for member in enrolled.members)
            return Who(names, len(names) > 1)
        # A guest typed as « Anne & Bruno » is two people, even if neither is a known player.
        typed = [enrolled.name] if enrolled.members else enrolled.name.split(" & ")
        return Who(tuple(map(self.guests.mark, typed)), max(len(enrolled.members), len(typed)) > 1)

    def side(self, folded: TournamentState, entrants: Iterable[int]) -> Who:
        """Return a side of a table. In a mêlée a side is two entrants."""
        several = [self.entrant(folded.entrant(number)) for number in entrants]
        names = tuple(name for entrant in several for name in entrant.names)
        return Who(names, len(names) > 1 or any(entrant.many for entrant in several))

    def seat(self, seat: Seat) -> str:
        """Return the reference to the person who sits at a seat."""
        if seat.player_id is not None:
            return mark(seat.player_id)
        return self.guests.mark(seat.name)

    # -- Tournaments -----------------------------------------------------------------------

    def tournament(self, row: Tournament) -> TournamentFacts:
        """Return the facts of a tournament."""
        folded = storage.load(row)
        running = row.state == Tournament.State.RUNNING
        drawn = [round_ for round_ in folded.rounds if round_.state != "draft"]
        closed = [round_ for round_ in drawn if round_.state == "closed"] if running else drawn
        reached = standing_places(folded)
        ranks = {place.entrant: place.rank for place in reached}
        places = tuple(
            Placed(self.entrant(folded.entrant(place.entrant)), place.rank, place.points)
            for place in reached
            if place.rank <= 3
        )
        first = [place for place in reached if place.rank == 1]
        counted = folded.counted
        knockout = folded.way.bracket is not None
        return TournamentFacts(
            name=row.name,
            game=row.game,
            entrants=len(counted),
            pairs=sum(self.entrant(enrolled).many for enrolled in counted) * 2 > len(counted),
            rounds=sum(open_rounds.part_count(folded, round_) for round_ in closed),
            running=running,
            places=places if closed else (),
            unbeaten=len(first) == 1 and first[0].won == _sat(folded, first[0].entrant) > 0,
            final=self._final(folded, ranks) if knockout and not running else None,
            closest=self._closest(folded),
            climb=None if knockout or len(closed) < 2 or running else self._climb(folded, ranks),
        )

    def _final(self, folded: TournamentState, ranks: Mapping[int, int]) -> Encounter | None:
        """Return the last round's table at which the first two of the ranking met, or None."""
        for seated in folded.rounds[-1].tables if folded.rounds else ():
            counted = seated.counted()
            if counted.bye or counted.winner is None:
                continue
            if sorted(ranks.get(entrant, 0) for entrant in counted.entrants) == [1, 2]:
                return self._meeting(folded, folded.rounds[-1].number, counted)
        return None

    def _meeting(self, folded: TournamentState, number: int, counted: Any) -> Encounter:
        """Return a table as an encounter of its winner with the best of its other sides."""
        won = counted.winner or 0
        scores = counted.result.scores if counted.result else ()
        rest = [at for at in range(len(counted.sides)) if at != won]
        lost = max(rest, key=lambda at: scores[at] if scores else 0)
        return Encounter(
            self.side(folded, counted.sides[won]),
            self.side(folded, counted.sides[lost]),
            (scores[won], scores[lost]) if scores else (),
            number,
        )

    def _closest(self, folded: TournamentState) -> Encounter | None:
        """Return the table with the smallest margin. Among equal margins, prefer the later round.

        Return None if there are fewer than two tables to compare.
        """
        candidates: list[tuple[Any, int, int, Any]] = []
        for drawn in folded.rounds:
            for seated in drawn.tables if drawn.state != "draft" else ():
                counted = seated.counted()
                result = counted.result
                if counted.bye or result is None or result.forfeit or len(result.scores) < 2:
                    continue
                scores: list[Any] = sorted(result.scores, reverse=True)
                best, second = scores[:2]
                candidates.append((best - second, -drawn.number, counted.number, counted))
        if len(candidates) < 2:
            return None
        _margin, number, _table, counted = min(candidates, key=lambda candidate: candidate[:3])
        # Of rounds that are played at once nobody says in which of them it was.
        once = open_rounds.is_open(folded, folded.round(-number))
        return self._meeting(folded, 0 if once else -number, counted)

    def _climb(self, folded: TournamentState, ranks: Mapping[int, int]) -> Climb | None:
        """Return the greatest climb since the first round by an entrant of the upper half.

        Return None if it is fewer than `CLIMBED` places.
        """
        after_first = folded.way.standings(folded.field(before=2))
        climbed = [
            (row.rank - ranks[row.entrant], -ranks[row.entrant], -row.entrant, row)
            for row in after_first
            if row.entrant in ranks and 2 * ranks[row.entrant] <= len(ranks) + 1
        ]
        if not climbed:
            return None
        by, _rank, _number, row = max(climbed, key=lambda climb: climb[:3])
        if by < CLIMBED:
            return None
        return Climb(self.entrant(folded.entrant(row.entrant)), row.rank, ranks[row.entrant])

    # -- Matches ---------------------------------------------------------------------------

    def matches(self) -> MatchesFacts:
        """Return the facts of the matches that are not part of a tournament."""
        rows = self.evening.matches
        won: dict[str, int] = {}
        winners: list[tuple[Who, str]] = []
        played: dict[str, int] = {}
        for match in rows:
            ranks = {side.number: side.rank for side in match.sides.all()}
            first = [number for number, rank in ranks.items() if rank == 1]
            alone = len(first) == 1
            if alone:
                sat = (seat for seat in match.seats.all() if seat.side == first[0])
                winners.append((Who(tuple(self.seat(seat) for seat in sat)), match.game))
            for seat in match.seats.all():
                name = self.seat(seat)
                played[name] = played.get(name, 0) + 1
                won[name] = won.get(name, 0) + (alone and ranks.get(seat.side) == 1)
        most = max(won.values(), default=0)
        fewest = min((played[name] for name in won if won[name] == most), default=0)
        best = [name for name in won if won[name] == most and played[name] == fewest]
        return MatchesFacts(
            count=len(rows),
            people=len(played),
            games=tuple(dict.fromkeys(match.game for match in rows)),
            best=tuple(Who((name,)) for name in best),
            winners=tuple(winners) if len(rows) <= FEW else (),
            won=most,
            played=fewest,
            closest=self._closest_match(rows),
        )

    def _closest_match(self, rows: Sequence[Match]) -> Encounter | None:
        """Return the match with the smallest margin as a share of the winner's score, or None."""
        candidates: list[tuple[Decimal, str, Encounter]] = []
        for match in rows:
            sides = sorted(match.sides.all(), key=lambda side: (side.rank or 99, side.number))
            if len(sides) < 2 or sides[0].rank != 1 or match.ended_by in _by_rank(match):
                continue
            (winner, first), (other, second) = ((side, side.score) for side in sides[:2])
            if first is None or second is None or other.rank == 1 or first <= 0:
                continue
            people = [
                Who(tuple(self.seat(seat) for seat in match.seats.all() if seat.side == at.number))
                for at in (winner, other)
            ]
            meeting = Encounter(people[0], people[1], (first, second))
            if meeting.margin:
                candidates.append((meeting.margin / first, match.pk, meeting))
        return min(candidates, key=lambda candidate: candidate[:2])[2] if candidates else None

    # -- What the games found --------------------------------------------------------------

    def game_facts(self) -> tuple[GameFact, ...]:
        """Return the facts that the games found in the evening's matches.

        It takes one query for each game, and four more.
        """
        ids = {match.pk for match in self.evening.matches} | self.at_tables
        rows = list(
            Found.objects.filter(match__in=ids)
            .prefetch_related("match", Prefetch("match__seats", seats()))
            .order_by("ended_at", "match", "number")
        )
        shares = self._shares(rows)
        return tuple(
            self._fact(row, *shares[row.pk]) for row in rows if row.code in _sayable(row.game)
        )

    def _fact(self, row: Found, beaten: int, of: int) -> GameFact:
        game = game_of(row.game)
        sitting = list(row.match.seats.all())
        sides = [
            Who(tuple(self.seat(seat) for seat in sitting if seat.side == number))
            for number in range(game.side_count(len(sitting)))
        ]
        return GameFact(
            game=row.game,
            code=row.code,
            params=row.params,
            seats=tuple(self.seat(seat) for seat in sitting),
            sides=tuple(sides),
            record=row.record and of >= BEATEN,
            event=row.code in game.words.histories,
            comeback=row.code == game.words.comeback,
            share=beaten / of if of >= BEATEN else 0.5,
        )

    def _shares(self, rows: Sequence[Found]) -> dict[int, tuple[int, int]]:
        """Return, by id of the fact's row, two counts of the club's facts before this evening.

        The first count is of earlier facts that the fact beats, the second of all that it is
        compared with. Facts are compared if they have the same game, code and family of rules.
        """
        if not rows:
            return {}
        start = min(row.ended_at for row in rows)
        numbers_by_key: dict[tuple[str, str, str, Any], list[int]] = {}
        for row in rows:
            numbers_by_key.setdefault((row.game, row.code, row.family, row.value), []).append(
                row.pk
            )
        shares: dict[int, tuple[int, int]] = {}
        for slug in dict.fromkeys(row.game for row in rows):
            keys = [key for key in numbers_by_key if key[0] == slug]
            counts: dict[str, Any] = {}
            for at, (_game, code, family, value) in enumerate(keys):
                alike = Q(code=code, family=family)
                counts[f"of_{at}"] = Count("pk", filter=alike)
                counts[f"beaten_{at}"] = Count("pk", filter=alike & Q(value__lt=value))
            before = Found.objects.filter(club=self.evening.club, game=slug, ended_at__lt=start)
            counted = before.order_by().aggregate(**counts)
            for at, key in enumerate(keys):
                for pk in numbers_by_key[key]:
                    shares[pk] = (counted[f"beaten_{at}"], counted[f"of_{at}"])
        return shares

    def riddle(self) -> RiddleTold | None:
        """Return a hand as a riddle, from the first game that offers one, or None."""
        rows: dict[str, set[str]] = {}
        for match in self.evening.matches:
            rows.setdefault(match.game, set()).add(match.pk)
        for tournament in self.evening.tournaments:
            rows.setdefault(tournament.game, set()).update(self.at_tables)
        for slug, ids in rows.items():
            best = game_of(slug).riddles
            riddle = best(ids) if best and ids else None
            if riddle is None:
                continue
            sitting = seats().filter(match=riddle.match).order_by("number")
            names = tuple(self.seat(seat) for seat in sitting)
            return RiddleTold(
                slug, tuple(riddle.cards), riddle.question, riddle.answer, riddle.params, names
            )
        return None

    # -- Challenges ------------------------------------------------------------------------

    def seasons(self) -> Iterable[SeasonStep]:
        """Yield the standing of each challenge in which the evening counts."""
        # Only finished tournaments count, because the standing of a running one may still
        # change.
        finished = Tournament.State.FINISHED
        here = {
            tournament.pk for tournament in self.evening.tournaments if tournament.state == finished
        }
        if self.evening.matches:
            here.add(night_key(self.evening.day, self.evening.club.pk))
        if not here:
            return
        club = Q(club=self.evening.club) | Q(clubs=self.evening.club)
        rows = Challenge.objects.filter(club).filter(
            first__lte=self.evening.day, last__gte=self.evening.day
        )
        public = rows.filter(club__public=True).exclude(clubs__public=False)
        visible = rows if not self.evening.club.public else public
        for challenge in visible.distinct().order_by("created_at", "pk"):
            step = self._step(challenge, here)
            if step is not None:
                yield step

    def _step(self, challenge: Challenge, here: Collection[str]) -> SeasonStep | None:
        """Return a challenge's standing after this evening, with its leader before.

        Return None if the evening doesn't count in the challenge.
        """
        played, rules = challenges.played(challenge), challenges.rules_of(challenge)
        until = [
            (description, evening)
            for description, evening in zip(played.descriptions, played.evenings, strict=True)
            if description.date <= self.evening.day
        ]
        if not any(description.key in here for description, _evening in until):
            return None
        now = table([evening for _description, evening in until], rules)
        was = table(
            [evening for description, evening in until if description.key not in here], rules
        )

        def together(lines: Sequence[CompetitorLine]) -> Who:
            people = [
                self._person(person, played.guests) for line in lines for person in line.competitor
            ]
            return Who(tuple(sorted(people)))

        leaders, behind = _leaders(now), now[len(_leaders(now)) :]
        return SeasonStep(
            name=challenge.name,
            leader=together(leaders),
            total=now[0].total,
            second=together(_leaders(behind)) if behind else None,
            gap=now[0].total - behind[0].total if behind else Fraction(),
            before=together(_leaders(was)) if was else None,
        )

    def _person(self, person: Person, guests: Mapping[str, str]) -> str:
        if isinstance(person, int):
            return mark(person)
        return self.guests.mark(guests.get(person, person))


def _table_matches(rows: Sequence[Tournament]) -> set[str]:
    """Return the ids of the matches of tournament tables, played there or entered as results."""
    if not rows:
        return set()
    played = TableMatch.objects.filter(tournament__in=rows, dropped=False)
    return set(played.values_list("match_id", flat=True))


def _sat(folded: TournamentState, entrant: int) -> int:
    """Return the number of tables at which an entrant had an opponent."""
    return sum(
        not seated.table.bye and entrant in seated.table.entrants
        for drawn in folded.rounds
        if drawn.state != "draft"
        for seated in drawn.tables
    )


def _leaders(lines: Sequence[CompetitorLine]) -> Sequence[CompetitorLine]:
    """Return the leaders. There are several if they share the first rank, or only lots separate
    them.

    If there are more than `TOGETHER` of them, return only the first one.
    """
    level = list(takewhile(lambda line: line.decided_by in (LOTS, None), lines[1:]))
    return lines[: 1 + len(level)] if len(level) < TOGETHER else lines[:1]


def _by_rank(match: Match) -> Collection[str]:
    return game_of(match.game).rules.ends_by_rank


def _sayable(slug: str) -> Collection[str]:
    """Return the codes of a game's facts that a bulletin may mention."""
    return game_of(slug).words.facts
