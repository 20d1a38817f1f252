"""The page on which a hand is entered card by card."""

import random

import pytest

from tests.games import pages
from tests.games.dix.naive import random_tricks
from tests.games.views.common import HTMX, at_table

pytestmark = pytest.mark.django_db


CALLS = {"calls": "70 pass pass pass", "trump": "hearts"}


def by_card(table, browser, **sent):
    response = browser.post(f"/parties/{table.id}/cartes/", {**CALLS, **sent})
    (form,) = (candidate for candidate in pages.forms(response) if "calls" in candidate.names)
    return {name: form.fields[name][0] for name in ("cards", "played")}, form.buttons


def test_going_back_to_a_trick_keeps_what_followed_at_hand():
    table, browser = at_table()
    played = "5S 10S AS 6S 5D 10D 6D 7D 5C"
    held, _buttons = by_card(table, browser, cards=played, trick="2")
    assert held == {"cards": "5S 10S AS 6S", "played": played}
    held, buttons = by_card(table, browser, cards="5S 10S AS 6S 5D 10D 6D 8D", played=played)
    assert ("again", "1", "") in buttons
    held, _buttons = by_card(table, browser, **held, again="1")
    assert held == {"cards": "5S 10S AS 6S 5D 10D 6D 8D 5C", "played": ""}


@pytest.mark.parametrize("trick", ["0", "3", "-1", "x", "²", "9" * 400])
def test_a_trick_that_was_not_played_is_no_place_to_go_back_to(trick):
    table, browser = at_table()
    held, _buttons = by_card(table, browser, cards="5S 10S AS 6S 5D", trick=trick)
    assert held == {"cards": "5S 10S AS 6S 5D", "played": ""}


def test_cards_to_put_back_that_are_none_change_nothing():
    table, browser = at_table()
    held, _buttons = by_card(table, browser, cards="5S", played="XX YY ZZ", again="3")
    assert held["cards"] == "5S"


def test_a_hand_recorded_card_by_card_leaves_for_the_sheet_in_either_way():
    rng = random.Random(10)
    cards = " ".join(card for trick in random_tricks(rng, 40, 0, "hearts") for card in trick)
    table, browser = at_table()
    address = f"/parties/{table.id}/cartes/"
    data = {**CALLS, "cards": cards, "record": "1"}
    response = browser.post(address, data, headers=HTMX)
    assert (response.status_code, response.headers["HX-Redirect"]) == (200, f"/parties/{table.id}/")
    assert len(table.body()["entries"]) == 1


@pytest.mark.parametrize(
    "data",
    [
        {"calls": "999", "call": "pass"},
        {"calls": "zut", "call": "50"},
        {"calls": "pass pass pass pass pass pass", "back": "1"},
        {"calls": "50 pass pass pass", "choose": "hearts", "trump": "zut", "cards": "ZZ"},
        {"calls": "50 pass pass pass", "trump": "hearts", "cards": "AS AS AS", "card": "AS"},
        {"call": "9" * 5000},
        {"call": "\0"},
        {"record": "1"},
    ],
)
def test_a_garbled_hand_card_by_card_is_no_error_of_ours(data):
    table, browser = at_table()
    response = browser.post(f"/parties/{table.id}/cartes/", data)
    assert response.status_code in (200, 400)
    assert table.body()["version"] == 1
