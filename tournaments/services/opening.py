"""Makes a tournament together with its entrants or its places: both are stored, or neither."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.errors import Refused
from tournaments.services.entrants.entering import EntrantAsked, enter
from tournaments.services.setting import TournamentAsked, make, palmares, set_up
from tournaments.services.writing import WriteOutcome, Writing


def open_with(
    *, opening: TournamentAsked, entrants: Sequence[EntrantAsked], by: Writing
) -> WriteOutcome:
    """Make a tournament and enter people. Raise the same exceptions as `make` and `enter`."""
    with transaction.atomic():
        bodies = [entrant.body() for entrant in entrants]
        made = make(opening=opening, by=by, beside={"entrants": bodies} if bodies else None)
        if made.repeated or not entrants:
            return made
        return enter(tournament_id=made.tournament.pk, entrants=entrants, by=Writing(by.caller))


def open_past(
    *, opening: TournamentAsked, places: Sequence[Mapping[str, Any]], by: Writing
) -> WriteOutcome:
    """Make a past tournament with its places. Raises what `make` and `palmares` raise.

    Also raises `date_to_come` for a day that is still to come.
    """
    if opening.date is not None and opening.date > timezone.localdate():
        raise Refused("date_to_come", "date")
    with transaction.atomic():
        held = {"places": [dict(place) for place in places]}
        made = make(opening=opening, by=by, beside=held)
        if made.repeated:
            return made
        return palmares(tournament_id=made.tournament.pk, places=places, by=Writing(by.caller))


def change_past(
    *,
    tournament_id: str,
    changes: Mapping[str, Any],
    places: Sequence[Mapping[str, Any]],
    by: Writing,
) -> WriteOutcome:
    """Change what is known of a past tournament, and its places: both, or neither.

    Raises what `set_up` and `palmares` raise, and `date_to_come`.
    """
    if changes.get("date") and changes["date"] > timezone.localdate():
        raise Refused("date_to_come", "date")
    with transaction.atomic():
        palmares(tournament_id=tournament_id, places=places, by=by)
        return set_up(tournament_id=tournament_id, changes=changes, by=Writing(by.caller))
