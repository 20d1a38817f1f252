"""Evenings with a bad network, from seeds: each line shown as recorded is stored exactly once.

The outboxes, IndexedDB and the server are the real ones. The two phones of a match are two
outboxes in one shared worker. A page for each phone would take ten times as long. Playwright
does not report every request of a shared worker. `test_real_evenings.py` has real tabs.
"""

from pathlib import Path

import pytest

from games.match import permissions, tables_cookie
from games.match.match_json import match_body
from games.models import Change, Match
from games.queries import plain_table
from games.services import SeatAsked
from tests import factories
from tests.extents import SCALE, seeds

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]

# The script that the page runs. It starts a shared worker with the outbox and the evenings, and
# waits for its answer.
RUN = """
([site, script, evenings, together]) => new Promise((resolve, reject) => {
  const source = `
    importScripts("${site}/static/games/outbox.js");
    const plain = self.fetch;
    self.fetch = (address, options) => plain(new URL(address, "${site}"), options);
    self.onconnect = ({ports: [port]}) => {
      port.onmessage = ({data}) => (${script})(...data).then(
        (result) => port.postMessage({result}),
        (error) => port.postMessage({error: String(error)}));
    };`;
  const worker = new SharedWorker(URL.createObjectURL(new Blob([source])));
  worker.onerror = () => reject(new Error("the worker does not start"));
  worker.port.onmessage = ({data}) => "result" in data ? resolve(data.result) : reject(data.error);
  worker.port.postMessage([evenings, together]);
})
"""
SCRIPT = Path(__file__).with_name("evenings.js").read_text(encoding="utf-8")
TWO = [SeatAsked(name=name) for name in ("Anne", "Bruno")]
BATCH = 15
TOGETHER = 6


# `make test` simulates the first fifteen evenings. Each night simulates twenty times as many new
# ones.
@pytest.mark.nightly
@pytest.mark.parametrize("seed", seeds("evenings without network", usual=1, new=20 * SCALE))
def test_every_line_shown_as_recorded_is_stored_once_in_its_order(phones, seed, console_errors):
    phone = phones(bypass_csp=True)  # the worker's source is not a file of the site
    page = phone.open("/regles/").page
    counted = dict.fromkeys(("record", "already", "aside", "take_back", "dropped"), 0)
    evenings = [begun(BATCH * seed + number) for number in range(BATCH)]
    links = ".".join(
        f"{evening['match']}:{permissions.edit_token(Match.objects.get(pk=evening['match']))}"
        for evening in evenings
    )
    page.context.add_cookies([{"name": tables_cookie.NAME, "value": links, "url": phone.site}])
    token = page.evaluate("fetch('/api/v1/phone/').then((one) => one.json())")["csrf"]
    evenings = [{**evening, "token": token} for evening in evenings]
    for result in page.evaluate(RUN, [phone.site, SCRIPT, evenings, TOGETHER]):
        check(result, counted)
    console_errors.clear()  # refused and failed requests
    # In fifteen evenings, each of these must have happened.
    assert min(counted.values()) > 0, counted


def begun(seed):
    """Start a match for two with the shortest lines. Return what the script needs of it."""
    match = factories.started("bataille", seats=TWO, rules={"wins_needed": 100})
    return {"seed": seed, "match": match.pk, "start": match_body(plain_table(match))}


def check(evening, counted):
    """Check that every line of an evening is in the log of its match as often as it must be."""
    where = f"seed {evening['seed']}"
    log = list(Change.objects.filter(match=evening["match"]).order_by("version"))
    by_kind = {
        kind: [str(change.client_id) for change in log if change.kind == kind]
        for kind in Change.Kind
    }
    recorded, noted = by_kind["record"], by_kind["aside"]
    everything = [str(change.client_id) for change in log if change.client_id]
    assert len(everything) == len(set(everything)), f"{where}: stored twice"
    lines = plain_table(Match.objects.get(pk=evening["match"])).lines
    sheet = [str(line.entry.client_id) for line in lines]
    for phone in evening["phones"]:
        assert phone["left"] == 0, f"{where}: not sent"
        assert phone["sheet"] == sheet, f"{where}: another sheet"
        own = [client_id for client_id in phone["put"] if client_id in recorded]
        assert own == [client_id for client_id in recorded if client_id in phone["put"]], (
            f"{where}: another order"
        )
        ends = (recorded, noted, phone["dropped"], phone["already"])
        for line in phone["put"]:
            assert sum(line in end for end in ends) == 1, f"{where}: {line}"
        assert {*phone["aside"]} >= {line for line in phone["put"] if line in noted}, where
        counted["dropped"] += len(phone["dropped"])
        counted["already"] += len({*phone["already"]})
    counted["record"] += len(recorded)
    counted["aside"] += len(noted)
    counted["take_back"] += len(by_kind["take_back"])
