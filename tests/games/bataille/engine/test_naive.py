"""The naive scorer agrees on thousands of random matches."""

from random import Random

import pytest

from games.bataille.engine.rulesets import rule_faults
from games.bataille.engine.scoring import replay
from tests.games.bataille.builders import VALUES, rules
from tests.games.bataille.naive import random_match, random_rules


def assert_agree(using, seats, random):
    """Both scorers say the same of a random match; returns how it ended."""
    notebook, manches = random_match(random, using, seats)
    sheet = replay(using, seats, manches)
    assert [list(line.totals) for line in sheet.lines] == notebook.running
    assert list(sheet.scores) == notebook.running[-1]
    assert (sheet.result.ended_by if sheet.result else None) == notebook.over
    if sheet.result:
        assert list(sheet.result.winners) == notebook.winners()
        assert {place.side: place.rank for place in sheet.result.ranking} == notebook.ranks()
    return notebook.over


@pytest.mark.parametrize("slug", VALUES)
def test_presets_agree(slug):
    random = Random(slug)
    ends = {assert_agree(rules(slug), 2, random) for _ in range(300)}
    assert ends == {"wins", "draw"}


def test_random_rulesets_agree():
    random = Random(52)
    ends = []
    for _ in range(10_000):
        seats = random.choice([2, 2, 3, 4, 5, 6, 9])
        using = random_rules(random, seats)
        assert rule_faults(using, seats) == []
        ends.append(assert_agree(using, seats, random))
    assert ends.count("draw") > 100
    assert ends.count("wins") > 1000
    assert ends.count(None) > 100
