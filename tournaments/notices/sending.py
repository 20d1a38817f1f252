"""Sends messages in parallel, so that a slow receiver does not delay the others.

A send that takes longer than `MOMENT` no longer counts among the `AT_ONCE`, so another one starts.
Thus each slow send delays the others by a sixteenth of a second. The seconds of a send beyond
`MOMENT` are counted for its host and its tournament. If either has more than `BUDGET` of them, its
messages come after the others. Retries come after all first tries.
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

# A host or a tournament, as (kind, name); and the seconds counted for each.
Account = tuple[str, str]
Lost = defaultdict[Account, float]
# How many sends younger than `MOMENT` (in seconds) there may be at once.
AT_ONCE = 16
MOMENT = 1.0
# How many of these seconds a host, or a tournament, may have before its messages wait.
BUDGET = 5.0
# The counted seconds are reset after this time, because a host may have been repaired.
FORGOTTEN_AFTER = 3600.0


@dataclass(frozen=True, slots=True)
class Due:
    """A message that is due: its row, tournament, address and time; whether it is a retry."""

    pk: int
    tournament: str
    url: str
    retry: bool
    at: datetime

    @property
    def accounts(self) -> tuple[Account, Account]:
        """The two accounts for which its slow seconds are counted: its host, and its tournament."""
        host = self.url.partition("://")[2].partition("/")[0]
        return ("host", host), ("tournament", self.tournament)


@dataclass(frozen=True, slots=True)
class Send:
    """A message that this worker has claimed.

    `post` sends it and returns the status, 0 without an answer. It runs on a thread without a
    database connection. `end` stores the outcome, on the worker's own thread.
    """

    post: Callable[[], int]
    end: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A send that has begun."""

    due: Due
    send: Send
    begun: float


class Sender:
    """Sends the messages that `due` returns and `take` claims. `take` returns None to skip one.

    Only one thread calls its methods. Each send runs on a thread of its own.
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
        """Send all due messages and return once they are sent. A stopping worker begins no more."""
        while True:
            if not stopping():
                self.begin()
            if not self._under_way:
                return
            self.end(MOMENT)

    def begin(self) -> None:
        """Begin as many sends as `AT_ONCE` allows now."""
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

        # A row may become due again while its last message is still being sent.
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
    """Run work on a thread of its own, which does not keep the process from ending."""
    threading.Thread(target=work, daemon=True).start()
