"""Hands with a judgement by the judges, for the tests of pages."""

from games.dix.analysis.reviews.reviews import find_hand_of, keep_judgement, prepare
from tests import factories
from tests.games.dix.reviewed import SLIPPED, unjudged


def first_judged(match_id, *numbers, by=None):
    """Have the first judge judge these hands of a match, as a job does; return the last hand."""
    for number in numbers or (1,):
        _table, recorded = find_hand_of(match_id, number, by or factories.Caller())
        prepare(recorded, lambda done, total: None)
    return recorded


def slip_judged(recorded, **_how):
    """Return a judgement that finds the one slip a mistake, and says nothing else."""
    judged = unjudged(recorded)
    judged["cards"][20] |= {"best": ["AD"], "points": 15.0, "points_error": 4.0, "cost": 22.0}
    judged["cards"][20] |= {"error": 6.0, "made": [0.6, 0.3], "mistake": True}
    return judged


def analysed():
    """Return a finished match over HTTP in which both judges have judged the first hand."""
    made = {"bidder": 1, "bid": 100, "taken": 100}
    table = factories.table(None, SLIPPED, made, rules={"target": 140})
    recorded = first_judged(table.id)
    keep_judgement(recorded, slip_judged(recorded))
    return table
