"""Tests of evenings with real tabs and the served site: tabs and server are cut off and killed.

`test_evenings.py` simulates many more evenings. This module includes what surrounds the outbox:
the pad, the compiled rules, the service worker, the stored pages, and the page on which somebody
chooses between two versions.
"""

import json
import re
import urllib.request
from random import Random

import pytest
from playwright.sync_api import Error, expect

from tests.browser.phones import NAMES, Phone
from tests.browser.test_outbox import until
from tests.extents import SCALE, seeds
from tests.scorekeeper.server.test_serve import Site

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

ACTIONS = 9
# No two lines of an evening are the same: each is found by its name and bid.
HANDS = [(name, bid, taken) for bid, taken in ((70, 80), (75, 70), (80, 85)) for name in NAMES]
CHOICES = ("Garder les deux : les miennes à la suite", "Garder la feuille, sans les miennes")


class Server:
    """The site, which may be killed and started again at the same address."""

    def __init__(self, folder):
        self.folder = folder
        self.site = Site(folder, SCOREKEEPER_RATE_LIMITS="off", SCOREKEEPER_WORKER="off")
        self.site.wait_until_ready()
        self.address = f"http://localhost:{self.site.port}"

    def restart(self):
        self.site.process.kill()
        self.site.process.wait()
        self.site = Site(
            self.folder,
            port=self.site.port,
            SCOREKEEPER_RATE_LIMITS="off",
            SCOREKEEPER_WORKER="off",
        )
        self.site.wait_until_ready()

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", data)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    made = Server(tmp_path_factory.mktemp("evenings"))
    yield made
    made.site.stop()


class Scribe(Phone):
    """A phone that is switched on and off; its tab may be killed."""

    def begin(self, match, token):
        self.path, self.cut, self.recorded = f"/parties/{match}/", False, []
        self.open(f"{self.path}marquer/{token}/")
        expect(self.page.locator("[data-sign]")).to_have_attribute("data-ready", "")
        self.wait()
        return self

    def open(self, path="/"):
        """Open a page, even if the present page is just loading another one by itself."""
        try:
            return super().open(path)
        except Error as error:
            if "ERR_ABORTED" not in str(error):
                raise
            return super().open(path)

    def wait(self):
        expect(self.page.locator("html[data-playable]")).to_have_count(1)

    def switch(self):
        self.cut = not self.cut
        self.page.context.set_offline(self.cut)

    def killed(self):
        fresh = self.page.context.new_page()
        self.page.close()
        self.page = fresh
        self.open(self.path)
        self.wait()

    def reload(self):
        self.page.reload()
        self.wait()

    def settle(self, chance):
        """Send this phone's lines, and choose what to do with them whenever the page asks."""
        self.open(f"{self.path}telephone/")
        for _round in range(10):
            state = "Outbox.waiting().then((all) => [all.length, Boolean(all[0]?.block)])"
            left, blocked = self.page.evaluate(state)
            if blocked:
                button = self.page.get_by_role("button", name=chance.choice(CHOICES))
                expect(button).to_be_visible()
                try:
                    button.tap()
                    self.page.wait_for_timeout(300)
                except Error:
                    continue  # the page has gone on to the sheet
                self.open(f"{self.path}telephone/")
            elif left:
                self.page.evaluate("Outbox.flush()")
            else:
                return
        raise AssertionError("lines are left")

    def play(self, hand):
        """Record a hand, and add it to `recorded` if it appears on the sheet."""
        name, bid, _taken = hand
        own = self.lines.filter(has_text=re.compile(rf"{name}\s+{bid}\b"))
        # Another phone's line may arrive at this very moment. The pad then asks what to do, and
        # has no record button. Or the network is gone and the page is newer than the match
        # stored on the phone. The page then says that nothing was sent.
        question = self.page.locator("#pad .waits, #pad .errorlist, #pad [data-told]")
        try:
            self.choose(*hand)
            self.record_button.tap(timeout=2000)
        except Error:
            expect(own.or_(question).first).to_be_visible()
        expect(own.or_(question).first).to_be_visible()
        if own.count():
            self.recorded.append(hand)
        else:
            self.reload()


@pytest.mark.parametrize("seed", seeds("evenings on real tabs", usual=0, new=10 * SCALE))
def test_what_is_shown_as_recorded_is_on_the_sheet(server, new_phone, seed, console_errors):
    chance = Random(seed)
    body = {"game": "dix", "seats": [{"name": name} for name in NAMES], "rules": {"target": 5000}}
    made = server.ask("matches/", body)
    options = {"service_workers": "allow", "reduced_motion": "reduce"}
    scribes = [
        Scribe(new_phone(**options), server.address).begin(made["id"], made["edit_token"])
        for _each in range(2)
    ]
    hands = chance.sample(HANDS, len(HANDS))
    for _action in range(ACTIONS):
        scribe, dice = chance.choice(scribes), chance.random()
        blocked = "Outbox.waiting().then((all) => Boolean(all[0]?.block))"
        if dice < 0.5 and not scribe.page.evaluate(blocked):
            scribe.play(hands.pop())
        elif dice < 0.7:
            scribe.switch()
        elif dice < 0.8:
            scribe.killed()
        elif dice < 0.9:
            scribe.reload()
        else:
            server.restart()
    for scribe in scribes:
        if scribe.cut:
            scribe.switch()
    for scribe in scribes:
        scribe.settle(chance)
    console_errors.clear()
    log = server.ask(f"matches/{made['id']}/history/")
    writes = [
        (change["kind"], hand_of(change["after"])) for change in log if change["kind"] != "start"
    ]
    recorded = {hand for scribe in scribes for hand in scribe.recorded}
    ended = [hand for _kind, hand in writes]
    assert len(ended) == len({*ended}), writes
    # If the pad asked what to do with a line and nobody answered, the line is stored on its
    # phone.
    script = (
        "(match) => Outbox.putAside(match).then((all) => all.map((one) => JSON.parse(one.body)))"
    )
    aside = {
        hand_of(payload)
        for scribe in scribes
        for payload in scribe.page.evaluate(script, made["id"])
    }
    assert recorded <= {*ended} | aside, writes
    lines = [hand for kind, hand in writes if kind == "record"]
    for scribe in scribes:
        own = [hand for hand in lines if hand in scribe.recorded]
        assert own == [hand for hand in scribe.recorded if hand in lines]
        scribe.open(scribe.path)
        expect(scribe.lines).to_have_count(len(lines))
        until(scribe.page, "Outbox.waiting().then((all) => all.length)", 0)
        bids = [re.findall(r"\d+", line)[1] for line in scribe.lines.all_inner_texts()]
        assert bids == [str(bid) for _name, bid, _taken in lines]
    console_errors.clear()


def hand_of(entry):
    return (NAMES[entry["bidder"]], entry["bid"], entry["taken"])
