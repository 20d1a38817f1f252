"""Helpers for the pages of a table: a match, a browser that keeps its link, forms sent."""

from tests import factories
from tests.games import pages

HTMX = {"HX-Request": "true"}
NAMES = {f"name_{seat}": name for seat, name in enumerate(factories.NAMES)}


def at_table(*hands, **changes):
    """Start a match with those hands; return it and a browser that keeps its link."""
    table = factories.table(None, *hands, **changes)
    browser = factories.browser()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    return table, browser


def page(table, browser, rest="", **options):
    return browser.get(f"/parties/{table.id}/{rest}", **options)


def send(browser, form, address, button=None, **filled):
    """Send a form as a browser does, with the tapped button."""
    data = form.data(**filled)
    if button:
        name, value = button
        assert (name, value) in [(n, v) for n, v, _action in form.buttons]
        data[name] = [value]
    return browser.post(form.action or address, data)


def record(table, browser, **tapped):
    """Fill the pad of the match's page and send it."""
    address = f"/parties/{table.id}/"
    form = pages.form(browser.get(address), f"{address}inscrire/")
    return send(browser, form, address, **tapped)


def start(browser, slug="dix", query="", button=None, **filled):
    address = f"/jouer/{slug}/{query}"
    form = pages.form(browser.get(address), field="name_0")
    assert form.method == "post"
    return send(browser, form, address, button, **filled)
