"""Two scorers, written independently, agree on thousands of random matches over random rulesets."""

from random import Random
from types import SimpleNamespace

import pytest

from games.maitre.engine.sample import sample_manche
from games.maitre.engine.scoring import replay
from tests.games.maitre.builders import FIELDS, rules
from tests.games.maitre.naive import NaiveMatch, random_rules


def as_entry(data):
    return SimpleNamespace(**{name: data.get(name) for name in FIELDS})


def random_match(random):
    """Return a whole legal match: rules, number of seats, entries, the naive scorer's outcome of
    each entry, and the naive match.
    """
    seats = random.randint(3, 6)
    using = random_rules(random, seats)
    match, entries, expected = NaiveMatch(using, seats), [], []
    while not match.over:
        entry, figures = match.invent(random)
        gain, fine = match.add(figures)
        entries.append(as_entry(entry))
        expected.append((gain, fine, list(match.scores), list(match.failures)))
    return using, seats, entries, expected, match


@pytest.mark.parametrize("seed", range(4))
def test_the_sample_plays_a_whole_match(seed):
    random = Random(seed)
    seats = random.randint(3, 6)
    using = random_rules(random, seats) if seed % 2 else rules()
    entries = []
    while True:
        sheet = replay(using, seats, entries)
        if sheet.result:
            break
        entries.append(as_entry(sample_manche(using, sheet, random)))
    assert len(entries) == using.tours * seats
