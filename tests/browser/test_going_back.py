"""Tests of the browser's Back after a form: a page with the typed values, without a question."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.phones import Phone
from tests.browser.test_correcting import see_the_correction
from tests.extents import sizes

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

LONG = "A" * 81


class Refused(NamedTuple):
    """A form that is refused: its page, how to send it, its error, a check of the kept values."""

    path: Callable[[factories.Table], str]
    send: Callable[[Page], None]
    sentence: str
    kept: Callable[[Page], None]


def _start(page: Page) -> None:
    page.locator("#id_name_0").fill("Anne")
    _send(page, "#id_name_1", "Commencer le match")


def _sit(page: Page) -> None:
    page.get_by_text("M'y asseoir sous un nom").tap()
    _send(page, "#seat-3-name", "M'asseoir 4")


def _sign_in(page: Page) -> None:
    page.locator("[name='login']").fill("personne@example.org")
    page.locator("[name='password']").fill("rien de bon")
    page.locator("main form [type='submit']").first.tap()


def _send(page: Page, field: str, button: str, value: str = LONG) -> None:
    page.locator(field).fill(value)
    page.get_by_role("button", name=button, exact=True).last.tap()


def _has(field: str, value: str = LONG) -> Callable[[Page], None]:
    return lambda page: expect(page.locator(field)).to_have_value(value)


FORMS = {
    "a start": Refused(
        lambda table: "/jouer/dix/",
        _start,
        "Un nom a 80 caractères au plus.",
        _has("#id_name_0", "Anne"),
    ),
    "a match's names": Refused(
        lambda table: f"/parties/{table.id}/reglages/",
        lambda page: _send(page, "#id_name_1", "Enregistrer"),
        "Un nom a 80 caractères au plus.",
        _has("#id_name_1"),
    ),
    "a seat": Refused(
        lambda table: f"/parties/{table.id}/places/",
        _sit,
        "Un nom a 80 caractères au plus.",
        _has("#seat-3-name"),
    ),
    "signing in": Refused(
        lambda table: "/compte/connexion/",
        _sign_in,
        "",
        _has("[name='login']", "personne@example.org"),
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("form", FORMS)
def test_back_comes_to_a_refused_form_with_what_was_typed(
    phones: Callable[..., Phone], form: str, scripts: bool, console_errors: list[str]
) -> None:
    refused = FORMS[form]
    seats = [*({"name": name} for name in "ABC"), {"named": False}]
    table = factories.table(None, factories.HAND, seats=seats)
    phone = phones(java_script_enabled=scripts).score(table).open(refused.path(table))
    page = phone.page
    refused.send(page)
    page.wait_for_url("**reponse=**")
    for _time in range(2):
        expect(page.locator("main")).to_contain_text(refused.sentence)
        refused.kept(page)
        # Open another page and go back. A browser that had to send the form again would show an
        # error.
        phone.open("/aide/")
        answer = page.go_back()
        assert answer is None or answer.status == 200
    page.go_back()
    expect(page).to_have_url(phone.site + refused.path(table))
    console_errors.clear()  # the browser reports a 400, where there is one


@pytest.mark.nightly
@pytest.mark.parametrize("scripts", sizes(True, False))
def test_back_after_lines_a_correction_and_an_undo_asks_nothing(
    phones: Callable[..., Phone], scripts: bool, console_errors: list[str]
) -> None:
    table = factories.table(None, factories.HAND)
    phone = phones(java_script_enabled=scripts).score(table)
    page = phone.page
    phone.record("Anne", 70, 80)
    phone.expect_sent()
    phone.tap(page.get_by_role("button", name="Annuler"))
    expect(phone.lines).to_have_count(1)
    phone.expect_sent()
    phone.open(f"/parties/{table.id}/lignes/1/")
    see_the_correction(phone, "90")
    page.wait_for_url("**reponse=**")
    phone.open("/aide/")
    page.go_back()
    phone.tap(page.get_by_role("button", name="Garder la correction"))
    expect(page.get_by_text("Brasse 1 : la correction est gardée.")).to_be_visible()
    for _time in range(3):
        answer = page.go_back()
        assert answer is None or answer.status == 200
        assert page.url.startswith(phone.site)
    assert [entry["data"]["taken"] for entry in table.body()["entries"]] == [90]
    console_errors.clear()
