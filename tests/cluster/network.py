"""The network: free ports, and proxies that can be cut so that nothing passes."""

import asyncio
import contextlib
import socket

# How proxies check the machines behind them (`deploy/`): seconds between two checks, and seconds
# to wait for an answer.
CHECKS, PATIENCE = 1.0, 2.0
HEALTH = b"GET /sante/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def is_well(port: int) -> bool:
    """Return whether a machine of the site answers its health check."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(HEALTH)
                return b" 200 " in await reader.readline()
            finally:
                writer.close()
    return False


class Relay:
    """A small proxy that passes connections to its targets in rotation, skipping targets that do
    not answer.

    While the proxy is cut nothing passes in either direction, as in a network that drops
    everything.
    """

    def __init__(self, *targets: int) -> None:
        self.targets, self.port = list(targets), 0
        self._turn = 0
        self._passing = asyncio.Event()
        self._passing.set()
        self.care: asyncio.Task | None = None

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=4096)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Let nothing pass."""
        self._passing.clear()

    def heal(self) -> None:
        """Let all pass again."""
        self._passing.set()

    async def cut_for(self, seconds: float) -> None:
        """Let nothing pass for a while."""
        self.cut()
        await asyncio.sleep(seconds)
        self.heal()

    async def _connect(self):
        for _try in self.targets:
            self._turn += 1
            target = self.targets[self._turn % len(self.targets)]
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", target)
        return None

    async def _serve(self, reader, writer) -> None:
        await self._passing.wait()
        there = await self._connect()
        if there is None:
            writer.close()
            return
        ways = [self._pump(reader, there[1]), self._pump(there[0], writer)]
        tasks = [asyncio.create_task(way) for way in ways]
        # When either direction ends, both are ended. When the event loop stops, it cancels the
        # tasks that remain.
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for writer_of_pair in (writer, there[1]):
            with contextlib.suppress(OSError, RuntimeError):
                writer_of_pair.close()

    async def look_after(self) -> None:
        """Check the targets until cancelled, and use only those that answer the health check.

        If none answers it, all are used: their own answers then say what is wrong.
        """
        known = list(self.targets)
        while True:
            well = await asyncio.gather(*map(is_well, known))
            self.targets = [port for port, it_is in zip(known, well, strict=True) if it_is] or known
            await asyncio.sleep(CHECKS)

    async def _pump(self, reader, writer) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._passing.wait()
                writer.write(data)
                await writer.drain()
