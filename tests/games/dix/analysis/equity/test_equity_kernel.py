"""The loops that compute the chances of a match, run as the plain Python from which they are
compiled.

Small matches with random hands are compared with their definition. The results of the loops
under real rules are tested in test_equity.py.
"""

from functools import cache
from random import Random

import numpy as np
import pytest

from tests.uncompiled import uncompiled

kernel = uncompiled("games.dix.analysis.equity.equity_kernel")
# Scores range from 0 to 4 units, and a hand brings from −2 to 3 units.
SIZE, REACH = 5, 3


class Match:
    """Random hands for each pair of regions in which the two scores can be: 0–1, 2 and 3–4."""

    def __init__(self, seed):
        random = Random(seed)
        self.regions = np.array([0, 0, 1, 2, 2])
        self.ways, self.groups, firsts = [], [], [0]
        for _region in range(9):
            # Some regions have no hands, and some groups have no « partie ».
            for _group in range(random.randrange(3)):
                start = self.drawn(random, random.randint(1, 3))
                middle = self.drawn(random, random.choice((0, 0, 1, 2)))
                self.groups.append((random.randrange(2), start, middle, len(self.ways)))
            firsts.append(len(self.groups))
        self.first_groups = np.array(firsts)
        whole = SIZE + REACH
        self.ends = np.array([random.randrange(2) for _ in range(2 * whole * whole)]).reshape(
            2, whole, whole
        )

    def drawn(self, random, many):
        """Add `many` random outcomes of a hand; return the index of the first."""
        start = len(self.ways)
        for _way in range(many):
            gains = random.randint(-2, 3), random.randint(-2, 3)
            self.ways.append((random.random() / 4, gains, random.choice((-1, -1, -1, 0, 1))))
        return start

    def arrays(self):
        shares, gains, decided = zip(*self.ways, strict=True)
        groups = np.array(self.groups)
        return self.first_groups, groups, np.array(shares), np.array(gains), np.array(decided)

    def bounds(self, low, high, ours, theirs):
        """Return what a hand from these scores is worth to the first speaker: at least, and at
        most.
        """
        region = 3 * self.regions[ours] + self.regions[theirs]
        total = np.zeros(2)
        for group in range(self.first_groups[region], self.first_groups[region + 1]):
            side, start, middle, stop = self.groups[group]
            number = self.worth(low, high, ours, theirs, side, range(start, middle))
            if middle < stop:
                partie = self.worth(low, high, ours, theirs, side, range(middle, stop))
                # The side that names trump takes what is better for it.
                number = (np.maximum if side == 0 else np.minimum)(number, partie)
            total += number
        return total

    def worth(self, low, high, ours, theirs, side, ways):
        total = np.zeros(2)
        for way in ways:
            share, gains, winner = self.ways[way]
            us, them = ours + gains[0], theirs + gains[1]
            if winner >= 0:
                total += share * (winner == 0)
            elif us < 0 or them < 0:
                total += share * np.array([0, 1])
            elif us >= SIZE or them >= SIZE:
                total += share * (self.ends[side, us, them] == 0)
            else:
                # The other side speaks first in the next hand, so the scores and the bounds
                # change places.
                total += share * np.array([1 - high[them, us], 1 - low[them, us]])
        return total


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("enough", [1e-9, 0.3])
def test_a_pass_brings_the_bounds_of_every_score_nearer(seed, enough):
    match, random = Match(seed), np.random.default_rng(seed)
    low = random.random((SIZE, SIZE)) / 2
    high = low + random.random((SIZE, SIZE)) / 2
    expected_low, expected_high, moved = low.copy(), high.copy(), 0.0
    states = [(ours, theirs) for ours in range(SIZE) for theirs in range(SIZE)]
    # Scores are updated in this order: the highest sums first, and among equal sums the lowest
    # own score first.
    for at in sorted(states, key=lambda at: (-sum(at), at[0])):
        if expected_high[at] - expected_low[at] < enough:
            continue
        least, most = match.bounds(expected_low, expected_high, *at)
        moved = max(moved, least - expected_low[at], expected_high[at] - most)
        expected_low[at] = max(expected_low[at], least)
        expected_high[at] = min(expected_high[at], most)
    change = kernel.sweep(low, high, enough, match.regions, *match.arrays(), match.ends)
    assert change == pytest.approx(moved)
    assert low == pytest.approx(expected_low)
    assert high == pytest.approx(expected_high)


# --- With money ------------------------------------------------------------------------------


@pytest.mark.parametrize("full", [1, 2])
def test_a_layer_with_money_is_worth_what_its_hands_lead_to(full):
    """Hands bring 4 units, from a sum of 2 on, and the target is 7. Each side has 0 to 2 francs.

    The two scores add up to 2, 6 and 10 in the three layers. The lowest score is the one at
    which the other side's is still below 7.
    """
    random = Random(full)
    count, total, in_hand, target, offset, below, money = 3, 2, 4, 7, -5, 6, 2
    width, whole = target - offset, target - offset + 2 * below
    starts, ways, shares = [0], [], []
    for ours in range(full + 1):
        for theirs in range(full + 1):
            for _way in range(random.randint(1, 4)):
                side = random.randrange(2)
                price = random.randint(0, (ours, theirs)[side])
                we = random.randint(-2, 6)
                ways.append((side, price, we, in_hand - we))
                shares.append(random.random() / 4)
            starts.append(len(ways))
    ends = np.array([random.randrange(2) for _ in range(2 * whole * whole)])
    ends = ends.reshape(2, whole, whole)
    values = np.zeros((count + 1, money + 1, money + 1, width))
    kernel.layers(
        values, total, offset, in_hand, target, full,
        np.array(starts), np.array(ways), np.array(shares), ends, below,
    )  # fmt: skip

    @cache
    def worth(layer, ours, theirs, us):
        them = total + in_hand * layer - us
        if layer == count or us >= target or them >= target:
            return 0.0
        # A purse above `full` counts as `full` when a hand is chosen, but the price is taken
        # from the real purse.
        at = min(ours, full) * (full + 1) + min(theirs, full)
        value = 0.0
        for way in range(starts[at], starts[at + 1]):
            side, price, we, they = ways[way]
            if us + we >= target or them + they >= target:
                place = us + we - offset + below, them + they - offset + below
                value += shares[way] * (ends[side][place] == 0)
            else:
                purses = (ours - price, theirs) if side == 0 else (ours, theirs - price)
                value += shares[way] * (1 - worth(layer + 1, *purses[::-1], them + they))
        return value

    for place in np.ndindex(values.shape):
        layer, ours, theirs, at = place
        assert values[place] == pytest.approx(worth(layer, ours, theirs, at + offset)), place
    assert np.count_nonzero(values) > 100
