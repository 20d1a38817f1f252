"""Tests of the lint that refuses names which say nothing. Database columns are exempt from it."""

import ast

import pytest

from tests.words import REFUSED, names_in


def refused(source):
    return [name for _line, name in names_in(ast.parse(source)) if name.strip("_") in REFUSED]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("told = 1", ["told"]),
        ("for one in rows: pass", ["one"]),
        ("def shown(kept): ...", ["shown", "kept"]),
        ("rows = [who for who in people]", ["who"]),
        ("from clubs import names as said", ["said"]),
        ("if (found := match(text)): pass", ["found"]),
        ("class Player(Model):\n    shown = TextField()", []),
        ("class Facts:\n    told: int", ["told"]),
        ("class Player:\n    def rows(self):\n        shown = 1", ["shown"]),
        ("entrant.told, rows = 1, 2", []),
    ],
)
def test_names_that_say_nothing_are_refused(source, names):
    assert refused(source) == names
