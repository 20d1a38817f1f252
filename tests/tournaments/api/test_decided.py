"""Tests of a final that both entrants forfeit.

Nobody is first, the organiser is told, and may declare a winner.
"""

import pytest

from clubs.callers import Caller
from tests import factories
from tests.plain import plain
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, evening
from tournaments import queries
from tournaments.models import FinalPlace, Tournament
from tournaments.presentation.ranking import other_podiums
from tournaments.view import View

pytestmark = pytest.mark.django_db


def forfeited_final(**options):
    """Play a knockout of four in which 1 and 2 reach the final and both forfeit it."""
    night = evening("A", "B", "C", "D", format="single_elimination", options=options)
    for number in range(4):
        night.do("patch", f"entrants/{number + 1}/", {"seed": number + 1})
    night.play(night.draw())
    final = night.draw()
    for table in final["tables"]:
        result = (
            {"forfeit": table["entrants"]} if 1 in table["entrants"] else {"scores": [500, 300]}
        )
        night.do("post", f"rounds/2/tables/{table['number']}/result/", result)
    night.do("post", "rounds/2/close/", {})
    return night


def ranks(night):
    return {row["entrant"]: row["rank"] for row in night.do("get", "standings/")["rows"]}


def test_both_are_second_the_honours_name_no_winner_and_the_organiser_is_told():
    night = forfeited_final()
    assert ranks(night) == {1: 2, 2: 2, 3: 3, 4: 3}
    (row,) = Tournament.objects.filter(pk=night.id)
    assert [place.rank for place in queries.podiums([row])[night.id]] == [2, 2, 3, 3]
    warnings = night.do("get", "rounds/2/")["warnings"]
    assert [(warning["code"], plain(warning["text"])) for warning in warnings] == [
        (
            "no_winner",
            "Personne n'a gagné la finale : les deux sont 2es. On peut désigner un vainqueur.",
        )
    ]
    page = factories.browser(factories.member(night.club, "officer")).get(
        f"/tournois/{night.id}/rondes/2/"
    )
    assert "On peut désigner un vainqueur." in page.content.decode()


def test_a_winner_by_decision_is_logged_and_may_be_taken_back():
    night = forfeited_final()
    assert night.do("patch", "", {"winner": 2})["winner"] == 2
    assert ranks(night) == {2: 1, 1: 2, 3: 3, 4: 3}
    first = FinalPlace.objects.get(tournament=night.id, rank=1)
    assert first.entrant.number == 2
    assert night.do("get", "rounds/2/")["warnings"] == []
    last = night.do("get", "log/")[-1]
    assert (last["kind"], last["data"]) == ("decided", {"winner": 2})
    rows, log = rows_and_log(night.id)
    assert rows == log
    file = night.do("get", "export/?format=json")
    again = night.client.post(f"{BASE}import/", {**file, "club": night.club.slug})
    assert again.json()["winner"] == 2
    assert night.do("patch", "", {"winner": None})["winner"] is None
    assert ranks(night)[1] == 2
    page = factories.browser(factories.member(night.club, "officer")).get(
        f"/tournois/{night.id}/journal/"
    )
    assert "B est désigné vainqueur." in page.content.decode()


def test_a_corrected_final_has_its_own_winner_again():
    night = forfeited_final()
    night.do("patch", "", {"winner": 2})
    night.do("put", "rounds/2/tables/1/result/", {"scores": [500, 300]})
    winner = night.do("get", "rounds/2/")["tables"][0]["entrants"][0]
    assert ranks(night)[winner] == 1
    assert sorted(ranks(night).values()) == [1, 2, 3, 3]


def test_what_is_refused():
    night = evening("A", "B", "C", format="single_elimination")
    night.draw()
    assert night.refusal("patch", "", {"winner": 1}) == (400, "winner_known", "winner")
    assert night.refusal("patch", "", {"winner": 9}) == (400, "entrant_unknown", "winner")
    late = night.do("post", "entrants/", {"name": "Tard"})["id"]
    assert night.refusal("patch", "", {"winner": late})[1] == "winner_not_drawn"


def test_the_podium_of_a_field_without_a_winner_begins_with_the_second_place():
    night = evening(*"ABCD", format="single_elimination", options={"b_final": True})
    night.play(night.draw())
    last = night.draw()
    for table in last["tables"]:
        result = (
            {"scores": [500, 300]}
            if table["slot"].startswith("W")
            else {"forfeit": table["entrants"]}
        )
        night.do("post", f"rounds/2/tables/{table['number']}/result/", result)
    night.do("post", "rounds/2/close/", {})
    view = View(Tournament.objects.get(pk=night.id), Caller())
    ((letter, places),) = [(podium.letter, podium.places) for podium in other_podiums(view)]
    assert (letter, [place.rank for place in places]) == ("B", [2, 2])
