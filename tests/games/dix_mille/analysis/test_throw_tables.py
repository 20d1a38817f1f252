"""All throws of a ruleset of 10 000 as arrays, and those that are stored in files beside the
module.
"""

import json
import re

import numpy as np
import pytest

from games.dix_mille.analysis.throw_tables import (
    PARTS,
    _spot_read,
    enumerated,
    has_moves,
    packed_moves,
    read_moves,
    reading_of,
)
from games.dix_mille.engine.rulesets import frozen
from tests.extents import some
from tests.games.dix_mille.builders import VALUES, rules


def test_every_preset_has_its_throws_kept():
    assert all(has_moves(rules(slug)) for slug in VALUES)
    assert not has_moves(rules(break_fives=False))


def test_what_is_packed_is_read_back():
    using = frozen(rules(dice=2, confirmation=True))
    path, arrays = packed_moves(using)
    assert re.fullmatch(r".*/throws_kept/[0-9a-f]{12}\.npz", path)
    spots, *tables = enumerated(using)
    read = [_spot_read(spot) for spot in json.loads(arrays["spots"].tobytes())]
    assert read == list(spots)
    for side, table in zip(("even", "odd"), tables, strict=True):
        parts = {name: arrays[f"{side}_{name}"].tolist() for name in PARTS}
        assert parts == {name: table.parts[name].tolist() for name in PARTS}
        assert {table.parts[name].dtype.name for name in PARTS} == {"int32"}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", some(list(VALUES), 11))
def test_what_is_kept_is_what_the_rules_say_now(slug):
    """If the files differ from the rules, `manage.py keep_throws` makes them anew."""
    using = frozen(rules(slug))
    stored, counted = read_moves(reading_of(using)), enumerated(using)
    assert stored[0] == counted[0]
    for table, other in zip(stored[1:], counted[1:], strict=True):
        assert all(np.array_equal(table.parts[name], other.parts[name]) for name in PARTS)
