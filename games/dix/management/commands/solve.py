"""`manage.py solve "AS KS … / … / … / …"`: what perfect play takes, all four hands seen."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.cards import SUITS, parse_card
from games.dix.engine.rulesets import SEATS, side_of
from games.sheet import RuleError


class Command(BaseCommand):
    """Solves a deal of the jeu du 10, or the end of one."""

    help = "Solve a deal of the jeu du 10: four hands of equal length, seat 0 first, between « / »."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the hands; a trump and a leader ask for the value of each lead."""
        parser.add_argument("hands", help='"AS 10H … / … / … / …"')
        parser.add_argument("--trump", choices=SUITS)
        parser.add_argument("--leader", type=int, choices=range(SEATS), default=0)
        parser.add_argument("--tricks", action="store_true", help="Count tricks, not points.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the points of the leader's side: by trump and leader, or by card led."""
        # Compiling takes seconds: only who asks for a solution waits for it.
        from games.dix.engine.solver import (  # noqa: PLC0415 -- as said above
            Layout,
            LayoutFault,
            Search,
        )

        try:
            hands = tuple(
                tuple(parse_card(code) for code in hand.split())
                for hand in options["hands"].split("/")
            )
            # A deal that is none is refused before anything is printed.
            layout = Layout(hands, options["trump"] or SUITS[0], options["leader"])
        except (RuleError, LayoutFault):
            raise CommandError(
                "Quatre mains de même longueur, séparées par « / », chaque carte une fois : "
                '"AS 10H / KS 5H / QS 6H / JS 7H".'
            ) from None
        tricks = options["tricks"]
        if options["trump"]:
            side = side_of(layout.leader)
            found = Search(layout.trump, tricks=tricks).each_card(layout, side)
            for card, value in sorted(found.items(), key=lambda one: -one[1]):
                self.stdout.write(f"{card.code:<4}{value:>4}")
            return
        for trump in SUITS:
            search = Search(trump, tricks=tricks)
            values = [
                search.take(Layout(hands, trump, leader), side_of(leader))
                for leader in range(SEATS)
            ]
            self.stdout.write(f"{trump:<10}" + "".join(f"{value:>5}" for value in values))
