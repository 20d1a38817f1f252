"""Opening a link, and the page of a club's links."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.links.models import CapabilityLink
from games.models import Match
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games import pages

pytestmark = pytest.mark.django_db


def opened(made, browser=None, **options):
    """Open a link like a phone that has scanned it. Return the browser and the answer."""
    browser = browser or factories.browser()
    return browser, browser.get(f"/l/{made.token}/", **options)


def of_club(club, **changes):
    """Start a match of the club by the site's owner, so that nobody else here has rights in it."""
    owner = factories.Caller(user=factories.site_owner())
    return factories.started(club=club, by=owner, **changes)


def private_match(*hands):
    club = factories.club(public=False)
    owner = factories.Caller(user=factories.member(club, "owner"))
    return factories.recorded(factories.started(club=club, by=owner), *hands)


def test_opening_a_link_takes_it_into_the_browser_and_out_of_the_address():
    made = factories.made(factories.started())
    browser, response = opened(made)
    assert (response.status_code, response.url) == (302, f"/parties/{made.link.subject_id}/")
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response.headers["Cache-Control"]
    cookie = browser.cookies["links"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (made.token, True, "Lax")
    page = browser.get(response.url)
    assert pages.has(page, "pad")
    assert made.token.encode() not in page.content


def test_a_log_line_of_an_opened_link_has_no_token(caplog):
    made = factories.made(factories.started())
    with caplog.at_level("INFO"):
        opened(made)
    lines = [f"{record.getMessage()} {record.fields}" for record in caplog.records]
    assert any("open-link" in line for line in lines)
    assert not any(made.token[:10] in line for line in lines)


def test_links_opened_before_are_kept():
    first, second = (factories.made(factories.started()) for _ in range(2))
    browser, _response = opened(first)
    opened(second, browser)
    for made in (first, second):
        assert pages.has(browser.get(f"/parties/{made.link.subject_id}/"), "pad")


@pytest.mark.parametrize("cookie", ["x", "~" * 50, "é", "A" * 4000, ".".join("a" * 9)])
def test_a_garbled_cookie_is_passed_over(cookie):
    browser = factories.browser()
    browser.cookies["links"] = cookie
    assert browser.get(f"/parties/{factories.started().pk}/").status_code == 200


def test_a_link_that_serves_no_more_says_to_ask_for_another():
    made = factories.made(factories.started())
    CapabilityLink.objects.update(revoked_at=timezone.now())
    _browser, response = opened(made)
    assert response.status_code == 410
    assert "En demander un nouveau à la personne qui l'a donné." in pages.text(response)
    assert "links" not in response.cookies


@pytest.mark.parametrize("token", ["x", "0" * 40, "a" * 68, "é", "%00", "a" * 24 + "." + "b" * 43])
def test_a_link_that_never_was_is_404(token):
    response = factories.browser().get(f"/l/{token}/")
    assert response.status_code == 404
    assert "Ce lien ne sert plus" in pages.text(response)


def test_a_link_to_score_dies_with_the_time_in_which_its_table_may_correct():
    match = factories.finished()
    made = factories.made(match)
    assert opened(made)[1].status_code == 302
    long_ago = timezone.now() - timedelta(hours=25)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    assert opened(made)[1].status_code == 410


def test_a_link_to_see_opens_a_members_match_and_writes_nothing():
    match = private_match(HAND)
    watcher = factories.browser()
    assert watcher.get(f"/parties/{match.pk}/").status_code == 404
    opened(factories.made(match, "see"), watcher)
    page = watcher.get(f"/parties/{match.pk}/")
    assert page.status_code == 200
    assert not pages.has(page, "pad")
    assert watcher.post(f"/parties/{match.pk}/inscrire/", HAND).status_code == 403
    # A browser gets the stream of versions, although it sends no header with a token.
    assert watcher.get(reverse("live", args=[match.pk])).status_code == 200
    assert factories.browser().get(reverse("live", args=[match.pk])).status_code == 404
    # The match is also on the home page.
    assert match.pk in watcher.get("/").content.decode()


def test_a_match_that_a_dead_link_opened_is_on_the_home_page_no_more():
    match = private_match(HAND)
    watcher = factories.browser()
    opened(factories.made(match, "see"), watcher)
    CapabilityLink.objects.update(revoked_at=timezone.now())
    assert match.pk not in watcher.get("/").content.decode()


# -- A club's page ----------------------------------------------------------------------------


def officer_of(club):
    return factories.browser(factories.member(club, "officer"))


def test_an_officer_makes_a_table_link_and_sees_it_once():
    club = factories.club("le-club")
    browser = officer_of(club)
    response = browser.post("/clubs/le-club/liens/", {"lasts": "week"})
    content = response.content.decode()
    link = CapabilityLink.objects.get()
    address = pages.form(response, field="lasts") and content.partition('id="made-url" value="')[2]
    assert address.startswith("http://testserver/l/")
    assert content.count('class="qr"') == 1
    assert (link.kind, link.subject_id) == ("open_table", str(club.pk))
    assert 'class="qr"' not in browser.get("/clubs/le-club/liens/").content.decode()


def test_a_table_link_leads_to_a_table_of_the_club_with_its_players():
    factories.owner_who_came()
    factories.club("premier")
    club = factories.club("le-club", public=False)
    known = factories.player("Émile", club)
    _link, token = factories.table_link(club)
    browser = factories.browser()
    response = browser.get(f"/l/{token}/")
    assert response.url == "/jouer/?club=le-club"
    choices = browser.get(response.url).content.decode()
    assert "/jouer/dix/?club=le-club" in choices
    page = browser.get("/jouer/dix/?club=le-club")
    assert "Compte pour le-club" in pages.text(page)
    form = pages.form(page, field="name_0")
    names = {"name_0": "Émile", "name_1": "Zoé", "name_2": "C", "name_3": "D"}
    started = browser.post("/jouer/dix/", form.data(**names, in_club_room="on"))
    match = Match.objects.get()
    assert (started.status_code, match.club, match.in_club_room) == (302, club, True)
    seats = list(match.seats.order_by("number"))
    # A person who is not on the club's list becomes a guest, because only officers may add
    # people.
    assert (seats[0].player, seats[1].player, seats[1].guest_name) == (known, None, "Zoé")


def test_the_same_table_again_is_of_the_same_club():
    factories.club("premier", open_recording=True)
    club = factories.club("le-club", open_recording=True)
    match = factories.started(club=club)
    page = factories.browser().get(f"/jouer/dix/?comme={match.pk}")
    assert pages.form(page, field="name_0").fields["club"] == ["le-club"]


def test_a_page_of_a_club_proposes_to_it_for_who_does_not_vouch():
    factories.owner_who_came()
    factories.club("premier", open_recording=True)
    factories.club("le-club")
    page = factories.browser().get("/jouer/dix/?club=le-club")
    assert pages.form(page, field="name_0").fields["club"] == ["le-club"]
    assert "Proposer à le-club" in pages.text(page)


def test_the_clubs_page_lists_its_own_links_and_its_matches(django_assert_num_queries):
    club = factories.club("le-club")
    match = of_club(club)
    factories.made(match)
    factories.made(factories.started())  # of no club
    factories.table_link(club)
    browser = officer_of(club)
    words = pages.text(browser.get("/clubs/le-club/liens/"))
    assert "Marquer ce match · Jeu du 10 · Nous – Vous" in words
    assert "Ouvrir des tables du club · le-club" in words
    assert words.count("Retirer") == 2
    with django_assert_num_queries(8) as queries:
        browser.get("/clubs/le-club/liens/")
    for _ in range(3):
        factories.made(of_club(club))
    with django_assert_num_queries(len(queries.captured_queries)):
        browser.get("/clubs/le-club/liens/")


def test_an_officer_takes_back_a_link_to_a_match_of_the_club():
    club = factories.club("le-club")
    made = factories.made(of_club(club))
    browser = officer_of(club)
    response = browser.post("/clubs/le-club/liens/", {"revoke": made.link.pk}, follow=True)
    assert "Le lien est retiré" in pages.text(response)
    assert opened(made)[1].status_code == 410


@pytest.mark.parametrize("number", ["0", "x", "-1", "9" * 30, "²", "\0"])
def test_a_link_of_elsewhere_is_not_there_to_be_taken_back(number):
    club, other = factories.club("le-club"), factories.club()
    made = factories.made(of_club(other))
    browser = officer_of(club)
    for value in (number, made.link.pk):
        assert browser.post("/clubs/le-club/liens/", {"revoke": value}).status_code == 404
    assert CapabilityLink.objects.get().state == "live"


def test_a_finished_match_is_named_with_its_sides_on_the_clubs_page():
    club = factories.club("le-club")
    match = factories.recorded(of_club(club, rules=IN_100), ALL_TAKEN)
    factories.made(match, "see")
    words = pages.text(officer_of(club).get("/clubs/le-club/liens/"))
    assert "Regarder · Jeu du 10 · Nous – Vous" in words
