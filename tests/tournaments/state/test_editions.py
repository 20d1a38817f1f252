"""Tournaments stored under earlier editions still replay to the tables and rows they had.

Each line of `stored/editions.jsonl` is the log of an evening, with the outcome it had when its
edition was the newest. The file covers every format, with forfeits, double forfeits (in finals
too), people who left, and consolations.
"""

import json
from pathlib import Path

import pytest

from tournaments.state.events import Event, replay

STORED = [
    json.loads(line)
    for line in (Path(__file__).parent / "stored/editions.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize(
    "stored", STORED, ids=[f"{evening['format']} {evening['edition']}" for evening in STORED]
)
def test_a_stored_evening_gives_the_rows_it_has(stored):
    folded = replay(Event(kind, data) for kind, data in stored["log"])
    assert (folded.options.edition, folded.state) == (stored["edition"], stored["state"])
    tables = [
        [
            [seated.table.slot, [list(side) for side in seated.table.sides]]
            for seated in drawn.tables
        ]
        for drawn in folded.rounds
    ]
    assert tables == stored["tables"]
    rows = folded.way.standings(folded.field())
    assert [[row.rank, row.entrant] for row in rows] == stored["rows"]
    values = [
        {name: None if value is None else str(value) for name, value in row.criteria.items()}
        for row in rows
    ]
    assert [[criteria] for criteria in values] == stored["criteria"]
