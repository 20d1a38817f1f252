"""Names on pictures: every letter of Europe's alphabets is drawn, and none as an empty box."""

import pytest
from PIL import Image, ImageDraw

from core.lettering import cut, length, wrapped, write

LETTERS = (
    "àâæçéèêëîïôœùûüÿ áíóúñ äöüß åøæ čďěňřšťůž ąćęłńóśźż őű ășşțţ āēģīķļņūž ğıİ đħ þð ạảấơư жщя λώ"
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


def test_a_name_is_as_wide_as_its_letters_and_is_cut_at_its_end():
    assert length("\u2068Élan\u2069", 20) == length("E\u0301lan", 20) == length("Elan", 20)
    assert cut("Anne-Frédérique", 20, 80) == "Anne-F…"
    assert wrapped("Zoé gagne", 20, 60) == ["Zoé", "gagne"]
