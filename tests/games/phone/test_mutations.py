# ruff: noqa: E501 -- lines as they are compiled
"""Faults put into the compiled rules: the comparison with CPython finds each of them."""

import pytest

from games.phone.compiler import tight
from tests.games.phone.test_rules import GAMES
from tests.games.phone.vectors import vectors

MATCHES = 25
# A part of a compiled line, and the fault that is put in its place. Whoever changes one of these
# lines in a game must change it here as well.
FAULTS = [
    ("self.wins = $mul($T([0]), seats)", "self.wins = $mul($T([1]), seats)"),
    ("$lt($getitem(wins, winner), rules.wins_needed)", "$le($getitem(wins, winner), rules.wins_needed)"),
    ("return $ge(self.taken, self.goal)", "return $gt(self.taken, self.goal)"),
    ("return $mod($add(self.dealer, 1), SEATS)", "return $mod($sub(self.dealer, 1), SEATS)"),
    ("return new Position($mod($add(position.dealer, 1)", "return new Position($mod($add(position.dealer, 2)"),
    ("race.seat = $mod($add(race.seat, 1)", "race.seat = $mod($sub(race.seat, 1)"),
    ("total = $add(turn.total, added)", "total = $sub(turn.total, added)"),
    ("return $mul(brelan, $pow(2, $sub(count, 3)))", "return $mul(brelan, $pow(2, $sub(count, 2)))"),
    ("percent = $mul(2, $sub(contract, CONTRACT_50))", "percent = $mul(2, $add(contract, CONTRACT_50))"),
    ("return $floordiv($add($mul(2, amount), over)", "return $floordiv($sub($mul(2, amount), over)"),
    ("lost = $add(_counted(plus)", "lost = $sub(_counted(plus)"),
    ("$lt(column.upper, rules.upper_threshold)", "$le(column.upper, rules.upper_threshold)"),
]  # fmt: skip
CAUGHT = """
function caught(programs, vectors) {
  return programs.map((text) => {
    try {
      return new Function("vectors", `${text}\\nreturn differences(vectors, 1);`)(vectors).length;
    } catch (error) {
      return 1;
    }
  });
}
"""


@pytest.mark.nightly
def test_each_fault_is_noticed(run_javascript, rules_program):
    faults = [(tight(line), tight(fault)) for line, fault in FAULTS]
    assert [line for line, _fault in faults if rules_program.count(line) != 1] == []
    programs = [rules_program.replace(line, fault) for line, fault in faults]
    # One match of each game, then the next match of each, so that the game with the fault comes
    # early.
    by_game = zip(*(vectors(slug, range(MATCHES)) for slug in GAMES), strict=True)
    made = [program for each in by_game for program in each]
    counts = run_javascript(CAUGHT, "caught", [rules_program, *programs], made)
    assert counts[0] == 0  # without a fault
    assert [line for (line, _), count in zip(FAULTS, counts[1:], strict=True) if not count] == []
