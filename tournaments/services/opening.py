"""Makes a tournament with its entrants or its places, and starts an evening with its first draw.

Either all of it is stored or nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.lists.judging import NO_CHOICE, Choices
from clubs.services import enlist
from tournaments.errors import Refused
from tournaments.services.entrants.entering import EntrantAsked, enter
from tournaments.services.entrants.partners import FIELD, WithoutPartner
from tournaments.services.previews import asked_of, preview
from tournaments.services.rounds import draw
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
        # The places have the same `client_id`, so that a repeated call answers what they gave.
        places_by = Writing(by.caller, client_id=by.client_id)
        return palmares(tournament_id=made.tournament.pk, places=places, by=places_by)


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


@dataclass(frozen=True, slots=True)
class EveningStart:
    """A request to start an evening: the tournament, and the list of who is here.

    `size` is the most people of a line, and `choices` are those made on the list's preview.
    `new_names` are added to the club's list, so that results count for these people. They take
    along what guests of their names did before, except for the names in `apart`.
    `without_partner` says what becomes of incomplete pairs at the draw.
    """

    opening: TournamentAsked
    text: str
    size: int
    choices: Choices = NO_CHOICE
    new_names: Sequence[str] = field(default=())
    apart: Collection[str] = frozenset()
    without_partner: WithoutPartner | None = None


def start_evening(*, start: EveningStart, by: Writing) -> WriteOutcome:
    """Make a tournament, enter who is here, and draw the first round as a draft.

    Raise the same exceptions as `make`, `enlist`, `enter` and `draw`.
    """
    club = start.opening.club
    with transaction.atomic():
        beside = {"list": start.text, FIELD: start.without_partner}
        made = make(opening=start.opening, by=by, beside=beside)
        if made.repeated:
            return made
        if start.new_names:
            enlist(club=club, names=start.new_names, caller=by.caller, apart=start.apart)
        # The list is read after these people are known, so that they are entered as players.
        rows = preview(
            start.text, club=club, caller=by.caller, size=start.size, choices=start.choices
        )
        number, later = made.tournament.pk, Writing(by.caller)
        entrants = asked_of(rows, made.tournament.due)
        enter(tournament_id=number, entrants=entrants, by=later)
        return draw(tournament_id=number, without_partner=start.without_partner, by=later)
