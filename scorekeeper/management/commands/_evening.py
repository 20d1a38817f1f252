"""The demonstration's last Friday: a finished tournament with all matches, and its bulletin."""

from datetime import date, datetime, time, timedelta
from random import Random

from django.utils import timezone

from bulletin.services import BulletinAsked, write_bulletin
from clubs.callers import Caller
from clubs.models import Club, Player, User
from core.names import name_key
from games import queries
from games.models import Match
from games.registry.installed import games
from games.services import SeatAsked
from games.services import Writing as MatchWriting
from games.services.importing import EntryAsked, write_whole
from games.services.starting import Created
from scorekeeper.management.commands._play import play_out
from scorekeeper.management.commands._tournaments import PAIRS
from tournaments import services
from tournaments.services import (
    ChallengeAsked,
    EntrantAsked,
    TableAddress,
    TournamentAsked,
    Writing,
)
from tournaments.services.playing import follow

FRIDAY = 4
ROUNDS = 3
MORE = (*PAIRS, ("Olivier Leblanc", "Paule Paquette"))
# The results of an earlier Friday, entered by hand in the challenge.
EARLIER = """Chloé Roy & Dan Bouchard ; 14
Anne Gagnon & Bruno Côté ; 11
Karim Pelletier & Léa Bélanger ; 9"""


def last_friday() -> date:
    """Return the last Friday before today."""
    today = timezone.localdate()
    return today - timedelta(days=(today.weekday() - FRIDAY) % 7 or 7)


def fill_evening(club: Club, random: Random) -> None:
    """Play a Swiss tournament of three rounds for eight pairs from the club's list."""
    owner = User.objects.filter(is_superuser=True).first()
    if owner is None:
        return
    game, by, day = games()[0], Writing(Caller(user=owner)), last_friday()
    new_tournament = TournamentAsked(
        club=club,
        game=game,
        preset=game.presets[0],
        name="Tournoi du vendredi",
        date=day,
        seed="vendredi",
        options={"rounds": ROUNDS},
    )
    tournament_id = services.make(opening=new_tournament, by=by).tournament.pk
    people = {
        name_key(player.name): player for player in Player.objects.filter(club_players__club=club)
    }
    pairs = [
        EntrantAsked(players=[SeatAsked(people[name_key(name)].pk) for name in pair])
        for pair in MORE
    ]
    services.enter(tournament_id=tournament_id, entrants=pairs, by=by)
    for number in range(1, ROUNDS + 1):
        start = timezone.make_aware(datetime.combine(day, time(19, 30)))
        start += timedelta(minutes=50 * (number - 1))
        _play_round(tournament_id, number, start, by, random)
    _make_challenge(club, day, by.caller)


def _play_round(
    tournament_id: str, number: int, start: datetime, by: Writing, random: Random
) -> None:
    services.draw(tournament_id=tournament_id, by=by)
    outcome = services.publish(tournament_id=tournament_id, number=number, by=by)
    for seated in outcome.folded.round(number).tables:
        at = TableAddress(tournament_id, number, seated.number)
        _play(services.play(at=at, by=by).match, start, random)
    services.close(tournament_id=tournament_id, number=number, by=by)


def _make_challenge(club: Club, day: date, caller: Caller) -> None:
    """Create the season's challenge, with this Friday and an earlier one entered by hand."""
    season = ChallengeAsked(
        club, "Challenge d'automne", day - timedelta(days=60), day + timedelta(days=60)
    )
    challenge = services.make_challenge(terms=season, caller=caller)
    services.enter_table(
        challenge_id=challenge.pk,
        name="Tournoi de la rentrée",
        date=day - timedelta(days=35),
        text=EARLIER,
        caller=caller,
    )


def _play(match: Match, start: datetime, random: Random) -> None:
    """Record a whole match of a tournament; its first hand has cards, if the game allows it."""
    Match.objects.filter(pk=match.pk).update(started_at=start)
    loaded = queries.load(queries.matches().get(pk=match.pk))
    game = loaded.game
    preset = game.preset(match.preset) or game.presets[0]
    lines = play_out(game, preset, len(loaded.seats), random, by_card=True)
    entries = [
        EntryAsked(data, None, start + timedelta(minutes=3 * at))
        for at, data in enumerate(lines, start=1)
    ]
    by = MatchWriting(Caller(user=User.objects.filter(is_superuser=True).first()))  # type: ignore[arg-type]
    write_whole(Created(loaded, queries.plain_table(loaded.match)), entries, False, None, by)
    follow(match)


def publish_evening(club: Club) -> None:
    """Publish the bulletin of the last Friday. The facts of its matches must exist already."""
    owner = User.objects.filter(is_superuser=True).first()
    if owner is not None:
        write_bulletin(
            club=club,
            day=last_friday(),
            changes=BulletinAsked(published=True),
            caller=Caller(user=owner),
        )
