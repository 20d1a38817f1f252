"""The page of a match: what it shows to each reader, its pad, undo and rematch."""

import io
import re
import uuid
from datetime import UTC, datetime

import pytest
from PIL import Image

from clubs.callers import Caller
from games.models import Match
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.games import pages
from tests.games.views.common import HTMX, at_table, page, record, send
from tests.stored import row_counts

pytestmark = pytest.mark.django_db


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
    assert {form.action for form in pages.forms(response)} <= {"/langue/"}
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
    assert "Anne et Chloé gagnent 100 à 0 contre Bruno et David, en 1 brasse." in pages.text(
        response
    )


def test_a_finished_match_names_the_winner_first_with_a_link_and_marks_lines_on_its_curve():
    club = factories.club("mon-club", open_recording=True)
    people = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]
    seats = [factories.SeatAsked(player=person.pk) for person in people]
    match = factories.started(club=club, seats=seats, rules={"target": 100})
    hands = [{"bidder": seat, "bid": 50, "taken": taken} for seat, taken in ((0, 40), (1, 100))]
    factories.recorded(match, *hands)
    html = factories.browser().get(f"/parties/{match.pk}/").content.decode()
    head = html[html.index("board--ended") : html.index("result__sentence")]
    names = re.findall(r'href="/joueurs/\d+/">(.*?)</a>', head)
    assert names == ["Bruno", "David", "Anne", "Chloé"]
    assert f'<a href="/clubs/{club.slug}/resultats/">' in html
    assert '<span class="result__sign" aria-hidden="true">①</span>' in html
    assert re.search(r'class="curve__mark">.*?①</text>', html, re.DOTALL)


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
    before = row_counts()
    data = {**tapped, "client_id": str(uuid.uuid4()), "after": 1}
    response = browser.post(f"/parties/{table.id}/inscrire/", data, headers=headers)
    assert response.status_code == 400
    assert sentence in pages.text(response)
    form = pages.form(response, f"/parties/{table.id}/inscrire/")
    values = {name: form.fields[name] for name in tapped}
    assert values == {name: [str(value)] for name, value in tapped.items()}
    assert form.fields["client_id"] == [data["client_id"]]
    assert row_counts() == before


def test_a_pad_without_the_link_is_403_and_stores_nothing():
    table, _browser = at_table()
    before = row_counts()
    response = factories.browser().post(f"/parties/{table.id}/inscrire/", HAND)
    assert response.status_code == 403
    assert row_counts() == before


def test_a_pad_for_a_finished_match_is_refused():
    table, browser = at_table(ALL_TAKEN, rules=IN_100)
    response = browser.post(f"/parties/{table.id}/inscrire/", HAND)
    assert response.status_code == 400
    assert len(table.body()["entries"]) == 1


def test_the_cookie_of_another_table_does_not_write_this_one():
    table, _browser = at_table()
    _other, browser = at_table()
    assert browser.post(f"/parties/{table.id}/inscrire/", HAND).status_code == 403


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
    assert "Inscrire à cette table demande un lien qui sert encore" in pages.text(response)
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
    # The version rises, so every screen that follows the match asks again.
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


def test_a_finished_match_is_passed_on_as_a_picture():
    table, browser = at_table(HAND, ALL_TAKEN, rules=IN_100)
    assert f"/parties/{table.id}/image.png" in page(table, browser).content.decode()
    answer = page(table, browser, "image.png")
    picture = Image.open(io.BytesIO(answer.content))
    assert (answer["Content-Type"], picture.format, picture.size) == (
        "image/png",
        "PNG",
        (1200, 630),
    )
    assert len(picture.getcolors(100_000)) > 4  # paper, ink, soft ink, rules, and their edges


def test_a_match_may_be_kept_behind_the_browser_s_arrow_but_not_that_of_a_private_club():
    table, browser = at_table(HAND)
    assert page(table, browser).headers["Cache-Control"] == "private, no-cache, max-age=0"
    club = factories.club("prive", public=False)
    officer = factories.member(club, "officer")
    match = factories.started(by=Caller(user=officer), club=club)
    cache_control = factories.browser(officer).get(f"/parties/{match.pk}/").headers["Cache-Control"]
    assert "no-store" in cache_control
