"""Tests of the properties of an evening's facts."""

import pytest

from bulletin.prose.facts import Encounter, GameFact, MatchesFacts, TournamentFacts, Who

ONE, PAIR = Who(("Anne",)), Who(("Anne", "Bruno"))


def test_a_verb_agrees_with_the_people_not_with_the_name():
    assert (ONE.number, PAIR.number, Who(("Les Roys",), many=True).number) == (1, 2, 2)


@pytest.mark.parametrize(
    ("scores", "round_", "narrow", "near"),
    [
        # A result is narrow if its margin is at most a twelfth of the winner's score: 40 of 480.
        ((480, 440), 1, True, True),
        ((480, 439), 1, False, True),
        # A result is near if its margin is at most a third of the winner's score in a tournament
        # (100 of 300), or a sixth elsewhere (100 of 600).
        ((300, 200), 1, False, True),
        ((300, 199), 1, False, False),
        ((600, 500), 0, False, True),
        ((600, 499), 0, False, False),
        # The same limits apply where the lower score wins.
        ((-480, -520), 0, True, True),
        ((480, 480), 0, True, True),
    ],
)
def test_how_near_two_ended(scores, round_, narrow, near):
    met = Encounter(ONE, PAIR, scores, round_)
    assert (met.narrow, met.near) == (narrow, near)
    assert met.margin == max(scores) - min(scores)


@pytest.mark.parametrize(
    ("params", "named"),
    [({"seat": 0}, True), ({"side": 1}, True), ({"count": 5}, False), ({"seat": None}, False)],
)
def test_whether_a_fact_names_somebody(params, named):
    assert GameFact("yams", "best_sheet", params, ("Anne",), (ONE,)).names_somebody is named


def test_what_is_not_so_unless_it_is_said():
    fact = GameFact("yams", "best_sheet", {}, (), ())
    assert (fact.record, fact.event, fact.comeback, fact.share) == (False, False, False, 0)
    assert not TournamentFacts("Tournoi", "dix", 8, pairs=True, rounds=3, running=False).unbeaten
    matches = MatchesFacts(1, 4, ("dix",))
    assert (matches.won, matches.played, matches.best, matches.closest) == (0, 0, (), None)
