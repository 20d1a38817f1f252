"""Writes on challenges: making, changing, freezing and thawing them, and tables entered by hand."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.lists.judging import NO_CHOICE, Choices, Judged, judge
from clubs.lists.near import Directory
from clubs.lists.reading import read
from clubs.models import Club
from clubs.queries import directory_of
from core.names import name_key
from games.errors import NotFound
from games.presentation.wording import plain_figures
from tournaments.challenges import queries as challenges
from tournaments.errors import Denied, Refused
from tournaments.models import Challenge, EnteredTable, Tournament
from tournaments.services.entrants.seating import BETWEEN

# The limits of rows in one entered table, and of entered tables in a challenge. No club has more
# people than `MOST_ROWS`.
MOST_ROWS = 1000
MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class ChallengeAsked:
    """The values for a new challenge. Their types are already checked."""

    club: Club
    name: str
    first: dt.date
    last: dt.date
    values: Mapping[str, Any] = field(default_factory=dict)
    clubs: Sequence[Club] = ()
    # The tournaments chosen by hand; None if all tournaments that match the other values count.
    tournaments: Sequence[Tournament] | None = None


# The fields that a change copies without further checks.
PLAIN: tuple[str, ...] = (
    *("name", "first", "last", "game"),
    *("scale", "places", "worth", "coming", "best", "worst", "pairs", "nights", "lots"),
)


@transaction.atomic
def make_challenge(*, terms: ChallengeAsked, caller: Caller) -> Challenge:
    """Make a challenge of a club, and return it.

    Raise `Denied` if the caller may not run tournaments of the club, or `Refused` if a value
    can't be accepted.
    """
    if not caller.may("run_tournaments", terms.club):
        raise Denied("run_needed")
    challenge = Challenge(
        club=terms.club,
        name=terms.name,
        first=terms.first,
        last=terms.last,
        made_by=caller.account,
        **terms.values,
    )
    _check(challenge)
    challenge.save(force_insert=True)
    _set_clubs(challenge, terms.clubs, caller)
    _set_tournaments(challenge, terms.tournaments)
    challenge.save(update_fields=["chosen"])
    return challenge


@transaction.atomic
def change_challenge(*, challenge_id: str, changes: Mapping[str, Any], caller: Caller) -> Challenge:
    """Change a challenge, and return it.

    Raise `NotFound` if the caller may not see it, `Denied` if the caller may not run it, or
    `Refused` if it is frozen or a value can't be accepted.
    """
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
    """Delete a challenge. Its tournaments are not deleted. Raise `Refused` if it is frozen."""
    _held(challenge_id, caller).delete()


@transaction.atomic
def enter_table(
    *,
    challenge_id: str,
    name: str,
    date: dt.date,
    text: str,
    caller: Caller,
    choices: Choices | None = None,
) -> EnteredTable:
    """Enter the table of an evening that was not played here. Each line is an entrant, best first.

    Points may stand at the end of a line: « Anne & Bruno ; 12 ». `choices` are the choices made
    on a preview of the table; lines left out there are skipped. Without `choices`, the whole
    table is refused if a line can't be read. Raise `ListFault`, or `Refused` with `table_empty`,
    `line_unread`, `points_missing` or `tables_too_many`.
    """
    challenge = _held(challenge_id, caller)
    if challenge.tables.count() >= MOST_TABLES:
        raise Refused("tables_too_many")
    read_ = table_preview(challenge, text, caller, choices or NO_CHOICE)
    rows = _rows(read_, whole=choices is None)
    return EnteredTable.objects.create(challenge=challenge, name=name, date=date, rows=rows)


@transaction.atomic
def remove_table(*, challenge_id: str, table_id: int, caller: Caller) -> None:
    """Remove a table that was entered by hand. Raise `NotFound` if the challenge has no such
    table.
    """
    table = _held(challenge_id, caller).tables.filter(pk=table_id).first()
    if table is None:
        raise NotFound
    table.delete()


@transaction.atomic
def freeze_challenge(*, challenge_id: str, caller: Caller) -> Challenge:
    """Freeze a challenge: store its present results, so that later corrections do not change it.

    Raise `Refused` `challenge_running` if one of its tournaments is not over.
    """
    challenge = _held(challenge_id, caller, frozen=True)
    if challenge.frozen is None:
        season = challenges.played(challenge)
        if any(evening.running for evening in season.descriptions):
            raise Refused("challenge_running")
        challenge.frozen, challenge.frozen_at = season.to_json(), timezone.now()
        challenge.save(update_fields=["frozen", "frozen_at"])
    return challenge


@transaction.atomic
def thaw_challenge(*, challenge_id: str, caller: Caller) -> Challenge:
    """Undo the freezing of a challenge, so that its table is computed from its tournaments
    again.
    """
    challenge = _held(challenge_id, caller, frozen=True)
    challenge.frozen, challenge.frozen_at = None, None
    challenge.save(update_fields=["frozen", "frozen_at"])
    return challenge


def _held(challenge_id: str, caller: Caller, *, frozen: bool = False) -> Challenge:
    """Return a challenge with its row locked. Raise `Denied` if the caller may not run it.

    A frozen challenge is refused, unless `frozen` is True.
    """
    challenge = challenges.find(challenge_id, caller, lock=True)
    challenges.check_may_run(challenge, caller)
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
    """Set the other clubs that take part. The caller must be allowed to run tournaments of each of
    them.

    Without this rule a challenge could publish results of a club without its consent.
    """
    if any(not caller.may("run_tournaments", club) for club in clubs):
        raise Refused("club_not_run", "clubs")
    challenge.clubs.set([club for club in clubs if club != challenge.club])


def _set_tournaments(challenge: Challenge, chosen: Sequence[Tournament] | None) -> None:
    clubs = {challenge.club_id, *challenge.clubs.values_list("pk", flat=True)}
    if any(tournament.club_id not in clubs for tournament in chosen or ()):
        raise Refused("tournament_elsewhere", "tournaments")
    challenge.chosen = chosen is not None
    challenge.tournaments.set(chosen or ())


# --- Pasted tables
# ------------------------------------------------------------------------------

_RANK = re.compile(r"\s*\d{1,4}\s*[.)\t;|]\s*")
_FIGURE = r"(-?\d{1,6}(?:[.,]\d{1,2})?)"
# A number at the end of a line is read as points if a separator stands before it or a unit after
# it. After only a space it may be the end of a name: « Paire 2 ».
_POINTS = re.compile(
    rf"(?:^|[\t;|:=]|(?<!\d),)\s*{_FIGURE}\s*(?:pts?\.?)?\s*$|\s{_FIGURE}\s*pts?\.?\s*$"
)
_SPACED = re.compile(rf"\s+{_FIGURE}\s*$")
# The titles of the columns of ranks and points. The other columns are read as in a list of
# entrants.
_RANK_TITLE = re.compile(r"^\s*(?:rang|place|rank|pl\.?|n°|#)\s*[\t;|,]\s*", re.IGNORECASE)
_POINTS_TITLE = re.compile(r"\s*[\t;|,]\s*(?:points?|pts?\.?|total|score)\s*$", re.IGNORECASE)
# Remarks on lines that are not entrants. These lines are left out without asking.
BESIDE = ("header", "total", "dropped")


@dataclass(frozen=True, slots=True)
class TableRead:
    """A pasted table: its rows, read like a list of entrants, and the points by line number.

    `size` is the most people that a line may have.
    """

    rows: Sequence[Judged]
    points: Mapping[int, Fraction]
    size: int


def table_preview(
    challenge: Challenge, text: str, caller: Caller, choices: Choices = NO_CHOICE
) -> TableRead:
    """Read a pasted table, and compare its names with the people of all clubs of the challenge.

    Nothing is stored. Raise `ListFault` if the text can't be read as a list.
    """
    lines = [
        _RANK.sub("", line, count=1) if _RANK.match(line) else line
        for line in map(plain_figures, text.splitlines())
    ]
    sign = _points_sign(lines)
    names: list[str] = []
    points: dict[int, Fraction] = {}
    for at, line in enumerate(lines, start=1):
        name = line
        if sign and (match_ := sign.search(name)):
            name = name[: match_.start()]
            figure = next(group for group in match_.groups() if group)
            points[at] = Fraction(figure.replace(",", "."))
        name = _POINTS_TITLE.sub("", _RANK_TITLE.sub("", name))
        names.append(name.strip(" \t;|:=,"))
    size = 2 if any(BETWEEN.search(name) for name in names) else 1
    rows = read("\n".join(names), size=size)
    return TableRead(judge(rows, _directory(challenge, caller), (), choices), points, size)


def _points_sign(lines: Sequence[str]) -> re.Pattern[str] | None:
    """Return the pattern that finds the points in this table's lines; None if the table has no
    points.

    A number after only a space counts as points under three conditions: no line has another
    separator, most lines end with a number, and the names without it are all different.
    """
    if any(map(_POINTS.search, lines)):
        return _POINTS
    ends = [(line, match_) for line in lines if (match_ := _SPACED.search(line))]
    names = {name_key(line[: match_.start()]) for line, match_ in ends}
    several = len(ends) * 2 > sum(bool(line.strip()) for line in lines)
    return _SPACED if several and len(names) == len(ends) else None


def _directory(challenge: Challenge, caller: Caller) -> Directory:
    """Return the people of all clubs of the challenge. A player of two clubs may have two names."""
    known = {
        (person.player, name_key(person.name)): person
        for club in (challenge.club, *challenge.clubs.all())
        for people in directory_of(club, caller).exact.values()
        for person in people
    }
    return Directory.of(known.values())


def _rows(table: TableRead, *, whole: bool) -> list[dict[str, Any]]:
    entered = [judged for judged in table.rows if not judged.out]
    lines = {judged.row.at for judged in table.rows}
    unread = [at for at in sorted(table.points) if at not in lines] + [
        judged.row.at
        for judged in table.rows
        if judged.out and not any(remark.code in BESIDE for remark in judged.row.remarks)
    ]
    if whole and unread:
        raise Refused("line_unread", "text", line=min(unread))
    if not entered:
        raise Refused("table_empty", "text")
    if len(entered) > MOST_ROWS:
        raise Refused("table_too_long", "text")
    figures = [table.points.get(judged.row.at) for judged in entered]
    counted = [points for points in figures if points is not None]
    if counted and len(counted) < len(entered):
        raise Refused("points_missing", "text")
    return [
        {
            "people": [
                [None, person.name] if person.player is None else [person.player, ""]
                for person in judged.people
            ]
            or [[None, judged.called]],
            # The rank is decided by the points, or by the order of the lines if there are no
            # points.
            "rank": at if points is None else 1 + sum(other > points for other in counted),
            "points": None if points is None else str(points),
        }
        for at, (judged, points) in enumerate(zip(entered, figures, strict=True), start=1)
    ]
