"""Adding a player to a running match: the form on the settings page, and the history."""

import pytest
from django.test import Client

from games.models import Match, Seat
from tests import factories
from tests.games import pages
from tests.games.views.common import at_table, page, send

pytestmark = pytest.mark.django_db
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David")]
GAME = {"game": "dix-mille", "seats": SEATS, "rules": {"entry_score": 0}}
TURN = {"points": 100}


def settings_of(table, browser):
    address = f"/parties/{table.id}/reglages/"
    return address, browser.get(address)


def names():
    return [seat.name for seat in Seat.objects.all()]


def test_a_name_typed_under_one_more_player_joins_and_plays_last():
    table, browser = at_table(TURN, **GAME)
    address, settings = settings_of(table, browser)
    assert "Un joueur de plus" in pages.text(settings)
    form = pages.form(settings, field="joins")
    answer = send(browser, form, address, joins="  Zoé ")
    assert answer.url == f"/parties/{table.id}/"
    assert "Zoé rejoint la table, place 5" in pages.text(browser.get(answer.url))
    assert names() == ["Anne", "Bruno", "Chloé", "David", "Zoé"]
    # A second tap sends the same form again.
    assert send(browser, form, address, joins="  Zoé ").status_code == 302
    assert (len(names()), Match.objects.get().version) == (5, 3)


def test_the_history_says_who_joined_in_words():
    table, browser = at_table(TURN, **GAME)
    table.call("post", "seats/", {"name": "Zoé"})
    table.call("post", "seats/", {"named": False})
    table.patch(seats=[{"seat": 4, "name": "Zoë"}])
    history = pages.text(page(table, browser, "historique/"))
    assert "Zoé rejoint la table, place 5" in history
    assert "Joueur 6 rejoint la table, place 6" in history
    english = Client(headers={"accept-language": "en"})
    assert "Zoé joins the table, seat 5" in pages.text(page(table, english, "historique/"))


def test_the_form_is_there_only_while_somebody_may_join():
    table, browser = at_table(*[TURN] * 4, **GAME)
    assert "Un joueur de plus" in pages.text(settings_of(table, browser)[1])
    form = pages.form(settings_of(table, browser)[1], field="joins")
    table.record(TURN)
    address, settings = settings_of(table, browser)
    assert "Un joueur de plus" not in pages.text(settings)
    # A form from before that says why it is refused, and keeps the name.
    late = send(browser, form, address, joins="Zoé")
    assert late.status_code == 400
    assert "Quelqu'un a déjà joué deux tours" in pages.text(late)
    assert pages.form(late, field="joins").fields["joins"] == ["Zoé"]
    assert len(names()) == 4
    other, browser = at_table()
    assert "Un joueur de plus" not in pages.text(settings_of(other, browser)[1])


@pytest.mark.parametrize("name", ["", "   ", "a\u200bb"])
def test_a_wrong_name_is_refused_on_its_field(name):
    table, browser = at_table(**GAME)
    address, settings = settings_of(table, browser)
    refused = send(browser, pages.form(settings, field="joins"), address, joins=name)
    assert refused.status_code == 400
    assert "errorlist" in refused.content.decode()
    assert len(names()) == 4


def test_a_name_of_the_clubs_list_seats_its_player_and_a_new_one_is_added():
    club = factories.club("mon-club", open_recording=True)
    zoe = factories.player("Zoé", club)
    table, browser = at_table(club="mon-club", **GAME)
    address, settings = settings_of(table, browser)
    send(browser, pages.form(settings, field="joins"), address, joins="zoé")
    assert Seat.objects.get(number=4).player == zoe
    address, settings = settings_of(table, browser)
    refused = send(browser, pages.form(settings, field="joins"), address, joins="Zoé")
    assert "La même personne est à deux places" in pages.text(refused)
    send(browser, pages.form(settings, field="joins"), address, joins="Yves")
    assert Seat.objects.get(number=5).player.club_players.get().club == club


def test_a_refused_name_is_put_on_no_list():
    club = factories.club("mon-club", open_recording=True)
    table, browser = at_table(*[TURN] * 4, club="mon-club", **GAME)
    address, settings = settings_of(table, browser)
    form = pages.form(settings, field="joins")
    table.record(TURN)
    before = club.club_players.count()
    assert send(browser, form, address, joins="Inconnue").status_code == 400
    assert club.club_players.count() == before


def test_a_phone_is_told_the_wider_table():
    table, browser = at_table(TURN, **GAME)
    table.call("post", "seats/", {"name": "Zoé"})
    data = browser.get(f"/parties/{table.id}/jeu.json").json()
    assert data["version"] == 3
    assert [seat["name"] for seat in data["seats"]][4:] == ["Zoé"]
    assert data["sides"][4] == {"number": 4, "name": "Zoé"}
    assert '"seats":5,"entries":[' in data["begin"]
