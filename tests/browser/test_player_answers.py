"""What people ask about a player, answered within three taps from the player's page, on a phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import factories
from tests.leaderboards.builders import ended, recount
from tests.transmission.families import linked, played

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


def test_why_the_rating_moved_at_a_point_of_its_curve(at_player):
    page = at_player.page
    at_player.tap(page.locator(".ratings summary"))
    points = page.locator(".rating-curve a")
    expect(points).to_have_count(4)
    for point in points.all():
        # A finger's place, which is inside the page.
        box = point.bounding_box()
        assert min(box["width"], box["height"]) >= 24
    assert at_player.overflow() == 0
    name = points.nth(1).locator("title").text_content()
    expect(page.get_by_role("link", name=name)).to_have_count(1)
    at_player.tap(points.nth(1).locator("circle").first)
    expect(page.get_by_role("heading", name="Anne : un match, calculé")).to_be_visible()
    expect(page.locator('section:has(#moves) [aria-current="true"]')).to_have_count(1)


@pytest.mark.nightly
def test_how_it_stands_rank_average_best_streak_and_form(at_player):
    page = at_player.page
    at_player.tap(page.locator(".met__game > summary").first)
    answers = page.locator(".met__game .answers").first
    for figure in ("Rang", "Moyenne", "Meilleur", "Série", "Forme"):
        expect(answers).to_contain_text(figure)


@pytest.mark.nightly
def test_a_duel_lists_its_matches_with_their_dates(at_player):
    page = at_player.page
    at_player.tap(page.locator(".met__row", has_text="Bruno").locator(".met__how"))
    duel = page.locator("section", has=page.locator("#duel-matches"))
    expect(duel.get_by_role("heading")).to_contain_text("le dernier le")
    expect(duel.locator(".card")).to_have_count(4)
    expect(duel.locator(".card time")).to_have_count(4)
    assert at_player.overflow() == 0


@pytest.mark.nightly
def test_teachers_teachers_and_pupils_pupils_and_all_lines(phone, club):
    """Anne learned from two people, who learned from one; her pupil has a pupil."""
    officer = factories.member(club, "officer")
    people = {name: played(name, club) for name in ("Old", "Un", "Deux", "Anne", "Léa", "Zoé")}
    for teacher, learner in (
        *(("Old", "Un"), ("Old", "Deux"), ("Un", "Anne"), ("Deux", "Anne")),
        *(("Anne", "Léa"), ("Léa", "Zoé")),
    ):
        linked(people[teacher], people[learner], officer, date=str(timezone.localdate().year))
    phone.open(f"/joueurs/{people['Anne'].pk}/")
    phone.taps = 0
    page = phone.page
    phone.tap(page.locator(".kin-tree").get_by_role("link", name="Jeu du 10"))
    panel = page.locator(".person-panel")
    expect(panel.locator(".kin-line")).to_have_count(2)
    lines = [" ".join(line.split()) for line in panel.locator(".kin-line").all_inner_texts()]
    assert lines == ["Anne ← Un ← Old", "Anne ← Deux ← Old"]
    expect(panel.locator(".facts")).to_contain_text("Zoé")
    year = page.get_by_role("heading", name=f"Ont enseigné le plus en {timezone.localdate().year}")
    expect(year.locator("xpath=..").get_by_role("listitem").first).to_contain_text("Old")
    page.get_by_label("Qui", exact=True).select_option(label="Ancêtres")
    phone.taps += 1
    expect(page.locator(".spot")).to_have_count(4)
    assert phone.taps <= 3
    assert phone.overflow() == 0
