"""Long answers: jobs that the lab starts and whose result its page shows."""

import sys

import pytest
from django.test import Client

from jobs.models import Job, State
from tests import factories
from tests.extents import some
from tests.uncompiled import uncompiled

pytestmark = pytest.mark.django_db

PAGE = "/labo/bataille/simulation/"
API = "/api/v1/labo/bataille/simulation/"
LONG = {"games": "20", "seed": "4", "order": "winner_first", "running_out": "lose"}
# How many games are played, and how a sentence writes that number. The larger number is played
# in several portions.
SIZES = [("20", "20"), ("60001", "60\u202f001")]
KERNEL = "games.bataille.analysis.kernel"


@pytest.fixture(autouse=True)
def _plain(request, monkeypatch):
    """Let the loop play as plain Python. At night it is compiled, which takes ten seconds."""
    if not request.node.get_closest_marker("nightly"):
        monkeypatch.setitem(sys.modules, KERNEL, uncompiled(KERNEL))


def test_a_long_question_is_not_answered_in_the_page():
    answer = Client().get(PAGE, LONG)
    assert answer.context["answer"] is None
    page = answer.content.decode()
    assert "Lancer le calcul" in page
    assert "Calculer" not in page  # one button starts any computation
    assert Client().get(f"{PAGE}csv/", LONG).status_code == 404
    refused = factories.api().get(API, LONG)
    assert refused.json()["errors"][0]["code"] == "too_long_at_once"


@pytest.mark.parametrize(("games", "count"), some(SIZES, 2, unpack=True))
def test_launched_it_becomes_a_job_whose_result_the_page_shows(
    games, count, django_capture_on_commit_callbacks
):
    client = Client()
    with django_capture_on_commit_callbacks(execute=True):
        launched = client.post(f"{PAGE}lancer/", {**LONG, "games": games})
    job = Job.objects.get()
    assert launched["Location"] == f"/travaux/{job.pk}/"
    assert job.state == State.DONE
    onward = client.get(launched["Location"])["Location"]
    assert onward.startswith(f"{PAGE}?")
    answer = client.get(onward).context["answer"]
    assert answer.sentence.startswith(f"{count} manches")
    assert client.get(onward.replace("?", "csv/?")).status_code == 200
    # The answer is shown to nobody else, and not under other conditions.
    assert Client().get(onward).status_code == 404
    assert client.get(onward.replace("seed=4", "seed=5")).status_code == 404


def test_by_the_api_too(django_capture_on_commit_callbacks):
    api = factories.api()
    with django_capture_on_commit_callbacks(execute=True):
        started = api.post(API, {**LONG, "games": 20}, format="json")
    assert started.status_code == 202
    body = started.json()
    token = {"X-Job-Token": body["job_token"]}
    answer = api.get(API, {**LONG, "travail": body["id"]}, headers=token)
    assert answer.status_code == 200
    assert answer.json()["figures"][0]["code"] == "mean"
    assert api.get(API, {**LONG, "travail": body["id"]}).status_code == 404


def test_the_same_seed_gives_the_same_answer_again(django_capture_on_commit_callbacks):
    answers = []
    for client in (Client(), Client()):
        with django_capture_on_commit_callbacks(execute=True):
            launched = client.post(f"{PAGE}lancer/", LONG)
        onward = client.get(launched["Location"])["Location"]
        answers.append(client.get(onward).context["answer"])
    assert answers[0] == answers[1]
    assert answers[0].sentence.startswith("20 manches")


def test_wrong_conditions_or_a_short_question_start_nothing():
    api = factories.api()
    sent_back = Client().post(f"{PAGE}lancer/", {**LONG, "games": "0"})
    assert sent_back.status_code == 302
    assert Client().get(sent_back["Location"]).context["form"].errors.keys() == {"games"}
    assert api.post(API, {"games": 0}, format="json").json()["errors"][0]["attr"] == "games"
    short = api.post("/api/v1/labo/dix/repartitions/", {}, format="json")
    assert short.json()["errors"][0]["code"] == "answered_at_once"
    assert Client().post("/labo/dix/repartitions/lancer/").status_code == 404
    assert not Job.objects.exists()


def test_a_visitor_has_two_at_a_time(django_capture_on_commit_callbacks):
    client = Client()
    client.post(f"{PAGE}lancer/", LONG)
    Job.objects.update(state=State.WAITING, finished_at=None, result=None)
    for number in (2, 3):
        client.post(f"{PAGE}lancer/", {**LONG, "seed": number})
        Job.objects.update(state=State.WAITING, finished_at=None, result=None)
    assert Job.objects.count() == 2


def test_even_a_short_simulation_is_a_job():
    assert Client().get(PAGE, {"games": "1"}).context["long"]
    refused = factories.api().get(API, {"games": "1"})
    assert refused.json()["errors"][0]["code"] == "too_long_at_once"
