"""10 000 for two on a grid: tiny games worked out by hand, equations, and games of the policy."""

from random import Random

import numpy as np
import pytest

from games.dix_mille.engine.duel import FALL, Duel, solve_duel
from games.dix_mille.engine.duel_state import DuelState, unfit
from games.dix_mille.engine.odds import throws_of
from games.dix_mille.engine.scoring import Race
from games.dix_mille.engine.turns import Stand, open_turn, readings, whole_throw
from games.dix_mille.engine.turns import take_throw as taken
from games.dix_mille.kept_duels import state_of
from tests.games.dix_mille.builders import entry, rules

pytestmark = [pytest.mark.slow, pytest.mark.weekly("thursday")]

# Two scores a player: out, and there. Whoever makes a thousand in a turn has won.
ONE_TURN = rules(target=1000, entry_score=1000)
SHORT = rules(target=2000)
BEGIN = DuelState(0, 0, 0, 0)


@pytest.fixture(scope="module")
def short():
    return solve_duel(SHORT)


def test_of_one_turn_each_the_chance_is_that_of_a_geometric_race():
    duel = solve_duel(ONE_TURN)
    first = duel.chance(BEGIN)
    # Who makes it with chance p wins p + (1 - p)² p + …: the other's chance is (1 - p) times it.
    made = 1 - (1 - first) / first
    assert first == pytest.approx(made / (1 - (1 - made) ** 2), abs=1e-6)
    assert 0.03 < made < 0.05
    games = 200_000
    share = duel.simulate(BEGIN, games=games, seed=2, paliers=True)
    assert abs(share - first) < 3 * (first * (1 - first) / games) ** 0.5


def test_every_value_is_what_the_best_turn_leads_to(short):
    """By a plain turn of one's own, at states drawn at random."""
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
    """The chance of a turn by the throws and the rules themselves."""
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


def test_games_of_the_policy_are_won_as_often_as_told(short):
    games = 60_000
    for state in (BEGIN, DuelState(1200, 2, 1500, 0), DuelState(1900, 0, 700, 1)):
        chance = short.chance(state)
        share = short.simulate(state, games=games, seed=4, paliers=False)
        assert abs(share - chance) < 3 * (chance * (1 - chance) / games) ** 0.5


@pytest.mark.soak
def test_a_million_games_to_ten_thousand_are_won_as_often_as_told():
    duel, games = solve_duel(rules()), 1_000_000
    for state in (BEGIN, DuelState(6000, 0, 7000, 0)):
        chance = duel.chance(state)
        error = (chance * (1 - chance) / games) ** 0.5
        assert abs(duel.simulate(state, games=games, seed=4, paliers=False) - chance) < 3 * error
        # What the grid leaves out of the paliers is less than two percent.
        assert abs(duel.simulate(state, games=games, seed=4, paliers=True) - chance) < 0.02


def test_the_simulation_follows_the_rules_of_paliers(short):
    """Against the rules themselves, which play the same way: falls, coches and collisions too."""
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


def test_the_chances_of_both_sum_to_one_and_more_points_are_better(short):
    values = short.values
    assert np.all((values > 0) & (values < 1))
    ahead = [short.chance(DuelState(score, 0, 1200, 0)) for score in (700, 1000, 1900)]
    assert ahead == sorted(ahead)
    coches = [short.chance(DuelState(1500, marks, 1500, 0)) for marks in range(3)]
    assert coches == sorted(coches, reverse=True)


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


def test_the_duel_of_kept_values_is_the_same(short):
    again = Duel(SHORT, short.values)
    assert again.chance(BEGIN) == short.chance(BEGIN)
