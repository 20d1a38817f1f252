"""The ASGI application, called as a server would call it, over a small WSGI application of this
module.
"""

import asyncio
import threading
import time
import zlib

import pytest
from django.db import connection, transaction

from games.live import hub as live
from games.live.hub import Hub, Watcher
from games.live.readers import READER
from games.live.watching import News
from scorekeeper.asgi import Site
from scorekeeper.middleware import CROWDED
from scorekeeper.server.admission import HASHES_AT_ONCE
from scorekeeper.server.event_stream import accepts_gzip

MATCH = "7K3QZ9WX"
PATH = f"/api/v1/matches/{MATCH}/live/"
FIRST = b"event: version\ndata: 3\n\n"


class Pages:
    """A WSGI application that gives the answer it was made with, and stores what it was asked."""

    def __init__(self, status="200 OK", kind="text/event-stream", body=FIRST, during=None):
        self.status, self.kind, self.body, self.during = status, kind, body, during
        self.requests = []

    def __call__(self, environ, start_response):
        read = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        self.requests.append((environ, read))
        if self.during:
            self.during()
        length = str(len(self.body))
        start_response(self.status, [("Content-Type", self.kind), ("Content-Length", length)])
        return [self.body]


class Client:
    """One connection of a server to the application."""

    def __init__(
        self, site, path=PATH, method="GET", headers=(), chunks=(b"",), whole=True, network=None
    ):
        self.sent = asyncio.Queue()
        self.incoming = asyncio.Queue()
        for number, chunk in enumerate(chunks, 1):
            more = number < len(chunks) or not whole
            self.incoming.put_nowait({"type": "http.request", "body": chunk, "more_body": more})
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "http_version": "1.1",
            "headers": list(headers),
            "server": ("localhost", 8000),
            "client": (network or "127.0.0.1", 50_000),
        }
        self.task = asyncio.create_task(site(scope, self.incoming.get, self.sent.put))

    async def next(self):
        async with asyncio.timeout(5):
            return await self.sent.get()

    async def head(self):
        message = await self.next()
        return message["status"], dict(message["headers"])

    async def body(self):
        message = await self.next()
        return message["body"], message.get("more_body", False)

    async def leave(self):
        self.incoming.put_nowait({"type": "http.disconnect"})
        async with asyncio.timeout(5):
            await self.task


def held(site):
    """Return how many large bodies hold a place now."""
    return sum(senders.total() for senders in site.bodies.places.held.values())


def test_a_stream_stays_open_and_tells_each_version(in_new_loop):
    async def scenario():
        hub = Hub()
        client = Client(Site(Pages(), hub))
        status, headers = await client.head()
        assert status == 200
        assert headers[b"content-type"] == b"text/event-stream"
        assert b"content-length" not in headers
        assert await client.body() == (FIRST, True)
        hub.publish(MATCH, 4)
        assert await client.body() == (b"event: version\ndata: 4\n\n", True)
        hub.publish("OTHER000", 9)
        hub.publish(MATCH, 5)
        assert await client.body() == (b"event: version\ndata: 5\n\n", True)
        assert len(hub) == 1
        await client.leave()
        assert len(hub) == 0

    in_new_loop(scenario())


def test_a_version_written_while_django_answers_is_not_lost(in_new_loop):
    async def scenario():
        hub = Hub()
        client = Client(Site(Pages(during=lambda: hub.publish(MATCH, 4)), hub))
        await client.head()
        assert await client.body() == (FIRST, True)
        assert await client.body() == (b"event: version\ndata: 4\n\n", True)
        await client.leave()

    in_new_loop(scenario())


def test_a_version_that_django_has_already_told_is_not_told_again(in_new_loop):
    async def scenario():
        hub = Hub()
        client = Client(Site(Pages(during=lambda: hub.publish(MATCH, 3)), hub, heartbeat=0.05))
        await client.head()
        await client.body()
        assert await client.body() == (b": \n\n", True)
        await client.leave()

    in_new_loop(scenario())


def test_a_silent_stream_has_a_heartbeat(in_new_loop):
    async def scenario():
        client = Client(Site(Pages(), Hub(), heartbeat=0.02))
        await client.head()
        await client.body()
        assert [await client.body(), await client.body()] == [(b": \n\n", True)] * 2
        await client.leave()

    in_new_loop(scenario())


@pytest.mark.parametrize(
    ("status", "kind"), [("404 Not Found", "application/json"), ("200 OK", "text/html")]
)
def test_anything_but_a_stream_is_passed_on_and_ended(in_new_loop, status, kind):
    async def scenario():
        hub = Hub()
        client = Client(Site(Pages(status=status, kind=kind, body=b"{}"), hub))
        got, headers = await client.head()
        assert got == int(status[:3])
        assert headers[b"content-length"] == b"2"
        assert await client.body() == (b"{}", True)
        assert await client.body() == (b"", False)
        await client.task
        assert len(hub) == 0

    in_new_loop(scenario())


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("HEAD", PATH),
        ("POST", PATH),
        ("GET", "/api/v1/matches/7k3qz9wx/live/"),
        ("GET", "/api/v1/matches/7K3QZ9WX/"),
    ],
)
def test_other_requests_are_pages(in_new_loop, method, path):
    async def scenario():
        hub = Hub()
        client = Client(Site(Pages(), hub), path=path, method=method)
        await client.head()
        await client.body()
        assert await client.body() == (b"", False)
        await client.task

    in_new_loop(scenario())


def test_closing_the_hub_ends_the_streams(in_new_loop):
    async def scenario():
        hub = Hub()
        client = Client(Site(Pages(), hub))
        await client.head()
        await client.body()
        hub.close()
        assert await client.body() == (b"", False)
        await client.task

    in_new_loop(scenario())


def test_a_slow_body_does_not_hold_the_worker(in_new_loop):
    async def scenario():
        site = Site(Pages(kind="text/plain"), Hub())
        slow = Client(site, path="/", method="POST", chunks=(b"half",), whole=False)
        await asyncio.sleep(0.01)
        quick = Client(site, path="/")
        assert (await quick.head())[0] == 200
        await quick.task
        await slow.leave()

    in_new_loop(scenario())


def test_a_body_without_a_length_reaches_django_whole(in_new_loop):
    async def scenario():
        pages = Pages(kind="text/plain")
        client = Client(Site(pages, Hub()), path="/", method="POST", chunks=(b"one ", b"two"))
        await client.task
        environ, read = pages.requests[0]
        assert environ["CONTENT_LENGTH"] == "7"
        assert read == b"one two"

    in_new_loop(scenario())


def test_a_body_too_large_is_cut_just_over_the_limit(in_new_loop):
    async def scenario():
        pages = Pages(kind="text/plain")
        chunks = [b"x" * 65536] * 10
        headers = [(b"content-length", b"655360")]
        client = Client(Site(pages, Hub()), path="/", method="POST", headers=headers, chunks=chunks)
        await client.task
        assert pages.requests[0][0]["CONTENT_LENGTH"] == str(65536 + 1)

    in_new_loop(scenario())


GRAPH_IMPORT = "/api/v1/transmission/dix/import/"


@pytest.mark.parametrize(
    "headers", [[(b"content-length", b"30000000")], [(b"transfer-encoding", b"chunked")]]
)
def test_who_may_not_send_a_large_body_is_refused_before_it_is_read(in_new_loop, headers):
    async def scenario():
        pages = Pages(status="403 Forbidden", kind="text/plain", body=b"no")
        site = Site(pages, Hub())
        chunks = [b"x" * 65536] * 20
        client = Client(site, path=GRAPH_IMPORT, method="POST", headers=headers, chunks=chunks)
        assert (await client.head())[0] == 403
        assert (await client.body())[0] == b"no"
        await client.task
        # The application was asked once, without a body, and nothing of the body was handed on.
        ((environ, read),) = pages.requests
        assert ("CONTENT_LENGTH" in environ, read) == (False, b"")
        assert held(site) == 0

    in_new_loop(scenario())


def test_who_may_send_a_large_body_is_asked_first_and_then_read(in_new_loop):
    async def scenario():
        pages = Pages(status="204 No Content", kind="text/plain", body=b"")
        chunks = [b"x" * 65536] * 300
        length = [(b"content-length", b"%d" % (300 * 65536))]
        client = Client(
            Site(pages, Hub()), path=GRAPH_IMPORT, method="POST", headers=length, chunks=chunks
        )
        assert (await client.head())[0] == 204
        await client.task
        assert [len(read) for _environ, read in pages.requests] == [0, 300 * 65536]

    in_new_loop(scenario())


@pytest.mark.parametrize("path", ["/", PATH, GRAPH_IMPORT])
def test_a_body_of_two_lengths_closes_the_connection(in_new_loop, path):
    async def scenario():
        length, chunked = (b"content-length", b"3"), (b"transfer-encoding", b"chunked")
        for headers, closed in (([length, chunked], b"close"), ([length], None), ([chunked], None)):
            pages = Pages(kind="text/plain", body=b"")
            client = Client(Site(pages, Hub()), path, "GET", headers, (b"abc",))
            _status, answered = await client.head()
            assert answered.get(b"connection") == closed
            await client.leave()

    in_new_loop(scenario())


def test_a_body_that_never_comes_is_given_up(in_new_loop, monkeypatch):
    monkeypatch.setattr("scorekeeper.server.bodies.BODY_PATIENCE", 0.05)

    async def scenario():
        pages = Pages()
        client = Client(Site(pages, Hub()), path="/", method="POST", chunks=())
        assert (await client.head())[0] == 408
        assert pages.requests == []

    in_new_loop(scenario())


def test_someone_who_leaves_before_the_end_of_the_body_is_forgotten(in_new_loop):
    async def scenario():
        pages = Pages()
        client = Client(Site(pages, Hub()), path="/", method="POST", chunks=())
        await client.leave()
        assert pages.requests == []
        assert client.sent.empty()

    in_new_loop(scenario())


@pytest.mark.parametrize(("method", "paths"), [("GET", ["/slow", "/stays"]), ("POST", None)])
def test_a_page_is_not_made_for_who_left_the_queue_but_what_they_sent_is_written(
    in_new_loop, method, paths
):
    async def scenario():
        go_on = threading.Event()
        pages = Pages(kind="text/plain", during=lambda: go_on.wait(5))
        site = Site(pages, Hub())
        slow = Client(site, path="/slow")
        await asyncio.sleep(0.01)
        leaves = Client(site, path="/leaves", method=method)
        stays = Client(site, path="/stays")
        await asyncio.sleep(0.01)
        leaves.incoming.put_nowait({"type": "http.disconnect"})
        await asyncio.sleep(0.01)
        go_on.set()
        assert (await stays.head())[0] == 200
        await asyncio.gather(slow.task, leaves.task, stays.task)
        paths_served = [environ["PATH_INFO"] for environ, _ in pages.requests]
        assert paths_served == (paths or ["/slow", "/leaves", "/stays"])
        assert site.admission.pages.asked == 0

    in_new_loop(scenario())


def test_a_header_cannot_pose_as_another(in_new_loop):
    async def scenario():
        pages = Pages(kind="text/plain")
        headers = [(b"x_forwarded_proto", b"https"), (b"x-kept", b"yes")]
        client = Client(Site(pages, Hub()), path="/", headers=headers)
        await client.task
        environ = pages.requests[0][0]
        assert "HTTP_X_FORWARDED_PROTO" not in environ
        assert environ["HTTP_X_KEPT"] == "yes"

    in_new_loop(scenario())


class Watched(Pages):
    """Pages whose streams send the match itself."""

    def __call__(self, environ, start_response):
        environ["asgi.scope"][READER] = "somebody"
        return super().__call__(environ, start_response)


def test_a_stream_brings_what_was_drawn_once_for_all_its_readers(in_new_loop, monkeypatch):
    draws = []

    def drawn(match_id, readers):
        draws.append((match_id, readers))
        return News(7, ["<p>\n80 – 20</p>"] * (len(readers) - 1) + [None])

    monkeypatch.setattr("scorekeeper.asgi.news", drawn)

    async def scenario():
        hub = Hub()
        site = Site(Watched(), hub)
        clients = [Client(site) for _ in range(3)]
        for client in clients:
            await client.head()
            await client.body()
        hub.publish(MATCH, 7)
        bodies = sorted([(await client.body())[0] for client in clients])
        page = b"event: page\ndata: <p>\ndata: 80 \xe2\x80\x93 20</p>\n\n"
        # The last client sees something of their own. It is only told the version, and fetches
        # the page itself.
        assert bodies == [page, page, b"event: version\ndata: 7\n\n"]
        for client in clients:
            await client.leave()

    in_new_loop(scenario())
    assert draws == [(MATCH, ["somebody"] * 3)]


def test_who_can_be_brought_nothing_is_told_the_version(in_new_loop, monkeypatch, caplog):
    def fails(match_id, readers):
        raise OSError

    monkeypatch.setattr("scorekeeper.asgi.news", fails)

    async def scenario():
        hub = Hub()
        client = Client(Site(Watched(), hub))
        await client.head()
        await client.body()
        hub.publish(MATCH, 4)
        assert await client.body() == (b"event: version\ndata: 4\n\n", True)
        await client.leave()

    in_new_loop(scenario())
    assert "not drawn for those who watch" in caplog.text


def test_versions_written_while_one_is_drawn_are_drawn_together_afterwards(
    in_new_loop, monkeypatch
):
    go_on, versions = threading.Event(), iter((4, 6))

    def slow(match_id, readers):
        go_on.wait(5)
        version = next(versions)
        return News(version, [str(version)] * len(readers))

    monkeypatch.setattr("scorekeeper.asgi.news", slow)

    async def scenario():
        hub = Hub()
        client = Client(Site(Watched(), hub))
        await client.head()
        await client.body()
        for version in (4, 5, 6):
            hub.publish(MATCH, version)
        await asyncio.sleep(0.01)
        go_on.set()
        assert await client.body() == (b"event: page\ndata: 4\n\n", True)
        assert await client.body() == (b"event: page\ndata: 6\n\n", True)
        await client.leave()

    in_new_loop(scenario())


def test_a_browser_that_reads_gzip_is_sent_one_stream_of_it(in_new_loop, monkeypatch):
    page = "<p>Nous 80, vous 20</p>\n" * 50
    monkeypatch.setattr("scorekeeper.asgi.news", lambda _id, readers: News(4, [page]))

    async def scenario():
        hub = Hub()
        site = Site(Watched(), hub, heartbeat=0.5)
        client = Client(site, headers=[(b"accept-encoding", b"br, gzip")])
        _status, headers = await client.head()
        assert headers[b"content-encoding"] == b"gzip"
        inflate = zlib.decompressobj(wbits=31)
        assert inflate.decompress((await client.body())[0]) == FIRST
        hub.publish(MATCH, 4)
        packed, _more = await client.body()
        lines = "".join(f"data: {line}\n" for line in page.split("\n"))
        assert inflate.decompress(packed).decode() == f"event: page\n{lines}\n"
        assert len(packed) < 200
        assert inflate.decompress((await client.body())[0]) == b": \n\n"
        await client.leave()

    in_new_loop(scenario())


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        (b"gzip, deflate", True),
        (b"br;q=1, gzip;q=0.5", True),
        (b"br", False),
        (b"", False),
        (b"gzip;q=0, br", False),
        (b"gzip; q=0.0", False),
    ],
)
def test_who_reads_gzip(accepted, packed):
    assert accepts_gzip([(b"host", b"localhost"), (b"accept-encoding", accepted)]) is packed


def test_a_slow_watcher_gets_only_the_newest(in_new_loop):
    async def scenario():
        watcher = Watcher()
        for version in (2, 5, 4):
            watcher.tell(version)
        assert await watcher.next(1) == (5, None)
        assert await watcher.next(0.01) is None

    in_new_loop(scenario())


def test_a_version_may_be_published_from_any_thread(in_new_loop):
    async def scenario():
        hub = Hub()
        watcher = hub.subscribe(MATCH)
        threading.Thread(target=hub.publish, args=(MATCH, 8)).start()
        assert await watcher.next(5) == (8, None)

    in_new_loop(scenario())


def test_publishing_without_any_watcher_or_loop_does_nothing(in_new_loop):
    hub = Hub()
    hub.publish(MATCH, 1)
    hub.close()

    async def scenario():
        hub.subscribe(MATCH)

    in_new_loop(scenario())
    hub.publish(MATCH, 2)  # its loop is closed by now


@pytest.mark.django_db  # on PostgreSQL it listens
def test_the_lifespan_is_answered(in_new_loop):
    async def scenario():
        site = Site(Pages(), Hub())
        sent = []
        incoming = asyncio.Queue()
        incoming.put_nowait({"type": "lifespan.startup"})
        incoming.put_nowait({"type": "lifespan.shutdown"})

        async def send(message):
            sent.append(message["type"])

        await site({"type": "lifespan"}, incoming.get, send)
        assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]

    in_new_loop(scenario())


class Listening:
    """The hub of this process, running in a thread as it does while the site serves."""

    def __enter__(self):
        self.hub = Hub()
        self.heard = []
        self.sent_back = 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=asyncio.run, args=(self.watch(),))
        self.thread.start()
        self.wait_until(lambda: self.sent_back == self.first_sent_back and len(self.hub) == 1)
        return self

    def __exit__(self, *exception):
        self.done.set()
        self.thread.join(10)

    # On PostgreSQL, listening begins by sending the watchers back, because they may have missed
    # something.
    first_sent_back = property(lambda self: int(connection.vendor == "postgresql"))

    async def watch(self):
        watcher = self.hub.subscribe(MATCH)
        listening = None
        if connection.vendor == "postgresql":
            listening = asyncio.create_task(live.listen(self.hub, asyncio.Event()))
        while not self.done.is_set():
            newest = await watcher.next(0.05)
            if watcher.closed:
                self.hub.unsubscribe(MATCH, watcher)
                watcher = self.hub.subscribe(MATCH)
                self.sent_back += 1
            elif newest:
                self.heard.append(newest[0])
        if listening:
            listening.cancel()

    def wait_until(self, condition):
        end = time.monotonic() + 10
        while not condition():
            assert time.monotonic() < end
            time.sleep(0.01)

    def wait_for(self, version):
        self.wait_until(lambda: version in self.heard)
        return self.heard


@pytest.mark.django_db(transaction=True)
def test_an_announcement_reaches_watchers_at_commit_and_never_before(monkeypatch):
    with Listening() as process:
        monkeypatch.setattr(live, "hub", process.hub)
        with transaction.atomic():
            live.announce(MATCH, 4)
            time.sleep(0.2)
            assert process.heard == []
        assert process.wait_for(4) == [4]


@pytest.mark.django_db(transaction=True)
def test_an_announcement_of_a_transaction_that_failed_is_never_heard(monkeypatch):
    def fail():
        with transaction.atomic():
            live.announce(MATCH, 4)
            raise LookupError

    with Listening() as process:
        monkeypatch.setattr(live, "hub", process.hub)
        with pytest.raises(LookupError):
            fail()
        with transaction.atomic():
            live.announce(MATCH, 5)
        assert process.wait_for(5) == [5]


def test_a_listening_connection_that_answers_no_more_is_given_up(in_new_loop, monkeypatch):
    monkeypatch.setattr(live, "ANSWER_PATIENCE", 0.01)

    class Mute:
        async def notifies(self, timeout):
            for notice in ():
                yield notice

        async def execute(self, _query):
            await asyncio.Event().wait()

    async def scenario():
        async with asyncio.timeout(5) as patience:
            with pytest.raises(TimeoutError):
                await live._pass_on(Mute(), Hub())
        assert not patience.expired()

    in_new_loop(scenario())


@pytest.mark.django_db(transaction=True)
def test_a_listening_connection_that_is_cut_comes_back_and_sends_the_watchers_back(monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("with SQLite announcements stay in the process")
    monkeypatch.setattr(live, "FIRST_PAUSE", 0.05)
    with Listening() as process:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                # Tests of another worker listen on the same server.
                " WHERE application_name = %s AND datname = current_database()",
                [live.LISTENER],
            )
        process.wait_until(lambda: process.sent_back == 2)
        with transaction.atomic():
            live.announce(MATCH, 7)
        assert process.wait_for(7) == [7]


def test_a_flood_of_sign_ins_holds_up_no_page(in_new_loop):
    """One sign-in is being hashed and fifteen wait for it. Further ones are refused, while pages
    are answered.
    """

    async def flood():
        hashing = threading.Event()
        pages = Pages(kind="text/html", body=b"page")

        def answer(environ, start_response):
            crowded = environ["asgi.scope"].get(CROWDED)
            if environ["REQUEST_METHOD"] == "POST" and not crowded:
                hashing.wait(5)
            environ["test.crowded"] = crowded
            return pages(environ, start_response)

        site = Site(answer, Hub())
        sign_in = {"path": "/compte/connexion/", "method": "POST"}
        waiting = [Client(site, **sign_in) for _ in range(HASHES_AT_ONCE)]
        await asyncio.sleep(0)
        late = Client(site, **sign_in)
        page = Client(site, path="/")
        assert (await late.head())[0] == 200
        assert (await page.head())[0] == 200
        answered = [
            (request["PATH_INFO"], request["test.crowded"]) for request, _read in pages.requests
        ]
        assert sorted(answered) == [("/", None), ("/compte/connexion/", "sign-ins")]
        hashing.set()
        for client in waiting:
            assert (await client.head())[0] == 200
        await asyncio.gather(*(waiting_client.task for waiting_client in waiting))
        assert site.admission.hashing == 0

    in_new_loop(flood())


def test_who_would_wait_too_long_is_sent_away_at_once(in_new_loop):
    """One request is being handled and five wait, each for a second. Two more are refused; a
    request after the queue is not.
    """

    async def crowd():
        working = threading.Event()
        pages = Pages(kind="text/html", body=b"page", during=lambda: working.wait(5))
        busy = Pages(status="503 Busy", kind="text/html", body=b"busy")

        def answer(environ, start_response):
            crowded = environ["asgi.scope"].get(CROWDED)
            return (busy if crowded else pages)(environ, start_response)

        site = Site(answer, Hub())
        site.admission.pages.costs = {"POST /*": 1.0}
        queue = [Client(site, path=f"/{number}", method="POST") for number in range(6)]
        await asyncio.sleep(0)
        own = [(b"cookie", b"sessionid=1"), (b"accept-language", b"en-GB")]
        for late in ("/late", "/later"):
            client = Client(site, path=late, method="POST", headers=own)
            assert (await client.head())[0] == 503
            body = {"type": "http.response.body", "body": b"busy", "more_body": True}
            assert await client.sent.get() == body
        # The answer of refusal is made only once, as for an unknown reader.
        ((refused, _body),) = busy.requests
        assert (refused["PATH_INFO"], refused["HTTP_ACCEPT_LANGUAGE"]) == ("/", "en")
        assert "HTTP_COOKIE" not in refused
        working.set()
        for client in queue:
            assert (await client.head())[0] == 200
            await client.task
        afterwards = Client(site, path="/afterwards")
        assert (await afterwards.head())[0] == 200
        # The worker thread is still sending the rest, and a closed loop would not take it.
        await afterwards.task
        answered = [request["PATH_INFO"] for request, _read in pages.requests]
        assert answered == ["/0", "/1", "/2", "/3", "/4", "/5", "/afterwards"]

    in_new_loop(crowd())


def test_a_long_request_counts_as_long_as_it_took_for_its_own_kind_only(in_new_loop, monkeypatch):
    async def long():
        now = [100.0]
        monkeypatch.setattr("scorekeeper.server.lanes.monotonic", lambda: now[0])

        def pass_a_minute():
            now[0] += 60

        site = Site(Pages(kind="text/html", body=b"page", during=pass_a_minute), Hub())
        client = Client(site, path="/parties/0A1B2C3D/import", method="POST")
        assert (await client.head())[0] == 200
        await client.task
        assert site.admission.pages.costs == {
            "POST /parties/*/import": pytest.approx(0.02 + 0.1 * 59.98)
        }
        assert (site.admission.pages.expected, site.admission.pages.wait) == (0, 0)

    in_new_loop(long())


def test_who_comes_while_one_takes_very_long_is_sent_away(in_new_loop, monkeypatch):
    """Nobody knows when it ends, so it is expected to take as long again as it has taken
    already.
    """

    async def long():
        now = [100.0]
        monkeypatch.setattr("scorekeeper.server.lanes.monotonic", lambda: now[0])
        working = threading.Event()
        pages = Pages(kind="text/html", body=b"page", during=lambda: working.wait(5))
        busy = Pages(status="503 Busy", kind="text/html", body=b"busy")
        site = Site(
            lambda environ, start: (busy if environ["asgi.scope"].get(CROWDED) else pages)(
                environ, start
            ),
            Hub(),
        )
        slow = Client(site, path="/slow", method="POST")
        await asyncio.sleep(0.01)
        now[0] += 4
        patient = Client(site, path="/patient", method="POST")
        await asyncio.sleep(0)
        now[0] += 2
        late = Client(site, path="/late", method="POST")
        assert (await late.head())[0] == 503
        working.set()
        for client in (slow, patient):
            assert (await client.head())[0] == 200
            await client.task

    in_new_loop(long())


def test_what_the_lab_computes_keeps_no_page_waiting(in_new_loop):
    """Four requests compute, each for one reader, and a page is answered meanwhile. A fifth request
    is refused.
    """

    async def crowd():
        working = threading.Event()
        busy = Pages(status="503 Busy", kind="text/html", body=b"busy")
        slow = Pages(kind="text/html", body=b"answer", during=lambda: working.wait(5))
        page = Pages(kind="text/html", body=b"page")

        def answer(environ, start_response):
            lab = "/labo/" in environ["PATH_INFO"]
            crowded = environ["asgi.scope"].get(CROWDED)
            return (busy if crowded else slow if lab else page)(environ, start_response)

        site = Site(answer, Hub())
        site.admission.computing.costs = {"GET /labo/dix-mille/arret/": 1.3}
        four = [Client(site, path="/labo/dix-mille/arret/") for _ in range(4)]
        await asyncio.sleep(0)
        assert site.admission.computing.wait == pytest.approx(5.2)
        assert (await Client(site, path="/").head())[0] == 200
        assert site.admission.computing.asked == 4
        for path in ("/labo/dix-mille/arret/", "/api/v1/labo/dix-mille/arret/"):
            assert (await Client(site, path=path).head())[0] == 503
        working.set()
        for client in four:
            assert (await client.head())[0] == 200
            await client.task

    in_new_loop(crowd())
