"""What a correction's preview says is what comes: the ranks of all, for each choice and format."""

from contextlib import contextmanager

import pytest
from django.core.cache import caches
from django.db import transaction

from tests.extents import some
from tests.tournaments.evening import evening, result_of

pytestmark = pytest.mark.django_db

# A format, its options, how many are entered, and the rounds that are drawn; the last one is open.
PLAYED = [
    ("swiss", {}, 7, 3),
    ("single_elimination", {"b_final": True}, 8, 2),
    ("groups", {"groups": 2}, 8, 4),
    ("round_robin", {"open_rounds": True}, 5, 1),
    ("swiss", {"rounds": 3}, 8, 3),
    ("round_robin", {}, 6, 3),
    ("single_elimination", {"third_place": True}, 8, 3),
    ("double_elimination", {}, 8, 3),
    ("groups", {"groups": 2, "open_rounds": True}, 8, 2),
    ("groups", {"groups": 2, "pool_style": "barrage"}, 8, 2),
    ("cascade", {"depth": 2}, 8, 3),
    ("maastricht", {"rounds": 2}, 8, 3),
    ("formule_x", {}, 7, 3),
    ("cumulative", {"rounds": 3}, 6, 3),
    ("melee", {"rounds": 3}, 9, 3),
    ("rotation", {}, 8, 3),
]


@contextmanager
def undone():
    """Undo what is written in the block, and what was kept of its version of the tournament."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    caches["fragments"].clear()


def played(format_, options, count, rounds):
    """Return a tournament of which all rounds but the last one are played, with uneven scores."""
    night = evening(*(f"Paire {at}" for at in range(count)), format=format_, options=options)
    for number in range(1, rounds + 1):
        drawn = night.draw()
        tables = [table for table in drawn["tables"] if not table["bye"]]
        # Of the last round one table is played.
        for table in tables if number < rounds or rounds == 1 else tables[:1]:
            high, low = 400 + 7 * table["number"], 100 + 3 * table["entrants"][0]
            scores = [high, low] if table["number"] % 2 else [low, high]
            night.do("post", result_of(drawn, table), {"scores": scores})
        if number < rounds:
            night.do("post", f"rounds/{number}/close/", {})
    return night


def ranks_of(night):
    return {row["entrant"]: row["rank"] for row in night.do("get", "standings/")["rows"]}


def check(night, address, preview, before, body):
    """Compare the preview of a correction with what each of its choices really does."""
    for choice in preview["choices"]:
        with undone():
            answer = night.call("put", address, {**body, "later": choice["later"]})
            if choice["refused"]:
                assert answer.status_code == 400
                assert answer.json()["errors"][0]["code"] == choice["refused"]
                continue
            assert answer.status_code == 200, answer.content
            after = ranks_of(night)
            listed = {change["entrant"]: change for change in choice["ranks"]}
            for entrant, change in listed.items():
                assert change["before"] == before.get(entrant)
                assert change["after"] == after.get(entrant)
            moved = {
                entrant
                for entrant in before.keys() | after.keys()
                if before.get(entrant) != after.get(entrant)
            }
            assert len(moved - listed.keys()) == choice["more"]
            rows = night.do("get", "standings/")["rows"]
            assert [change["entrant"] for change in choice["first"]] == [
                row["entrant"] for row in rows[:3]
            ]
            assert [change["after"] for change in choice["first"]] == [
                row["rank"] for row in rows[:3]
            ]


@pytest.mark.parametrize("way", some(PLAYED, 16))
def test_the_ranks_told_are_those_that_come(way):
    night = played(*way)
    before = ranks_of(night)
    for drawn in night.do("get", "rounds/"):
        for table in drawn["tables"][:2]:
            result = table["result"]
            if table["bye"] or not result or not result["scores"]:
                continue
            address = result_of(drawn, table)
            for scores in (result["scores"][::-1], [555, 12]):
                body = {"scores": scores}
                preview = night.do("post", f"{address}preview/", body)
                assert preview["before"]["scores"] == result["scores"]
                check(night, address, preview, before, body)
