"""The worker's loop on a real queue, and the worker process that the server keeps running."""

import sys
import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club
from jobs import registry, services, worker
from jobs import supervisor as beside_module
from jobs.due import schedule
from jobs.job_owner import JobOwner
from jobs.models import DueTime, Job, State
from jobs.supervisor import supervised
from jobs.tasks import WorkerStatus
from tests import factories

SLEEPER = [sys.executable, "-c", "import os; os.read(0, 1)"]


def until(true, patience=20):
    """Wait until `true()` is true; fail after `patience` seconds."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < patience
        time.sleep(0.01)


@pytest.fixture
def loop(settings, monkeypatch, transactional_db):
    """A worker in a thread, with the queue of a real site."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    monkeypatch.setattr("jobs.progress.STORED_EVERY", 0)
    monkeypatch.setattr(worker, "POLL", 0.01)
    here = WorkerStatus()
    monkeypatch.setattr(worker, "here", here)
    monkeypatch.setattr("jobs.tasks.here", here)
    loop = worker.Loop("essai")
    thread = threading.Thread(target=loop.run)
    thread.start()
    yield loop
    loop.stop.set()
    thread.join(20)


def start(name, **arguments):
    return services.start(kind=name, arguments=arguments, by=JobOwner(account=factories.user()))


def state(job):
    return Job.objects.get(pk=job.pk).state


def test_the_worker_does_what_waits_one_after_the_other(loop, kind):
    order = []
    name = kind(lambda progress, arguments: order.append(arguments["n"]) or {})
    jobs = [start(name, n=number) for number in range(4)]
    until(lambda: all(state(job) == State.DONE for job in jobs))
    assert order == [0, 1, 2, 3]


def test_progress_is_seen_from_outside_while_the_work_goes_on_and_it_stops_when_asked(loop, kind):
    def endless(progress, arguments):
        step = 0
        while True:
            step += 1
            progress.update(step, 10**9)
            time.sleep(0.005)

    job = start(kind(endless))
    until(lambda: Job.objects.get().done > 3)
    services.cancel(job=job, by=JobOwner(account=job.owner))
    until(lambda: state(job) == State.CANCELLED)
    assert Job.objects.get().result is None


def test_a_work_in_the_midst_of_a_transaction_hears_that_it_is_cancelled(loop, kind):
    """A work inside a transaction learns that it is cancelled, and its writes are undone.

    If the database has only one writer, progress is not stored during the transaction.
    """
    begun = threading.Event()

    def write(progress, arguments):
        if connection.vendor == "sqlite":
            Job.objects.update(cancel_asked=True)  # nobody else could, while we write
        with transaction.atomic():
            Club.objects.create(slug="rien", name="Rien")
            begun.set()
            while True:
                progress.update(1, 2)
                time.sleep(0.005)

    job = start(kind(write))
    assert begun.wait(20)
    if connection.vendor == "postgresql":
        until(lambda: Job.objects.get().done == 1)
        services.cancel(job=job, by=JobOwner(account=job.owner))
    until(lambda: state(job) == State.CANCELLED)
    assert not Club.objects.filter(slug="rien").exists()


def test_a_worker_that_stops_fails_what_it_is_at(loop, kind):
    def endless(progress, arguments):
        while True:
            progress.update(1)
            time.sleep(0.005)

    job = start(kind(endless))
    until(lambda: state(job) == State.RUNNING)
    loop.stop.set()
    until(lambda: state(job) == State.FAILED)
    assert Job.objects.get().error == "job_interrupted"


@pytest.fixture
def due_work():
    """Return a decorator that registers due work for the worker that is started next."""
    names = []

    def register(function):
        names.append(f"essai.{len(names)}")
        return registry.due_work(names[-1])(function)

    yield register
    for name in names:
        registry.forget(name)


@pytest.fixture
def faulty(due_work, transactional_db):
    """Register due work that fails each time; return the list of what it has seen."""
    seen = []

    @due_work
    def due(stopping):
        seen.append((list(Job.objects.values_list("state", flat=True)), stopping()))
        raise ValueError("a bug")

    schedule("essai.0")
    return seen


def test_what_is_due_is_done_while_a_job_is_under_way_and_again_after_it_failed(faulty, loop, kind):
    def endless(progress, arguments):
        while True:
            progress.update(1)
            time.sleep(0.005)

    job = start(kind(endless))
    until(lambda: state(job) == State.RUNNING)
    faulty.clear()
    until(lambda: len(faulty) >= 3)
    assert faulty[1:3] == [([State.RUNNING], False)] * 2


@pytest.fixture
def held_up(due_work):
    """Register two due works, of which the first goes on until the second has been called twice.
    Return an event that the first one then sets.
    """
    calls, twice, ended = [], threading.Event(), threading.Event()

    @due_work
    def slow(stopping):
        if twice.wait(5):
            ended.set()

    @due_work
    def quick(stopping):
        calls.append(1)
        schedule("essai.1")
        if len(calls) == 2:
            twice.set()

    return ended


def test_a_due_work_waits_for_no_other(held_up, loop):
    assert held_up.wait(5)


def test_a_worker_that_holds_much_memory_ends_after_its_job_so_that_a_new_one_follows(
    loop, kind, monkeypatch
):
    def fill(progress, arguments):
        monkeypatch.setattr("jobs.memory.held", lambda: 10 * worker.HEAVY)
        return {}

    job = start(kind(fill))
    until(lambda: loop.heavy)
    assert state(job) == State.DONE
    assert not loop.stop.is_set()


class Minute:
    """An event that is set after a minute, in which nobody really waits."""

    def __init__(self):
        self.elapsed = 0.0

    def wait(self, seconds):
        self.elapsed += seconds
        return self.is_set()

    def is_set(self):
        return self.elapsed >= 60


@pytest.mark.django_db
@pytest.mark.both_databases
def test_an_idle_worker_asks_the_database_at_most_twice_a_second(monkeypatch):
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    monkeypatch.setattr(worker.connections, "close_all", lambda: None)
    loop = worker.Loop("essai")
    with CaptureQueriesContext(connection) as statements:
        for part in (loop._read_due, loop._beat):
            loop.stop = Minute()
            part()
    assert 60 <= len(statements) <= 2 * 60


def test_what_becomes_due_later_waits_for_its_time_and_is_then_done(loop):
    schedule("essai.unknown")
    later = timezone.now() + timedelta(seconds=1)
    schedule("tournaments.webhooks", later)
    until(lambda: not DueTime.objects.filter(work="tournaments.webhooks").exists())
    assert timezone.now() >= later
    assert DueTime.objects.get().work == "essai.unknown"  # of another version of the program


def test_the_process_beside_ends_with_the_block():
    with supervised(SLEEPER) as process_beside:
        until(lambda: process_beside.process is not None)
        process = process_beside.process
        assert process.poll() is None
    assert process.poll() is not None


def test_a_process_that_dies_is_started_again_but_not_at_once(monkeypatch):
    monkeypatch.setattr(beside_module, "FIRST_PAUSE", 0.2)
    starts = []
    real = beside_module.subprocess.Popen

    def noted(*arguments, **how):
        starts.append(time.monotonic())
        return real(*arguments, **how)

    monkeypatch.setattr(beside_module.subprocess, "Popen", noted)
    with supervised([sys.executable, "-c", ""]):
        until(lambda: len(starts) == 3)
    first, second, third = starts
    assert second - first >= 0.2
    assert third - second >= 0.4
