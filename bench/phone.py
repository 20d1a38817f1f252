"""The time that the rules take in a browser slowed down four times, as on a phone.

The first line of a match is measured, then the following lines.
"""

import json
import os
import shutil
from random import Random
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import sync_playwright

from bench.report import ms, report
from games.phone.rules import compile_rules
from games.registry.game import Game
from games.registry.installed import games
from games.sheet import Fold

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SLOWER = 4
RUNS = 5
LINES = 12
# The limit of issue 15 in milliseconds, from a cold start to the first line.
FIRST_LINE = 300.0
# The limit of issue 15 in milliseconds, from a tap to the line on the screen.
LINE = 100.0
# This script runs on the main thread, because a browser can't slow down a worker.
MEASURE = """
([program, texts]) => {
  const begun = performance.now();
  const answer = new Function("self", `${program}\\nreturn $answer;`)({});
  const [begin, first, ...more] = texts;
  answer(begin);
  answer(first);
  const scored = performance.now();
  for (const text of more) answer(text);
  return [scored - begun, (performance.now() - scored) / more.length];
}
"""


def measure_phone() -> bool:
    """Print the time that the rules take on a phone; return whether a game is over its limit.

    Without Chromium, nothing is measured, and the result is False.
    """
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("téléphone : pas mesuré, Chromium manque")
        return False
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright runs an event loop in this thread
    rules = compile_rules().text
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        over = [_measure(browser, rules, game) for game in games()]
        browser.close()
    return any(over)


def _measure(browser: Any, program: str, game: Game) -> bool:
    rules, entries = _match(game)
    begin: dict[str, Any] = {"ask": "begin", "game": game.slug, "rules": rules, "entries": []}
    begin["seats"] = game.seats.least
    texts = [json.dumps(begin), *(json.dumps({"ask": "add", "entry": entry}) for entry in entries)]
    runs = [_on_phone(browser, program, texts) for _ in range(RUNS)]
    first, line = (ms([run[place] for run in runs]) for place in (0, 1))
    over = report(f"{game.slug} : première ligne sur un téléphone", first, FIRST_LINE, 1.0)
    return report(f"{game.slug} : une ligne sur un téléphone", line, LINE, 1.0) or over


def _on_phone(browser: Any, program: str, texts: list[str]) -> list[float]:
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times: list[float] = page.evaluate(MEASURE, [program, texts])
    page.close()
    return times


def _match(game: Game) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the rules and the first lines of a match."""
    rules = game.rules.model(**{**game.presets[0].values, **game.demonstration.endless}).values()
    read, random = SimpleNamespace(**rules), Random(game.slug)
    fold: Fold = game.fold(read, game.seats.least)
    entries: list[dict[str, Any]] = []
    while len(entries) < LINES and fold.result is None:
        entries.append(game.demonstration.sample(read, fold.sheet(), random))
        row = game.entry.model()
        row.fill(entries[-1])
        fold.add(row)
    return rules, json.loads(json.dumps(entries))
