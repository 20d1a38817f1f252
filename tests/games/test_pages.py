"""The pages of a table without JavaScript, and the parts that htmx puts in their place."""

import random
import uuid
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.utils.html import escape

from games import registry
from games.models import Match
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.games import pages
from tests.games.dix.naive import random_tricks

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
NAMES = {f"name_{seat}": name for seat, name in enumerate(factories.NAMES)}


def rows():
    return {m._meta.label: m._default_manager.count() for m in apps.get_models()}


def at_table(*hands, **changes):
    """A match with those hands, and a browser that keeps its link."""
    table = factories.table(None, *hands, **changes)
    browser = factories.browser()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    return table, browser


def page(table, browser, rest="", **options):
    return browser.get(f"/parties/{table.id}/{rest}", **options)


def send(browser, form, address, button=None, **filled):
    """Send a form as a browser does, with the button tapped."""
    data = form.data(**filled)
    if button:
        name, value = button
        assert (name, value) in [(n, v) for n, v, _action in form.buttons]
        data[name] = [value]
    return browser.post(form.action or address, data)


def record(table, browser, **tapped):
    """Fill the pad of the match's page and send it."""
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    return send(browser, form, address, **tapped)


# -- Starting ---------------------------------------------------------------------------------


def start(browser, slug="dix", query="", button=None, **filled):
    address = f"/jouer/{slug}/{query}"
    form = pages.form(browser.get(address), field="name_0")
    assert form.method == "post"
    return send(browser, form, address, button, **filled)


def test_start_by_the_form_opens_the_match_and_keeps_its_link():
    browser = factories.browser()
    response = start(browser, **NAMES)
    match = Match.objects.get()
    cookie = browser.cookies["tables"]
    assert (response.status_code, response.url) == (302, f"/parties/{match.pk}/")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie.value.startswith(f"{match.pk}:")
    assert [seat.name for seat in match.seats.all()] == list(factories.NAMES)
    assert pages.has(browser.get(response.url), "pad")


def test_start_by_the_form_twice_is_one_match():
    browser = factories.browser()
    form = pages.form(browser.get("/jouer/dix/"), field="name_0")
    first = send(browser, form, "/jouer/dix/", **NAMES)
    again = send(browser, form, "/jouer/dix/", **NAMES)
    assert first.url == again.url
    assert Match.objects.count() == 1


def test_start_by_the_form_takes_variant_rule_dealer_and_names_of_sides():
    response = start(
        factories.browser(),
        **NAMES,
        preset="as-penalises",
        first_dealer=1,
        side_0="Les bons",
        side_1="Les autres",
        rule__both_reach="bidders",
    )
    assert response.status_code == 302
    body = factories.api().get(f"/api/v1/matches/{Match.objects.get().pk}/").json()
    assert body["preset"] == "as-penalises"
    # The variant's rules, and over them the one rule that was changed from those shown.
    assert (body["rules"]["target"], body["rules"]["card_values"]) == (300, "penalised_aces")
    assert (body["rules"]["both_reach"], body["rules"]["first_dealer"]) == ("bidders", 1)
    assert [side["name"] for side in body["sides"]] == ["Les bons", "Les autres"]


@pytest.mark.parametrize("preset", ["traditionnel", "as-penalises", "achat-argent", "ruff"])
def test_the_rules_of_a_variant_are_shown_and_start_it(preset):
    response = start(factories.browser(), query=f"?preset={preset}", **NAMES)
    assert response.status_code == 302
    assert Match.objects.get().preset == preset


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"name_1": ""}, "Il manque un nom."),
        ({"name_1": "A" * 81}, "Un nom a 80 caractères au plus."),
        ({"rule__target": "502"}, "L'objectif est un multiple de 5 : 500 ou 505 ?"),
        ({"rule__initial_money": "20"}, "La somme de départ ne sert qu'à l'achat par argent"),
    ],
)
def test_a_start_with_a_mistake_shows_its_sentence_and_keeps_the_rest(filled, sentence):
    before = rows()
    response = start(factories.browser(), **{**NAMES, **filled})
    assert response.status_code == 400
    assert sentence in pages.text(response)
    form = pages.form(response, field="name_0")
    assert (form.fields["name_0"], form.fields["name_3"]) == (["Anne"], ["David"])
    assert rows() == before


def test_the_players_of_an_open_club_are_seated_and_added_by_name():
    club = factories.club("mon-club", open_recording=True)
    anne = factories.player("Anne", club)
    start(factories.browser(), **{**NAMES, "name_0": "ANNE"})
    match = Match.objects.get()
    assert match.club == club
    assert match.seats.get(number=0).player == anne
    assert sorted(club.club_players.values_list("player__name", flat=True)) == sorted(
        factories.NAMES
    )


def test_the_same_name_twice_in_an_open_club_is_refused_and_adds_nobody():
    factories.club("mon-club", open_recording=True)
    before = rows()
    response = start(factories.browser(), **{**NAMES, "name_1": "anne"})
    assert response.status_code == 400
    assert (
        "La même personne est à deux places : en changer une, ou ajouter une initiale (Anne B.)."
        in pages.text(response)
    )
    assert rows() == before


def test_a_refused_start_adds_nobody_to_the_club():
    factories.club("mon-club", open_recording=True)
    before = rows()
    assert start(factories.browser(), **NAMES, rule__target="502").status_code == 400
    assert rows() == before


def test_the_same_table_again_has_its_names_and_the_next_dealer():
    table, browser = at_table(HAND, first_dealer=1)
    form = pages.form(browser.get(f"/jouer/dix/?comme={table.id}"), field="name_0")
    assert [form.fields[f"name_{seat}"] for seat in range(4)] == [[n] for n in factories.NAMES]
    assert form.fields["first_dealer"] == ["2"]


@pytest.mark.parametrize("again", ["AAAAAAAA", "%00", "%F0%9F%83%8F", "x" * 500])
def test_the_same_table_as_one_that_is_not_there_is_an_empty_table(again):
    response = factories.browser().get(f"/jouer/dix/?comme={again}")
    assert response.status_code == 200
    assert pages.form(response, field="name_0").fields["name_0"] == [""]


def test_htmx_asks_for_the_rules_of_a_variant_alone():
    response = factories.browser().get("/jouer/dix/?preset=ruff", headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert 'name="rule-deck"' in response.content.decode()


def test_start_of_an_unknown_game_is_404():
    assert factories.browser().get("/jouer/tarot/").status_code == 404


def test_open_tables_off_says_so_on_the_form(settings):
    settings.OPEN_TABLES = False
    response = start(factories.browser(), **NAMES)
    assert response.status_code in (400, 403)
    assert "il faut un compte" in pages.text(response)
    assert Match.objects.count() == 0


# -- The match --------------------------------------------------------------------------------


def test_the_page_of_a_match_shows_figures_sheet_and_pad_to_the_table():
    table, browser = at_table(HAND, FAILED)
    response = page(table, browser)
    words = pages.text(response)
    assert response.status_code == 200
    assert pages.has(response, "pad")
    assert all(name in words for name in (*factories.NAMES, "Nous", "Vous", "−70"))


def test_the_page_of_a_match_has_no_pad_nor_undo_for_a_visitor():
    table, _browser = at_table(HAND)
    response = page(table, factories.browser())
    assert response.status_code == 200
    assert [one.action for one in pages.forms(response)] in ([], ["/langue/"])
    assert table.token.encode() not in response.content


@pytest.mark.parametrize("rest", ["", "historique/", "mur/", "partager/", "lignes/1/", "suivre/"])
def test_no_page_gives_the_tables_token_away(rest):
    table, browser = at_table(HAND)
    token = table.token.encode()
    assert token not in page(table, factories.browser(), rest).content
    assert token not in page(table, browser, rest).content


def test_a_finished_match_shows_its_result_and_no_pad():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    response = page(table, browser)
    assert not pages.has(response, "pad")
    assert "Nous : match gagné, l'objectif est atteint." in pages.text(response)


def test_record_by_the_pad_redirects_to_the_match_with_the_line():
    table, browser = at_table()
    response = record(table, browser, bidder=0, bid=70, taken=80)
    assert (response.status_code, response.url) == (302, f"/parties/{table.id}/")
    assert table.body()["entries"][0]["data"] == HAND | {"partie": False, "defenders_bid": False}


def test_record_of_la_partie_by_the_pad():
    table, browser = at_table()
    record(table, browser, bidder=1, bid="partie", taken=100)
    assert table.body()["result"]["ended_by"] == "partie"


def test_the_same_pad_sent_twice_is_one_line():
    table, browser = at_table()
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    tapped = {"bidder": 0, "bid": 70, "taken": 80}
    first, again = send(browser, form, "", **tapped), send(browser, form, "", **tapped)
    assert (first.status_code, again.status_code) == (302, 302)
    assert len(table.body()["entries"]) == 1


def test_the_last_pad_sent_twice_is_one_line():
    table, browser = at_table(rules=IN_100)
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    tapped = {"bidder": 0, "bid": 100, "taken": 100}
    first, again = send(browser, form, "", **tapped), send(browser, form, "", **tapped)
    assert (first.status_code, again.status_code) == (302, 302)
    assert len(table.body()["entries"]) == 1


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("tapped", "sentence"),
    [
        ({"bid": 70, "taken": 80}, "Qui a remporté la mise ? Choisir une personne."),
        ({"bidder": 0, "taken": 80}, "Il manque la mise : un nombre, ou « la partie »."),
        ({"bidder": 0, "bid": 70}, "Il manque les points ramassés"),
    ],
)
def test_a_refused_pad_shows_the_sentence_and_keeps_what_was_tapped(tapped, sentence, headers):
    table, browser = at_table()
    before = rows()
    data = {**tapped, "client_id": str(uuid.uuid4()), "after": 1}
    response = browser.post(f"/parties/{table.id}/inscrire/", data, headers=headers)
    assert response.status_code == 400
    assert sentence in pages.text(response)
    form = pages.form(response, f"/parties/{table.id}/inscrire/")
    kept = {name: form.fields[name] for name in tapped}
    assert kept == {name: [str(value)] for name, value in tapped.items()}
    assert form.fields["client_id"] == [data["client_id"]]
    assert rows() == before


def test_a_stale_pad_shows_the_match_as_it_stands_and_keeps_what_was_tapped():
    table, browser = at_table()
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    table.record(FAILED)
    response = send(browser, form, "", bidder=2, bid=55, taken=60)
    assert response.status_code == 409
    assert "Le match a avancé entre-temps" in pages.text(response)
    again = pages.form(response, f"{address}inscrire/")
    assert [again.fields[name] for name in ("bidder", "bid", "taken", "after")] == [
        ["2"],
        ["55"],
        ["60"],
        ["2"],
    ]
    assert len(table.body()["entries"]) == 1
    assert send(browser, again, "").status_code == 302
    assert len(table.body()["entries"]) == 2


def test_a_pad_without_the_link_is_403_and_stores_nothing():
    table, _browser = at_table()
    before = rows()
    response = factories.browser().post(f"/parties/{table.id}/inscrire/", HAND)
    assert response.status_code == 403
    assert rows() == before


def test_a_pad_for_a_finished_match_is_refused():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    response = browser.post(f"/parties/{table.id}/inscrire/", HAND)
    assert response.status_code == 400
    assert len(table.body()["entries"]) == 1


def test_the_cookie_of_another_table_does_not_write_this_one():
    table, _browser = at_table()
    _other, browser = at_table()
    assert browser.post(f"/parties/{table.id}/inscrire/", HAND).status_code == 403


# -- htmx: what is put in place is what a fresh load shows ------------------------------------


def fresh(table, browser):
    return pages.element(page(table, browser), "match")


@pytest.mark.parametrize(
    ("hands", "tapped", "changes"),
    [
        ([], {"bidder": 0, "bid": 70, "taken": 80}, {}),
        ([HAND, FAILED], {"bidder": 1, "bid": 50, "taken": 0}, {}),
        ([HAND], {"bidder": 0, "bid": 100, "taken": 100}, {"rules": IN_100}),
        ([], {"bidder": 1, "bid": 3, "taken": 40}, {"preset": "achat-argent"}),
        ([], {"bidder": 1, "bid": 35, "taken": 40}, {"preset": "as-penalises"}),
    ],
)
def test_htmx_record_answers_the_part_that_a_fresh_page_includes(hands, tapped, changes):
    table, browser = at_table(*hands, **changes)
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    response = browser.post(form.action, form.data(**tapped), headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert pages.element(response, "match") == fresh(table, browser)
    assert len(table.body()["entries"]) == len(hands) + 1


def test_htmx_record_of_the_sixth_game_answers_the_part_that_a_fresh_page_includes():
    table, browser = at_table(game="toy", seats=[{"name": "A"}, {"name": "B"}, {"name": "C"}])
    form = pages.form(page(table, browser), f"/parties/{table.id}/inscrire/")
    response = browser.post(form.action, form.data(die_0=6, die_1=2, die_2=6), headers=HTMX)
    assert pages.element(response, "match") == fresh(table, browser)
    assert [side["score"] for side in table.body()["sides"]] == [1, 0, 1]


def test_htmx_undo_answers_the_part_that_a_fresh_page_includes():
    table, browser = at_table(HAND, FAILED)
    address = f"/parties/{table.id}/annuler/"
    form = pages.form(page(table, browser), address)
    response = browser.post(address, form.data(), headers=HTMX)
    assert response.status_code == 200
    said = "Brasse 2 : ligne annulée, l'historique la garde."
    assert said in pages.text(response)
    # The sentence is said once; all the rest is what a fresh page includes.
    again = page(table, browser)
    assert said not in pages.text(again)
    bare = response.content.decode().replace(f'<p class="notice">{escape(said)}</p>', "")
    response.content = bare.encode()
    assert pages.element(response, "match") == fresh(table, browser)
    assert len(table.body()["entries"]) == 1


def test_following_answers_204_while_nothing_changed_and_the_table_when_it_did():
    table, browser = at_table(HAND)
    watcher = factories.browser()
    address = f"/parties/{table.id}/suivre/?version="
    still = watcher.get(f"{address}2")
    assert (still.status_code, still.content) == (204, b"")
    table.record(FAILED)
    moved = watcher.get(f"{address}2")
    assert moved.status_code == 200
    assert pages.element(moved, "table") == pages.element(page(table, watcher), "table")
    with_pad = browser.get(f"{address}2&pad=1")
    assert pages.element(with_pad, "match") == fresh(table, browser)


@pytest.mark.parametrize("version", ["", "x", "1", "99", "%00"])
def test_following_from_any_other_version_answers_the_table(version):
    table, browser = at_table(HAND)
    response = page(table, browser, f"suivre/?version={version}")
    assert response.status_code == 200
    assert pages.has(response, "table")


# -- Preview ----------------------------------------------------------------------------------


def test_preview_says_what_the_line_would_give_and_stores_nothing():
    table, browser = at_table(HAND)
    before = rows()
    data = {"bidder": 0, "bid": 70, "taken": 60}
    part = browser.post(f"/parties/{table.id}/apercu/", data, headers=HTMX)
    whole = browser.post(f"/parties/{table.id}/apercu/", data)
    assert (part.status_code, whole.status_code) == (200, 200)
    assert "<html" not in part.content.decode()
    for response in (part, whole):
        words = pages.text(response)
        assert "Mise de 70 ratée : 60 points ramassés, il en manque 10" in words
        assert all(figure in words for figure in ("−70", "+40"))
    assert rows() == before


def test_preview_without_javascript_keeps_what_was_tapped_ready_to_record():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/"
    pad = pages.form(browser.get(address), f"{address}inscrire/")
    assert ("preview", "1", f"{address}apercu/") in pad.buttons
    seen = browser.post(f"{address}apercu/", pad.data(bidder=0, bid=70, taken=60))
    again = pages.form(seen, f"{address}inscrire/")
    assert send(browser, again, "").status_code == 302
    assert table.body()["entries"][1]["data"]["taken"] == 60


def test_preview_of_an_illegal_line_says_why():
    table, browser = at_table(FAILED)
    data = {"bidder": 0, "bid": "partie", "taken": 60}
    response = browser.post(f"/parties/{table.id}/apercu/", data, headers=HTMX)
    assert response.status_code == 200
    assert "Avec un score négatif" in pages.text(response)


def test_preview_of_half_a_line_says_nothing_of_mistakes():
    table, browser = at_table()
    response = browser.post(f"/parties/{table.id}/apercu/", {"bidder": 0}, headers=HTMX)
    assert response.status_code == 200
    assert "preview__error" not in response.content.decode()


# -- One line: explained, corrected -----------------------------------------------------------


def test_the_page_of_a_line_explains_it_to_anyone():
    table, _browser = at_table(HAND, FAILED)
    response = page(table, factories.browser(), "lignes/2/")
    words = pages.text(response)
    assert response.status_code == 200
    assert "Mise de 70 ratée : 60 points ramassés, il en manque 10" in words
    assert "La défense compte ses points : 40." in words
    assert all(one.action == "/langue/" for one in pages.forms(response))


@pytest.mark.parametrize("number", ["0", "3", "99999999999999999999"])
def test_a_line_that_is_not_there_is_404(number):
    table, browser = at_table(HAND, FAILED)
    assert page(table, browser, f"lignes/{number}/").status_code == 404


def test_a_correction_shows_the_differences_first_and_keeps_them_when_asked():
    table, browser = at_table(HAND, HAND, HAND)
    address = f"/parties/{table.id}/lignes/1/"
    form = pages.form(browser.get(address), field="bidder")
    assert [form.fields[name] for name in ("bidder", "bid", "taken")] == [["0"], ["70"], ["80"]]
    before = rows()
    shown = send(browser, form, address, taken=60)
    words = pages.text(shown)
    assert shown.status_code == 200
    assert rows() == before
    assert "Mise de 70 ratée : 60 points ramassés, il en manque 10" in words
    # Totals of side 0 before and after, line by line.
    for figure in ("80 après −70", "160 après 10", "240 après 90"):
        assert figure in words.replace("avant ", ""), figure
    kept = send(browser, pages.form(shown, field="bidder"), address, button=("keep", "1"))
    assert (kept.status_code, kept.url) == (302, f"/parties/{table.id}/")
    assert [side["score"] for side in table.body()["sides"]] == [90, 80]
    assert table.body()["version"] == 5


def test_a_correction_kept_twice_is_one_correction():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/lignes/1/"
    shown = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=60)
    form = pages.form(shown, field="bidder")
    first = send(browser, form, address, button=("keep", "1"))
    again = send(browser, form, address, button=("keep", "1"))
    assert (first.status_code, again.status_code) == (302, 302)
    assert table.body()["version"] == 3


def test_a_correction_that_a_later_line_forbids_says_which():
    table, browser = at_table(HAND, {"bidder": 0, "partie": True, "taken": 95})
    address = f"/parties/{table.id}/lignes/1/"
    response = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=60)
    assert response.status_code == 400
    assert "la ligne 2 ne serait plus permise" in pages.text(response)


def test_a_correction_kept_on_an_older_version_is_shown_again():
    table, browser = at_table(HAND)
    address = f"/parties/{table.id}/lignes/1/"
    shown = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=60)
    table.record(HAND)
    response = send(browser, pages.form(shown, field="bidder"), address, button=("keep", "1"))
    assert response.status_code in (400, 409)
    assert "Le match a avancé entre-temps" in pages.text(response)
    assert table.body()["version"] == 3


def test_a_correction_that_ends_or_reopens_the_match_says_so():
    table, browser = at_table(HAND, rules=IN_100)
    address = f"/parties/{table.id}/lignes/1/"
    shown = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=100)
    assert "Le match se finit ainsi ; il est gagné par Nous." in pages.text(shown)
    send(browser, pages.form(shown, field="bidder"), address, button=("keep", "1"))
    shown = send(browser, pages.form(browser.get(address), field="bidder"), address, taken=80)
    assert "Le match reprend : il n'est plus fini." in pages.text(shown)


def test_a_line_entered_with_auction_and_tricks_keeps_them_when_another_figure_is_corrected():
    calls = [{"seat": 0, "call": 70}, *({"seat": seat, "call": "pass"} for seat in (1, 2, 3))]
    table, browser = at_table({"taken": 80, "auction": calls, "trump": "hearts"})
    address = f"/parties/{table.id}/lignes/1/"
    form = pages.form(browser.get(address), field="bidder")
    shown = send(browser, form, address, taken=60)
    send(browser, pages.form(shown, field="bidder"), address, button=("keep", "1"))
    data = table.body()["entries"][0]["data"]
    assert (data["taken"], data["trump"], data["auction"]) == (60, "hearts", calls)


def test_a_visitors_correction_is_not_taken():
    table, _browser = at_table(HAND)
    before = rows()
    data = {"bidder": 0, "bid": 70, "taken": 60, "keep": "1"}
    response = factories.browser().post(f"/parties/{table.id}/lignes/1/", data)
    assert response.status_code in (200, 403)
    assert rows() == before


# -- Undo, rematch ----------------------------------------------------------------------------


def test_undo_takes_the_last_line_back():
    table, browser = at_table(HAND, FAILED)
    form = pages.form(page(table, browser), f"/parties/{table.id}/annuler/")
    response = send(browser, form, "")
    assert (response.status_code, response.url) == (302, f"/parties/{table.id}/")
    assert [side["score"] for side in table.body()["sides"]] == [80, 20]


def test_undo_tapped_twice_takes_one_line_back():
    table, browser = at_table(HAND, FAILED)
    form = pages.form(page(table, browser), f"/parties/{table.id}/annuler/")
    send(browser, form, "")
    again = browser.post(form.action, form.data(), follow=True)
    assert "Le match a avancé entre-temps" in pages.text(again)
    assert len(table.body()["entries"]) == 1


def test_undo_of_the_last_line_reopens_a_finished_match():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    form = pages.form(page(table, browser), f"/parties/{table.id}/annuler/")
    response = browser.post(form.action, form.data(), follow=True)
    assert pages.has(response, "pad")


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 5000, "²"])
def test_undo_of_an_empty_sheet_changes_nothing(after):
    table, browser = at_table()
    response = browser.post(f"/parties/{table.id}/annuler/", {"after": after})
    assert response.status_code in (302, 404)
    assert table.body()["version"] == 1


def test_undo_without_the_link_says_so_and_changes_nothing():
    table, _browser = at_table(HAND)
    response = factories.browser().post(f"/parties/{table.id}/annuler/", follow=True)
    assert "Cette table s'écrit avec un lien qui sert encore" in pages.text(response)
    assert len(table.body()["entries"]) == 1


def test_rematch_opens_a_new_match_of_the_same_table():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    form = pages.form(page(table, browser), f"/parties/{table.id}/revanche/")
    response = send(browser, form, "")
    new = Match.objects.exclude(pk=table.id).get()
    assert (response.status_code, response.url) == (302, f"/parties/{new.pk}/")
    assert pages.has(browser.get(response.url), "pad")


def test_rematch_tapped_twice_is_one_match():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    form = pages.form(page(table, browser), f"/parties/{table.id}/revanche/")
    first, again = send(browser, form, ""), send(browser, form, "")
    assert first.url == again.url
    assert Match.objects.count() == 2


def test_a_rematch_after_another_change_of_names_is_still_the_same_one():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    first = browser.post(f"/parties/{table.id}/revanche/")
    table.patch(sides=[{"side": 0, "name": "Champions"}])
    assert browser.post(f"/parties/{table.id}/revanche/").url == first.url


def test_a_rematch_after_a_corrected_end_is_another_one():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    first = browser.post(f"/parties/{table.id}/revanche/")
    table.correct(1, {**ALL_TAKEN, "bidder": 1})
    assert browser.post(f"/parties/{table.id}/revanche/").url != first.url
    assert Match.objects.count() == 3


def test_who_watches_a_finished_match_is_led_to_its_rematch():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    watcher = factories.browser()
    seen = table.body()["version"]
    for rest in ("", "mur/"):
        assert "Revanche commencée" not in pages.text(page(table, watcher, rest))
    address = browser.post(f"/parties/{table.id}/revanche/").url
    # The version moves, so that every screen that follows asks again.
    follow = watcher.get(f"/parties/{table.id}/suivre/?version={seen}", headers=HTMX)
    wall = watcher.get(f"/parties/{table.id}/mur/?version={seen}", headers=HTMX)
    assert f'href="{address}">Revanche commencée →</a>' in follow.content.decode()
    assert f'href="{address}mur/">Revanche commencée →</a>' in wall.content.decode()
    assert page(table, browser, "historique/").status_code == 200


def test_a_running_match_leads_nowhere_else():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    browser.post(f"/parties/{table.id}/revanche/")
    table.take_back(1)
    assert "Revanche commencée" not in pages.text(page(table, browser))


def test_a_finished_sheet_says_when_by_which_rules_and_where():
    factories.club("mon-club", name="Le Valet noir", open_recording=True)
    table, browser = at_table(ALL_TAKEN, club="mon-club", rules=IN_100)
    started = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    Match.objects.filter(pk=table.id).update(started_at=started)
    assert "21 novembre 2026 · Traditionnel · Le Valet noir" in pages.text(page(table, browser))


def test_an_abandoned_sheet_says_so_and_is_resumed_from_there():
    table, browser = at_table(HAND)
    table.patch(status="abandoned")
    watched = pages.text(page(table, factories.browser()))
    assert "Match abandonné" in watched
    assert "Reprendre" not in watched
    response = page(table, browser)
    assert "Régler ou reprendre le match" in pages.text(response)
    form = pages.form(response, f"/parties/{table.id}/reglages/")
    send(browser, form, "", button=("status", "in_progress"))
    assert table.body()["status"] == "in_progress"


# -- Card by card -----------------------------------------------------------------------------

CALLS = {"calls": "70 pass pass pass", "trump": "hearts"}


def by_card(table, browser, **sent):
    response = browser.post(f"/parties/{table.id}/cartes/", {**CALLS, **sent})
    (form,) = (one for one in pages.forms(response) if "calls" in one.names)
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


# -- Starting anew ----------------------------------------------------------------------------


def anew(table, browser, **filled):
    """Follow the link of the blank sheet, change what is wrong, start."""
    address = f"/jouer/dix/?refaire={table.id}"
    assert f'href="{address}"' in page(table, browser).content.decode()
    form = pages.form(browser.get(address), field="name_0")
    return send(browser, form, address, **filled)


def test_a_blank_sheet_is_started_anew_with_what_was_wrong_put_right():
    table, browser = at_table(sides=[{"name": "Bons"}, {"name": "Autres"}], first_dealer=2)
    response = anew(table, browser, name_1="Bérénice", preset="as-penalises", first_dealer=3)
    new = Match.objects.exclude(pk=table.id).get()
    body = factories.api().get(f"/api/v1/matches/{new.pk}/").json()
    assert (response.status_code, response.url) == (302, f"/parties/{new.pk}/")
    assert [seat["name"] for seat in body["seats"]] == ["Anne", "Bérénice", "Chloé", "David"]
    assert [side["name"] for side in body["sides"]] == ["Bons", "Autres"]
    assert (body["preset"], body["rules"]["first_dealer"]) == ("as-penalises", 3)
    assert table.body()["status"] == "abandoned"
    watched = page(table, factories.browser()).content.decode()
    assert f'href="/parties/{new.pk}/">La nouvelle feuille →</a>' in watched


def test_the_form_of_a_table_started_anew_is_filled_in():
    table, browser = at_table(preset="as-penalises", rules={"target": 400}, first_dealer=2)
    form = pages.form(browser.get(f"/jouer/dix/?refaire={table.id}"), field="name_0")
    filled = [form.fields[f"name_{seat}"] for seat in range(4)]
    assert filled == [[name] for name in factories.NAMES]
    assert (form.fields["preset"], form.fields["first_dealer"]) == (["as-penalises"], ["2"])
    assert form.fields["rule-target"] == ["400"]


def test_a_table_started_anew_twice_is_one_match():
    table, browser = at_table()
    address = f"/jouer/dix/?refaire={table.id}"
    form = pages.form(browser.get(address), field="name_0")
    first, again = send(browser, form, address), send(browser, form, address)
    assert first.url == again.url
    assert Match.objects.count() == 2


def test_a_table_started_anew_keeps_its_club_and_who_they_are():
    club = factories.club("mon-club", open_recording=True)
    shy = factories.player("Jeanne Berger", club, shown="initials")
    other = factories.club("autre", open_recording=True)
    table, browser = at_table(club="autre")
    table.patch(seats=[{"seat": 0, "player": shy.pk}])
    assert anew(table, browser, name_1="Bérénice").status_code == 302
    new = Match.objects.exclude(pk=table.id).get()
    seats = [(seat.player_id, seat.guest_name) for seat in new.seats.all()]
    assert new.club == other
    assert (seats[0], seats[2]) == ((shy.pk, "Anne"), (None, "Chloé"))


def test_a_match_with_a_line_is_not_started_anew():
    table, browser = at_table()
    address = f"/jouer/dix/?refaire={table.id}"
    form = pages.form(browser.get(address), field="name_0")
    table.record(HAND)
    refused = send(browser, form, address)
    sentence = "Une ligne est déjà inscrite : les règles et les places ne changent plus."
    assert (refused.status_code, sentence in pages.text(refused)) == (400, True)
    assert "refaire" not in page(table, browser).content.decode()
    assert sentence in pages.text(browser.get(address, follow=True))
    assert (Match.objects.count(), table.body()["status"]) == (1, "in_progress")


def test_a_blank_sheet_is_its_own_tables_to_start_anew():
    table, _browser = at_table()
    address = f"/jouer/dix/?refaire={table.id}"
    stranger = factories.browser()
    form = pages.form(stranger.get(address), field="name_0")
    assert send(stranger, form, address).status_code == 400
    form.fields["replaces"] = ["AAAAAAAA"]
    assert send(stranger, form, address).status_code == 404
    assert (Match.objects.count(), table.body()["status"]) == (1, "in_progress")


# -- Sharing ----------------------------------------------------------------------------------


def test_sharing_shows_the_table_the_address_and_how_to_make_a_link():
    table, browser = at_table()
    response = page(table, browser, "partager/")
    content = response.content.decode()
    assert response.status_code == 200
    assert content.count('class="qr"') == 1
    assert f"http://testserver/parties/{table.id}/" in content
    assert "Faire un lien pour marquer" in content
    assert "Faire un lien pour regarder" not in content  # the address is enough
    assert pages.form(response, field="lasts").fields["lasts"] == ["evening"]


def test_sharing_shows_a_visitor_the_watchers_link_alone():
    table, _browser = at_table()
    content = page(table, factories.browser(), "partager/").content.decode()
    assert content.count('class="qr"') == 1
    assert "marquer" not in content


def test_joining_by_the_link_lets_this_browser_score():
    table = factories.table(None, HAND)
    browser = factories.browser()
    response = browser.get(f"/parties/{table.id}/marquer/{table.token}/", follow=True)
    assert response.redirect_chain == [(f"/parties/{table.id}/", 302)]
    assert pages.has(response, "pad")
    assert browser.cookies["tables"]["httponly"]


def test_joining_keeps_the_tables_known_before():
    first, browser = at_table()
    second = factories.table()
    browser.get(f"/parties/{second.id}/marquer/{second.token}/")
    assert pages.has(page(first, browser), "pad")
    assert pages.has(page(second, browser), "pad")


@pytest.mark.parametrize("token", ["0" * 40, "x", "é", "%00"])
def test_joining_by_a_bad_link_says_so_and_keeps_nothing(token):
    table = factories.table(None, HAND)
    browser = factories.browser()
    response = browser.get(f"/parties/{table.id}/marquer/{token}/", follow=True)
    assert response.status_code == 200
    assert "Ce lien ne sert plus à marquer" in pages.text(response)
    assert not pages.has(response, "pad")
    assert "tables" not in browser.cookies


def test_a_bad_link_does_not_replace_a_good_one():
    table, browser = at_table()
    browser.get(f"/parties/{table.id}/marquer/{'0' * 40}/")
    assert pages.has(page(table, browser), "pad")


@pytest.mark.parametrize("cookie", ["x", "AAAAAAAA:", ":" * 50, "é", "A" * 4000])
def test_a_garbled_cookie_is_passed_over(cookie):
    table = factories.table()
    browser = factories.browser()
    browser.cookies["tables"] = cookie
    assert page(table, browser).status_code == 200


# -- Settings ---------------------------------------------------------------------------------


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
    asked = [form.fields.get(f"seat_{seat}") for seat in range(3)]
    assert asked == [[str(anne.pk)], [""], [""]]


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
            one for one in pages.forms(browser.get(address)) if ("status", value, "") in one.buttons
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


# -- Another site's page ----------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["inscrire/", "annuler/", "revanche/", "reglages/", "lignes/1/"])
def test_a_write_that_another_sites_page_sends_is_403(rest):
    table = factories.table(None, HAND)
    browser = factories.browser(enforce_csrf_checks=True)
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    before = rows()
    data = {**HAND, "keep": "1", "status": "abandoned"}
    assert browser.post(f"/parties/{table.id}/{rest}", data).status_code == 403
    assert rows() == before


# -- Around -----------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("slug", "language", "words"),
    [
        ("dix", "fr", "Réponses rapides"),
        ("dix", "en", "Quick answers"),
        ("toy", "fr", "Chacun lance un dé."),
        ("toy", "en", "Everyone throws a die."),
    ],
)
def test_the_rules_of_each_game_are_read_in_both_languages(slug, language, words):
    browser = factories.browser()
    response = browser.get(f"/regles/{slug}/", headers={"accept-language": language})
    assert response.status_code == 200
    assert words in pages.text(response)


def test_the_rules_are_listed():
    content = factories.browser().get("/regles/").content.decode()
    assert all(f'href="/regles/{game.slug}/"' in content for game in registry.games())


@pytest.mark.parametrize("slug", [game.slug for game in registry.games()])
def test_each_game_has_a_blank_sheet(slug):
    response = factories.browser().get(f"/regles/{slug}/feuille/")
    assert response.status_code == 200
    assert "<table" in response.content.decode()


@pytest.mark.parametrize("address", ["/regles/tarot/", "/regles/tarot/feuille/"])
def test_the_rules_of_an_unknown_game_are_404(address):
    assert factories.browser().get(address).status_code == 404


PAGES = ["", "suivre/", "mur/", "lignes/1/", "partager/", "reglages/", "historique/", "cartes/"]


@pytest.mark.parametrize("rest", PAGES)
@pytest.mark.parametrize("match_id", ["AAAAAAAA", "x", "%00", "0" * 300])
def test_a_page_of_no_match_is_a_friendly_404(rest, match_id):
    response = factories.browser().get(f"/parties/{match_id}/{rest}")
    assert response.status_code == 404
    assert "<html" in response.content.decode()


@pytest.mark.parametrize("rest", PAGES)
def test_a_page_of_a_members_only_club_is_404_to_a_visitor(rest):
    club = factories.club(public=False)
    match = factories.recorded(
        factories.started(club=club, by=factories.Caller(user=factories.member(club))), HAND
    )
    assert factories.browser().get(f"/parties/{match.pk}/{rest}").status_code == 404


# -- The sixth game, by its folder alone ------------------------------------------------------


def test_the_sixth_game_is_played_from_the_home_page_to_its_result():
    browser = factories.browser()
    assert 'href="/jouer/toy/"' in browser.get("/").content.decode()
    form = pages.form(browser.get("/jouer/toy/"), field="name_0")
    response = send(browser, form, "/jouer/toy/", name_0="Anne", name_1="Bruno", name_2="Chloé")
    assert response.status_code == 302
    address = response.url
    for _ in range(3):
        pad = pages.form(browser.get(address), f"{address}inscrire/")
        assert send(browser, pad, "", die_0=6, die_1=2, die_2=3).status_code == 302
    words = pages.text(browser.get(address))
    assert "Anne : gagné." in words
    assert "Anne gagne sans perdre un tour." in words


def test_the_start_page_of_a_game_without_a_dealer_asks_for_none():
    content = factories.browser().get("/jouer/toy/").content.decode()
    assert "first_dealer" not in content
    assert 'type="radio" name=""' not in content
    assert "donne d'abord" not in content


def test_the_start_page_of_a_game_of_two_to_four_wants_two():
    content = factories.browser().get("/jouer/toy/").content.decode()
    inputs = [tag for tag in content.split("<input")[1:] if 'name="name_' in tag]
    assert [" required" in tag.partition(">")[0] for tag in inputs] == [True, True, False, False]


def test_a_line_of_the_sixth_game_is_corrected_by_its_page():
    table, browser = at_table({"values": [6, 1]}, game="toy", seats=[{"name": "A"}, {"name": "B"}])
    address = f"/parties/{table.id}/lignes/1/"
    form = pages.form(browser.get(address), field="die_0")
    assert (form.fields["die_0"], form.fields["die_1"]) == (["6"], ["1"])
    shown = send(browser, form, address, die_1=6)
    assert shown.status_code == 200
    send(browser, pages.form(shown, field="die_0"), address, button=("keep", "1"))
    assert [side["score"] for side in table.body()["sides"]] == [1, 1]


def test_a_page_of_one_game_is_404_for_a_match_of_another():
    table, browser = at_table(game="toy", seats=[{"name": "A"}, {"name": "B"}])
    assert page(table, browser, "cartes/").status_code == 404


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


def test_the_same_table_again_keeps_the_variant_and_the_rules_that_were_changed():
    browser = factories.browser()
    first = start(browser, preset="as-penalises", **NAMES, **{"rule-target": "250"})
    match_id = first.url.split("/")[2]
    rules = browser.get(f"/api/v1/matches/{match_id}/").json()["rules"]
    assert (rules["card_values"], rules["target"]) == ("penalised_aces", 250)
    address = f"/jouer/dix/?comme={match_id}"
    again = send(browser, pages.form(browser.get(address), field="name_0"), address)
    assert again.status_code == 302
    other = browser.get(f"/api/v1/matches/{again.url.split('/')[2]}/").json()
    # All but who deals first, which goes round.
    assert other["rules"] | {"first_dealer": rules["first_dealer"]} == rules
    assert other["preset"] == "as-penalises"
