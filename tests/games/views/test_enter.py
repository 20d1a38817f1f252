"""The button that Enter presses in a pad is the pad's own, in every state, with scripts and
without.
"""

import pytest

from tests.forms_drawn import forms_of
from tests.games.views.common import HTMX
from tests.games.views.test_keeping_up import LINES, game_table, write

pytestmark = pytest.mark.django_db


def default(response, action="/inscrire/"):
    """Return the pad's form, after checking that Enter sends it."""
    (pad,) = [
        form
        for form in forms_of(response.content.decode())
        if form.attrs.get("action", "").partition("#")[0].endswith(action)
    ]
    assert pad.takes_enter
    return pad


@pytest.mark.parametrize("game", LINES)
def test_the_default_button_of_a_pad_writes_the_line_and_the_preview_stays_without_scripts(game):
    table, browser = game_table(game)
    address = f"/parties/{table.id}/"
    line = {**LINES[game], "after": 1}
    states = {
        "first line": browser.get(address),
        "seen first": browser.post(f"{address}apercu/", line),
        "refused": browser.post(f"{address}inscrire/", {"after": 1}, headers=HTMX),
        "next line": write(table, browser, line),
        "waits": write(table, browser, {**line, "client_id": ""}),
    }
    for state, response in states.items():
        pad = default(response)
        assert (pad.default["text"], pad.default.keys() & {"name", "formaction"}) == (
            "Inscrire",
            set(),
        ), state
        looks = [button for button in pad.buttons if button["text"] == "Voir d'abord"]
        assert [button["formaction"] for button in looks] == [f"{address}apercu/"], state


@pytest.mark.parametrize("game", LINES)
def test_the_default_button_of_a_correction_shows_what_it_changes(game):
    table, browser = game_table(game)
    write(table, browser, {**LINES[game], "after": 1})
    address = f"/parties/{table.id}/lignes/1/"
    preview = browser.post(address, {**LINES[game], "after": 2, "cell": "libre-1"})
    # Enter only shows the change again, so a figure typed after the first look is not saved
    # unseen.
    assert "Garder la correction" in preview.content.decode()
    for response in (browser.get(address), preview):
        pad = default(response, "/lignes/1/")
        assert (pad.default["text"], "name" in pad.default) == ("Voir ce que ça change", False)
