"""Tests of the outbox in a real browser: lines are stored, and sent once and in order."""

import json
import time
import uuid

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from tests import factories

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]

HAND = {"bidder": 0, "bid": 70, "taken": 80}


def outbox(page: Page) -> Page:
    """Load the outbox in the page that is open, if the page does not have it."""
    if page.evaluate("!self.Outbox"):
        page.add_script_tag(url="/static/games/outbox.js")
    assert page.evaluate("Outbox.ready")
    return page


def write(table, number: int, hand=HAND, **more):
    return {
        "match": table.id,
        "kind": "entry",
        "client_id": str(uuid.uuid4()),
        "after": number,
        "number": number,
        "body": json.dumps(hand),
        "shown": f"line {number}",
        **more,
    }


def put(page: Page, *writes) -> None:
    page.evaluate("async (writes) => { for (const one of writes) await Outbox.put(one); }", writes)


def until(page: Page, expression: str, wanted=True) -> None:
    """Wait until an expression has the wanted value.

    Playwright's own function needs `eval`, which the CSP refuses.
    """
    end = time.monotonic() + 15
    while (value := page.evaluate(expression)) != wanted:
        assert time.monotonic() < end, f"{expression}: {value}"
        page.wait_for_timeout(20)


def all_sent(page: Page, left: int = 0) -> None:
    until(page, "async () => (await Outbox.waiting()).length", left)


def bids(table) -> list[int]:
    entries = Match.objects.get(pk=table.id)
    return [change.after["bid"] for change in entries.changes.filter(kind="record")]


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    """Ignore the failed requests that the browser reports, because these tests provoke them."""
    yield
    expected = ("Failed to load resource", "htmx:sendError")
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


@pytest.fixture
def table(live_server):
    return factories.table()


def test_what_was_played_offline_is_sent_in_order_once_the_network_is_back(phone, table):
    page = outbox(phone.score(table).page)
    page.evaluate(
        "() => { self.asked = 0; navigator.storage.persist = async () => { self.asked++; }; }"
    )
    page.context.set_offline(True)
    hands = [{**HAND, "bid": bid} for bid in (70, 75, 80)]
    put(page, *(write(table, number, hand) for number, hand in enumerate(hands, 1)))
    assert bids(table) == []
    assert page.evaluate("self.asked") == 1  # the browser is asked once to keep what is stored
    page.context.set_offline(False)
    all_sent(page)
    assert bids(table) == [70, 75, 80]
    assert json.loads(page.evaluate("(match) => Outbox.known(match)", table.id))["version"] == 4


def test_a_line_whose_answer_was_lost_is_stored_once(phone, table):
    page = outbox(phone.score(table).page)
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)
        return route.abort()

    page.route("**/entries/", lose)
    put(page, write(table, 1), write(table, 2, {**HAND, "bid": 75}))
    all_sent(page)
    assert (lost, bids(table)) == ([201], [70, 75])


@pytest.mark.nightly
def test_a_line_whose_answer_is_lost_stands_once_on_the_page_that_comes_back(phone, table):
    page = phone.score(table).page
    expect(page.locator("html[data-playable]")).to_have_count(1)
    lost = []
    page.route("**/entries/", lambda route: (lost.append(route.fetch().status), route.abort()))
    phone.choose("Anne", 70, 80)
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)
    while not lost:
        page.wait_for_timeout(20)
    page.unroute("**/entries/")
    page.route("**/entries/", lambda route: route.abort())
    page.reload()
    expect(page.locator("html[data-playable]")).to_have_count(1)
    assert page.locator(".paper__total").all_inner_texts() == ["80", "20"]
    page.unroute("**/entries/")
    phone.choose("Bruno", 70, 90)
    phone.tap(phone.record_button)
    expect(page.locator(".paper__total")).to_have_text(["80", "20", "90", "110"])
    all_sent(page)
    assert bids(table) == [70, 70]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "answer",
    [
        {"status": 200, "content_type": "text/html", "body": "<h1>Wi-Fi</h1>"},
        {"status": 200, "content_type": "application/json", "body": "{}"},
        {"status": 302, "headers": {"Location": "/"}},
        {"status": 403, "content_type": "text/html", "body": "CSRF"},
        {"status": 429, "content_type": "application/json", "body": "{}"},
        {"status": 500, "content_type": "text/html", "body": "?"},
    ],
    ids=lambda answer: f"{answer['status']} {answer.get('body')}",
)
def test_what_is_not_our_acknowledgement_is_none(phone, table, answer):
    page = outbox(phone.score(table).page)
    answers = [answer]
    page.route(
        "**/entries/",
        lambda route: route.fulfill(**answers.pop()) if answers else route.continue_(),
    )
    put(page, write(table, 1))
    all_sent(page)
    assert (answers, bids(table)) == ([], [70])


@pytest.mark.nightly
def test_a_server_that_says_when_to_come_back_is_asked_again_then(phone, table):
    page, times = outbox(phone.score(table).page), []

    def busy_once(route):
        times.append(time.monotonic())
        if len(times) == 1:
            route.fulfill(status=503, headers={"Retry-After": "4"}, body="{}")
        else:
            route.continue_()

    page.route("**/entries/", busy_once)
    put(page, write(table, 1))
    all_sent(page)
    # The phone waits at least three quarters of the four seconds: not all phones must come back
    # at the same moment. Without the header it would wait only one second.
    assert (times[1] - times[0] > 2.9, bids(table)) == (True, [70])


@pytest.mark.nightly
def test_an_old_csrf_token_is_renewed(phone, table):
    page = outbox(phone.score(table).page)
    put(page, write(table, 1))
    all_sent(page)
    cookies = [cookie for cookie in page.context.cookies() if cookie["name"] != "csrftoken"]
    page.context.clear_cookies()
    page.context.add_cookies(cookies)
    put(page, write(table, 2, {**HAND, "bid": 75}))
    all_sent(page)
    assert bids(table) == [70, 75]


@pytest.mark.nightly
def test_a_line_is_dropped_only_while_it_has_never_left(phone, table):
    page = outbox(phone.score(table).page)
    page.context.set_offline(True)
    first, second = write(table, 1), write(table, 2)
    put(page, first, second)
    drop = "(client_id) => Outbox.drop(client_id)"
    assert page.evaluate(drop, first["client_id"]) is False  # another one comes after it
    assert page.evaluate(drop, second["client_id"]) is True
    page.route("**/entries/", lambda route: route.abort())
    page.context.set_offline(False)
    until(page, "async () => (await Outbox.waiting())[0].tries > 0")
    assert page.evaluate(drop, first["client_id"]) is False


def test_undo_and_correction_are_sent_as_well(phone, table):
    page = outbox(phone.score(table).page)
    other = {**HAND, "bid": 100}
    put(
        page,
        write(table, 1),
        write(table, 2, {**HAND, "bid": 75}),
        write(table, 2, {}, kind="undo", after=3),
        write(table, 1, other, kind="replace", after=4),
    )
    all_sent(page)
    kinds = list(Match.objects.get(pk=table.id).changes.values_list("kind", flat=True))
    assert kinds == ["start", "record", "record", "take_back", "correct"]


def test_the_same_line_of_another_phone_is_told_and_nothing_else_is_merged(phone, table):
    page = outbox(phone.score(table).page)
    page.evaluate(
        """() => { self.told = [];
        for (const name of ["sent", "stale"]) document.addEventListener(`outbox:${name}`,
          ({ detail }) => told.push([name, Boolean(detail.already)])); }"""
    )
    factories.recorded(phone.match, HAND, {**HAND, "bid": 80})
    put(page, write(table, 1), write(table, 2, {**HAND, "bid": 75}))
    until(page, "told.length", 2)
    assert page.evaluate("told") == [["sent", True], ["stale", False]]
    assert bids(table) == [70, 80]
    assert (
        page.evaluate("(match) => Outbox.blockOf(match).then(({ block }) => block.how)", table.id)
        == "stale"
    )


@pytest.mark.nightly
def test_a_full_disk_is_told_at_once_and_nothing_is_said_to_be_kept(phone, table, console_errors):
    page = outbox(phone.score(table).page)
    page.evaluate(
        """() => { IDBObjectStore.prototype.add = () => {
             throw new DOMException("full", "QuotaExceededError"); }; }"""
    )
    script = "(write) => Outbox.put(write).then(() => 'kept', () => 'refused')"
    assert page.evaluate(script, write(table, 1)) == "refused"
    expect(page.locator(".messages")).to_contain_text("Ce téléphone n'a plus de place")
    assert page.evaluate("Outbox.waiting()") == []
    console_errors.remove("full")
