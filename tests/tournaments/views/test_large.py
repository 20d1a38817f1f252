"""Tests of a tournament that is too large for one page: its lists are paged."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jobs import services as job_services
from tests import factories
from tests.tournaments.evening import evening
from tournaments.presentation import journal, tables
from tournaments.views import common, overview, printing, wall
from tournaments.views import journal as journal_page
from tournaments.views.entrants import entering

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch):
    for module in (common, entering, overview):
        monkeypatch.setattr(module, "HELD", 2)


@pytest.fixture
def night():
    made = evening(*"ABCDEF")
    made.play(made.draw(), *([5, 3] for _table in range(3)))
    return made


def text_of(night, path, **query):
    answer = factories.browser().get(f"/tournois/{night.id}/{path}", query)
    assert answer.status_code == 200
    return answer.content.decode()


def names(page, mark):
    return re.findall(rf"{mark}.*?<bdi[^>]*>(\w)</bdi>", page, re.DOTALL)


def test_the_standings_come_in_parts_and_each_row_still_says_why(night):
    order = [row["entrant"] for row in night.do("get", "standings/")["rows"]]
    whole = ["ABCDEF"[number - 1] for number in order]
    pages = [text_of(night, "classement/", page=page) for page in (1, 2, 3)]
    assert [names(page, "t-rank__name") for page in pages] == [whole[:2], whole[2:4], whole[4:]]
    assert f"Derrière {whole[1]}" in pages[1] or f"À égalité avec {whole[1]}" in pages[1]
    assert "page=2" in pages[0]
    assert "page=1" in pages[1]
    assert 'hx-get="/tournois/' in pages[1]
    assert re.search(r"hx-get=\"[^\"]*page=2", pages[1])


def test_the_entrants_come_in_parts_and_an_action_comes_back_to_its_row(night):
    page = text_of(night, "inscrits/", page=2)
    assert names(page, "t-entrant__name") == ["C", "D"]
    assert "Inscrits" in page
    keeper = factories.browser(factories.site_owner())
    answer = keeper.post(f"/tournois/{night.id}/inscrits/", {"leave": 5, "sure": 1})
    assert answer["Location"] == f"/tournois/{night.id}/inscrits/?page=3#e5"


def test_a_round_opens_on_the_table_asked_for(night):
    assert 'id="t1"' in text_of(night, "rondes/1/")
    page = text_of(night, "rondes/1/", table=3)
    assert ('id="t3"' in page, 'id="t1"' in page) == (True, False)


def test_the_front_page_shows_the_first_tables_and_where_the_others_are(night):
    page = text_of(night, "")
    assert page.count('class="t-table ') == 2
    assert "Toutes les tables" in page


def test_the_wall_makes_the_scene_that_is_shown_alone(night, monkeypatch):
    made = []
    plain = tables.table_view

    def count(*given):
        made.append(given)
        return plain(*given)

    monkeypatch.setattr(wall, "table_view", count)
    monkeypatch.setattr(wall, "TABLES", 2)
    text_of(night, "mur/", vue=0)
    assert len(made) == 1


def test_the_journal_makes_the_sentences_that_are_shown_alone(night, monkeypatch):
    made = []
    plain = journal._Sentences.of
    monkeypatch.setattr(
        journal._Sentences, "of", lambda self, *given: made.append(given[0]) or plain(self, *given)
    )
    monkeypatch.setattr(journal_page, "PAGE_SIZE", 2)
    pages = [text_of(night, "journal/", page=page) for page in (1, 2)]
    assert made == ["closed", "reported", "reported", "reported"]
    assert "Ronde 1 close." in pages[0]
    assert pages[1].count("signalé par un organisateur") == 2


def test_forty_tokens_of_no_use_cost_what_one_does(night):
    night.do("patch", "", {"public": False})
    counts = []
    for number in (1, 40):
        client = factories.browser()
        tokens = [f"{night.id}:{at:040x}" for at in range(number)]
        client.cookies["tournaments"] = ".".join(tokens)
        with CaptureQueriesContext(connection) as done:
            assert client.get(f"/tournois/{night.id}/").status_code == 404
        counts.append(len(done))
    assert counts[0] == counts[1]


def test_the_cards_to_print_come_in_parts(night, monkeypatch):
    monkeypatch.setattr(printing, "CODES", 4)  # two sides a table
    keeper = factories.browser(factories.site_owner())
    pages = [
        keeper.get(f"/tournois/{night.id}/rondes/1/cartes/", {"page": page}).content.decode()
        for page in (1, 2)
    ]
    assert [re.findall(r'id="card-(\d)"', page) for page in pages] == [["1", "2"], ["3"]]
    assert "page=2" in pages[0]


def test_a_long_log_is_replayed_by_the_worker(night, monkeypatch):
    keeper = factories.browser(factories.site_owner())
    address = f"/tournois/{night.id}/journal/"
    assert keeper.post(f"{address}rejouer/")["Location"] == f"{address}?rejouer=1"
    monkeypatch.setattr(journal_page, "LONG", 3)
    assert "Rejoué" not in keeper.get(address, {"rejouer": 1}).content.decode()
    job_id = keeper.post(f"{address}rejouer/")["Location"].split("/")[-2]
    job_services.perform(job_id=job_id)
    done = keeper.get(keeper.get(f"/travaux/{job_id}/")["Location"])
    assert "donnent le même tournoi" in done.content.decode()
    others = factories.browser(factories.member(night.club, "officer"))
    assert others.get(address, {"travail": job_id}).status_code == 404
