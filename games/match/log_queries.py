"""Queries on a match's log of writes, which also names the match that replaced it."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.match.redaction import discreet
from games.models import Change, Match
from games.queries import matches
from games.registry.installed import game_of


def was_written(match: Match, client_id: UUID | None) -> bool:
    """Say whether a write with this `client_id` was made on the match."""
    return client_id is not None and match.changes.filter(client_id=client_id).exists()


def recorded_since(match: Match, version: int | None) -> list[Change]:
    """Return the lines recorded after a version and not taken back since, oldest first."""
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
    """Return the line that the newest write took back; None if the newest write is of another
    kind.
    """
    change = match.changes.filter(version=match.version, kind=Change.Kind.TAKE_BACK).first()
    return None if change is None else change.before


def history(match: Match) -> QuerySet[Change]:
    """Return every write on a match, oldest first."""
    return Change.objects.filter(match=match).select_related("by__player").order_by("version")


def public_history(match: Match) -> list[Change]:
    """Return every write on a match, oldest first, with the names that the public may read."""
    alone = game_of(match.game).seats.sides is None
    return discreet(list(history(match)), alone=alone, club=match.club)


def public_history_part(match: Match, before: int | None, most: int) -> list[Change]:
    """Return a part of the public history, oldest first.

    The part is the newest `most` writes on the match, or the last `most` before a version.
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
    """Return the id of the newest match that replaced this one, or None."""
    change = _following(match)
    return None if change is None else change.after["next_match"]


def rematch_of(match: Match) -> Match | None:
    """Return the match that replaced this one.

    Return None if there is none, or if a line of this match has changed since it was replaced.
    """
    change = _following(match)
    if change is None:
        return None
    lines = (Change.Kind.RECORD, Change.Kind.CORRECT, Change.Kind.TAKE_BACK)
    if match.changes.filter(version__gt=change.version, kind__in=lines).exists():
        return None
    return matches().filter(pk=change.after["next_match"]).first()


def _following(match: Match) -> Any:
    kinds = (Change.Kind.PATCH, Change.Kind.ABANDON)
    followed = Change.objects.filter(match=match, kind__in=kinds, after__has_key="next_match")
    return followed.order_by("-version").first()
