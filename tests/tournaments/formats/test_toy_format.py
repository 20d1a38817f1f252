"""Tests of a toy format: a folder, a template and a line in the list are enough for a whole
evening.
"""

import pytest

from tests import factories
from tests.tournaments.evening import PAIRS, evening
from tournaments.formats.advice import advise
from tournaments.formats.suggestion import Situation

pytestmark = pytest.mark.django_db


def sides_of(table):
    """Return the numbers of the entrants of each side, from a table of the API."""
    return [[entrant["number"] for entrant in side] for side in table["sides"]]


def test_an_evening_of_a_format_that_is_only_a_folder():
    night = evening(*PAIRS[:4], format="toy_format", options={"rounds": 2})
    officer = factories.browser(factories.member(night.club, "officer"))
    here = f"/tournois/{night.id}/"
    assert "on attend du monde" in officer.get(here).content.decode()
    for pairs in ([{1, 2}, {3, 4}], [{2, 3}, {4, 1}]):
        drawn = night.draw()
        met = [
            {side[0]["number"] if isinstance(side[0], dict) else side[0] for side in table["sides"]}
            for table in drawn["tables"]
        ]
        assert sorted(map(sorted, met)) == sorted(map(sorted, pairs))
        night.play(drawn)
    assert night.refusal("post", "rounds/", {})[1] == "stage_finished"
    for page in ("classement/", "imprimer/ronde/", "imprimer/classement/", "imprimer/croise/"):
        assert officer.get(f"{here}{page}").status_code == 200


def test_its_options_are_on_the_forms():
    night = evening(*PAIRS[:4], format="toy_format")
    officer = factories.browser(factories.member(night.club, "officer"))
    page = officer.get("/tournois/nouveau/").content.decode()
    assert "Voisins de liste" in page
    options = {"ruleset": "dix traditionnel", "format": "toy_format", "seed": "s", "rounds": "3"}
    assert officer.post(f"/tournois/{night.id}/formule/", options).status_code == 302
    assert night.do("get")["options"] == {"rounds": 3, "check_in": False}


def test_it_is_suggested_behind_all_others():
    suggested = [made.format for made in advise(Situation(4, 10, 30))]
    assert "toy_format" not in suggested[:1]
