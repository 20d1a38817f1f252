"""Faults put into the compiled rules: the comparison with CPython notices each."""

import re
from random import Random

import pytest

from tests.games.phone.test_rules import GAMES
from tests.games.phone.vectors import vectors

# Each sign for one that says the contrary, or nearly.
EXCHANGED = {
    "$add(": "$sub(", "$sub(": "$add(", "$mul(": "$add(", "$floordiv(": "$mul(", "$mod(": "$add(",
    "$eq(": "$ne(", "$ne(": "$eq(", "$lt(": "$ge(", "$le(": "$gt(", "$gt(": "$le(", "$ge(": "$lt(",
    "=== null": "!== null", "!== null": "=== null", " && ": " || ", " || ": " && ",
}  # fmt: skip
SIGN = re.compile("|".join(map(re.escape, EXCHANGED)))
MUTANTS, MATCHES = 12, 80
CAUGHT = """
function caught(mutants, vectors) {
  return mutants.map((text) => {
    try {
      return new Function("vectors", `${text}\\nreturn differences(vectors, 1);`)(vectors).length;
    } catch (error) {
      return 1;
    }
  });
}
"""


def mutants(program):
    """The program with one sign exchanged in what is compiled of the games, at seeded places.

    Where a place is too rare to be met in so few matches, take another seed.
    """
    end = program.index("class ToyFold")  # which plays no random matches
    start = program.index("const $key =")
    places = list(SIGN.finditer(program, program.index("\n", start), end))
    for place in Random("hand").sample(places, MUTANTS):
        changed = EXCHANGED[place.group()]
        line = program[program.rindex("\n", 0, place.start()) + 1 :].split("\n", 1)[0]
        yield line, program[: place.start()] + changed + program[place.end() :]


@pytest.mark.slow
def test_each_fault_is_noticed(run_javascript, rules_program):
    lines, programs = zip(*mutants(rules_program), strict=True)
    # A match of each game, and again: the game that has the fault comes early.
    made = [
        one
        for each in zip(*(vectors(slug, MATCHES) for slug in GAMES), strict=True)
        for one in each
    ]
    found = run_javascript(CAUGHT, "caught", programs, made)
    assert [line for line, count in zip(lines, found, strict=True) if not count] == []
