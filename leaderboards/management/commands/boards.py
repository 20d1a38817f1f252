"""`manage.py boards`: rebuilds all boards and records from the matches."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.registry.installed import games
from leaderboards import services
from leaderboards.matches import countable


class Command(BaseCommand):
    """Rebuilds the boards and records. After an interruption it can be run again."""

    help = "Rebuild the boards and records of every game, or of one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the games to rebuild, and whether to leave their records alone."""
        parser.add_argument("games", nargs="*", help="Slugs; every game without.")
        parser.add_argument("--without-facts", action="store_true", help="Leave records alone.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild game by game."""
        known = [game.slug for game in games()]
        unknown = set(options["games"]) - set(known)
        if unknown:
            raise CommandError(f"Pas de tel jeu : {', '.join(sorted(unknown))}.")
        for slug in options["games"] or known:
            total = countable().filter(game=slug).count()
            with tqdm(total=total, desc=f"{slug} : classements") as bar:
                services.rebuild(game=slug, progress=bar.update)
            if not options["without_facts"]:
                with tqdm(total=total, desc=f"{slug} : faits") as bar:
                    services.find_all_facts(game=slug, progress=bar.update)
