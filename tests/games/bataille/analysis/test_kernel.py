"""The compiled loop plays as plain Python does, and agrees with all deals of a tiny deck."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.bataille.analysis.kernel import play
from games.bataille.analysis.odds import (
    ACE,
    ENDLESS,
    JOKER,
    KING,
    LOWEST,
    ORDERS,
    RUNNING_OUT,
    Conventions,
)
from tests.games.bataille.engine import plain_manche
from tests.games.splitmix import words

# Compiled code, which the night alone compiles.
pytestmark = pytest.mark.nightly


def test_a_seed_gives_the_same_games_in_whatever_portions():
    numbers = Conventions(order="coin").numbers
    whole = play(numbers, 5, 0, 60).tolist()
    assert whole == play(numbers, 5, 0, 25).tolist() + play(numbers, 5, 25, 35).tolist()
    assert whole != play(numbers, 6, 0, 60).tolist()


def numbers_of(conventions, lowest):
    return (lowest, *conventions.numbers[1:])


@pytest.mark.parametrize("running_out", RUNNING_OUT)
@pytest.mark.parametrize("face_down", [True, False])
@pytest.mark.parametrize("order", ["winner_first", "loser_first"])
def test_kings_and_aces_alone_are_as_every_deal_says(order, face_down, running_out):
    """Eight cards have seventy deals, which give the exact shares. The simulation must come near
    them.
    """
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
    counts = Counter(row[2] for row in rows)
    for outcome in range(4):
        share = exact[outcome] / 70
        spread = (share * (1 - share) / games) ** 0.5
        assert abs(counts[outcome] / games - share) <= 4 * spread
    ended = [row[0] for row in rows if row[2] != ENDLESS]
    if ended:
        mean = length / (70 - exact[ENDLESS])
        assert abs(sum(ended) / len(ended) - mean) < 0.15 * max(1, mean)


class Lots:
    """The kernel's random numbers in plain integers, from a seed and the number of the game."""

    def __init__(self, seed, game):
        self.words = words(seed, game)
        self.bits = []

    def drawn(self):
        return next(self.words)

    def below(self, count):
        return (self.drawn() >> 32) * count >> 32

    def random(self):
        """Return 0.0 or 1.0, for heads or tails as `plain_manche` asks; one drawn word gives 64 of
        them.
        """
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
    """Game by game, the same lots give the same tricks, batailles, outcome and dealt cards."""
    rows = play(conventions.numbers, 7, 3, 10).tolist()
    for game, row in enumerate(rows, 3):
        lots = Lots(7, game)
        piles, counts = lots.deal(conventions)
        tricks, battles, outcome = plain_manche.play(conventions, *piles, lots)
        assert tuple(row[2:]) == (outcome, *counts)
        # The two may notice an endless game at different moments, so its tricks are not
        # compared.
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
    rows = play(numbers_of(conventions, KING), 1, 0, 30).tolist()
    assert [row[2] for row in rows] == outcomes


@pytest.mark.parametrize("order", ["winner_first", "coin"])
@pytest.mark.parametrize("stealing", [True, False])
def test_two_jokers_that_meet_are_a_bataille(order, stealing):
    """The deck has only kings, aces and two jokers, so both jokers are turned up together in many
    games.
    """
    conventions = Conventions(
        deck=54, order=order, stealing_joker_wins=stealing, running_out="last_face_up"
    )
    rows = play(numbers_of(conventions, KING), 5, 0, 40).tolist()
    for game, row in enumerate(rows):
        lots = Lots(5, game)
        piles, counts = lots.deal(conventions, KING)
        tricks, battles, outcome = plain_manche.play(conventions, *piles, lots)
        assert tuple(row[2:]) == (outcome, *counts)
        assert outcome == ENDLESS or tuple(row[:2]) == (tricks, battles)
