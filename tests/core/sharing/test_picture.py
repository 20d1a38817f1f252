"""Pictures to share: 1200 × 630, with every name whole and inside, however long or many."""

import io

import pytest
from PIL import Image

from core.sharing import picture
from core.sharing.lettering import length
from core.sharing.picture import SIZE, Chart, ChartLine, PictureRow, SharedPicture, paint

LONG = "Anne-Frédérique Charbonneau-Delacroix"
PAIR = f"{LONG} et Jean-Sébastien Vaillancourt-Bellefeuille"
CHART = Chart(320, 140, (ChartLine(((10, 130), (310, 20)), True),), (20,))
SENTENCES = (f"{PAIR} gagnent 570 à 225.", "Le tournant : brasse 4.")
HEADING = "Jeu du 10 · Le Valet noir · 26 novembre 2026"
NAMES = {
    "two sides": ("Anne et Chloé", "Bruno et David"),
    "long pairs": (PAIR, f"Bruno et {LONG}"),
    "four players": (LONG, "Bruno", "Jean-Sébastien Vaillancourt-Bellefeuille", "Zoé"),
    "24 players": tuple(f"{LONG} {number}" for number in range(24)),
    "24 hostile players": ("W" * 80,) * 24,
    "right to left": ("سارة بن علي", "אברהם כהן"),
    "markup": ("<script>alert('1')</script>", "&amp; %s {{ name }}"),
    "one": (LONG,),
}


@pytest.fixture
def written(monkeypatch):
    """The texts that are drawn, each with its box: left, top, right, bottom."""
    texts = []
    draw = picture.write

    def write(pen, at, text, size, colour, weight="Regular"):
        left, top = at
        texts.append((text, (left, top, left + length(text, size, weight), top + size)))
        draw(pen, at, text, size, colour, weight)

    monkeypatch.setattr(picture, "write", write)
    return texts


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES.keys())
def test_names_and_figures_are_whole_and_inside_the_picture(names, written):
    rows = tuple(PictureRow(name, str(500 - at), at == 0) for at, name in enumerate(names))
    data = paint(SharedPicture(HEADING, rows=rows, sentences=SENTENCES, chart=CHART))
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    texts = [text for text, _box in written]
    flat = "".join(texts).replace(" ", "")
    for name in names:
        assert flat.count(name.replace(" ", "")) >= names.count(name)
    assert {"✓ 500", *(str(500 - at) for at in range(1, len(names)))} <= set(texts)
    assert "…" not in flat
    for text, (left, top, right, bottom) in written:
        assert 0 <= left < right <= SIZE[0], text
        assert 0 <= top < bottom <= SIZE[1], text


def test_a_title_is_whole_and_only_whole_sentences_are_drawn(written):
    title = f"Le grand tournoi de {PAIR}"
    sentences = tuple(f"Phrase {number} : {PAIR} sont là." for number in range(30))
    paint(SharedPicture(HEADING, title=title, sentences=sentences))
    flat = " ".join(text for text, _box in written)
    assert flat.startswith(f"{HEADING} {title} Phrase 0")
    assert flat.endswith("sont là.")
    assert max(box[3] for _text, box in written) <= SIZE[1]
