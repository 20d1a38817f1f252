"""The result of a match in one sentence, which somebody can read aloud to the table."""

import re
from random import Random

import pytest

from core.text.typography import loosened
from tests import factories
from tests.extents import some
from tests.games.test_soak import GAMES

pytestmark = pytest.mark.django_db

NAMES = ("Anne", "Bruno", "Chloé", "David", "Éva", "Farid", "Gaël", "Hugo", "Inès", "Jules")


def result(table, language="fr"):
    page = (
        factories.browser()
        .get(f"/parties/{table.id}/", headers={"accept-language": language})
        .content.decode()
    )
    title = re.search(r'id="result-title"[^>]*>([^<]*)<', page)
    assert title, page
    return loosened(title[1]).replace("&#x27;", "'")


def ended(game, *lines, seats, rules=None):
    return factories.table(
        None,
        *lines,
        game=game,
        seats=[{"name": name} for name in NAMES[:seats]],
        rules=rules or {},
    )


PARTIE = {"bidder": 0, "partie": True, "taken": 90}


@pytest.mark.parametrize(
    ("game", "seats", "rules", "lines", "french", "english"),
    [
        (
            "dix",
            4,
            factories.IN_100,
            [factories.ALL_TAKEN],
            "Anne et Chloé gagnent 100 à 0 contre Bruno et David, en 1 brasse.",
            "Anne and Chloé win 100 to 0 against Bruno and David, in 1 hand.",
        ),
        (
            "dix",
            4,
            {},
            [factories.HAND, PARTIE],
            "Bruno et David gagnent par « la partie », 20 à 80 contre Anne et Chloé, en 2 brasses.",
            "Bruno and David win by “la partie”, 20 to 80 against Anne and Chloé, in 2 hands.",
        ),
        (
            "bataille",
            2,
            {"wins_needed": 2},
            [{"winner": 0}, {"winner": 1}, {"winner": 0}],
            "Anne gagne 2 à 1 contre Bruno, en 3 manches.",
            "Anne wins 2 to 1 against Bruno, in 3 manches.",
        ),
        (
            "dix-mille",
            3,
            {"target": 1000},
            [{"points": 700}, {"bust": True}, {"points": 1000}],
            "Chloé gagne avec 1 000 points, devant Anne (700) et Bruno (0), en 3 tours.",
            "Chloé wins with 1,000 points, ahead of Anne (700) and Bruno (0), in 3 turns.",
        ),
    ],
)
def test_the_result_is_said_whole(game, seats, rules, lines, french, english):
    table = ended(game, *lines, seats=seats, rules=rules)
    assert result(table) == french
    assert result(table, "en").replace("’", "'") == english.replace("’", "'")


@pytest.mark.parametrize("slug", some(list(GAMES), 5))
@pytest.mark.parametrize("seed", some([3, 5], 2))
def test_it_is_one_sentence_with_everybody(slug, seed):
    whole = GAMES[slug].whole_match(Random(seed))
    table = ended(slug, *whole.entries, seats=whole.seats, rules=whole.rules)
    for language in ("fr", "en"):
        sentence = result(table, language)
        assert re.fullmatch(r"[^.!?]*(?:\d[.,]\d[^.!?]*)*\.", sentence)
        assert all(name in sentence for name in NAMES[: whole.seats])
