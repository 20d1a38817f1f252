"""Makes a tournament together with its entrants. Either both are stored or nothing."""

from collections.abc import Sequence

from django.db import transaction

from tournaments.services.entrants.entering import EntrantAsked, enter
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
