"""Results given without their lines: a layer above typed them, and corrects them.

Each is a finished match like any other for the boards, the lists and the people who played it.
These writes belong to the write of that layer, which has checked the right to make it, so they run
inside its transaction.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from games import queries
from games.match.result_only import GivenResult
from games.models import Match
from games.queries import Loaded
from games.services.starting import StartAsked, create
from games.services.writing import Changed, Kind, Writing, store

# The site writes them for another layer: no person writes on the match itself.
ITSELF = Writing(Caller())


@transaction.atomic
def give_result(
    *, setup: StartAsked, scores: Sequence[Decimal], at: datetime | None = None
) -> Match:
    """Make a finished match of a result; it ended `at` (now, if not told).

    Raises `Refused` if the game does not take these people or rules.
    """
    loaded = create(setup, ITSELF, "").loaded
    _give(loaded, scores, None, at or timezone.now())
    return loaded.match


@transaction.atomic
def change_result(*, match_id: str, scores: Sequence[Decimal]) -> None:
    """Correct such a result: it keeps its place in time."""
    loaded = queries.load(queries.matches().select_for_update(of=("self",)).get(pk=match_id))
    before = [str(side.score) for side in loaded.sides]
    _give(loaded, scores, {"scores": before}, timezone.now())


@transaction.atomic
def drop_result(*, match_id: str) -> None:
    """Remove such a result: it was taken back. Where it was typed the log keeps it."""
    for match in Match.objects.filter(pk=match_id):
        match.delete()


def _give(
    loaded: Loaded, scores: Sequence[Decimal], before: dict[str, list[str]] | None, at: datetime
) -> None:
    fresh = loaded.game.fold(loaded.rules, len(loaded.seats)).sheet()
    after = {"scores": [str(score) for score in scores]}
    done = Changed(Kind.PATCH, before=before, after=after, at=at)
    store(loaded, GivenResult(fresh, scores), done, ITSELF, "")
