"""A result is made anew once a query behind it gives something else, and only then."""

import threading
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from clubs import read_sets
from clubs.lru import LruCache
from clubs.models import Club, Player
from clubs.read_sets import cached
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    return factories.club(name="Les As", city="Québec")


def elsewhere(write):
    """Write on another connection, as another process does."""

    def run():
        write()
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


class Made:
    """Reads the clubs' names, then the city of each; counts how often."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        names = Club.objects.order_by("id").values_list("name", flat=True)
        return [(name, Club.objects.get(name=name).city) for name in names]


def test_it_is_made_once_and_anew_after_a_write_here_or_elsewhere(club):
    made = Made()
    for _ in range(2):
        assert cached("clubs", made) == [("Les As", "Québec")]
    assert made.times == 1
    Club.objects.update(city="Lévis")
    assert cached("clubs", made) == [("Les As", "Lévis")]
    elsewhere(lambda: Club.objects.update(name="Les Rois"))
    assert cached("clubs", made) == [("Les Rois", "Lévis")]
    elsewhere(lambda: Club.objects.create(slug="b", name="B"))
    assert cached("clubs", made) == [("Les Rois", "Lévis"), ("B", "")]
    assert made.times == 4


def test_what_it_does_not_read_changes_nothing(club):
    made = Made()
    cached("clubs", made)
    factories.player("Anne", club)
    elsewhere(lambda: Player.objects.update(name="Zoé"))
    cached("clubs", made)
    assert made.times == 1


def test_the_same_queries_are_executed_as_when_it_was_made(club):
    with CaptureQueriesContext(
        connection,
    ) as first:
        cached("clubs", Made())
    with CaptureQueriesContext(connection) as again:
        cached("clubs", Made())
    assert [one["sql"] for one in again] == [one["sql"] for one in first]
    assert len(first) == 2


def test_it_stops_at_the_first_query_that_gives_something_else(club):
    cached("clubs", Made())
    Club.objects.update(name="Les Rois")
    with CaptureQueriesContext(connection) as queries:
        cached("clubs", Made())
    assert len(queries) == 1 + 2


def test_a_write_of_its_own_transaction_counts_and_one_that_is_rolled_back_does_not(club):
    made = Made()
    cached("clubs", made)
    with transaction.atomic():
        Club.objects.update(city="Lévis")
        assert cached("clubs", made) == [("Les As", "Lévis")]
        transaction.set_rollback(True)
    assert cached("clubs", made) == [("Les As", "Québec")]


def test_a_write_that_comes_while_it_is_made_is_noticed(club):
    def made():
        city = Club.objects.get().city
        elsewhere(lambda: Club.objects.update(city="Lévis"))
        return city

    assert cached("city", made) == "Québec"
    assert cached("city", lambda: Club.objects.get().city) == "Lévis"


def test_languages_keys_and_databases_are_apart(club, monkeypatch):
    made = Made()
    cached("clubs", made)
    with translation.override("en"):
        cached("clubs", made)
    cached("others", made)
    assert made.times == 3
    monkeypatch.setattr(read_sets, "router", SimpleNamespace(db_for_read=lambda _: "replica1"))
    cached("clubs", made)
    assert made.times == 4


def test_what_writes_is_made_each_time(club):
    times = []

    def made():
        times.append(len(times))
        return Club.objects.create(slug=f"c{len(times)}", name="C").pk

    assert cached("new", made) != cached("new", made)
    assert times == [0, 1]


def test_what_is_refused_is_asked_again(club):
    def refuse():
        raise LookupError(Club.objects.count())

    for _ in range(2):
        with pytest.raises(LookupError):
            cached("refused", refuse)


def test_rows_are_read_as_django_reads_them(club):
    """Whole, one by one, in pieces, and as an iterator."""
    factories.player("Anne", club)
    factories.player("Bruno", club)
    people = Player.objects.order_by("name")

    def made():
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM clubs_player ORDER BY name")
            raw = [cursor.fetchone(), cursor.fetchmany(5), cursor.fetchall(), cursor.fetchone()]
        return [
            *([one.name for one in people], [one.name for one in people.iterator(1)]),
            *(people.first().name, people.count(), people.filter(name="Zoé").exists(), raw),
        ]

    expected = [["Anne", "Bruno"]] * 2 + ["Anne", 2, False]
    expected += [[("Anne",), [("Bruno",)], [], None]]
    assert made() == expected
    assert cached("people", made) == expected
    assert cached("people", made) == expected


def test_the_values_used_last_are_kept_and_no_more_than_a_limit():
    cache = LruCache(most=10)
    for key in "ab":
        cache.put(key, key.upper(), 4)
    assert cache.get("a") == "A"
    cache.put("c", "C", 4)  # no room for all three: `b` was not asked for since
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]
    cache.put("a", "Z", 9)  # in place of the first; `c` has to go
    assert [cache.get(key) for key in "abc"] == ["Z", None, None]
    cache.put("b", "B", 1)
    assert [cache.get(key) for key in "ab"] == ["Z", "B"]
