"""Reads of a club's honours (« palmarès »): who won its tournaments and challenges, by year."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.callers import Caller
from clubs.models import Club
from core.removed import together
from tournaments import permissions, queries
from tournaments.challenges import queries as challenges
from tournaments.challenges.queries import ChallengeTable
from tournaments.models import Challenge, Tournament
from tournaments.queries import PlaceTold

# The most tournaments, and the most frozen challenges, that the honours of a year list.
MOST, MOST_CHALLENGES = 400, 20


@dataclass(frozen=True, slots=True)
class Honour:
    """A finished tournament or a frozen challenge, with its podium.

    `tournament` or `challenge` is its key; the other one is None. `date` is the day of the
    tournament, or the last day of the challenge.
    """

    name: str
    date: dt.date
    podium: Sequence[PlaceTold]
    tournament: str | None = None
    challenge: str | None = None


@dataclass(frozen=True, slots=True)
class Honours:
    """A club's honours of a year, newest first, and the years that have any."""

    years: Sequence[int]
    year: int | None
    honours: Sequence[Honour]


def over(club: Club, caller: Caller) -> QuerySet[Tournament]:
    """Return the club's finished tournaments that the caller may see, newest first."""
    rows = permissions.visible_of(club, caller).filter(state=Tournament.State.FINISHED)
    return rows.order_by("-date", "-created_at", "pk")


def _frozen(club: Club, caller: Caller) -> QuerySet[Challenge]:
    rows = challenges.visible(caller).filter(challenges.of_club(club))
    return rows.filter(frozen_at__isnull=False).order_by("-last", "pk")


def honours_of(club: Club, caller: Caller, year: int | None = None) -> Honours:
    """Return a club's honours of a year; without `year`, those of the last year that has any.

    It takes six queries, and those of each frozen challenge of the year.
    """
    played, won = over(club, caller), _frozen(club, caller)
    days = [*played.dates("date", "year"), *won.dates("last", "year")]
    years = sorted({day.year for day in days}, reverse=True)
    chosen = year if year in years or year is None else None
    if year is None and years:
        chosen = years[0]
    if chosen is None:
        return Honours(years, year, ())
    tournaments = played.filter(date__year=chosen)[:MOST]
    challenges = won.filter(last__year=chosen)[:MOST_CHALLENGES]
    return Honours(years, chosen, _honours(tournaments, challenges))


def last_honours(
    club: Club, caller: Caller, most: int, challenges: Iterable[Challenge]
) -> list[Honour]:
    """Return the club's last honours, newest first, whatever their years.

    `challenges` are the club's latest; only the frozen ones appear. Makes five queries, and those
    of each frozen challenge's table.
    """
    frozen = [challenge for challenge in challenges if challenge.frozen_at is not None]
    return _honours(over(club, caller)[:most], frozen[:most])[:most]


def _honours(tournaments: Iterable[Tournament], challenges: Iterable[Challenge]) -> list[Honour]:
    played = list(tournaments)
    podiums = queries.podiums(played)
    honours = [
        Honour(
            challenge.name,
            challenge.last,
            _podium(ChallengeTable(challenge)),
            challenge=challenge.pk,
        )
        for challenge in challenges
    ]
    honours += [
        Honour(
            tournament.name,
            tournament.date,
            podiums.get(tournament.pk, ()),
            tournament=tournament.pk,
        )
        for tournament in played
    ]
    return sorted(honours, key=lambda honour: honour.date, reverse=True)


def _podium(table: ChallengeTable) -> list[PlaceTold]:
    first = [line for line in table.lines if line.rank <= 3]
    return [
        PlaceTold(line.rank, together(names), names)
        for line, names in ((line, [person.name for person in table.names(line)]) for line in first)
    ]
