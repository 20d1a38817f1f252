"""Tests of the graph as JSON: what each reader may see, for small and large graphs."""

import json

import pytest

from clubs import signals
from clubs.callers import Caller
from clubs.models import Player
from tests import factories
from tests.transmission.families import DIX, GAME, House, linked, played
from transmission import graph_json, queries
from transmission.graph_json import graph_text, with_more
from transmission.models import Graph, Link, Source, new_stamp

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(params=["small", "large"])
def house(request, monkeypatch):
    """The five people and Zoé, answered once as a small graph and once as one of 100 000 people."""
    if request.param == "large":
        monkeypatch.setattr(graph_json, "MANY", 0)
    house = House().tell()
    zoe = played('Zoé "\\" \u2028 </script>', house.club)
    linked(house.bruno, zoe, house.officer, note='l\'« été »\u2029\t"1"')
    linked(house.raz, zoe, house.officer, date="0987")
    Source.objects.create(game=GAME.slug, player=house.raz, kind="self_taught")
    Player.objects.filter(pk=house.jean.pk).update(shown="initials")
    Player.objects.filter(pk=house.anne.pk).update(shown="hidden")
    Link.objects.filter(learner=house.bruno).update(club=None)
    # The changes above were not made by a service, so the stamp is renewed here.
    Graph.objects.update(stamp=new_stamp())
    house.zoe = zoe
    return house


def test_the_text_tells_each_reader_what_they_may_see(house):
    more = {"proposed": [{"id": 1, "note": "é\u2028"}]}
    fellow = Caller(user=house.member)
    text = graph_text(queries.graph_of(GAME, fellow), fellow, None, more).decode()
    assert '"date":"2020-10-05","note":"au local","club":"aediroum"' in text
    assert text.endswith(',"proposed":[{"id":1,"note":"é\\u2028"}]}')
    caller = Caller()
    text = graph_text(queries.graph_of(GAME, caller), caller, None, more).decode()
    assert "au local" not in text
    assert '"name":"Zoé \\"\\\\\\" \\u2028 </script>"' in text
    assert '"date":"0987"' in text
    assert '"name":"quelqu\'un","generation":1' in text


def test_what_is_kept_is_given_with_what_is_waiting():
    assert with_more(b'{"game":"dix"}', {"proposed": []}) == b'{"game":"dix","proposed":[]}'
    assert with_more(b'{"game":"dix"}', {}) == b'{"game":"dix"}'


def test_a_part_holds_these_people_alone(house):
    caller = Caller()
    seen = queries.graph_of(GAME, caller)
    part = seen.lineage.neighbourhood([house.zoe.pk], depth=1)
    assert part == [house.zoe.pk, house.bruno.pk, house.raz.pk]
    body = json.loads(graph_text(seen, caller, part, {}))
    assert {node["id"] for node in body["nodes"]} == set(part)
    assert [(link["teacher"], link["learner"]) for link in body["links"]] == [
        (house.bruno.pk, house.zoe.pk),
        (house.raz.pk, house.zoe.pk),
    ]
    assert json.loads(graph_text(seen, caller, [], {}))["nodes"] == []


def test_who_may_not_see_a_closed_club_reads_neither_its_people_nor_their_links(house):
    closed = factories.club("ferme", public=False)
    officer = factories.member(closed, "officer")
    secret, other = played("Secret", closed), played("Autre", closed)
    linked(secret, other, officer)
    for account, count in ((officer, 2), (None, 0)):
        text = factories.api(account).get(DIX).content.decode()
        assert [text.count(word) for word in ("Secret", "Autre")] == [count // 2] * 2
        assert text.count('"ferme"') == count + count // 2


def test_a_new_name_is_read_at_once(house):
    assert "Charles" in factories.api().get(DIX).content.decode()
    Player.objects.filter(pk=house.charles.pk).update(name="Karl")
    text = factories.api().get(DIX).content.decode()
    assert ("Charles" in text, "Karl" in text) == (False, True)


def test_a_name_taken_out_of_a_note_is_out_of_the_answer(house):
    Link.objects.filter(learner=house.jean).update(note="chez Bruno")
    Graph.objects.update(stamp=new_stamp())
    assert "chez Bruno" in factories.api().get(DIX).content.decode()
    signals.player_forgotten.send(
        Player, player_id=house.bruno.pk, names=["Bruno"], club_ids=[house.club.pk]
    )
    text = factories.api().get(DIX).content.decode()
    assert ("chez Bruno" in text, "chez …" in text) == (False, True)
