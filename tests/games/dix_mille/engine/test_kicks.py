"""The sailors' kicks at the end of a match."""

from games.dix_mille.engine.kicks import kicks_of
from games.sheet import RankedSide


def kicks(*ranks):
    return [tuple(dealt) for dealt in kicks_of([RankedSide(n, r, 0) for n, r in enumerate(ranks)])]


def test_six_players_as_the_source_says():
    # « Le premier donne 5 coups et n'en prend aucun, le 2e donne 4 coups et en prend 1, […] »
    assert kicks(1, 2, 3, 4, 5, 6) == [
        (0, 5, 0), (1, 4, 1), (2, 3, 2), (3, 2, 3), (4, 1, 4), (5, 0, 5),
    ]  # fmt: skip


def test_equals_give_and_take_by_their_shared_rank():
    assert kicks(1, 2, 2) == [(0, 2, 0), (1, 1, 1), (2, 1, 1)]
