"""The simulator of Bataille: what it counts, and how this agrees with the source's figures."""

import pytest

from games.bataille.analysis.odds import (
    ENDLESS,
    ORDERS,
    Chance,
    Conventions,
    Lengths,
    Tally,
    chance,
    conventions,
    lengths_of,
    share_error,
    simulate,
)
from tests.games.bataille.builders import rules


def silent(done, total):
    pass


def test_a_ruleset_says_all_but_two_conventions():
    assert conventions(rules("ancienne"), order="coin", running_out="borrow") == Conventions(
        face_down=False, order="coin", running_out="borrow"
    )
    joker = conventions(rules("joker-vole"), order="winner_first", running_out="last_face_up")
    assert (joker.deck, joker.stealing_joker_wins, joker.by_colour) == (54, True, False)
    played = conventions(rules("rouge-et-noir", decks=2), order="coin", running_out="borrow")
    assert (played.deck, played.decks, played.by_colour) == (52, 2, True)
    assert conventions(rules("payante"), order="coin", running_out="borrow").loser_pays


def test_what_a_ruleset_comes_to_for_the_compiled_loop():
    usual = Conventions()
    assert (usual.numbers, usual.cards, usual.fixed) == ((2, 1, 0, 1, 0, 0, 0, 0, 0), 52, True)
    other = Conventions(
        deck=54,
        decks=2,
        face_down=False,
        by_colour=True,
        stealing_joker_wins=True,
        loser_pays=True,
        order="shuffled",
        running_out="last_face_up",
    )
    assert (other.numbers, other.cards, other.fixed) == ((2, 2, 1, 0, 1, 1, 1, 3, 3), 108, False)
    assert Conventions(deck=32).numbers[0] == 7
    assert [Conventions(order=order).fixed for order in ORDERS] == [True, True, False, False]


def test_games_are_played_in_portions(monkeypatch):
    """The stub lets the first player win every game, in `game // 1000` tricks."""
    calls, progress = [], []

    def play(numbers, seed, first, count):
        calls.append((numbers, seed, first, count))
        return [(game // 1000, 1, 0, 2, 2) for game in range(first, first + count)]

    monkeypatch.setattr("games.bataille.analysis.kernel.play", play)
    result = simulate(
        Conventions(), games=12_000, seed=3, progress=lambda *done: progress.append(done)
    )
    numbers = Conventions().numbers
    assert calls == [(numbers, 3, 0, 10_000), (numbers, 3, 10_000, 2_000)]
    assert progress == [(0, 12_000), (10_000, 12_000), (12_000, 12_000)]
    assert result["lengths"] == {str(tricks): 1000 for tricks in range(12)}
    assert (result["outcomes"], result["battles"]) == ([12_000, 0, 0, 0], 12_000)
    assert result["hands"][2][2] == [24_000, 12_000]


def test_two_packs_have_eight_aces():
    tally = Tally(Conventions(decks=2))
    tally.add([(10, 2, 1, 8, 3)])
    hands = tally.result()["hands"]
    assert (len(hands), len(hands[0])) == (9, 9)
    assert (hands[8][3], hands[0][5]) == ([1, 0], [1, 1])


def test_the_error_of_a_share():
    assert share_error(0.5, 100) == pytest.approx(0.05)
    assert share_error(0.1, 9) == pytest.approx(0.1)
    assert share_error(0.5, 0) == 0.0


def tallied():
    """Return the tally of four games in two portions. Each is (tricks, batailles, outcome, aces and
    kings of the first hand).
    """
    tally = Tally(Conventions())
    tally.add([(10, 2, 0, 3, 1), (10, 1, 1, 2, 2), (7, 9, ENDLESS, 0, 4)])
    tally.add([(5, 1, 2, 3, 1)])
    return tally.result()


def test_portions_add_up():
    tally = tallied()
    hands = tally.pop("hands")
    assert tally == {"lengths": {"5": 1, "10": 2}, "outcomes": [1, 1, 1, 1], "battles": 4}
    # By aces and kings of a hand: how many such hands were dealt, and how many of them won. Both
    # hands of each game count.
    held = {(aces, kings): hands[aces][kings] for aces in range(5) for kings in range(5)}
    assert {hand: counts for hand, counts in held.items() if counts != [0, 0]} == {
        (3, 1): [2, 1],
        (1, 3): [2, 0],
        (2, 2): [2, 1],
        (0, 4): [1, 0],
        (4, 0): [1, 0],
    }


def test_the_chance_of_a_hand_and_its_error():
    """Over n games, the standard error of a share of one half is the square root of 1/(4n)."""
    tally = tallied()
    assert chance(tally, aces=3) == Chance(2, 0.5, 0.125**0.5)
    assert chance(tally, kings=1) == Chance(2, 0.5, 0.125**0.5)
    # Both hands with two aces are of the same game, so n is 1.
    assert chance(tally, aces=2) == Chance(2, 0.5, 0.5)
    assert chance(tally, aces=2, kings=2) == Chance(2, 0.5, 0.5)
    assert chance(tally, aces=1, kings=1) == Chance(0, None, None)
    assert chance(tally) == Chance(8, 0.25, (0.25 * 0.75 / 4) ** 0.5)


def test_the_lengths_of_three_games():
    """For 5, 10 and 10 tricks the mean is 25/3, and the squared deviations add up to 100/9 + 2 ·
    25/9 = 50/3.
    """
    deviation = pytest.approx((25 / 3) ** 0.5)
    assert lengths_of(tallied()) == Lengths(
        3, pytest.approx(25 / 3), pytest.approx(5 / 3), deviation, 10, 5, 10, 10
    )
    counted = {"lengths": {"1": 1, "2": 1, "3": 1, "4": 1}}
    lengths = lengths_of(counted)
    assert (lengths.quarter, lengths.median, lengths.three_quarters, lengths.longest) == (
        1,
        2,
        3,
        4,
    )
    assert lengths_of({"lengths": {}}) is None


@pytest.mark.nightly
def test_the_same_seed_gives_the_same_result_and_progress_is_told():
    progress = []
    once = simulate(
        Conventions(), games=25_000, seed=3, progress=lambda *done: progress.append(done)
    )
    assert once == simulate(Conventions(), games=25_000, seed=3, progress=silent)
    assert progress == [(0, 25_000), (10_000, 25_000), (20_000, 25_000), (25_000, 25_000)]


@pytest.mark.nightly
def test_a_simulation_that_is_told_to_stop_stops():
    class Stop(Exception):
        pass

    def stop(done, total):
        if done:
            raise Stop

    with pytest.raises(Stop):
        simulate(Conventions(), games=10**6, seed=1, progress=stop)


@pytest.mark.nightly
def test_the_source_s_figures_come_out_with_a_coin_and_a_loan():
    result = simulate(
        Conventions(order="coin", running_out="borrow"), games=100_000, seed=1, progress=silent
    )
    lengths = lengths_of(result)
    assert abs(lengths.mean - 481.6) < 4 * lengths.error
    assert abs(lengths.median - 360) <= 5
    three, four = chance(result, aces=3), chance(result, aces=4)
    assert abs(three.share - 0.691) < 4 * three.error
    assert abs(four.share - 0.872) < 4 * four.error
    shared = chance(result, aces=2, kings=4)
    assert abs(shared.share - 0.563) < 4 * shared.error


@pytest.mark.nightly
def test_without_a_hidden_card_all_four_aces_always_win():
    """« Dans cette version du jeu, un joueur qui possède tous les as ne peut que gagner. »"""
    conventions = Conventions(face_down=False, running_out="lose")
    result = simulate(conventions, games=5_000, seed=2, progress=silent)
    assert chance(result, aces=4).share == 1.0


@pytest.mark.nightly
def test_by_colour_everyone_has_two_aces():
    result = simulate(Conventions(by_colour=True), games=100, seed=1, progress=silent)
    assert [chance(result, aces=aces).hands for aces in range(5)] == [0, 0, 200, 0, 0]


@pytest.mark.nightly
def test_every_game_has_an_outcome_and_every_ended_one_a_length():
    result = simulate(Conventions(), games=3000, seed=9, progress=silent)
    assert sum(result["outcomes"]) == 3000
    assert sum(result["lengths"].values()) == 3000 - result["outcomes"][ENDLESS]
