"""`manage.py draw export.json`: draw all rounds of an exported tournament again, and compare."""

import json
import sys
from argparse import ArgumentParser
from itertools import count
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.files.redraw import Compared, Unreadable, redraw
from tournaments.state.errors import StateError

SAID = {True: "identique", False: "DIFFÉRENT", None: "rien à comparer"}


class Command(BaseCommand):
    """The command. It draws again from the published seed, without a database, a network or an
    account.
    """

    help = "Refait tous les tirages d'un tournoi exporté en JSON et les compare."
    requires_system_checks: Any = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the exported file, and whether to print who sits where."""
        parser.add_argument("export", help="le JSON de la page « Fichiers », ou - pour l'entrée")
        parser.add_argument("--tables", action="store_true", help="écrire aussi qui joue où")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw each round again. Raise `CommandError` if a draw differs from the one in the
        file.
        """
        exported = _read(options["export"])
        try:
            rounds = list(redraw(exported))
        except (Unreadable, StateError) as error:
            raise CommandError(f"Ce fichier ne se rejoue pas : {error}.") from error
        names = _names(exported)
        for round_ in rounds:
            hand = ", arrangée à la main" if round_.by_hand else ""
            self.stdout.write(
                f"Ronde {round_.number} : {len(round_.tables)} tables, "
                f"graine {round_.seed}{hand} : {SAID[round_.same]}"
            )
            if options["tables"]:
                self._tables(round_, names)
        if not rounds:
            self.stdout.write("Aucune ronde n'est tirée.")
        if any(round_.same is False for round_ in rounds):
            raise CommandError("Un tirage au moins ne se retrouve pas.")

    def _tables(self, round_: Compared, names: dict[int, str]) -> None:
        for number, sides in enumerate(round_.tables, start=1):
            seating = " – ".join(" & ".join(names[entrant] for entrant in side) for side in sides)
            self.stdout.write(f"  {number}. {seating}")


def _read(place: str) -> Any:
    try:
        text = sys.stdin.read() if place == "-" else Path(place).read_text(encoding="utf-8-sig")
        exported = json.loads(text)
    except (OSError, ValueError) as error:
        raise CommandError(f"{place} : {error}") from error
    if not isinstance(exported, dict):
        raise CommandError(f"{place} : ce n'est pas un tournoi exporté")
    return exported


def _names(exported: dict[str, Any]) -> dict[int, str]:
    names: dict[int, str] = {}
    numbers = count(1)
    for line in exported["log"]:
        if line["kind"] in ("entered", "entrants_changed"):
            for entrant in line["data"]["entrants"]:
                names[entrant["entrant"] if "entrant" in entrant else next(numbers)] = str(
                    entrant["name"]
                )
    return names
