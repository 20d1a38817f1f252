"""Sends messages in parallel, so that a slow receiver does not delay the others.

At most `AT_ONCE` sends that are younger than `MOMENT` run at the same time. An older send is no
longer counted, so another one can start. Thus each slow send delays the others by at most a
sixteenth of a second.

The seconds of a send beyond `MOMENT` are counted for its host and for its tournament. If either
has more than `BUDGET` of them, its messages are sent after the others. Retries are sent after
all first attempts.
"""

import contextlib
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from queue import Empty, SimpleQueue

logger = logging.getLogger(__name__)

# An account is a host or a tournament, as (kind, name). `Lost` holds the slow seconds of each
# account.
Account = tuple[str, str]
Lost = defaultdict[Account, float]
# How many sends younger than `MOMENT` (in seconds) may run at the same time.
AT_ONCE = 16
MOMENT = 1.0
# How many slow seconds an account may have before its messages are sent after the others.
BUDGET = 5.0
# The slow seconds are reset after this many seconds, because a host may work well again.
FORGOTTEN_AFTER = 3600.0


@dataclass(frozen=True, slots=True)
class Due:
    """A message that is due.

    `pk` is the id of its row, `url` its receiver, and `at` the time since when it is due.
    `retry` says whether an earlier attempt failed.
    """

    pk: int
    tournament: str
    url: str
    retry: bool
    at: datetime

    @property
    def accounts(self) -> tuple[Account, Account]:
        """The two accounts to which slow seconds of the message are charged: its host and its
        tournament.
        """
        host = self.url.partition("://")[2].partition("/")[0]
        return ("host", host), ("tournament", self.tournament)


@dataclass(frozen=True, slots=True)
class Send:
    """A message that this worker has claimed.

    `post` sends it and returns the HTTP status, or 0 without an answer. It runs on a thread
    without a database connection. `end` stores the outcome, on the worker's own thread.
    """

    post: Callable[[], int]
    end: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A send that has begun and is not over."""

    due: Due
    send: Send
    begun: float


class Sender:
    """Sends the messages that `due` returns. `take` claims a message, or returns None to skip it.

    Only one thread may call the methods. Each message is sent on a separate thread.
    """

    def __init__(
        self,
        due: Callable[[], Sequence[Due]],
        take: Callable[[Due], Send | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._due, self._take, self._clock = due, take, clock
        self._under_way: dict[int, UnderWay] = {}
        self._answers: SimpleQueue[tuple[int, int]] = SimpleQueue()
        self._lost: Lost = defaultdict(float)
        self._counted_since = clock()

    def send_due(self, stopping: Callable[[], bool]) -> None:
        """Send all due messages, and return when they are sent. A stopping worker begins no new
        send.
        """
        while True:
            if not stopping():
                self.begin()
            if not self._under_way:
                return
            self.end(MOMENT)

    def begin(self) -> None:
        """Begin as many sends as `AT_ONCE` allows at this moment."""
        now = self._clock()
        free = AT_ONCE - sum(now - row.begun < MOMENT for row in self._under_way.values())
        if free <= 0:
            return
        for due in self._in_order(now):
            send = self._take(due)
            if send is None:
                continue
            beside(partial(self._post, due.pk, send))
            self._under_way[due.pk] = UnderWay(due, send, now)
            free -= 1
            if not free:
                return

    def end(self, wait: float) -> None:
        """Store the outcomes that have arrived. Wait at most `wait` seconds for the first one."""
        for pk, status in self._arrived(wait):
            ended = self._under_way.pop(pk)
            self._charge(self._lost, ended, self._clock())
            ended.send.end(status)

    def _arrived(self, wait: float) -> Iterator[tuple[int, int]]:
        with contextlib.suppress(Empty):
            yield self._answers.get(timeout=wait)
            while True:
                yield self._answers.get_nowait()

    def _in_order(self, now: float) -> list[Due]:
        if now - self._counted_since > FORGOTTEN_AFTER:
            self._lost.clear()
            self._counted_since = now
        lost = self._lost.copy()
        for row in self._under_way.values():
            self._charge(lost, row, now)

        def rank(due: Due) -> tuple[bool, bool, bool, datetime, int]:
            host, tournament = (lost[account] > BUDGET for account in due.accounts)
            return due.retry, host, tournament, due.at, due.pk

        # A row may become due again while a message of it is still being sent. It is then left
        # out.
        return sorted((due for due in self._due() if due.pk not in self._under_way), key=rank)

    @staticmethod
    def _charge(lost: Lost, row: UnderWay, now: float) -> None:
        seconds = now - row.begun - MOMENT
        if seconds > 0:
            for account in row.due.accounts:
                lost[account] += seconds

    def _post(self, pk: int, send: Send) -> None:
        try:
            status = send.post()
        except Exception:
            logger.exception("a message could not be sent")
            status = 0
        self._answers.put((pk, status))


def beside(work: Callable[[], None]) -> None:
    """Run `work` on a separate thread, which does not keep the process from ending."""
    threading.Thread(target=work, daemon=True).start()
