"""A match whose hand both judges have judged, for the tests of pages in a browser."""

from games.dix.reviews import find_hand_of, keep_judgement
from tests import factories
from tests.games.dix.reviewed import SLIPPED, unjudged


def slip_judged(recorded, **_how):
    """The word of a judge who finds the one slip a mistake, and says nothing else."""
    judged = unjudged(recorded)
    judged["cards"][20] |= {"best": ["AD"], "points": 15.0, "points_error": 4.0, "cost": 22.0}
    judged["cards"][20] |= {"error": 6.0, "made": [0.6, 0.3], "mistake": True}
    return judged


def analysed():
    """A finished match over HTTP, whose first hand both judges have judged."""
    made = {"bidder": 1, "bid": 100, "taken": 100}
    table = factories.table(None, SLIPPED, made, rules={"target": 140})
    _table, recorded = find_hand_of(table.id, 1, factories.Caller())
    keep_judgement(recorded, slip_judged(recorded))
    return table
