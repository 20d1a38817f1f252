"""Runs the measurements on a new database, with the settings of a served site."""

import logging
import os
import shutil
import sys
import tempfile
import warnings
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
from bench.solver import measure_solver  # noqa: E402
from bench.tap import measure_tap  # noqa: E402
from bench.tournaments import measure_tournaments  # noqa: E402
from bench.watching import measure_watching  # noqa: E402
from bench.weight.measure import measure_weight  # noqa: E402
from clubs.accounts.sessions import SessionStore  # noqa: E402
from games.registry.game import Game  # noqa: E402
from games.registry.installed import games  # noqa: E402
from scorekeeper.management.commands._play import SampleEntry  # noqa: E402
from scorekeeper.server.gc_tuning import tune_gc  # noqa: E402

MATCHES = 25
LINES = 40
# The limit for recording a line: at most this many times the time of the baseline view, which
# loads a session and saves one row.
RECORD = 5.0


def main() -> int:
    """Print every measurement with its limit; return 1 if any of them is over, else 0.

    An argument `--NAME`, for a name in `PARTS` (such as `--pages`), measures only that part.
    """
    settings.ROOT_URLCONF = "bench.urls"
    settings.ALLOWED_HOSTS = ["*"]
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tune_gc()
    print(f"Base : {settings.DATABASES['default']['ENGINE']} ; temps médians")
    parts = [part for name, part in PARTS.items() if f"--{name}" in sys.argv]
    over = [part() for part in parts or PARTS.values()]
    shutil.rmtree(FOLDER, ignore_errors=True)
    return int(any(over))


def measure_records() -> bool:
    """Measure recording in every game; return whether any game is over its limit."""
    return any([measure_record(game) for game in games()])  # noqa: C419


def measure_phones() -> bool:
    """Measure the rules on a phone, then the time from the tap to the line on the screen.

    Return whether either is over its limit.
    """
    return any([measure_phone(), measure_tap()])


def measure_record(game: Game) -> bool:
    """Time recording a line and the baseline view; return whether their ratio is over its limit.

    The two are called alternately, so that the noise of the machine affects both alike.
    """
    client = Client(headers={"host": "localhost"})
    session = SessionStore()
    session["who"] = "bench"
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    seats = max(game.seats.least, min(4, game.seats.most or 4))
    random, record, baseline = Random(7), [], []
    for _ in range(MATCHES):
        match_id, headers, entries = long_match(client, game, random, seats)
        client.cookies["tables"] = f"{match_id}:{headers['X-Match-Token']}"
        path = f"/api/v1/matches/{match_id}/entries/"
        for entry in entries:
            record.append(timed(partial(post, client, path, entry, headers)))
            baseline.append(timed(partial(post, client, "/baseline/", {}, {})))
    name = f"{game.slug} : inscrire par l'API / vue témoin"
    return report(name, ms(record), ms(baseline), RECORD)


def long_match(
    client: Client, game: Game, random: Random, seats: int
) -> tuple[str, dict[str, str], list[dict[str, Any]]]:
    """Start a match under rules that hardly let it end, and generate its lines.

    Return the id of the match, the request headers with which to record in it, and the lines.
    """
    names = [{"name": f"P{seat}"} for seat in range(seats)]
    body = {"game": game.slug, "seats": names, "rules": dict(game.demonstration.endless)}
    started = post(client, "/api/v1/matches/", body, {}).json()
    rules = game.rules.model(**{**game.presets[0].values, **game.demonstration.endless})
    entries: list[dict[str, Any]] = []
    fold = game.fold(rules, seats)
    while len(entries) < LINES and fold.result is None:
        entries.append(game.demonstration.sample(rules, fold.sheet(), random))
        fold.add(SampleEntry(entries[-1]))
    return started["id"], {"X-Match-Token": started["edit_token"]}, entries


def post(client: Client, path: str, body: Any, headers: dict[str, str]) -> Any:
    """Post `body` as JSON and return the response. Raise SystemExit for a status of 300 or more."""
    response = client.post(path, body, content_type="application/json", headers=headers)
    if response.status_code >= 300:
        raise SystemExit(f"{path}: {response.status_code} {response.content.decode()}")
    return response


PARTS = {
    "records": measure_records,
    "lineage": measure_lineage,
    "pairing": measure_pairing,
    "boards": measure_boards,
    "labo": measure_labo,
    "solver": measure_solver,
    "phone": measure_phones,
    "tournaments": measure_tournaments,
    "watching": measure_watching,
    "pages": measure_pages,
    "weight": measure_weight,
}

if __name__ == "__main__":
    sys.exit(main())
