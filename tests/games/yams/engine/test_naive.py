"""The scorer, compared with a naive second one on random legal matches over random rulesets."""

from decimal import Decimal
from random import Random

import pytest

from games.yams.engine.cells import COLUMNS
from games.yams.engine.rulesets import rule_faults
from games.yams.engine.scoring import replay
from tests.games.yams import naive
from tests.games.yams.builders import entry, gross, rules


def cents(score):
    """Return a score in hundredths."""
    return int(Decimal(str(score)) * 100)


def assert_agree(using, seats, random, lines):
    """Invent a match of at most `lines` entries; check that every total and the end are the same
    for both scorers.
    """
    match, entries, totals = naive.NaiveMatch(using, seats), [], []
    while len(entries) < lines and not (match.full() and not match.tied()):
        made, _points = match.invent(random)
        entries.append(entry(**made))
        totals.append(tuple(match.total(seat) for seat in range(seats)))
    sheet = replay(using, seats, entries)
    assert [line.totals for line in sheet.lines] == totals
    for seat, seat_sheet in enumerate(sheet.state["sheets"]):
        for column in COLUMNS:
            cells = match.cells(seat, column)
            assert {r: c["value"] for r, c in seat_sheet["cells"][column].items()} == cells
            assert seat_sheet["columns"][column]["total"] == naive.column_total(using, cells)
    if not match.full():
        assert sheet.result is None
        assert (sheet.next["seat"], sheet.next["legal_cells"]) == (match.seat, match.legal())
        return
    assert [cents(score) for score in gross(sheet)] == match.gross()
    assert [cents(score) for score in sheet.scores] == match.results()
    best = max(match.results())
    assert list(sheet.result.winners) == [s for s in range(seats) if match.results()[s] == best]


def test_random_beginnings_agree():
    random = Random(55)
    for _ in range(150):
        using = rules(**naive.random_rules(random))
        assert rule_faults(using) == []
        assert_agree(using, random.randint(2, 5), random, random.randint(1, 30))


@pytest.mark.parametrize("ties", ["draw", "split"])
def test_whole_matches_agree(ties):
    random = Random(ties)
    for _ in range(3):
        using = rules(**{**naive.random_rules(random), "ties": ties})
        assert_agree(using, random.randint(2, 5), random, 1000)
