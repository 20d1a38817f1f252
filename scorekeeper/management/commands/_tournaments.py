"""The demonstration's tournaments: old ones with a podium only, and a running one."""

from datetime import date
from random import Random
from typing import Any, NamedTuple

from clubs.callers import Caller
from clubs.models import Club, User
from games.registry.game import Game
from games.registry.installed import games
from tournaments import services
from tournaments.models import Tournament
from tournaments.services import EntrantAsked, TableAddress, TournamentAsked, Writing
from tournaments.state.reported_result import ReportedResult


class PastTournament(NamedTuple):
    """A past tournament of which only the podium is known."""

    name: str
    date: date
    podium: tuple[tuple[str, str], ...]


PAST = (
    PastTournament(
        "Premier tournoi de 10",
        date(2023, 8, 2),
        (
            ("Olivier Lalonde", "Jean Laprés-Chartrand"),
            ("Maxim Bernard", "Simon Janssen"),
            ("Emma-Marie Cadet", "Marie-Anne Prud’Homme"),
        ),
    ),
    PastTournament(
        "Deuxième tournoi de 10", date(2023, 11, 14), (("Maxim Bernard", "Mathis Laroche"),)
    ),
    PastTournament(
        "Troisième tournoi de 10", date(2024, 11, 18), (("Vincent Quirion", "Frédéric Jarjour"),)
    ),
)
PAIRS = (
    ("Anne Gagnon", "Bruno Côté"),
    ("Chloé Roy", "Dan Bouchard"),
    ("Élise Gauthier", "Félix Morin"),
    ("Gaëlle Lavoie", "Hugo Fortin"),
    ("Inès Gagné", "Jean-Luc Ouellet"),
    ("Karim Pelletier", "Léa Bélanger"),
    ("Mathis Lévesque", "Noémie Bergeron"),
)


def fill_tournaments(club: Club, random: Random) -> None:
    """Create the old tournaments, and one that is in its second round."""
    owner = User.objects.filter(is_superuser=True).first()
    if owner is None:
        return
    # These tournaments were played at the game that is first in the list.
    played_at = games()[0]
    by = Writing(Caller(user=owner))
    for past in PAST:
        _past(club, played_at, past, by)
    _running(club, played_at, random, by)


def _made(club: Club, played_at: Game, by: Writing, **fields: Any) -> Tournament:
    preset = played_at.presets[0]
    wanted = TournamentAsked(club=club, game=played_at, preset=preset, **fields)
    return services.make(opening=wanted, by=by).tournament


def _past(club: Club, played_at: Game, past: PastTournament, by: Writing) -> None:
    tournament = _made(club, played_at, by, name=past.name, date=past.date)
    places = [
        {"rank": rank, "name": " & ".join(pair), "players": list(pair)}
        for rank, pair in enumerate(past.podium, start=1)
    ]
    services.palmares(tournament_id=tournament.pk, places=places, by=by)


def _running(club: Club, played_at: Game, random: Random, by: Writing) -> None:
    """Create a Swiss tournament of seven pairs and three rounds, and play some of it.

    The first round is closed. In the second one, one table has reported its result.
    """
    fields = {"name": "Tournoi du jeudi", "seed": "jeudi", "options": {"rounds": 3}}
    tournament = _made(club, played_at, by, **fields)
    tournament_id = tournament.pk
    entrants = [EntrantAsked(f"{first.split()[0]} & {other.split()[0]}") for first, other in PAIRS]
    services.enter(tournament_id=tournament_id, entrants=entrants, by=by)
    for number, whole in ((1, True), (2, False)):
        services.draw(tournament_id=tournament_id, by=by)
        outcome = services.publish(tournament_id=tournament_id, number=number, by=by)
        tables = [seated for seated in outcome.folded.round(number).tables if not seated.table.bye]
        for seated in tables if whole else tables[:1]:
            scores = [500, 10 * random.randrange(20, 49)]
            random.shuffle(scores)
            at = TableAddress(tournament_id, number, seated.number)
            services.report(at=at, result=ReportedResult(tuple(scores)), by=by)
        if whole:
            services.close(tournament_id=tournament_id, number=number, by=by)
