"""Tests of the picture of the whole graph, stored for a state of the graph and a kind of reader."""

import io
import re

import numpy as np
import pytest
from django.core.exceptions import ObjectDoesNotExist
from PIL import Image

from clubs.callers import Caller
from clubs.models import Player
from jobs.models import Job
from tests import factories
from tests.transmission.families import DIX, GAME, House, linked, played
from transmission import queries, stored_layout
from transmission.drawing import pixel
from transmission.graph.layout import layered
from transmission.models import Graph, Link, StoredLayout
from transmission.png import fit

pytestmark = pytest.mark.django_db

PAGE = "/transmission/dix/tout/"


@pytest.fixture
def house():
    return House().tell()


@pytest.fixture
def large(house, monkeypatch):
    """The same house on a site where three people already make a large graph."""
    monkeypatch.setattr(stored_layout, "AT_ONCE", 3)
    monkeypatch.setattr("transmission.exports.TEXT_AT_ONCE", 3)
    return house


@pytest.fixture
def queued(settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def seen(caller=None):
    return queries.graph_of(GAME, caller or Caller())


def size_of(answer):
    return Image.open(io.BytesIO(answer.content)).size


@pytest.mark.parametrize(
    ("width", "height", "longest", "expected"),
    [
        (500, 400, 1000, (500, 400)),  # never larger
        (2000, 1000, 1000, (1000, 500)),
        (1000, 4000, 1000, (1000, 1000)),
        (100_000, 3000, 1000, (1000, 500)),  # a ribbon is pressed together, not made thinner
        (1_000_000, 3000, 10_000, (10_000, 3000)),
    ],
)
def test_a_drawing_is_brought_to_a_size(width, height, longest, expected):
    drawing = fit(width, height, longest)
    assert (drawing.width, drawing.height) == expected


def test_a_small_graph_is_drawn_at_once_and_nothing_is_kept(house):
    page = factories.browser().get(PAGE).content.decode()
    assert "/transmission/dix/tout/small.png?v=" in page
    answer = factories.browser().get(f"{PAGE}small.png")
    assert answer["Content-Type"] == "image/png"
    assert size_of(answer)[0] > 150
    assert not StoredLayout.objects.exists()
    assert not Job.objects.exists()
    assert factories.browser().get(f"{PAGE}huge.png").status_code == 404


def test_nobody_has_no_picture():
    assert "Aucun lien encore" in factories.browser().get(PAGE).content.decode()
    assert factories.browser().get(f"{PAGE}small.png").status_code == 200


def test_a_large_graph_is_laid_out_by_one_job_for_everybody(large, queued):
    first, second = factories.browser(), factories.browser()
    page = first.get(PAGE).content.decode()
    assert "Le dessin se prépare." in page
    assert "<progress" in page
    assert first.get(f"{PAGE}small.png").status_code == 404
    first.get(PAGE)
    (job,) = Job.objects.all()
    assert job.kind == "transmission.layout"
    # All who wait see the progress, but only those who may write the graph may stop the job. The
    # reader who started it may not.
    stop = f'action="/travaux/{job.pk}/arreter/"'
    keeper = factories.browser(large.officer)
    for browser in (first, second):
        page = browser.get(PAGE).content.decode()
        assert "<progress" in page
        assert stop not in page
        assert browser.post(f"/travaux/{job.pk}/arreter/").status_code == 403
    assert stop in keeper.get(PAGE).content.decode()
    back = keeper.post(f"/travaux/{job.pk}/arreter/", follow=True).content.decode()
    assert '<a class="back" href="/transmission/dix/">' in back
    assert [job.state for job in Job.objects.all()] == ["cancelled"]


def test_the_plan_is_kept_until_the_graph_changes_and_shown_until_it_is_made_anew(large, settings):
    browser = factories.browser()
    browser.get(PAGE)  # the tests' jobs are done at once
    plan = StoredLayout.objects.get()
    assert (plan.people, plan.stamp) == (4, seen().stamp)
    assert "Le dessin se prépare" not in browser.get(PAGE).content.decode()
    assert Job.objects.count() == 1
    assert size_of(browser.get(f"{PAGE}medium.png")) == size_of(browser.get(f"{PAGE}large.png"))
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    linked(large.jean, large.bruno, large.officer)
    page = browser.get(PAGE).content.decode()
    assert "voici le précédent" in page
    assert f"small.png?v={plan.stamp}" in page
    assert browser.get(f"{PAGE}small.png").status_code == 200
    assert Job.objects.count() == 2


def test_a_plan_gives_the_layout_back(large):
    caller = Caller()
    plan = stored_layout.make(seen(), caller)
    expected = layered(seen().lineage, seen().lineage.generations)
    layout = stored_layout.places_of(plan).layout()
    assert layout.rows == expected.rows
    assert layout.row == expected.row
    assert {person: round(x, 4) for person, x in layout.x.items()} == {
        person: round(x, 4) for person, x in expected.x.items()
    }


def test_making_a_plan_tells_how_far_it_is_and_can_be_stopped(large):
    progress = []
    stored_layout.make(seen(), Caller(), lambda done, total: progress.append((done, total)))
    assert progress == sorted(progress)
    assert progress[-1] == (stored_layout.STEPS, stored_layout.STEPS)
    StoredLayout.objects.all().delete()

    def stop(done, total):
        raise ObjectDoesNotExist

    with pytest.raises(ObjectDoesNotExist):
        stored_layout.make(seen(), Caller(), stop)
    assert not StoredLayout.objects.exists()


@pytest.mark.parametrize("many", [3, 1500])
def test_a_tap_on_the_picture_leads_to_the_nearest_person(house, many, monkeypatch):
    monkeypatch.setattr(stored_layout, "AT_ONCE", many)
    browser = factories.browser()
    browser.get(PAGE)
    layout = layered(seen().lineage, seen().lineage.generations)
    for person in layout.x:
        across, down = pixel(np.float32(layout.x[person]), layout.row[person])
        answer = browser.get(PAGE, {"ou.x": round(across) + 3, "ou.y": round(down) - 5})
        assert answer["Location"] == f"/transmission/dix/?autour={person}#graphe"
    assert browser.get(PAGE, {"ou.x": 0, "ou.y": 0}).status_code == 200
    assert browser.get(PAGE, {"ou.x": "x", "ou.y": -1}).status_code == 200


def test_what_a_closed_club_sees_is_another_plan(large):
    closed = factories.club("ferme", public=False)
    theirs = factories.member(closed, "officer")
    large.club.memberships.create(user=theirs, role="member")
    hers = played("Secrète", closed)
    linked(large.bruno, hers, theirs)
    factories.browser().get(PAGE)
    factories.browser(theirs).get(PAGE)
    plans_by_view = {plan.view: plan for plan in StoredLayout.objects.all()}
    assert len(plans_by_view) == 2
    assert plans_by_view[""].people == 4
    assert hers.pk not in stored_layout.places_of(plans_by_view[""]).numbers.tolist()
    other = plans_by_view[stored_layout.view_of(Caller(user=theirs))]
    assert other.people == 5


def test_a_link_to_a_closed_club_adds_nothing_to_the_whole(large, queued):
    closed = factories.club("ferme", public=False)
    _link, token = factories.table_link(closed)
    browser = factories.browser()
    browser.cookies["links"] = token
    for _twice in range(2):
        browser.get(PAGE)
    assert [job.arguments["view"] for job in Job.objects.all()] == [""]


def told_line(page):
    part = page.partition("La plus longue ligne")[2].partition("</ol>")[0]
    return re.findall("<li>(.+?)</li>", part)


def test_the_lines_of_a_large_graph_are_those_of_its_plan(large, monkeypatch):
    monkeypatch.setattr(queries, "LINES_AT_ONCE", 3)
    linked(large.bruno, large.raz, large.officer)  # another state: nothing is counted yet
    browser = factories.browser()
    heading, longest = "Descendance la plus nombreuse", "La plus longue ligne"
    first = browser.get("/transmission/dix/").content.decode()
    assert heading not in first
    assert longest not in first
    browser.get(PAGE)
    assert StoredLayout.objects.get().reach == [
        [large.charles.pk, 4],
        [large.anne.pk, 2],
        [large.bruno.pk, 1],
    ]
    page = browser.get("/transmission/dix/").content.decode()
    part = page.partition(heading)[2]
    assert part.index("Charles") < part.index("Anne") < part.index("Bruno")
    assert told_line(page) == ["Charles", "Anne", "Bruno", "Raz"]
    # The stored longest line contains a link that was deleted since, so it is not shown. The people
    # with most descendants still are.
    Link.objects.get(teacher=large.bruno, learner=large.raz).delete()
    Graph.objects.update(stamp="another")
    page = browser.get("/transmission/dix/").content.decode()
    assert heading in page
    assert longest not in page


def test_a_plan_holds_no_name(large):
    Player.objects.filter(pk=large.anne.pk).update(name="A" * 40)
    before = stored_layout.make(seen(), Caller())
    Player.objects.filter(pk=large.anne.pk).update(name="W" * 60)
    after = stored_layout.make(seen(), Caller())
    for column in ("places", *stored_layout.WIDTHS):
        assert getattr(before, column) == getattr(after, column)


@pytest.mark.parametrize("kind", ["csv", "graphml", "gexf", "dot", "json", "svg", "png"])
def test_a_file_of_a_large_graph_is_a_job_and_the_same_file(house, kind, monkeypatch):
    at_once = factories.api().get(f"{DIX}export/?format={kind}")
    assert at_once.status_code == 200
    monkeypatch.setattr(stored_layout, "AT_ONCE", 3)
    monkeypatch.setattr("transmission.exports.TEXT_AT_ONCE", 3)
    answer = factories.api().get(f"{DIX}export/?format={kind}")
    assert answer.status_code == 202
    body = answer.json()
    token = {"X-Job-Token": body["job_token"]}
    file = factories.api().get(f"/api/v1/jobs/{body['id']}/file/", headers=token)
    assert file["Content-Type"] == at_once["Content-Type"]
    assert file["Content-Disposition"] == at_once["Content-Disposition"]
    if kind != "png":  # which has no names then
        assert file.content == at_once.content
    assert factories.api().get(f"/api/v1/jobs/{body['id']}/file/").status_code == 404


def test_a_visitor_takes_a_file_from_the_page(large):
    browser = factories.browser()
    page = browser.get("/transmission/dix/").content.decode()
    assert '<button type="submit" form="files"' in page
    answer = browser.post("/transmission/dix/fichier/", {"format": "csv"}, follow=True)
    assert "Prendre le fichier" in answer.content.decode()
    (job,) = Job.objects.all()
    file = browser.get(f"/travaux/{job.pk}/fichier/")
    assert file.content.decode().startswith("teacher,learner")
    assert browser.post("/transmission/dix/fichier/", {"format": "xls"}).status_code == 404
