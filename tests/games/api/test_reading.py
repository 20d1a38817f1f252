"""Reading matches: a single one, the list, who sees which match, and answers for a match that has
not changed.
"""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Match
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100

pytestmark = pytest.mark.django_db
URL = "/api/v1/matches/"


def listed(client=None, **query):
    response = (client or factories.api()).get(URL, query)
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


# -- ETag -------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", ['"2"', 'W/"2"', '"1", "2"', "*"])
def test_a_match_that_has_not_changed_is_304_without_a_body(known):
    table = factories.table(None, HAND)
    response = table.get(headers={"If-None-Match": known})
    assert (response.status_code, response.content) == (304, b"")
    assert response.headers["ETag"] == '"2"'


@pytest.mark.parametrize("known", ['"1"', '"22"', "2", "", "rubbish"])
def test_a_match_that_has_changed_is_answered_with_its_etag(known):
    table = factories.table(None, HAND)
    response = table.get(headers={"If-None-Match": known})
    assert (response.status_code, response.headers["ETag"]) == (200, '"2"')
    assert response.json()["version"] == 2


def test_a_match_that_may_not_be_seen_is_404_even_with_its_etag():
    match = factories.started(club=factories.club(open_recording=True))
    match.club.public = False
    match.club.save()
    response = factories.api().get(f"{URL}{match.pk}/", headers={"If-None-Match": "*"})
    assert response.status_code == 404


# -- Who sees what ----------------------------------------------------------------------------

PLACES = ["", "history/", "export/", "live/"]


@pytest.mark.parametrize("rest", PLACES)
def test_a_match_of_no_club_is_read_by_whoever_has_its_address(rest):
    table = factories.table()
    assert factories.api().get(table.url(rest)).status_code == 200


@pytest.mark.parametrize("rest", PLACES)
@pytest.mark.parametrize("match_id", ["AAAAAAAA", "x", "0" * 300, "%F0%9F%83%8F", "%00"])
def test_a_match_that_does_not_exist_is_404(match_id, rest):
    response = factories.api().get(f"{URL}{match_id}/{rest}")
    assert response.status_code == 404
    assert response.json()["errors"][0]["code"] == "not_found"


@pytest.mark.parametrize("rest", PLACES)
def test_a_match_of_a_members_only_club_is_404_to_others(rest):
    club = factories.club(public=False, open_recording=True)
    match = factories.started(club=club)
    address = f"{URL}{match.pk}/{rest}"
    outsider = factories.member(factories.club(), "owner")
    token = {"X-Match-Token": "0" * 40}
    assert factories.api().get(address).status_code == 404
    assert factories.api().get(address, headers=token).status_code == 404
    assert factories.api(outsider).get(address).status_code == 404
    assert factories.api(factories.member(club)).get(address).status_code == 200
    assert factories.api(factories.site_owner()).get(address).status_code == 200


def test_a_match_of_a_members_only_club_is_read_and_written_by_its_link():
    club = factories.club(public=False)
    table = factories.table(factories.api(factories.member(club)), club=club.slug)
    table.client = factories.api()
    assert table.get().status_code == 200
    assert table.record().status_code == 201
    table.token = "0" * 40
    assert table.record().status_code == 404


def test_a_hidden_player_is_not_named():
    club = factories.club(open_recording=True)
    hidden = factories.player("Zénobie Secrète", club, shown="hidden")
    initials = factories.player("Jean-Paul Martin", club, shown="initials")
    seats = [{"player": hidden.pk}, {"player": initials.pk}, {"name": "C"}, {"name": "D"}]
    table = factories.table(None, HAND, seats=seats)
    names = [seat["name"] for seat in table.body()["seats"]]
    assert names == ["joueur anonyme", "J.-P. M.", "C", "D"]
    for rest in PLACES:
        assert "Zénobie" not in table.get(rest).content.decode()


# -- The list ---------------------------------------------------------------------------------


def test_the_list_names_no_match_of_no_club():
    factories.started()
    assert listed() == []
    assert listed(factories.api(factories.user())) == []


def test_the_list_names_a_match_of_no_club_to_its_starter_and_the_site_owner():
    account = factories.user()
    table = factories.table(factories.api(account))
    assert listed(factories.api(account)) == [table.id]
    assert listed(factories.api(factories.site_owner())) == [table.id]


def test_the_link_lists_nothing():
    table = factories.table()
    response = table.client.get(URL, headers={"X-Match-Token": table.token})
    assert response.json()["results"] == []


def test_the_list_names_matches_of_public_clubs_and_of_ones_own():
    public = factories.started(club=factories.club(open_recording=True))
    closed_club = factories.club(public=False, open_recording=True)
    closed = factories.started(club=closed_club)
    assert listed() == [public.pk]
    assert listed(factories.api(factories.user())) == [public.pk]
    assert set(listed(factories.api(factories.member(closed_club)))) == {public.pk, closed.pk}


def test_a_row_of_the_list_is_the_match_as_it_is_read():
    club = factories.club(open_recording=True)
    table = factories.table(None, HAND, ALL_TAKEN, club=club.slug)
    toy = factories.table(
        None,
        {"values": [6, 6]},
        game="toy",
        seats=[{"name": "Anne"}, {"name": "Bruno"}],
        club=club.slug,
    )
    rows = factories.api().get(URL).json()["results"]
    assert rows == [toy.body(), table.body()]


@pytest.fixture
def three():
    """Create three matches of a club, a day apart: running, finished, abandoned. Return their ids,
    oldest first, and Anne's.
    """
    club = factories.club("le-club", open_recording=True)
    anne = factories.player("Anne", club)
    seats = [{"player": anne.pk}, *factories.SEATS[1:]]
    running = factories.table(club=club.slug, seats=seats)
    finished = factories.table(None, ALL_TAKEN, rules=IN_100, club=club.slug)
    abandoned = factories.table(game="toy", seats=[{"name": "A"}, {"name": "B"}], club=club.slug)
    abandoned.patch(status="abandoned")
    ids = [running.id, finished.id, abandoned.id]
    for day, match_id in enumerate(ids, start=1):
        at = datetime(2026, 3, day, 20, 30, tzinfo=UTC)
        Match.objects.filter(pk=match_id).update(started_at=at)
    Match.objects.filter(pk=finished.id).update(event_id="tournoi-1")
    factories.started(club=factories.club("autre", open_recording=True))
    Match.objects.filter(club__slug="autre").update(started_at=datetime(2020, 1, 1, tzinfo=UTC))
    return [*ids, anne.pk]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"club": "le-club"}, [2, 1, 0]),
        ({"club": "nulle-part"}, []),
        ({"club": "le-club", "game": "dix"}, [1, 0]),
        ({"game": "toy"}, [2]),
        ({"game": "maitre"}, []),
        ({"club": "le-club", "status": "in_progress"}, [0]),
        ({"status": "finished"}, [1]),
        ({"status": "abandoned"}, [2]),
        ({"player": "anne"}, [0]),
        ({"player": "anne", "status": "finished"}, []),
        ({"player": 999_999}, []),
        ({"tournament": "tournoi-1"}, [1]),
        ({"tournament": "tournoi-2"}, []),
        ({"from": "2026-03-02T20:30:00Z"}, [2, 1]),
        ({"from": "2026-03-02T20:30:01Z"}, [2]),
        ({"club": "le-club", "to": "2026-03-02T20:30:00Z"}, [1, 0]),
        ({"club": "le-club", "to": "2026-03-02T20:29:59Z"}, [0]),
        ({"from": "2026-03-02"}, [2, 1]),
        ({"from": "2026-03-02T22:30:00+02:00", "to": "2026-03-02T22:30:00+02:00"}, [1]),
    ],
)
def test_the_list_is_filtered(three, query, expected):
    if query.get("player") == "anne":
        query = {**query, "player": three[3]}
    assert listed(**query) == [three[place] for place in expected]


def test_from_and_to_the_same_day_list_that_day(three):
    assert listed(**{"from": "2026-03-02", "to": "2026-03-02"}) == [three[1]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("status", "gagnée"),
        ("player", "Anne"),
        ("player", "0"),
        ("player", "9" * 30),
        ("player", "NaN"),
        ("from", "hier"),
        ("to", "2026-13-01"),
        ("from", "0001-01-01T00:00:00+14:00"),
        ("to", "9999-12-31T23:59:59-12:00"),
        ("club", "\0"),
        ("game", "\0"),
    ],
)
def test_a_filter_of_another_shape_is_refused(name, value):
    factories.started(club=factories.club(open_recording=True))
    response = factories.api().get(URL, {name: value})
    assert response.status_code == 400
    assert [error["attr"] for error in response.json()["errors"]] == [name]


def test_a_list_of_an_unknown_game_is_refused_in_the_callers_language():
    for language, sentence in (
        ("fr", "Ce jeu n'est pas installé ici."),
        ("en", "This game is not installed here."),
    ):
        response = factories.api(language=language).get(URL, {"game": "tarot"})
        assert response.status_code == 400
        assert response.json()["errors"] == [
            {"code": "game_unknown", "detail": sentence, "attr": "game"}
        ]


# -- Pages ------------------------------------------------------------------------------------


def test_the_list_is_walked_page_by_page_from_the_newest_without_gaps():
    club = factories.club(open_recording=True)
    now = timezone.now()
    ids = []
    for number in range(7):
        match = factories.started(club=club)
        # Three matches start at the same instant; the order must still be total.
        Match.objects.filter(pk=match.pk).update(started_at=now - timedelta(minutes=number // 3))
        ids.append(match.pk)
    expected = list(Match.objects.order_by("-started_at", "-id").values_list("pk", flat=True))
    walked, address = [], f"{URL}?page_size=3"
    sizes = []
    while address:
        page = factories.api().get(address).json()
        sizes.append(len(page["results"]))
        walked += [row["id"] for row in page["results"]]
        address = page["next"]
    assert (walked, sizes) == (expected, [3, 3, 1])
    assert set(walked) == set(ids)


def test_a_page_holds_twenty_and_at_most_fifty():
    club = factories.club(open_recording=True)
    for _ in range(51):
        factories.started("toy", club=club)
    assert len(listed()) == 20
    assert len(listed(page_size=1000)) == 50


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "cD1hYmM=",  # p=abc
        "cD0lMDA=",  # p=%00
        "bz14",  # o=x
    ],
)
@pytest.mark.parametrize("address", [URL, "/api/v1/players/"])
def test_a_garbled_cursor_is_404(address, cursor):
    factories.player("Anne", factories.club(open_recording=True))
    response = factories.api().get(address, {"cursor": cursor})
    assert response.status_code == 404
    assert response.json()["errors"][0]["code"] == "not_found"


def test_a_cursor_at_the_edge_of_the_calendar_is_no_error_of_ours():
    factories.started(club=factories.club(open_recording=True))
    cursor = "cD0wMDAxLTAxLTAxVDAwOjAwOjAwJTJCMTQ6MDA="  # p=0001-01-01T00:00:00+14:00
    response = factories.api().get(URL, {"cursor": cursor})
    # In UTC this moment lies before the year 1, which only PostgreSQL can represent.
    assert response.status_code == (200 if connection.vendor == "postgresql" else 404)


# -- Live -------------------------------------------------------------------------------------


def test_live_without_a_streaming_server_answers_the_version_and_when_to_come_back():
    table = factories.table(None, HAND)
    response = table.get("live/", headers={"Accept": "text/event-stream"})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/event-stream"
    assert response.content == b"retry: 3000\nevent: version\ndata: 2\n\n"
