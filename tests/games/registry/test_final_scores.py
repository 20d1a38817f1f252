"""What makes a typed result doubtful, by the rules alone."""

from importlib import import_module
from random import Random

import pytest

from games.registry import installed
from games.registry.final_scores import FinalScores


@pytest.mark.parametrize(
    ("scores", "codes"),
    [
        ([500, 420], []),
        ([590, -10], []),
        ([0, 500], []),
        ([420, 415], [("score_target", 500)]),
        ([503, 420], [("score_step", 5)]),
        ([5000, 420], [("score_far_above", 500)]),
        ([1000, 420], [("score_far_above", 500)]),
        ([995, 420], []),
        ([500.5, 420], [("score_step", 5)]),
        ([], []),
    ],
)
def test_jeu_du_10(scores, codes):
    game = installed.game_of("dix")
    rules = game.rules.model(**game.presets[0].values)
    assert game.rules.final_scores(rules).doubts(scores) == codes


def test_least_and_most():
    known = FinalScores(step=1, least=0, most=3)
    assert known.doubts([2, 1]) == []
    assert known.doubts([3, 0]) == []
    assert known.doubts([4, -1]) == [("score_below", 0), ("score_above", 3)]
    assert FinalScores().doubts([-3.25, 10**6]) == []


@pytest.mark.parametrize("slug", ["dix", "dix-mille", "yams", "maitre", "bataille"])
def test_a_match_played_to_its_end_is_never_called_impossible(slug):
    game = installed.game_of(slug)
    own = import_module(f"tests.games.{slug.replace('-', '_')}.reference_matches")
    for seed in range(60):
        whole = own.whole_match(Random(seed))
        doubts = game.rules.final_scores(game.rules.model(**whole.rules)).doubts(whole.scores)
        # These two doubts only mean that a result is unlikely: one line may be worth more than a
        # small target, and some bids are never made.
        codes = {doubt.code for doubt in doubts} - {"score_far_above", "score_step"}
        assert whole.ended_by in game.rules.ends_by_rank or not codes, (seed, whole.rules)
