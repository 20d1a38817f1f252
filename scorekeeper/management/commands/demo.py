"""`manage.py demo`: makes two clubs with people and matches, to show every page with data."""

from datetime import datetime, time, timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Club, Membership, Player, Role, User
from clubs.queries import home_club, players_of
from clubs.services import first_start, player_for
from games.models import Match
from games.registry.game import Game, Preset
from games.registry.installed import games
from games.services import SeatAsked, StartAsked, Writing
from games.services.importing import EntryAsked, write_whole
from games.services.starting import create
from leaderboards import services as boards
from scorekeeper.console import gettext as _
from scorekeeper.management.commands._evening import fill_evening, publish_evening
from scorekeeper.management.commands._play import LONGEST, play_out
from scorekeeper.management.commands._tournaments import fill_tournaments
from tournaments.services import EveningAsked, make_evenings
from transmission import demo as transmission

NAMES = (
    "Anne Gagnon",
    "Bruno Côté",
    "Chloé Roy",
    "Dan Bouchard",
    "Élise Gauthier",
    "Félix Morin",
    "Gaëlle Lavoie",
    "Hugo Fortin",
    "Inès Gagné",
    "Jean-Luc Ouellet",
    "Karim Pelletier",
    "Léa Bélanger",
    "Mathis Lévesque",
    "Noémie Bergeron",
    "Olivier Leblanc",
    "Paule Paquette",
)
# The roles of the accounts in the first club, by player. They have no password, so nobody can sign
# in to them.
MEMBERS = {
    "Anne Gagnon": Role.OWNER,
    "Bruno Côté": Role.OFFICER,
    "Chloé Roy": Role.SCORER,
    "Dan Bouchard": Role.MEMBER,
    "Élise Gauthier": Role.MEMBER,
}
SECOND_CLUB = "L'Atout cœur"
# Players on the lists of both clubs.
IN_BOTH = ("Anne Gagnon", "Félix Morin", "Inès Gagné")
ELSEWHERE = ("Rosalie Dubé", "Samuel Poirier", "Théo Gendron")
FINISHED = 36
TUESDAY = 1
EVENING = "Soirée du club"
NOTICE = "Le dernier mardi du mois, chacun apporte quelque chose à partager."
JOINING = "Le mardi à 20 h 30, salle Saint-Roch : pousser la porte. La première soirée est offerte."


class Command(BaseCommand):
    """Fills the first club, unless it has matches already."""

    help = "Fill the first club with people and matches, and found a second one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the players and the matches, the same ones at each run."""
        club = home_club() or first_start()
        if Match.objects.filter(club=club).exists():
            self.stdout.write(
                _(
                    "Le club a déjà des matchs : rien n'est ajouté. "
                    "Pour un carnet de démonstration à part : SCOREKEEPER_DATA=data/demo make demo"
                )
            )
            return
        random = Random(10)  # noqa: S311 (a demonstration, not a secret)
        with transaction.atomic():
            players = self._players(club)
            self._members(club)
            self._second_club()
            self._public_face(club)
            for game in games():
                self._matches(game, club, players, random)
                transmission.fill(game, club, players, random)
            fill_tournaments(club, random)
            fill_evening(club, random)
        for game in games():
            boards.rebuild(game=game.slug)
            boards.find_all_facts(game=game.slug)
        publish_evening(club)
        sentence = _("%(club)s : %(people)s personnes, %(matches)s matchs par jeu.")
        self.stdout.write(
            sentence % {"club": club.name, "people": len(players), "matches": FINISHED}
        )

    def _players(self, club: Club) -> list[Player]:
        caller = Caller(user=User.objects.get(is_superuser=True))
        for name in NAMES:
            player_for(club=club, name=name, caller=caller)
        return list(players_of(club).order_by("id"))

    def _members(self, club: Club) -> None:
        """Create an account with a role for some of the players."""
        for name, role in MEMBERS.items():
            player = Player.objects.get(name=name, club_players__club=club)
            account = User(username=f"demo-{player.pk}")
            account.set_unusable_password()
            account.save()
            Membership.objects.create(club=club, user=account, role=role)
            player.user = account
            player.save(update_fields=["user"])

    def _second_club(self) -> None:
        """Create a second club, with new people and some people of the first club."""
        founder = Caller(user=User.objects.get(player__name=IN_BOTH[0]))
        club = people.make_club(name=SECOND_CLUB, city="Montréal", caller=founder)
        people.change_club(club=club, changes={"logo_text": "A♥"}, caller=founder)
        for name in IN_BOTH:
            player = Player.objects.get(name=name)
            people.add_known_player(club=club, player=player, caller=founder)
        for name in ELSEWHERE:
            player_for(club=club, name=name, caller=founder)

    def _public_face(self, club: Club) -> None:
        """Write the line of the noticeboard, and add the next five Tuesdays to the calendar."""
        officer = Caller(user=User.objects.get(player__name="Bruno Côté"))
        owner = Caller(user=User.objects.get(player__name="Anne Gagnon"))
        people.post_notice(club=club, text=NOTICE, caller=officer)
        people.change_club(club=club, changes={"joining": JOINING}, caller=owner)
        today = timezone.localdate()
        evening = EveningAsked(
            title=EVENING,
            date=today + timedelta(days=(TUESDAY - today.weekday()) % 7),
            start=time(20, 30),
            end=time(23, 30),
            place="Salle Saint-Roch",
            weeks=5,
        )
        make_evenings(club=club, evening=evening, caller=officer)

    def _matches(self, game: Game, club: Club, players: list[Player], random: Random) -> None:
        now = timezone.now()
        presets = [game.presets[0], game.presets[0], *game.presets]
        for index in range(FINISHED):
            start = now - timedelta(days=3 * (FINISHED - index), hours=random.randrange(6))
            preset = presets[index % len(presets)]
            seated = random.sample(players, _size(game, preset))
            write_match(game, club, preset, seated, start, random)
        preset = game.presets[0]
        seated = random.sample(players, _size(game, preset))
        write_match(game, club, preset, seated, now - timedelta(minutes=40), random, lines=5)


def _size(game: Game, preset: Preset) -> int:
    """Return how many people play a match: four, or the nearest number that the game allows."""
    rules, most = game.rules.model(**preset.values), min(game.seats.most or 4, 4)
    fitting = [
        seats for seats in range(game.seats.least, most + 1) if not game.rules.faults(rules, seats)
    ]
    return max(fitting, default=game.seats.least)


def write_match(
    game: Game,
    club: Club,
    preset: Preset,
    players: list[Player],
    start: datetime,
    random: Random,
    lines: int = LONGEST,
) -> Match:
    """Store a finished match of at most `lines` random lines, five minutes apart."""
    new_match = StartAsked(
        game=game,
        preset=preset,
        seats=[SeatAsked(player.pk) for player in players],
        club=club,
        in_club_room=True,
        started_at=start,
    )
    by = Writing(Caller(user=User.objects.filter(is_superuser=True).first()))  # type: ignore[arg-type]
    entries = [
        EntryAsked(data, None, start + timedelta(minutes=5 * (number + 1)))
        for number, data in enumerate(play_out(game, preset, len(players), random, lines))
    ]
    created = create(new_match, by, "")
    write_whole(created, entries, False, None, by)
    return created.loaded.match
