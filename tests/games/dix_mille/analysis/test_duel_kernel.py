"""The steps of the loops of 10 000 for two, run as the plain Python from which they are compiled.

The results of the compiled loops are tested in test_duel.py.
"""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from games.dix_mille.analysis.duel import _game
from games.dix_mille.engine.rulesets import frozen
from tests.games.dix_mille.builders import rules
from tests.games.splitmix import words
from tests.uncompiled import uncompiled

kernel = uncompiled("games.dix_mille.analysis.duel_kernel")
DICE = 5


def throws_of(slug="classique", **changes):
    return _game(frozen(rules(slug, **changes)))[1]


USUAL = throws_of()
# Five aces win the match, and three fives are broken up after a fifty.
ODD = throws_of("yam-d-as", break_fives=True)
# Each game has its places, as `duel_kernel` defines them (scores, coches, unit, target, entry,
# exact, strikes, fall, on_full), and its throws.
GAMES = {
    "by hundreds": ((5, 3, 2, 10, 4, 1, 1, 1, 0), USUAL),
    "by fifties, no exact target, one coche": ((8, 1, 1, 8, 3, 0, 0, 2, 1), USUAL),
    "five aces win": ((6, 2, 2, 12, 6, 1, 0, 2, 1), ODD),
    "collisions by fifties": ((7, 2, 1, 7, 1, 0, 1, 3, 0), ODD),
}
each_game = pytest.mark.parametrize("game", GAMES)


def drawn_values(places, seed=1):
    scores, most = places[:2]
    random = Random(seed)
    shape = (scores, most, scores, most)
    return np.array([random.random() for _ in range(scores * most * scores * most)]).reshape(shape)


def states_of(places):
    """Yield every state of the game; only a player with a palier can have coches."""
    scores, most = places[:2]
    for mine, their in product(range(scores), repeat=2):
        for coches, others in product(range(most if mine else 1), range(most if their else 1)):
            yield mine, coches, their, others


def arrays():
    return np.zeros((kernel.CAP + 1, DICE + 1)), np.zeros(kernel.CAP + 1)


class PlainTurn:
    """A turn by its definition: every throw, then the better of stopping and throwing on."""

    def __init__(self, state, values, places, throws):
        self.state, self.values, self.throws = state, values, throws
        (_, self.most, self.unit, self.target, self.entry) = places[:5]
        self.exact, self.strikes, self.fall, self.on_full = places[5:]
        self.room = self.target - state[0] * self.unit
        self.rolled = cache(self._rolled)

    def fallen(self, score):
        back = score - self.fall
        return back if back * self.unit >= self.entry else 0

    def then(self, mine, coches, their, others):
        """Return my chance when the other player is to move."""
        return 1 - self.values[their, others, mine, coches]

    @property
    def bust(self):
        mine, coches, their, others = self.state
        if mine == 0:
            return self.then(0, 0, their, others)
        if coches + 1 == self.most:
            return self.then(self.fallen(mine), 0, their, others)
        return self.then(mine, coches + 1, their, others)

    def stopped(self, total):
        """Return the chance after stopping, or None if stopping is not allowed."""
        mine, _coches, their, others = self.state
        if total == 0 or (mine == 0 and total < self.entry):
            return None
        if total == self.room:
            return 1.0
        if total % self.unit:
            return None
        reached = mine + total // self.unit
        if self.strikes and reached == their:
            return self.then(reached, 0, self.fallen(their), 0)
        return self.then(reached, 0, their, others)

    def _rolled(self, total, dice):
        starts, added, left, full, shares, lost, wins = self.throws
        odd = total % 2
        chance = lost[odd, dice] * self.bust + wins[odd, dice]
        for at in range(starts[odd, dice], starts[odd, dice + 1]):
            then = total + int(added[odd, at])
            if then > self.room:
                value = self.bust if self.exact else 1.0
            else:
                value = self.rolled(then, int(left[odd, at]))
                stop = self.stopped(then)
                if stop is not None and (self.on_full or not full[odd, at]):
                    value = max(value, stop)
            chance += shares[odd, at] * value
        return chance


@each_game
def test_a_turn_is_its_best_one(game):
    places, throws = GAMES[game]
    values = drawn_values(places)
    for state in states_of(places):
        on, stops = arrays()
        kernel.turn(*state, values, np.array(places), throws, on, stops)
        plain = PlainTurn(state, values, places, throws)
        for total in range(plain.room + 1):
            expected = plain.stopped(total)
            assert stops[total] == (-1 if expected is None else pytest.approx(expected))
            for dice in range(1, DICE + 1):
                assert on[total, dice] == pytest.approx(plain.rolled(total, dice)), state
        # Beyond the target no value is written.
        assert not on[plain.room + 1 :].any()


def test_beyond_the_most_points_that_are_followed_only_their_fifty_counts(monkeypatch):
    """At most 7 fifties are followed, and a die adds one or two: 8 fifties count as 6, and 9 as
    7.
    """
    monkeypatch.setattr(kernel, "CAP", 7)
    places, values = (6, 1, 1, 12, 1, 1, 0, 2, 1), drawn_values((13, 1))
    bust = 1 - values[2, 0, 0, 0]
    # A die that scores gives back all five dice, whose worth is taken from the previous pass.
    for on_six, on_seven in [(0.9, 0.8), (0.8, 0.9)]:
        on, stops = arrays()
        on[6, 5], on[7, 5] = on_six, on_seven
        kernel.turn(0, 0, 2, 0, values, np.array(places), USUAL, on, stops)
        six, seven = max(on_six, stops[6]), max(on_seven, stops[7])
        assert on[7, 1] == pytest.approx(4 / 6 * bust + six / 6 + seven / 6)


@each_game
def test_a_pass_values_every_state_from_the_highest_scores_down(game):
    places, throws = GAMES[game]
    values, expected = drawn_values(places), drawn_values(places)
    on, stops = arrays()
    greatest = 0.0
    # The highest sums come first, and of equal sums the highest own score; then the coches, from
    # 0 up.
    order = sorted(states_of(places), key=lambda at: (-at[0] - at[2], -at[0], at[1], at[3]))
    for state in order:
        kernel.turn(*state, expected, np.array(places), throws, on, stops)
        greatest = max(greatest, abs(on[0, DICE] - expected[state]))
        expected[state] = on[0, DICE]
    assert kernel.sweep(values, np.array(places), throws, on, stops) == greatest
    assert (values == expected).all()


@each_game
def test_the_policy_stops_where_stopping_wins_more_often(game):
    places, throws = GAMES[game]
    values = drawn_values(places)
    scores, most = places[:2]
    bits = np.zeros((scores, most, scores, most, kernel.CAP + 1), dtype=np.uint8)
    on, stops = arrays()
    kernel.policy(values, np.array(places), throws, on, stops, bits)
    expected = np.zeros_like(bits)
    for state in states_of(places):
        plain = PlainTurn(state, values, places, throws)
        for total in range(plain.room + 1):
            stop = plain.stopped(total)
            if stop is not None:
                expected[state][total] = sum(
                    2**dice for dice in range(1, DICE + 1) if stop > plain.rolled(total, dice)
                )
    assert (bits == expected).all()


# --- Games -----------------------------------------------------------------------------------


def chances(seed, game):
    """Yield a game's random numbers, from 0 to 1."""
    return ((word >> 11) / 2**53 for word in words(seed, game))


class PlainGame:
    """A game played by the policy, with both players' paliers as lists."""

    def __init__(self, bits, places, throws, begin, paliers):
        self.bits, self.throws, self.by_paliers = bits, throws, paliers
        (_, self.most, self.unit, self.target, _) = places[:5]
        self.exact, self.strikes, self.fall, self.on_full = places[5:]
        self.entry = places[4]
        self.paliers = [[begin[2 * side]] if begin[2 * side] else [] for side in (0, 1)]
        self.coches = [begin[1], begin[3]]

    def score(self, side):
        return self.paliers[side][-1] if self.paliers[side] else 0

    def strike(self, side):
        self.coches[side] = 0
        if self.by_paliers and len(self.paliers[side]) > 1:
            self.paliers[side].pop()
            return
        back = self.score(side) - self.fall
        self.paliers[side] = [back] if back and back * self.unit >= self.entry else []

    def winner(self, drawn):
        side = 0
        while True:
            points = self.turn(side, drawn)
            room = self.target - self.score(side) * self.unit
            if points is not None and (points == room or points > room):
                return side
            if points is not None:
                self.paliers[side].append(self.score(side) + points // self.unit)
                self.coches[side] = 0
                if self.strikes and self.score(side) == self.score(1 - side):
                    self.strike(1 - side)
            elif self.paliers[side]:
                self.coches[side] += 1
                if self.coches[side] == self.most:
                    self.strike(side)
            side = 1 - side

    def turn(self, side, drawn):
        """Return the points of a turn in fifties, None if they are lost, or more than is missing if
        the turn wins the match.
        """
        starts, added, left, full, shares, lost, wins = self.throws
        room = self.target - self.score(side) * self.unit
        state = (self.score(side), self.coches[side], self.score(1 - side), self.coches[1 - side])
        total, dice = 0, DICE
        while True:
            odd, chance = total % 2, next(drawn)
            if chance < lost[odd, dice]:
                return None
            chance -= lost[odd, dice]
            if chance < wins[odd, dice]:
                return room + 1
            chance -= wins[odd, dice]
            at = starts[odd, dice]
            while chance >= shares[odd, at] and at + 1 < starts[odd, dice + 1]:
                chance -= shares[odd, at]
                at += 1
            total += int(added[odd, at])
            dice = int(left[odd, at])
            if total > room:
                return None if self.exact else total
            # Above the most points that are followed, it only matters whether they end in 50.
            top = min(room, kernel.CAP)
            seen = total if total <= top else top - (top - total) % 2
            may = not full[odd, at] or self.on_full
            stops = may and self.bits[state][seen] >> dice & 1
            if stops and (total % self.unit == 0 or total == room):
                return total


@pytest.mark.parametrize(("paliers", "most"), [(True, 80), (False, 80), (True, 5)])
@each_game
def test_games_are_won_as_the_rules_and_the_policy_have_it(game, paliers, most, monkeypatch):
    monkeypatch.setattr(kernel, "CAP", most)
    places, throws = GAMES[game]
    scores, most = places[:2]
    # Some games begin in the middle of a match.
    for seed, begin in enumerate([(0, 0, 0, 0), (2, most - 1, 3, 0), (scores - 1, 0, 2, most - 1)]):
        random = np.random.default_rng(seed)
        bits = random.integers(0, 2**6, (scores, most, scores, most, kernel.CAP + 1), np.uint8)
        wins = [
            PlainGame(bits, places, throws, begin, paliers).winner(chances(seed, game_)) == 0
            for game_ in range(7, 47)
        ]
        single = [
            kernel.play(bits, np.array(places), throws, begin, paliers, seed, first, 1)
            for first in range(7, 47)
        ]
        together = kernel.play(bits, np.array(places), throws, begin, paliers, seed, 7, 40)
        assert single == wins
        assert together == sum(wins)
