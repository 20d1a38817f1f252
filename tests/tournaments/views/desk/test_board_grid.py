"""Tests of the desk of a duplicate round: one grid of its deals and tables."""

import re

import pytest

from tests import factories
from tests.plain import plain as plain_text
from tests.tournaments.duplicate import board_of, duplicate_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

COLUMNS = ("bidder", "bid", "trump", "taken")
GOOD = ("N", "70", "P", "75")


@pytest.fixture
def night():
    night = duplicate_evening(8, "barometer", deals=2, rounds=3, deals_by="table")
    night.draw()
    return night


@pytest.fixture
def officer(night):
    return factories.browser(night.club.memberships.get().user)


def address(night):
    return f"/tournois/{night.id}/rondes/1/resultats/"


def cells(page):
    """Return the cells of a page's grid, by their key."""
    return {cell.key: cell for row in page.context["grid"].rows for cell in row.cells if cell}


def typed(key, *texts, seen="", **more):
    """Return what the inputs of a cell send."""
    values = dict(zip((f"{key}_{name}" for name in COLUMNS), texts, strict=False))
    return {**values, f"seen_{key}": seen, **{f"{name}_{key}": more[name] for name in more}}


def plain(page):
    """Return the words of a page, without its tags."""
    return " ".join(plain_text(re.sub(r"<[^>]+>", "", page.content.decode())).split())


def entry_of(night, table, board):
    """Return what is recorded of a board at a table."""
    seated = night.do("get", "rounds/1/")["tables"][table - 1]
    return next(
        board_row["entry"] for board_row in seated["boards"] if board_row["number"] == board
    )


def test_all_tables_play_the_same_deals_and_all_of_a_round_is_one_grid(night, officer):
    page = officer.get(address(night))
    grid = page.context["grid"]
    assert [table.number for table in grid.tables] == [1, 2, 3, 4]
    assert [(row.board, row.dealer) for row in grid.rows] == [(1, "Nord"), (2, "Est")]
    text = plain(page)
    assert "N Nord, E Est, S Sud, O Ouest" in text
    assert "P pique, C cœur, K carreau, T trèfle" in text
    everything = {}
    for key in cells(page):
        everything |= typed(key, *GOOD)
    # Letters may be small, and a trump may be named by its beginning. A dash is a board not played.
    everything |= typed("b_1_1", "e", "80", "ca", "90") | typed("b_2_1", "-", "", "", "")
    assert officer.post(address(night), everything).status_code == 302
    assert entry_of(night, 1, 1) == {
        "bidder": 1,
        "bid": 80,
        "partie": False,
        "trump": "diamonds",
        "taken": 90,
    }
    assert entry_of(night, 2, 1) is None
    after = officer.get(address(night))
    assert after.context["missing"] == 0
    assert [field.value for field in cells(after)["b_1_1"].inputs] == ["E", "80", "K", "90"]
    assert cells(after)["b_1_1"].seen == "E 80 K 90"
    # Sent again as it is shown, it writes nothing.
    version = Tournament.objects.get(pk=night.id).version
    assert (
        officer.post(
            address(night), everything | typed("b_1_1", "E", "80", "K", "90", seen="E 80 K 90")
        ).status_code
        == 302
    )
    assert Tournament.objects.get(pk=night.id).version == version


def test_what_cannot_be_is_said_in_its_cell_and_the_rest_is_entered(night, officer):
    page = officer.post(
        address(night),
        {
            **typed("b_1_1", "N", "73", "P", "75"),
            **typed("b_1_2", "N", "70", "", "75"),
            **typed("b_2_1", *GOOD),
        },
    )
    assert page.status_code == 400
    by_name = cells(page)
    assert plain_text(by_name["b_1_1"].errors[0]) == "Mise : « 73 » ne se peut pas."
    assert plain_text(by_name["b_1_2"].errors[0]) == "Il manque : Atout."
    assert [field.value for field in by_name["b_1_1"].inputs] == ["N", "73", "P", "75"]
    assert "1 résultat noté." in plain(page)
    assert entry_of(night, 2, 1)["taken"] == 75


def test_two_officers_do_not_overwrite_each_other_unseen(night, officer):
    other = {"bidder": 0, "bid": 70, "trump": "spades", "taken": 75}
    night.do("put", board_of(1, 1, 1), {"entry": other})
    page = officer.post(address(night), typed("b_1_1", "E", "60", "T", "60"))
    cell = cells(page)["b_1_1"]
    assert (page.status_code, cell.stands) == (400, "N 70 P 75")
    assert "Déjà noté : N 70 P 75." in plain(page)
    form = typed("b_1_1", "E", "60", "T", "60", answer="keep", stands=cell.stands)
    assert officer.post(address(night), form).status_code == 302
    assert entry_of(night, 1, 1)["bid"] == 70
    replaced = typed("b_1_1", "E", "60", "T", "60", answer="replace", stands=cell.stands)
    assert officer.post(address(night), replaced).status_code == 302
    assert entry_of(night, 1, 1)["bid"] == 60


def test_an_officer_who_plays_is_not_told_what_other_tables_made(night, officer):
    other = {"bidder": 0, "bid": 70, "trump": "spades", "taken": 75}
    tables = night.do("get", "rounds/1/")["tables"]
    elsewhere = tables[1]["number"]
    night.do("put", board_of(1, elsewhere, 1), {"entry": other})
    own = tables[0]["sides"][0][0]
    user = night.club.memberships.get().user
    olga = factories.player("Olga", night.club, user=user)
    night.do("patch", f"entrants/{own}/", {"players": [{"player": olga.pk}]})
    cell = cells(officer.get(address(night)))[f"b_{elsewhere}_1"]
    assert (cell.hidden, cell.seen, cell.score) == (True, "?", "")
    assert not any(field.value for field in cell.inputs)
    # The same result is not told to be the same: a guess would tell it.
    again = officer.post(address(night), typed(f"b_{elsewhere}_1", *GOOD, seen="?"))
    assert again.status_code == 400
    assert "Déjà noté par quelqu'un d'autre." in plain(again)
    over = typed(f"b_{elsewhere}_1", "E", "60", "T", "60", answer="replace", stands="?")
    assert officer.post(address(night), over).status_code == 302


def test_tables_that_play_other_deals_have_their_own_numbers_in_the_grid():
    night = duplicate_evening(8, "mitchell", deals=2)
    night.draw()
    page = factories.browser(night.club.memberships.get().user).get(address(night))
    rows = page.context["grid"].rows
    assert [row.board for row in rows] == [None, None]
    numbers = [[cell.board for cell in row.cells] for row in rows]
    drawn = [
        [board["number"] for board in table["boards"]]
        for table in night.do("get", "rounds/1/")["tables"]
    ]
    assert [list(boards) for boards in zip(*numbers, strict=True)] == drawn


def test_no_standing_is_shown_before_a_deal_has_been_compared(night, officer):
    everything = {}
    for key in cells(officer.get(address(night))):
        everything |= typed(key, *GOOD)
    officer.post(address(night), everything)
    pages = [f"/tournois/{night.id}/", f"/tournois/{night.id}/classement/"]
    assert night.do("get", "standings/") == {"rows": []}
    for page in pages:
        assert "Pas encore de classement." in plain(officer.get(page))
    night.do("post", "rounds/1/close/", {})
    assert len(night.do("get", "standings/")["rows"]) == 8
    for page in pages:
        assert "Pas encore de classement." not in plain(officer.get(page))


def test_over_http_each_board_has_its_own_outcome(night):
    entry = {"bidder": 0, "bid": 70, "trump": "spades", "taken": 75}
    lines = [
        {"table": 1, "board": 1, "entry": entry},
        {"table": 1, "board": 9, "entry": entry},
        {"table": 2, "board": 1, "entry": {**entry, "bid": 73}},
        {"table": 3, "board": 1, "entry": None},
    ]
    answer = night.do("post", "desk/boards/", {"lines": lines})
    assert [line["outcome"] for line in answer["lines"]] == [
        "recorded",
        "refused",
        "refused",
        "recorded",
    ]
    assert (answer["lines"][0]["score"], answer["lines"][1]["code"]) == (50, "board_elsewhere")
    other = {"table": 1, "board": 1, "entry": {**entry, "taken": 80}}
    sent = night.do("post", "desk/boards/", {"lines": [other]})["lines"][0]
    assert (sent["outcome"], sent["entry"]["taken"]) == ("conflict", 75)
    over = {**other, "over": {"entry": entry}}
    outcomes = night.do("post", "desk/boards/", {"lines": [over, over]})["lines"]
    assert [line["outcome"] for line in outcomes] == ["replaced", "unchanged"]
    unknown = night.refusal("post", "desk/boards/", {"lines": [{**over, "sur": True}]})
    assert unknown == (400, "field_unknown", "lines.0.sur")
