"""Reads of challenges: their evenings from the rows of tournaments, and their tables."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet

from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club, ClubPlayer, Player, most_careful, shown_as
from clubs.queries import survivors, visible_clubs
from core.names import name_key
from core.removed import REMOVED, REMOVED_STORED
from games.errors import NotFound
from tournaments import queries, storage
from tournaments.challenges.night_queries import night_key, nights_of
from tournaments.challenges.spellings import one_guest
from tournaments.challenges.table import (
    ChallengeEvening,
    ChallengeRules,
    CompetitorLine,
    EveningOutcome,
    Person,
    table,
)
from tournaments.errors import Denied
from tournaments.models import Challenge, Entrant, FinalPlace, Member, Tournament
from tournaments.queries import TOURNAMENT_ID

MEMBER = tuple[int | None, str]


def visible(caller: Caller) -> QuerySet[Challenge]:
    """Return the challenges of which the caller may see every club."""
    seen = visible_clubs(caller).values("pk")
    unseen = Challenge.clubs.through.objects.exclude(club__in=seen).values("challenge")
    rows = Challenge.objects.select_related("club").prefetch_related("clubs")
    return rows.filter(club__in=seen).exclude(pk__in=unseen)


def of_club(club: Club) -> Q:
    """Return the condition for the challenges of a club, also those that it shares."""
    shared = Challenge.clubs.through.objects.filter(club=club)
    return Q(club=club) | Q(pk__in=shared.values("challenge"))


def find(challenge_id: str, caller: Caller, *, lock: bool = False) -> Challenge:
    """Return a challenge that the caller may see; `NotFound` otherwise. `lock` locks its row."""
    challenge = None
    if TOURNAMENT_ID.fullmatch(challenge_id):
        challenge = visible(caller).filter(pk=challenge_id).first()
    if challenge is None:
        raise NotFound
    if lock:
        rows = Challenge.objects.select_for_update(of=("self",)).select_related("club")
        challenge = rows.get(pk=challenge.pk)
    return challenge


def can_run(challenge: Challenge, caller: Caller) -> bool:
    """Return whether the caller may change a challenge: only those who run its club's tournaments
    may.
    """
    return caller.may("run_tournaments", challenge.club)


def check_may_run(challenge: Challenge, caller: Caller) -> None:
    """Raise `Denied` if the caller may not change the challenge."""
    if not can_run(challenge, caller):
        raise Denied("run_needed")


def matching(challenge: Challenge) -> QuerySet[Tournament]:
    """Return the tournaments that count: those chosen, or all of its clubs, its game and its dates.

    Only public ones count, because the table shows their places to everybody.
    """
    rows = Tournament.objects.filter(public=True).exclude(state=Tournament.State.DRAFT)
    if challenge.chosen:
        return rows.filter(pk__in=challenge.tournaments.values("pk"))
    ours = Q(club=challenge.club) | Q(club__in=challenge.clubs.values("pk"))
    rows = rows.filter(ours, date__gte=challenge.first, date__lte=challenge.last)
    return rows.filter(game=challenge.game) if challenge.game else rows


@dataclass(frozen=True, slots=True)
class EveningTold:
    """An evening as a page displays it.

    `tournament` or `table` is the source of its results. If both are None, its results come from
    the ordinary matches of the day.
    """

    key: str
    name: str
    date: dt.date
    tournament: str | None = None
    table: int | None = None
    running: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeEvenings:
    """The evenings that count for a challenge. `guests` holds guests' names, by their keys."""

    descriptions: Sequence[EveningTold]
    evenings: Sequence[ChallengeEvening]
    guests: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON that a frozen challenge stores."""
        return {
            "evenings": [
                {
                    "key": description.key,
                    "name": description.name,
                    "date": description.date.isoformat(),
                    "tournament": description.tournament,
                    "table": description.table,
                    "outcomes": [
                        {
                            "people": list(outcome.people),
                            "rank": outcome.rank,
                            "own": str(outcome.own),
                            "won": outcome.won,
                            "given": None if outcome.given is None else str(outcome.given),
                        }
                        for outcome in evening.outcomes
                    ],
                }
                for description, evening in zip(self.descriptions, self.evenings, strict=True)
            ],
            "guests": dict(self.guests),
        }


def _frozen(data: Mapping[str, Any]) -> ChallengeEvenings:
    descriptions, evenings = [], []
    now = _now(
        person
        for evening in data["evenings"]
        for outcome in evening["outcomes"]
        for person in outcome["people"]
    )
    for evening in data["evenings"]:
        date = dt.date.fromisoformat(evening["date"])
        descriptions.append(
            EveningTold(
                evening["key"], evening["name"], date, evening["tournament"], evening["table"]
            )
        )
        outcomes = tuple(
            EveningOutcome(
                tuple(now.get(person, person) for person in outcome["people"]),
                outcome["rank"],
                Fraction(outcome["own"]),
                outcome["won"],
                None if outcome["given"] is None else Fraction(outcome["given"]),
            )
            for outcome in evening["outcomes"]
        )
        evenings.append(ChallengeEvening(evening["key"], outcomes))
    return ChallengeEvenings(descriptions, evenings, data["guests"])


def _now(people: Iterable[Person | None]) -> dict[Person, int]:
    """Return the present ids of stored people, by stored id. Some may have been merged since."""
    players = survivors({person for person in people if isinstance(person, int)})
    return {number: player.pk for number, player in players.items()}


def played(challenge: Challenge, *, finished_only: bool = False) -> ChallengeEvenings:
    """Return the evenings of a challenge, oldest first: present ones, or those that were frozen.

    `finished_only` leaves out tournaments that are not over.
    """
    if challenge.frozen is not None:
        return _frozen(challenge.frozen)
    guests: dict[str, str] = {}
    pairs = [
        *_tournaments(challenge, guests, finished_only=finished_only),
        *_entered(challenge, guests),
        *_nights(challenge, guests),
    ]
    pairs.sort(key=lambda pair: (pair[0].date, pair[0].key))
    evenings = [evening for _description, evening in pairs]
    return ChallengeEvenings(
        [description for description, _evening in pairs], one_guest(evenings, guests), guests
    )


def _tournaments(
    challenge: Challenge, guests: dict[str, str], *, finished_only: bool
) -> Iterable[tuple[EveningTold, ChallengeEvening]]:
    """Yield finished tournaments with their stored places, and others with their present places."""
    counted = matching(challenge).filter(past=False).order_by("date", "pk")
    if finished_only:
        counted = counted.filter(state=Tournament.State.FINISHED)
    rows = list(counted)
    over = [tournament.pk for tournament in rows if tournament.state == Tournament.State.FINISHED]
    places: dict[str, list[FinalPlace]] = {}
    for place in FinalPlace.objects.filter(tournament__in=over).order_by("rank", "pk"):
        places.setdefault(place.tournament_id, []).append(place)
    people = _people(over, guests)
    for tournament in rows:
        if tournament.state == Tournament.State.FINISHED:
            outcomes = tuple(
                EveningOutcome(people[at.entrant_id], at.rank, Fraction(at.points), at.won)
                for at in places.get(tournament.pk, ())
            )
        else:
            outcomes = _under_way(tournament, guests)
        if outcomes:
            running = tournament.state != Tournament.State.FINISHED
            description = EveningTold(
                tournament.pk,
                tournament.name,
                tournament.date,
                tournament=tournament.pk,
                running=running,
            )
            yield description, ChallengeEvening(tournament.pk, outcomes)


def _nights(
    challenge: Challenge, guests: dict[str, str]
) -> Iterable[tuple[EveningTold, ChallengeEvening]]:
    """Yield the evenings of ordinary matches, each under the name of its club."""
    if not challenge.nights:
        return
    names = {club.pk: club.name for club in (challenge.club, *challenge.clubs.all())}
    for day, club, outcomes in nights_of(challenge, guests):
        key = night_key(day, club)
        yield EveningTold(key, names[club], day), ChallengeEvening(key, outcomes)


def _people(tournaments: Collection[str], guests: dict[str, str]) -> dict[int, tuple[Person, ...]]:
    """Return the people of each entrant, by its row."""
    members: dict[int, list[MEMBER]] = {}
    rows = Member.objects.filter(tournament__in=tournaments).order_by("entrant_id", "place")
    for entrant, player, guest in rows.values_list("entrant_id", "player_id", "guest_name"):
        members.setdefault(entrant, []).append((player, guest))
    named = Entrant.objects.filter(tournament__in=tournaments).values_list("pk", "name")
    return {pk: persons_of(members.get(pk) or [(None, name)], guests) for pk, name in named}


def persons_of(members: Iterable[MEMBER], guests: dict[str, str]) -> tuple[Person, ...]:
    """Return the keys of people.

    The names of those who are not known players are added to `guests`.
    """
    persons: list[Person] = []
    for player, guest in members:
        if player is None:
            guests.setdefault(name_key(guest), guest)
        persons.append(name_key(guest) if player is None else player)
    return tuple(persons)


def _under_way(tournament: Tournament, guests: dict[str, str]) -> tuple[EveningOutcome, ...]:
    folded = storage.load(tournament)
    if not any(drawn.state != "draft" for drawn in folded.rounds):
        return ()
    known = {entrant.number: entrant for entrant in folded.entrants}
    return tuple(
        EveningOutcome(
            persons_of(known[at.entrant].members or [(None, known[at.entrant].name)], guests),
            at.rank,
            at.points,
            at.won,
        )
        for at in queries.standing_places(folded)
    )


def _entered(
    challenge: Challenge, guests: dict[str, str]
) -> Iterable[tuple[EveningTold, ChallengeEvening]]:
    tables = list(challenge.tables.all())
    now = _now(
        player for entered in tables for row in entered.rows for player, _name in row["people"]
    )
    for entered in tables:
        key = f"table {entered.pk}"
        outcomes = tuple(
            EveningOutcome(
                persons_of([(now.get(player), name) for player, name in row["people"]], guests),
                row["rank"],
                given=None if row["points"] is None else Fraction(row["points"]),
            )
            for row in entered.rows
        )
        yield (
            EveningTold(key, entered.name, entered.date, table=entered.pk),
            ChallengeEvening(key, outcomes),
        )


def rules_of(challenge: Challenge) -> ChallengeRules:
    """Return how a challenge counts."""
    return ChallengeRules(
        scale=challenge.scale,  # type: ignore[arg-type]
        places=tuple(Fraction(str(points)) for points in challenge.places),
        worth=Fraction(challenge.worth),
        coming=Fraction(challenge.coming),
        best=challenge.best,
        worst=challenge.worst,
        pairs=challenge.pairs,
        lots=challenge.lots,
        seed=challenge.seed,
    )


@dataclass(frozen=True, slots=True)
class PersonTold:
    """A person in the table, under the name that anybody may read.

    `player` is None if the person is hidden, or is not a known player.
    """

    player: int | None
    name: str


class ChallengeTable:
    """A challenge with its evenings and its table, as everybody who may see it reads them."""

    def __init__(self, challenge: Challenge, *, finished_only: bool = False) -> None:
        """Read a challenge. `finished_only` leaves out tournaments that are not over."""
        self.challenge = challenge
        self.finished_only = finished_only

    @cached_property
    def played(self) -> ChallengeEvenings:
        """The evenings of the challenge."""
        return played(self.challenge, finished_only=self.finished_only)

    @cached_property
    def lines(self) -> list[CompetitorLine]:
        """The lines of the table, best first."""
        return table(self.played.evenings, rules_of(self.challenge))

    @cached_property
    def people(self) -> dict[Person, PersonTold]:
        """The people of the table, each under the least revealing name that one of its clubs
        shows.
        """
        persons = {person for line in self.lines for person in line.competitor}
        known = Player.objects.in_bulk([person for person in persons if isinstance(person, int)])
        called_in(self.challenge.club, known.values())
        others = [club.pk for club in self.challenge.clubs.all()]
        care: dict[int, str] = {pk: player.shown_here for pk, player in known.items()}
        lists = ClubPlayer.objects.filter(club__in=others, player__in=known)
        for player, visibility in lists.exclude(shown=Player.Shown.FULL).values_list(
            "player", "shown"
        ):
            care[player] = most_careful(care[player], visibility)
        people: dict[Person, PersonTold] = {
            pk: PersonTold(
                None if care[pk] in (Player.Shown.HIDDEN, Player.Shown.REMOVED) else pk,
                shown_as(player.called, care[pk]),
            )
            for pk, player in known.items()
        }
        for person in persons - people.keys():
            name = self.played.guests.get(person, person) if isinstance(person, str) else "?"
            gone = name.startswith(REMOVED_STORED)
            people[person] = PersonTold(None, str(REMOVED) if gone else name)
        return people

    def names(self, line: CompetitorLine) -> list[PersonTold]:
        """Return the people of a line."""
        return [self.people[person] for person in line.competitor]
