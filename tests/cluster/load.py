"""Tables that record hands as phones do, and watchers that follow them as browsers do.

All of them run in one thread of one process, so that the load itself costs little.
"""

import asyncio
import contextlib
import json
import re
import time
import uuid
from collections import deque
from random import Random

from tests.cluster.measured import Measured

SEATS = [{"name": name} for name in ("Ana", "Bob", "Cléo", "Dan")]
# A phone's times in seconds (`outbox.js`): how long it waits for an answer, its pause before the
# second try, and its longest pause.
PATIENCE, PAUSE, LONGEST = 20.0, 1.0, 60.0
# Seconds after which a page without a stream asks again (`live.js`).
AWAY = 2.0
EVENT = 2**20  # bytes of the longest event
VERSION = re.compile(rb'data-version="(\d+)"|\ndata: (\d+)\n')
SOME = Random(1)


async def call(port: int, method: str, path: str, body=None, token: str = "") -> tuple[int, dict]:
    """Send a request on a new connection; return the status and the JSON body. Raise OSError if
    there is no proper answer.
    """
    data = b"" if body is None else json.dumps(body).encode()
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
    head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    head += [f"X-Match-Token: {token}"] if token else []
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + data)
        answer = await reader.read()
    finally:
        writer.close()
    top, _, rest = answer.partition(b"\r\n\r\n")
    if not top or not rest:
        raise ConnectionResetError
    if b"transfer-encoding: chunked" in top.lower():
        whole = b""
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            whole, rest = whole + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
        rest = whole
    try:
        return int(top.split()[1]), json.loads(rest)
    except ValueError as error:
        raise ConnectionResetError from error


class Table:
    """A table that starts a match, records hand after hand, and starts another match when it
    ends.
    """

    def __init__(self, port: int, measured: Measured, *, watched: bool = True) -> None:
        self.port, self.measured = port, measured
        self.matches: dict[str, list[str]] = {}  # the acknowledged hands, by match
        self.current, self.token, self.over = "", "", True
        self.watcher = Watcher(self) if watched else None

    async def write(self, path: str, body: dict) -> dict:
        """Send a write until it is acknowledged, as a phone does, and measure the time. Return the
        answer with its `client_id`.
        """
        body = {**body, "client_id": str(uuid.uuid4())}
        begun, pause = time.monotonic(), PAUSE
        while True:
            status = 0
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    status, answer = await call(self.port, "POST", path, body, self.token)
            if status in (200, 201):
                break
            if 0 < status < 500 and status != 429:
                raise AssertionError(f"{status} {answer}")
            self.measured.repeated[status] += 1
            await asyncio.sleep(pause * SOME.uniform(0.75, 1.25))
            pause = min(2 * pause, LONGEST)
        now = time.monotonic()
        self.measured.took.append(now - begun)
        self.measured.acknowledged_at.append(now)
        return {**answer, "client_id": body["client_id"]}

    async def play(self, every: float, stop: asyncio.Event) -> None:
        """Record a hand about every `every` seconds until `stop`. The first one comes after a
        random part of that time.
        """
        pause = SOME.uniform(0, every)
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause)
            if stop.is_set():
                return
            begun = time.monotonic()
            await self.hand()
            pause = max(0.0, every * SOME.uniform(0.75, 1.25) - (time.monotonic() - begun))

    async def sit_down(self) -> None:
        """Start a match."""
        self.token = ""
        made = await self.write("/api/v1/matches/", {"game": "dix", "seats": SEATS})
        self.current, self.token, self.over = made["id"], made["edit_token"], False
        self.matches[self.current] = []
        if self.watcher:
            self.watcher.move()

    async def hand(self) -> None:
        """Record one hand, in a new match if the last one is over."""
        if self.over:
            await self.sit_down()
        mine = self.matches[self.current]
        hand = {"bidder": len(mine) % 2, "bid": 50, "taken": 50}
        answer = await self.write(f"/api/v1/matches/{self.current}/entries/", hand)
        mine.append(answer["client_id"])
        if self.watcher:
            self.watcher.expect(answer["version"])
        self.over = answer["status"] != "in_progress"

    async def faults(self) -> tuple[int, int]:
        """Return how many acknowledged hands are lost, and how many stored ones were stored twice
        or never acknowledged.
        """
        lost = doubled = 0
        for match, hands in self.matches.items():
            status, body = await call(self.port, "GET", f"/api/v1/matches/{match}/")
            assert status == 200, f"{match}: {status} {body}"
            stored = [entry["client_id"] for entry in body["entries"]]
            lost += len(set(hands) - set(stored))
            doubled += len(stored) - len(set(stored)) + len(set(stored) - set(hands))
        return lost, doubled


class Watcher:
    """Somebody who follows a table's match by its stream, and reconnects when the stream ends."""

    def __init__(self, table: Table) -> None:
        self.table, self.known = table, 0
        # The acknowledged versions that the watcher has yet to see: match, version, moment of
        # the acknowledgement.
        self.expected: deque[tuple[str, int, float]] = deque()
        self._stream: asyncio.StreamWriter | None = None

    def expect(self, version: int) -> None:
        """Note that this version of the table's match was acknowledged just now."""
        if version > self.known:
            self.expected.append((self.table.current, version, time.monotonic()))
        else:
            self.table.measured.update_delays.append(0.0)

    def move(self) -> None:
        """Go over to the table's next match."""
        self.known = 0
        if self._stream is not None:
            self._stream.close()

    async def follow(self) -> None:
        """Follow the table's matches until cancelled, reconnecting after each lost stream."""
        left = 0.0
        while True:
            match = self.table.current
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                async for version in self._versions(match):
                    if left:
                        self.table.measured.away.append(time.monotonic() - left)
                        left = 0.0
                    self._know(version)
            if match != self.table.current:
                continue
            left = left or time.monotonic()
            await asyncio.sleep(AWAY)

    async def _versions(self, match: str):
        reader, self._stream = await asyncio.open_connection(
            "127.0.0.1", self.table.port, limit=EVENT
        )
        address = f"/api/v1/matches/{match}/live/?view=page"
        head = f"GET {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        self._stream.write(head.encode())
        try:
            while match == self.table.current:
                event = VERSION.search(await reader.readuntil(b"\n\n"))
                if event and match == self.table.current:
                    yield int(event[1] or event[2])
        finally:
            self._stream.close()

    def _know(self, version: int) -> None:
        self.known = version
        while self.expected and self._is_told(*self.expected[0][:2]):
            late = time.monotonic() - self.expected.popleft()[2]
            self.table.measured.update_delays.append(late)

    def _is_told(self, match: str, version: int) -> bool:
        """Return whether the watcher knows this version, or the table has left that match."""
        return match != self.table.current or version <= self.known
