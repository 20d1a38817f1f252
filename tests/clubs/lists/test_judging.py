"""Rows of a list are judged against each other, against the club's people and against those already
entered.
"""

from clubs.lists.judging import Choices, Group, ListedPerson, judge
from clubs.lists.near import Directory, Known
from clubs.lists.reading import Remark, read

ROY, COTE, COTÉ = Known(1, "Jean Roy"), Known(2, "Anne Cote"), Known(3, "Anne Côté")
CLUB = [ROY, COTE, COTÉ]


def judged(text, entered=(), size=2, **choices):
    rows = read(text, size=size)
    return judge(rows, Directory.of(CLUB), entered, Choices(**choices))


def remarks(rows):
    """Map each row's name to the code and parameters of the remark that keeps it out, or to None if
    the row is entered.
    """
    return {
        row.called: (row.row.remarks[0].code, dict(row.row.remarks[0].params)) if row.out else None
        for row in rows
    }


def test_known_people_are_found_and_those_near_offered():
    row, other = judged("Jean Roy / Zed\nJean Roi / Anne Côté")
    assert row.people == (ListedPerson("Jean Roy", 1), ListedPerson("Zed"))
    assert other.people == (
        ListedPerson("Jean Roi", None, (ROY,)),
        ListedPerson("Anne Côté", 3),
    )
    assert [person.keys for person in row.people] == [{"jean roy", 1}, {"zed"}]


def test_who_is_near_may_be_taken_and_stays_offered():
    (row,) = judged("Jean Roi / Zed", taken={(0, 0): 1})
    assert row.people[0] == ListedPerson("Jean Roy", 1, (ROY,))
    # A player who was not among those offered is not accepted as a choice.
    (row,) = judged("Jean Roi / Zed", taken={(0, 0): 3, (0, 1): 1})
    assert [person.player for person in row.people] == [None, None]


def test_the_same_people_twice_and_one_of_them_twice():
    assert remarks(judged("Anne / Luc\nLuc / Anne\nAnne / Zed\nPaul / Paul\nEd / Al")) == {
        "Anne & Luc": None,
        "Luc & Anne": ("repeated", {"name": "Anne & Luc", "line": 1}),
        "Anne & Zed": ("same_name", {"name": "Anne", "line": 1}),
        "Paul & Paul": ("same_name", {"name": "Paul", "line": 4}),
        "Ed & Al": None,
    }


def test_a_row_with_one_person_twice_says_the_first_spelling():
    (row,) = judged("Zoé / ZOÉ")
    assert row.row.remarks == (Remark("same_name", {"name": "Zoé", "line": 1}),)


def test_a_name_of_an_entrant_is_taken_once():
    first, second = judged("Les As : Ed & Al\nLes As : Bo & Cy")
    assert (first.called, first.out) == ("Les As", False)
    assert second.row.remarks == (Remark("repeated", {"name": "Les As", "line": 1}),)


def test_who_is_entered_before():
    entered = [
        Group("Bleu", (ListedPerson("Yves"), ListedPerson("Zoé"))),
        Group("les as", (ListedPerson("Qi"),)),
        Group("Jean Roy & Luc", (ListedPerson("Jean Roy", 1), ListedPerson("Luc"))),
    ]
    assert remarks(judged("Yves / Max\nLes As : Bo & Cy\nLuc / Jean Roy\nEd / Al", entered)) == {
        "Yves & Max": ("person_entered", {"name": "Yves", "entrant": "Bleu"}),
        "Les As": ("entered", {"name": "les as", "entrant": "les as"}),
        "Luc & Jean Roy": ("entered", {"name": "Jean Roy & Luc", "entrant": "Jean Roy & Luc"}),
        "Ed & Al": None,
    }


def test_a_player_is_one_person_under_any_name():
    rows = judged("Jean Roi / Max\nJean Roy / Luc", taken={(0, 0): 1})
    assert remarks(rows)["Jean Roy & Luc"] == ("same_name", {"name": "Jean Roy", "line": 1})


def test_rows_may_be_dropped_or_kept():
    text = "Total : 2\nAnne / Luc\nLuc / Zoé"
    assert [row.out for row in judged(text)] == [True, False, True]
    rows = judged(text, dropped={1}, retained={0})
    # Without the dropped first row, Luc is free for the next row.
    assert [(row.out, [remark.code for remark in row.row.remarks]) for row in rows] == [
        (False, []),
        (True, ["dropped"]),
        (False, []),
    ]
    # Dropping has no effect on a row that is out already. Only a doubtful row can be retained: a
    # repeated person stays out.
    codes = [
        [remark.code for remark in row.row.remarks]
        for row in judged(text, dropped={0}, retained={2})
    ]
    assert codes == [["total"], [], ["same_name"]]


def test_who_lacks_a_partner_is_offered_the_next_who_does():
    rows = judged("Zoé\nAnne / Luc\nYves\nMax\nEd\nBo")
    partners = [(row.called, row.alone, row.partner and row.partner.called) for row in rows]
    assert partners == [
        ("Zoé", True, "Yves"),
        ("Anne & Luc", False, None),
        ("Yves", True, None),
        ("Max", True, "Ed"),
        ("Ed", True, None),
        ("Bo", True, None),
    ]
    assert not any(row.joined for row in rows)


def test_two_who_lack_a_partner_become_one():
    rows = judged(
        "Zoé (06 12 34 56 78)\nAnne / Luc\nYves\nMax\nEd", joined={(0, 3), (1, 2), (4, 4)}
    )
    assert [(row.called, row.joined) for row in rows] == [
        ("Zoé & Max", True),
        ("Anne & Luc", False),
        ("Yves", False),
        ("Ed", False),
    ]
    both = rows[0]
    assert [person.name for person in both.people] == ["Zoé", "Max"]
    assert (both.row.people, both.place, both.partner.called) == (("Zoé", "Max"), 0, "Max")
    # The two no longer lack a partner, but the other remarks stay.
    assert [remark.code for remark in both.row.remarks] == ["left"]
    assert rows[2].partner.called == "Ed"


def looks(rows):
    return [
        [remark.params["name"] for remark in row.row.remarks if remark.code == "looks_alike"]
        for row in rows
    ]


def test_a_new_name_that_looks_like_another_says_so_and_is_entered():
    entered = [Group("Zoé & Ed", (ListedPerson("Zoé", 9), ListedPerson("Ed")))]
    # Names with Cyrillic letters that look like a known player, like somebody entered, and like
    # a name further up.
    rows = judged("Jean R\u043ey / Bo\nZ\u043e\u00e9 / Cy\n\u0412\u043e / Al\nPaul / Luc", entered)
    assert looks(rows) == [["Jean Roy"], ["Zoé"], ["Bo"], []]
    assert [row.out for row in rows] == [False] * 4
    (row,) = judged("Jean R\u043ey / Zed", taken={(0, 0): 1})
    assert looks([row]) == [[]]


def test_a_row_with_a_name_that_nobody_reads_stays_out_and_says_why():
    rows = judged("Anne\u202e / Luc\nAlex\u0301\u0301\u0301\u0301 / Luc", size=2)
    assert [[remark.code for remark in row.row.remarks] for row in rows] == [
        ["name_control"],
        ["name_marks"],
    ]
