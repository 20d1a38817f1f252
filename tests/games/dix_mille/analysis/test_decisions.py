"""What decisions of 10 000 cost: turns whose best play is known, and what the lab says of each."""

from types import SimpleNamespace

import pytest

from games.dix_mille.analysis.decisions import decisions, stake
from games.dix_mille.analysis.odds import advise, advise_turn
from games.dix_mille.engine.columns import PalierColumn
from games.dix_mille.engine.turns import Stand, open_turn, take_throw
from games.review.decision import Decision, costliest
from tests.games.dix_mille.builders import bust, points, rules, throw, throws

CLASSIC = rules()
# Both players have entered, with 1000 and 1300, in two turns whose dice are not known.
ENTERED = (points(1000), points(1300))


def judged(*turns, using=CLASSIC):
    return decisions(using, 2, [*ENTERED, *turns])


def only(code, *turns, using=CLASSIC):
    (decision,) = [candidate for candidate in judged(*turns, using=using) if candidate.code == code]
    return decision


def after(*texts, score=1000, using=CLASSIC):
    turn = open_turn(using, Stand(entered=True, score=score))
    for text in texts:
        turn = take_throw(turn, throw(text), last=False)
    return turn


def test_stopping_on_a_hundred_with_four_dice_costs_what_throwing_on_would_bring():
    decision = only("stopped", throws("12346:1"))
    advice = advise_turn(after("12346:1"))
    # Four dice score nothing about one time in six, so throwing them again is far better than a
    # hundred points.
    assert advice.roll.points > 200
    assert decision == Decision(
        3,
        0,
        pytest.approx(advice.roll.points - 100),
        "stopped",
        {"points": 100, "count": 4, "stop": 100, "roll": round(advice.roll.points)},
    )


def test_throwing_one_die_with_much_in_hand_costs_the_difference():
    decision = only("threw_on", throws("11113:1111", "3"))
    # The turn has 2000 points, and the one die left scores only one time in three.
    assert decision.params["points"] == 2000
    assert decision.params["stop"] == 2000
    assert decision.cost == pytest.approx(2000 - decision.params["roll"], abs=0.5)
    assert decision.cost > 1000


def test_the_best_decisions_cost_nothing():
    # With a thousand points and two dice, stopping is best.
    assert only("stopped", throws("11123:111")).cost < 0
    # With a hundred points and four dice, throwing on is best.
    assert only("threw_on", throws("12346:1", "2346")).cost < 0
    assert costliest(judged(throws("11123:111"))) == []


def test_where_one_may_not_stop_there_is_nothing_to_decide():
    # One may not stop on fifty, so the player had to throw on.
    codes = [decision.code for decision in judged(throws("52344:5", "1346:1", "346"))]
    assert codes == []


def test_taking_over_little_with_one_die_costs_and_leaving_much_with_four_does():
    taken = only("carried", throws("11236:11"), throws("166:1", carried=True))
    assert taken.params["points"] == 200
    assert taken.params["count"] == 3
    anew = advise(CLASSIC, entered=True, score=1300, total=0, dice=5).roll.points
    over = advise(CLASSIC, entered=True, score=1300, total=200, dice=3, taken=200).roll.points
    assert taken.cost == pytest.approx(anew - over)
    assert (taken.params["over"], taken.params["anew"]) == (round(over), round(anew))


def test_what_was_left_and_not_taken_over_is_judged_too():
    decision = only("not_carried", throws("12346:1"), throws("23346"))
    over = advise(CLASSIC, entered=True, score=1300, total=100, dice=4, taken=100).roll.points
    anew = advise(CLASSIC, entered=True, score=1300, total=0, dice=5).roll.points
    assert decision.seat == 1
    assert decision.cost == pytest.approx(over - anew)
    # A turn noted by its points alone does not tell how many dice were left.
    assert "not_carried" not in {
        judged_decision.code for judged_decision in judged(points(300), throws("23346"))
    }


@pytest.mark.nightly
def test_which_dice_to_keep_is_judged_where_one_may_choose():
    free = rules(may_reroll_scoring=True)
    decision = only("kept", throws("11234:1", "2346"), using=free)
    assert decision.params["dice"] == "1-1-2-3-4"
    assert decision.params["kept"] == "1"
    assert decision.cost >= 0
    # Under the classic rules all that scores is kept.
    assert "kept" not in {
        judged_decision.code for judged_decision in judged(throws("11234:11", "234"))
    }


def test_a_last_coche_weighs_the_palier_it_would_strike():
    column = PalierColumn()
    assert stake(CLASSIC, column) == 0
    column.write(700)
    column.write(500)
    assert stake(CLASSIC, column) == 0
    column.top.coches = 1
    assert stake(CLASSIC, column) == 0
    column.top.coches = 2
    assert stake(CLASSIC, column) == 500
    # The only palier is at stake with its whole score.
    alone = PalierColumn()
    alone.write(700)
    alone.top.coches = 2
    assert stake(CLASSIC, alone) == 700
    # With two coches a failed throw also loses the palier of a thousand, so throwing on is worth
    # less.
    usual = only("stopped", throws("11236:11")).params["roll"]
    risky = only("stopped", bust(), bust(), bust(), bust(), throws("11236:11")).params["roll"]
    assert risky < usual - 200


@pytest.mark.nightly
def test_of_the_dice_that_may_be_kept_the_best_is_named(monkeypatch):
    """The stub says that keeping one ace, with four dice to throw, is worth 300; keeping both, with
    three dice, is worth 250.
    """
    worth = {(1,): 300.0, (1, 1): 250.0}

    def advise_turn(turn, *, cost, whole):
        return SimpleNamespace(
            stop=None, roll=SimpleNamespace(points=worth[turn.throws[-1].kept_dice])
        )

    monkeypatch.setattr("games.dix_mille.analysis.decisions.advise_turn", advise_turn)
    free = rules(may_reroll_scoring=True)
    params = {"dice": "1-1-2-3-4", "better": "1"}
    assert judged(throws("11234:11", "234"), using=free) == [
        Decision(3, 0, 50, "kept", {**params, "kept": "1-1"})
    ]
    assert judged(throws("11234:1", "2346"), using=free) == [
        Decision(3, 0, 0, "kept", {**params, "kept": "1"})
    ]
    # If only one die scores there is no choice.
    assert judged(throws("12334:1", "2346"), using=free) == []


def test_who_waits_is_told_of_each_turn_by_its_dice():
    progress = []
    turns = [*ENTERED, throws("22346"), points(500), throws("22346")]
    decisions(CLASSIC, 2, turns, lambda *done: progress.append(done))
    assert progress == [(3, 5), (5, 5)]


def test_of_what_would_pass_the_target_nothing_is_judged():
    """Seat 1 has 9600. A carry-over of 500 would pass the target and cannot be taken over; 400
    can.
    """
    near = [points(1000), points(9600)]
    for given, codes in (("55524:555", []), ("44423:444", ["not_carried"])):
        turns = [*near, throws(given), throws("22346")]
        found_codes = [
            decision.code for decision in decisions(CLASSIC, 2, turns) if decision.seat == 1
        ]
        assert found_codes == codes


def test_turns_with_a_joker_and_turns_by_points_are_not_judged():
    joker = rules("joker")
    assert judged(points(300), bust()) == []
    assert judged(throws("51346:1:5", "156:15"), using=joker) == []


def test_the_three_that_cost_most_come_dearest_first():
    costs = [3.0, 50.0, 0.2, 12.0, 50.0, -4.0]
    decisions_made = [
        Decision(at, 0, cost, "stopped", {}) for at, cost in enumerate(costs, start=1)
    ]
    assert [(decision.number, decision.cost) for decision in costliest(decisions_made)] == [
        (2, 50.0),
        (5, 50.0),
        (4, 12.0),
    ]


# --- Where two play: chances of winning -------------------------------------------------------


class Even:
    """A duel in which each point in hand is worth a thousandth, and a throw 300 points."""

    def __init__(self):
        self.seen = []

    def stop_or_roll(self, state, total, dice):
        self.seen.append(state)
        return total / 1000, (total + 50 * dice) / 1000


def test_for_two_each_decision_has_its_cost_in_chances_too():
    duel = Even()
    found_decisions = decisions(CLASSIC, 2, [*ENTERED, throws("12346:1")], duel=duel)
    (decision,) = found_decisions
    # Four dice are worth 200 more than stopping.
    assert decision.chance == pytest.approx(0.2)
    assert {(state.mine, state.their) for state in duel.seen} == {(1000, 1300)}
    assert decision.cost == only("stopped", throws("12346:1")).cost


def test_the_costliest_are_chosen_by_chances_where_they_are_known():
    cheap = Decision(1, 0, 500, "stopped", {}, 0.004)
    dear = Decision(2, 0, 1, "stopped", {}, 0.3)
    less = Decision(3, 0, 90, "stopped", {}, 0.02)
    assert costliest([cheap, dear, less]) == [dear, less]


def test_three_players_or_other_rules_are_judged_by_points():
    from games.dix_mille.analysis.capabilities import duel_for

    assert duel_for(CLASSIC, 3, lambda done, total: None) is None
    assert duel_for(rules(scoring="odd"), 2, lambda done, total: None) is None
