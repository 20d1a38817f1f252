"""`manage.py boards`: rebuilds all boards and records from the matches."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.registry import games
from leaderboards import services
from leaderboards.matches import countable

WIDTH = 30


class Command(BaseCommand):
    """Rebuilds; started again after an interruption, it continues where it stopped."""

    help = "Rebuild the boards and records of every game, or of one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the games to rebuild, and whether to leave the records."""
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
            bar = ProgressBar(f"{slug} : classements", total)
            services.rebuild(game=slug, progress=bar.move)
            bar.end()
            if not options["without_facts"]:
                bar = ProgressBar(f"{slug} : faits", total)
                services.find_all_facts(game=slug, progress=bar.move)
                bar.end()


class ProgressBar:
    """A progress bar on the terminal; elsewhere, only its last line."""

    def __init__(self, name: str, total: int) -> None:
        self.name, self.total, self.done = name, total, 0

    def move(self, more: int) -> None:
        """Move the bar by so many."""
        self.done += more
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{self._line()}")

    def _line(self) -> str:
        part = min(1.0, self.done / self.total) if self.total else 1.0
        full = "█" * round(part * WIDTH)
        return f"{self.name:<28} {full:<{WIDTH}} {self.done}/{self.total}"

    def end(self) -> None:
        """Leave the bar behind."""
        sys.stderr.write(f"{chr(13) if sys.stderr.isatty() else ''}{self._line()}\n")
