"""Whether the compiled solver is ready, and what counts chances of the match beside it."""

from pathlib import Path

from games.compiled import Compiled

ENGINE = Path(__file__).parent / "engine"


def _solve() -> None:
    from games.cards import SUITS, Card  # noqa: PLC0415 -- the solver is what takes long
    from games.dix.engine.equity import equity  # noqa: PLC0415
    from games.dix.engine.solver import Layout, Search  # noqa: PLC0415
    from games.dix.models import DixRules  # noqa: PLC0415

    ranks = ("A", "K", "Q", "J")
    hands = tuple(tuple(Card(rank, suit) for suit in SUITS) for rank in ranks)
    Search(SUITS[0]).take(Layout(hands, SUITS[0], 0), 0)
    equity(DixRules(), (0, 0), 0)


SOURCES = [*sorted(ENGINE.glob("solver*.py")), ENGINE / "equity_kernel.py"]
SOLVER = Compiled("dix-solver", SOURCES, _solve)
