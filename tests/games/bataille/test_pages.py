"""The pages of a Bataille without JavaScript: any number of seats, the pad, a correction."""

import pytest

from games.models import Match
from tests import factories
from tests.games import pages

pytestmark = pytest.mark.django_db
START = "/jouer/bataille/"


def send(browser, form, address, *, button=(), **filled):
    data = form.data(**filled)
    if button:
        data[button[0]] = [button[1]]
    return browser.post(address, data)


def seats_of(response):
    form = pages.form(response, field="name_0")
    return [form.fields[name] for name in sorted(form.names) if name.startswith("name_")]


def at_table(*manches, seats=2, **changes):
    people = [{"name": name} for name in factories.NAMES[:seats]]
    table = factories.table(None, *manches, game="bataille", seats=people, **changes)
    browser = factories.browser()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    return table, browser


def test_four_seats_are_shown_and_two_are_needed():
    browser = factories.browser()
    response = browser.get(START)
    assert seats_of(response) == [[""]] * 4
    form = pages.form(response, field="name_0")
    started = send(browser, form, START, name_1="Bruno", name_0="Anne")
    assert started.status_code == 302
    assert [seat.name for seat in Match.objects.get().seats.all()] == ["Anne", "Bruno"]


def test_a_seat_is_added_and_everything_filled_in_is_kept():
    browser = factories.browser()
    response = browser.get(START)
    names = {f"name_{seat}": f"P{seat}" for seat in range(4)}
    for count in (5, 6, 7):
        form = pages.form(response, field="name_0")
        filled = {**names, "preset": "ancienne", "rule__wins_needed": 4}
        response = send(browser, form, START, button=("more", "1"), **filled)
        assert response.status_code == 200
        assert len(seats_of(response)) == count
        names[f"name_{count - 1}"] = f"P{count - 1}"
    started = send(browser, pages.form(response, field="name_0"), START, **names)
    assert started.status_code == 302
    match = Match.objects.get()
    assert [seat.name for seat in match.seats.all()] == [f"P{seat}" for seat in range(7)]
    assert match.preset == "ancienne"
    assert match.bataillerules.wins_needed == 4


def test_no_more_seats_than_a_match_takes():
    browser = factories.browser()
    form = pages.form(browser.get(START), field="name_0")
    data = form.data() | {f"name_{seat}": [""] for seat in range(50)}
    full = browser.post(START, data | {"more": ["1"]})
    assert len(seats_of(full)) == 50
    assert "Ajouter une place" not in pages.text(full)


def test_the_same_table_again_has_all_its_seats():
    people = [{"name": f"P{seat}"} for seat in range(6)]
    table = factories.table(game="bataille", seats=people)
    response = factories.browser().get(f"{START}?comme={table.id}")
    assert seats_of(response) == [[f"P{seat}"] for seat in range(6)]


def test_a_variant_that_does_not_fit_the_players_says_so_on_its_rule():
    browser = factories.browser()
    form = pages.form(browser.get(START), field="name_0")
    names = {f"name_{seat}": f"P{seat}" for seat in range(3)}
    response = send(browser, form, START, preset="jokers", **names)
    assert response.status_code == 400
    assert "Cette règle demande 2 personnes à la table." in pages.text(response)
    assert not Match.objects.exists()


def test_a_key_records_and_a_stopped_manche_is_shown_first():
    table, browser = at_table(rules={"wins_needed": 3})
    address = f"/parties/{table.id}/"
    pad = pages.form(browser.get(address), f"{address}inscrire/")
    assert send(browser, pad, f"{address}inscrire/", button=("outcome", "1")).status_code == 302
    pad = pages.form(browser.get(address), f"{address}inscrire/")
    preview = send(browser, pad, f"{address}apercu/", button=("preview", "1"), cards_0=30)
    assert "Anne a le plus de cartes, 30" in pages.text(preview)
    pad = pages.form(preview, f"{address}inscrire/")
    written = send(browser, pad, f"{address}inscrire/", button=("outcome", "stopped"))
    assert written.status_code == 302
    assert table.body()["entries"][1]["data"] == {
        "winner": 0,
        "reason": "stopped",
        "cards": [30, 22],
    }


def test_nothing_tapped_is_refused_on_the_question():
    table, browser = at_table()
    address = f"/parties/{table.id}/"
    pad = pages.form(browser.get(address), f"{address}inscrire/")
    response = send(browser, pad, f"{address}inscrire/", tricks=12)
    assert response.status_code == 400
    assert "Qui gagne la manche ? Choisir une personne" in pages.text(response)


@pytest.mark.parametrize(
    ("manche", "changed", "after"),
    [
        ({"winner": 0}, {"outcome": "1"}, {"winner": 1, "reason": "all_cards"}),
        (
            {"winner": 0, "tricks": 9},
            {"outcome": "pat"},
            {"winner": None, "reason": "pat", "tricks": 9},
        ),
        ({"reason": "pat"}, {"outcome": "0", "joker": "on"}, {"winner": 0, "reason": "joker"}),
        ({"winner": 1, "reason": "joker"}, {"joker": None}, {"winner": 1, "reason": "all_cards"}),
        (
            {"cards": [30, 24], "reason": "stopped"},
            {"cards_0": 20, "cards_1": ""},
            {"winner": 1, "reason": "stopped", "cards": [20, 34]},
        ),
        (
            {"cards": [30, 24], "reason": "stopped"},
            {"outcome": "1"},
            {"winner": 1, "reason": "all_cards"},
        ),
    ],
)
def test_every_kind_of_line_is_corrected_by_its_page(manche, changed, after):
    table, browser = at_table(manche, preset="joker-vole", rules={"wins_needed": 3})
    address = f"/parties/{table.id}/lignes/1/"
    page = send(browser, pages.form(browser.get(address), field="outcome"), address, **changed)
    assert page.status_code == 200
    answer = send(browser, pages.form(page, field="outcome"), address, button=("keep", "1"))
    assert answer.status_code == 302
    assert table.body()["entries"][0]["data"] == after


def test_the_rules_are_read_in_both_languages_and_name_the_source():
    for language, words in (("en", "Quick answers"), ("fr", "Réponses rapides")):
        response = factories.browser().get(
            "/regles/bataille/", headers={"accept-language": language}
        )
        assert words in pages.text(response)
        assert "Lebrun" in pages.text(response)
