"""The scorer, compared with a second, naive scorer on thousands of random legal matches."""

from random import Random

import pytest

from games.dix.engine.scoring import replay, rule_faults
from games.dix.presets import PRESETS
from games.sheet import RuleError
from tests.games.dix.builders import entry, outcome, rules
from tests.games.dix.naive import SUIT_OF, random_match, random_rules, random_tricks, revokes

FIGURES = ("bidder", "bid", "partie", "taken", "defenders_bid")


def assert_agree(using, random):
    """Invent a match with the naive scorer; check that the scorer agrees on every hand, the state
    and the result.
    """
    match, entries, expected = random_match(random, using)
    sheet = replay(using, 4, entries)
    for line, (figures, deltas, totals, _purses) in zip(sheet.lines, expected, strict=True):
        assert tuple(line.completed[name] for name in FIGURES) == figures
        assert (line.deltas, line.totals) == (deltas, totals)
    assert sheet.state.get("purses") == expected[-1][3]
    assert sheet.state["dealer"] == match.dealer
    if match.winner is None:
        assert (sheet.result, sheet.next["dealer"]) == (None, match.dealer)
    else:
        assert (sheet.result.winners, sheet.result.ended_by) == ((match.winner,), match.ended_by)
        ranks = {standing.side: standing.rank for standing in sheet.result.ranking}
        assert ranks == {match.winner: 1, 1 - match.winner: 2}
    return sheet


@pytest.mark.parametrize("preset", [preset.slug for preset in PRESETS])
def test_presets_agree(preset):
    random = Random(preset)
    ends = [assert_agree(rules(preset), random).result for _ in range(15)]
    assert any(ends)


def test_random_rulesets_agree():
    random = Random(10)
    for _ in range(150):
        using = random_rules(random)
        assert rule_faults(using) == []
        assert_agree(using, random)


def test_revokes_agree():
    random = Random(1)
    count = 0
    for _ in range(300):
        trump = random.choice(list(SUIT_OF.values()))
        bidder = random.randint(0, 3)
        careless = random.random() < 0.8
        tricks = random_tricks(random, 40, bidder, trump, may_revoke=careless)
        wrong = revokes(tricks, bidder, trump)
        made = entry(bidder=bidder, bid=50, trump=trump, tricks=tricks)
        error = outcome(rules(), [made])
        if not wrong:
            assert not isinstance(error, RuleError)
            continue
        count += 1
        assert error.code == "revoke"
        assert tuple(error.params[name] for name in ("trick", "seat", "card", "suit")) in wrong
    assert count > 200
