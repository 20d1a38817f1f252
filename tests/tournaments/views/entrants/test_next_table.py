"""Tests of a match scored inside a tournament: the way back to the tournament and to the next
table.
"""

import pytest

from tests.factories import ALL_TAKEN, IN_100
from tests.tournaments.evening import evening, result_of

pytestmark = pytest.mark.django_db

PAIRS = ["Anne & Bruno", "Chloé & David", "Eve & Fred", "Gil & Hana"]


@pytest.fixture
def night():
    made = evening(*PAIRS, rules=IN_100, options={"rounds": 2})
    made.client.force_login(made.club.memberships.get().user)
    return made


def page(night, address):
    answer = night.client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def started(night, drawn, table):
    return night.do("post", result_of(drawn, table, "match"), {})["match"]


def ended(night, match):
    night.client.post(f"/api/v1/matches/{match}/entries/", ALL_TAKEN)


def test_the_arrow_leads_to_the_tournament_and_the_end_to_the_next_table(night):
    drawn = night.draw()
    table = drawn["tables"][0]
    match = started(night, drawn, table)
    home, suite = f"/tournois/{night.id}/", f"/tournois/{night.id}/rondes/1/tables/1/suite/"
    running = page(night, f"/parties/{match}/")
    # The link has no `data-back`, which makes the arrow of other matches lead back to the last
    # page.
    assert f'<a class="bar__home" href="{home}moi/" aria-label="Retour">' in running
    assert "refaire=" not in running
    # For somebody who is not an entrant, the address leads to the tournament's page.
    assert night.client.get(f"{home}moi/")["Location"] == home
    ended(night, match)
    over = page(night, f"/parties/{match}/")
    assert f'href="{suite}">Table suivante →</a>' in over
    assert "Revanche" not in over
    assert "Pas encore publiée" in page(night, suite)
    # The table got its result at the end of the match.
    night.play(drawn | {"tables": [other for other in drawn["tables"] if other is not table]})
    second = night.do("post", "rounds/", {})
    # A table of a draft is not yet shown as the next table.
    assert "Pas encore publiée" in page(night, suite)
    night.do("post", "rounds/2/publish/", {})
    text = page(night, suite)
    for entrant in table["entrants"]:
        place = next(
            drawn_table for drawn_table in second["tables"] if entrant in drawn_table["entrants"]
        )
        assert f'href="{home}rondes/2/tables/{place["number"]}/"' in text


def test_a_phone_at_a_table_is_shown_its_own_next_table(night):
    drawn = night.draw()
    table = drawn["tables"][0]
    client = night.client
    client.logout()
    opened = f"/tournois/{night.id}/rondes/1/tables/1/ouvrir/{table['tokens'][1]}/"
    assert client.get(opened).status_code == 302
    names = {
        entrant["id"]: entrant["name"] for entrant in client.get(night.url("entrants/")).json()
    }
    text = page(night, f"/tournois/{night.id}/rondes/1/tables/1/suite/")
    escaped = [
        name.replace("&", "&amp;") for name in (names[number] for number in table["entrants"])
    ]
    assert [f"<h2><bdi>{name}</bdi></h2>" in text for name in escaped] == [False, True]


def test_a_match_of_a_tournament_has_no_return_match(night):
    drawn = night.draw()
    match = started(night, drawn, drawn["tables"][0])
    answer = night.client.post(f"/parties/{match}/revanche/")
    assert answer.status_code == 302
    assert "Ce match se joue pour un tournoi" in page(night, answer.url)
    assert "Revanche" not in page(night, answer.url)


def test_who_may_not_see_the_tournament_goes_home(night):
    drawn = night.draw()
    match = started(night, drawn, drawn["tables"][0])
    night.do("patch", "", {"public": False})
    night.client.logout()
    night.client.defaults.clear()
    text = page(night, f"/parties/{match}/")
    assert 'href="/" aria-label="Retour" data-back' in text
    assert night.id not in text
