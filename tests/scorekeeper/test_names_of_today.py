"""Tests that parts of pages are drawn again exactly when something shown on them has changed."""

import pytest

from clubs.models import Player
from core.addresses import page_address
from tests import factories


def test_an_address_is_found_as_django_finds_it():
    assert page_address("games:match", "7K3QZ9WX") == "/parties/7K3QZ9WX/"
    # True equals 1, but is written differently in an address, so the cached address of 1 is not
    # used for it.
    assert page_address("clubs:player", 1) == "/joueurs/1/"
    with pytest.raises(Exception, match="True"):
        page_address("clubs:player", True)


@pytest.mark.django_db
def test_a_board_and_the_home_page_show_a_name_as_it_is_now():
    club = factories.club()
    seats = [{"player": factories.player(name, club).pk} for name in ("Anne", "Bruno")]
    client = factories.api(factories.member(club, "owner"))
    table = factories.table(client, game="toy", club=club.slug, seats=[*seats, {"name": "C"}])
    browser = factories.browser()
    assert "Anne" in browser.get("/").content.decode()
    Player.objects.filter(name="Anne").update(name="Zoé")
    page = browser.get("/").content.decode()
    assert ("Zoé" in page, "Anne" in page) == (True, False)
    assert table.id in page
