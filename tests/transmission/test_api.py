"""Tests of the contract of `/api/v1/transmission/…`: each answer, and each refusal with its
code.
"""

import re

import pytest

from clubs.callers import Caller
from clubs.models import Player
from games.models import Match
from jobs.models import Job
from tests import factories
from tests.factories import HAND
from tests.plain import plain
from tests.transmission.families import DIX, GAME, House, linked, played
from transmission import jobs, services
from transmission.api.views import ImportView
from transmission.errors import Refused
from transmission.models import Action, Attestation, Link, Source
from transmission.services import ImportAsked, Writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return House()


def codes(answer):
    return [(error["code"], error["attr"]) for error in answer.json()["errors"]]


def post(account, rest, **body):
    return factories.api(account).post(f"{DIX}{rest}", body)


def link(account, teacher, learner, **more):
    return post(account, "links/", teacher=teacher.pk, learner=learner.pk, **more)


def test_an_officers_link_is_confirmed_and_the_graph_has_both_people(house):
    answer = link(house.officer, house.charles, house.jean, date="2019", note="à la cantine")
    assert answer.status_code == 201
    body = answer.json()
    assert body == {
        "id": body["id"],
        "teacher": house.charles.pk,
        "learner": house.jean.pk,
        "date": "2019",
        "note": "à la cantine",
        "club": "aediroum",
        "confirmed": True,
    }
    graph = factories.api().get(DIX).json()
    assert graph["links"] == [body]
    assert graph["generations"] == [[house.charles.pk], [house.jean.pk]]
    assert graph["nodes"][1] == {
        "id": house.jean.pk,
        "name": "Jean",
        "generation": 1,
        "source": None,
        "clubs": ["aediroum"],
        "taught": 0,
    }
    assert Action.objects.get().after == body


def test_a_members_link_waits_for_an_officer(house):
    body = link(house.member, house.charles, house.jean).json()
    assert body["confirmed"] is False
    assert factories.api().get(DIX).json()["nodes"] == []
    assert factories.api().get(DIX).json()["proposed"] == []
    assert factories.api(house.member).get(DIX).json()["proposed"] == [body]
    refused = post(house.member, f"links/{body['id']}/confirm/")
    assert (refused.status_code, codes(refused)) == (403, [("transmission_not_allowed", None)])
    confirmed = post(house.officer, f"links/{body['id']}/confirm/")
    assert (confirmed.status_code, confirmed.json()) == (200, {**body, "confirmed": True})
    assert len(factories.api().get(DIX).json()["links"]) == 1
    again = post(house.officer, f"links/{body['id']}/confirm/")
    assert again.status_code == 200
    assert Action.objects.count() == 2


def test_who_proposed_may_take_it_back_until_it_is_confirmed(house):
    link_id = link(house.member, house.charles, house.jean).json()["id"]
    assert factories.api(house.member).delete(f"{DIX}links/{link_id}/").status_code == 204
    two = link(house.officer, house.charles, house.jean).json()["id"]
    assert factories.api(house.member).delete(f"{DIX}links/{two}/").status_code == 403
    assert factories.api(house.officer).delete(f"{DIX}links/{two}/").status_code == 204
    assert not Link.objects.exists()
    assert factories.api(house.officer).delete(f"{DIX}links/{two}/").status_code == 404
    assert [action.kind for action in Action.objects.all()] == ["link", "delete", "link", "delete"]


def test_a_visitor_proposes_nothing(house):
    answer = link(None, house.charles, house.jean)
    assert codes(answer) == [("propose_not_allowed", None)]


@pytest.mark.parametrize(
    ("teacher", "learner", "expected"),
    [
        ("charles", "charles", ("teaches_oneself", "learner")),
        ("charles", "jean", ("link_exists", "learner")),
        ("bruno", "charles", ("would_make_a_cycle", "learner")),
        ("jean", "raz", ("learner_is_source", "learner")),
        ("new", "jean", ("not_played_in_club_room", "teacher")),
        ("jean", "new", ("not_played_in_club_room", "learner")),
    ],
)
def test_links_that_can_not_be(house, teacher, learner, expected):
    house.tell()
    house.new = factories.player("Zoé", house.club)
    source = post(house.officer, "sources/", player=house.raz.pk, kind="self_taught")
    assert source.status_code == 201
    before = (Link.objects.count(), Action.objects.count())
    answer = link(house.officer, getattr(house, teacher), getattr(house, learner))
    assert (answer.status_code, codes(answer)) == (400, [expected])
    assert (Link.objects.count(), Action.objects.count()) == before


def test_a_cycle_is_told_by_the_names_along_it_also_through_what_is_only_proposed(house):
    link(house.member, house.charles, house.anne)
    link(house.officer, house.anne, house.bruno)
    answer = link(house.officer, house.bruno, house.charles)
    detail = answer.json()["errors"][0]["detail"]
    assert plain(detail) == "Ce lien fermerait un cercle : Charles → Anne → Bruno → Charles."


def test_a_source_has_no_teacher_and_a_learner_is_no_source(house):
    house.tell()
    answer = post(house.officer, "sources/", player=house.jean.pk, kind="family")
    assert codes(answer) == [("source_has_teacher", "player")]
    answer = post(house.officer, "sources/", player=house.charles.pk, kind="family", note="n")
    assert answer.json() | {"id": 0} == {
        "id": 0,
        "player": house.charles.pk,
        "kind": "family",
        "note": "n",
    }
    assert codes(post(house.officer, "sources/", player=house.charles.pk, kind="family")) == [
        ("source_exists", "player")
    ]
    assert post(house.member, "sources/", player=house.raz.pk, kind="family").status_code == 403
    graph = factories.api().get(DIX).json()
    assert graph["nodes"][0]["source"] == "family"
    gone = factories.api(house.officer).delete(f"{DIX}sources/{answer.json()['id']}/")
    assert (gone.status_code, Source.objects.count()) == (204, 0)


def test_an_undeclared_player_without_teacher_may_be_given_one(house):
    house.tell()
    assert link(house.officer, house.raz, house.charles).status_code == 201
    generations = factories.api().get(DIX).json()["generations"]
    assert generations == [
        [house.raz.pk],
        [house.charles.pk],
        [house.jean.pk, house.anne.pk],
        [house.bruno.pk],
    ]


def test_a_recorded_hand_in_the_club_room_lets_someone_appear(house):
    people = [factories.player(name, house.club) for name in ("Un", "Deux", "Trois", "Quatre")]
    seats = [factories.SeatAsked(player.pk) for player in people]
    by = factories.Caller(user=house.officer)
    match = factories.started(seats=seats, club=house.club, in_club_room=True, by=by)
    assert codes(link(house.officer, *people[:2])) == [("not_played_in_club_room", "teacher")]
    factories.recorded(match, HAND)
    Match.objects.update(in_club_room=False)
    assert codes(link(house.officer, *people[:2])) == [("not_played_in_club_room", "teacher")]
    Match.objects.update(in_club_room=True)
    assert link(house.officer, *people[:2]).status_code == 201
    other = factories.api(house.officer).post(
        "/api/v1/transmission/yams/links/", {"teacher": people[0].pk, "learner": people[1].pk}
    )
    assert codes(other) == [("not_played_in_club_room", "teacher")]


def test_an_attestation_lets_someone_appear(house):
    new = factories.player("Zoé", house.club)
    body = {"player": new.pk, "date": "2024-11-18", "witness": "Félix"}
    assert post(house.member, "attestations/", **body).status_code == 403
    answer = post(house.officer, "attestations/", **body)
    assert answer.status_code == 201
    assert answer.json() == {"id": answer.json()["id"], **body}
    assert codes(post(house.officer, "attestations/", **body)) == [("already_attested", "date")]
    assert codes(post(house.officer, "attestations/", **(body | {"date": "2999-01-01"}))) == [
        ("date_in_future", "date")
    ]
    assert link(house.officer, house.charles, new).status_code == 201


@pytest.mark.parametrize("date", ["2024-02-30", "hier", "24", "0000", "2999", "２０２４"])
def test_a_date_that_is_none(house, date):
    answer = link(house.officer, house.charles, house.jean, date=date)
    assert answer.status_code == 400
    assert codes(answer)[0][1] == "date"


def test_the_same_write_twice_is_written_once(house):
    name = "6e1b4cc8-3b1c-4f53-8f0b-2a40a64a7b5c"
    first = link(house.officer, house.charles, house.jean, client_id=name)
    again = link(house.officer, house.charles, house.jean, client_id=name)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = link(house.officer, house.charles, house.anne, client_id=name)
    assert (other.status_code, codes(other)) == (409, [("client_id_reused", None)])
    for _twice in range(2):
        where = f"{DIX}links/{first.json()['id']}/?client_id={name[:-1]}d"
        assert factories.api(house.officer).delete(where).status_code == 204


def test_part_of_the_graph_around_someone(house):
    house.tell()
    graph = factories.api().get(f"{DIX}?root={house.anne.pk}&depth=1").json()
    assert [node["name"] for node in graph["nodes"]] == ["Charles", "Anne", "Bruno"]
    assert [node["generation"] for node in graph["nodes"]] == [0, 1, 2]
    assert len(graph["links"]) == 2
    assert len(factories.api().get(f"{DIX}?root={house.anne.pk}").json()["nodes"]) == 4
    assert codes(factories.api().get(f"{DIX}?root=9999")) == [("player_unknown", "root")]
    assert codes(factories.api().get(f"{DIX}?root=x")) == [("invalid", "root")]


def test_the_shortest_path_whichever_way_the_arrows_run(house):
    house.tell()
    answer = factories.api().get(f"{DIX}path/?a={house.jean.pk}&b={house.bruno.pk}").json()
    assert [node["name"] for node in answer["path"]] == ["Jean", "Charles", "Anne", "Bruno"]
    assert len(answer["links"]) == 3
    none = factories.api().get(f"{DIX}path/?a={house.jean.pk}&b={house.raz.pk}").json()
    assert none == {"path": [], "links": []}
    assert codes(factories.api().get(f"{DIX}path/?a=1")) == [("invalid", "b")]


def test_a_person_with_their_lines(house):
    house.tell()
    body = factories.api().get(f"{DIX}players/{house.anne.pk}/").json()
    names = {
        key: [node["name"] for node in body[key]]
        for key in ("teachers", "pupils", "ancestors", "descendants", "line")
    }
    assert names == {
        "teachers": ["Charles"],
        "pupils": ["Bruno"],
        "ancestors": ["Charles"],
        "descendants": ["Bruno"],
        "line": ["Anne", "Charles"],
    }
    assert (body["generation"], body["taught"]) == (1, 1)
    alone = factories.api().get(f"{DIX}players/{house.raz.pk}/").json()
    assert (alone["generation"], alone["teachers"]) == (None, [])
    assert factories.api().get(f"{DIX}players/9999/").status_code == 404


def test_people_of_a_club_that_one_may_not_see_are_left_out(house):
    house.tell()
    closed = factories.club("ferme", public=False)
    theirs = factories.member(closed, "officer")
    hers = played("Secrète", closed)
    house.club.memberships.create(user=theirs, role="member")
    linked(house.bruno, hers, theirs)
    assert "Secrète" not in factories.api().get(DIX).content.decode()
    assert len(factories.api().get(DIX).json()["nodes"]) == 4
    assert factories.api().get(f"{DIX}players/{hers.pk}/").status_code == 404
    assert factories.api().get(f"{DIX}players/{house.bruno.pk}/").json()["pupils"] == []
    assert len(factories.api(theirs).get(DIX).json()["nodes"]) == 5
    assert codes(link(house.officer, hers, house.jean)) == [("player_unknown", "teacher")]


def test_who_is_hidden_stays_without_a_name_or_club_where_a_line_goes_through_them(house):
    house.tell()
    Player.objects.filter(pk=house.anne.pk).update(shown="hidden")
    Player.objects.filter(pk=house.jean.pk).update(shown="hidden")
    body = factories.api().get(DIX).json()
    assert [(node["name"], node["clubs"]) for node in body["nodes"]] == [
        ("Charles", ["aediroum"]),
        ("quelqu'un", []),
        ("Bruno", ["aediroum"]),
    ]
    # Only the arrow is left: its note, date and club could tell who the hidden person is.
    assert [(link["date"], link["note"], link["club"]) for link in body["links"]] == [
        (None, "", None),
        (None, "", None),
    ]
    fellow = factories.api(house.member).get(DIX).json()
    assert [node["name"] for node in fellow["nodes"]] == [
        "Charles",
        "joueur anonyme",
        "joueur anonyme",
        "Bruno",
    ]


def test_a_graph_of_another_game_is_another_graph(house):
    house.tell()
    assert factories.api().get("/api/v1/transmission/yams/").json()["nodes"] == []
    assert factories.api().get("/api/v1/transmission/tarot/").status_code == 404
    existing = Link.objects.first()
    where = f"/api/v1/transmission/yams/links/{existing.pk}/"
    assert factories.api(house.officer).delete(where).status_code == 404


def test_reading_costs_as_many_queries_for_five_as_for_three(house, django_assert_num_queries):
    house.tell()
    for _size in range(2):
        factories.api().get(DIX)  # the lineage of this state is kept
        with django_assert_num_queries(8):
            factories.api().get(DIX)
        linked(house.raz, played(f"N{_size}", house.club), house.officer)


def csv_of(*lines):
    return "\n".join(["teacher,learner,date,note", *lines])


def import_(account, content, **more):
    body = {"format": "csv", "content": content, "club": "aediroum", **more}
    return post(account, "import/", **body)


def preview_of(links, *new_players):
    return {
        "preview": True,
        "links": links,
        "links_there": 0,
        "sources": 0,
        "new_players": list(new_players),
        "new_player_count": len(new_players),
    }


def test_an_import_is_previewed_and_then_written_whole(house):
    content = csv_of("Charles,Jean,2019,", "jean,Nadia,2020-01-05,« au local »")
    assert codes(import_(house.officer, content)) == [("name_unknown", "lines.3")]
    answer = import_(house.officer, content, create_players=True)
    preview = {
        "preview": True,
        "links": 2,
        "links_there": 0,
        "sources": 0,
        "new_players": ["Nadia"],
    }
    preview["new_player_count"] = 1
    assert (answer.status_code, answer.json()) == (200, preview)
    assert not Link.objects.exists()
    assert not Player.objects.filter(name="Nadia").exists()
    answer = import_(house.officer, content, create_players=True, preview=False)
    assert (answer.status_code, answer.json()) == (201, {**preview, "preview": False})
    graph = factories.api().get(DIX).json()
    assert [node["name"] for node in graph["nodes"]] == ["Charles", "Jean", "Nadia"]
    assert [edge["date"] for edge in graph["links"]] == ["2019", "2020-01-05"]
    assert Attestation.objects.filter(player__name="Nadia").count() == 1
    assert import_(house.member, content).status_code == 403


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Charles,Charles"], ("teaches_oneself", "lines.2")),
        (["Charles,Jean", "Charles,Jean"], ("link_exists", "lines.3")),
        (["Jean,Raz"], ("learner_is_source", "lines.2")),
        (["Charles,Jean,demain"], ("date_invalid", "lines.2")),
        (["Charles,Jean,,", ",Jean"], ("name_blank", "lines.3")),
        (["Charles,Jean", "Jean,Anne", "Anne,Charles"], ("would_make_a_cycle", "content")),
        ([], ("import_empty", "content")),
        (['"Charles,Jean'], ("import_invalid", "content")),
    ],
)
def test_an_import_with_one_fault_writes_nothing(house, lines, expected):
    post(house.officer, "sources/", player=house.raz.pk, kind="self_taught")
    answer = import_(house.officer, csv_of(*lines), preview=False)
    assert (answer.status_code, codes(answer)) == (400, [expected])
    assert not Link.objects.exists()


def test_a_large_file_is_a_job_with_the_same_answer_and_the_same_rights(house, monkeypatch):
    monkeypatch.setattr(jobs, "AT_ONCE", 10)
    content = csv_of("Charles,Jean,2019,", "Jean,Nadia")
    assert import_(house.member, content).status_code == 403
    assert Job.objects.count() == 0
    answer = import_(house.officer, content, create_players=True)
    assert (answer.status_code, answer.json()["job_token"]) == (202, None)
    api = factories.api(house.officer)
    preview = {
        "preview": True,
        "links": 2,
        "links_there": 0,
        "sources": 0,
        "new_players": ["Nadia"],
    }
    preview["new_player_count"] = 1
    assert api.get(f"/api/v1/jobs/{answer.json()['id']}/").json()["result"] == preview
    assert not Link.objects.exists()
    name = "6e1b4cc8-3b1c-4f53-8f0b-2a40a64a7b5c"
    for _twice in range(2):
        answer = import_(house.officer, content, create_players=True, preview=False, client_id=name)
        assert answer.json()["result"] == {**preview, "preview": False}
    assert Link.objects.count() == 2
    failed = import_(house.officer, csv_of("Charles,Charles"), preview=False).json()
    assert (failed["state"], failed["error"]) == ("failed", "teaches_oneself")
    assert [(f["code"], f["attr"]) for f in failed["result"]["errors"]] == [
        ("teaches_oneself", "lines.2")
    ]


def test_one_limit_in_bytes_parts_what_is_answered_at_once_and_it_is_the_one_documented():
    terms = ImportAsked("csv", "é" * (jobs.AT_ONCE // 2), "aediroum")
    assert jobs.at_once(GAME, terms)
    assert not jobs.at_once(GAME, ImportAsked("csv", terms.content + "e", "aediroum"))
    documentation = ImportView.post.__doc__ or ""
    assert re.findall(r"(\d+) KiB", documentation) == [str(jobs.AT_ONCE // 1024)]


def test_an_import_that_is_stopped_on_the_way_writes_nothing(house):
    class Stopped(Exception):
        pass

    def stop_at(step):
        def stop(done, total):
            if done >= step:
                raise Stopped

        return stop

    terms = ImportAsked("csv", csv_of("Charles,Jean", "Jean,Nadia"), "aediroum", True, False)
    for step in range(1, 9):
        with pytest.raises(Stopped):
            services.import_links(
                game=GAME,
                import_asked=terms,
                by=Writing(Caller(user=house.officer)),
                on_progress=stop_at(step),
            )
        assert not Link.objects.exists()
        assert not Player.objects.filter(name="Nadia").exists()
        assert not Action.objects.exists()


def test_what_changed_while_a_file_was_checked_is_checked_again(house):
    terms = ImportAsked("csv", csv_of("Charles,Jean", "Jean,Anne"), "aediroum", False, False)
    by = Writing(Caller(user=house.officer))

    def add_link(done, total):
        if done == 4 and not Link.objects.exists():  # the links have been checked
            linked(house.anne, house.charles, house.officer)

    with pytest.raises(Refused) as refused:
        services.import_links(game=GAME, import_asked=terms, by=by, on_progress=add_link)
    assert [fault.code for fault in refused.value.faults] == ["would_make_a_cycle"]
    assert Link.objects.count() == 1


def test_a_name_that_came_onto_the_list_meanwhile_is_found_there(house):
    terms = ImportAsked("csv", csv_of("Charles,Nadia"), "aediroum", True, False)
    by, come = Writing(Caller(user=house.officer)), []

    def add_player(done, total):
        if done == 2 and not come:  # Nadia is new as far as the check knows
            come.append(factories.player("Nadia", house.club))

    services.import_links(game=GAME, import_asked=terms, by=by, on_progress=add_player)
    assert Link.objects.get().learner == come[0]
    assert Player.objects.filter(name="Nadia").count() == 1


BOMB = """<?xml version="1.0"?><!DOCTYPE g [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<graphml><graph><node id="&b;"/></graph></graphml>"""


@pytest.mark.parametrize("content", [BOMB, "<graphml>", "<html/>", "", "\x00"])
def test_xml_that_is_no_graph_is_refused(house, content):
    answer = import_(house.officer, content, format="graphml")
    assert answer.status_code == 400


YED = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key for="node" id="d6" yfiles.type="nodegraphics"/><graph edgedefault="directed" id="G">
<node id="n0"><data key="d6"><y:ShapeNode><y:NodeLabel>Charles</y:NodeLabel>
</y:ShapeNode></data></node>
<node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel>Élève Deux</y:NodeLabel>
</y:ShapeNode></data></node>
<edge source="n0" target="n1"><data key="confirmed">false</data></edge></graph></graphml>"""


def test_a_yed_file_s_people_are_those_of_its_labels(house):
    answer = import_(house.officer, YED, format="graphml", create_players=True, preview=False)
    assert (answer.status_code, answer.json()["new_players"]) == (201, ["Élève Deux"])
    assert Link.objects.get().teacher == house.charles
    assert not Link.objects.get().confirmed
    assert not Player.objects.filter(name__startswith="n").exists()


def test_two_people_of_one_label_are_not_made_one(house):
    two = YED.replace("Élève Deux", "charles")
    answer = import_(house.officer, two, format="graphml", create_players=True, preview=False)
    assert codes(answer) == [("nodes_of_one_name", "lines.6")]
    assert not Link.objects.exists()


def test_an_export_of_no_known_kind(house):
    assert codes(factories.api().get(f"{DIX}export/?format=xls")) == [("export_unknown", "format")]
