"""`manage.py solve_deals 40`: solve random deals and store the data that `hand_model` needs.

The same seed gives the same file. A thousand deals take some minutes.
"""

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.cards import SUITS, Card
from games.dix.engine.rulesets import SEATS


class Command(BaseCommand):
    """The command that solves random deals for the model of hands."""

    help = (
        "Deal and solve hands of the jeu du 10, and write the file that match equity is based on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments. By default the count of deals and the seed are the model's."""
        from games.dix.analysis.equity import hand_model  # noqa: PLC0415 -- only who solves loads numpy

        parser.add_argument("deck", type=int, choices=sorted(hand_model.DEALS))
        parser.add_argument("--deals", type=int, help="How many (that of the model).")
        parser.add_argument("--seed", default=str(hand_model.SEED))
        parser.add_argument("--to", type=Path, help="Another file than the model's.")
        parser.add_argument("--fit", action="store_true", help="Print what cards promise.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write a file with one row for each deal. With `--fit` also print the fitted weights."""
        from games.dix.analysis.equity import hand_model  # noqa: PLC0415 -- as said above
        from games.dix.analysis.solver.solver import solve_table  # noqa: PLC0415 -- compiling takes seconds

        deck = options["deck"]
        random = Random(f"{options['seed']}-{deck}")  # noqa: S311 -- no secret
        fit = hand_model.Fit()
        count = options["deals"] or hand_model.DEALS[deck]
        with (options["to"] or _deals_path(hand_model, deck)).open("w", encoding="ascii") as file:
            file.write(hand_model.HEADER + "\n")
            for number in range(1, count + 1):
                hands = hand_model.dealt(deck, random)
                table = solve_table(hands)
                file.write(",".join(map(str, hand_model.row(hands, table))) + "\n")
                if options["fit"]:
                    _add(fit, hands, table)
                if number % 100 == 0:
                    self.stdout.write(f"{number} / {count}")
        if options["fit"]:
            for name, weight in fit.weights().items():
                self.stdout.write(f"{name:<10}{weight:>7.2f}")


def _deals_path(hand_model: Any, deck: int) -> Path:
    """Return the path of the file with the solved deals of a deck, which the model reads."""
    return Path(hand_model.__file__).parent / hand_model.FILE.format(deck=deck)


def _add(fit: Any, hands: tuple[tuple[Card, ...], ...], table: dict[tuple[str, int], int]) -> None:
    for seat in range(SEATS):
        for trump in SUITS:
            fit.add(hands[seat], trump, table[trump, seat])
