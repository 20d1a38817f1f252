"""A site without the extra `analysis`: it keeps score, draws, rates and rebuilds, and says on the
pages of the analysis what to install.
"""

import os
import subprocess
import sys
from random import Random

import pytest
from django.test import Client

from games.dix.analysis.equity import equity, solutions
from jobs import registry, services
from jobs.extras import PACKAGES
from jobs.job_owner import JobOwner
from jobs.models import Job, State
from scorekeeper.places import REPOSITORY
from tests import factories
from tests.games.dix.reviewed import SLIPPED
from tests.games.views.common import at_table
from tests.plain import plain
from tests.tournaments.duplicate import duplicate_evening, play_round
from tournaments.models import DealtBoard
from tournaments.services.duplicate import boards

MISSING = "pip install numba"
LAST = {"bidder": 1, "bid": 100, "taken": 100}
DICE = {"dice": [1, 1, 1, 1, 1], "column": "free", "cell": "ones"}


@pytest.fixture
def without(monkeypatch):
    """Make the compiler impossible to import, in this process, and forget what it has computed."""
    equity._BY_SCORE.clear()
    equity._WITH_MONEY.clear()
    for package in PACKAGES:
        monkeypatch.setitem(sys.modules, package, None)


def text(path):
    return plain(Client().get(path).content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "question", ["bataille/simulation/?games=10", "yams/colonne/", "dix/chance-de-gagner/"]
)
def test_a_long_question_says_what_to_install_and_starts_no_job(without, question, settings):
    settings.SOLVED_IN_PAGES = False
    path, _mark, query = question.partition("?")
    answer = text(f"/labo/{question}")
    assert MISSING in answer
    assert "C'est un long calcul" not in answer
    assert "Lancer le calcul" not in answer
    client = Client()
    launched = client.post(f"/labo/{path}lancer/", dict(part.split("=") for part in query.split()))
    assert MISSING in plain(client.get(launched["Location"]).content.decode())
    refused = factories.api().post(f"/api/v1/labo/{path}", {}, format="json")
    assert refused.json()["errors"][0]["code"] == "analysis_missing"
    assert not Job.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["dix/main-sure/", "yams/figures/", "dix-mille/arret/"])
def test_a_short_question_is_answered_as_ever(without, question):
    answer = Client().get(f"/labo/{question}")
    assert answer.status_code == 200
    assert MISSING not in plain(answer.content.decode())


@pytest.mark.django_db
def test_the_chances_of_a_match_say_what_to_install(without, monkeypatch):
    monkeypatch.setattr(solutions, "at_hand", lambda ask: None)
    match = factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
    page = text(f"/parties/{match.pk}/")
    assert MISSING in page
    assert f'hx-post="/parties/{match.pk}/chances/"' not in page
    api = factories.api()
    assert api.get(f"/api/v1/matches/{match.pk}/chances/").json()["pending"]
    refused = api.post(f"/api/v1/matches/{match.pk}/chances/")
    assert refused.json()["errors"][0]["code"] == "analysis_missing"


@pytest.mark.django_db
def test_the_review_of_a_hand_says_what_to_install(without):
    table, browser = at_table(SLIPPED, LAST, rules={"target": 140})
    path = f"/parties/{table.id}/lignes/1/analyse/"
    page = plain(browser.get(path).content.decode())
    assert page.count(MISSING) == 1
    assert "hx-post" not in page
    assert "Lancer ce calcul" not in page
    browser.post(path)
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_a_duplicate_is_played_and_its_boards_wait_for_the_solver(without):
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    play_round(night, Random(1))
    assert night.do("get", "standings/")["rows"]
    before = DealtBoard.objects.get(tournament=night.id)
    boards.solve(before)
    after = DealtBoard.objects.get(tournament=night.id)
    assert after.solved is None
    assert after.due_at > before.due_at


@pytest.mark.django_db
def test_a_duplicate_against_par_which_needs_the_solver_is_refused(without):
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    options = {"movement": "teams", "duplicate": "par", "deals": 1, "rounds": 1}
    refused = night.client.patch(
        f"/api/v1/tournaments/{night.id}/", {"options": options}, format="json"
    )
    assert refused.json()["errors"][0]["code"] == "analysis_missing"


@pytest.mark.django_db
@pytest.mark.parametrize("package", PACKAGES)
def test_a_job_that_lacks_the_compiler_says_so_and_is_no_fault_of_the_site(package, caplog):
    kind = "tests.compiled"

    @registry.work(kind)
    def run(progress, arguments):
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)

    try:
        owner = JobOwner(account=factories.UserFactory())
        job = services.start(kind=kind, arguments={}, by=owner)
        services.perform(job_id=job.pk)
    finally:
        registry.forget(kind)
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "analysis_missing")
    assert caplog.records == []


BLOCKED = "import sys\nsys.modules |= dict.fromkeys({packages!r})\n"


@pytest.mark.nightly
@pytest.mark.one_database
def test_a_process_without_it_plays_draws_rates_and_rebuilds(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(BLOCKED.format(packages=PACKAGES))
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(tmp_path),
        "SCOREKEEPER_DATA": str(tmp_path / "data"),
        "LANG": "fr_FR.UTF-8",
    }

    def run(*command):
        return subprocess.run(
            [sys.executable, *command],
            cwd=REPOSITORY, env=environment, text=True, capture_output=True, check=False,
        )  # fmt: skip

    assert run("-c", "import numba").returncode == 1
    for command in (("-m", "scorekeeper", "--prepare-only"), ("manage.py", "demo")):
        done = run(*command)
        assert done.returncode == 0, done.stderr
    # It counts the boards anew and compares them with those of the matches as they were played.
    assert run("manage.py", "doctor").stdout.splitlines()[-1] == "Rien à signaler."
