"""A phone that is told to slow down keeps what was tapped, and says when to go on."""

import re

import pytest
from playwright.sync_api import expect

from ratelimits import limits
from ratelimits.memory_store import MemoryStore
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

SENTENCE = re.compile(r"^Trop de demandes en peu de temps\. Recommencer dans \d+ secondes\.$")


@pytest.fixture
def spent(settings, monkeypatch, live_server):
    """A function that uses up the number of writes that this machine may make."""

    def spend():
        monkeypatch.setattr(limits, "in_memory", MemoryStore())
        settings.LIMITED = True
        settings.RATES = {**settings.RATES, "write": (1, 60)}
        limits.take("write", "127.0.0.1")

    return spend


def test_a_line_sent_too_soon_says_when_to_send_it_again(phone, spent, console_errors):
    phone.page.add_init_script("delete window.Worker")  # an old phone: it has no outbox
    phone.score(factories.table())
    phone.choose("Anne", 70, 80)
    expect(phone.preview).to_contain_text("80")  # else its preview might be refused as well
    spent()
    phone.tap(phone.record_button)
    notice = phone.page.locator(".messages .notice--error")
    expect(notice).to_have_text(SENTENCE)
    expect(notice).to_be_in_viewport()
    expect(phone.page.locator("[data-sign]")).to_have_text("non enregistré")
    expect(phone.key("Mise", "70")).to_be_checked()
    console_errors.clear()  # the browser reports the 429
