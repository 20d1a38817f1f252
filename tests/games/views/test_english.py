"""English pages of a match contain no French except the games' own words."""

import re
from html.parser import HTMLParser
from random import Random

import pytest

from tests import factories
from tests.extents import some
from tests.games.test_soak import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# Names that are a word in neither language.
NAMES = ("Qaa", "Qbb", "Qcc", "Qdd", "Qee", "Qff", "Qgg", "Qhh", "Qii", "Qjj")
LINES_EXPLAINED = 4
SEED = 3
WORD = r"[^\W\d_]{2,}"

# What the games and their own notions are called in both languages.
OWN = {
    "dix": "jeu du la partie deux cents ruff",
    "dix-mille": "brelan charentaise coche coches palier paliers petit petits pleine pp "
    "je reprends yam",
    "yams": "yams",
    "maitre": "jeu du maître lyonnais manche manches chute coffre malus",
    "bataille": "bataille batailles manche manches pat",
}
# Words that exist in English too.
ALIKE = """
    api as bonus chance chances club clubs confirmation correction figure figures full joker
    jokers json long main match menu minute minutes multiple nov on palier
    place plus point points score site six table total
"""
# The site's name, and a word that the paper sheets of Yams have in both languages.
SITE = "le carnet"
PAPER = "result"


class Words(HTMLParser):
    """Collects the words that one reads or hears on a page, except in parts marked `lang="fr"`."""

    SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-say", "data-explain")
    EMPTY = ("br", "img", "input", "link", "meta", "use", "hr", "source", "wbr")

    def __init__(self):
        super().__init__()
        self.found, self.silent = set(), []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        french = values.get("lang") == "fr" and tag != "html"
        if tag not in self.EMPTY and (self.silent or french or tag in ("script", "style")):
            self.silent.append(tag)
        for name in self.SPOKEN:
            if not self.silent and values.get(name):
                self.handle_data(values[name])

    def handle_endtag(self, tag):
        if self.silent and tag == self.silent[-1]:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent:
            self.found |= set(re.findall(WORD, data.lower()))


def words(client, path, language, data=None):
    headers = {"accept-language": language}
    call = client.post if data is not None else client.get
    response = call(path, data, headers=headers)
    assert response.status_code == 200, (path, response.status_code)
    page = Words()
    page.feed(response.content.decode())
    return page.found - {name.lower() for name in NAMES}


def pages(slug, seed, *, ended):
    """Start a match of that game with all its lines or all but the last; return a browser, the
    match, the last line, and the addresses of its pages.
    """
    whole = GAMES[slug].whole_match(Random(seed))
    lines = whole.entries if ended else whole.entries[:-1]
    seats = [{"name": name} for name in NAMES[: whole.seats]]
    table = factories.table(None, *lines, game=slug, seats=seats, rules=whole.rules)
    client = factories.browser()
    client.get(f"/parties/{table.id}/marquer/{table.token}/")
    match = f"/parties/{table.id}/"
    numbers = range(1, min(len(lines), LINES_EXPLAINED) + 1)
    paths = [match, f"{match}historique/", *(f"{match}lignes/{number}/" for number in numbers)]
    return client, table, whole.entries[-1], paths


@pytest.mark.parametrize("ended", [False, True], ids=["running", "finished"])
@pytest.mark.parametrize("slug", some(list(GAMES), 5))
def test_english_pages_hold_no_french_but_the_game_s_own_words(slug, ended):
    allowed = set(f"{OWN[slug]} {ALIKE} {SITE} {PAPER}".split())
    client, table, last, paths = pages(slug, SEED, ended=ended)
    for path in (*paths, f"/jouer/{slug}/"):
        french, english = (words(client, path, language) for language in ("fr", "en"))
        assert (french & english) - allowed == set(), path
    if not ended:
        french, english = (preview(table, last, language) for language in ("fr", "en"))
        assert (french & english) - allowed == set()


def preview(table, line, language):
    """Return the words that the preview of a line contains."""
    answer = table.call("post", "preview/", line, headers={"accept-language": language})
    assert answer.status_code == 200, answer.content
    texts = " ".join(note["text"] for note in answer.json()["line"]["notes"])
    return set(re.findall(WORD, texts.lower())) - {name.lower() for name in NAMES}
