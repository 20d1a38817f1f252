"""The process that does the jobs, one at a time, and the due works (`manage.py worker`)."""

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from django.db import InterfaceError, OperationalError, close_old_connections, connections
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.management.commands.db_worker import Worker

from clubs.services import delete_expired
from core.database_codes import database_code
from jobs import due, memory, processes, services
from jobs.registry import DueWork, due_works
from jobs.supervisor import PATIENCE
from jobs.tasks import here

log = logging.getLogger("jobs")

POLL = 0.6  # seconds between two readings of what is due; an idle worker asks for nothing else
# seconds that a stopping worker waits for the due works; shorter than `PATIENCE`, after which
# the process is killed
LAST_STEP = 3.0
BEAT = 10.0  # seconds between two signs of life
TIDY_EVERY = 600.0  # seconds
# Compiled code and large graphs stay in memory. After a job, a worker that holds more than this
# many bytes (and a fifth more than at its start) is replaced by a new process.
HEAVY = 160 * 1024 * 1024
GROWTH = 1.2
NICE = 5  # pages have priority, but a job that holds the database must not be starved


class DueThread(threading.Thread):
    """Calls one due work whenever the worker has read that something of it is due."""

    def __init__(self, name: str, function: DueWork, over: Callable[[], bool]) -> None:
        super().__init__(daemon=True)
        self.work, self.function, self.over = name, function, over
        self.rows: set[int] = set()
        self.woken = threading.Event()

    def wake(self, rows: set[int]) -> None:
        """Call the work once more, for these rows of the queue."""
        if not self.woken.is_set():
            self.rows = rows
            self.woken.set()

    def run(self) -> None:
        """Call the work until the worker stops."""
        while self.woken.wait() and not self.over():
            try:
                close_old_connections()
                self.function(self.over)
                due.done(self.rows)
            except (OperationalError, InterfaceError) as error:
                # The database is busy or unreachable for a moment. The rows are read again.
                fields = {"kind": self.work, "code": database_code(error)}
                log.warning("due work put off", extra={"fields": fields})
            except Exception:
                log.exception("due work failed", extra={"fields": {"kind": self.work}})
            finally:
                # A thread that waits must not hold one of the few connections of the pool.
                connections.close_all()
            self.woken.clear()


class Loop:
    """Looks for jobs and does them, one at a time, until stopped.

    One thread reads what is due. Each due work runs on a separate thread, so that neither a long
    job nor another due work delays it.
    """

    def __init__(self, worker_id: str) -> None:
        self.worker_id = worker_id
        self.stop = threading.Event()
        self.waiting = threading.Event()
        self.heavy = False  # whether the loop ended because its process holds too much memory
        self._light = memory.held() or 0
        self.due = {
            name: DueThread(name, function, self._over) for name, function in due_works().items()
        }

    def run(self) -> None:
        """Do jobs until `stop` is set.

        Jobs that the last worker of this name left unfinished are first marked as failed.
        """
        here.worker, here.apart, here.stopping = self.worker_id, True, self.stop.is_set
        self._tidy()
        for thread in self.due.values():
            thread.start()
        for work in (self._beat, self._read_due):
            threading.Thread(target=work, daemon=True).start()
        tidied = time.monotonic()
        while not self._over() and self.waiting.wait() and not self.stop.is_set():
            self.waiting.clear()
            if time.monotonic() - tidied > TIDY_EVERY:
                tidied = time.monotonic()
                # This worker does no job now, so a job that it left as running was abandoned.
                self._tidy()
                self.heavy = self._holds_much()
            while not self._over() and services.any_waiting():
                self._once()
                self.heavy = self._holds_much()
        for thread in self.due.values():
            thread.woken.set()
        last = time.monotonic() + LAST_STEP
        for thread in self.due.values():
            thread.join(max(0.0, last - time.monotonic()))
        connections.close_all()

    def _over(self) -> bool:
        """Return whether this process is to end: for good, or for a new one."""
        return self.stop.is_set() or self.heavy

    def _holds_much(self) -> bool:
        """Return whether this process holds so much memory that a new one should follow it."""
        return (memory.held() or 0) > max(HEAVY, GROWTH * self._light)

    def _read_due(self) -> None:
        """Read what is due, and wake who does it, until the worker stops.

        At first and now and then every due work is called, and the loop looks around: an older
        version of the program schedules nothing.
        """
        called: float | None = None
        while not self._over():
            try:
                close_old_connections()
                rows = due.read()
            except (OperationalError, InterfaceError):
                rows = {}  # the database is busy or unreachable for a moment
            if called is None or time.monotonic() - called > TIDY_EVERY:
                called = time.monotonic()
                rows = {name: set[int]() for name in (*self.due, due.JOBS)} | rows
            for name, of_work in rows.items():
                if name == due.JOBS:
                    self.waiting.set()
                elif name in self.due:
                    self.due[name].wake(of_work)
            self.stop.wait(POLL)
        connections.close_all()
        for event in (self.waiting, *(thread.woken for thread in self.due.values())):
            event.set()

    def _once(self) -> None:
        """Do one of the waiting jobs."""
        Worker(
            queue_names=["*"],
            interval=0,
            batch=True,
            backend_name=DEFAULT_TASK_BACKEND_ALIAS,
            startup_delay=False,
            max_tasks=1,
            worker_id=self.worker_id,
            excluded_queue_names=[],
        ).run()

    def _tidy(self) -> None:
        services.delete_old_jobs()
        delete_expired()
        services.end_abandoned(worker=self.worker_id)
        services.enqueue_lost()

    def _beat(self) -> None:
        processes.write("worker")
        while not self.stop.wait(BEAT):
            processes.write("worker")
            # The database may be busy or unreachable for a moment. The next beat tries again.
            with contextlib.suppress(Exception):
                close_old_connections()
                services.alive(worker=self.worker_id)
                services.enqueue_lost()


def work(worker_id: str, *, with_parent: bool = False) -> None:
    """Run a worker in this process until a signal, or the end of the parent, stops it."""
    loop = Loop(worker_id)

    def end(_number: int, _frame: FrameType | None) -> None:
        loop.stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    if hasattr(os, "getpriority") and os.getpriority(os.PRIO_PROCESS, 0) < NICE:
        os.nice(NICE - os.getpriority(os.PRIO_PROCESS, 0))
    if with_parent:
        threading.Thread(target=_until_parent_ends, args=(loop,), daemon=True).start()
    loop.run()
    processes.end()
    if loop.heavy and not loop.stop.is_set():
        log.info("worker renewed", extra={"fields": {"bytes": memory.held()}})
        # The new program takes over this process: its number, its standard input, its name.
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 -- our own


def _until_parent_ends(loop: Loop) -> None:
    """Stop the loop, and then this process, when the parent process ends.

    The parent holds the other end of standard input and writes nothing, so a read returns only
    when it has ended.
    """
    while os.read(0, 1):  # not `sys.stdin`, whose lock would block the end of this process
        pass
    loop.stop.set()
    time.sleep(PATIENCE)
    os._exit(1)
