"""What a process keeps of a tournament by its version, and what it does not."""

import json

import pytest

from clubs.models import Club, Player
from tests import factories
from tests.tournaments.evening import evening, result_of
from tournaments import queries, storage, version_cache
from tournaments.api import body
from tournaments.models import Entrant
from tournaments.pairing import records
from tournaments.pairing.standings import Ranking, StandingsRow
from tournaments.showing.bracket import Bracket
from tournaments.state.tournament import Round
from tournaments.version_cache import VersionCache

pytestmark = pytest.mark.django_db


@pytest.fixture
def worked(monkeypatch):
    """What was read and ranked, in order."""
    version_cache.cache.clear()
    done = []
    rounds, ranked = storage.rounds, queries.View._ranked

    def read(tournament, known={}):  # noqa: B006
        done.append("read")
        return rounds(tournament, known)

    def rank(view):
        ranking = ranked(view)
        done.append("ranked")
        return ranking

    monkeypatch.setattr(storage, "rounds", read)
    monkeypatch.setattr(queries.View, "_ranked", rank)
    return done


def test_standings_are_worked_out_once_a_version(worked):
    night = evening("A", "B", "C", "D")
    drawn = night.draw()
    worked.clear()
    first = night.do("get", "standings/")
    assert worked == ["read", "ranked"]
    assert night.do("get", "standings/") == first
    assert factories.browser().get(f"/tournois/{night.id}/classement/").status_code == 200
    assert worked == ["read", "ranked"]
    version_cache.cache.clear()
    assert factories.browser().get(f"/tournois/{night.id}/classement/").status_code == 200
    assert worked == ["read", "ranked"] * 2
    assert night.do("get", "standings/") == first
    assert worked == ["read", "ranked"] * 2
    night.play(drawn, [5, 3], [4, 2])
    worked.clear()
    assert night.do("get", "standings/") != first
    assert worked == ["read", "ranked"]


def test_a_round_that_has_not_changed_is_not_read_again(monkeypatch):
    version_cache.cache.clear()
    night = evening("A", "B", "C", "D")
    night.play(night.draw(), [5, 3], [4, 2])
    drawn = night.draw()
    night.do("get", "rounds/")
    read = []
    made = storage.Seated
    monkeypatch.setattr(
        storage, "Seated", lambda table, *rest: read.append(table.number) or made(table, *rest)
    )
    found = queries.find(night.id, factories.Caller(user=factories.site_owner()))
    before = storage.kept_rounds(found)
    assert read == []
    table = drawn["tables"][0]
    night.do("put", result_of(drawn, table), {"scores": [5, 1]})
    read.clear()
    found.refresh_from_db()
    after = storage.kept_rounds(found)
    assert read == [1, 2]
    assert after[0] is before[0]
    assert after == tuple(storage.rounds(found).values())


def test_the_json_of_the_tables_is_parsed_as_often_however_many_there_are(monkeypatch):
    parsed = []
    plain = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **how: parsed.append(1) or plain(text, **how))
    counts = []
    for names in ("ABCD", "ABCDEFGH"):
        night = evening(*names)
        night.play(night.draw(), *([5, 3] for _table in range(len(names) // 2)))
        found = queries.find(night.id, factories.Caller(user=factories.site_owner()))
        parsed.clear()
        (drawn,) = storage.rounds(found).values()
        counts.append(len(parsed))
        assert [one.reported.scores for one in drawn.tables] == [(5, 3)] * (len(names) // 2)
    assert counts[0] == counts[1]


def test_a_name_that_changes_is_seen_at_once():
    night = evening()
    people = [factories.player(name, Club.objects.get()) for name in ("Anne", "Bea")]
    night.do("post", "entrants/", [{"players": [{"player": one.pk}]} for one in people])
    first = night.do("get", "standings/")["rows"][0]["entrant"] - 1
    assert people[first].name in night.do("get", "standings/")["rows"][1]["why"]
    Player.objects.filter(pk=people[first].pk).update(name="Zoé")
    assert "Zoé" in night.do("get", "standings/")["rows"][1]["why"]


def test_the_longest_unread_go_first_and_an_older_version_never_comes_back(monkeypatch):
    monkeypatch.setattr(version_cache, "MOST", 5)
    memory = VersionCache()
    ranking = Ranking([StandingsRow(1, at, {}) for at in range(3)], {})
    for name in ("one", "two"):
        memory.rounds(name, 2, lambda _known: {})
        memory.ranking(name, 2, lambda: ranking)
    worked = []
    memory.rounds("one", 2, lambda _known: worked.append("one") or {})
    memory.rounds("two", 2, lambda _known: worked.append("two") or {})
    assert worked == ["one"]
    drawn = {"1": Round(1, "", ())}
    memory.rounds("two", 1, lambda _known: drawn)
    assert memory.rounds("two", 2, lambda _known: drawn) == ()


def test_standings_are_written_once_for_everybody_until_a_name_changes(monkeypatch):
    version_cache.cache.clear()
    night = evening("Anne Roy", "B", "C", "D")
    night.draw()
    written = []
    tell = body.standings_body
    monkeypatch.setattr(body, "standings_body", lambda view: written.append(1) or tell(view))
    first = night.call("get", "standings/")
    assert night.call("get", "standings/", client=factories.api()).content == first.content
    assert len(written) == 1
    Entrant.objects.filter(number=1).update(name="Anne R.")
    night.do("get", "standings/")
    assert len(written) == 2


def test_counting_entrants_joins_neither_them_nor_rounds():
    told = str(queries.tournaments().query)
    assert told.count(" LEFT OUTER JOIN ") == 0
    night = evening("A", "B", "C")
    night.draw()
    one = queries.tournaments().get()
    assert (one.entrant_count, one.round_count) == (3, 1)


def test_the_bracket_is_drawn_once_for_all_who_see_as_much(monkeypatch):
    version_cache.cache.clear()
    night = evening("A", "B", "C", "D", format="single_elimination")
    drawn = night.draw()
    made = []
    tree = Bracket.tree
    monkeypatch.setattr(Bracket, "tree", lambda *given: made.append(1) or tree(*given))
    first = factories.browser().get(f"/tournois/{night.id}/tableau/").content.decode()
    again = factories.browser().get(f"/tournois/{night.id}/tableau/").content.decode()
    assert len(made) == 1
    assert [page.count('class="tree__box"') for page in (first, again)] == [3, 3]
    night.play(drawn)
    factories.browser().get(f"/tournois/{night.id}/tableau/")
    assert len(made) == 2


def test_meetings_are_told_once_a_field(monkeypatch):
    told = []
    tell = records._records
    monkeypatch.setattr(records, "_records", lambda field: told.append(1) or tell(field))
    night = evening("A", "B", "C", "D")
    night.play(night.draw())
    told.clear()
    night.do("get", "standings/")
    assert len(told) == 1


def test_a_page_of_standings_that_is_kept_reads_no_entrants(monkeypatch, django_assert_num_queries):
    version_cache.cache.clear()
    night = evening("A", "B", "C", "D")
    night.draw()
    address = f"/tournois/{night.id}/classement/"
    first = factories.browser().get(address)
    loaded = []
    load = storage._entrants
    monkeypatch.setattr(storage, "_entrants", lambda one: loaded.append(1) or load(one))
    # The tournament, its roles, and the names that the page hangs on.
    with django_assert_num_queries(4):
        again = factories.browser().get(address)
    rows = [
        page.content.decode().partition("<ol")[2].partition("</ol>")[0] for page in (first, again)
    ]
    assert rows[0] == rows[1]
    assert "t-rank__name" in rows[1]
    assert loaded == []


def test_the_bracket_of_the_api_is_written_once_and_a_draft_is_its_organisers_alone(monkeypatch):
    version_cache.cache.clear()
    night = evening("A", "B", "C", "D", format="single_elimination")
    night.do("post", "rounds/", {})
    written = []
    tell = body.node_body
    monkeypatch.setattr(body, "node_body", lambda *given: written.append(1) or tell(*given))
    own = [night.do("get", "bracket/") for _ in range(2)]
    assert own[0] == own[1]
    others = night.call("get", "bracket/", client=factories.api()).json()
    seeds = [[node["places"] for node in told["nodes"][:2]] for told in (own[0], others)]
    assert seeds[0] != [[None, None]] * 2
    assert len(written) == len(own[0]["nodes"]) + len(others["nodes"])
