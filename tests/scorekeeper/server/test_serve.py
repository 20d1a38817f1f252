"""The real `python -m scorekeeper`, started once, in its own folder and on its own port."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core import addresses
from scorekeeper.environment import SettingError, read
from scorekeeper.places import REPOSITORY
from scorekeeper.server import serve
from scorekeeper.server.connections import Connection


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def surroundings(folder, **given):
    inherited = {
        name: os.environ[name] for name in ("PATH", "HOME", "LC_ALL") if name in os.environ
    }
    return {
        **inherited,
        "SCOREKEEPER_DATA": str(folder),
        "HOST": "127.0.0.1",
        "PYTHONUNBUFFERED": "1",
        **{name: str(value) for name, value in given.items()},
    }


def command(*arguments):
    return [sys.executable, *arguments]


class Site:
    """A running site, and what it printed."""

    def __init__(self, folder, *, port=None, **given):
        self.port = port or free_port()
        self.log = folder / "log.txt"
        self.started = time.monotonic()
        self._printed_before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command("-m", "scorekeeper"),
                cwd=REPOSITORY,
                env=surroundings(folder, PORT=self.port, **given),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def printed(self):
        return self.log.read_bytes()[self._printed_before :].decode()

    def get(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response, response.read()

    def wait_until_ready(self):
        while True:
            try:
                return self.get("/sante/")
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() - self.started < 60, self.log.read_text()
                time.sleep(0.05)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def site(folder):
    running = Site(folder, SCOREKEEPER_ADMIN_TOKEN="the-owner's-token")
    running.wait_until_ready()
    yield running
    running.stop()


def test_it_serves(site):
    response, body = site.get("/sante/")
    assert response.status == 200
    state = json.loads(body)
    assert {**state, "warnings": []} == {
        "status": "ok", "database": "ok", "disk": "ok", "backup_age": None, "warnings": [],
    }  # fmt: skip
    assert "no-store" in response.headers["Cache-Control"]


def test_it_serves_compressed_static_files_for_good(site):
    manifest = json.loads((site.log.parent / "static" / "staticfiles.json").read_text())
    name = manifest["paths"]["django_htmx/htmx-2.min.js"]
    response, _ = site.get(f"/static/{name}", **{"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert "immutable" in response.headers["Cache-Control"]
    assert not any(path.startswith("rest_framework/") for path in manifest["paths"])


def test_it_tells_its_address(site):
    printed = site.log.read_text()
    assert f"http://localhost:{site.port}/" in printed
    assert "Aucun réseau local" in printed  # HOST=127.0.0.1


def requests_logged(site):
    return [line for line in site.log.read_text().splitlines() if "event=request" in line]


def test_its_log_lines_hold_nothing_personal(site):
    before = len(requests_logged(site))
    site.get("/parties/ANNE0000/?name=Anne")
    begun = time.monotonic()
    while len(lines := requests_logged(site)) == before:  # written once it is answered
        assert time.monotonic() - begun < 30
        time.sleep(0.01)
    assert not any(word in line for line in lines for word in ("ANNE0000", "Anne", "127.0.0.1"))


def test_headers_of_every_page(site):
    headers = site.get("/sante/")[0].headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]


@pytest.mark.parametrize("length", [b"abc", b"-1", b"1e9", b"99999999999999999999999"])
def test_a_strange_length_is_no_error_of_the_site(site, length):
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as raw:
        raw.sendall(
            b"POST /api/v1/matches/ HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: " + length + b"\r\n\r\n"
        )
        raw.shutdown(socket.SHUT_WR)
        answer = raw.recv(200)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_body_too_large_gets_an_answer(site, chunked):
    body = b"x" * 300_000
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    headers = {"Content-Type": "application/json"}
    connection.request(
        "POST",
        "/api/v1/matches/",
        iter([body]) if chunked else body,
        headers,
        encode_chunked=chunked,
    )
    response = connection.getresponse()
    assert response.status == 413
    assert json.loads(response.read())["errors"][0]["code"] == "body_too_large"


def test_an_answer_of_two_parts_does_not_wait_for_an_acknowledgement(tmp_path):
    settings = read({"SCOREKEEPER_DATA": str(tmp_path), "PORT": str(free_port())})
    with serve.take_port(settings) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_the_server_s_connections_have_deadlines(tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(serve.uvicorn.Server, "run", lambda server, **_: started.append(server))
    with socket.socket() as listening:
        serve._serve(read({"SCOREKEEPER_DATA": str(tmp_path)}), listening)
    config = started[0].config
    config.load()
    assert config.http_protocol_class is Connection


def test_a_second_start_on_the_same_port_says_so(site, folder):
    answer = run("-m", "scorekeeper", folder=folder, PORT=site.port)
    assert answer.returncode == 2
    assert answer.stderr == (
        f"PORT={site.port} : ce port est déjà pris par un autre programme ; "
        f"en choisir un autre, par exemple PORT={site.port + 1}.\n"
    )


@pytest.mark.parametrize("program", [("-m", "scorekeeper"), ("manage.py", "check")])
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"PORT": "many"}, "PORT=many : un nombre entier de 1 à 65535 est attendu.\n"),
        (
            {"SCOREKEEPER_OPEN_TABLES": "maybe"},
            "SCOREKEEPER_OPEN_TABLES=maybe : les valeurs possibles sont on et off.\n",
        ),
    ],
)
def test_a_wrong_setting_is_said_in_one_sentence(tmp_path, program, given, sentence):
    answer = run(*program, folder=tmp_path, **given)
    assert (answer.returncode, answer.stdout, answer.stderr) == (2, "", sentence)


@pytest.mark.nightly
def test_a_database_that_does_not_answer_is_said_in_one_sentence(tmp_path):
    url = f"postgresql://nobody:secret@127.0.0.1:{free_port()}/none"
    answer = run("-m", "scorekeeper", "--prepare-only", folder=tmp_path, DATABASE_URL=url)
    assert answer.returncode == 2
    (sentence,) = answer.stderr.splitlines()
    assert sentence.startswith("La base PostgreSQL ne répond pas comme il faut")
    assert "secret" not in sentence


def test_an_address_that_is_not_ours_is_refused(tmp_path):
    answer = run("-m", "scorekeeper", folder=tmp_path, HOST="192.0.2.77", PORT=free_port())
    assert answer.returncode == 2
    assert answer.stderr.startswith("HOST=192.0.2.77 : impossible d'écouter à cette adresse")


def post(site, path, body, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    headers = {"Content-Type": "application/json", **headers}
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    return response, json.loads(response.read())


def open_stream(site, match_id):
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request("GET", f"/api/v1/matches/{match_id}/live/")
    return connection.getresponse()


def next_version(stream):
    while True:
        line = stream.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: "):
            return int(line[6:])


def start_match(site):
    seats = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David")]
    response, match = post(site, "/api/v1/matches/", {"game": "dix", "seats": seats})
    assert response.status == 201, match
    return match


def record_hand(site, match):
    path = f"/api/v1/matches/{match['id']}/entries/"
    entry = {"bidder": 0, "bid": 60, "taken": 70}
    response, answer = post(site, path, entry, **{"X-Match-Token": match["edit_token"]})
    assert response.status == 201, answer
    return answer["version"]


@pytest.mark.nightly
def test_a_second_start_prepares_nothing_streams_are_live_and_end_when_it_stops(folder, site):
    assert "Fichiers statiques" in site.printed()
    again = Site(folder)
    again.wait_until_ready()
    assert "Mise à jour de la base" not in again.printed()
    assert "Fichiers statiques" not in again.printed()

    match = start_match(again)
    stream = open_stream(again, match["id"])
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert next_version(stream) == match["version"]
    version = record_hand(again, match)
    assert next_version(stream) == version == match["version"] + 1

    (beside,) = worker_of(again)
    assert again.stop() == 0
    assert not Path(f"/proc/{beside}").exists()
    assert stream.read().strip() == b""
    assert "Traceback" not in again.log.read_text()


def test_long_work_is_done_by_the_process_beside(site):
    owner = {"Authorization": "Token the-owner's-token"}
    file = "teacher,learner\n" + "A,A\n" * 40_000  # large enough not to be answered at once
    body = {"format": "csv", "content": file, "club": "mon-club", "create_players": True}
    response, job = post(site, "/api/v1/transmission/dix/import/", body, **owner)
    assert (response.status, job["state"]) == (202, "waiting")
    begun = time.monotonic()
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() - begun < 30, site.log.read_text()
        time.sleep(0.1)
        job = json.loads(site.get(f"/api/v1/jobs/{job['id']}/", **owner)[1])
    assert (job["state"], job["error"]) == ("failed", "teaches_oneself")


def worker_of(site):
    """Return the ids of the processes that the site started."""
    threads = Path(f"/proc/{site.process.pid}/task").glob("*/children")
    return [number for thread in threads for number in thread.read_text().split()]


@pytest.mark.nightly
def test_several_processes_tell_each_other(tmp_path, database_url):
    site = Site(tmp_path, DATABASE_URL=database_url, SCOREKEEPER_PROCESSES=2)
    try:
        site.wait_until_ready()
        match = start_match(site)
        # The system distributes the connections: of sixteen, each process has some.
        streams = [open_stream(site, match["id"]) for _ in range(16)]
        assert {next_version(stream) for stream in streams} == {match["version"]}
        version = record_hand(site, match)
        assert {next_version(stream) for stream in streams} == {version}
    finally:
        assert site.stop() == 0
    assert "Traceback" not in site.log.read_text()


@pytest.mark.nightly
def test_one_of_several_processes_begins_with_what_is_served(tmp_path):
    answer = run("-c", "import scorekeeper.asgi", folder=tmp_path)
    assert answer.returncode == 0, answer.stderr


def test_an_unknown_match_is_no_stream(site):
    response, _ = site.get("/api/v1/matches/ZZZZZZZZ/live/")
    assert response.status == 404


@pytest.mark.nightly
def test_the_owner_is_told_how_to_sign_in_and_may_ask_for_another_link(site, folder):
    # Another start in this folder has made the first link invalid, so the last one printed
    # counts.
    printed = re.findall(r"http://localhost:\d+(/compte/lien/\S+/)", site.log.read_text())[-1]
    assert site.get(printed)[0].status == 200
    command = run("manage.py", "owner_link", folder=folder, PORT=site.port)
    assert command.returncode == 0, command.stderr
    again = re.search(rf"http://localhost:{site.port}(/compte/lien/\S+/)", command.stdout)[1]
    assert site.get(again)[0].status == 200
    assert site.get(printed)[0].status == 404


def test_a_deployment_keeps_the_owner_s_link_out_of_its_journal(tmp_path):
    public = environment(tmp_path, SCOREKEEPER_PUBLIC_URL="https://10.example.org")
    text = "\n".join(serve.owner_lines(public, None))
    assert "manage.py owner_link" in text
    assert "/compte/lien/" not in text
    assert serve.owner_url(public, "x") == "https://10.example.org/compte/lien/x/"


@pytest.mark.nightly
@pytest.mark.parametrize("mail", [{}, {"SCOREKEEPER_EMAIL_URL": "smtps://a:b@mail.example.org"}])
def test_the_deployment_check_has_nothing_to_say(tmp_path, mail):
    url = "https://10.example.org"
    sender = {"SCOREKEEPER_EMAIL_FROM": "carnet@10.example.org"} if mail else {}
    answer = run(
        "manage.py",
        "check",
        "--deploy",
        folder=tmp_path,
        SCOREKEEPER_PUBLIC_URL=url,
        **mail,
        **sender,
    )
    assert answer.returncode == 0, answer.stderr
    # The two about HSTS: who hosts the site chooses (scorekeeper/settings.py).
    assert "System check identified no issues (2 silenced)." in answer.stdout + answer.stderr


def run(*arguments, folder, **given):
    return subprocess.run(
        command(*arguments),
        cwd=REPOSITORY,
        env=surroundings(folder, **given),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def environment(tmp_path, **given):
    return read({"SCOREKEEPER_DATA": str(tmp_path), **given})


def test_the_phone_gets_a_qr_code_of_the_address_on_the_network(tmp_path, monkeypatch):
    monkeypatch.setattr(serve, "lan_address", lambda: "192.0.2.4")
    text = serve.welcome(environment(tmp_path, PORT="8123"))
    assert "http://localhost:8123/" in text
    assert "Sur un téléphone du même réseau : http://192.0.2.4:8123/" in text
    assert "▄▄▄▄▄" in text


def test_without_a_network_there_is_no_qr_code(tmp_path, monkeypatch):
    monkeypatch.setattr(serve, "lan_address", lambda: None)
    assert "▄" not in serve.welcome(environment(tmp_path))


def test_a_deployment_tells_its_public_address(tmp_path):
    text = serve.welcome(environment(tmp_path, SCOREKEEPER_PUBLIC_URL="https://10.example.org"))
    assert "https://10.example.org" in text
    assert "localhost" not in text


def test_no_address_on_the_network_is_no_error(monkeypatch):
    def unreachable(*arguments):
        raise OSError

    monkeypatch.setattr(addresses, "NOWHERE", ("192.0.2.1", "not a port"))
    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert addresses.lan_address() is None


def test_a_port_of_the_system_is_explained():
    error = OSError(13, "Permission denied")
    assert "réservé au système" in serve._why_not("0.0.0.0", 80, error)


def test_an_unknown_host_is_refused(tmp_path):
    with pytest.raises(SettingError, match="HOST=not a host"):
        serve.take_port(environment(tmp_path, HOST="not a host"))
