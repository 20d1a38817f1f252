"""A served site whose PostgreSQL goes away and comes back, because the test cuts the line to it."""

import contextlib
import select
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest

from tests.scorekeeper.server.test_serve import Site


class Line:
    """Carries connections to the database; `cut` refuses them, `silence` lets nothing through."""

    def __init__(self, host, port):
        self.to = (host, port)
        self.state = "open"
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.open = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                here, _address = self.listening.accept()
                if self.state == "cut":
                    here.close()
                    continue
                there = socket.create_connection(self.to)
                self.open += [here, there]
                threading.Thread(target=self._carry, args=(here, there), daemon=True).start()

    def _carry(self, here, there):
        with contextlib.suppress(OSError, ValueError):
            while True:
                for ready in select.select([here, there], [], [], 0.05)[0]:
                    if self.state == "silent":
                        time.sleep(0.05)
                        continue
                    data = ready.recv(65536)
                    if not data:
                        return
                    (there if ready is here else here).sendall(data)

    def cut(self):
        self.state = "cut"
        for connection in self.open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.open.clear()


@pytest.fixture
def line(database_url):
    parts = urlsplit(database_url)
    line = Line(parts.hostname, parts.port or 5432)
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    line.url = parts._replace(netloc=f"{user}127.0.0.1:{line.port}").geturl()
    yield line
    line.listening.close()
    line.cut()


def timed_get(site, path):
    """Return the response of a page, its text, and the seconds that it took."""
    begun = time.monotonic()
    response, body = site.get(path, **{"Accept-Language": "fr"})
    return response, body.decode(), time.monotonic() - begun


@pytest.mark.nightly
@pytest.mark.parametrize("gone", ["cut", "silent"])
def test_the_site_says_so_and_recovers_by_itself(line, tmp_path, gone):
    site = Site(tmp_path, DATABASE_URL=line.url, SCOREKEEPER_WORKER="off")
    try:
        site.wait_until_ready()
        assert site.get("/clubs/")[0].status == 200
        if gone == "cut":
            line.cut()
        else:
            line.state = "silent"
        for path in ("/clubs/", "/api/v1/clubs/", "/clubs/"):
            response, text, took = timed_get(site, path)
            print(f"{gone} {path} {response.status} {took:.2f} s")  # noqa: T201 -- the measure
            assert (response.status, response.headers["Retry-After"]) == (503, "2")
            assert "Réessayer dans quelques secondes" in text
        response, text, took = timed_get(site, "/sante/")
        print(f"{gone} /sante/ {response.status} {took:.2f} s")  # noqa: T201 -- the measure
        assert (response.status, '"database": "error"' in text) == (503, True)
        line.state = "open"
        begun = time.monotonic()
        while site.get("/clubs/")[0].status != 200:
            assert time.monotonic() - begun < 20
            time.sleep(0.2)
        print(f"{gone} back after {time.monotonic() - begun:.2f} s")  # noqa: T201 -- the measure
        assert site.get("/sante/")[0].status == 200
    finally:
        site.stop()
