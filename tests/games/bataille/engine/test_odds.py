"""The simulator: reproducible, equal to plain Python, and to every deal of a tiny deck."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.bataille.engine.kernel import play
from games.bataille.engine.odds import (
    ACE,
    ENDLESS,
    JOKER,
    KING,
    LOWEST,
    ORDERS,
    RUNNING_OUT,
    Chance,
    Conventions,
    Lengths,
    Tally,
    chance,
    conventions,
    lengths_of,
    simulate,
)
from tests.games.bataille.builders import rules
from tests.games.bataille.engine import plain_manche

pytestmark = pytest.mark.slow


def silent(done, total):
    pass


def test_a_ruleset_says_all_but_two_conventions():
    assert conventions(rules("ancienne"), order="coin", running_out="borrow") == Conventions(
        face_down=False, order="coin", running_out="borrow"
    )
    joker = conventions(rules("joker-vole"), order="winner_first", running_out="last_face_up")
    assert (joker.deck, joker.stealing_joker_wins, joker.by_colour) == (54, True, False)
    told = conventions(rules("rouge-et-noir", decks=2), order="coin", running_out="borrow")
    assert (told.deck, told.decks, told.by_colour) == (52, 2, True)
    assert conventions(rules("payante"), order="coin", running_out="borrow").loser_pays


def tallied():
    """Four games in two portions: tricks, batailles, outcome, aces and kings of the first hand."""
    tally = Tally(Conventions())
    tally.add([(10, 2, 0, 3, 1), (10, 1, 1, 2, 2), (7, 9, ENDLESS, 0, 4)])
    tally.add([(5, 1, 2, 3, 1)])
    return tally.result()


def test_portions_add_up():
    found = tallied()
    hands = found.pop("hands")
    assert found == {"lengths": {"5": 1, "10": 2}, "outcomes": [1, 1, 1, 1], "battles": 4}
    # By aces and kings, of both hands of each game: how many were dealt, how many won.
    held = {(aces, kings): hands[aces][kings] for aces in range(5) for kings in range(5)}
    assert {hand: told for hand, told in held.items() if told != [0, 0]} == {
        (3, 1): [2, 1],
        (1, 3): [2, 0],
        (2, 2): [2, 1],
        (0, 4): [1, 0],
        (4, 0): [1, 0],
    }


def test_the_chance_of_a_hand_and_its_error():
    """Of n games, the error of a share of a half is the root of 1/4n."""
    found = tallied()
    assert chance(found, aces=3) == Chance(2, 0.5, 0.125**0.5)
    assert chance(found, kings=1) == Chance(2, 0.5, 0.125**0.5)
    # Both hands of one game have two aces.
    assert chance(found, aces=2) == Chance(2, 0.5, 0.5)
    assert chance(found, aces=2, kings=2) == Chance(2, 0.5, 0.5)
    assert chance(found, aces=1, kings=1) == Chance(0, None, None)
    assert chance(found) == Chance(8, 0.25, (0.25 * 0.75 / 4) ** 0.5)


def test_the_lengths_of_three_games():
    """5, 10 and 10 tricks: the mean is 25/3, the squares from it are 100/9 + 2 · 25/9 = 50/3."""
    deviation = pytest.approx((25 / 3) ** 0.5)
    assert lengths_of(tallied()) == Lengths(
        3, pytest.approx(25 / 3), pytest.approx(5 / 3), deviation, 10, 5, 10, 10
    )
    counted = {"lengths": {"1": 1, "2": 1, "3": 1, "4": 1}}
    found = lengths_of(counted)
    assert (found.quarter, found.median, found.three_quarters, found.longest) == (1, 2, 3, 4)
    assert lengths_of({"lengths": {}}) is None


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


class Lots:
    """The kernel's lots in plain integers: splitmix64, from a seed and the number of the game."""

    STEP, WORD = 0x9E3779B97F4A7C15, 2**64

    def __init__(self, seed, game):
        self.state = self.mixed(seed * self.STEP + game) * self.STEP % self.WORD
        self.bits = []

    def mixed(self, state):
        z = state % self.WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % self.WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % self.WORD
        return z ^ z >> 31

    def drawn(self):
        self.state = (self.state + self.STEP) % self.WORD
        return self.mixed(self.state)

    def below(self, count):
        return (self.drawn() >> 32) * count >> 32

    def random(self):
        """Heads or tails, as `plain_manche` asks: 64 of them a draw."""
        if not self.bits:
            word = self.drawn()
            self.bits = [word >> place & 1 for place in range(64)]
        return 0.0 if self.bits.pop(0) else 1.0

    def shuffle(self, cards):
        if len(cards) == 2:
            if self.random() < 0.5:
                cards.reverse()
            return
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    def deal(self, conventions, lowest=None):
        ranks = range(lowest or LOWEST[conventions.deck], ACE + 1)
        each = [rank for rank in ranks for _copy in range(2 * conventions.decks)]
        if conventions.by_colour:
            piles = (list(each), list(each))
            for pile in piles:
                self.shuffle(pile)
        else:
            whole = [rank for rank in ranks for _copy in range(4 * conventions.decks)]
            self.shuffle(whole)
            piles = (whole[: len(each)], whole[len(each) :])
        counts = piles[0].count(ACE), piles[0].count(KING)
        if conventions.deck == 54:
            for side, pile in enumerate(piles):
                place = self.below(len(pile) + 1)
                pile.append(JOKER + side)
                pile[place], pile[-1] = pile[-1], pile[place]
        return piles, counts


@pytest.mark.parametrize(
    "conventions",
    [
        Conventions(order=order, running_out=running_out)
        for order in ORDERS
        for running_out in RUNNING_OUT
    ]
    + [
        Conventions(deck=54, stealing_joker_wins=True, order="coin"),
        Conventions(deck=54, loser_pays=True),
        Conventions(deck=32, face_down=False, loser_pays=True, running_out="borrow"),
        Conventions(deck=32, face_down=False, running_out="last_face_up", order="loser_first"),
        Conventions(by_colour=True, decks=2, running_out="lose"),
    ],
)
def test_the_compiled_loop_plays_as_plain_python(conventions):
    """Game by game, from the same lots: tricks, batailles, outcome, and what was dealt."""
    found = play(conventions.numbers, 7, 3, 10).tolist()
    for game, row in enumerate(found, 3):
        lots = Lots(7, game)
        piles, counts = lots.deal(conventions)
        tricks, battles, outcome = plain_manche.play(conventions, *piles, lots)
        assert tuple(row[2:]) == (outcome, *counts)
        # How soon a circle is noticed is the kernel's own business.
        assert outcome == ENDLESS or tuple(row[:2]) == (tricks, battles)


@pytest.mark.parametrize(
    "conventions",
    [
        Conventions(running_out="borrow", face_down=False),
        Conventions(running_out="last_face_up", order="loser_first"),
    ],
)
def test_games_that_come_back_to_where_they_were_never_end(conventions):
    """With kings and aces alone some games go round in circles."""
    outcomes = []
    for game in range(30):
        lots = Lots(1, game)
        piles, _counts = lots.deal(conventions, KING)
        outcomes.append(plain_manche.play(conventions, *piles, lots)[2])
    assert ENDLESS in outcomes
    found = play(numbers_of(conventions, KING), 1, 0, 30).tolist()
    assert [row[2] for row in found] == outcomes


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
