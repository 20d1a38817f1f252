"""« S'il possède 10 cartes dont 8 à valeur, il fait 80 % »: the source's own example."""

import pytest

from games.maitre.analysis.lab import CourseForm, still_needed
from games.maitre.models import MaitreRules
from games.maitre.presets import PRESETS
from labo.answer_text import shown_answer

# Hearts are major and clubs are minor; spades and diamonds are neutral.
EIGHT = "2H 3H 4H 5H 2C 3C 4C 5C"


def judged(taken):
    form = CourseForm({"contract": 50, "major": "hearts", "minor": "clubs", "taken": taken.split()})
    assert form.is_valid(), form.errors
    values = form.cleaned_data | {"rules": MaitreRules(**PRESETS[0].values)}
    (row,) = shown_answer(still_needed(values)).published
    return row.ours, row.verdict


def test_the_source_s_own_example_holds():
    assert judged(f"{EIGHT} 2S 3S") == ("80,00\u202f%", "se vérifie")


@pytest.mark.parametrize(
    "taken",
    [
        # Ten cards of which seven have a value; ten cards with a joker; nine cards; eleven
        # cards.
        "2H 3H 4H 5H 2C 3C 4C 2S 3S 4S",
        f"{EIGHT} 2S X1",
        f"{EIGHT} 2S",
        f"{EIGHT} 2S 3S X1",
    ],
)
def test_other_cards_are_not_judged_by_it(taken):
    assert judged(taken) == ("–", "d'autres conditions")
