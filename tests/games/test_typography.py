"""French signs stay with their words; nothing else is touched."""

import pytest

from games.markdown_pages import rendered
from games.typography import glued


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
