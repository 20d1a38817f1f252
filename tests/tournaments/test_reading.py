"""Tests of what is read for a tournament's pages, in how many queries, and which texts are
cached.
"""

import json

import pytest
from django.core.cache import caches

from clubs.models import Club, Player
from tests import factories
from tests.tournaments.evening import evening
from tests.tournaments.stages import arranged
from tournaments import permissions, queries, storage
from tournaments.api import views
from tournaments.api.answers import standings
from tournaments.draws.ranking import records
from tournaments.models import Entrant, Tournament
from tournaments.views import drawing
from tournaments.views import standings as standings_page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_texts():
    caches["fragments"].clear()


def test_the_json_of_the_tables_is_parsed_as_often_however_many_there_are(monkeypatch):
    parsed = []
    plain = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **how: parsed.append(1) or plain(text, **how))
    counts = []
    for names in ("ABCD", "ABCDEFGH"):
        night = evening(*names)
        night.play(night.draw(), *([5, 3] for _table in range(len(names) // 2)))
        row = queries.find(night.id, factories.Caller(user=factories.site_owner()))
        parsed.clear()
        (drawn,) = storage.rounds(row)
        counts.append(len(parsed))
        assert [seated.reported.scores for seated in drawn.tables] == [(5, 3)] * (len(names) // 2)
    assert counts[0] == counts[1]


def test_a_name_that_changes_is_seen_at_once():
    night = evening()
    people = [factories.player(name, Club.objects.get()) for name in ("Anne", "Bea")]
    night.do("post", "entrants/", [{"players": [{"player": person.pk}]} for person in people])
    first = night.do("get", "standings/")["rows"][0]["entrant"] - 1
    assert people[first].name in night.do("get", "standings/")["rows"][1]["why"]
    Player.objects.filter(pk=people[first].pk).update(name="Zoé")
    assert "Zoé" in night.do("get", "standings/")["rows"][1]["why"]


def test_standings_are_written_once_for_everybody_until_a_name_changes(monkeypatch):
    night = evening("Anne Roy", "B", "C", "D")
    night.draw()
    written = []
    write = standings.standings_body
    monkeypatch.setattr(views, "standings_body", lambda view: written.append(1) or write(view))
    first = night.call("get", "standings/")
    assert night.call("get", "standings/", client=factories.api()).content == first.content
    assert len(written) == 1
    Entrant.objects.filter(number=1).update(name="Anne R.")
    night.do("get", "standings/")
    assert len(written) == 2


def test_counting_entrants_joins_neither_them_nor_rounds():
    sql = str(queries.with_counts(Tournament.objects.all()).query)
    assert sql.count(" LEFT OUTER JOIN ") == 0
    night = evening("A", "B", "C")
    night.draw()
    counted = queries.with_counts(Tournament.objects.all()).get()
    assert (counted.entrant_count, counted.round_count) == (3, 1)


def test_the_bracket_is_drawn_once_for_all_who_see_as_much(monkeypatch):
    night = evening("A", "B", "C", "D", format="single_elimination")
    drawn = night.draw()
    made = []
    draw = drawing.laid_out
    monkeypatch.setattr(drawing, "laid_out", lambda *given: made.append(1) or draw(*given))
    first = factories.browser().get(f"/tournois/{night.id}/tableau/").content.decode()
    again = factories.browser().get(f"/tournois/{night.id}/tableau/").content.decode()
    assert len(made) == 1
    assert [page.count('class="tree__box"') for page in (first, again)] == [3, 3]
    night.play(drawn)
    factories.browser().get(f"/tournois/{night.id}/tableau/")
    assert len(made) == 2


def test_meetings_are_told_once_a_field(monkeypatch):
    calls = []
    tell = records._records
    monkeypatch.setattr(records, "_records", lambda field: calls.append(1) or tell(field))
    night = evening("A", "B", "C", "D")
    night.play(night.draw())
    calls.clear()
    night.do("get", "standings/")
    assert len(calls) == 1


def test_the_rows_of_a_page_of_standings_are_drawn_once(monkeypatch, django_assert_num_queries):
    night = evening("A", "B", "C", "D")
    night.draw()
    address = f"/tournois/{night.id}/classement/"
    drawn = []
    rows = standings_page.ranked
    monkeypatch.setattr(standings_page, "ranked", lambda *given: drawn.append(1) or rows(*given))
    first = factories.browser().get(address)
    # The queries read the tournament, roles, rounds, tables, entrants, people, and the names on
    # which the rows depend.
    with django_assert_num_queries(8):
        again = factories.browser().get(address)
    tables = [
        page.content.decode().partition("<table")[2].partition("</table>")[0]
        for page in (first, again)
    ]
    assert tables[0] == tables[1]
    assert "t-rank__name" in tables[1]
    assert drawn == [1]


def test_the_bracket_of_the_api_is_written_once_and_a_draft_is_its_organisers_alone(monkeypatch):
    night = evening("A", "B", "C", "D", format="single_elimination")
    night.do("post", "rounds/", {})
    written = []
    write = standings.node_body
    monkeypatch.setattr(standings, "node_body", lambda *of: written.append(1) or write(*of))
    own = [night.do("get", "bracket/") for _ in range(2)]
    assert own[0] == own[1]
    others = night.call("get", "bracket/", client=factories.api()).json()
    seeds = [[node["places"] for node in answer["nodes"][:2]] for answer in (own[0], others)]
    assert seeds[0] != [[None, None]] * 2
    assert len(written) == len(own[0]["nodes"]) + len(others["nodes"])


@pytest.mark.parametrize("open_club", [True, False])
def test_a_club_s_tournaments_are_those_that_its_reader_may_see(open_club):
    club, owner = factories.club(public=open_club), factories.site_owner()
    rows = {
        name: arranged(club, owner, name=name)
        for name in ("public draft", "public", "private", "private draft")
    }
    for name, row in rows.items():
        state = Tournament.State.DRAFT if "draft" in name else Tournament.State.FINISHED
        public = name.startswith("public")
        Tournament.objects.filter(pk=row.pk).update(public=public, state=state)
    accounts = [factories.member(club, role) for role in ("member", "scorer", "officer")]
    callers = [
        factories.Caller(),
        *(factories.Caller(user=account) for account in [*accounts, owner]),
    ]
    seen = [{row.name for row in permissions.visible_of(club, caller)} for caller in callers]
    assert seen == [
        {"public"} if open_club else set(),
        {"public", "private"},
        *([set(rows)] * 3),
    ]
    assert seen == [
        {row.name for row in queries.visible(caller).filter(club=club)} for caller in callers
    ]
