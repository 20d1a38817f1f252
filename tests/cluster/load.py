"""Tables that record hands as phones do, and watchers that follow them."""

import asyncio
import contextlib
import json
import time
import uuid
from dataclasses import dataclass, field

SEATS = [{"name": name} for name in ("Ana", "Bob", "Cléo", "Dan")]
PATIENCE = 5.0  # seconds that a phone waits for an answer
PAUSE = 0.5  # seconds until it tries again


@dataclass
class Measured:
    """What the phones saw."""

    took: list[float] = field(default_factory=list)  # from the first try to the acknowledgement
    acknowledged_at: list[float] = field(default_factory=list)
    tries: int = 0
    failures: int = 0
    # When a hand was sent, and when a watcher heard of it, by match and version.
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    heard: dict[tuple[str, int], float] = field(default_factory=dict)


async def call(port: int, method: str, path: str, body=None, token: str = "") -> tuple[int, dict]:
    """Send a request on a connection of its own; return status and JSON. Raises OSError."""
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
    """A table: it starts a match, records hand after hand, and starts another one when it ends."""

    def __init__(self, port: int, measured: Measured) -> None:
        self.port, self.measured = port, measured
        self.matches: dict[str, list[str]] = {}  # the acknowledged hands, by match
        self.current, self.token, self.over = "", "", True

    async def write(self, path: str, body: dict) -> dict:
        """Send until it is acknowledged, as a phone does; measure it."""
        body = {**body, "client_id": str(uuid.uuid4())}
        begun = time.monotonic()
        while True:
            self.measured.tries += 1
            try:
                async with asyncio.timeout(PATIENCE):
                    status, answer = await call(self.port, "POST", path, body, self.token)
                if status in (200, 201):
                    break
                if status < 500:
                    raise AssertionError(f"{status} {answer}")
            except (OSError, TimeoutError):
                pass
            self.measured.failures += 1
            await asyncio.sleep(PAUSE)
        now = time.monotonic()
        self.measured.took.append(now - begun)
        self.measured.acknowledged_at.append(now)
        return {**answer, "client_id": body["client_id"]}

    async def play(self, every: float, stop: asyncio.Event, later: float = 0.0) -> None:
        """Record a hand every so many seconds until `stop`."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), later)
        while not stop.is_set():
            begun = time.monotonic()
            await self.hand()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), max(0.0, every - (time.monotonic() - begun)))

    async def hand(self) -> None:
        """Record one hand, of a new match if the last one is over."""
        if self.over:
            self.token = ""
            made = await self.write("/api/v1/matches/", {"game": "dix", "seats": SEATS})
            self.current, self.token = made["id"], made["edit_token"]
            self.matches[self.current] = []
        mine = self.matches[self.current]
        begun = time.monotonic()
        hand = {"bidder": len(mine) % 2, "bid": 50, "taken": 50}
        said = await self.write(f"/api/v1/matches/{self.current}/entries/", hand)
        mine.append(said["client_id"])
        self.measured.sent[self.current, said["version"]] = begun
        self.over = said["status"] != "in_progress"

    async def faults(self) -> tuple[int, int]:
        """Return how many acknowledged hands are lost, and how many are stored twice."""
        lost = doubled = 0
        for match, hands in self.matches.items():
            _status, body = await call(self.port, "GET", f"/api/v1/matches/{match}/")
            stored = [entry["client_id"] for entry in body["entries"]]
            lost += len(set(hands) - set(stored))
            doubled += len(stored) - len(set(stored)) + len(set(stored) - set(hands))
        return lost, doubled


async def watch(table: Table, stop: asyncio.Event) -> None:
    """Follow a table's current match by its stream, and come back when the stream ends."""
    while not stop.is_set():
        if not table.current:
            await asyncio.sleep(0.1)
            continue
        match = table.current
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(
                f"GET /api/v1/matches/{match}/live/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            )
            try:
                await follow(reader, match, table, stop)
            finally:
                writer.close()
        await asyncio.sleep(PAUSE)


async def follow(reader, match: str, table: Table, stop: asyncio.Event) -> None:
    """Read a stream until it ends, or the table plays another match."""
    first = True
    while not stop.is_set() and table.current == match:
        try:
            async with asyncio.timeout(1):
                line = await reader.readline()
        except TimeoutError:
            continue
        if not line:
            return
        if line.startswith(b"data: "):
            if not first:
                table.measured.heard[match, int(line[6:])] = time.monotonic()
            first = False
