"""How many queries each call makes: the number is pinned, and is the same however long the match
is.
"""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.factories import FAILED, HAND

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def queries(call, *arguments, **options):
    """Return how many queries a call makes, without savepoints: outside a test no transaction
    surrounds the call.
    """
    with CaptureQueriesContext(connection) as captured:
        response = call(*arguments, **options)
    assert response.status_code < 300, response.content
    return len([q for q in captured if "SAVEPOINT" not in q["sql"]])


def long_table(lines=12, **changes):
    return factories.table(None, *[FAILED] * lines, **changes)


def record_of(table):
    version = table.body()["version"]
    return queries(table.record, client_id=str(uuid.uuid4()), after=version)


def test_record_asks_at_most_twelve_times_however_long_the_match():
    assert record_of(factories.table()) <= 12
    assert record_of(factories.table()) == record_of(long_table())


def test_record_by_a_member_of_the_club_at_most_twelve_times():
    club = factories.club()
    account = factories.member(club)
    table = factories.table(factories.api(account), HAND, club=club.slug)
    table.token = None
    # One query is for signing in, and one for the role.
    assert record_of(table) <= 12


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("correct", lambda table: queries(table.correct, 1, HAND)),
        ("take_back", lambda table: queries(table.take_back, len(table.body()["entries"]))),
        ("patch", lambda table: queries(table.patch, sides=[{"side": 0, "name": "X"}])),
        ("preview", lambda table: queries(table.preview)),
        ("read", lambda table: queries(table.get)),
        ("history", lambda table: queries(table.get, "history/")),
        ("export", lambda table: queries(table.get, "export/?format=csv")),
    ],
)
def test_a_call_asks_as_often_on_a_long_match_as_on_a_short_one(name, call):
    most = {"correct": 12, "take_back": 12, "patch": 12, "preview": 6, "read": 5, "history": 2}
    short, long = call(long_table(1)), call(long_table(12))
    assert short == long
    assert short <= most.get(name, 5)


def test_an_unchanged_match_asks_once():
    table = long_table()
    assert queries(lambda: _not_modified(table)) == 1


def _not_modified(table):
    response = table.get(headers={"If-None-Match": "*"})
    assert response.status_code == 304
    response.status_code = 200
    return response


def test_the_list_asks_as_often_for_three_rows_as_for_one():
    club = factories.club("le-club", open_recording=True)
    anne = factories.player("Anne", club)
    seats = [{"player": anne.pk}, *factories.SEATS[1:]]
    read = factories.api().get
    long_table(3, club="le-club", seats=seats)
    of_one = queries(read, "/api/v1/matches/", {"club": "le-club"})
    for lines in (0, 5):
        long_table(lines, club="le-club", seats=seats)
    three = queries(read, "/api/v1/matches/", {"club": "le-club"})
    assert len(read("/api/v1/matches/", {"club": "le-club"}).json()["results"]) == 3
    assert of_one == three <= 5


def test_the_list_of_two_games_asks_once_more():
    club = factories.club("le-club", open_recording=True)
    read = factories.api().get
    long_table(2, club="le-club")
    of_one = queries(read, "/api/v1/matches/")
    factories.table(game="toy", seats=[{"name": "A"}, {"name": "B"}], club=club.slug)
    assert queries(read, "/api/v1/matches/") == of_one + 1


def test_the_list_of_players_asks_as_often_for_three_as_for_one():
    club = factories.club("le-club", open_recording=True)
    read = factories.api().get
    factories.player("Anne", club)
    of_one = queries(read, "/api/v1/players/")
    factories.player("Bruno", club)
    factories.player("Chloé", club)
    assert queries(read, "/api/v1/players/") == of_one <= 3


def test_the_page_of_a_match_asks_as_often_for_a_long_match_as_for_a_short_one():
    def page(table):
        browser = factories.browser()
        browser.cookies["tables"] = f"{table.id}:{table.token}"
        return queries(browser.get, f"/parties/{table.id}/")

    assert page(factories.table(None, HAND)) == page(long_table()) <= 6


def test_the_home_page_asks_as_often_for_three_matches_as_for_one():
    club = factories.club("le-club", open_recording=True)
    factories.table(None, HAND, club=club.slug)
    of_one = queries(factories.browser().get, "/")
    for _ in range(2):
        factories.table(None, HAND, club=club.slug)
    assert queries(factories.browser().get, "/") == of_one <= 10
