"""The pages around a match: its settings, its history, its wall."""

import pytest

from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.games import pages
from tests.games.views.common import HTMX, at_table, page, send

pytestmark = pytest.mark.django_db


def test_settings_rename_the_sides():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="side_0")
    response = send(browser, form, address, side_0="Les bons", side_1="Les autres")
    assert response.status_code == 302
    assert [side["name"] for side in table.body()["sides"]] == ["Les bons", "Les autres"]


def test_settings_untouched_write_nothing():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/reglages/"
    assert send(browser, pages.form(browser.get(address), field="side_0"), address).url == (
        f"/parties/{table.id}/"
    )
    assert table.body()["version"] == 2


def test_settings_tie_a_guest_to_a_player_and_mark_the_room():
    club = factories.club("mon-club", open_recording=True)
    emile = factories.player("Émile", club)
    table, browser = at_table(club="mon-club")
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="side_0")
    assert send(browser, form, address, seat_1=emile.pk, in_club_room="on").status_code == 302
    body = table.body()
    assert (body["seats"][1]["name"], body["in_club_room"]) == ("Émile", True)


def test_settings_offer_a_guest_as_the_clubs_player_of_that_name():
    club = factories.club("le-club", open_recording=True)
    table, browser = at_table(club="le-club")
    anne = factories.player("ANNE", club)
    factories.player("Bruno", club, shown="initials")
    form = pages.form(browser.get(f"/parties/{table.id}/reglages/"), field="side_0")
    chosen = [form.fields.get(f"seat_{seat}") for seat in range(3)]
    assert chosen == [[str(anne.pk)], [""], [""]]


def test_settings_put_the_name_of_a_guest_right():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="name_1")
    assert send(browser, form, address, name_1="Bérénice").status_code == 302
    body = table.body()
    assert (body["version"], body["seats"][1]["name"]) == (3, "Bérénice")
    history = pages.text(page(table, browser, "historique/"))
    assert "noms : Anne, Bruno, Chloé, David → Anne, Bérénice, Chloé, David" in history


def test_settings_seat_the_clubs_player_of_the_name_typed_over_another():
    club = factories.club("mon-club", open_recording=True)
    ane, anne = factories.player("Ane", club), factories.player("Anne", club)
    table, browser = at_table(HAND, club="mon-club")
    table.patch(seats=[{"seat": 0, "player": ane.pk}])
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="name_0")
    assert send(browser, form, address, name_0="Anne").status_code == 302
    seat = {"seat": 0, "name": "Anne", "player": anne.pk, "side": 0}
    assert table.body()["seats"][0] == seat


def test_settings_leave_a_finished_matchs_players_where_they_sat():
    club = factories.club("mon-club", open_recording=True)
    anne = factories.player("Anne", club)
    table, browser = at_table(ALL_TAKEN, club="mon-club", rules=IN_100)
    table.patch(seats=[{"seat": 0, "player": anne.pk}])
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="name_0")
    assert send(browser, form, address, name_0="Zoé", name_1="Bérénice").status_code == 302
    assert [seat["name"] for seat in table.body()["seats"]][:2] == ["Anne", "Bérénice"]


def test_settings_with_a_mistake_show_its_sentence():
    club = factories.club("mon-club", open_recording=True)
    emile = factories.player("Émile", club)
    table, browser = at_table(club="mon-club")
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="side_0")
    twice = send(browser, form, address, seat_1=emile.pk, seat_2=emile.pk)
    assert twice.status_code == 400
    assert (
        "La même personne est à deux places : en changer une, ou ajouter une initiale (Anne B.)."
        in pages.text(twice)
    )
    blank = send(browser, form, address, side_0=" ")
    assert blank.status_code == 400
    assert table.body()["version"] == 1


def test_settings_abandon_and_resume():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/reglages/"

    def tap(value):
        form = next(
            candidate
            for candidate in pages.forms(browser.get(address))
            if ("status", value, "") in candidate.buttons
        )
        return send(browser, form, address, button=("status", value))

    assert tap("abandoned").status_code == 302
    assert table.body()["status"] == "abandoned"
    assert not pages.has(page(table, browser), "pad")
    assert tap("in_progress").status_code == 302
    assert table.body()["status"] == "in_progress"


def test_settings_are_not_a_visitors():
    table, _browser = at_table(HAND)
    address = f"/parties/{table.id}/reglages/"
    visitor = factories.browser()
    for response in (
        visitor.get(address),
        visitor.post(address, {"status": "abandoned"}),
        visitor.post(address, {"side_0": "X", "side_1": "Y"}),
    ):
        assert response.status_code in (302, 403)
    assert table.body()["version"] == 2


def test_the_history_tells_every_write_in_words():
    table, browser = at_table(HAND)
    table.correct(1, FAILED)
    table.take_back(1)
    table.patch(sides=[{"side": 0, "name": "Les bons"}])
    table.patch(status="abandoned")
    words = pages.text(page(table, browser, "historique/"))
    for word in ("Début", "Inscription", "Correction", "Annulation", "Réglage", "Abandon"):
        assert word in words
    assert "80 → 60" in words
    assert "Les bons" in words


def test_the_wall_shows_the_figures_and_no_control():
    table, _browser = at_table(HAND)
    watcher = factories.browser()
    response = page(table, watcher, "mur/")
    words = pages.text(response)
    assert response.status_code == 200
    assert "Nous" in words
    assert "80" in words
    assert pages.forms(response) == []


def test_the_wall_refreshes_by_the_part_that_a_fresh_load_includes():
    table, _browser = at_table(HAND)
    watcher = factories.browser()
    assert page(table, watcher, "mur/?version=2", headers=HTMX).status_code == 204
    table.record(FAILED)
    part = page(table, watcher, "mur/?version=2", headers=HTMX)
    assert pages.element(part, "wall") == pages.element(page(table, watcher, "mur/"), "wall")
