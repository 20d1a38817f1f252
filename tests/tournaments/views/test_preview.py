"""Tests of the preview of a list: what it shows, its choices, and that nothing is stored before
it.
"""

import base64

import pytest

from clubs.models import Player
from tests import factories
from tests.plain import plain
from tests.tournaments.evening import BASE, Evening, evening, made_body, send_list
from tournaments.models import Entrant, LogEntry

pytestmark = pytest.mark.django_db

PAIRS = "\n".join(f"Personne A{at} / Personne B{at}" for at in range(1, 33))


def arranged(text, *known, game="dix"):
    """Post a list; return (tournament, officer's browser, address, page with the preview).

    The club of the tournament knows the people named in `known`.
    """
    night = evening(game=game)
    for name in known:
        factories.player(name, night.club)
    officer = factories.browser(factories.member(night.club, "officer"))
    address = f"/tournois/{night.id}/inscrits/"
    return night, officer, address, officer.post(address, {"entrants": text})


def people(night):
    return [
        [person["name"] for person in entrant["players"]]
        for entrant in night.do("get", "entrants/")
    ]


def chosen(officer, address, page, **choices):
    """Send the list of the preview with these choices, and return the response."""
    listed = page.context["list"]
    return officer.post(address, {"entrants": listed["text"], "seen": listed["seen"], **choices})


def test_nothing_is_written_before_it_was_shown():
    night, officer, address, page = arranged("Anne / Bruno")
    before = LogEntry.objects.count()
    text = plain(page.content.decode())
    assert (page.status_code, "Inscrire 1 paire" in text, people(night)) == (200, True, [])
    # A text that differs from the previewed one gets a preview first.
    other = {"entrants": "Anne / Zoé", "seen": page.context["list"]["seen"]}
    assert officer.post(address, other).status_code == 200
    assert (people(night), LogEntry.objects.count()) == ([], before)
    assert chosen(officer, address, page).status_code == 302
    assert people(night) == [["Anne", "Bruno"]]


def test_the_same_list_again_changes_nothing():
    night = evening()
    officer = factories.browser(factories.member(night.club, "officer"))
    address = f"/tournois/{night.id}/inscrits/"
    send_list(officer, address, PAIRS)
    before = night.do("get", "entrants/"), night.do("get", "log/")
    page = officer.post(address, {"entrants": PAIRS})
    assert {row["remarks"][0]["code"] for row in page.context["list"]["rows"]} == {"entered"}
    assert send_list(officer, address, PAIRS).status_code == 302
    assert (night.do("get", "entrants/"), night.do("get", "log/")) == before
    # This is also so after all of them were added to the club: they are still the same people.
    listed = page.context["list"]
    officer.post(address, {"entrants": PAIRS, "seen": listed["seen"], "add": "1"})
    assert send_list(officer, address, PAIRS.upper()).status_code == 302
    assert len(before[0]) == Entrant.objects.count() == 32


def test_choices():
    text = "Anne\nBruno / Chloé\nDan\n12\nJean Roi / Ève"
    night, officer, address, page = arranged(text, "Jean Roy")
    roy = Player.objects.get(name="Jean Roy")
    rows = page.context["list"]["rows"]
    assert rows[0]["partner"].place == 2
    assert rows[4]["people"][0]["near"] == [
        {"value": f"4-0-{roy.pk}", "name": "Jean Roy", "chosen": False}
    ]
    choices = {"join": "0-2", "drop": "1", "keep": "3", "take": f"4-0-{roy.pk}"}
    chosen(officer, address, page, **choices)
    assert people(night) == [["Anne", "Dan"], ["12"], ["Jean Roy", "Ève"]]


@pytest.mark.parametrize(
    "odd", ["", "0", "9999-9999", "-1", "0-0-1", "é", "9" * 30, "0-0-" + "9" * 18, "0-0"]
)
def test_odd_choices_choose_nothing(odd):
    night, officer, address, page = arranged("Anne / Bruno\nChloé / Dan")
    chosen(officer, address, page, join=odd, keep=odd, take=odd)
    assert people(night) == [["Anne", "Bruno"], ["Chloé", "Dan"]]


def test_who_is_near_is_not_taken_by_itself():
    night, officer, address, page = arranged("Jean Roi / Anne", "Jean Roy", "Anne")
    chosen(officer, address, page)
    (entrant,) = night.do("get", "entrants/")
    assert [(person["name"], person["player"] is None) for person in entrant["players"]] == [
        ("Jean Roi", True),
        ("Anne", False),
    ]


@pytest.mark.parametrize("visitors", [False, True])
def test_new_people_join_the_club_unless_they_are_visitors(visitors):
    night, officer, address, page = arranged("Anne Roy / Zoé d’Or\nJean Roi / Luc", "Jean Roy")
    assert page.context["list"]["new"] == 3
    chosen(officer, address, page, **({"visitors": "1"} if visitors else {}))
    names = set(Player.objects.filter(club_players__club=night.club).values_list("name", flat=True))
    assert names == {"Jean Roy"} | (set() if visitors else {"Anne Roy", "Zoé d’Or", "Luc"})
    players = [
        person["player"]
        for entrant in night.do("get", "entrants/")
        for person in entrant["players"]
    ]
    # Who only resembles somebody of the list is not added.
    assert [player is None for player in players] == [visitors, visitors, True, visitors]


def test_names_are_escaped_and_a_long_list_is_refused_unread():
    _night, officer, address, page = arranged('<script>x</script> / "onload=1\nA\u202e / B')
    assert "<script>x" not in page.content.decode()
    page = officer.post(address, {"entrants": "\n".join(map(str, range(2001)))})
    assert (page.status_code, "2000 au plus" in plain(page.content.decode())) == (400, True)


def test_the_api_adds_new_names_to_the_list_if_it_is_asked_to():
    night = evening()
    anne = factories.player("Anne Roy", night.club)
    factories.player("Luc Ort", night.club)
    preview = night.do("post", "entrants/preview/", {"text": "anne roy / Zoé\nLuc Or / Anne Roy"})
    assert preview["new"] == ["Zoé"]
    names = [{"name": "anne roy"}, {"name": "Zoé"}], [{"name": "Luc Or"}, {"name": "Fanny"}]
    pairs = [{"players": pair} for pair in names]
    stranger = factories.api(factories.member(night.club, "scorer"))
    assert night.call("post", "entrants/?enlist=true", pairs, client=stranger).status_code == 403
    body = night.do("post", "entrants/?enlist=true", pairs)
    first, second = [[person["player"] for person in pair["players"]] for pair in body]
    zoe, fanny = Player.objects.get(name="Zoé"), Player.objects.get(name="Fanny")
    # A name that only resembles one of the list stays a guest's.
    assert (first, second) == ([anne.pk, zoe.pk], [None, fanny.pk])
    # Without being asked the call adds nobody, as ever.
    assert night.do("post", "entrants/", {"players": [{"name": "Gil"}]})["players"] == [
        {"player": None, "name": "Gil"}
    ]
    assert not Player.objects.filter(name__in=("Gil", "Luc Or")).exists()


def test_the_api_tells_what_comes_along_with_a_new_name():
    earlier = evening("Chloé & Denis")
    made = earlier.client.post(BASE, made_body(club=earlier.club.slug)).json()
    night = Evening(made["id"], earlier.client, earlier.club)
    preview = night.do("post", "entrants/preview/", {"text": "chloe / Zoé"})
    assert preview["new"] == ["chloe", "Zoé"]
    (guest,) = preview["guests"]
    assert guest["name"] == "chloe"
    assert [(trace["id"], trace["name"]) for trace in guest["traces"]] == [(earlier.id, "Chloé")]
    night.do("post", "entrants/?enlist=true", {"name": "chloe & Zoé"})
    chloe = Player.objects.get(name="chloe")
    (entrant,) = earlier.do("get", "entrants/")
    assert entrant["players"][0]["player"] == chloe.pk


def test_the_api_tells_the_same_of_a_text_and_of_a_file():
    night = evening()
    anne = factories.player("Anne Roy", night.club)
    luc = factories.player("Luc Or", night.club)
    text = "Joueur 1;Joueur 2\nanne roy;Bruno\nChloé;Luc Ort\nZoé;"
    preview = night.do("post", "entrants/preview/", {"text": text})
    file = base64.b64encode(text.encode("cp1252")).decode()
    assert night.do("post", "entrants/preview/", {"file": file}) == preview
    assert preview["count"] == 3
    assert [(row["line"], row["out"], row["players"]) for row in preview["rows"]][1:3] == [
        (
            2,
            False,
            [
                {"player": anne.pk, "name": "Anne Roy", "near": []},
                {"player": None, "name": "Bruno", "near": []},
            ],
        ),
        (
            3,
            False,
            [
                {"player": None, "name": "Chloé", "near": []},
                {
                    "player": None,
                    "name": "Luc Ort",
                    "near": [{"player": luc.pk, "name": "Luc Or"}],
                },
            ],
        ),
    ]
    codes = [[remark["code"] for remark in row["remarks"]] for row in preview["rows"]]
    assert codes == [["header"], [], [], ["alone"]]
    assert night.do("get", "entrants/") == []


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (400, "text_or_file", "text")),
        ({"text": "A", "file": "QQ=="}, (400, "text_or_file", "text")),
        ({"file": "é"}, (400, "encoding", "file")),
        ({"file": base64.b64encode(b"PK\x03\x04").decode()}, (400, "workbook", "file")),
        ({"text": "\n".join("x" * 2001)}, (400, "list_too_many", "text")),
    ],
)
def test_the_api_refuses_what_is_no_list(body, refusal):
    assert evening().refusal("post", "entrants/preview/", body) == refusal


def test_a_clubs_list_takes_the_same_paste():
    club = factories.club("le-club")
    factories.player("Anne Roy", club)
    officer = factories.browser(factories.member(club, "officer"))
    address = "/clubs/le-club/joueurs/liste/"
    assert officer.get(address).status_code == 200
    text = "Nom;Prénom;Tél\nRoy;Anne;06 12 34 56 78\nd'Or;Zoé;\nLis;Ève;\nd’Or;Zoé;"
    page = officer.post(address, {"people": text})
    codes = [[remark["code"] for remark in row["remarks"]] for row in page.context["list"]["rows"]]
    assert codes == [["header"], ["entered"], [], [], ["repeated"]]
    assert Player.objects.count() == 1
    officer.post(address, {"people": text, "seen": page.context["list"]["seen"]})
    assert sorted(Player.objects.values_list("name", flat=True)) == [
        "Anne Roy",
        "Zoé d'Or",
        "Ève Lis",
    ]
