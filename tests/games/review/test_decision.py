"""Which decisions of a match are shown: those that cost most."""

from games.review.decision import TOLD, Decision, costliest


def decisions(*costs):
    return [Decision(number, 0, cost, "stopped", {}) for number, cost in enumerate(costs, start=1)]


def costliest_of(*costs, **more):
    return [(decision.number, decision.cost) for decision in costliest(decisions(*costs), **more)]


def test_the_three_that_cost_most_come_dearest_first_and_of_equals_the_earlier_one():
    assert TOLD == 3
    assert costliest_of(3.0, 50.0, 12.0, 50.0, 7.0) == [(2, 50.0), (4, 50.0), (3, 12.0)]
    assert costliest_of(3.0, 50.0, 12.0, count=1) == [(2, 50.0)]


def test_less_than_half_a_point_costs_nothing():
    assert costliest_of(0.5, 0.49, -20.0, 0.0) == [(1, 0.5)]
    assert costliest_of() == []
