"""Removes a person's name from matches. The results stay, without the name."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from clubs.models import User
from clubs.signals import account_deleted, player_forgotten
from core.names import initials, name_key
from games.match.match_cache import memory
from games.models import REMOVED_GUEST, Change, Match, Seat, Side, new_salt

# The kinds of change that contain names. The others, about lines, contain only figures.
NAMING = (Change.Kind.START, Change.Kind.PATCH, Change.Kind.ABANDON)


@receiver(player_forgotten)
def forget_player(
    sender: Any, player_id: int, names: Sequence[str], club_ids: Sequence[int], **kwargs: Any
) -> None:
    """Remove the names from seats, sides and the log.

    A guest with the same name, at a table of a club that listed the player, counts as the same
    person, because a club lists each name only once.
    """
    own = set(Seat.objects.filter(player=player_id).values_list("match_id", flat=True))
    guests = _guests(names, own, club_ids)
    guests.update(guest_name=REMOVED_GUEST)
    Seat.objects.filter(player=player_id).exclude(guest_name="").update(guest_name="")
    text = _Text(names)
    sides = _sides_named(text, player_id, own, club_ids)
    touched = own | {side.match_id for side in sides}
    touched |= set(
        Seat.objects.filter(guest_name=REMOVED_GUEST, club__in=club_ids).values_list(
            "match_id", flat=True
        )
    )
    of_sides = Side.objects.filter(match__in={side.match_id for side in sides})
    of_sides.bulk_update(sides, ["name"], batch_size=500)
    _scrub_log(text, player_id, touched)


@receiver(account_deleted)
def forget_account(sender: Any, user: User, **kwargs: Any) -> None:
    """End the tokens of the clubs' matches that the account started, and empty the match cache.

    The cache of this process is emptied because the deletion of an account does not change the
    versions of its matches.
    """
    started = Match.objects.filter(starter=user, club__open_recording=False)
    for match in started.only("pk", "salt").iterator():
        match.salt = new_salt()
        match.save(update_fields=["salt"])
    transaction.on_commit(memory.clear)


class _Text:
    """Finds a person's names in a text, as whole words and in any case."""

    def __init__(self, names: Iterable[str]) -> None:
        known = [name for name in names if name]
        # Initials are only compared with a complete name. They are too short to be searched for
        # within a text.
        self.keys = {name_key(form) for name in known for form in (name, initials(name))}
        # The longest name comes first in the pattern, so that « Anne Roy » is tried before « Anne
        # ».
        spaced = [r"\s+".join(map(re.escape, name.split())) for name in known]
        pattern = "|".join(sorted(spaced, key=len, reverse=True))
        self.inside = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE) if pattern else None

    def scrub(self, text: str) -> str:
        """Return the text without the names."""
        if name_key(text) in self.keys:
            return REMOVED_GUEST
        return self.inside.sub(REMOVED_GUEST, text) if self.inside else text

    def scrub_all(self, value: Any) -> Any:
        """Return a JSON value without the names in any of its texts."""
        if isinstance(value, str):
            return self.scrub(value)
        if isinstance(value, list):
            return [self.scrub_all(item) for item in value]
        if isinstance(value, dict):
            return {key: self.scrub_all(item) for key, item in value.items()}
        return value


def _guests(names: Sequence[str], matches: set[str], club_ids: Sequence[int]) -> Any:
    """Return the seats of guests who have one of the names."""
    keys = {name_key(name) for name in names}
    near = Seat.objects.filter(Q(club__in=club_ids) | Q(match__in=matches), player=None)
    spellings = [
        spelt
        for spelt in near.values_list("guest_name", flat=True).distinct()
        if name_key(spelt) in keys
    ]
    return near.filter(guest_name__in=spellings)


def _sides_named(
    text: _Text, player_id: int, matches: set[str], club_ids: Sequence[int]
) -> list[Side]:
    """Return the changed sides, unsaved, without the person's name.

    They are the sides where the player sits alone, and other sides whose name contains the person's
    name.
    """
    alone = _sides_alone(player_id, matches)
    renamed = []
    for side in Side.objects.filter(Q(match__in=matches) | Q(club__in=club_ids)).iterator():
        own = (side.match_id, side.number) in alone
        name = REMOVED_GUEST if own else text.scrub(side.name)
        if name != side.name:
            side.name = name
            renamed.append(side)
    return renamed


def _sides_alone(player_id: int, matches: set[str]) -> set[tuple[str, int]]:
    """Return the sides where the player sits alone, as pairs of match id and side number.

    Such a side has the player's name.
    """
    members: dict[tuple[str, int], list[int | None]] = defaultdict(list)
    for match, side, player in Seat.objects.filter(match__in=matches).values_list(
        "match_id", "side", "player_id"
    ):
        members[match, side].append(player)
    return {side for side, people in members.items() if people == [player_id]}


def _scrub_log(text: _Text, player_id: int, matches: set[str]) -> None:
    seats: dict[str, int] = dict(
        Seat.objects.filter(match__in=matches, player=player_id).values_list("match_id", "number")
    )
    alone = dict(_sides_alone(player_id, matches))
    renamed = []
    for change in Change.objects.filter(match__in=matches, kind__in=NAMING):
        original = (change.before, change.after)
        seat, side = seats.get(change.match_id), alone.get(change.match_id)
        change.before, change.after = (
            _without_own(text.scrub_all(value), seat, side) for value in original
        )
        if (change.before, change.after) != original:
            renamed.append(change)
    log = Change.objects.filter(match__in=matches)
    log.bulk_update(renamed, ["before", "after"], batch_size=200)


def _without_own(value: Any, seat: int | None, side: int | None) -> Any:
    """Return a logged value without the names that the player's own seat and side had."""
    if not isinstance(value, dict):
        return value
    for number, row in enumerate(value.get("seats") or []):
        if number == seat and isinstance(row, list) and row[1]:
            row[1] = REMOVED_GUEST
    for part in ("sides", "names"):
        for number, name in enumerate(value.get(part) or []):
            if number == side and name:
                value[part][number] = REMOVED_GUEST
    return value


def matches_of(user_id: int) -> Any:
    """Return the matches in which the account's player sat or that the account started."""
    mine = Q(starter=user_id) | Q(pk__in=Seat.objects.filter(player__user=user_id).values("match"))
    return Match.objects.filter(mine)
