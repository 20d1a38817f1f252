"""What an export wrote comes back by an import: everything, and nobody twice."""

import csv
import io

import pytest

from clubs.models import Club, ClubPlayer, Player
from tests import factories
from tests.transmission.families import DIX, House, attested, linked, played
from transmission.models import Action, Attestation, Graph, Link, Source

pytestmark = pytest.mark.django_db

KINDS = ("csv", "graphml", "gexf")


@pytest.fixture
def house():
    """Two clubs, each with a Jean Roy, and links in both. Raz is a source without pupils."""
    house = House().tell()
    house.other = factories.club("saint-roch")
    house.others_officer = factories.member(house.other, "officer")
    house.jeans = [played("Jean Roy", club) for club in (house.club, house.other)]
    linked(house.anne, house.jeans[0], house.officer, date="2021")
    linked(
        house.jeans[0],
        house.jeans[1],
        house.others_officer,
        date="2022-02-03",
        note="L'un, l'autre",
    )
    for person, kind in ((house.charles, "family"), (house.raz, "self_taught")):
        body = {"player": person.pk, "kind": kind, "note": ""}
        assert factories.api(house.officer).post(f"{DIX}sources/", body).status_code == 201
    return house


def export(account, kind):
    return factories.api(account).get(f"{DIX}export/?format={kind}").content.decode()


def imported(account, kind, content, club, **more):
    body = {"format": kind, "content": content, "club": club, "preview": False, **more}
    return factories.api(account).post(f"{DIX}import/", body)


def empty_site():
    """Delete all clubs, people and graphs."""
    for model in (Link, Source, Attestation, Action, Graph, Player, Club):
        model.objects.all().delete()


def links():
    """Return the links by the names of their people, with all that they say."""
    rows = Link.objects.select_related("teacher", "learner", "club").order_by("id")
    return [(row.teacher.name, row.learner.name, row.date, row.note, row.confirmed) for row in rows]


def sources():
    return dict(Source.objects.values_list("player__name", "kind"))


def counts(answer):
    assert answer.status_code == 201, answer.content
    body = answer.json()
    return [body[key] for key in ("links", "links_there", "sources", "new_player_count")]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("slug", ["aediroum", "neuf"])
def test_what_is_there_stays_as_it_is_whatever_club_imports_it(house, kind, slug):
    if slug == "neuf":
        officer = factories.member(factories.club("neuf"), "officer")
    else:
        officer = house.officer
    before = [list(model.objects.order_by("pk").values()) for model in (Player, Link, Source)]
    answer = imported(officer, kind, export(officer, kind), slug, create_players=True)
    assert counts(answer) == [0, 5, 0, 0]
    assert before == [
        list(model.objects.order_by("pk").values()) for model in (Player, Link, Source)
    ]
    assert not ClubPlayer.objects.filter(club__slug="neuf").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_lost_comes_back_each_link_in_its_club(house, kind):
    owner = factories.member(house.club, "officer")
    house.other.memberships.create(user=owner, role="officer")
    content, before = export(owner, kind), (links(), sources())
    clubs = list(Link.objects.order_by("id").values_list("club", flat=True))
    lines = list(ClubPlayer.objects.order_by("pk").values())
    for model in (Link, Source, Attestation):
        model.objects.all().delete()
    # A CSV has links alone.
    declared = 0 if kind == "csv" else 2
    assert counts(imported(owner, kind, content, "aediroum")) == [5, 0, declared, 0]
    assert (links(), sources()) == (before[0], before[1] if declared else {})
    assert list(Link.objects.order_by("id").values_list("club", flat=True)) == clubs
    assert list(ClubPlayer.objects.order_by("pk").values()) == lines


@pytest.mark.parametrize("kind", KINDS)
def test_on_another_site_the_numbers_mean_others(house, kind):
    Link.objects.filter(learner=house.jeans[1]).delete()
    content, before = export(house.officer, kind), (links(), sources())
    number = house.charles.pk
    empty_site()
    club = factories.club("ailleurs")
    stranger = Player.objects.create(pk=number, name="Zoé")
    factories.player("anne", club)
    attested(stranger)
    ClubPlayer.objects.create(club=club, player=stranger, name_key="zoé")
    officer = factories.member(club, "officer")
    new = 4 if kind == "csv" else 5
    answer = imported(officer, kind, content, "ailleurs", create_players=True)
    assert counts(answer) == [4, 0, 0 if kind == "csv" else 2, new]
    renamed = [
        (first.replace("anne", "Anne"), second.replace("anne", "Anne"), *rest)
        for first, second, *rest in links()
    ]
    assert (renamed, sources()) == (before[0], {} if kind == "csv" else before[1])
    assert not Link.objects.filter(teacher=stranger).exists()
    # The same file again adds nothing, as its people are known by their names.
    assert counts(imported(officer, kind, content, "ailleurs", create_players=True)) == [0, 4, 0, 0]
    assert Player.objects.count() == 2 + new


@pytest.mark.parametrize("kind", KINDS)
def test_two_of_one_name_are_two_here_and_refused_where_nobody_knows_them(house, kind):
    content = export(house.officer, kind)
    Link.objects.filter(learner=house.jeans[0]).delete()
    answer = imported(house.officer, kind, content, "aediroum")
    assert counts(answer)[:2] == [1, 4]
    empty_site()
    officer = factories.member(factories.club("ailleurs"), "officer")
    answer = imported(officer, kind, content, "ailleurs", create_players=True)
    assert answer.status_code == 400
    assert {error["code"] for error in answer.json()["errors"]} == {"people_of_one_name"}
    assert not Player.objects.exclude(user__isnull=False).exists()


# --- Files written by hand ------------------------------------------------------------------------


def rows(*lines):
    heading = "teacher,learner,teacher_clubs,learner_clubs,teacher_id,learner_id,confirmed"
    return "\n".join([heading, *lines])


def test_who_is_in_another_club_of_the_file_is_not_new(house):
    zoe = played("Zoé Caron", house.other)
    content = rows("Anne,zoé caron,aediroum,saint-roch")
    assert counts(imported(house.officer, "csv", content, "aediroum", create_players=True)) == [
        1,
        0,
        0,
        0,
    ]
    assert Link.objects.last().learner == zoe


def test_a_hidden_person_of_another_club_is_not_recognised(house):
    played("Zoé Caron", house.other)
    Player.objects.filter(name="Zoé Caron").update(shown="hidden")
    content = rows("Anne,zoé caron,aediroum,saint-roch")
    assert counts(imported(house.officer, "csv", content, "aediroum", create_players=True)) == [
        1,
        0,
        0,
        1,
    ]


def test_a_name_of_several_clubs_asks_for_the_number(house):
    third = factories.club("tiers")
    zoes = [played("Zoé Caron", club) for club in (house.other, third)]
    line = "Anne,Zoé Caron,aediroum,saint-roch tiers"
    answer = imported(house.officer, "csv", rows(line), "aediroum", create_players=True)
    assert [error["code"] for error in answer.json()["errors"]] == ["name_of_several"]
    content = rows(f"{line},,{zoes[1].pk},non")
    assert counts(imported(house.officer, "csv", content, "aediroum")) == [1, 0, 0, 0]
    link = Link.objects.last()
    assert (link.learner, link.confirmed) == (zoes[1], False)


def test_a_link_of_neither_club_is_refused(house):
    zoe, max_ = played("Zoé Caron", house.other), played("Max Roy", house.other)
    content = rows(f"Zoé Caron,Max Roy,,,{zoe.pk},{max_.pk}")
    answer = imported(house.officer, "csv", content, "aediroum", create_players=True)
    assert [(error["code"], error["attr"]) for error in answer.json()["errors"]] == [
        ("club_of_neither", "lines.2")
    ]


def test_a_line_added_by_hand_needs_no_number(house):
    content = export(house.officer, "csv") + "Jean,Nadia\nAnne,Nadia\n"
    answer = imported(house.officer, "csv", content, "aediroum", create_players=True)
    assert counts(answer) == [2, 5, 0, 1]


def test_a_person_without_a_name_here_is_no_way_to_link_to_them(house):
    """A number of somebody hidden is only recognised in the links that are there."""
    Player.objects.filter(pk=house.jeans[1].pk).update(shown="hidden")
    number = house.jeans[1].pk
    line = f"Anne,quelqu'un,,,,{number}"
    answer = imported(house.officer, "csv", rows(line), "aediroum", create_players=True)
    assert [error["code"] for error in answer.json()["errors"]] == ["club_of_neither"]


def test_the_csv_says_what_it_knows(house):
    (first, *_rest) = csv.DictReader(io.StringIO(export(house.officer, "csv")))
    assert first == {
        "teacher": "Charles",
        "learner": "Jean",
        "date": "2019",
        "note": "",
        "confirmed": "true",
        "club": "aediroum",
        "teacher_id": str(house.charles.pk),
        "learner_id": str(house.jean.pk),
        "teacher_clubs": "aediroum",
        "learner_clubs": "aediroum",
    }


GEPHI = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph defaultedgetype="directed">
<attributes class="node"><attribute id="0" title="Clubs" type="string"/></attributes>
<attributes class="edge"><attribute id="0" title="Date" type="string"/></attributes>
<nodes><node id="a" label="Anne"><attvalues><attvalue for="0" value="aediroum"/></attvalues></node>
<node id="b" label="Nouvelle"/></nodes>
<edges><edge id="0" source="a" target="b"><attvalues><attvalue for="0" value="2020"/></attvalues>
</edge></edges></graph></gexf>"""


def test_a_file_of_gephi_is_read(house):
    assert counts(imported(house.officer, "gexf", GEPHI, "aediroum", create_players=True)) == [
        1,
        0,
        0,
        1,
    ]
    assert links()[-1] == ("Anne", "Nouvelle", "2020", "", True)
    assert imported(house.officer, "graphml", GEPHI, "aediroum").status_code == 400
