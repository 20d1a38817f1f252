"""The process that does the jobs, one at a time, and the due works (`manage.py worker`)."""

import contextlib
import logging
import os
import signal
import threading
import time
from types import FrameType

from django.db import InterfaceError, OperationalError, close_old_connections, connections
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS
from django_tasks_db.management.commands.db_worker import Worker

from clubs.services import delete_expired
from jobs import services
from jobs.registry import DueWork, due_works
from jobs.supervisor import PATIENCE
from jobs.tasks import here

log = logging.getLogger("jobs")

POLL = 0.5  # seconds between two checks of the queue
DUE = 1.0  # seconds between two calls of the due works
# seconds that a stopping worker waits for the due works; shorter than `PATIENCE`, after which
# the process is killed
LAST_STEP = 3.0
BEAT = 10.0  # seconds between two signs of life
TIDY_EVERY = 600.0  # seconds
NICE = 5  # pages have priority, but a job that holds the database must not be starved


class Loop:
    """Looks for jobs and does them, one at a time, until stopped.

    Each due work runs on a separate thread, so that neither a long job nor another due work delays
    it.
    """

    def __init__(self, worker_id: str) -> None:
        self.worker_id = worker_id
        self.stop = threading.Event()

    def run(self) -> None:
        """Do jobs until `stop` is set.

        Jobs that the last worker of this name left unfinished are first marked as failed.
        """
        here.worker, here.apart, here.stopping = self.worker_id, True, self.stop.is_set
        self._tidy()
        beating = threading.Thread(target=self._beat, daemon=True)
        beating.start()
        due = [
            threading.Thread(target=self._do_due, args=work, daemon=True)
            for work in due_works().items()
        ]
        for thread in due:
            thread.start()
        tidied = time.monotonic()
        while not self.stop.is_set():
            if services.any_waiting():
                self._once()
            if time.monotonic() - tidied > TIDY_EVERY:
                tidied = time.monotonic()
                # This worker does no job now, so a job that it left as running was abandoned.
                self._tidy()
            if not services.any_waiting():
                self.stop.wait(POLL)
        last = time.monotonic() + LAST_STEP
        for thread in due:
            thread.join(max(0.0, last - time.monotonic()))
        connections.close_all()

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

    def _do_due(self, name: str, function: DueWork) -> None:
        while not self.stop.is_set():
            try:
                close_old_connections()
                function(self.stop.is_set)
            except (OperationalError, InterfaceError):
                # The database is busy or unreachable for a moment. The next call does the due work.
                log.warning("due work put off", extra={"fields": {"kind": name}})
            except Exception:
                log.exception("due work failed", extra={"fields": {"kind": name}})
            self.stop.wait(DUE)
        connections.close_all()

    def _tidy(self) -> None:
        services.delete_old_jobs()
        delete_expired()
        services.fail_abandoned(worker=self.worker_id)
        services.enqueue_lost()

    def _beat(self) -> None:
        while not self.stop.wait(BEAT):
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
    if hasattr(os, "nice"):
        os.nice(NICE)
    if with_parent:
        threading.Thread(target=_until_parent_ends, args=(loop,), daemon=True).start()
    loop.run()


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
