"""The French of refusals and notes: whole sentences, agreement, elision, and no administrative
words.
"""

import re
from decimal import Decimal
from operator import itemgetter
from pathlib import Path

import django
import polib
import pytest
import rest_framework
from django.utils import translation
from django.utils.translation import gettext

from core.text.typography import loosened
from games.presentation.wording import Names, either, error_sentence, sentence
from games.refusals import SENTENCES
from games.registry import installed
from games.registry.installed import game_of
from games.sheet import nearest
from scorekeeper.translation.library_words import FRENCH, FRENCH_FORMS
from tests import factories
from tests.games import pages

ANNE = Names(("Anne", "Bruno"), ("Anne", "Bruno"))


def note(slug, code, **params):
    """Return a note in French, with plain spaces."""
    return loosened(sentence(game_of(slug).words.notes[code], params, ANNE))


def refusal(slug, code, **params):
    """Return a refusal in French, with plain spaces."""
    return loosened(error_sentence(game_of(slug).words.errors, code, params, ANNE))


@pytest.mark.parametrize(
    ("value", "step", "least", "most", "multiples"),
    [
        (72, 5, 50, 100, [70, 75]),
        (72, 5, 75, 100, [75]),
        (103, 5, 50, 100, [100]),
        (-12, 5, -40, 100, [-15, -10]),
        (3, 5, 5, None, [5]),
        (775, 100, 700, 10_000, [700, 800]),
        (20, 100, 700, None, [700]),
    ],
)
def test_the_nearest_multiples_lie_within_the_bounds(value, step, least, most, multiples):
    assert nearest(value, step, least, most) == multiples


def test_what_may_be_chosen_is_a_phrase():
    assert either([700]) == "700"
    assert either([700, 800]) == "700 ou 800"
    assert either(["3-4-5", "4-5-6"]) == "3-4-5 ou 4-5-6"
    with translation.override("en"):
        assert either([700, 800]) == "700 or 800"
    fault = refusal("dix-mille", "must_keep_scoring", throw=1, either=["1-5-5"])
    assert fault == "Lancer 1 : il faut garder tous les dés qui comptent, 1-5-5."


@pytest.mark.parametrize(
    ("slug", "code", "params", "text"),
    [
        (
            "dix-mille",
            "throw_kept",
            {"throw": 1, "thrown": "1-2-3-4-6", "kept": "1", "count": 1, "added": 100},
            "Lancer 1 : 1-2-3-4-6 ; 1 gardé, +100.",
        ),
        (
            "dix-mille",
            "throw_kept",
            {"throw": 1, "thrown": "1-1-3-4-6", "kept": "1-1", "count": 2, "added": 200},
            "Lancer 1 : 1-1-3-4-6 ; 1-1 gardés, +200.",
        ),
        ("maitre", "discard_value", {"points": 1}, "Défausse magistrale : 1 point retiré."),
        ("maitre", "discard_value", {"points": 0}, "Défausse magistrale : 0 point retiré."),
        ("maitre", "discard_value", {"points": 9}, "Défausse magistrale : 9 points retirés."),
        ("bataille", "cards_held", {"side": 0, "count": 1}, "Anne a 1 carte."),
        ("bataille", "cards_held", {"side": 1, "count": 12}, "Bruno a 12 cartes."),
        (
            "dix",
            "contract_failed",
            {"bid": 70, "taken": 0, "missing": 70},
            "Mise de 70 ratée : 0 point ramassé, il en manque 70 ; la mise est retirée.",
        ),
    ],
)
def test_a_word_agrees_with_its_number(slug, code, params, text):
    assert note(slug, code, **params) == text


@pytest.mark.django_db
def test_a_turn_by_dice_says_how_many_are_kept():
    played = factories.table(
        None,
        {"throws": [{"dice": [1, 1, 1, 2, 3], "keep": [1, 1, 1]}, {"dice": [1, 3], "keep": [1]}]},
        game="dix-mille",
        seats=[{"name": "Anne"}, {"name": "Bruno"}],
    )
    page = factories.browser().get(f"/parties/{played.id}/lignes/1/")
    assert "1-3 ; 1 gardé, +100." in loosened(pages.text(page))


# Words that would become « d' » or « qu' » before a name that begins with a vowel.
_ELIDES = re.compile(r"\b(?:de|que|jusque|lorsque|puisque) %\((?:seat|side)\)s")


def test_no_sentence_of_a_game_puts_a_name_where_it_would_elide():
    for game in installed.games():
        words = game.words
        for texts in (words.notes, words.errors, words.facts, words.decisions, SENTENCES):
            for code, text in texts.items():
                whole = str(text) or str(text % _Anything())
                assert not _ELIDES.search(whole), (game.slug, code)


class _Anything(dict):
    """Fills every placeholder of a sentence with itself, and counts as 2 where a number chooses the
    plural.
    """

    def __missing__(self, place):
        class Place(int):
            def __str__(self):
                return f"%({place})s"

        return Place(2)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "count", "text"),
    [
        ("dix", 3, "Il faut 4 personnes à cette table."),
        ("dix-mille", 1, "Il faut au moins 2 personnes à cette table."),
        ("yams", 1, "Il faut de 2 à 5 personnes à cette table."),
    ],
)
def test_too_few_people_are_told_in_a_sentence(slug, count, text):
    body = factories.start_body(game=slug, seats=factories.SEATS[:count])
    [error] = factories.api().post("/api/v1/matches/", body).json()["errors"]
    assert (error["code"], loosened(error["detail"])) == ("player_count", text)


def test_a_rule_says_how_many_people_it_needs():
    text = "Cette règle demande 2 ou 4 personnes à la table."
    assert refusal("bataille", "players_do_not_fit", either=[2, 4]) == text


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value", "page_text", "api_text"),
    [
        ("target", "-1", "Il faut un nombre d'au moins 1.", "Il faut 1 au moins."),
        ("coches_to_strike", "101", "Il faut un nombre de 1 à 100.", "Il faut 100 au plus."),
    ],
)
def test_no_table_reads_the_words_of_an_office(field, value, page_text, api_text):
    browser = factories.browser()
    form = pages.form(browser.get("/jouer/dix-mille/"), field="name_0")
    page = browser.post("/jouer/dix-mille/", form.data(**{f"rule__{field}": value}))
    assert page_text in loosened(pages.text(page))
    assert "Assurez-vous" not in pages.text(page)
    body = factories.start_body(game="dix-mille", rules={field: int(value)})
    [error] = factories.api().post("/api/v1/matches/", body).json()["errors"]
    assert loosened(error["detail"]) == api_text


@pytest.mark.parametrize("text", [*FRENCH, *map(itemgetter(0), FRENCH_FORMS)])
def test_every_sentence_of_the_libraries_that_is_an_offices_has_ours(text):
    assert not gettext(text).startswith("Assurez-vous")


def test_no_other_sentence_of_the_libraries_is_an_offices():
    for library in (django, rest_framework):
        for path in Path(library.__file__).parent.glob("**/locale/fr/LC_MESSAGES/django.po"):
            for entry in polib.pofile(str(path)):
                if "Assurez-vous" in entry.msgstr + "".join(entry.msgstr_plural.values()):
                    ours = (entry.msgid, entry.msgid_plural) in FRENCH_FORMS
                    assert ours or entry.msgid in FRENCH


@pytest.mark.parametrize("number", [1, Decimal("1.5"), 12])
def test_a_malus_needs_no_agreement(number):
    text = note("maitre", "malus", percent=10, base=120, malus=number)
    assert text.endswith("de moins.")
