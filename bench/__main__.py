"""Runs the measurements on a database of its own, as the site is served (nothing made faster)."""

import logging
import os
import shutil
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(tempfile.mkdtemp(prefix="scorekeeper-bench-"))
os.environ["SCOREKEEPER_DATA"] = str(FOLDER)
os.environ["SCOREKEEPER_RATE_LIMITS"] = "off"
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from games.registry import Game, games  # noqa: E402
from scorekeeper.management.commands.demo import Entry  # noqa: E402
from scorekeeper.memory import settle  # noqa: E402

MATCHES = 25
LINES = 40


def main() -> int:
    """Print every ratio beside its limit; fail if one is over."""
    settings.ROOT_URLCONF = "bench.urls"
    settings.ALLOWED_HOSTS = ["*"]
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    call_command("migrate", verbosity=0)
    settle()
    print(f"Base : {settings.DATABASES['default']['ENGINE']} ; temps médians")
    over = False
    for game in games():
        over |= measure_record(game)
    shutil.rmtree(FOLDER, ignore_errors=True)
    return int(over)


def measure_record(game: Game) -> bool:
    """Compare the last of many lines with the first, and a record with the baseline view."""
    client = Client(headers={"host": "localhost"})
    session = SessionStore()
    session["who"] = "bench"
    session.save()
    client.cookies["sessionid"] = session.session_key
    times = record_times(client, game)
    rows = [
        (f"{game.slug} : ligne {LINES} / ligne 1", times.last, times.first, 1.5),
        (f"{game.slug} : inscrire par l'API / vue témoin", times.all, times.baseline, 3.0),
    ]
    # A list, not a generator: every row is printed, also after one that is over.
    return any([report(name, ms(ours), ms(base), limit) for name, ours, base, limit in rows])  # noqa: C419


@dataclass
class Times:
    """Milliseconds of the lines recorded, and of the baseline called between them."""

    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    baseline: list[float] = field(default_factory=list)


def record_times(client: Client, game: Game) -> Times:
    """Record many matches line by line; the baseline takes its turn after each line.

    Taking turns, both meet the same noise of the machine.
    """
    random = Random(7)
    times = Times()
    for _ in range(MATCHES):
        match_id, headers, entries = long_match(client, game, random)
        path = f"/api/v1/matches/{match_id}/entries/"
        for number, entry in enumerate(entries, start=1):
            took = timed(partial(post, client, path, entry, headers))
            times.all.append(took)
            if number <= 3:
                times.first.append(took)
            if number > len(entries) - 3:
                times.last.append(took)
            times.baseline.append(timed(partial(post, client, "/baseline/", {}, {})))
    return times


def long_match(
    client: Client, game: Game, random: Random
) -> tuple[str, dict[str, str], list[dict[str, Any]]]:
    """Start a match whose target is out of reach, and choose its lines."""
    seats = max(game.min_players, min(4, game.max_players or 4))
    started = post(
        client,
        "/api/v1/matches/",
        {
            "game": game.slug,
            "seats": [{"name": f"P{seat}"} for seat in range(seats)],
            "rules": dict(game.endless),
        },
        {},
    )
    rules = game.rules_model(**{**game.presets[0].values, **game.endless})
    entries: list[dict[str, Any]] = []
    for _ in range(LINES):
        sheet = game.replay(rules, seats, [Entry(entry) for entry in entries])
        if sheet.result is not None:
            break
        entries.append(game.sample(rules, sheet, random))
    return started["id"], {"X-Match-Token": started["edit_token"]}, entries


def post(client: Client, path: str, body: Any, headers: dict[str, str]) -> Any:
    """Post JSON; anything but a success stops the run."""
    response = client.post(path, body, content_type="application/json", headers=headers)
    if response.status_code >= 300:
        raise SystemExit(f"{path}: {response.status_code} {response.content.decode()}")
    return response.json()


def timed(call: Callable[[], Any]) -> float:
    """Return a call's milliseconds."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def ms(times: list[float]) -> float:
    """Return the median."""
    return statistics.median(times)


def report(name: str, ours: float, baseline: float, limit: float) -> bool:
    """Print one ratio; say whether it is over its limit."""
    ratio = ours / baseline
    verdict = "au-delà" if ratio > limit else "tenu"
    print(f"{name:<45} {ours:7.2f} ms / {baseline:7.2f} ms = ×{ratio:4.2f} (≤ {limit}) {verdict}")
    return ratio > limit


if __name__ == "__main__":
    sys.exit(main())
