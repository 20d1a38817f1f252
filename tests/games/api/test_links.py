"""Links and proposals over HTTP, as a program and as a page use them."""

import pytest

from clubs.links.models import CapabilityLink
from games import services
from games.models import Match, Proposal
from games.services import Writing
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games import pages
from tests.plain import plain

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"


def test_a_link_to_score_travels_as_the_matchs_own_token_does():
    table = factories.table()
    made = table.call("post", "links/", {"kind": "score_match", "lasts": "week"})
    body = made.json()
    assert (made.status_code, body["kind"], body["state"]) == (201, "score_match", "live")
    assert plain(body["subject"]) == {
        "kind": "match",
        "id": table.id,
        "name": "Jeu du 10 · Nous – Vous",
    }
    assert body["url"] == f"http://testserver/l/{body['token']}/"
    scorer = factories.Table(table.id, body["token"], factories.api(), {})
    assert scorer.record(HAND).status_code == 201
    (listed,) = table.get("links/").json()
    assert (listed["id"], listed["last_used_at"] is not None) == (body["id"], True)
    assert not {"token", "url", "digest"} & set(listed)
    assert table.call("delete", f"links/{body['id']}/").status_code == 204
    assert scorer.record(HAND).status_code == 403
    assert table.call("delete", f"links/{body['id']}/").status_code == 204
    assert table.get("links/").json()[0]["state"] == "revoked"


def test_a_link_to_see_a_members_match():
    club = factories.club("le-club", public=False)
    table = factories.table(factories.api(factories.member(club)), club="le-club")
    token = table.call("post", "links/", {"kind": "see"}).json()["token"]
    watcher = factories.Table(table.id, token, factories.api(), {})
    assert watcher.get().status_code == 200
    assert watcher.record(HAND).status_code == 403
    assert watcher.get("links/").status_code == 403
    assert factories.api().get(table.url()).status_code == 404


@pytest.mark.parametrize(
    ("sent", "attr", "code"),
    [
        ({}, "kind", "required"),
        ({"kind": "run_tournament"}, "kind", "invalid_choice"),
        ({"kind": "score_match", "lasts": "year"}, "lasts", "link_lasts"),
        ({"kind": "see", "lasts": "always"}, "lasts", "invalid_choice"),
    ],
)
def test_a_link_that_is_not_made(sent, attr, code):
    answer = factories.table().call("post", "links/", sent)
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["attr"], error["code"]) == (400, attr, code)
    assert not CapabilityLink.objects.exists()


def test_all_but_me_answers_the_new_token():
    table = factories.table()
    scorer = table.call("post", "links/", {"kind": "score_match"}).json()["token"]
    body = table.call("delete", "links/").json()
    assert body["revoked"] == 1
    for token in (scorer, table.token):
        answer = factories.api().post(table.url("entries/"), HAND, headers={"X-Match-Token": token})
        assert answer.status_code == 403
    table.token = body["edit_token"]
    assert table.record(HAND).status_code == 201


def test_a_table_link_starts_matches_of_the_club_in_its_room_with_its_players():
    club = factories.club("le-club", public=False)
    anne = factories.player("Anne", club)
    officer = factories.api(factories.member(club, "officer"))
    made = officer.post(f"{V1}clubs/le-club/links/", {"lasts": "evening"}).json()
    seats = [{"player": anne.pk}, *factories.SEATS[1:]]
    start = factories.start_body(club="le-club", seats=seats, in_club_room=True)
    assert factories.api().post(f"{V1}matches/", start).status_code == 400
    tablet = factories.api()
    headers = {"X-Match-Token": made["token"]}
    body = tablet.post(f"{V1}matches/", start, headers=headers).json()
    assert (body["club"], body["in_club_room"], body["seats"][0]["player"]) == (
        "le-club",
        True,
        anne.pk,
    )
    # The link sees what members see. To write, it needs the token of the match that it started.
    assert tablet.get(f"{V1}clubs/le-club/", headers=headers).status_code == 200
    listed = tablet.get(f"{V1}matches/", headers=headers).json()["results"]
    assert [match["id"] for match in listed] == [body["id"]]
    entries = f"{V1}matches/{body['id']}/entries/"
    assert tablet.post(entries, HAND, headers=headers).status_code == 403
    headers = {"X-Match-Token": body["edit_token"]}
    assert tablet.post(entries, HAND, headers=headers).status_code == 201


def test_a_match_is_given_to_a_club_over_http():
    club = factories.club("le-club")
    table = factories.table(None, ALL_TAKEN, rules=IN_100)
    officer = factories.api(factories.member(club, "officer"))
    anne = factories.player("Anne", club)
    offer = table.call("post", "proposal/", {"club": "le-club"}).json()
    assert (offer["match"], offer["club"], offer["accepted"]) == (table.id, "le-club", None)
    assert officer.get(f"{V1}clubs/le-club/proposals/").json()["results"] == [offer]
    seats = [{"seat": 0, "player": anne.pk}]
    decided = officer.post(
        f"{V1}clubs/le-club/proposals/{offer['id']}/", {"accept": True, "seats": seats}
    )
    assert (decided.status_code, decided.json()["accepted"]) == (200, True)
    assert officer.get(f"{V1}clubs/le-club/proposals/").json()["results"] == []
    body = factories.api().get(table.url()).json()
    assert (body["club"], body["seats"][0]["player"]) == ("le-club", anne.pk)
    assert table.get("proposal/").json()["accepted"] is True
    listed = factories.api().get(f"{V1}matches/?club=le-club").json()["results"]
    assert [match["id"] for match in listed] == [table.id]


# -- Pages ------------------------------------------------------------------------------------


def at_table(**changes):
    table = factories.table(**changes)
    browser = factories.browser()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    return table, browser


def test_the_page_shows_a_new_link_once_and_says_so():
    table, browser = at_table()
    address = f"/parties/{table.id}/partager/"
    response = browser.post(address, {"kind": "score_match", "lasts": "evening"})
    words = pages.text(response)
    assert "seule son empreinte est gardée" in words
    assert response.content.decode().count('class="qr"') == 2
    later = browser.get(address)
    assert later.content.decode().count('class="qr"') == 1
    assert "Marquer ce match" in pages.text(later)
    assert "Jamais ouvert." in pages.text(later)


def test_the_page_takes_a_link_back_and_then_all_of_them():
    table, browser = at_table()
    address = f"/parties/{table.id}/partager/"
    for _ in range(2):
        browser.post(address, {"kind": "score_match", "lasts": "week"})
    number = CapabilityLink.objects.order_by("pk").first().pk
    response = browser.post(address, {"revoke": number}, follow=True)
    assert "Le lien est retiré" in pages.text(response)
    response = browser.post(address, {"alone": "1"}, follow=True)
    assert "Les autres n'écrivent plus ici. 1 lien retiré." in pages.text(response)
    # This browser has received the new token. The old token no longer records anything.
    assert pages.has(browser.get(f"/parties/{table.id}/"), "pad")
    assert table.record(HAND).status_code == 403


@pytest.mark.parametrize(
    "sent",
    [{}, {"kind": "run_tournament"}, {"kind": "score_match", "lasts": "year"}, {"kind": "\0"}],
)
def test_a_page_makes_no_link_that_it_does_not_offer(sent):
    table, browser = at_table()
    assert browser.post(f"/parties/{table.id}/partager/", sent).status_code == 400
    assert not CapabilityLink.objects.exists()


@pytest.mark.parametrize("number", ["0", "x", "9" * 30, "²"])
def test_a_page_takes_back_no_link_of_elsewhere(number):
    table, browser = at_table()
    assert browser.post(f"/parties/{table.id}/partager/", {"revoke": number}).status_code == 404


def test_a_visitor_makes_no_link():
    table = factories.table()
    address = f"/parties/{table.id}/partager/"
    response = factories.browser().post(address, {"kind": "score_match"}, follow=True)
    assert "se gèrent par la personne qui tient la table" in pages.text(response)
    assert not CapabilityLink.objects.exists()


def test_a_hand_tapped_before_the_link_was_taken_back_stays_on_the_pad():
    table = factories.table()
    made = factories.made(Match.objects.get())
    other = factories.browser()
    other.get(f"/l/{made.token}/")
    form = pages.form(other.get(f"/parties/{table.id}/"), f"/parties/{table.id}/inscrire/")
    table.call("delete", "links/")
    response = other.post(form.action, form.data(bidder=1, bid=70, taken=80))
    assert response.status_code == 403
    assert "en demander un à la personne qui marque" in pages.text(response)
    fields = pages.form(response, f"/parties/{table.id}/inscrire/").fields
    assert (fields["bidder"], fields["bid"], fields["taken"]) == (["1"], ["70"], ["80"])
    assert Match.objects.get().version == 1


def test_the_pages_give_a_match_to_a_club():
    club = factories.club("le-club")
    table, browser = at_table()
    address = f"/parties/{table.id}/club/"
    assert f'href="{address}"' in browser.get(f"/parties/{table.id}/").content.decode()
    browser.post(address, {"club": "le-club"})
    assert "attend la réponse du club" in pages.text(browser.get(address))
    browser.post(address, {"withdraw": "1"})
    browser.post(address, {"withdraw": "1"})
    assert not Proposal.objects.exists()
    browser.post(address, {"club": "le-club"})
    officer = factories.browser(factories.member(club, "officer"))
    offers = pages.text(officer.get("/clubs/le-club/propositions/"))
    assert [name for name in ("Anne", "Bruno", "Chloé", "David") if name not in offers] == []
    services.abandon(match_id=table.id, by=Writing(factories.link(Match.objects.get())))
    answer = {"offer": Proposal.objects.get().pk, "accept": "1"}
    response = officer.post("/clubs/le-club/propositions/", answer)
    assert response.url == "/clubs/le-club/propositions/"
    assert Match.objects.get().club == club
    assert "Ce match compte au club le-club" in pages.text(browser.get(address))


def test_a_link_to_score_cannot_give_the_match_away():
    table = factories.table()
    factories.club("le-club")
    browser = factories.browser()
    browser.get(f"/l/{factories.made(Match.objects.get()).token}/")
    page = browser.get(f"/parties/{table.id}/club/")
    assert page.status_code == 200
    assert "Proposer le match" not in pages.text(page)
    assert browser.post(f"/parties/{table.id}/club/", {"club": "le-club"}).status_code == 403


@pytest.mark.parametrize("number", ["0", "x", "9" * 30, "\0", "²"])
def test_an_answer_to_no_offer_says_so(number):
    club = factories.club("le-club")
    officer = factories.browser(factories.member(club, "officer"))
    response = officer.post(
        "/clubs/le-club/propositions/", {"refuse": "1", "offer": number}, follow=True
    )
    assert "Cette proposition n'est plus là." in pages.text(response)


def test_a_refused_offer_is_told_to_the_table():
    club = factories.club("le-club")
    table, browser = at_table()
    browser.post(f"/parties/{table.id}/club/", {"club": "le-club"})
    officer = factories.browser(factories.member(club, "officer"))
    officer.post(
        "/clubs/le-club/propositions/", {"refuse": "1", "offer": Proposal.objects.get().pk}
    )
    assert "n'a pas pris ce match" in pages.text(browser.get(f"/parties/{table.id}/club/"))


def test_the_offers_to_a_club_are_read_page_by_page_from_the_newest(django_assert_max_num_queries):
    club = factories.club("le-club")
    officer = factories.api(factories.member(club, "officer"))
    offered = []
    for _number in range(5):
        offer = factories.table().call("post", "proposal/", {"club": "le-club"}).json()
        offered.append(offer["id"])
    address, read = f"{V1}clubs/le-club/proposals/?page_size=2", []
    while address:
        with django_assert_max_num_queries(7):
            page = officer.get(address).json()
        read.append([listed["id"] for listed in page["results"]])
        address = page["next"]
    newest = offered[::-1]
    assert read == [newest[:2], newest[2:4], newest[4:]]
    assert officer.get(f"{V1}clubs/le-club/proposals/?cursor=nulle-part").status_code == 404
