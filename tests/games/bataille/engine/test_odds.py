"""The simulator: reproducible, equal to plain Python, and to every deal of a tiny deck."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.bataille.engine.kernel import play
from games.bataille.engine.odds import (
    ENDLESS,
    ORDERS,
    RUNNING_OUT,
    Conventions,
    chance,
    lengths_of,
    simulate,
)
from tests.games.bataille.engine import plain_manche


def silent(done, total):
    pass


def test_a_seed_gives_the_same_games_in_whatever_portions():
    numbers = Conventions(order="coin").numbers
    whole = play(numbers, 5, 0, 60).tolist()
    assert whole == play(numbers, 5, 0, 25).tolist() + play(numbers, 5, 25, 35).tolist()
    assert whole != play(numbers, 6, 0, 60).tolist()


def test_the_same_seed_gives_the_same_result_and_progress_is_told():
    told = []
    once = simulate(Conventions(), games=25_000, seed=3, told=lambda *done: told.append(done))
    assert once == simulate(Conventions(), games=25_000, seed=3, told=silent)
    assert told == [(0, 25_000), (10_000, 25_000), (20_000, 25_000), (25_000, 25_000)]


def test_a_simulation_that_is_told_to_stop_stops():
    class Stop(Exception):
        pass

    def told(done, total):
        if done:
            raise Stop

    with pytest.raises(Stop):
        simulate(Conventions(), games=10**6, seed=1, told=told)


def numbers_of(conventions, lowest):
    return (lowest, *conventions.numbers[1:])


@pytest.mark.parametrize("running_out", RUNNING_OUT)
@pytest.mark.parametrize("face_down", [True, False])
@pytest.mark.parametrize("order", ["winner_first", "loser_first"])
def test_kings_and_aces_alone_are_as_every_deal_says(order, face_down, running_out):
    """Eight cards, seventy deals: the exact shares, which the simulation must come near."""
    conventions = Conventions(order=order, face_down=face_down, running_out=running_out)
    exact = Counter()
    length = 0
    for aces in combinations(range(8), 4):
        cards = [14 if place in aces else 13 for place in range(8)]
        tricks, _battles, outcome = plain_manche.play(conventions, cards[:4], cards[4:], Random(1))
        exact[outcome] += 1
        length += tricks if outcome != ENDLESS else 0
    games = 7000
    rows = play(numbers_of(conventions, 13), 1, 0, games).tolist()
    found = Counter(row[2] for row in rows)
    for outcome in range(4):
        share = exact[outcome] / 70
        spread = (share * (1 - share) / games) ** 0.5
        assert abs(found[outcome] / games - share) <= 4 * spread
    ended = [row[0] for row in rows if row[2] != ENDLESS]
    if ended:
        mean = length / (70 - exact[ENDLESS])
        assert abs(sum(ended) / len(ended) - mean) < 0.15 * max(1, mean)


@pytest.mark.parametrize(
    "conventions",
    [
        Conventions(order=order, running_out=running_out)
        for order, running_out in zip(ORDERS, RUNNING_OUT, strict=True)
    ]
    + [
        Conventions(deck=54, stealing_joker_wins=True),
        Conventions(deck=32, face_down=False, loser_pays=True, running_out="borrow"),
        Conventions(by_colour=True, running_out="lose"),
    ],
)
def test_the_compiled_loop_plays_as_plain_python(conventions):
    random = Random(4)
    games = 250
    tricks = []
    won = Counter()
    for _ in range(games):
        length, _battles, outcome = plain_manche.play(
            conventions, *plain_manche.deal(conventions, random), random
        )
        tricks.append(length)
        won[outcome] += 1
    result = simulate(conventions, games=20_000, seed=8, told=silent)
    lengths = lengths_of(result)
    spread = lengths.deviation / games**0.5
    assert abs(sum(tricks) / games - lengths.mean) < 4.5 * spread
    for outcome, count in enumerate(result["outcomes"]):
        share = count / 20_000
        spread = (share * (1 - share) / games) ** 0.5
        assert abs(won[outcome] / games - share) <= 4.5 * spread + 0.005


def test_the_source_s_figures_come_out_with_a_coin_and_a_loan():
    result = simulate(
        Conventions(order="coin", running_out="borrow"), games=100_000, seed=1, told=silent
    )
    lengths = lengths_of(result)
    assert abs(lengths.mean - 481.6) < 4 * lengths.error
    assert abs(lengths.median - 360) <= 5
    three, four = chance(result, aces=3), chance(result, aces=4)
    assert abs(three.share - 0.691) < 4 * three.error
    assert abs(four.share - 0.872) < 4 * four.error
    shared = chance(result, aces=2, kings=4)
    assert abs(shared.share - 0.563) < 4 * shared.error


def test_without_a_hidden_card_all_four_aces_always_win():
    """« Dans cette version du jeu, un joueur qui possède tous les as ne peut que gagner. »"""
    conventions = Conventions(face_down=False, running_out="lose")
    result = simulate(conventions, games=5_000, seed=2, told=silent)
    assert chance(result, aces=4).share == 1.0


def test_by_colour_everyone_has_two_aces():
    result = simulate(Conventions(by_colour=True), games=100, seed=1, told=silent)
    assert [chance(result, aces=aces).hands for aces in range(5)] == [0, 0, 200, 0, 0]


def test_every_game_has_an_outcome_and_every_ended_one_a_length():
    result = simulate(Conventions(), games=3000, seed=9, told=silent)
    assert sum(result["outcomes"]) == 3000
    assert sum(result["lengths"].values()) == 3000 - result["outcomes"][ENDLESS]
