"""The pages of a five-column Yams without JavaScript: who begins, the sheets, the end."""

import re

import pytest
from django.utils.html import strip_tags

from games.models import Match
from tests import factories
from tests.games import pages
from tests.games.yams.builders import ORDER, THROWS

pytestmark = pytest.mark.django_db
START = "/jouer/yams/"


@pytest.fixture
def falls(monkeypatch):
    """Return a function that fixes how the dice for who begins will fall."""

    def fall(*faces):
        coming = iter(faces)
        monkeypatch.setattr(
            "games.entry.throw_for_first.secrets.randbelow", lambda _faces: next(coming) - 1
        )

    return fall


def press(browser, form, *button, **filled):
    data = form.data(**filled)
    if button:
        assert button in [(name, value) for name, value, _action in form.buttons]
        data[button[0]] = [button[1]]
    return browser.post(START, data)


def start_form(response):
    return pages.form(response, field="name_0")


def names_of(response):
    form = start_form(response)
    return [form.fields[f"name_{seat}"][0] for seat in range(4)]


def dice_of(response):
    """Return the faces of the dice beside the names, seat by seat."""
    seats = response.content.decode().split('class="seat seat--')[1:]
    return [
        [int(part[0]) for part in seat.split('role="img" aria-label="')[1:]] for seat in seats[:4]
    ]


def test_the_lowest_die_begins_and_the_others_follow_as_they_sit(falls):
    browser = factories.browser()
    falls(4, 1, 6)
    form = start_form(browser.get(START))
    thrown = press(browser, form, "throw", "1", name_0="Anne", name_1="Bruno", name_3="Chloé")
    assert thrown.status_code == 200
    assert names_of(thrown) == ["Bruno", "Chloé", "Anne", ""]
    assert dice_of(thrown) == [[1], [6], [4], []]
    assert "Bruno commence." in pages.text(thrown)
    assert Match.objects.count() == 0
    assert press(browser, start_form(thrown)).status_code == 302
    seated = [seat.name for seat in Match.objects.get().seats.all()]
    assert seated == ["Bruno", "Chloé", "Anne"]


def test_those_who_tie_throw_again(falls):
    browser = factories.browser()
    falls(2, 5, 2, 6, 3)
    form = start_form(browser.get(START))
    thrown = press(browser, form, "throw", "1", name_0="Anne", name_1="Bruno", name_2="Chloé")
    assert names_of(thrown) == ["Chloé", "Anne", "Bruno", ""]
    assert dice_of(thrown) == [[2, 3], [2, 6], [5], []]


def test_before_there_are_two_names_nothing_is_thrown(falls):
    browser = factories.browser()
    falls()
    form = start_form(browser.get(START))
    answer = press(browser, form, "throw", "1", name_1="Bruno")
    assert "Écrire d'abord les noms, au moins 2." in pages.text(answer)
    assert names_of(answer) == ["", "Bruno", "", ""]
    assert dice_of(answer) == [[], [], [], []]


def test_a_changed_rule_and_a_name_that_is_markup_survive_the_throw(falls):
    browser = factories.browser()
    falls(1, 2)
    form = start_form(browser.get(START))
    hostile = "<b>Anne</b>"
    field = next(name for name in form.names if name.endswith("upper_bonus"))
    data = form.data(name_0=hostile, name_1="Bruno") | {field: ["50"], "throw": ["1"]}
    thrown = browser.post(START, data)
    assert start_form(thrown).fields[field] == ["50"]
    assert "<b>Anne" not in thrown.content.decode()
    assert "&lt;b&gt;Anne&lt;/b&gt; commence." in thrown.content.decode()


def test_where_the_rules_throw_for_nothing_there_is_no_key():
    assert pages.has(factories.browser().get(START), "throw")
    assert not pages.has(factories.browser().get("/jouer/dix/"), "throw")


# -- The end ----------------------------------------------------------------------------------


def played(sheets, **changes):
    """Return a match in which player n writes `sheets[n][column]` in the ones; all other cells are
    struck.
    """
    people = [{"name": name} for name in factories.NAMES[: len(sheets)]]
    table = factories.table(game="yams", seats=people, **changes)
    for column, rows in ORDER.items():
        for row in rows:
            for sheet in sheets:
                points = sheet.get(column, 0) if row == "1" else 0
                held = {"value": points} if points else {"barred": True}
                throws = THROWS.get(column, 3)
                turn = {"column": column, "row": row, "throws": throws, **held}
                assert table.record(turn).status_code == 201
    return table


def outcome(table):
    """Return the lines about the columns won from the page of a match."""
    content = factories.browser().get(f"/parties/{table.id}/").content.decode()
    lines = content.split('class="youtcome"')[1].split("</table>")[0].split('<tr role="row">')[2:]
    return [" ".join(strip_tags(line.replace("<", " <")).split()) for line in lines]


def test_the_end_tells_whose_each_column_is_and_what_it_is_worth():
    # Anne wins descendre (3), libre (2), en 1 (3), en 2 (3) and the bonus of 2.5 for four
    # columns: 13.5. Bruno wins monter (4).
    anne = {"descendre": 5, "libre": 4, "monter": 1, "en_1": 3, "en_2": 2}
    table = played([anne, {"libre": 1, "monter": 2}])
    assert outcome(table) == [
        "Anne descendre (3), libre (2), en 1 (3), en 2 (3), bonus 2,5 13,5",
        "Bruno monter (4) 4",
    ]


def test_a_shared_column_says_by_what_it_is_divided():
    rules = {"ties": "split"}
    table = played([{"descendre": 5}, {"descendre": 5}], rules=rules)
    assert outcome(table) == [
        "Anne descendre (3/2), libre (2/2), monter (4/2), en 1 (3/2), en 2 (3/2) 7,5",
        "Bruno descendre (3/2), libre (2/2), monter (4/2), en 1 (3/2), en 2 (3/2) 7,5",
    ]
    # Columns in which nobody has any points are shared too. They are marked on every sheet, and
    # each sheet shows everybody's totals.
    page = factories.browser().get(f"/parties/{table.id}/").content.decode()
    assert page.count('aria-label="gagnée"') == 20


def test_the_wall_names_the_columns_that_each_player_leads():
    people = [{"name": name} for name in factories.NAMES[:2]]
    table = factories.table(game="yams", seats=people)
    table.record({"column": "libre", "row": "full", "value": 20, "throws": 3})
    table.record({"column": "en_1", "row": "full", "value": 20, "throws": 1})
    table.record({"column": "monter", "row": "yams", "value": 40, "throws": 3})
    words = pages.text(factories.browser().get(f"/parties/{table.id}/mur/"))
    assert "Anne 6 libre, monter · 60 points" in words
    assert "Bruno 3 en 1 · 20 points" in words


def test_the_blank_sheet_says_what_the_columns_are_worth():
    words = pages.text(factories.browser().get("/regles/yams/feuille/"))
    assert "descendre 3 libre 2 monter 4 en 1 3 en 2 3" in words


def test_the_rows_that_are_added_up_have_the_paper_s_names_and_ours_beside():
    # The grid of the source has six numbers, « Total », « Bonus », five figures and « Result ».
    table = factories.table(game="yams")
    page = pages.text(factories.browser().get(f"/parties/{table.id}/"))
    assert re.search(r"6\s+Total\s+somme\s+Bonus\s+full", page)
    assert re.search(r"yams\s+Result\s+total", page)
    english = factories.browser().get(f"/parties/{table.id}/", headers={"accept-language": "en"})
    assert re.search(r"6\s+Total\s+sum\s+Bonus", pages.text(english))
    blank = pages.text(factories.browser().get("/regles/yams/feuille/"))
    assert "Total (somme)" in blank
    assert "Result (total)" in blank
