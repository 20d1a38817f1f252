"""Whether the compiled solver is ready."""

from pathlib import Path

from games.compiled import Compiled

ENGINE = Path(__file__).parent / "engine"


def _solve() -> None:
    from games.cards import SUITS, Card  # noqa: PLC0415 -- the solver is what takes long
    from games.dix.engine.solver import Layout, Search  # noqa: PLC0415

    ranks = ("A", "K", "Q", "J")
    hands = tuple(tuple(Card(rank, suit) for suit in SUITS) for rank in ranks)
    Search(SUITS[0]).take(Layout(hands, SUITS[0], 0), 0)


SOLVER = Compiled("dix-solver", sorted(ENGINE.glob("solver*.py")), _solve)
