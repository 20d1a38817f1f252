"""Tests of a club on a phone: an officer manages it, and somebody joins it by a link."""

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
# The elements that must be as high as a thumb. A radio or a box is as high as its label.
TARGETS = "main a, main button, main select, main summary, main input[type=text], main label.check"


def too_small(phone):
    """Return the page's targets that are lower than a thumb, as the beginning of their HTML."""
    return phone.page.evaluate(
        """(targets) => [...document.querySelectorAll(targets)]
          .filter((element) => element.checkVisibility() && element.getClientRects().length)
          .filter((element) => element.getBoundingClientRect().height < 47.5)
          .map((element) => element.outerHTML.slice(0, 100))""",
        TARGETS,
    )


@pytest.fixture
def officer(club):
    return factories.member(club, "officer")


@pytest.mark.nightly
def test_every_target_of_the_clubs_pages_is_a_thumb_high(phone, club, officer):
    zoe = factories.player("Zoé", club)
    factories.player("Zoe R", club)
    member = club.memberships.create(user=factories.user())
    phone.sign_in(officer)
    small_by_page = {}
    for path in ("", "membres/", "joueurs/", "journal/"):
        phone.open(f"/clubs/{club.slug}/{path}")
        small_by_page[path] = too_small(phone)
    for path in ("", "reglages/?q=zoe"):
        phone.open(f"/joueurs/{zoe.pk}/{path}")
        small_by_page[path] = too_small(phone)
    phone.open(f"/clubs/{club.slug}/membres/")
    phone.page.get_by_text(f"compte n° {member.user_id}", exact=True).tap()
    small_by_page["a member"] = too_small(phone)
    assert {path: small for path, small in small_by_page.items() if small} == {}


@pytest.mark.nightly
def test_an_officer_invites_and_somebody_comes_in_by_the_link(phones, club, officer):
    keeper, guest = phones().sign_in(officer), phones()
    keeper.open(f"/clubs/{club.slug}/membres/")
    keeper.page.get_by_role("button", name="Faire l'invitation").tap()
    account = factories.user("karim")
    guest.sign_in(account).follow_link(keeper, "Adresse de l'invitation")
    guest.page.get_by_role("button", name="Entrer au club").tap()
    expect(guest.page.get_by_text("Bienvenue au club.")).to_be_visible()
    expect(guest.page.get_by_text("membre", exact=True)).to_be_visible()

    keeper.open(f"/clubs/{club.slug}/membres/").page.get_by_text(
        f"compte n° {account.pk}", exact=True
    ).tap()
    keeper.page.get_by_label("Rôle").nth(0).select_option("scorer")
    keeper.page.get_by_role("button", name="Changer le rôle").tap()
    expect(keeper.page.get_by_text("Le rôle est changé.")).to_be_visible()
    assert club.memberships.get(user=account).role == "scorer"

    # The first tap only asks; the second one removes the member.
    keeper.page.get_by_text(f"compte n° {account.pk}", exact=True).tap()
    remove = keeper.page.get_by_role("button", name=f"Retirer compte n° {account.pk} du club")
    expect(remove).to_have_count(0)
    keeper.page.get_by_text("Retirer du club", exact=True).locator("visible=true").tap()
    remove.tap()
    expect(keeper.page.get_by_text("Cette personne n'est plus membre.")).to_be_visible()
    assert not club.memberships.filter(user=account).exists()


@pytest.mark.nightly
def test_two_names_of_one_person_are_merged_and_parted(phone, club, officer):
    zoe, double = factories.player("Zoé Roy", club), factories.player("Zoe", club)
    phone.sign_in(officer).open(f"/joueurs/{zoe.pk}/reglages/")
    phone.page.get_by_role("searchbox").fill("zoe")
    phone.page.get_by_role("button", name="Chercher").tap()
    phone.page.get_by_role("button", name="Réunir Zoe").tap()
    expect(phone.page.get_by_role("button", name="Défaire la réunion")).to_be_visible()
    assert [line.player for line in club.club_players.all()] == [zoe]
    phone.page.get_by_role("button", name="Défaire la réunion").tap()
    expect(phone.page.get_by_text("Ce sont de nouveau deux personnes.")).to_be_visible()
    assert {line.player for line in club.club_players.all()} == {zoe, double}
