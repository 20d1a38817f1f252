"""A whole Bataille at the table, by taps on a phone of 360 × 740: one tap a manche."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.checks import violations
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
NAMES = ("Anne", "Bruno", "Chloé", "David", "Élise", "Félix")


def table(*manches, seats=2, **changes):
    people = [{"name": name} for name in NAMES[:seats]]
    return factories.table(None, *manches, game="bataille", seats=people, **changes)


def winner(phone, name):
    """Return the key for the winner of a manche."""
    row = phone.page.get_by_role("group", name="Qui gagne la manche ?")
    return row.get_by_role("button", name=re.compile(f"^{name}"))


def tap_and_see(phone, key, lines):
    """Tap a key and wait for its line. Return the number of taps."""
    before = phone.taps
    phone.tap(key)
    expect(phone.lines).to_have_count(lines)
    return phone.taps - before


def scores(phone, *figures):
    expect(phone.page.locator(".board__figure")).to_have_text([str(score) for score in figures])


def test_a_whole_match_takes_one_tap_a_manche(phone, club):
    page = phone.page
    phone.open("/jouer/bataille/")
    for seat, name in enumerate(NAMES[:2]):
        page.locator(f"#id_name_{seat}").fill(name)
    phone.tap(page.get_by_text("Changer une règle"))
    page.get_by_label("Manches à gagner").fill("3")
    phone.tap(page.get_by_role("button", name="Commencer le match"))
    expect(page.locator("#pad")).to_be_visible()
    expect(winner(phone, "Anne")).to_have_text("Anne0 → 1")
    won = [("Anne", (1, 0)), ("Bruno", (1, 1)), ("Anne", (2, 1)), ("Pat", (2, 1)), ("Anne", (3, 1))]
    for number, (name, after) in enumerate(won, 1):
        key = page.get_by_role("button", name="Pat") if name == "Pat" else winner(phone, name)
        if number == 5:
            expect(key).to_have_text("Annegagne le match")
        assert tap_and_see(phone, key, number) == 1
        scores(phone, *after)
        assert page.evaluate("scrollY") == 0, "the thumb had to scroll"
    expect(page.get_by_role("heading", name=re.compile("^Anne gagne "))).to_be_visible()
    expect(page.locator(".result__facts")).to_contain_text(
        "Une manche n'a été gagnée par personne."
    )
    expect(page.locator("#pad")).to_have_count(0)
    phone.taps = 0
    phone.tap(page.get_by_role("button", name="Revanche"))
    expect(page.locator("#pad")).to_be_visible()
    assert phone.taps == 1
    scores(phone, 0, 0)


@pytest.mark.nightly
def test_seats_are_added_one_by_one_and_by_names_that_are_known(phone, club):
    for name in NAMES:
        factories.player(name, club)
    page = phone.open(f"/jouer/bataille/?club={club.slug}").page
    for name in NAMES[:4]:
        phone.tap(page.get_by_role("button", name=name))
    phone.tap(page.get_by_role("button", name="Ajouter une place"))
    expect(page.locator("#id_name_4")).to_be_focused()
    phone.tap(page.get_by_role("button", name=NAMES[4]))
    phone.tap(page.get_by_role("button", name=NAMES[5]))  # every seat is taken: one more is set
    expect(page.locator("#id_name_5")).to_have_value(NAMES[5])
    phone.tap(page.get_by_role("button", name="Commencer le match"))
    expect(page.locator("#pad")).to_be_visible()
    assert [seat.name for seat in phone.match.seats.all()] == list(NAMES)


@pytest.mark.nightly
def test_enter_in_a_name_starts_the_match(phone):
    page = phone.open("/jouer/bataille/").page
    page.locator("#id_name_0").fill("Anne")
    page.locator("#id_name_1").fill("Bruno")
    page.locator("#id_name_1").press("Enter")
    expect(page.locator("#pad")).to_be_visible()


def test_one_tap_is_undone_with_one_tap(phone):
    phone.score(table(rules={"wins_needed": 3}))
    tap_and_see(phone, winner(phone, "Bruno"), 1)
    tap_and_see(phone, phone.page.get_by_role("button", name="Annuler"), 0)
    scores(phone, 0, 0)


@pytest.mark.nightly
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_keys_are_big_and_all_in_reach(phone, seats):
    started = table({"winner": 0}, seats=seats, rules={"wins_needed": 3})
    phone.score(started)
    for name in NAMES[:seats]:
        key = winner(phone, name)
        expect(key).to_be_in_viewport(ratio=1)
        box = key.bounding_box()
        assert box["height"] >= 56
        assert box["width"] >= 96
    assert phone.overflow() == 0
    expect(phone.line(1)).to_be_in_viewport()


@pytest.mark.nightly
def test_a_joker_stolen_is_one_tap_more(phone):
    phone.score(table(preset="joker-vole", rules={"wins_needed": 2}))
    phone.tap(phone.page.get_by_text("En volant le joker"))
    tap_and_see(phone, winner(phone, "Bruno"), 1)
    expect(phone.line(1)).to_contain_text("joker volé")
    scores(phone, 0, 1)


@pytest.mark.nightly
def test_a_joker_is_asked_for_only_where_stealing_it_wins(phone):
    phone.score(table(preset="jokers"))
    expect(phone.page.get_by_text("En volant le joker")).to_have_count(0)


@pytest.mark.nightly
def test_no_pat_where_cards_are_borrowed(phone):
    phone.score(table(rules={"stalemate": "borrow"}))
    expect(phone.page.get_by_role("button", name="Pat")).to_have_count(0)


@pytest.mark.nightly
def test_a_stopped_manche_is_counted_and_shown_before_it_is_recorded(phone):
    started = table(seats=3, rules={"wins_needed": 2})
    page = phone.score(started).page
    phone.tap(page.get_by_text("Arrêtée, plis…"))
    page.get_by_label("Anne", exact=True).fill("30")
    page.get_by_label("Chloé", exact=True).fill("10")
    page.get_by_label("Plis", exact=True).fill("200")
    page.get_by_label("Plis", exact=True).blur()
    expect(phone.preview).to_contain_text("Anne a le plus de cartes, 30")
    expect(phone.preview).to_contain_text("Bruno a 12 cartes.")
    assert started.body()["version"] == 1
    tap_and_see(phone, page.get_by_role("button", name="Inscrire la manche arrêtée"), 1)
    scores(phone, 1, 0, 0)
    expect(phone.line(1)).to_contain_text("arrêtée 30 – 12 – 10")
    expect(phone.line(1)).to_contain_text("plis 200")


@pytest.mark.nightly
def test_tricks_and_battles_typed_go_with_the_key_tapped(phone):
    started = table(rules={"wins_needed": 2})
    page = phone.score(started).page
    phone.tap(page.get_by_text("Arrêtée, plis…"))
    page.get_by_label("Plis", exact=True).fill("312")
    page.get_by_label("Batailles", exact=True).fill("21")
    # The open drawer lies over the keys.
    phone.tap(page.get_by_text("Arrêtée, plis…"))
    tap_and_see(phone, winner(phone, "Anne"), 1)
    phone.expect_sent()
    data = started.body()["entries"][0]["data"]
    assert data == {"winner": 0, "reason": "all_cards", "tricks": 312, "battles": 21}


@pytest.mark.nightly
def test_enter_in_a_count_records_nothing(phone, console_errors):
    started = table()
    page = phone.score(started).page
    phone.tap(page.get_by_text("Arrêtée, plis…"))
    page.get_by_label("Plis", exact=True).fill("312")
    page.get_by_label("Plis", exact=True).press("Enter")
    expect(page.locator("#pad .errorlist")).to_contain_text("Qui gagne la manche ?")
    expect(page.get_by_label("Plis", exact=True)).to_have_value("312")
    console_errors.clear()  # the browser reports the 400
    assert started.body()["version"] == 1


def test_a_refused_count_says_why_and_keeps_what_was_typed(phone, console_errors):
    started = table()
    page = phone.score(started).page
    phone.tap(page.get_by_text("Arrêtée, plis…"))
    page.get_by_label("Anne", exact=True).fill("30")
    page.get_by_label("Bruno", exact=True).fill("21")
    phone.tap(page.get_by_role("button", name="Inscrire la manche arrêtée"))
    expect(page.locator("#pad .errorlist")).to_contain_text("Il y a 52 cartes en jeu, et non 51")
    expect(page.get_by_label("Anne", exact=True)).to_have_value("30")
    assert started.body()["version"] == 1
    console_errors.clear()  # the browser reports the 400


@pytest.mark.nightly
def test_a_line_is_corrected_with_the_differences_shown_first(phone):
    started = table({"winner": 0, "tricks": 90}, {"winner": 1}, rules={"wins_needed": 3})
    page = phone.score(started).watch(started, "lignes/1/").page
    phone.tap(page.get_by_role("radio", name="Bruno"))
    phone.tap(page.get_by_role("button", name="Voir ce que ça change"))
    phone.tap(page.get_by_role("button", name="Garder la correction"))
    scores(phone, 0, 2)
    assert started.body()["entries"][0]["data"]["tricks"] == 90


@pytest.mark.nightly
def test_without_javascript_a_key_records_too(phones):
    phone = phones(java_script_enabled=False)
    started = table(rules={"wins_needed": 3})
    phone.score(started)
    phone.tap(winner(phone, "Bruno"))
    expect(phone.lines).to_have_count(1)
    scores(phone, 0, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", some(["light", "dark"], 2))
def test_axe_finds_nothing(phones, scheme):
    phone = phones(color_scheme=scheme)
    manches = [{"winner": 0, "tricks": 300}, {"reason": "pat"}]
    stopped = {"cards": [20, 16, 16], "reason": "stopped"}
    started = table(*manches, stopped, seats=3, rules={"wins_needed": 3})
    phone.score(started)
    phone.tap(phone.page.get_by_text("Arrêtée, plis…"))
    assert faults(phone) == []
    phone.watch(started, "lignes/3/")
    assert faults(phone) == []
    phone.open("/jouer/bataille/")
    assert faults(phone) == []


def faults(phone):
    return [
        (fault["id"], node["html"][:120])
        for fault in violations(phone.page)
        for node in fault["nodes"]
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(320, 640), (360, 740), (1280, 800)])
def test_nothing_is_wider_than_the_screen(phones, size):
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.score(table({"winner": 5}, {"reason": "pat"}, seats=6, rules={"wins_needed": 3}))
    assert phone.overflow() == 0
