"""The data about an account in matches, for the export of personal data.

They are the matches in which the account's person sat or that the account started, and the changes
that the account made. The names of other people in these changes are exported as the match's own
page shows them. They are left out if the account may no longer read that page.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from clubs.callers import Caller
from clubs.models import User
from clubs.queries import visible_clubs
from clubs.signals import account_exported
from games.match.redaction import discreet
from games.models import Change, Match, Seat
from games.registry.installed import game_of
from games.services.forgetting import NAMING, matches_of


@receiver(account_exported)
def export_matches(sender: Any, user: User, **kwargs: Any) -> dict[str, Any]:
    """Return the matches in which the account sat or that it started, and every change that it
    made.
    """
    made = list(Change.objects.filter(by=user).order_by("at", "id"))
    written = Match.objects.filter(pk__in={change.match_id for change in made})
    readable = Q(club=None) | Q(club__in=visible_clubs(Caller(user=user)))
    seen = written.filter(readable).select_related("club").in_bulk()
    changes = _public_changes(made, seen)
    return {"matches": _matches(user, readable), "changes": changes}


def _matches(user: User, readable: Q) -> list[dict[str, Any]]:
    seats = dict(Seat.objects.filter(player__user=user).values_list("match_id", "number"))
    own = matches_of(user.pk).select_related("club").order_by("started_at", "id")
    seen = set(own.filter(readable).values_list("pk", flat=True))
    return [
        {
            "id": match.pk,
            "game": match.game,
            "club": match.club.slug if match.club and match.pk in seen else None,
            "status": match.status,
            "started_at": match.started_at,
            "finished_at": match.finished_at,
            "started": match.starter_id == user.pk,
            "seat": seats.get(match.pk),
        }
        for match in own
    ]


def _public_changes(made: list[Change], seen: Mapping[str, Match]) -> list[dict[str, Any]]:
    naming: dict[str, list[Change]] = defaultdict(list)
    for change in made:
        if change.kind in NAMING and change.match_id in seen:
            naming[change.match_id].append(change)
    seated: dict[str, list[Change]] = defaultdict(list)
    for change in Change.objects.filter(match__in=list(naming), kind__in=NAMING):
        seated[change.match_id].append(change)
    for number, changes in naming.items():
        match = seen[number]
        alone = game_of(match.game).seats.sides is None
        discreet(changes, alone=alone, club=match.club, seated=seated[number])
    return [
        {
            "match": change.match_id,
            "version": change.version,
            "kind": change.kind,
            "number": change.number,
            "before": change.before if change.match_id in seen else None,
            "after": change.after if change.match_id in seen else None,
            "at": change.at,
        }
        for change in made
    ]
