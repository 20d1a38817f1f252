"""The cost of many people who watch one match, served by one process as on a real site."""

import socket
import subprocess
import sys
import threading
import time
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import uvicorn
from django.test import Client

from bench.report import ms, report_cost
from games.registry.game import Game
from games.registry.installed import games
from scorekeeper.asgi import application
from scorekeeper.management.commands._play import SampleEntry
from scorekeeper.server.serve import allow_many_streams

FEW, MANY = 200, 2000  # phones
VERSIONS = 5
LINES = 12  # lines of the match before anyone watches
MORE = 1.0  # milliseconds of processor for each line and each further watcher


def measure_watching() -> bool:
    """Print the cost of one more watcher for each line; return whether a game is over its limit."""
    allow_many_streams()
    over = []
    with _Served() as port:
        long = [game for game in games() if len(_lines(game)) == LINES + VERSIONS]
        _watch(long[0], port, 20)
        for game in long:
            few, many = (_watch(game, port, count) for count in (FEW, MANY))
            name = f"{game.slug} : un spectateur de plus, processeur par ligne"
            over.append(report_cost(name, (many - few) / (MANY - FEW), MORE))
    return any(over)


class _Served:
    """The site, served by a thread at a free port, which entering the context returns."""

    def __enter__(self) -> int:
        listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        config = uvicorn.Config(application, access_log=False, log_config=None, lifespan="on")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return int(listening.getsockname()[1])

    def __exit__(self, *error: object) -> None:
        self.server.should_exit = True
        self.thread.join(10)


def _lines(game: Game) -> list[dict[str, Any]]:
    """Return the `LINES + VERSIONS` lines of a long match, or fewer if the match ends before."""
    random, rules = Random(game.slug), game.rules.model(**_rules(game))
    fold = game.fold(rules, _seats(game))
    lines: list[dict[str, Any]] = []
    while len(lines) < LINES + VERSIONS and fold.result is None:
        lines.append(game.demonstration.sample(rules, fold.sheet(), random))
        fold.add(SampleEntry(lines[-1]))
    return lines


def _rules(game: Game) -> dict[str, Any]:
    return {**game.presets[0].values, **game.demonstration.endless}


def _seats(game: Game) -> int:
    return max(game.seats.least, min(4, game.seats.most or 4))


def _watch(game: Game, port: int, count: int) -> float:
    """Return the median processor time for a line of a match that `count` phones watch, in ms."""
    client, lines = Client(headers={"host": "localhost"}), iter(_lines(game))
    people = [{"name": f"Joueur {seat}"} for seat in range(_seats(game))]
    body = {"game": game.slug, "seats": people, "rules": dict(game.demonstration.endless)}
    started = _post(client, "/api/v1/matches/", body)
    path = f"/api/v1/matches/{started['id']}/entries/"
    record = partial(_post, client, path, headers={"X-Match-Token": started["edit_token"]})
    for line in islice(lines, LINES):
        record(line)
    arguments = [str(port), started["id"], "?view=page", str(count), str(VERSIONS)]
    command = [sys.executable, "-m", "bench.watchers", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as phones:
        assert phones.stdout is not None
        phones.stdout.readline()
        processor = []
        for line in lines:
            used = time.process_time()
            record(line)
            phones.stdout.readline()
            processor.append((time.process_time() - used) * 1000)
            time.sleep(0.1)
    return ms(processor)


def _post(client: Client, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
    response = client.post(path, body, content_type="application/json", headers=headers or {})
    if response.status_code >= 300:
        raise SystemExit(f"{path}: {response.status_code} {response.content.decode()}")
    return response.json()
