"""Stores the places of finished tournaments for lists, people's pages and a club's honours."""

from tournaments.models import Entrant, FinalPlace, Tournament
from tournaments.queries import standing_places
from tournaments.state.tournament import TournamentState
from tournaments.storage import load


def follow(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Store or delete the places after a write that finishes, corrects or reopens a tournament.

    No query is made if the tournament is not finished and was not finished before the write.
    """
    if after.state != "finished":
        if before.state == "finished":
            FinalPlace.objects.filter(tournament=tournament).delete()
        return
    if before != after:
        store(tournament, after)


def store(tournament: Tournament, folded: TournamentState) -> None:
    """Store the places of a finished tournament. A tournament without rounds has none."""
    FinalPlace.objects.filter(tournament=tournament).delete()
    if not folded.rounds:
        return
    numbers = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    FinalPlace.objects.bulk_create(
        FinalPlace(
            tournament=tournament,
            club_id=tournament.club_id,
            entrant_id=numbers[place.entrant],
            rank=place.rank,
            points=str(place.points),
            won=place.won,
        )
        for place in standing_places(folded)
    )


def catch_up() -> None:
    """Store the places of tournaments that were finished by a version of the program without
    places.
    """
    rows = Tournament.objects.filter(state=Tournament.State.FINISHED, past=False)
    for tournament in rows.filter(rounds__isnull=False, finalplaces__isnull=True).distinct():
        store(tournament, load(tournament))
