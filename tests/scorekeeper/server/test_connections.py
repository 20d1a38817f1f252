"""The server's connections, over real sockets: which ones the server gives up, and which it never
does.
"""

import asyncio
from contextlib import asynccontextmanager

import pytest
from uvicorn import Config, Server

from games.live.hub import Hub
from scorekeeper.asgi import Site
from scorekeeper.server import connections
from scorekeeper.server.connections import Connection

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: loc"
BYTES = 20_000_000  # more than the buffers of two sockets hold


class Pages:
    """An application whose answers wait for the event `go_on`."""

    def __init__(self, body=b"page"):
        self.body, self.begun, self.ended = body, 0, 0
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self, scope, receive, send):
        self.begun += 1
        await self.go_on.wait()
        length = [(b"content-length", b"%d" % len(self.body))]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        for start in range(0, len(self.body), 100_000):
            piece = self.body[start : start + 100_000]
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        self.ended += 1


@asynccontextmanager
async def served(pages):
    """Serve these pages; yield a function that opens a connection to the server."""
    config = Config(pages, lifespan="off", log_config=None, interface="asgi3")
    state = Server(config).server_state
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    opened = []

    async def connect(sent=b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        opened.append(writer)
        writer.write(sent)
        return reader, writer

    try:
        async with asyncio.timeout(20):
            yield connect
    finally:
        for writer in opened:
            writer.close()
        server.close()
        await until(lambda: not state.connections)


async def until(condition):
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.005)


async def answer(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    return await reader.readexactly(4)


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_PATIENCE", 0.1)
    monkeypatch.setattr(connections, "READER_PATIENCE", 0.1)


@pytest.mark.parametrize("sent", [b"", HALF], ids=["nothing", "half"])
def test_a_head_that_is_never_whole_is_given_up(in_new_loop, soon, sent):
    async def scenario():
        async with served(Pages()) as connect:
            reader, _writer = await connect(sent)
            assert await reader.read() == b""  # the server has closed it

    in_new_loop(scenario())


def test_so_is_the_head_of_a_second_request(in_new_loop, soon):
    async def scenario():
        async with served(Pages()) as connect:
            reader, writer = await connect(WHOLE)
            assert await answer(reader) == b"page"
            writer.write(HALF)
            assert await reader.read() == b""

    in_new_loop(scenario())


def test_an_answer_may_take_longer_than_a_head(in_new_loop, soon):
    async def scenario():
        pages = Pages()
        pages.go_on.clear()
        async with served(pages) as connect:
            reader, _writer = await connect(WHOLE)
            await until(lambda: pages.begun)
            half, _ = await connect(HALF)
            assert await half.read() == b""  # which began later
            pages.go_on.set()
            assert await answer(reader) == b"page"

    in_new_loop(scenario())


def test_a_connection_serves_one_request_after_the_other(in_new_loop):
    async def scenario():
        async with served(Pages()) as connect:
            reader, writer = await connect(WHOLE * 2)
            assert [await answer(reader), await answer(reader)] == [b"page"] * 2
            writer.write(HALF)
            writer.write(b"alhost\r\n\r\n")
            assert await answer(reader) == b"page"

    in_new_loop(scenario())


def test_of_too_many_that_send_no_head_the_oldest_are_given_up(in_new_loop, monkeypatch):
    monkeypatch.setattr(connections, "WAITING_AT_ONCE", 20)

    async def scenario():
        pages = Pages()
        pages.go_on.clear()
        async with served(pages) as connect:
            under_way = [await connect(WHOLE) for _ in range(25)]
            await until(lambda: pages.begun == 25)
            half = [await connect(HALF) for _ in range(100)]
            await asyncio.gather(*(reader.read() for reader, _ in half[:80]))
            assert len(connections.waiting) == 20
            late, _ = await connect(WHOLE)
            await until(lambda: pages.begun == 26)
            pages.go_on.set()
            for reader in (late, *(reader for reader, _ in under_way)):
                assert await answer(reader) == b"page"
        assert not connections.waiting

    in_new_loop(scenario())


def test_an_answer_that_nobody_reads_is_given_up(in_new_loop, soon):
    async def scenario():
        pages = Pages(b"x" * BYTES)
        async with served(pages) as connect:
            reader, _writer = await connect(WHOLE)
            # The client reads nothing, so the application is told, and ends.
            await until(lambda: pages.ended)
            with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
                await reader.readexactly(BYTES)

    in_new_loop(scenario())


def test_an_answer_that_is_read_slowly_arrives_whole(in_new_loop, soon):
    async def scenario():
        async with served(Pages(b"x" * BYTES)) as connect:
            reader, _writer = await connect(WHOLE)
            await reader.readuntil(b"\r\n\r\n")
            read = 0
            while read < BYTES:
                read += len(await reader.readexactly(BYTES // 10))
                await asyncio.sleep(0.03)

    in_new_loop(scenario())


def test_after_a_body_of_two_lengths_nothing_more_is_read(in_new_loop):
    """By its Content-Length the body would end within the first chunk, and the rest would be
    another request.
    """
    lengths = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    sent = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + lengths + b"3\r\nabc\r\n0\r\n\r\n" + WHOLE
    requests = []

    def pages(environ, start_response):
        requests.append((environ["REQUEST_METHOD"], environ["wsgi.input"].read(10)))
        start_response("200 OK", [("Content-Length", "4")])
        return [b"page"]

    async def scenario():
        async with served(Site(pages, Hub())) as connect:
            reader, _writer = await connect(sent)
            assert await answer(reader) == b"page"
            assert await reader.read() == b""

    in_new_loop(scenario())
    assert requests == [("POST", b"abc")]
