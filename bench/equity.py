"""`python -m bench.equity FILE`: tests the predicted chances of winning a match of the jeu du 10.

The players of these matches are not those of the model. Some play deals that the model has not seen
(`FILE`, made by `manage.py solve_deals 40 --seed calibration --deals 500 --to FILE`). They bid ten
points higher, and never « la partie ». Others play the sample hands of the demonstration, without
cards. The chance before each hand is compared with the winner of the match, by tenths.
"""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from games.dix.analysis.equity.equity import equity
from games.dix.analysis.equity.hand_model import SolvedDeals, SolvedModel
from games.dix.engine.sample import sample_hand
from games.dix.engine.scoring import DixFold
from games.dix.presets import PRESETS

MATCHES = 2000
ENTRY = ("bidder", "bid", "partie", "taken", "defenders_bid", "trump", "auction", "tricks")


@dataclass
class Tenth:
    """The hands before which side 0's predicted chance was in one tenth (such as 30 to 40 %).

    `foretold` is the sum of those chances. `won` is the number of those hands whose match side 0
    won.
    """

    hands: int = 0
    foretold: float = 0.0
    won: int = 0


def calibration(rules: Any, next_hand: Callable[[Any], dict[str, Any]]) -> list[Tenth]:
    """Play `MATCHES` matches and compare side 0's chance before each hand with the winner.

    Return the ten tenths, from the lowest chance to the highest.
    """
    tenths = [Tenth() for _ in range(10)]
    for _match in range(MATCHES):
        fold, chances = DixFold(rules, 4), []
        while fold.result is None:
            position = fold.position
            chances.append(equity(rules, position.scores, position.dealer, position.purses)[0])
            given = dict.fromkeys(ENTRY) | next_hand(fold)
            fold.add(SimpleNamespace(**given))
        for chance in chances:
            tenth = tenths[min(9, int(10 * chance))]
            tenth.hands += 1
            tenth.foretold += chance
            tenth.won += fold.result.winners == (0,)
    return tenths


def bolder_players(rules: Any, file: str, random: Random) -> Callable[[Any], dict[str, Any]]:
    """Return a function that gives the next hand of a match.

    Its hands come from deals that the model has not seen, and the bids are ten points too high.
    """
    rows = np.loadtxt(file, delimiter=",", skiprows=1, dtype=np.int64)
    model = SolvedModel(SolvedDeals(*np.split(rows, 3, axis=1)), bolder=10)
    hands: dict[Any, float] = {}
    for choice in model.choices(rules, None):
        for hand, share in choice.number.items():
            hands[hand] = hands.get(hand, 0.0) + choice.share * share

    def next_hand(fold: Any) -> dict[str, Any]:
        (hand,) = random.choices(list(hands), list(hands.values()))
        bidder = (fold.position.first_speaker + hand.bidder) % 4
        return asdict(hand) | {"bidder": bidder}

    return next_hand


def sample_players(rules: Any, random: Random) -> Callable[[Any], dict[str, Any]]:
    """Return a function that gives the next hand of a match: a sample hand of the demonstration."""
    return lambda fold: sample_hand(rules, fold.sheet(), random)


def main() -> None:
    """Print a calibration table for each preset and each kind of player."""
    for preset in PRESETS:
        if preset.slug not in ("traditionnel", "as-penalises", "achat-points"):
            continue
        rules = SimpleNamespace(**preset.values, first_dealer=3)
        for name, players in (
            ("bolder", bolder_players(rules, sys.argv[1], Random(1))),
            ("sample", sample_players(rules, Random(1))),
        ):
            print(f"\n{preset.slug}, {name}: {MATCHES} matches")
            for at, tenth in enumerate(calibration(rules, players)):
                if tenth.hands:
                    foretold, won = tenth.foretold / tenth.hands, tenth.won / tenth.hands
                    print(
                        f"{10 * at:>3}–{10 * at + 10:<3} {tenth.hands:>6}"
                        f" {100 * foretold:>6.1f} {100 * won:>6.1f}"
                    )


if __name__ == "__main__":
    main()
