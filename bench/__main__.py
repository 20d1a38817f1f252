"""Runs the measurements on a database of its own, with the settings of the served site."""

import logging
import os
import shutil
import sys
import tempfile
import warnings
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
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from bench.boards import measure_boards  # noqa: E402
from bench.labo import measure_labo  # noqa: E402
from bench.lineage import measure_lineage  # noqa: E402
from bench.pages import measure_pages  # noqa: E402
from bench.pairing import measure_pairing  # noqa: E402
from bench.phone import measure_phone  # noqa: E402
from bench.report import ms, report, timed  # noqa: E402
from bench.serving import measure_serving  # noqa: E402
from bench.solver import measure_solver  # noqa: E402
from bench.tap import measure_tap  # noqa: E402
from bench.tournaments import measure_tournaments  # noqa: E402
from bench.watching import measure_watching  # noqa: E402
from bench.weight import measure_weight  # noqa: E402
from clubs.accounts.sessions import SessionStore  # noqa: E402
from games.registry import Game, games  # noqa: E402
from scorekeeper.gc_tuning import tune_gc  # noqa: E402
from scorekeeper.management.commands._play import SampleEntry  # noqa: E402

MATCHES = 25
LINES = 40
# A Yams of five: the longest match there is.
LONGEST = 275


def main() -> int:
    """Print every ratio with its limit; fail if one is over. `--pages` measures pages alone."""
    settings.ROOT_URLCONF = "bench.urls"
    settings.ALLOWED_HOSTS = ["*"]
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tune_gc()
    print(f"Base : {settings.DATABASES['default']['ENGINE']} ; temps médians")
    if "--million" in sys.argv:
        over = [measure_boards(1_000_000, 20_000)]
    else:
        asked = [part for name, part in PARTS.items() if f"--{name}" in sys.argv]
        over = [part() for part in asked or PARTS.values()]
    shutil.rmtree(FOLDER, ignore_errors=True)
    return int(any(over))


def measure_records() -> bool:
    """Measure every game, whatever the first ones say."""
    return any([measure_record(game) for game in games()])  # noqa: C419


def measure_phones() -> bool:
    """Measure the phone's scripts alone, and from the tap to the screen."""
    return any([measure_phone(), measure_tap()])


def measure_record(game: Game) -> bool:
    """Compare the last of many lines with the first, and a record with the baseline view."""
    client = Client(headers={"host": "localhost"})
    session = SessionStore()
    session["who"] = "bench"
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    seats = max(game.min_players, min(4, game.max_players or 4))
    times = record_times(client, game, seats, dict(game.endless), LINES, MATCHES)
    full = record_times(client, game, game.max_players or 6, {}, LONGEST, MATCHES // 5)
    most = f"partie entière, ligne {full.lines} / ligne 1"
    rows = [
        (f"{game.slug} : ligne {times.lines} / ligne 1", times.last, times.first, 1.5),
        (f"{game.slug} : inscrire par l'API / vue témoin", times.all, times.baseline, 3.0),
        (f"{game.slug} : {most}", full.last, full.first, 1.5),
        # A sheet of a known size is drawn whole from the start. Others grow, so they have no limit
        # here.
        (
            f"{game.slug} : page, {most}",
            full.page_last,
            full.page_first,
            None if game.endless else 2.0,
        ),
    ]
    # A list, not a generator: every row is printed, also those after a failure.
    return any([report(name, ms(ours), ms(base), limit) for name, ours, base, limit in rows])  # noqa: C419


@dataclass
class Times:
    """Milliseconds of the lines recorded, and of the baseline called between them."""

    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    baseline: list[float] = field(default_factory=list)
    page_first: list[float] = field(default_factory=list)
    page_last: list[float] = field(default_factory=list)
    lines: int = 0


def record_times(
    client: Client, game: Game, seats: int, changed: dict[str, Any], lines: int, matches: int
) -> Times:
    """Record many matches line by line, with a call of the baseline after each line.

    This way both meet the same noise of the machine.
    """
    random = Random(7)
    times = Times()
    for _ in range(matches):
        match_id, headers, entries = long_match(client, game, random, seats, changed, lines)
        client.cookies["tables"] = f"{match_id}:{headers['X-Match-Token']}"
        times.lines = max(times.lines, len(entries))
        path = f"/api/v1/matches/{match_id}/entries/"
        for number, entry in enumerate(entries, start=1):
            took = timed(partial(post, client, path, entry, headers))
            times.all.append(took)
            if number <= 3:
                times.first.append(took)
                times.page_first.append(timed(partial(read_page, client, match_id)))
            if number > len(entries) - 3:
                times.last.append(took)
                times.page_last.append(timed(partial(read_page, client, match_id)))
            times.baseline.append(timed(partial(post, client, "/baseline/", {}, {})))
    return times


def long_match(
    client: Client,
    game: Game,
    random: Random,
    seats: int,
    changed: dict[str, Any],
    lines: int,
) -> tuple[str, dict[str, str], list[dict[str, Any]]]:
    """Start a match with some rules changed, and choose as many lines as needed."""
    started = post(
        client,
        "/api/v1/matches/",
        {
            "game": game.slug,
            "seats": [{"name": f"P{seat}"} for seat in range(seats)],
            "rules": changed,
        },
        {},
    ).json()
    rules = game.rules_model(**{**game.presets[0].values, **changed})
    entries: list[dict[str, Any]] = []
    fold = game.fold(rules, seats)
    while len(entries) < lines and fold.result is None:
        entries.append(game.sample(rules, fold.sheet(), random))
        fold.add(SampleEntry(entries[-1]))
    return started["id"], {"X-Match-Token": started["edit_token"]}, entries


def post(client: Client, path: str, body: Any, headers: dict[str, str]) -> Any:
    """Post JSON; any answer but a success stops the run."""
    response = client.post(path, body, content_type="application/json", headers=headers)
    if response.status_code >= 300:
        raise SystemExit(f"{path}: {response.status_code} {response.content.decode()}")
    return response


def read_page(client: Client, match_id: str) -> None:
    """Read a match's page, with its pad, as the phone that scores it does."""
    response = client.get(f"/parties/{match_id}/")
    if response.status_code != 200:
        raise SystemExit(f"{match_id}: {response.status_code}")


PARTS = {
    "records": measure_records,
    "lineage": measure_lineage,
    "pairing": measure_pairing,
    "boards": measure_boards,
    "labo": measure_labo,
    "solver": measure_solver,
    "serving": measure_serving,
    "phone": measure_phones,
    "tournaments": measure_tournaments,
    "watching": measure_watching,
    "pages": measure_pages,
    "weight": measure_weight,
}

if __name__ == "__main__":
    sys.exit(main())
