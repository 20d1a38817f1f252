"""French punctuation marks stay with their words; nothing else is changed."""

import re

import polib
import pytest
from django.utils import translation

from core.text.markdown_pages import rendered
from core.text.typography import glued, loosened, whole_name
from games.registry.installed import games
from scorekeeper.places import REPOSITORY


@pytest.mark.parametrize(
    ("typed", "set_apart"),
    [
        ("Qui a misé ?", "Qui a misé_?"),
        ("« Provisoire » : peu de matchs", "«_Provisoire_»_: peu de matchs"),
        ("1500 ± 350 : une cote ; puis !", "1500 ±_350_: une cote_; puis_!"),
        ("33 % de 10, soit 8 %.", "33_% de 10, soit 8_%."),
        ("%(share)s %% de %(name)s", "%(share)s_%% de %(name)s"),
        ("<p>Oui :</p> <b>là ?</b>", "<p>Oui_:</p> <b>là_?</b>"),
        ("un %(name)s, un %s, :nom, 3:2, a :b", "un %(name)s, un %s, :nom, 3:2, a :b"),
        ("%(count)s %(things)s", "%(count)s %(things)s"),
        ("gagne %(points)s à %(theirs)s, à %(name)s", "gagne %(points)s à_%(theirs)s, à %(name)s"),
        (
            "10 000 en 2 tours, ou 1 000 000 ; à 8 h 00",
            "10\u202f000 en 2 tours, ou 1\u202f000\u202f000_; à 8 h 00",
        ),
        (
            "Gagne-t-elle ? Peut-on, ont-elles : demi-once, rendez-vous",
            "Gagne\u2011t\u2011elle_? Peut\u2011on, ont\u2011elles_: demi-once, rendez-vous",
        ),
    ],
)
def test_no_line_ends_between_a_sign_and_its_word(typed, set_apart):
    assert glued(typed) == set_apart.replace("_", "\u00a0")


def test_french_texts_are_set_so_and_their_code_is_not(tmp_path):
    french, english = tmp_path / "a.fr.md", tmp_path / "a.en.md"
    for path in (french, english):
        path.write_text("# Quoi ?\n\nVoici **tout** : `a ? b : c`.\n", encoding="utf-8")
    prose = rendered(french)
    assert prose.headings[0].text == "Quoi\u00a0?"
    assert "<strong>tout</strong>\u00a0: <code>a ? b : c</code>." in prose.html
    assert "Quoi ?" in rendered(english).html


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_line_ends_inside_the_name_of_a_game(language):
    with translation.override(language):
        names = [str(game.name) for game in games()]
    assert {name for name in names if name[0] in "J1"} == {
        "Jeu\u00a0du\u00a010",
        "Jeu\u00a0du\u00a0Maître",
        "10\u202f000",
    }


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("Jeu du 10", "Jeu_du_10"),
        # A long name may take two lines, but no short word is left alone.
        ("Yams à cinq colonnes", "Yams à_cinq colonnes"),
        ("Le 10 000", "Le_10\u202f000"),
    ],
)
def test_a_short_word_of_a_name_leans_on_the_next(name, whole):
    assert whole_name(name) == whole.replace("_", "\u00a0")


def test_a_keyboard_types_plain_spaces_and_hyphens():
    assert loosened("10\u202f000 ?\u00a0: peut\u2011on") == "10 000 ? : peut-on"


def test_the_anchor_of_a_heading_has_its_hyphens(tmp_path):
    page = tmp_path / "a.fr.md"
    page.write_text("## La défense compte-t-elle ?\n", encoding="utf-8")
    assert rendered(page).headings[0].anchor == "la-defense-compte-t-elle"


def test_english_figures_have_commas_and_only_the_game_is_called_10_000():
    catalogue = polib.pofile(str(REPOSITORY / "locale/en/LC_MESSAGES/django.po"))
    texts = [
        text for message in catalogue for text in (message.msgstr, *message.msgstr_plural.values())
    ]
    texts += [page.read_text(encoding="utf-8") for page in REPOSITORY.glob("games/*/rules.en.md")]
    spaced = [figure for text in texts for figure in re.findall(r"\d \d{3}\b.{0,20}", text)]
    # Only two figures have a space: the game's own name, and the first words of its rules.
    assert [figure[2:] for figure in sorted(spaced)] == ["000", "000 (also called Zilch)"]
