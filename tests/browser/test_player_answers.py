"""What people ask about a player, answered within three taps from the player's page, on a phone."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.leaderboards.builders import ended, recount

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


@pytest.fixture
def anne(club):
    """Anne and Chloé against Bruno and David on four days: won, lost, won, won."""
    people = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]
    for day, points in enumerate(([510, 260], [100, 510], [510, 0], [500, 10])):
        match = ended("dix", club, people, points, days=day)
        recount(matches=[match.pk])
    return people[0]


@pytest.fixture
def at_player(phone, anne):
    """The phone on the player's page, before the first tap."""
    phone.open(f"/joueurs/{anne.pk}/")
    phone.taps = 0
    yield phone
    assert phone.taps <= 3


def test_the_best_partner_the_hardest_opponent_and_the_best_evening(at_player):
    for question, answer in (
        ("Meilleur partenaire", "Chloé 3 / 4"),
        ("Perd le plus contre", "Bruno 1 / 4"),
        ("Meilleure soirée", "1 / 1"),
    ):
        place = at_player.page.locator(".answers > div").filter(has_text=question)
        expect(place.first).to_contain_text(answer)


def test_how_they_do_at_a_game_and_at_a_ruleset(at_player):
    page = at_player.page
    at_player.tap(page.locator(".met__game > summary").first)
    expect(page.locator(".met__game .answers").first).to_contain_text("Rang")
    at_player.tap(page.locator(".met__rulesets a").first)
    expect(page.get_by_role("status").first).to_contain_text("4 matchs finis, 3 gagnés.")
    assert at_player.overflow() == 0


def test_when_two_last_played_together_and_who_wins(at_player):
    page = at_player.page
    at_player.tap(page.get_by_role("link", name="Toutes les personnes"))
    at_player.tap(page.get_by_role("link", name="Dernière fois", exact=True))
    row = page.get_by_role("row").filter(has_text="Bruno")
    expect(row.locator("time")).to_be_visible()
    assert at_player.overflow() == 0
    at_player.tap(row.get_by_role("link", name="3 – 1"))
    expect(page.get_by_role("status").first).to_contain_text("4 matchs finis, 3 gagnés.")


def test_all_matches_of_a_year_against_somebody(at_player):
    page = at_player.page
    at_player.tap(page.get_by_role("link", name="Tous les matchs", exact=True))
    page.get_by_label("Contre").select_option(label="David")
    at_player.taps += 1
    at_player.tap(page.get_by_role("button", name="Filtrer"))
    expect(page.locator(".card")).to_have_count(4)
    assert at_player.overflow() == 0
