"""Two phones recorded different lines without network: a person chooses, and nothing is lost."""

import json

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests import factories
from tests.browser.test_outbox import all_sent, bids, outbox, put, until, write

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]

FOUR = [{"bidder": seat, "bid": 70, "taken": 80} for seat in range(4)]
# Hands 5 and 6, as each of the two phones has them.
THEIRS = [{"bidder": 0, "bid": 75, "taken": 80}, {"bidder": 1, "bid": 80, "taken": 85}]
MINE = [{"bidder": 0, "bid": 85, "taken": 90}, {"bidder": 1, "bid": 90, "taken": 95}]


@pytest.fixture(autouse=True)
def _the_network_is_bad(console_errors):
    """Ignore browser reports about failed requests and pages that ask before they close."""
    yield
    expected = ("Failed to load resource", "htmx:sendError", "Failed to fetch", "Blocked attempt")
    console_errors[:] = [error for error in console_errors if not error.startswith(expected)]


@pytest.fixture
def table(live_server):
    return factories.table(None, *FOUR)


@pytest.fixture
def late(phones, table):
    """Return the phone that is back on the network second.

    It shows the page that asks what to do with its lines.
    """
    first, second = phones().score(table), phones().score(table)
    for phone, hands in ((first, THEIRS), (second, MINE)):
        page = outbox(phone.page)
        page.context.set_offline(True)
        lines = [
            write(table, number, hand, shown=f"mise {hand['bid']}")
            for number, hand in enumerate(hands, 5)
        ]
        put(page, *lines)
    first.page.context.set_offline(False)
    all_sent(first.page)
    second.page.context.set_offline(False)
    until(second.page, "async (match) => Boolean((await Outbox.waiting())[0].block)")
    second.page.locator("[data-unsent-here]").tap()
    expect(second.page.get_by_role("heading", name="Ce téléphone et la feuille")).to_be_visible()
    return second


def kinds(table):
    changes = Match.objects.get(pk=table.id).changes.filter(version__gt=5)
    return [(change.kind, change.number, change.after["bid"]) for change in changes]


RECORDED = [("record", 5, 75), ("record", 6, 80)]
ASIDE = [("aside", 5, 85), ("aside", 6, 90)]


def choose(phone, label):
    phone.tap(phone.page.get_by_role("button", name=label))


@pytest.mark.nightly
def test_both_versions_stand_side_by_side(late):
    rows = late.page.locator(".two tbody tr:visible")
    expect(rows).to_have_count(2)
    texts = [" ".join(row.split()) for row in rows.all_inner_texts()]
    assert texts == ["5 Anne 75, 80 – 20 mise 85", "6 Bruno 80, 15 – 85 mise 90"]


@pytest.mark.nightly
def test_mine_after_theirs(late, table):
    choose(late, "Garder les deux : les miennes à la suite")
    late.page.wait_for_url(f"**/parties/{table.id}/")
    assert kinds(table) == [*RECORDED, ("record", 7, 85), ("record", 8, 90)]


@pytest.mark.nightly
def test_theirs(late, table):
    choose(late, "Garder la feuille, sans les miennes")
    late.page.wait_for_url(f"**/parties/{table.id}/")
    assert kinds(table) == [*RECORDED, *ASIDE]
    assert bids(table) == [70, 70, 70, 70, 75, 80]
    # The lines are in the history, and can still be read on this phone.
    late.watch(table, "historique/")
    expect(late.page.get_by_text("Ligne laissée de côté")).to_have_count(2)
    late.watch(table, "telephone/")
    expect(late.page.locator("[data-aside-list] p")).to_have_text(["5 mise 85", "6 mise 90"])


@pytest.mark.nightly
def test_by_hand(late, table):
    choose(late, "Reprendre les miennes à la main")
    expect(late.record_button).to_be_visible()
    late.tap(late.key("Mise", "100"))
    late.tap(late.key("Points ramassés", "100"))
    late.tap(late.record_button)
    expect(late.lines).to_have_count(7)
    late.expect_sent()
    late.watch(table, "telephone/")
    assert kinds(table) == [*RECORDED, *ASIDE, ("record", 7, 100)]
    late.page.get_by_role("button", name="Effacer d'ici").first.tap()
    expect(late.page.locator("[data-aside-list] p")).to_have_text(["6 mise 90"])


@pytest.mark.nightly
def test_lines_that_are_refused_later_stay_readable_and_can_be_taken_away(phone, table):
    page = outbox(phone.score(table).page)
    page.context.set_offline(True)
    put(page, write(table, 5, MINE[0], shown="mise 85"))
    table.patch(status="abandoned")
    page.context.set_offline(False)
    until(page, "async () => (await Outbox.waiting())[0].block?.how", "stale")
    page.goto(f"{phone.site}/parties/{table.id}/telephone/")
    choose(phone, "Garder les deux : les miennes à la suite")
    until(page, "async () => (await Outbox.waiting())[0]?.block?.how", "refused")
    expect(page.locator("[data-why]")).to_contain_text("abandonné")
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger (JSON)").tap()
    [line] = json.loads(download.value.path().read_text())
    assert (line["number"], json.loads(line["body"])) == (5, MINE[0])
    table.patch(status="in_progress")
    choose(phone, "Envoyer encore")
    until(page, "async () => (await Outbox.waiting())[0]?.block?.how", "stale")
    choose(phone, "Garder les deux : les miennes à la suite")
    page.wait_for_url(f"**/parties/{table.id}/")
    assert bids(table) == [70, 70, 70, 70, 85]


@pytest.mark.nightly
def test_lines_played_under_a_link_taken_back_wait_for_a_link_that_counts(phone, phones, table):
    phone.score(table).watch(table, "partager/")
    phone.tap(phone.page.get_by_role("button", name="Faire un lien pour marquer"))
    other = phones()
    other.follow_link(phone, "Adresse du lien")
    page = outbox(other.page)
    page.context.set_offline(True)
    put(page, write(table, 5, MINE[0], shown="mise 85"), write(table, 6, MINE[1], shown="mise 90"))
    phone.watch(table, "partager/")
    phone.tap(phone.page.get_by_role("button", name="Retirer", exact=False).first)
    expect(phone.page.get_by_text("Le lien est retiré : il n'ouvre plus rien.")).to_be_visible()
    page.context.set_offline(False)
    until(page, "async () => (await Outbox.waiting())[0].block?.how", "refused")
    assert bids(table) == [70, 70, 70, 70]
    other.watch(table, "telephone/")
    expect(page.locator("[data-why]")).to_contain_text("un lien qui sert encore")
    for text in ("mise 85", "mise 90"):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_role("link", name="Télécharger (JSON)")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Faire un lien pour marquer"))
    other.follow_link(phone, "Adresse du lien")
    other.watch(table, "telephone/")
    choose(other, "Envoyer encore")
    page.wait_for_url(f"**/parties/{table.id}/")  # once all is sent
    assert bids(table) == [70, 70, 70, 70, 85, 90]


@pytest.mark.nightly
def test_a_line_that_newer_rules_refuse_is_told_with_the_reason(phone, table):
    page = outbox(phone.score(table).page)
    below = {**MINE[0], "bid": 45}  # as if this phone's rules had allowed it
    put(page, write(table, 5, below, shown="mise 45", rules="of last month"))
    until(page, "async () => (await Outbox.waiting())[0].block?.how", "refused")
    phone.watch(table, "telephone/")
    why = page.locator("[data-why]")
    expect(why).to_contain_text("La mise est d'au moins 50.")
    expect(why).to_contain_text("Les règles du site ont changé depuis.")
    expect(page.get_by_text("mise 45")).to_be_visible()
    assert bids(table) == [70, 70, 70, 70]
