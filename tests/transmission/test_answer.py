"""A graph's JSON text: the same, sign for sign, as what is told of it, however large it is."""

import pytest
from rest_framework.renderers import JSONRenderer

from clubs import signals
from clubs.callers import Caller
from clubs.models import Player
from tests import factories
from tests.transmission.families import DIX, GAME, House, linked, played
from transmission import answer, graph_data, queries
from transmission.answer import graph_text
from transmission.graph_data import tell
from transmission.models import Graph, Link, Source, new_stamp

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["small", "large"])
def house(request, monkeypatch):
    """The five people and more, told as a small graph is and as one of 100 000 people is."""
    if request.param == "large":
        monkeypatch.setattr(graph_data, "MANY", 0)
        monkeypatch.setattr(answer, "MANY", 0)
    house = House().tell()
    zoe = played('Zoé "\\" \u2028 </script>', house.club)
    linked(house.bruno, zoe, house.officer, note='l\'« été »\u2029\t"1"')
    linked(house.raz, zoe, house.officer, date="0987")
    Source.objects.create(game=GAME.slug, player=house.raz, kind="self_taught")
    Player.objects.filter(pk=house.jean.pk).update(shown="initials")
    Player.objects.filter(pk=house.anne.pk).update(shown="hidden")
    Link.objects.filter(learner=house.bruno).update(club=None)
    # No service wrote these last ones.
    Graph.objects.update(stamp=new_stamp())
    house.zoe = zoe
    return house


def rendered(seen, caller, part, more):
    return JSONRenderer().render({**tell(seen, caller, part).body(), **more})


def test_the_text_is_what_the_renderer_makes_of_what_is_told(house):
    more = {"proposed": [{"id": 1, "note": "é\u2028"}]}
    fellow = Caller(user=house.member)
    seen = queries.graph_of(GAME, fellow)
    text = graph_text(seen, fellow, None, more)
    assert text == rendered(seen, fellow, None, more)
    assert '"date":"2020-10-05","note":"au local","club":"aediroum"' in text.decode()
    caller = Caller()
    seen = queries.graph_of(GAME, caller)
    text = graph_text(seen, caller, None, more)
    assert text == rendered(seen, caller, None, more)
    assert "au local" not in text.decode()
    assert '"name":"Zoé \\"\\\\\\" \\u2028 </script>"' in text.decode()
    assert '"date":"0987"' in text.decode()
    assert '"name":"quelqu\'un","generation":1' in text.decode()


def test_the_text_of_a_part_is_what_the_renderer_makes_of_it(house):
    caller = Caller()
    seen = queries.graph_of(GAME, caller)
    part = seen.lineage.neighbourhood([house.zoe.pk], depth=1)
    assert part == [house.zoe.pk, house.bruno.pk, house.raz.pk]
    assert graph_text(seen, caller, part, {}) == rendered(seen, caller, part, {})
    assert graph_text(seen, caller, [], {}) == rendered(seen, caller, [], {})


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
