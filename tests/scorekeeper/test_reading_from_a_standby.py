"""Tests of what a site with a standby reads from it, and what from the primary.

In the standby of these tests Anne has another name, which tells the two databases apart.
"""

import sqlite3
from contextlib import closing

import pytest
from django.db import connection, connections

from clubs.callers import Caller
from clubs.models import Player
from games import services
from games.services import SeatAsked
from scorekeeper import settings as site
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from transmission.models import Graph, Link

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
HERE, THERE = "Anne", "Relais"
DATABASE_AWAY = site.MIDDLEWARE.index("scorekeeper.database.database_away.DatabaseAway")


class Standby:
    """A copy of the tests' database in which Anne has another name."""

    def __init__(self, folder):
        self.path = folder / "standby.sqlite3"

    def catch_up(self):
        """Copy the primary as it is now, except for Anne's name."""
        with closing(sqlite3.connect(self.path)) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)
            table = Player._meta.db_table
            copy.execute(f"UPDATE {table} SET name = ? WHERE name = ?", (THERE, HERE))
            copy.commit()


@pytest.fixture
def standby(tmp_path, settings):
    copy = Standby(tmp_path)
    copy.catch_up()
    connections.databases["replica1"] = {**connections.databases["default"], "NAME": str(copy.path)}
    connections["replica1"].connect()
    settings.DATABASE_ROUTERS = ["scorekeeper.database.replicas.Router"]
    settings.MIDDLEWARE = list(site.MIDDLEWARE)
    settings.MIDDLEWARE.insert(DATABASE_AWAY, "scorekeeper.database.standbys.Replicas")
    yield copy
    connections["replica1"].close()
    del connections["replica1"], connections.databases["replica1"]


@pytest.fixture
def played(standby):
    """A club's finished match and a running one, as a dict with Anne's id; Anne taught Bruno."""
    club = factories.club("ici")
    people = [factories.player(name, club) for name in (HERE, "Bruno", "Chloé", "David")]
    seats = [SeatAsked(player=person.pk) for person in people]
    by = Caller(user=factories.member(club, "officer"))
    over = factories.started(by=by, club=club, seats=seats, rules=IN_100)
    running = factories.started(by=by, club=club, seats=seats, rules=IN_100)
    factories.recorded(over, ALL_TAKEN)
    Graph.objects.get_or_create(game="dix")
    Link.objects.create(game="dix", teacher=people[0], learner=people[1], confirmed=True)
    standby.catch_up()
    return {"over": over, "running": running, "anne": people[0].pk}


def told_of(address, browser=None):
    """Return Anne's names on a page: the primary's name for her, the standby's, or neither."""
    answer = (browser or factories.browser()).get(address)
    assert answer.status_code == 200, (address, answer.content)
    return [name for name in (HERE, THERE) if name in answer.content.decode()]


LATE = (
    "/classements/dix/?club=ici",
    "/classements/dix/csv/?club=ici",
    "/records/dix/",
    "/transmission/dix/",
    "/joueurs/{anne}/",
    "/parties/{over}/",
    "/parties/{over}/historique/",
    "/api/v1/leaderboards/dix/?club=ici",
    "/api/v1/records/dix/",
    "/api/v1/transmission/dix/",
    "/api/v1/matches/{over}/",
    "/api/v1/matches/{over}/export/",
)
NOW = (
    "/parties/{over}/suivre/?version=0",
    "/parties/{over}/mur/",
    "/parties/{running}/",
    "/parties/{running}/mur/",
    "/api/v1/matches/{running}/",
    "/api/v1/matches/",
)


def addresses(which, played):
    ids = {"over": played["over"].pk, "running": played["running"].pk, "anne": played["anne"]}
    return [address.format(**ids) for address in which]


def test_boards_records_graph_and_matches_that_are_over_are_read_from_the_standby(played):
    where = {address: told_of(address) for address in addresses(LATE, played)}
    assert where == {key: [THERE] for key in where}


def test_what_runs_and_what_follows_a_match_is_read_from_the_primary(played):
    where = {address: told_of(address) for address in addresses(NOW, played)}
    assert where == {key: [HERE] for key in where}


def test_who_has_just_written_reads_the_primary(played):
    browser = factories.browser()
    seats = [{"name": name} for name in factories.NAMES]
    start = {"game": "dix", "seats": seats}
    made = browser.post("/api/v1/matches/", start, content_type="application/json")
    assert made.status_code == 201
    where = {address: told_of(address, browser) for address in addresses(LATE, played)}
    assert where == {key: [HERE] for key in where}


def test_a_match_that_is_corrected_is_read_from_the_primary_until_the_standby_has_it(
    played, standby
):
    page, over = f"/parties/{played['over'].pk}/", played["over"]
    assert told_of(page) == [THERE]
    services.correct(match_id=over.pk, number=1, data=HAND, by=factories.by_link(over))
    assert told_of(page) == [HERE]
    factories.recorded(over, ALL_TAKEN)
    assert told_of(page) == [HERE]
    standby.catch_up()
    assert told_of(page) == [THERE]


def test_a_match_of_which_the_standby_has_not_heard_is_there(played):
    unheard = factories.finished()
    assert factories.browser().get(f"/parties/{unheard.pk}/").status_code == 200
    assert factories.browser().get("/api/v1/matches/ZZZZZZZZ/").status_code == 404
