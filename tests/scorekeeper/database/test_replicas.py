"""Which requests read from a standby, and the addresses of several servers."""

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory

from clubs.models import Club
from scorekeeper.database import replicas, standbys
from scorekeeper.database.addresses import database
from scorekeeper.database.postgres import one_host
from scorekeeper.environment import SettingError, read

pytestmark = pytest.mark.one_database
BOARD = "/classements/dix/"


def request_of(path=BOARD, method="get", cookies=None, **headers):
    request = getattr(RequestFactory(), method)(path, headers=headers)
    request.COOKIES.update(cookies or {})
    return request


@pytest.mark.parametrize(
    ("request_", "late"),
    [
        (request_of(), True),
        (request_of("/records/dix/"), True),
        (request_of("/transmission/dix/"), True),
        (request_of("/joueurs/7/"), True),
        (request_of(method="head"), True),
        (request_of(method="post"), False),
        (request_of("/api/v1/leaderboards/dix/"), True),
        (request_of("/api/v1/records/dix/"), True),
        (request_of("/api/v1/transmission/dix/"), True),
        (request_of("/api/v1/transmission/dix/export/"), False),
        (request_of("/parties/ABCDEFGH/"), True),
        (request_of("/api/v1/matches/ABCDEFGH/"), True),
        (request_of("/parties/ABCDEFGH/suivre/"), False),
        (request_of("/parties/ABCDEFGH/mur/"), False),
        (request_of("/api/v1/matches/ABCDEFGH/live/"), False),
        (request_of("/api/v1/matches/"), False),
        (request_of("/compte/"), False),
        (request_of("/nulle/part/"), False),
        (request_of(Authorization="Token x"), False),
        (request_of(**{"X-Match-Token": "x"}), False),
        (request_of(cookies={"wrote": "1"}), False),
    ],
)
def test_a_page_that_only_reads_may_be_late_unless_its_caller_wrote(request_, late):
    assert (standbys.late_page(request_) is not None) is late


class Connection:
    """Stands in for one of Django's connections."""

    vendor = "sqlite"  # which nobody asks whether it keeps up

    def __init__(self, away):
        self.away = away

    def ensure_connection(self):
        if self.away:
            raise OperationalError


def read_where(monkeypatch, request, *names, away=()):
    """Return the databases from which three such requests read, and the last answer."""
    connections = {name: Connection(name in away) for name in ("default", *names)}
    monkeypatch.setattr(standbys, "connections", connections)
    seen = []

    def view(_request):
        seen.append(replicas.Router().db_for_read(Club))
        return HttpResponse()

    middleware = standbys.Replicas(view)
    answers = [middleware(request) for _ in range(3)]
    assert replicas.Router().db_for_read(Club) is None
    return seen, answers[-1]


def test_standbys_take_turns_and_the_primary_answers_for_one_that_is_away(monkeypatch):
    both = read_where(monkeypatch, request_of(), "replica1", "replica2")[0]
    assert both == ["replica1", "replica2", "replica1"]
    seen = read_where(monkeypatch, request_of(), "replica1", "replica2", away={"replica1"})[0]
    assert seen == ["replica2"] * 3
    none = read_where(monkeypatch, request_of(), "replica1", away={"replica1"})[0]
    assert none == [None] * 3


def test_a_standby_that_is_far_behind_is_left_out_for_a_moment(monkeypatch):
    asked_whether = []

    def keeps_up(name):
        asked_whether.append(name)
        return name == "replica2"

    monkeypatch.setattr(standbys, "keeps_up", keeps_up)
    seen = read_where(monkeypatch, request_of(), "replica1", "replica2")[0]
    assert seen == ["replica2"] * 3
    assert asked_whether == ["replica1", "replica2"]  # once in two seconds


def test_who_has_just_written_reads_the_primary(monkeypatch):
    seen, answer = read_where(monkeypatch, request_of(method="post"), "replica1")
    assert seen == [None] * 3
    assert (answer.cookies["wrote"].value, answer.cookies["wrote"]["max-age"]) == ("1", 30)
    # Reading sets no cookie. Otherwise nobody would ever read from a standby.
    assert not read_where(monkeypatch, request_of(), "replica1")[1].cookies


def test_writes_go_to_the_primary_always():
    with replicas.reading_from("replica1"):
        assert replicas.Router().db_for_write(Club) == "default"
        assert replicas.Router().db_for_read(Club) == "replica1"


def test_an_address_with_several_hosts_is_given_as_libpq_takes_it():
    url = "postgresql://moi:secret@a,b:5433/base?target_session_attrs=any"
    assert one_host(url) == (
        "postgresql://moi:secret@a/base?target_session_attrs=any", "a,b", "5432,5433",
    )  # fmt: skip
    assert one_host("postgresql://a/base") == ("postgresql://a/base", "", "")
    several = database("postgresql://moi:secret@a:1,b:2/base")
    assert (several["HOST"], several["PORT"], several["NAME"]) == ("a,b", "1,2", "base")
    assert several["OPTIONS"]["target_session_attrs"] == "read-write"
    assert several["OPTIONS"]["pool"]["timeout"] == 4
    assert "target_session_attrs" not in database("postgresql://a/base")["OPTIONS"]


WANTED = "une adresse comme postgresql://hôte/base est attendue"
POSTGRES = "postgresql://a/base"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"DATABASE_REPLICA_URLS": POSTGRES}, "vont avec une base PostgreSQL"),
        ({"DATABASE_DIRECT_URL": POSTGRES}, "vont avec une base PostgreSQL"),
        (
            {"DATABASE_URL": POSTGRES, "DATABASE_REPLICA_URLS": f"{POSTGRES} sqlite:///x"},
            f"DATABASE_REPLICA_URLS : {WANTED}",
        ),
        (
            {"DATABASE_URL": POSTGRES, "DATABASE_DIRECT_URL": "postgresql://b"},
            f"DATABASE_DIRECT_URL : {WANTED}",
        ),
        ({"DATABASE_URL": "postgresql://a,b:x/base"}, "DATABASE_URL : cette adresse n'est pas"),
    ],
)
def test_a_wrong_address_is_refused(tmp_path, given, sentence):
    with pytest.raises(SettingError, match=sentence):
        read({"SCOREKEEPER_DATA": str(tmp_path), **given})
