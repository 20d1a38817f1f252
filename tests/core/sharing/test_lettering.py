"""Names on pictures: every letter of Europe's alphabets is drawn, and none as an empty box."""

import pytest
from PIL import Image, ImageDraw

from core.sharing.lettering import length, wrapped, write

LETTERS = (
    "àâæçéèêëîïôœùûüÿ áíóúñ äöüß åøæ čďěňřšťůž ąćęłńóśźż őű ășşțţ āēģīķļņūž ğıİ đħ þð ạảấơư жщя λώ"
    "אבגדהוזחטיכלמנסעפצקרשת ابتثجحخدذرزسشصضطظعغفقكلمنهويءةى"
)
SIZE = (40, 60)


def drawn(letter):
    image = Image.new("L", SIZE, 255)
    write(ImageDraw.Draw(image), (6, 10), letter, 30, 0)
    return image.tobytes()


@pytest.mark.parametrize("letter", sorted({*LETTERS, *LETTERS.upper()} - set(" ıIS")))
def test_a_letter_is_neither_a_box_nor_unknown_nor_bare_of_its_mark(letter):
    assert drawn(letter) not in {drawn(plain) for plain in "?aAcCdDeEgGhHiIkKlLnNoOrRsStTuUyYzZ"}


@pytest.mark.parametrize("letter", ["漢", "🃏", "\ue000"])
def test_a_letter_that_the_font_lacks_is_a_question_mark(letter):
    assert drawn(letter) == drawn("?")


def test_invisible_characters_and_accents_that_the_font_lacks_are_left_out():
    assert length("\u2068Élan\u2069", 20) == length("E\u0301lan", 20) == length("Elan", 20)
    assert length("\u202eZoe\u200f", 20) == length("Zoe", 20) == length("Zo\u0353e", 20)


def test_words_from_right_to_left_stay_together_between_others():
    together = length("سارة بن علي", 20)
    assert length("Anne, سارة بن علي", 20) == length("Anne, ", 20) + together
    assert drawn("سا") != drawn("اس")


def test_nothing_of_a_wrapped_text_is_lost():
    assert wrapped("Zoé gagne", 20, 60) == ["Zoé", "gagne"]
    assert wrapped("Anne-Frédérique", 20, 95) == ["Anne-", "Frédérique"]
    long = "W" * 80
    lines = wrapped(f"Zoé {long}", 20, 100)
    assert "".join(lines) == f"Zoé{long}"
    assert all(length(line, 20) <= 100 for line in lines)
