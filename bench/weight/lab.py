"""The cost of the lab's answers to every question, asked with extreme rules.

Questions that read the result of a job are left out, because this database has no such results.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.test import Client

from bench.report import core_ms, report, report_cost, report_size
from games.dix_mille.analysis import odds
from games.registry.estimate import SMALL
from labo.questions import AskedQuestion, ask, asking
from tests.labo.extremes import extremes

# The limits of a request without an account: 1000 ms of one core, and 50 MB of memory.
LIMIT_MS, LIMIT_HELD = 1000.0, 50_000_000
# The highest allowed ratio of a request's measured time to its estimate. It is above 1 because a
# request also renders the answer.
LIMIT_RATIO = 1.5
# How many cases of each question are measured. They are the cases with the highest estimates.
LARGEST = 3
# Cases that were once found as attacks. They took 3 to 20 s, and up to 300 MB.
ATTACKS = {
    "arret": {"preset": "impair", "rule-target": "1000000", "rule-entry_single_throw": "1"},
    "entree": {"preset": "six-des", "rule-target": "1000000"},
    "reprise": {"preset": "six-des", "rule-target": "1000000", "entered": "0"},
}


def measure_lab(client: Client) -> bool:
    """Print the most expensive answers of the lab; return whether one is over its limit."""
    rows: list[tuple[float, str]] = []
    ratios: list[tuple[float, float, str]] = []
    held: list[tuple[int, str]] = []
    for asked_question, name in _largest_questions():
        asks = [
            _afresh(partial(client.get, path, asked_question.written))
            for path in _addresses(asked_question)
        ]
        # The lowest of three times is taken, because the machine is noisy.
        took = [min(core_ms(call) for _ in range(3)) for call in asks]
        rows += [(lowest, name) for lowest in took]
        held += [(_peak(call), name) for call in asks]
        if asked_question.valid and not asked_question.long:
            ratios.append((max(took), max(asked_question.estimate.ms, SMALL.ms), name))
    worst, most = max(rows), max(held)
    dearest, estimated, named = max(ratios, key=lambda row: row[0] / row[1])
    return any(
        [
            report_cost(f"poids : labo sans compte ({worst[1]})", worst[0], LIMIT_MS),
            report_size(f"poids : labo sans compte ({most[1]})", most[0], LIMIT_HELD),
            report(f"poids : labo, mesuré / estimé ({named})", dearest, estimated, LIMIT_RATIO),
            _questions_in_a_row(client),
        ]
    )


def _largest_questions() -> Iterator[tuple[AskedQuestion, str]]:
    """Yield the most expensive cases of each question that need no job, then the known attacks."""
    for game in asking():
        for question in game.lab:
            asked_questions = [ask(game, question, given) for given in extremes(game, question)]
            quick = [
                asked_question
                for asked_question in asked_questions
                if asked_question.valid and not asked_question.long
            ]
            dearest = sorted(quick, key=lambda asked_question: -asked_question.estimate.ms)
            for asked_question in dearest[:LARGEST]:
                yield asked_question, f"{question.slug}, au plus long"
            if game.slug == "dix-mille" and question.slug in ATTACKS:
                yield ask(game, question, ATTACKS[question.slug]), f"{question.slug}, attaque"


def _addresses(asked_question: AskedQuestion) -> list[str]:
    place = f"labo/{asked_question.game.slug}/{asked_question.question.slug}/"
    return [f"/{place}", f"/{place}csv/", f"/api/v1/{place}"]


def _afresh(call: Callable[[], Any]) -> Callable[[], Any]:
    """Return a function that clears the cache of odds and then makes the call.

    A real attack also finds nothing cached, because it changes a value each time.
    """

    def afresh() -> Any:
        odds.forget()
        return call()

    return afresh


def _peak(call: Callable[[], Any]) -> int:
    """Return the most bytes that a call holds at one time, including arrays."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _questions_in_a_row(client: Client) -> bool:
    """Measure the memory of eight questions in a row, each with another entry score.

    Return whether it is over the limit. In a past attack, each question kept 113 MB in memory.
    """
    address, given = "/labo/dix-mille/entree/", {"preset": "six-des", "rule-target": "30000"}

    def loop() -> None:
        for entry in range(1000, 1800, 100):
            client.get(address, {**given, "rule-entry_score": str(entry)})

    return report_size("poids : huit questions du labo de suite", _peak(loop), LIMIT_HELD)
