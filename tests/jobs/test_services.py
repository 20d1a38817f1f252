"""A job from its start to its end, whoever asked for it, whatever happens on the way."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django_tasks_db.models import DBTaskResult

from clubs import signals
from core.errors import NotFound, Refused
from jobs import queries, services
from jobs.job_owner import JobOwner, api_owner, page_owner
from jobs.models import Job, State
from jobs.progress import Progress, Stopping
from jobs.registry import Failed, work
from tests import factories

pytestmark = pytest.mark.django_db

QUEUED = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


@pytest.fixture
def queued(settings):
    """Let jobs wait for a worker, as on a real site."""
    settings.TASKS = QUEUED


def of(account):
    return JobOwner(account=account)


def visitor(address="192.0.2.1", **headers):
    request = SimpleNamespace(user=None, headers=headers, COOKIES={}, META={"REMOTE_ADDR": address})
    return api_owner(request)


def double(progress, arguments):
    return {"twice": 2 * arguments["number"]}


def test_a_job_is_done_and_its_result_kept(kind):
    job = services.start(kind=kind(double), arguments={"number": 21}, by=of(factories.user()))
    assert (job.state, job.result, job.error) == (State.DONE, {"twice": 42}, "")
    assert job.started_at <= job.finished_at


def test_a_job_of_no_kind_is_a_bug():
    with pytest.raises(LookupError):
        services.start(kind="nothing", arguments={}, by=of(factories.user()))


def test_a_kind_has_one_work(kind):
    name = kind(double)
    with pytest.raises(ValueError, match=name):
        work(name)(double)


def test_the_file_is_there_for_the_work_and_is_gone_afterwards(kind):
    def size(progress, arguments):
        return {"size": len(progress.payload), "owner": progress.job.owner.pk}

    account = factories.user()
    job = services.start(kind=kind(size), arguments={}, by=of(account), payload=b"abc")
    assert (job.result, job.payload) == ({"size": 3, "owner": account.pk}, None)
    with_file = services.start(
        kind=kind(size, keeps_payload=True), arguments={}, by=of(account), payload=b"abc"
    )
    assert bytes(with_file.payload) == b"abc"


def test_the_work_speaks_the_language_of_who_asked(kind):
    def language(progress, arguments):
        return {"language": translation.get_language()}

    with translation.override("en"):
        job = services.start(kind=kind(language), arguments={}, by=of(factories.user()))
    assert job.result == {"language": "en"}


def test_a_work_that_says_why_it_can_not_be_done(kind):
    def refuse(progress, arguments):
        raise Failed("too_wide")

    job = services.start(kind=kind(refuse), arguments={}, by=of(factories.user()))
    assert (job.state, job.error, job.result) == (State.FAILED, "too_wide", None)


def test_a_file_that_is_kept_is_kept_for_its_faults_too(kind):
    def refuse(progress, arguments):
        raise Failed("too_wide", {"line": 3})

    by = of(factories.user())
    job = services.start(kind=kind(refuse, keeps_payload=True), arguments={}, by=by, payload=b"abc")
    assert (job.result, bytes(job.payload)) == ({"line": 3}, b"abc")
    job = services.start(kind=kind(refuse), arguments={}, by=by, payload=b"abc")
    assert job.payload is None


def test_a_kind_that_is_there_no_more_fails_its_job(kind, queued):
    job = services.start(kind=kind(double), arguments={"number": 1}, by=of(factories.user()))
    Job.objects.update(kind="of an older version")
    services.perform(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "job_failed")


def test_a_bug_fails_the_job_and_is_logged_without_its_text(kind, caplog):
    def fail(progress, arguments):
        return {}["secret"]

    job = services.start(kind=kind(fail), arguments={}, by=of(factories.user()))
    assert (job.state, job.error) == (State.FAILED, "job_failed")
    assert [record.message for record in caplog.records if record.name == "jobs"] == ["job failed"]


def test_two_at_a_time_and_the_third_is_refused(kind, queued):
    name, owner, other = kind(double), of(factories.user()), of(factories.user())
    first = services.start(kind=name, arguments={"number": 1}, by=owner)
    services.start(kind=name, arguments={"number": 2}, by=owner)
    with pytest.raises(Refused) as refused:
        services.start(kind=name, arguments={"number": 3}, by=owner)
    assert refused.value.code == "too_many_jobs"
    assert Job.objects.count() == DBTaskResult.objects.count() == 2
    services.start(kind=name, arguments={"number": 4}, by=other)
    services.perform(job_id=first.pk)
    services.start(kind=name, arguments={"number": 5}, by=owner)


def test_visitors_of_one_address_have_eight_whatever_keys_they_make_up(kind, queued):
    name = kind(double)
    for _number in range(8):
        services.start(kind=name, arguments={"number": 1}, by=visitor())
    with pytest.raises(Refused, match="too_many_jobs"):
        services.start(kind=name, arguments={"number": 1}, by=visitor())
    services.start(kind=name, arguments={"number": 1}, by=visitor("192.0.2.2"))


def test_a_visitor_is_known_by_the_token_that_they_were_given_and_by_no_other(kind):
    owner = visitor()
    job = services.start(kind=kind(double), arguments={"number": 1}, by=owner)
    again = visitor(**{"X-Job-Token": owner.token})
    assert (again.token, again.new) == (owner.token, False)
    assert queries.visible(job.pk, again) == job
    changed = owner.token[:-1] + ("A" if owner.token[-1] != "A" else "B")
    for token in ("", "x", changed, owner.token.partition(".")[0]):
        with pytest.raises(NotFound):
            queries.visible(job.pk, visitor(**{"X-Job-Token": token}))
    page = SimpleNamespace(
        user=None, headers={}, COOKIES={"jobs": owner.token}, META={"REMOTE_ADDR": "::1"}
    )
    assert page_owner(page).visitor == job.visitor
    assert owner.token not in str(Job.objects.values())


def test_only_whose_it_is_and_the_sites_owner_see_a_job(kind):
    account = factories.user()
    job = services.start(kind=kind(double), arguments={"number": 1}, by=of(account))
    assert queries.visible(job.pk, of(account)) == job
    assert queries.visible(job.pk, of(factories.site_owner())) == job
    for other in (of(factories.user()), visitor()):
        with pytest.raises(NotFound):
            queries.visible(job.pk, other)
        with pytest.raises(NotFound):
            services.cancel(job=job, by=other)


def test_a_waiting_job_is_cancelled_at_once_and_never_begins(kind, queued):
    owner, begun = of(factories.user()), []
    name = kind(lambda progress, arguments: begun.append(1) or {})
    job = services.start(kind=name, arguments={}, by=owner, payload=b"x")
    job = services.cancel(job=job, by=owner)
    assert (job.state, job.payload) == (State.CANCELLED, None)
    services.perform(job_id=job.pk)
    assert begun == []


def test_a_running_job_stops_at_its_next_step_and_leaves_no_result(kind, queued, monkeypatch):
    monkeypatch.setattr("jobs.progress.STORED_EVERY", 0)
    owner, steps = of(factories.user()), []

    def count(progress, arguments):
        for step in range(10):
            progress.update(step, 10)
            steps.append((step, Job.objects.get().done))
            if step == 3:
                services.cancel(job=progress.job, by=owner)
        return {}

    job = services.start(kind=kind(count), arguments={}, by=owner)
    services.perform(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.result, job.done, job.total) == (State.CANCELLED, None, 3, 10)
    assert steps == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_progress_is_stored_three_times_a_second_however_often_it_is_told(
    kind, queued, django_assert_num_queries
):
    job = services.start(kind=kind(double), arguments={"number": 1}, by=of(factories.user()))
    Job.objects.update(state=State.RUNNING)
    progress = Progress(job)
    with django_assert_num_queries(1):
        for step in range(1000):
            progress.update(step, 1000)


def test_a_finished_job_stays_what_it_is(kind):
    owner = of(factories.user())
    job = services.start(kind=kind(double), arguments={"number": 1}, by=owner)
    services.cancel(job=job, by=owner)
    services.perform(job_id=job.pk)
    assert Job.objects.get().state == State.DONE


def test_a_worker_that_is_told_to_stop_fails_its_job(kind, queued):
    def endless(progress, arguments):
        while True:
            progress.update(0)

    job = services.start(kind=kind(endless), arguments={}, by=of(factories.user()))
    services.perform(job_id=job.pk, stopping=lambda: True)
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "job_interrupted")
    assert issubclass(Stopping, Exception)


def old(**ago):
    return timezone.now() - timedelta(**ago)


def test_what_ended_a_day_ago_is_deleted_and_what_nobody_works_on_fails():
    owner = factories.user()

    def job(**values):
        return Job.objects.create(kind="essai", owner=owner, **values).pk

    ended = {"state": State.DONE, "result": {}}
    gone = job(**ended, finished_at=old(hours=25))
    recent = job(**ended, finished_at=old(hours=23))
    dead = job(state=State.RUNNING, worker="other", seen_at=old(seconds=90))
    alive = job(state=State.RUNNING, worker="other", seen_at=old(seconds=30))
    services.delete_old_jobs()
    services.end_abandoned()
    states = dict(Job.objects.values_list("id", "state"))
    assert gone not in states
    assert (states[recent], states[dead], states[alive]) == ("done", "failed", "running")


def lost(kind, **values):
    """Create a running job whose worker was killed."""
    return Job.objects.create(
        kind=kind, owner=factories.user(), arguments={"number": 4}, payload=b"x",
        state=State.RUNNING, worker="me", started_at=timezone.now(), seen_at=timezone.now(),
        done=3, total=9, **values,
    )  # fmt: skip


def test_a_repeatable_job_whose_worker_was_killed_is_done_by_the_next_once(kind, queued):
    job = lost(kind(double, repeatable=True))
    services.end_abandoned(worker="me")
    job.refresh_from_db()
    assert (job.state, job.again, job.done, job.total) == (State.WAITING, True, 0, 0)
    assert bytes(job.payload) == b"x"
    services.enqueue_lost()
    services.perform(job_id=job.pk, worker="other")
    job.refresh_from_db()
    assert (job.state, job.result) == (State.DONE, {"twice": 8})


def test_a_repeatable_job_that_loses_two_workers_fails(kind, queued):
    job = lost(kind(double, repeatable=True), again=True)
    services.end_abandoned(worker="me")
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "job_interrupted")


def test_a_job_that_was_to_be_stopped_is_not_done_again(kind, queued):
    job = lost(kind(double, repeatable=True), cancel_asked=True)
    services.end_abandoned(worker="me")
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "job_interrupted")


def test_a_worker_that_starts_fails_what_the_last_of_its_name_left():
    owner = factories.user()
    left = Job.objects.create(
        kind="essai", owner=owner, state=State.RUNNING, worker="me", seen_at=timezone.now()
    )
    services.end_abandoned(worker="me")
    left.refresh_from_db()
    assert (left.state, left.error) == (State.FAILED, "job_interrupted")


@pytest.mark.parametrize("end", ["FAILED", "RUNNING"])
def test_a_waiting_job_whose_worker_died_before_it_took_it_is_queued_again(end, kind, queued):
    lost = services.start(kind=kind(double), arguments={"number": 21}, by=of(factories.user()))
    DBTaskResult.objects.update(status=end)
    assert not services.any_waiting()
    services.enqueue_lost()
    services.enqueue_lost()
    waiting = DBTaskResult.objects.ready()
    assert [task.args_kwargs["args"] for task in waiting] == [[lost.pk]]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "values",
    [
        {"state": "lost"},
        {"state": State.DONE, "finished_at": timezone.now()},
        {"result": {}},
        {"state": State.FAILED, "finished_at": timezone.now()},
        {"error": "x"},
        {"finished_at": timezone.now()},
        {"done": 2, "total": 1},
        {"visitor": "x"},
        {"owner": None},
    ],
)
def test_rows_that_can_not_be(values):
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(**{"kind": "essai", "owner": factories.user(), **values})


def test_who_asks_to_be_forgotten_is_in_no_job(kind):
    owner = of(factories.user())
    name = kind(lambda progress, arguments: arguments, keeps_payload=True)
    services.start(kind=name, arguments={"who": "Ève Tremblay"}, by=owner)
    services.start(kind=name, arguments={}, by=owner, payload="x,Ève Tremblay".encode())
    other = services.start(kind=name, arguments={"who": "Anne"}, by=owner)
    signals.player_forgotten.send(sender=None, player_id=1, names=["ève tremblay"], club_ids=[])
    assert list(Job.objects.all()) == [other]
