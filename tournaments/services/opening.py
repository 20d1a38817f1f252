"""Makes a tournament together with its entrants, and starts an evening with its first draw.

Either all of it is stored or nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction

from clubs import services as club_services
from clubs.lists.judging import NO_CHOICE, Choices
from tournaments.services.entrants.entering import EntrantAsked, enter
from tournaments.services.entrants.partners import FIELD, WithoutPartner
from tournaments.services.previews import asked_of, preview
from tournaments.services.rounds import draw
from tournaments.services.setting import TournamentAsked, make
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


@dataclass(frozen=True, slots=True)
class EveningStart:
    """A request to start an evening: the tournament, and the list of who is here.

    `size` is the most people of a line, and `choices` are those made on the list's preview.
    `new_names` are added to the club's list, so that results count for these people.
    `without_partner` says what becomes of incomplete pairs at the draw.
    """

    opening: TournamentAsked
    text: str
    size: int
    choices: Choices = NO_CHOICE
    new_names: Sequence[str] = field(default=())
    without_partner: WithoutPartner | None = None


def start_evening(*, start: EveningStart, by: Writing) -> WriteOutcome:
    """Make a tournament, enter who is here, and draw the first round as a draft.

    Raise the same exceptions as `make`, `add_players`, `enter` and `draw`.
    """
    club = start.opening.club
    with transaction.atomic():
        beside = {"list": start.text, FIELD: start.without_partner}
        made = make(opening=start.opening, by=by, beside=beside)
        if made.repeated:
            return made
        if start.new_names:
            club_services.add_players(club=club, names=start.new_names, caller=by.caller)
        # The list is read after these people are known, so that they are entered as players.
        rows = preview(
            start.text, club=club, caller=by.caller, size=start.size, choices=start.choices
        )
        number, later = made.tournament.pk, Writing(by.caller)
        enter(tournament_id=number, entrants=asked_of(rows), by=later)
        return draw(tournament_id=number, without_partner=start.without_partner, by=later)
