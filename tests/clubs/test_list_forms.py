"""Which part of a long list a page shows, and how many rows it says there are besides."""

import pytest
from django.test import RequestFactory

from clubs import list_forms
from clubs.list_forms import PostedList, preview_context, seen_mark
from clubs.lists.judging import judge
from clubs.lists.near import Directory, Known
from clubs.lists.reading import MOST_PEOPLE, read


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(list_forms, "PAGE", 2)
    monkeypatch.setattr(list_forms, "MORE", 3)


def preview_of(text, **chosen):
    posted = {"entrants": text, "seen": seen_mark(text, 2), **chosen}
    posted_list = PostedList(RequestFactory().post("/", posted))
    directory = Directory.of([Known(7, "Chloé Roy")])
    return preview_context(
        posted_list, judge(read(text, size=2), directory, (), posted_list.choices(2)), 2
    )


def test_a_long_list_shows_its_first_rows_and_some_of_those_to_look_at():
    # Nine pairs, five single names and one that is near a known name. After the first two rows,
    # only the first three of the rows to look at are shown.
    pairs = [f"A{n} Un / B{n} Deux" for n in range(9)]
    alone = [f"Seul{n} Trois" for n in range(5)]
    made = preview_of("\n".join([*pairs, *alone, "Chloe Roi / Z Neuf"]))
    assert [row["place"] for row in made["rows"]] == [0, 1, 9, 10, 11]
    assert (made["more"], made["later"]) == (7, 3)


def test_a_row_with_a_choice_stays_on_the_page():
    names = [f"Seul{n} Trois" for n in range(9)]
    made = preview_of("\n".join(names), drop=["7", "8"])
    assert [row["place"] for row in made["rows"]] == [0, 1, 2, 7, 8]
    assert [row["dropped"] for row in made["rows"]] == [False, False, False, True, True]


def test_a_line_of_a_hundred_people_shows_some_of_them():
    row = preview_of(" & ".join(f"P{n}" for n in range(80)))["rows"][0]
    assert len(row["people"]) == MOST_PEOPLE
    assert row["remarks"][0]["text"].startswith("80 personnes")
