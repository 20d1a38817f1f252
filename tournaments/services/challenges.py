"""Writes on challenges: made, changed, an evening's table entered by hand, frozen and thawed."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer
from clubs.names import clean_name, name_key
from games.errors import NotFound
from tournaments import seasons
from tournaments.errors import Denied, Refused
from tournaments.models import Challenge, EnteredTable, Tournament
from tournaments.services.seating import BETWEEN

# More than any club has people.
MOST_ROWS = 1000
MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class ChallengeAsked:
    """A challenge as it is asked for; its shapes are checked."""

    club: Club
    name: str
    first: dt.date
    last: dt.date
    values: Mapping[str, Any] = field(default_factory=dict)
    clubs: Sequence[Club] = ()
    # None: all tournaments that match.
    tournaments: Sequence[Tournament] | None = None


# What a change of a challenge may set as it is.
PLAIN: tuple[str, ...] = (
    *("name", "first", "last", "game"),
    *("scale", "places", "worth", "coming", "best", "worst", "pairs"),
)


@transaction.atomic
def make_challenge(*, asked: ChallengeAsked, caller: Caller) -> Challenge:
    """Make a challenge of a club. Raises `Denied`, `Refused`."""
    if not caller.may("run_tournaments", asked.club):
        raise Denied("run_needed")
    challenge = Challenge(
        club=asked.club,
        name=asked.name,
        first=asked.first,
        last=asked.last,
        made_by=caller.account,
        **asked.values,
    )
    _check(challenge)
    challenge.save(force_insert=True)
    _set_clubs(challenge, asked.clubs, caller)
    _set_tournaments(challenge, asked.tournaments)
    challenge.save(update_fields=["chosen"])
    return challenge


@transaction.atomic
def change_challenge(*, challenge_id: str, changes: Mapping[str, Any], caller: Caller) -> Challenge:
    """Change how a challenge counts. Raises `NotFound`, `Denied`, `Refused`."""
    challenge = _held(challenge_id, caller)
    for name in PLAIN:
        if name in changes:
            setattr(challenge, name, changes[name])
    _check(challenge)
    if "clubs" in changes:
        _set_clubs(challenge, changes["clubs"], caller)
    if "tournaments" in changes:
        _set_tournaments(challenge, changes["tournaments"])
    challenge.save()
    return challenge


@transaction.atomic
def delete_challenge(*, challenge_id: str, caller: Caller) -> None:
    """Delete a challenge that is not frozen; its tournaments stay."""
    _held(challenge_id, caller).delete()


@transaction.atomic
def enter_table(
    *, challenge_id: str, name: str, date: dt.date, text: str, caller: Caller
) -> EnteredTable:
    """Enter the table of an evening that was not played here, best first, a line each.

    « Anne & Bruno ; 12 »: the points may stand at the end of the line. Raises `table_empty`,
    `line_unread`, `points_missing`.
    """
    challenge = _held(challenge_id, caller)
    if challenge.tables.count() >= MOST_TABLES:
        raise Refused("tables_too_many")
    rows = _rows(challenge, text)
    return EnteredTable.objects.create(challenge=challenge, name=name, date=date, rows=rows)


@transaction.atomic
def remove_table(*, challenge_id: str, table_id: int, caller: Caller) -> None:
    """Remove a table that was entered. Raises `NotFound` for one that is not there."""
    found = _held(challenge_id, caller).tables.filter(pk=table_id).first()
    if found is None:
        raise NotFound
    found.delete()


@transaction.atomic
def freeze_challenge(*, challenge_id: str, caller: Caller) -> Challenge:
    """Keep a challenge as it stands now: later corrections no longer change it."""
    challenge = _held(challenge_id, caller, frozen=True)
    if challenge.frozen is None:
        found = seasons.played(challenge)
        if any(told.running for told in found.told):
            raise Refused("challenge_running")
        challenge.frozen, challenge.frozen_at = found.to_json(), timezone.now()
        challenge.save(update_fields=["frozen", "frozen_at"])
    return challenge


@transaction.atomic
def thaw_challenge(*, challenge_id: str, caller: Caller) -> Challenge:
    """Let a frozen challenge follow its tournaments again."""
    challenge = _held(challenge_id, caller, frozen=True)
    challenge.frozen, challenge.frozen_at = None, None
    challenge.save(update_fields=["frozen", "frozen_at"])
    return challenge


def _held(challenge_id: str, caller: Caller, *, frozen: bool = False) -> Challenge:
    """Lock a challenge for somebody who runs it; a frozen one is not changed."""
    challenge = seasons.find(challenge_id, caller, lock=True)
    seasons.check_may_run(challenge, caller)
    if challenge.frozen is not None and not frozen:
        raise Refused("challenge_frozen")
    return challenge


def _check(challenge: Challenge) -> None:
    if challenge.last < challenge.first:
        raise Refused("dates_reversed", "last")
    if challenge.scale == Challenge.Scale.LIST and not challenge.places:
        raise Refused("places_needed", "places")
    if challenge.best is not None and challenge.worst is not None:
        raise Refused("best_or_worst", "worst")


def _set_clubs(challenge: Challenge, clubs: Sequence[Club], caller: Caller) -> None:
    """Let other clubs take part: their results are told, so by who runs their tournaments too."""
    if any(not caller.may("run_tournaments", club) for club in clubs):
        raise Refused("club_not_run", "clubs")
    challenge.clubs.set([club for club in clubs if club != challenge.club])


def _set_tournaments(challenge: Challenge, chosen: Sequence[Tournament] | None) -> None:
    clubs = {challenge.club_id, *challenge.clubs.values_list("pk", flat=True)}
    if any(one.club_id not in clubs for one in chosen or ()):
        raise Refused("tournament_elsewhere", "tournaments")
    challenge.chosen = chosen is not None
    challenge.tournaments.set(chosen or ())


# --- A table as it was pasted ------------------------------------------------------------------

_RANK = re.compile(r"\s*\d{1,4}\s*[.)\t;|]\s*")
_POINTS = re.compile(r"(?:^|[\t;|:=,]|\s)\s*([-−]?\d{1,6}(?:[.,]\d{1,2})?)\s*(?:pts?\.?)?\s*$")


def _rows(challenge: Challenge, text: str) -> list[dict[str, Any]]:
    lines = [_read(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise Refused("table_empty", "text")
    if len(lines) > MOST_ROWS:
        raise Refused("table_too_long", "text")
    counted = [points for _people, points in lines if points is not None]
    if counted and len(counted) < len(lines):
        raise Refused("points_missing", "text")
    known = _known(challenge, [name for people, _points in lines for name in people])
    return [
        {
            "people": [
                [known[name_key(name)], ""] if name_key(name) in known else [None, name]
                for name in people
            ],
            # With points they say the order; else the order of the lines does.
            "rank": at if points is None else 1 + sum(other > points for other in counted),
            "points": None if points is None else str(points),
        }
        for at, (people, points) in enumerate(lines, start=1)
    ]


def _read(at: int, line: str) -> tuple[list[str], Fraction | None]:
    """Return the people and the points of a line."""
    told = _RANK.sub("", line, count=1) if _RANK.match(line) else line
    found = _POINTS.search(told)
    points = None
    if found:
        told = told[: found.start()]
        points = Fraction(found[1].replace("−", "-").replace(",", "."))
    try:
        people = list(_people(told.strip(" \t;|:=,")))
    except Refused as refusal:
        raise Refused("line_unread", "text", line=at) from refusal
    if not people:
        raise Refused("line_unread", "text", line=at)
    return people, points


def _people(text: str) -> Iterator[str]:
    for part in BETWEEN.split(text):
        if part.strip():
            yield clean_name(part)


def _known(challenge: Challenge, names: Sequence[str]) -> dict[str, int]:
    """Return the club's players of those names, by the name's key."""
    keys = {name_key(name) for name in names}
    rows = ClubPlayer.objects.filter(club=challenge.club, name_key__in=keys)
    return dict(rows.values_list("name_key", "player_id"))
