"""`manage.py solve "AS KS … / … / … / …"`: print the points of perfect play with all hands seen.

With one hand alone, print what it is worth to a bidder over deals drawn at random.
"""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.cards import SUITS, parse_card
from games.dix.engine.rulesets import SEATS, side_of
from games.sheet import RuleError

BIDS = range(50, 101, 10)


class Command(BaseCommand):
    """The command that solves a deal of the jeu du 10, or the rest of one."""

    help = (
        "Solve a deal of the jeu du 10: four hands of equal length, seat 0 first, between « / ». "
        "Of one hand: what it is worth."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments. With `--trump` the command prints the value of each card led."""
        parser.add_argument("hands", help='"AS 10H … / … / … / …" or "AS 10H …"')
        parser.add_argument("--trump", choices=SUITS)
        parser.add_argument("--leader", type=int, choices=range(SEATS), default=0)
        parser.add_argument("--tricks", action="store_true", help="Count tricks, not points.")
        parser.add_argument("--seed", type=int, default=0, help="Of one hand: draws other deals.")
        parser.add_argument("--most", type=int, default=100, help="Of one hand: how many deals.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the points of the leader's side by trump and leader; with a trump, by card led."""
        # This import is not at the top of the file. Compiling takes seconds, and other commands
        # must not wait for it.
        from games.dix.analysis.solver.solver import (  # noqa: PLC0415 -- as said above
            Layout,
            LayoutFault,
            Search,
        )

        if "/" not in options["hands"]:
            self._worth(options)
            return
        try:
            hands = tuple(
                tuple(parse_card(code) for code in hand.split())
                for hand in options["hands"].split("/")
            )
            # This raises an error for an invalid deal before anything is printed.
            layout = Layout(hands, options["trump"] or SUITS[0], options["leader"])
        except (RuleError, LayoutFault):
            raise CommandError(
                "Quatre mains de même longueur, séparées par « / », chaque carte une fois : "
                '"AS 10H / KS 5H / QS 6H / JS 7H".'
            ) from None
        tricks = options["tricks"]
        if options["trump"]:
            side = side_of(layout.leader)
            points_by_card = Search(layout.trump, tricks=tricks).each_card(layout, side)
            for card, value in sorted(points_by_card.items(), key=lambda pair: -pair[1]):
                self.stdout.write(f"{card.code:<4}{value:>4}")
            return
        for trump in SUITS:
            search = Search(trump, tricks=tricks)
            values = [
                search.take(Layout(hands, trump, leader), side_of(leader))
                for leader in range(SEATS)
            ]
            self.stdout.write(f"{trump:<10}" + "".join(f"{value:>5}" for value in values))

    def _worth(self, options: dict[str, Any]) -> None:
        """Print, for each trump, the mean, its standard error, and the chance to make each bid."""
        from games.dix.analysis.solver.solver import LayoutFault  # noqa: PLC0415 -- as said above
        from games.dix.analysis.worth.worth import hand_worth  # noqa: PLC0415

        trumps = [options["trump"]] if options["trump"] else SUITS
        try:
            hand = [parse_card(code) for code in options["hands"].split()]
            worth_by_trump = hand_worth(
                hand,
                0,
                trumps,
                random=Random(options["seed"]),  # noqa: S311 -- no secret
                leader=options["leader"],
                deck=36 if len(hand) == 9 else 40,
                error=0,
                most=options["most"],
            )
        except (RuleError, LayoutFault):
            raise CommandError("Une main : dix cartes, chacune une fois.") from None
        self.stdout.write(" " * 20 + "".join(f"{f'≥{bid}':>6}" for bid in BIDS))
        for trump, worth in worth_by_trump.items():
            chances = "".join(f"{100 * worth.chance(bid)[0]:>5.0f}%" for bid in BIDS)
            self.stdout.write(f"{trump:<9}{worth.mean:>5.1f} ±{worth.error:<4.1f}{chances}")
