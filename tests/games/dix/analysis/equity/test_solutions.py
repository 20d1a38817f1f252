"""Rulesets are solved by jobs: what pages say until then, what is stored, and for whom."""

import pytest
from django.test import Client

from games.dix.analysis.equity import equity as engine
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.equity import equity
from games.models import KeptResult
from games.review import chance_jobs
from jobs import services
from jobs.models import Job, State
from tests import factories
from tests.compiler import no_compiler
from tests.games import pages
from tests.games.dix.builders import rules
from tests.plain import plain

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.nightly,
]

NOTHING = {"model": None, "chances": None, "turning_point": None}
LAB = "/labo/dix/chance-de-gagner/"


@pytest.fixture(autouse=True)
def _as_served(settings):
    """Let pages solve nothing, as in production, and clear the solutions that this process
    knows.
    """
    settings.SOLVED_IN_PAGES = False
    forget()
    yield
    forget()


def forget():
    """Clear the known solutions, as if this were another process."""
    engine._BY_SCORE.clear()
    engine._WITH_MONEY.clear()


def quiet(done, total):
    """Ignore a report of progress."""


@pytest.fixture
def match():
    return factories.finished()


@pytest.mark.parametrize(
    ("using", "scores", "purses"),
    [
        (rules(target=60), (35, -40), None),
        (rules("achat-argent", target=100, initial_money=2), (40, 60), (1, 2)),
        (rules("achat-argent", target=100, initial_money=2), (-40, 20), (1, 2)),
    ],
)
def test_what_one_process_solves_another_reads(using, scores, purses):
    def ask():
        return equity(using, scores, 3, purses)

    assert solutions.at_hand(ask) is None
    solved = solutions.worked_out(ask, quiet)
    forget()
    assert solutions.at_hand(ask) == pytest.approx(solved, abs=1e-5)
    assert KeptResult.objects.count() == 1


def test_a_known_solution_asks_nothing(django_assert_num_queries):
    def ask():
        return equity(rules(target=60), (0, 0), 3)

    solutions.worked_out(ask, quiet)
    with django_assert_num_queries(0):
        assert solutions.at_hand(ask) is not None
    forget()
    with django_assert_num_queries(1):
        assert solutions.at_hand(ask) is not None


def test_what_this_process_knew_already_is_kept_for_the_others():
    def ask():
        return equity(rules(target=60), (0, 0), 3)

    solved = ask()
    assert solutions.worked_out(ask, quiet) == solved
    forget()
    assert solutions.at_hand(ask) == pytest.approx(solved, abs=1e-5)


def test_other_code_solves_anew(monkeypatch):
    def ask():
        return equity(rules(target=60), (0, 0), 3)

    solutions.worked_out(ask, quiet)
    forget()
    monkeypatch.setattr(solutions.KEPT, "code", "another version")
    assert solutions.at_hand(ask) is None


def test_only_the_newest_are_kept(monkeypatch):
    monkeypatch.setattr(solutions.KEPT, "most", 2)
    for target in (20, 30, 40):
        solutions.worked_out(lambda target=target: equity(rules(target=target), (0, 0), 3), quiet)
    forget()
    answers = [
        solutions.at_hand(lambda t=t: equity(rules(target=t), (0, 0), 3)) for t in (20, 30, 40)
    ]
    assert [answer is None for answer in answers] == [True, False, False]


def test_a_work_that_is_stopped_keeps_nothing():
    class Stop(Exception):
        pass

    def stop(done, total):
        raise Stop

    with pytest.raises(Stop):
        solutions.worked_out(lambda: equity(rules(target=60), (0, 0), 3), stop)
    assert not KeptResult.objects.exists()


# --- The page of a match -----------------------------------------------------------------------


def test_the_page_asks_for_the_chances_and_comes_back_to_them(
    match, django_capture_on_commit_callbacks
):
    browser = Client()
    page = f"/parties/{match.pk}/"
    page_answer = browser.get(page)
    assert page_answer.context["chances"].pending
    content = page_answer.content.decode()
    assert f'hx-post="{page}chances/" hx-trigger="load"' in content
    assert "Chances de gagner : calcul en cours" in plain(pages.text(page_answer))
    # Without scripts there is a button.
    assert f'<noscript>\n      <form method="post" action="{page}chances/">' in content
    with django_capture_on_commit_callbacks(execute=True):
        part = browser.post(f"{page}chances/", headers={"hx-request": "true"})
    job = Job.objects.get()
    assert (job.kind, job.state) == (chance_jobs.KIND, State.DONE)
    assert f'hx-get="/travaux/{job.pk}/"' in part.content.decode()
    onward = browser.get(f"/travaux/{job.pk}/", headers={"hx-request": "true"})
    assert onward["HX-Redirect"] == f"{page}?chances=1"
    forget()
    with no_compiler():
        chances = browser.get(onward["HX-Redirect"]).context["chances"]
    assert not chances.pending
    assert len(chances.moments) == 2


def test_without_a_script_the_button_leads_there_too(match, django_capture_on_commit_callbacks):
    browser = Client()
    with django_capture_on_commit_callbacks(execute=True):
        sent = browser.post(f"/parties/{match.pk}/chances/")
    assert sent["Location"] == f"/travaux/{Job.objects.get().pk}/"
    back = browser.get(sent["Location"])["Location"]
    assert back == f"/parties/{match.pk}/?chances=1"
    assert not browser.get(back).context["chances"].pending


def test_a_page_that_comes_back_without_them_asks_no_second_time(match):
    content = Client().get(f"/parties/{match.pk}/?chances=1").content.decode()
    assert 'hx-trigger="load"' not in content
    assert f'<form method="post" action="/parties/{match.pk}/chances/">' in content
    assert "<noscript>\n      <form" not in content


def test_a_visitor_s_share_is_bounded(match):
    browser = Client()
    page = f"/parties/{match.pk}/"
    for other in (factories.finished(), factories.finished()):
        browser.post(f"/parties/{other.pk}/chances/")
    Job.objects.update(state=State.WAITING, finished_at=None, result=None)
    refused = browser.post(f"{page}chances/", headers={"hx-request": "true"})
    assert "hx-trigger" not in refused.content.decode()
    assert 'role="status"' in refused.content.decode()
    assert browser.post(f"{page}chances/")["Location"] == page
    assert Job.objects.count() == 2


def test_by_the_api_too(match, django_capture_on_commit_callbacks):
    api = factories.api()
    address = f"/api/v1/matches/{match.pk}/chances/"
    assert api.get(address).json() == {"pending": True, **NOTHING}
    with django_capture_on_commit_callbacks(execute=True):
        started = api.post(address, {})
    assert started.status_code == 202
    body = api.get(address).json()
    assert body["pending"] is False
    assert body["model"]["code"] == "solved_deals"


def test_nothing_is_worked_out_of_a_running_match():
    match = factories.started()
    assert factories.api().post(f"/api/v1/matches/{match.pk}/chances/", {}).status_code == 404
    assert Client().post(f"/parties/{match.pk}/chances/").status_code == 404
    assert not Job.objects.exists()


def test_a_job_of_a_match_that_was_taken_up_again_says_so(match):
    factories.api().post(f"/api/v1/matches/{match.pk}/chances/", {})
    Job.objects.all().update(state=State.WAITING, finished_at=None, result=None)
    match.status = "in_progress"
    match.finished_at = None
    match.ended_by = ""
    match.save()
    services.perform(job_id=Job.objects.get().pk)
    assert Job.objects.get().error == "match_gone"


# --- The lab -----------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["chance-de-gagner", "que-miser"])
def test_the_lab_answers_at_once_what_is_solved_and_else_by_a_job(
    question, django_capture_on_commit_callbacks
):
    browser = Client()
    address = f"/labo/dix/{question}/"
    query = {"rule-target": "100", "rule-defence_cap": "0", "ours": "40", "theirs": "30"}
    assert browser.get(address, query).context["long"]
    with django_capture_on_commit_callbacks(execute=True):
        sent = browser.post(f"{address}lancer/", query)
    answer = browser.get(browser.get(sent["Location"])["Location"]).context["answer"]
    assert answer.sentence
    # Another score under the same rules is answered from the stored solution, in any process.
    forget()
    with no_compiler():
        other = browser.get(address, {**query, "ours": "45"})
    assert not other.context["long"]
    assert other.context["answer"].sentence != answer.sentence


def test_with_money_the_curve_follows_scores_that_are_solved_together(
    django_capture_on_commit_callbacks,
):
    browser = Client()
    query = {"preset": "achat-argent", "rule-target": "300", "rule-initial_money": "2"}
    query |= {"ours": "140", "theirs": "85"}
    with django_capture_on_commit_callbacks(execute=True):
        sent = browser.post(f"{LAB}lancer/", query)
    answer = browser.get(browser.get(sent["Location"])["Location"]).context["answer"]
    (grid,) = answer.grids
    assert [row.cells[0].text for row in grid.rows] == ["40", "140", "240"]
    # The second stored solution is for the score with five points more, whose sum is different.
    assert KeptResult.objects.count() == 2
