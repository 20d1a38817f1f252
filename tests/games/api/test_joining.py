"""`POST matches/{id}/seats/` adds a player to a running match, at the end of the order."""

import uuid

import pytest

from games.models import Match, Seat, Side
from tests import factories
from tests.factories import HAND
from tests.plain import plain
from tests.stored import every_row

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SEATS = [{"name": name} for name in ("Anne", "Bruno")]
OPEN = {"entry_score": 0}
ROUND = ({"points": 100}, {"points": 200})


def table(*turns, **changes):
    return factories.table(None, *turns, **{"game": "dix-mille", "seats": SEATS, **changes})


def join(table, name="Zoé", **more):
    return table.call("post", "seats/", {**({"name": name} if name else {}), **more})


def faults(response):
    return response.status_code, [(e["code"], e["attr"]) for e in response.json()["errors"]]


def test_who_joins_sits_last_and_plays_after_the_others():
    match = table(*ROUND, rules=OPEN)
    answer = join(match)
    body = answer.json()
    assert (answer.status_code, answer.headers["ETag"]) == (201, '"4"')
    assert body["seats"][2] == {"seat": 2, "name": "Zoé", "player": None, "side": 2}
    assert [(side["name"], side["score"]) for side in body["sides"]] == [
        ("Anne", 100),
        ("Bruno", 200),
        ("Zoé", 0),
    ]
    assert body["next"]["seat"] == 2
    assert [entry["line"]["totals"] for entry in body["entries"]] == [[100, 0, 0], [100, 200, 0]]
    assert body == match.body()
    assert match.record({"points": 300}).json()["sides"][2]["score"] == 300
    assert match.record({"points": 100, "seat": 0}).status_code == 201


def test_several_join_one_after_another_until_somebody_has_two_turns():
    match = table(*ROUND, rules=OPEN)
    assert join(match).status_code == 201
    assert match.record({"points": 300}).status_code == 201
    assert join(match, "Yves").status_code == 201
    assert match.record({"points": 400}).status_code == 201
    assert match.record({"points": 100}).status_code == 201
    before = every_row()
    assert faults(join(match, "Paul")) == (400, [("too_late_to_join", "non_field_errors")])
    assert every_row() == before
    assert match.take_back(5).status_code == 200
    assert join(match, "Paul").status_code == 201


def test_a_place_may_be_named_later():
    body = join(table(), None, named=False).json()
    assert body["seats"][2] == {
        "seat": 2,
        "name": "Joueur 3",
        "player": None,
        "side": 2,
        "named": False,
    }


def test_a_player_joins_under_the_right_to_seat_them():
    club = factories.club("ouvert", open_recording=True)
    zoe, closed = factories.player("Zoé", club), factories.club("ferme")
    yves = factories.player("Yves", closed)
    factories.owner_who_came()
    match = table(club="ouvert")
    assert faults(join(match, None, player=yves.pk))[0] == 403
    assert faults(join(match, None, player=999)) == (400, [("player_unknown", "seats")])
    body = join(match, None, player=zoe.pk).json()
    assert body["seats"][2] == {"seat": 2, "name": "Zoé", "player": zoe.pk, "side": 2}
    assert faults(join(match, None, player=zoe.pk)) == (400, [("player_repeated", "seats")])
    assert set(Seat.objects.values_list("club", flat=True)) == {club.pk}
    assert set(Side.objects.values_list("club", flat=True)) == {club.pk}


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({}, ("name_blank", "name")),
        ({"name": "Zoé", "player": 1}, ("seat_named_or_known", "name")),
        ({"name": "Zoé", "seat": 2}, ("field_unknown", "seat")),
        ({"name": "Zoé", "named": "oui"}, ("invalid", "named")),
    ],
)
def test_a_wrong_body_is_refused(body, fault):
    match = table()
    assert faults(match.call("post", "seats/", body)) == (400, [fault])
    assert match.body()["version"] == 1


def test_nobody_joins_a_match_that_is_over_given_up_full_or_of_another_game():
    over = table({"points": 100}, rules=OPEN | {"target": 100})
    given_up = table()
    given_up.patch(status="abandoned")
    full = table(seats=[{"name": f"J {number}"} for number in range(50)])
    other = factories.table(None, HAND)
    refused = {
        "match_finished": over,
        "match_abandoned": given_up,
        "player_count": full,
        "seats_fixed": other,
    }
    for code, match in refused.items():
        assert faults(join(match)) == (400, [(code, "non_field_errors")])
    (error,) = join(full).json()["errors"]
    assert plain(error["detail"]) == "Il faut de 2 à 50 personnes à cette table."


def test_who_may_not_write_the_match_lets_nobody_join():
    match = table()
    assert factories.api().post(match.url("seats/"), {"name": "Zoé"}).status_code == 403
    assert match.body()["version"] == 1


# -- Exactly once, and nothing overwritten ------------------------------------------------------


def test_joining_sent_twice_is_one_and_answers_the_same():
    match, client_id = table(*ROUND, rules=OPEN), str(uuid.uuid4())
    first = join(match, client_id=client_id)
    again = join(match, client_id=client_id)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.content == first.content
    assert (match.body()["version"], len(match.body()["seats"])) == (4, 3)
    reused = join(match, "Yves", client_id=client_id)
    assert faults(reused)[1][0][0] == "client_id_reused"


def test_what_was_answered_before_somebody_joined_is_answered_again():
    client_ids = [str(uuid.uuid4()) for _ in range(3)]
    match = table(client_id=client_ids[0], rules=OPEN)
    first = match.record({"points": 100}, client_id=client_ids[1])
    joined = join(match, client_id=client_ids[2])
    match.record({"points": 200})
    join(match, "Yves")
    match.patch(seats=[{"seat": 2, "name": "Zoë"}])
    match.correct(1, {"points": 150})
    again = match.record({"points": 100}, client_id=client_ids[1])
    assert (again.status_code, again.content) == (200, first.content)
    assert len(again.json()["seats"]) == len(again.json()["sides"]) == 2
    assert join(match, client_id=client_ids[2]).content == joined.content
    body = {"game": "dix-mille", "seats": SEATS, "rules": OPEN, "client_id": client_ids[0]}
    started = match.client.post("/api/v1/matches/", body)
    assert (started.status_code, len(started.json()["seats"])) == (200, 2)


def test_a_line_of_a_phone_that_had_not_seen_them_is_stale_and_scores_nothing():
    match = table(*ROUND, rules=OPEN)
    join(match, after=3)
    stale = match.record({"points": 500}, after=3)
    assert (stale.status_code, stale.json()["errors"][0]["code"]) == (409, "stale")
    assert len(stale.json()["match"]["seats"]) == 3
    assert [side["score"] for side in match.body()["sides"]] == [100, 200, 0]
    assert join(match, "Yves", after=3).status_code == 409
    assert match.record({"points": 500}, after=4).json()["sides"][2]["score"] == 500


# -- The file of the match ----------------------------------------------------------------------


def test_an_export_taken_in_scores_the_same():
    match = table(*ROUND, rules=OPEN)
    join(match)
    for points in (300, 400, 100, 600):
        match.record({"points": points})
    file = match.get("export/?format=json").json()
    taken = factories.api().post("/api/v1/matches/import/", file)
    assert taken.status_code == 201, taken.content
    copy = taken.json()
    for part in ("sides", "state", "next", "result"):
        assert copy[part] == file[part]
    assert [seat["name"] for seat in copy["seats"]] == ["Anne", "Bruno", "Zoé"]
    assert [entry["line"] for entry in copy["entries"]] == [
        entry["line"] for entry in file["entries"]
    ]
    heads = match.get("export/?format=csv").content.decode().splitlines()[0]
    assert "Zoé =" in heads


def test_the_history_has_who_joined():
    match = table()
    join(match)
    change = match.get("history/").json()[-1]
    assert (change["kind"], change["after"]["joined"]) == ("patch", 2)
    assert change["before"]["guests"] == change["before"]["sides"] == ["Anne", "Bruno"]
    assert change["after"]["guests"] == change["after"]["sides"] == ["Anne", "Bruno", "Zoé"]
    assert Match.objects.get().version == 2
