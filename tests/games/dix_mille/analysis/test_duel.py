"""10 000 for two on a grid of scores: tiny games worked out by hand, equations, and simulated
games.
"""

import importlib
from random import Random

import numpy as np
import pytest
from numba import njit

from games.dix_mille.analysis import duel as engine
from games.dix_mille.analysis.duel import FALL, Duel, solve_duel
from games.dix_mille.analysis.duel_state import DuelState, unfit
from games.dix_mille.analysis.kept_duels import state_of
from games.dix_mille.analysis.throw_situations import throws_of
from games.dix_mille.engine.rulesets import frozen
from games.dix_mille.engine.scoring import Race
from games.dix_mille.engine.turns import Stand, open_turn, readings, whole_throw
from games.dix_mille.engine.turns import take_throw as taken
from tests.games.dix_mille.builders import entry, rules


def solving(test):
    """Mark as nightly a test that compiles the loops and solves a game."""
    return pytest.mark.nightly(test)


# A player has only two scores: not entered, and at the target. Whoever makes a thousand in one
# turn wins.
ONE_TURN = rules(target=1000, entry_score=1000)
SHORT = rules(target=2000)
BEGIN = DuelState(0, 0, 0, 0)


@pytest.fixture(scope="module")
def short():
    return solve_duel(SHORT)


@solving
def test_of_one_turn_each_the_chance_is_that_of_a_geometric_race():
    duel = solve_duel(ONE_TURN)
    first = duel.chance(BEGIN)
    # If a turn succeeds with chance p, the first player wins with p + (1 - p)² p + …, and the
    # other with (1 - p) times that.
    made = 1 - (1 - first) / first
    assert first == pytest.approx(made / (1 - (1 - made) ** 2), abs=1e-6)
    assert 0.03 < made < 0.05
    games = 200_000
    share = duel.simulate(BEGIN, games=games, seed=2, paliers=True)
    assert abs(share - first) < 3 * (first * (1 - first) / games) ** 0.5


@solving
def test_every_value_is_what_the_best_turn_leads_to(short):
    """At random states the value is compared with `plain_turn`, a plain computation of the best
    turn.
    """
    random = Random(5)
    for _state in range(6):
        mine, their = (random.choice([0, *range(700, 2000, 100)]) for _side in range(2))
        state = DuelState(
            mine, random.randrange(3) if mine else 0, their, random.randrange(3) if their else 0
        )
        assert short.chance(state) == pytest.approx(plain_turn(short, state), abs=1e-5)


def fallen(score):
    return score - FALL if score - FALL >= SHORT.entry_score else 0


def plain_turn(duel, state):
    """Return the chance of the player to move, from the throws and the rules themselves."""
    mine, coches, their, others = state
    if mine == 0:
        lost = DuelState(their, others, 0, 0)
    elif coches == 2:
        lost = DuelState(their, others, fallen(mine), 0)
    else:
        lost = DuelState(their, others, mine, coches + 1)
    bust = 1 - duel.chance(lost)
    known = {}

    def stopped(total):
        if total % 100 or (mine == 0 and total < 700):
            return -1.0
        if mine + total == 2000:
            return 1.0
        if mine + total == their:
            return 1 - duel.chance(DuelState(fallen(their), 0, mine + total, 0))
        return 1 - duel.chance(DuelState(their, others, mine + total, 0))

    def thrown(total, dice):
        if (total, dice) not in known:
            value = 0.0
            turn = open_turn(SHORT, Stand(True, -(10**9)))._replace(total=total, left=dice)
            for faces, ways in throws_of(dice):
                value += ways * after(turn, faces) / 6**dice
            known[total, dice] = value
        return known[total, dice]

    def after(turn, faces):
        if not readings(turn, faces):
            return bust
        then = taken(turn, whole_throw(turn, faces), last=False)
        if mine + then.total > 2000:
            return bust
        on = thrown(then.total, then.left)
        return on if then.main_pleine else max(on, stopped(then.total))

    return thrown(0, 5)


@solving
def test_games_of_the_policy_are_won_as_often_as_told(short):
    games = 60_000
    for state in (BEGIN, DuelState(1200, 2, 1500, 0), DuelState(1900, 0, 700, 1)):
        chance = short.chance(state)
        share = short.simulate(state, games=games, seed=4, paliers=False)
        assert abs(share - chance) < 3 * (chance * (1 - chance) / games) ** 0.5


@solving
@pytest.mark.nightly
def test_a_million_games_to_ten_thousand_are_won_as_often_as_told():
    duel, games = solve_duel(rules()), 1_000_000
    for state in (BEGIN, DuelState(6000, 0, 7000, 0)):
        chance = duel.chance(state)
        error = (chance * (1 - chance) / games) ** 0.5
        assert abs(duel.simulate(state, games=games, seed=4, paliers=False) - chance) < 3 * error
        # The grid does not know the lower paliers; this changes the chance by less than two
        # percent.
        assert abs(duel.simulate(state, games=games, seed=4, paliers=True) - chance) < 0.02


@solving
def test_the_simulation_follows_the_rules_of_paliers(short, monkeypatch):
    """Compared with games that the rules score and that follow the same policy, with falls, coches
    and collisions.
    """
    # The loop `turn` is compiled, because it is called some ten thousand times.
    monkeypatch.setattr(engine.kernel, "turn", njit(cache=True)(engine.kernel.turn))
    random, games, won = Random(9), 300, 0
    for _game in range(games):
        race = Race(SHORT, 2)
        while race.result is None:
            race.add(best_turn(short, race, random))
        won += race.result.winners == (0,)
    share = short.simulate(BEGIN, games=100_000, seed=1, paliers=True)
    assert abs(share - won / games) < 3 * (0.25 / games) ** 0.5


def best_turn(duel, race, random):
    turn, throws = open_turn(SHORT, race.stand), []
    while turn.ended is None:
        dice = [random.randint(1, 6) for _die in range(turn.to_throw)]
        throws.append(whole_throw(turn, dice))
        turn = taken(turn, throws[-1], last=False)
        if turn.ended is None and not turn.main_pleine:
            stop, roll = duel.stop_or_roll(state_of(race), turn.total, turn.left)
            if stop is not None and stop > roll:
                break
    return entry(throws=throws)


@solving
def test_the_chances_of_both_sum_to_one_and_more_points_are_better(short):
    values = short.values
    assert np.all((values > 0) & (values < 1))
    ahead = [short.chance(DuelState(score, 0, 1200, 0)) for score in (700, 1000, 1900)]
    assert ahead == sorted(ahead)
    coches = [short.chance(DuelState(1500, marks, 1500, 0)) for marks in range(3)]
    assert coches == sorted(coches, reverse=True)


@solving
def test_at_the_target_less_a_hundred_one_stops_there(short):
    stops = dict(short.stops(DuelState(1900, 0, 1500, 0)))
    assert stops[1] == 100
    assert all(least in (100, None) for least in stops.values())


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"scoring": "odd"}, "scoring"),
        ({"jokers": True}, "jokers"),
        ({"target": 10_100}, "target"),
        ({"coches_to_strike": 5}, "coches_to_strike"),
        ({"win_on_main_pleine_from": 1500}, "win_on_main_pleine_from"),
        ({"chain_collision": True}, "chain_collision"),
    ],
)
def test_rules_that_the_grid_does_not_know_are_refused(changes, field):
    assert unfit(rules(**changes))[1] == field
    with pytest.raises(ValueError, match="duel_"):
        solve_duel(rules(**changes))


def test_the_presets_that_it_knows():
    known = {
        slug
        for slug in ("classique", "full", "charentaise", "variante-421", "yam-d-as", "joker")
        if unfit(rules(slug)) is None
    }
    assert known == {"classique", "full", "charentaise", "variante-421", "yam-d-as"}


@solving
def test_the_duel_of_kept_values_is_the_same(short):
    again = Duel(SHORT, short.values)
    assert again.chance(BEGIN) == short.chance(BEGIN)


# --- The game as the loops take it -----------------------------------------------------------


def test_the_size_of_the_game():
    """Scores count in hundreds, points in hand in fifties: 14 fifties (700) to enter, 5 hundreds
    (500) lost by a fall.
    """
    places, _throws = engine._game(frozen(rules()))
    assert places.tolist() == [100, 3, 2, 200, 14, 1, 1, 5, 0]
    other = rules(
        target=2000,
        no_fifty=False,
        coches_to_strike=2,
        entry_score=0,
        exact_target=False,
        collision=False,
        main_pleine="may_stop",
    )
    places, _throws = engine._game(frozen(other))
    assert places.tolist() == [40, 2, 1, 40, 1, 0, 0, 10, 1]


def outcomes(throws, dice, odd=0):
    """Return the outcomes of a throw of `dice` dice with their shares, as (points, dice left, main
    pleine).
    """
    starts, added, left, full, shares, _lost, _wins = throws
    return {
        (50 * int(added[odd, at]), int(left[odd, at]), bool(full[odd, at])): shares[odd, at]
        for at in range(starts[odd, dice], starts[odd, dice + 1])
    }


def test_what_a_throw_of_one_and_of_two_dice_leads_to():
    _places, throws = engine._game(frozen(rules()))
    lost, wins = throws[-2:]
    assert outcomes(throws, 1) == pytest.approx({(100, 5, True): 1 / 6, (50, 5, True): 1 / 6})
    assert lost[0, 1] == pytest.approx(4 / 6)
    # Of 36 throws, 8 have an ace as the only scoring die, and 8 a five. Two have both, one has
    # two aces, and one has two fives.
    assert outcomes(throws, 2) == pytest.approx(
        {
            (100, 1, False): 8 / 36,
            (50, 1, False): 8 / 36,
            (150, 5, True): 2 / 36,
            (200, 5, True): 1 / 36,
            (100, 5, True): 1 / 36,
        }
    )
    assert lost[0, 2] == pytest.approx(16 / 36)
    assert wins.max() == 0


def test_shares_sum_to_one_and_three_fives_are_broken_after_fifty():
    _places, throws = engine._game(frozen(rules("yam-d-as")))
    lost, wins = throws[-2:]
    for odd in (0, 1):
        for dice in range(1, 6):
            shares = sum(outcomes(throws, dice, odd).values())
            assert shares + lost[odd, dice] + wins[odd, dice] == pytest.approx(1)
    # Five aces win the match.
    assert [wins[odd, 5] for odd in (0, 1)] == pytest.approx([6**-5] * 2)
    # « S'il se termine par 50 »: three fives are then worth 50 + 50 + 50 instead of 500.
    _places, throws = engine._game(frozen(rules(break_fives=True)))
    assert outcomes(throws, 3, 0)[500, 5, True] == pytest.approx(1 / 216)
    assert (500, 5, True) not in outcomes(throws, 3, 1)


def test_a_chance_is_found_by_scores_and_coches():
    """Each value encodes its own place: 1000 for a step of my score, 100 for my coches, 10 for a
    step of the other score, 1 for its coches.
    """
    values = np.zeros((20, 3, 20, 3))
    for place in np.ndindex(values.shape):
        values[place] = np.dot(place, (1000, 100, 10, 1))
    duel = Duel(SHORT, values)
    assert duel.chance(DuelState(700, 2, 900, 1)) == 7000 + 200 + 90 + 1
    # At most two coches count, and none without a palier.
    assert duel.chance(DuelState(700, 3, 900, 3)) == 7000 + 200 + 90 + 2
    assert duel.chance(DuelState(0, 2, 0, 2)) == 0


def test_progress_is_the_part_of_the_digits_that_are_sure():
    """Progress goes from 0 at a change of one tenth to 100 at a change of one ten-millionth."""
    assert [engine._sureness(10.0**-power) for power in (0, 1, 2, 4, 6, 7, 9)] == [
        0, 0, 17, 50, 83, 100, 100,
    ]  # fmt: skip
    assert engine._sureness(1.1e-7) == 99


# --- Without solving: what the loops are given, and what is made of their answers ----------------


def given_to(duel, places, throws):
    """Return whether the loops were given the size and the throws of this duel's game."""
    return places is duel._places and throws is duel._throws


@pytest.fixture
def best_turn_is(monkeypatch):
    """Return a function that gives every best turn these chances, and returns the list of states
    that are asked for.
    """

    def given(duel, stops_of, on_of):
        calls = []

        def turn(mine, coches, their, others, values, places, throws, on, stops):
            assert values is duel.values
            assert given_to(duel, places, throws)
            calls.append((mine, coches, their, others))
            for step in range(min((duel.rules.target - 100 * mine) // 50, 80) + 1):
                stops[step] = stops_of(step)
                for dice in range(1, 6):
                    on[step, dice] = on_of(step, dice)

        monkeypatch.setattr(engine.kernel, "turn", turn)
        return calls

    return given


def test_to_stop_or_to_roll_is_found_by_the_points_and_the_dice(best_turn_is):
    """Each answer encodes its own place: the fifties in hand, and a tenth for each die."""
    duel = Duel(SHORT, np.zeros((20, 3, 20, 3)))
    calls = best_turn_is(
        duel,
        lambda step: -1 if step % 2 else step - 4,
        lambda step, dice: step + dice / 10,
    )
    state = DuelState(700, 2, 900, 1)
    assert duel.stop_or_roll(state, 600, 4) == (8, 12.4)
    assert calls == [(7, 2, 9, 1)]
    # One may not stop on a fifty. One may stop on 200, although this loses for sure.
    assert duel.stop_or_roll(state, 350, 1) == (None, 7.1)
    assert duel.stop_or_roll(state, 200, 5) == (0, 4.5)
    # The target is 1300 points away, which are 26 fifties. Beyond it, only whether the points
    # end in 50 matters.
    assert duel.stop_or_roll(state, 1250, 2) == (None, 25.2)
    assert duel.stop_or_roll(state, 1300, 2) == (22, 26.2)
    assert duel.stop_or_roll(state, 1350, 2) == (None, 25.2)
    assert duel.stop_or_roll(state, 1400, 2) == (22, 26.2)


def test_more_than_four_thousand_points_in_hand_count_as_so_many(best_turn_is):
    duel = Duel(rules(), np.zeros((100, 3, 100, 3)))
    best_turn_is(duel, lambda step: step, lambda step, dice: step + dice / 10)
    assert duel.stop_or_roll(BEGIN, 4000, 3) == (80, 80.3)
    assert duel.stop_or_roll(BEGIN, 4050, 3) == (79, 79.3)
    assert duel.stop_or_roll(BEGIN, 4100, 3) == (80, 80.3)


def test_from_how_many_points_on_one_stops(best_turn_is):
    """A thousand points are missing. Stopping wins one time in two, but never on 200, and is not
    allowed on 400.
    """
    duel = Duel(SHORT, np.zeros((20, 3, 20, 3)))

    def on(step, dice):
        return {
            # One die: throwing is no better than stopping from 350 on.
            1: 0.5 if step <= 6 else 0.4,
            # Two dice: throwing is better on 550. So one stops above that, although one would
            # also stop below it.
            2: 0.6 if step == 11 else 0.4,
            3: 0.6,
            4: 0.4,
            # Five dice: stopping is better only at the target.
            5: 0.4 if step == 20 else 0.6,
        }[dice]

    calls = best_turn_is(duel, lambda step: {4: 0, 8: -1}.get(step, 0.5), on)
    stops = duel.stops(DuelState(1000, 1, 1200, 0))
    assert stops == [(1, 350), (2, 600), (3, None), (4, 250), (5, 1000)]
    assert calls == [(10, 1, 12, 0)]


def test_one_may_stop_on_the_first_fifty_and_on_the_most_points_that_are_followed(best_turn_is):
    duel = Duel(rules(), np.zeros((100, 3, 100, 3)))
    best_turn_is(duel, lambda step: 0.5, lambda step, dice: 0.6 if dice == 5 and step < 80 else 0.4)
    assert duel.stops(BEGIN) == [(1, 50), (2, 50), (3, 50), (4, 50), (5, 4000)]


@pytest.mark.parametrize("paliers", [True, False])
def test_games_are_played_in_portions_of_the_policy(monkeypatch, paliers):
    """Of 45 000 games, 10 000, 6 000 and 2 000 are won in the three portions: two in five."""
    importlib.import_module("games.dix_mille.analysis.duel_compiled")  # before loops are exchanged
    duel = Duel(SHORT, np.zeros((20, 3, 20, 3)))
    portions, policies = [], []

    def policy(values, places, throws, on, stops, bits):
        assert values is duel.values
        assert given_to(duel, places, throws)
        # The arrays are for zero to five dice, and for 0 to 80 fifties in hand.
        assert (on.shape, stops.shape, bits.shape) == ((81, 6), (81,), (20, 3, 20, 3, 81))
        policies.append(bits)

    def play(bits, places, throws, begin, as_paliers, seed, first, games):
        assert bits is policies[0]
        assert given_to(duel, places, throws)
        assert begin.tolist() == [7, 2, 9, 1]
        assert (as_paliers, seed) == (paliers, 6)
        portions.append((first, games))
        return {0: 10_000, 20_000: 6_000, 40_000: 2_000}[first]

    monkeypatch.setattr(engine.kernel, "policy", policy)
    monkeypatch.setattr(engine.kernel, "play", play)
    progress = []
    share = duel.simulate(
        DuelState(700, 2, 900, 1),
        games=45_000,
        seed=6,
        paliers=paliers,
        progress=lambda done, total: progress.append((done, total)),
    )
    assert share == 0.4
    assert portions == [(0, 20_000), (20_000, 20_000), (40_000, 5_000)]
    assert progress == [(0, 45_000), (20_000, 45_000), (40_000, 45_000)]
    assert len(policies) == 1


def passes(monkeypatch, changes):
    """Replace the loop: each pass writes its number into all values, and returns the next of
    `changes` as its greatest change.
    """
    begun, left = [], iter(changes)

    def sweep(values, places, throws, on, stops):
        if not begun:
            assert (values == 0.5).all()
        assert places is engine._game(frozen(SHORT))[0]
        assert throws is engine._game(frozen(SHORT))[1]
        assert (on.shape, stops.shape) == ((81, 6), (81,))
        begun.append(values.shape)
        values[:] = len(begun)
        return next(left)

    monkeypatch.setattr(engine.kernel, "sweep", sweep)
    return begun


def test_a_game_is_solved_pass_after_pass_until_no_value_moves(monkeypatch):
    begun = passes(monkeypatch, [0.5, 0.01, 1e-7, 9e-8, 0.5])
    progress = []
    duel = solve_duel(SHORT, lambda sure, total: progress.append((sure, total)))
    assert begun == [(20, 3, 20, 3)] * 4
    assert progress == [(0, 100), (17, 100), (100, 100), (100, 100)]
    assert duel.rules is SHORT
    assert duel.chance(BEGIN) == 4


def test_after_four_hundred_passes_the_values_are_taken_as_they_are(monkeypatch):
    begun = passes(monkeypatch, [0.5] * 500)
    assert solve_duel(SHORT).chance(BEGIN) == 400
    assert len(begun) == 400
