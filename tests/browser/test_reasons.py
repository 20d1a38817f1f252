"""Tests that reasons are complete on each phone: previews, refusals and outcomes of lines."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.checks import cut_reasons
from tests.browser.test_whole_matches import GAMES, LONG, SIZES
from tests.extents import some
from tests.games.maitre.test_api import QUICK

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# Lines with long explanations: a failed partie with its suit, a player who falls back, a manche
# without a gap.
BEFORE = {
    "dix": [{"bidder": 0, "partie": True, "taken": 90, "trump": "hearts"}],
    "dix-mille": [{"points": 1000}, {"points": 800}, {"points": 1000}, {"points": 700}],
    "yams": [{"column": "libre", "row": "yams", "barred": True, "throws": 3}],
    "maitre": [
        QUICK
        | {"maitre": QUICK["maitre"] | {"trick_points": 12, "trick_valued": 3}}
        | {"coffre": {"forbidden": True}}
    ],
    "bataille": [{"winner": 0}],
}


def every_size(page):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield f"{width}×{height}", cut_reasons(page)


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", some(GAMES, 5), ids=lambda game: game.slug)
def test_no_reason_is_cut(phones, game, language, console_errors):
    phone = phones(is_mobile=True, locale=language)
    walk = game(phone, (language, "light", LONG, 0))
    seats = [{"name": name} for name in walk.names]
    # With these rules, a failed partie does not end the match.
    partie = {"partie": "stake", "partie_stake": 100} if game.slug == "dix" else {}
    rules = partie | {rule: int(value) for rule, value in game.rules.items()}
    phone.score(factories.table(None, *BEFORE[game.slug], game=game.slug, seats=seats, rules=rules))
    page = phone.page
    expect(page.locator("html[data-playable]")).to_be_attached()
    faults = {f"outcome {size}": cut for size, cut in every_size(page) if cut}
    page.set_viewport_size({"width": 360, "height": 740})
    if game.slug != "bataille":  # one tap both chooses and records
        walk.enter(4)
        expect(page.locator(".preview__why")).not_to_have_text(re.compile("^(La ligne|The line)"))
        faults |= {f"preview {size}": cut for size, cut in every_size(page) if cut}
        page.reload()
        page.set_viewport_size({"width": 360, "height": 740})
    walk.refused()
    expect(page.locator("#pad .errorlist").first).to_be_visible()
    faults |= {f"refused {size}": cut for size, cut in every_size(page) if cut}
    console_errors.clear()  # the browser reports the 400 of the refusal
    assert not faults, faults
