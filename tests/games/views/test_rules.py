"""The rules of each game, and its blank sheet."""

import pytest

from core.text.typography import loosened
from games.registry import installed
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
    assert all(f'href="/regles/{game.slug}/"' in content for game in installed.games())


@pytest.mark.parametrize("slug", [game.slug for game in installed.games()])
def test_each_game_has_a_blank_sheet(slug):
    response = factories.browser().get(f"/regles/{slug}/feuille/")
    assert response.status_code == 200
    assert "<table" in response.content.decode()


@pytest.mark.parametrize("address", ["/regles/tarot/", "/regles/tarot/feuille/"])
def test_the_rules_of_an_unknown_game_are_404(address):
    assert factories.browser().get(address).status_code == 404


# What the sources say and players look for: a few words of each statement, by page and language.
TOLD = [
    (
        "dix-mille",
        "fr",
        [
            "800 ou 1 000",
            "Petit palier.",
            "1 500 ou plus",
            "trois d'affilée",
            "c'est une main pleine",
            "un 2 autant qu'un 6",
            "Le tour de table se finit",
            "Un tour de table encore",
            "2 150",
            "1 150",
            "six as à six dés",
            "Régler sa propre variante",
        ],
    ),
    (
        "dix-mille",
        "en",
        [
            "800 or 1,000",
            "Petit palier.",
            "1,500 or more",
            "three in a row",
            "it is a main pleine",
            "The round is finished",
            "One more turn for everybody",
            "2,150",
            "1,150",
            "six aces with six dice",
            "Making your own variant",
        ],
    ),
    (
        "dix",
        "fr",
        [
            "Pourquoi des variantes",
            "La durée varie trop.",
            "Les as sont trop forts.",
            "Miser paie mal.",
            "4 $ en moyenne",
            "multipliés par 0,6",
            "Deux-Cents",
            "en acadien",
            "2 août 2023",
        ],
    ),
    (
        "dix",
        "en",
        [
            "Why there are variants",
            "Its length varies too much.",
            "Aces are too strong.",
            "Bidding pays badly.",
            "$4 on average",
            "multiplied by 0.6",
            "Deux-Cents",
            "Acadian French",
            "2 August 2023",
        ],
    ),
]


@pytest.mark.parametrize(("slug", "language", "phrases"), TOLD)
def test_the_rules_tell_what_the_sources_say(slug, language, phrases):
    response = factories.browser().get(f"/regles/{slug}/", headers={"accept-language": language})
    text = loosened(pages.text(response)).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    assert [words for words in phrases if words not in text] == []
