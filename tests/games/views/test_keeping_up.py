"""Two phones record at the same moment: what becomes of the pad of the second one."""

import uuid

import pytest

from tests import factories
from tests.factories import FAILED, HAND
from tests.games import pages
from tests.games.views.common import HTMX, at_table, page, send

pytestmark = pytest.mark.django_db

# A complete line of each game, as its pad sends it.
LINES = {
    "dix": {"bidder": 0, "bid": 70, "taken": 80},
    "dix-mille": {"mode": "points", "points": "0"},
    "yams": {"cell": "libre-1", "value": 3, "throws": 2},
    "maitre": {
        "contract": 50, "trick_points": 10, "trick_cards": 5, "trick_valued": 3, "chute_points": 0,
        "discard_value": 0, "coffre_major": 9, "coffre_minor": 1, "player_1": 4, "player_2": -3,
    },
    "bataille": {"outcome": 0},
}  # fmt: skip
SEATS = {"dix": 4, "bataille": 2}
# The same lines as the page describes them in a few words.
TOLD = {
    "dix": "Anne 70, 80 – 20",
    "dix-mille": "Anne rien",
    "yams": "Anne, libre, 1 : 3",
    "maitre": "contrat 50, Bruno 4, Chloé −3",
    "bataille": "Anne",
}


def game_table(game):
    seats = factories.SEATS[: SEATS.get(game, 3)]
    rules = {"rules": {"wins_needed": 3}} if game == "bataille" else {}
    return at_table(game=game, seats=seats, **rules)


def write(table, browser, data, **more):
    return browser.post(f"/parties/{table.id}/inscrire/", {**data, **more}, headers=HTMX)


def pad(response, table):
    return pages.form(response, f"/parties/{table.id}/inscrire/")


@pytest.mark.parametrize("game", LINES)
def test_the_same_line_recorded_twice_is_one_and_the_second_pad_is_emptied(game):
    table, browser = game_table(game)
    data = LINES[game]
    assert write(table, browser, data, after=1, client_id=uuid.uuid4()).status_code == 200
    second = uuid.uuid4()
    response = write(table, browser, data, after=1, client_id=second)
    assert response.status_code == 409
    assert f"Déjà inscrit par un autre téléphone : {TOLD[game]}" in pages.text(response)
    assert len(table.body()["entries"]) == 1
    empty = pad(response, table)
    assert (empty.fields["after"], pages.has(response, "waits-said")) == (["2"], False)
    assert empty.fields["client_id"] != [str(second)]


@pytest.mark.parametrize("game", LINES)
def test_a_pad_half_filled_is_sent_along_and_comes_back_for_the_new_sheet(game):
    table, browser = game_table(game)
    data = LINES[game]
    write(table, browser, data, after=1)
    name = next(iter(data))
    half = {name: data[name], "after": 1, "client_id": str(uuid.uuid4()), "version": 1, "pad": 1}
    if game == "bataille":  # its one tap is a whole line
        half["outcome"] = 1
    response = browser.get(f"/parties/{table.id}/suivre/", half, headers=HTMX)
    text = pages.text(response)
    assert response.status_code == 200
    assert f"Déjà inscrit par un autre téléphone : {TOLD[game]}" in text
    assert pad(response, table).fields["after"] == ["1"]


def test_another_line_waits_and_is_recorded_by_its_own_button_alone():
    table, browser = at_table()
    form = pages.form(page(table, browser), f"/parties/{table.id}/inscrire/")
    table.record(FAILED)
    response = send(browser, form, "", bidder=2, bid=55, taken=60)
    assert response.status_code == 409
    text = pages.text(response)
    assert "Déjà inscrit par un autre téléphone : Anne 70, −70 – 40" in text
    waiting = pad(response, table)
    values = [waiting.fields[name] for name in ("bidder", "bid", "taken", "after")]
    assert values == [["2"], ["55"], ["60"], ["1"]]
    assert send(browser, waiting, "").status_code == 409
    assert len(table.body()["entries"]) == 1
    assert send(browser, waiting, "", ("anyway", "2")).status_code == 302
    assert len(table.body()["entries"]) == 2


def test_going_on_records_nothing_and_takes_the_mark_away():
    table, browser = at_table(HAND)
    response = write(table, browser, {"bidder": 2, "after": 1, "go_on": 2})
    assert (response.status_code, pages.has(response, "waits-said")) == (200, False)
    assert pad(response, table).fields["after"] == ["2"]
    assert pad(response, table).fields["bidder"] == ["2"]
    assert len(table.body()["entries"]) == 1


def test_the_pad_whose_own_answer_was_lost_is_emptied_without_a_word():
    table, browser = at_table()
    own = str(uuid.uuid4())
    write(table, browser, HAND, after=1, client_id=own)
    data = {**HAND, "after": 1, "client_id": own, "version": 1, "pad": 1}
    response = browser.get(f"/parties/{table.id}/suivre/", data, headers=HTMX)
    assert pad(response, table).fields["after"] == ["2"]
    assert "téléphone" not in pages.text(response)


def test_a_line_taken_back_meanwhile_is_none():
    table, browser = at_table(FAILED)
    table.client.delete(
        f"/api/v1/matches/{table.id}/entries/1/", headers={"X-Match-Token": table.token}
    )
    response = write(table, browser, {"bidder": 2, "bid": 55, "taken": 60}, after=1)
    assert response.status_code == 409
    assert pad(response, table).fields["after"] == ["3"]
    assert "regarder la feuille" in pages.text(response)


@pytest.mark.parametrize("after", ["-9", "0", "9" * 30, "x"])
def test_a_version_that_never_was_is_no_bug(after):
    table, browser = at_table(HAND)
    assert write(table, browser, FAILED, after=after).status_code in (400, 409)
