"""The time from the tap on « Inscrire » until a browser without network shows the line."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.wsgi import get_wsgi_application
from django.test import Client
from playwright.sync_api import sync_playwright

from bench.phone import BROWSERS
from bench.report import ms, report
from clubs.callers import Caller
from games import queries
from games.models import Match
from games.registry.game import Game
from games.registry.installed import games

# The browser is not slowed down: a fast phone is about as fast as this machine.
PAGES, LINES = 3, 5
# The limits of issue 15 in milliseconds: for a line, and for the first line on a new page.
LINE, FIRST = 100.0, 300.0
# The limit for the work of the page's main thread on one line, in milliseconds. While this
# thread works, the page reacts to no tap.
MAIN_THREAD = 40.0
# A script that fills the pad, presses its button, and waits until the line is drawn.
TAP = """
async ([values, number]) => {
  const form = document.getElementById("pad-form");
  const inputs = [...form.elements].filter((one) => one.type !== "hidden" && one.name);
  for (const one of inputs) {
    if (one.type === "radio" || one.type === "checkbox") one.checked = false;
    else if (one.type === "number") one.value = "";
  }
  let button = document.getElementById("record") ?? form.querySelector(".pad__record");
  for (const [name, value] of values) {
    const own = inputs.filter((one) => one.name === name);
    const key = own.find((one) => one.value === value && one.type !== "number") ?? own[0];
    if (key.type === "submit") button = key;
    else if (key.type === "radio" || key.type === "checkbox") key.checked = true;
    else key.value = value;
  }
  // The pad shows what was filled before anybody's finger comes to its button.
  const shown = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await shown();
  const begun = performance.now();
  button.click();
  while (!document.querySelector(`#table a[href$="/lignes/${number}/"]`)) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  await shown();
  return performance.now() - begun;
}
"""


def measure_tap() -> bool:
    """Print the time until a line is on the screen; return whether a game is over its limit.

    Without Chromium, nothing is measured, and the result is False.
    """
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("du toucher à la ligne : pas mesuré, Chromium manque")
        return False
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs an event loop in this thread
    with _served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        over = [_measure(browser, site, game) for game in games()]
        browser.close()
    return any(over)


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Silent(WSGIRequestHandler):
    def log_message(self, *_args: Any) -> None:
        pass


@contextmanager
def _served() -> Iterator[str]:
    # The application is created here, so that it reads the list of the static files that were
    # collected just before.
    with make_server("localhost", 0, get_wsgi_application(), _Server, _Silent) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


def _measure(browser: Any, site: str, game: Game) -> bool:
    pages = [_on_page(browser, site, game) for _page in range(PAGES)]
    first, lines = (
        [page_times[0][0] for page_times in pages],
        [took for page_times in pages for took, _work in page_times[1:]],
    )
    worked = [work for page_times in pages for _took, work in page_times[1:]]
    over = report(f"{game.slug} : du toucher à la première ligne", ms(first), FIRST, 1.0)
    over = report(f"{game.slug} : fil principal, une ligne", ms(worked), MAIN_THREAD, 1.0) or over
    return report(f"{game.slug} : du toucher à la ligne", ms(lines), LINE, 1.0) or over


def _milliseconds(session: Any) -> float:
    """Return the milliseconds of processor time that the page's main thread has used so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(row["value"] for row in metrics if row["name"] == "TaskDuration")) * 1000


def _on_page(browser: Any, site: str, game: Game) -> list[tuple[float, float]]:
    """Record lines of a new match on a page, and return two times for each line, in milliseconds.

    The first is the time from the tap until the line is on the screen, the second the work of
    the page's main thread.
    """
    client, random = Client(headers={"host": "localhost"}), Random(game.slug)
    seats = max(game.seats.least, min(4, game.seats.most or 4))
    body = {
        "game": game.slug,
        "seats": [{"name": f"Joueur {seat}"} for seat in range(seats)],
        "rules": dict(game.demonstration.endless),
    }
    path = "/api/v1/matches/"
    started = client.post(path, body, content_type="application/json").json()
    page = browser.new_page()
    page.goto(f"{site}/parties/{started['id']}/marquer/{started['edit_token']}/")
    page.locator("html[data-playable]").wait_for(state="attached")
    page.wait_for_timeout(1500)  # the time in which a person would tap the next line
    page.context.set_offline(True)
    session = page.context.new_cdp_session(page)
    # Measure the thread's own processor time, so that other work of the machine is not counted.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    headers = {"X-Match-Token": started["edit_token"]}
    took: list[tuple[float, float]] = []
    for number in range(1, LINES + 1):
        table = queries.table_of(Match.objects.get(pk=started["id"]), Caller())
        entry = game.demonstration.sample(table.rules, table.sheet, random)
        row = game.entry.model()
        row.fill(entry)
        sheet = game.replay(table.rules, seats, [*table.entries, row])
        whole = {**entry, **sheet.lines[-1].completed}
        given = {name: value for name, value in whole.items() if value is not None}
        pad: Any = game.pad.form.again(table, given)
        unseen = ("client_id", "after", "lot")
        values = [
            [name, value]
            for name in pad.data
            if name not in unseen
            for value in pad.data.getlist(name)
        ]
        before = _milliseconds(session)
        seen = page.evaluate(TAP, [values, number])
        took.append((seen, _milliseconds(session) - before))
        entries = f"{path}{started['id']}/entries/"
        client.post(entries, entry, content_type="application/json", headers=headers)
    page.context.close()
    return took
