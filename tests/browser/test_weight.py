"""How much JavaScript a page brings, compressed."""

import gzip

import pytest

from tests.browser.pages import walk

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

SCORING = 40_000
ELSEWHERE = 25_000


def test_scripts_are_at_most_40_kb_where_one_scores_and_25_kb_elsewhere(
    phones, club, console_errors
):
    phone = phones()
    asked = []
    phone.page.on("request", lambda request: asked.append((request.resource_type, request.url)))
    weights: dict[str, int] = {}
    heavy = {}
    for stop in walk(phone, club):
        scripts = phone.page.evaluate("[...document.scripts].map((script) => script.src)")
        assert all(scripts), f"{stop}: a script in the page itself"
        for script in set(scripts) - weights.keys():
            body = phone.page.request.get(script).body()
            weights[script] = len(gzip.compress(body, compresslevel=9))
        limit = SCORING if "match" in stop else ELSEWHERE
        weight = sum(weights[script] for script in scripts)
        if weight > limit:
            heavy[stop] = weight
    console_errors.clear()  # the walk provokes 400, 404 and 409
    assert len(weights) > 5
    assert not heavy, heavy
    loaded = {url for kind, url in asked if kind == "script"}
    assert loaded <= weights.keys(), "a script that the page does not name"
    assert all(url.startswith(phone.site) for _kind, url in asked), "something from elsewhere"
