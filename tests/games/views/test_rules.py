"""The rules of each game, and its blank sheet."""

import pytest

from games import registry
from tests import factories
from tests.games import pages

pytestmark = pytest.mark.django_db


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
