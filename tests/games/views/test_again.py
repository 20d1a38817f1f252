"""A line that was taken back is offered on the pad again, in every game."""

import pytest

from tests.games import pages
from tests.games.maitre.test_api import QUICK
from tests.games.views.common import at_table, page, send

pytestmark = pytest.mark.django_db

LINES = {
    "dix": (4, {"bidder": 1, "bid": 75, "taken": 80}, {}),
    "dix-mille": (2, {"points": 2300}, {}),
    "yams": (
        2,
        {"column": "libre", "row": "4", "dice": [4, 4, 4, 1, 2], "throws": 3},
        {"cell": ["libre-4"]},
    ),
    "maitre": (3, QUICK, {}),
    "bataille": (2, {"winner": 1, "tricks": 40}, {"outcome": ["1"]}),
}


@pytest.mark.parametrize("game", LINES)
def test_the_pad_holds_the_line_just_taken_back_and_records_it_again(game):
    seats, line, outside = LINES[game]  # keys that stand outside the form, or record by a tap
    names = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David")[:seats]]
    table, browser = at_table(line, game=game, seats=names)
    before = table.body()["entries"]
    undo = pages.form(page(table, browser), f"/parties/{table.id}/annuler/")
    send(browser, undo, undo.action)
    match_page = page(table, browser)
    assert "Modifier" in pages.text(match_page)
    pad = pages.form(page(table, browser, "?reprendre=1"), field="client_id")
    assert browser.post(pad.action, pad.data() | outside).status_code == 302
    assert [entry["data"] for entry in table.body()["entries"]] == [
        entry["data"] for entry in before
    ]


def test_nothing_comes_back_to_who_may_not_record_nor_after_another_write():
    table, browser = at_table(LINES["dix"][1])
    address = f"/parties/{table.id}/annuler/"
    undo = pages.form(page(table, browser), address)
    send(browser, undo, address)
    visitor = page(table, type(browser)(), "?reprendre=1")
    assert not pages.has(visitor, "pad")
    table.record(LINES["dix"][1])
    pad = pages.form(page(table, browser, "?reprendre=1"), field="client_id")
    assert "bidder" not in pad.data()
