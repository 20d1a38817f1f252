"""What Enter does in every form of the site: it presses the form's first button, whether visible or
not.

Every page is requested by the caller with most rights. Every form is also sent empty, because a
refused form comes back with more in it. `noscript` counts, because after a swap its content is
part of the page.
"""

import re
from dataclasses import replace

import pytest

from tests.forms_drawn import forms_of
from tests.permissions.cells import API, CALLERS
from tests.permissions.rows import APPS, STAGES

pytestmark = pytest.mark.django_db

BY_NAME = {app.__name__.rpartition(".")[2]: app for app in APPS}
# The callers whose pages show most come first.
EAGER = CALLERS[::-1]


@pytest.fixture
def drawn(world, monkeypatch):
    """The forms of all answers so far, by the call that was made."""
    forms = {}

    def read(response):
        if not response.streaming and "html" in response.headers.get("Content-Type", ""):
            forms.setdefault(world.asking, []).extend(forms_of(response.content.decode()))

    monkeypatch.setattr(world, "inspect", read)
    return forms


def walk(world, rows):
    """Request each page, and send each form both with its row's data and empty."""
    for (route, method), row in rows.items():
        if route.startswith(API):
            continue
        able = (
            (kind, caller)
            for kind, cells in row.cells.items()
            for caller in EAGER
            if cells[caller] in ("ok", "200")
        )
        for kind, caller in list(able)[:1]:
            for data in (row.data,) if method == "GET" else (row.data, {}):
                world.asking = f"{method} {route}"
                world.ask(route, method, replace(row, data=data), kind, caller)


def wrong(drawn):
    """Return the forms in which Enter presses another button than their own."""
    return {
        f"{call}: « {form.default['text']} » before « {form.buttons[1]['text']} »"
        for call, forms in drawn.items()
        for form in forms
        if form.takes_enter and len(form.buttons) > 1 and not form.default_is_its_own
    }


@pytest.mark.nightly
@pytest.mark.parametrize("app", BY_NAME)
def test_no_button_but_the_main_one_is_the_default_of_a_form(app, world, drawn):
    walk(world, BY_NAME[app].ROWS)
    assert any(drawn.values())
    assert wrong(drawn) == set()
    assert bare_keypads(drawn) == set()


@pytest.mark.nightly
@pytest.mark.parametrize("stage", STAGES)
def test_nor_in_any_state_of_a_tournament(stage, world, drawn):
    pages = {
        (route, method): replace(row, stage=stage)
        for (route, method), row in BY_NAME["tournaments"].ROWS.items()
        if method == "GET" and "<str:tournament_id>" in route
    }
    walk(world, pages)
    assert any(form.takes_enter for forms in drawn.values() for form in forms)
    assert wrong(drawn) == set()
    assert bare_keypads(drawn) == set()


# Fields that take nothing below zero: seeds, sums of money, tables of a room, hours, dice.
UNSIGNED = re.compile(r"seed_\d+|sum|fee|price|room_tables|advice-hours|dice\w*")


def bare_keypads(drawn):
    """Return the fields whose keypad has no minus although a negative value may be meant."""
    return {
        (call, field["name"])
        for call, forms in drawn.items()
        for form in forms
        for field in form.fields
        if field.get("inputmode") in ("numeric", "decimal")
        and not field.get("min", "-").isdecimal()
        and not UNSIGNED.fullmatch(field["name"])
    }


def test_a_form_is_read_as_a_browser_reads_it():
    html = """
      <form id="pad"><input name="points">
        <noscript><button formaction="/apercu/">Voir</button></noscript>
        <button type="button">±</button><button class="button--main">Inscrire</button>
      </form>
      <input type="radio" name="cell" form="pad">
      <form><input type="hidden" name="id"><button>Ôter</button></form>
    """
    pad, other = forms_of(html)
    assert [button["text"] for button in pad.buttons] == ["Voir", "Inscrire"]
    assert [field["name"] for field in pad.fields] == ["points", "cell"]
    assert (pad.takes_enter, pad.default_is_its_own, other.takes_enter) == (True, False, False)
