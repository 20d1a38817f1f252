"""Results without lines, which a layer above writes and corrects.

A result is stored as a finished match. For the boards, the lists and the players, it is a match
like any other. The layer above has checked the rights, and these writes run inside its transaction.
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

# The writer of these matches. It has no account, because the site writes them for another layer.
ITSELF = Writing(Caller())


@transaction.atomic
def give_result(
    *, setup: StartAsked, scores: Sequence[Decimal], at: datetime | None = None
) -> Match:
    """Create a finished match from a result. It ended `at`, by default now.

    Raises `Refused` if the game refuses the people or the rules.
    """
    loaded = create(setup, ITSELF, "").loaded
    _give(loaded, scores, None, at or timezone.now())
    return loaded.match


@transaction.atomic
def change_result(*, match_id: str, scores: Sequence[Decimal]) -> None:
    """Correct a result. The match keeps its time of end."""
    loaded = queries.load(queries.matches().select_for_update(of=("self",)).get(pk=match_id))
    before = [str(side.score) for side in loaded.sides]
    _give(loaded, scores, {"scores": before}, timezone.now())


@transaction.atomic
def drop_result(*, match_id: str) -> None:
    """Delete the match of a result that was taken back. The log of the layer above still has the
    result.
    """
    for match in Match.objects.filter(pk=match_id):
        match.delete()


def _give(
    loaded: Loaded, scores: Sequence[Decimal], before: dict[str, list[str]] | None, at: datetime
) -> None:
    fresh = loaded.game.fold(loaded.rules, len(loaded.seats)).sheet()
    after = {"scores": [str(score) for score in scores]}
    done = Changed(Kind.PATCH, before=before, after=after, at=at)
    store(loaded, GivenResult(fresh, scores), done, ITSELF, "")
