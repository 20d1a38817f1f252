"""`manage.py solve "AS KS … / … / … / …"`: print the points of perfect play with all hands seen.

With one hand alone, print what it is worth to a bidder over deals drawn at random.
"""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.cards import SUITS, parse_card
from games.dix.analysis.contract_words import SEAT_LETTERS, describe
from games.dix.analysis.deal.deal import DealFault, Hands, Place, read_cards, read_hands
from games.dix.analysis.deal.deal_form import refusal
from games.dix.analysis.deal.solving import contract_json, verdict
from games.dix.engine.rulesets import SEATS, side_of
from games.dix.models import DixRules
from games.dix.presets import PRESETS
from games.sheet import RuleError

BIDS = range(50, 101, 10)


class Command(BaseCommand):
    """The command that solves a deal of the jeu du 10, or the rest of one."""

    help = (
        "Solve a deal of the jeu du 10: four hands of equal length, seat 0 first, between « / ». "
        "Of one hand: what it is worth."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments. With `--trump` the command prints the value of each card."""
        parser.add_argument("hands", help='"AS 10H … / … / … / …" or "AS 10H …"')
        parser.add_argument("--trump", choices=SUITS)
        parser.add_argument("--leader", type=int, choices=range(SEATS), default=0)
        parser.add_argument("--played", default="", help="Cards played so far, in order.")
        parser.add_argument("--dealer", type=int, choices=range(SEATS), default=0)
        parser.add_argument("--preset", choices=[preset.slug for preset in PRESETS])
        parser.add_argument("--tricks", action="store_true", help="Count tricks, not points.")
        parser.add_argument("--seed", type=int, default=0, help="Of one hand: draws other deals.")
        parser.add_argument("--most", type=int, default=100, help="Of one hand: how many deals.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the points of the leader's side by trump and leader; with a trump, by card.

        With `--preset` print the best bid of each side and par as well.
        """
        if "/" not in options["hands"]:
            self._worth(options)
            return
        try:
            hands = read_hands(options["hands"], 40)
            played = read_cards(options["played"])
            if played and not options["trump"]:
                raise DealFault("trump_missing")
            trump = options["trump"] or SUITS[0]
            place = Place(hands, trump, options["leader"]).after_all(played)
        except DealFault as fault:
            raise CommandError(
                f"{' '.join(refusal(fault).messages)} Par exemple : "
                '"AS 10H / KS 5H / QS 6H / JS 7H".'
            ) from None
        if options["trump"]:
            self._cards(place, options)
        else:
            self._table(hands, options)

    def _cards(self, place: Place, options: dict[str, Any]) -> None:
        """Print what the leader's side takes from now on after each card, the most first."""
        # This import is not at the top of the file. Compiling takes seconds, and other commands
        # must not wait for it.
        from games.dix.analysis.solver.solver import Layout, Search  # noqa: PLC0415 -- as said above

        layout = Layout(place.hands, place.trump, place.leader, place.on_table)
        search = Search(layout.trump, tricks=options["tricks"])
        values = search.each_card(layout, side_of(options["leader"]))
        for card, value in sorted(values.items(), key=lambda pair: -pair[1]):
            self.stdout.write(f"{card.code:<4}{value:>4}")

    def _table(self, hands: Hands, options: dict[str, Any]) -> None:
        """Print the table of trumps and leaders, and with a preset the bids."""
        from games.dix.analysis.solver.solver import Layout, Search  # noqa: PLC0415 -- as said above

        table = {}
        for trump in SUITS:
            search = Search(trump, tricks=options["tricks"])
            for leader in range(SEATS):
                layout = Layout(hands, trump, leader)
                table[trump, leader] = search.take(layout, side_of(leader))
            values = "".join(f"{table[trump, leader]:>5}" for leader in range(SEATS))
            self.stdout.write(f"{trump:<10}{values}")
        preset = next((preset for preset in PRESETS if preset.slug == options["preset"]), None)
        if preset is None or options["tricks"]:
            return
        judged = verdict(DixRules(**preset.values), options["dealer"], hands, table)
        letters = [str(letter) for letter in SEAT_LETTERS]
        for contract in filter(None, map(contract_json, (*judged.best, judged.par))):
            self.stdout.write(f"{contract['score']:+d} ({describe(contract, letters)})")

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
