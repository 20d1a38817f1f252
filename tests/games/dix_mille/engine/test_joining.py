"""Who may still join a match of 10 000, and that joining changes the score of no earlier turn."""

from random import Random
from types import SimpleNamespace

import pytest

from games.dix_mille.engine.joining import why_not_join
from games.dix_mille.engine.sample import sample_turn
from games.dix_mille.engine.scoring import Race
from tests.games.dix_mille.builders import FIELDS, VALUES, points, rules, sheet

OPEN = rules(entry_score=0)


def fault(turns, seats):
    refused = why_not_join(sheet(*[points(100)] * turns, using=OPEN, seats=seats), seats)
    return refused and refused.code


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_anybody_may_join_until_somebody_has_two_turns(seats):
    assert {fault(turns, seats) for turns in range(seats + 1)} == {None}
    assert fault(seats + 1, seats) == "too_late_to_join"


def test_after_a_whole_round_who_joins_plays_next():
    assert sheet(points(100), points(200), using=OPEN, seats=2).next["seat"] == 0
    assert sheet(points(100), points(200), using=OPEN, seats=3).next["seat"] == 2


def folds(preset, seats, random, **changes):
    """Yield the ruleset, the turns and the sheet before each turn, for as long as somebody may
    join.
    """
    ruleset, turns = rules(preset, **changes), []
    race = Race(ruleset, seats)
    while race.result is None and not why_not_join(race.sheet(), seats):
        yield ruleset, turns, race.sheet()
        data = sample_turn(ruleset, race.sheet(), random)
        turns.append(SimpleNamespace(**{name: data.get(name) for name in FIELDS}))
        race.add(turns[-1])


@pytest.mark.parametrize("preset", VALUES)
@pytest.mark.parametrize("last_round", ["off", "finish_round", "turn_each"])
def test_what_was_played_scores_the_same_with_one_more_from_the_start(preset, last_round):
    random = Random(f"{preset} {last_round}")
    joined = 0
    for seats in (2, 3, 5):
        for _ in range(6):
            # Some of these matches reach their target in the first round.
            target = random.choice((600, 1000, 10_000))
            changes = {"last_round": last_round, "target": target, "entry_score": 0}
            for ruleset, turns, before in folds(preset, seats, random, **changes):
                after = Race(ruleset, seats + 1)
                for turn in turns:
                    after.add(turn)
                assert_same(before, after.sheet(), seats)
                joined += 1
    assert joined > 30


def assert_same(before, after, seats):
    assert after.result is None
    assert after.scores == (*before.scores, 0)
    for was, line in zip(before.lines, after.lines, strict=True):
        assert (line.notes, line.completed) == (was.notes, was.completed)
        assert (line.deltas, line.totals) == ((*was.deltas, 0), (*was.totals, 0))
    if len(before.lines) < seats:
        assert after.next == before.next
