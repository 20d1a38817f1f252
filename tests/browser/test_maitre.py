"""A whole jeu du Maître at the table, by taps on a phone of 360 × 740."""

import pytest
from playwright.sync_api import Route, expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
NAMES = ("Anne", "Bruno", "Chloé")
LONG = ("Anne-Frédérique Charbonneau", "Jean-Sébastien Delacroix", "Chloé")

# The fields of a manche and the figures to tap. The contract of 50, no chute and no discard are
# filled in from the start.
MANCHE = {
    "Plis : Points": "40",
    "Plis : Cartes": "10",
    "Plis : À valeur": "6",
    "Coffre : Majeure": "9",
    "Coffre : Mineure": "1",
}


def key(phone, sign):
    name = {"-": "sign"}.get(sign, sign)
    return phone.page.locator(f'[data-key="{name}"]')


def fill(phone, label, figure):
    """Tap a field, then its figures on the page's keypad. The phone's keyboard is not used."""
    field = phone.page.get_by_label(label, exact=True)
    phone.tap(field)
    for sign in figure:
        phone.tap(key(phone, sign))
    expect(field).to_have_value(figure)


def test_a_figure_that_does_not_fit_its_field_is_refused_there(phone):
    seats = [{"name": name} for name in NAMES]
    phone.score(factories.table(None, game="maitre", seats=seats))
    field = phone.page.get_by_label("Plis : Points", exact=True)
    phone.tap(field)
    for digit in "95":
        phone.tap(key(phone, digit))
    expect(field).to_have_value("9")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(phone.preview).to_have_text("Plis : Points : 91 au plus")
    expect(phone.page.get_by_label("Plis : Cartes", exact=True)).to_have_value("")
    phone.tap(key(phone, "1"))
    expect(field).to_have_value("91")
    expect(phone.page.locator("[aria-invalid]")).to_have_count(0)


def played(*names):
    """Return a table with a match of three manches."""
    manche = {
        "contract": 50,
        "maitre": {
            "trick_points": 40, "trick_cards": 10, "trick_valued": 6, "chute_points": 0,
            "discard_value": 0,
        },
        "coffre": {"major_rank": 9, "minor_rank": 1},
    }  # fmt: skip
    players = ({"1": -5, "2": 7}, {"0": -5, "2": 7}, {"0": -5, "1": 7})
    lines = [{**manche, "players": figures} for figures in players]
    return factories.table(None, *lines, game="maitre", seats=[{"name": name} for name in names])


@pytest.mark.parametrize("names", [NAMES, LONG])
def test_a_usual_phone_shows_two_manches(phone, names):
    phone.score(played(*names))
    box = phone.page.locator(".sheet__scroll").bounding_box()
    head = phone.page.locator(".paper thead").bounding_box()
    for number in (2, 3):
        row = phone.line(number).bounding_box()
        assert head["y"] + head["height"] - 1 <= row["y"]
        assert row["y"] + row["height"] <= box["y"] + box["height"] + 1


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(360, 740), (360, 560), (320, 568)])
def test_the_last_lines_figures_stay_under_the_notice_of_an_undo(phone, size):
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    phone.score(played(*LONG))
    phone.page.locator("#undo").tap()
    expect(phone.page.locator(".messages .notice")).to_be_visible()
    figures = phone.line(2).locator(".paper__total").first
    expect(figures).to_be_in_viewport(ratio=1)
    box = figures.bounding_box()
    over = "([x, y]) => document.elementFromPoint(x, y).closest('[data-line]') !== null"
    assert phone.page.evaluate(over, [box["x"] + box["width"] - 4, box["y"] + 2])


def test_a_whole_match_is_tapped_on_the_keypad(phone):
    phone.open("/jouer/maitre/")
    page = phone.page
    # On a slow network the keys appear before their script is loaded. They are disabled until
    # then, so that no tap is lost.
    held: list[Route] = []
    page.route("**/games/keypad*.js", lambda route: held.append(route))
    phone.start(*NAMES)
    expect(key(phone, "4")).to_be_disabled()
    held.pop().continue_()
    for number in range(1, 7):
        maitre = NAMES[(number - 1) % 3]
        expect(page.locator("#pad").get_by_text(f"{maitre} est Maître")).to_be_visible()
        others = [name for name in NAMES if name != maitre]
        figures = MANCHE | {others[0]: "-5", others[1]: "7"}
        phone.taps = 0
        # « 1 » may become 10, and −5 may become −50. Only these two figures need a tap on «
        # suivant ».
        for signs in (*figures.values(),):
            for sign in signs:
                phone.tap(key(phone, sign))
            if signs in ("1", "-5"):
                phone.tap(key(phone, "next"))
        for label, figure in figures.items():
            expect(page.get_by_label(label, exact=True)).to_have_value(figure)
        expect(phone.preview).to_contain_text("Manche validée.")
        phone.tap(phone.record_button)
        expect(phone.lines).to_have_count(number)
        # Besides the digits there are four taps: the minus, « suivant » twice, and the button.
        assert phone.taps - sum(len(figure.strip("-")) for figure in figures.values()) == 4
        assert page.evaluate("scrollY") == 0, "the thumb had to scroll"
    expect(page.get_by_role("heading", name="Jeu du Maître · terminé")).to_be_visible()
    expect(page.locator(".board--ended .board__side")).to_have_count(3)
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_the_phones_keyboard_stays_away_and_a_forbidden_coffre_asks_no_ranks(phone):
    phone.score(factories.table(game="maitre", seats=[{"name": name} for name in NAMES]))
    page = phone.page
    expect(page.get_by_label("Plis : Points")).to_have_attribute("inputmode", "none")
    phone.tap(page.get_by_text("Coffre interdit"))
    expect(page.get_by_label("Coffre : Majeure")).to_be_disabled()
    for label, figure in MANCHE.items():
        if not label.startswith("Coffre"):
            fill(phone, label, figure)
    fill(phone, "Bruno", "0")
    fill(phone, "Chloé", "0")
    expect(phone.preview).to_contain_text("Coffre interdit (figure ou joker)")
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)


@pytest.mark.nightly
def test_a_figure_that_ended_by_itself_is_taken_back(phone):
    phone.score(factories.table(game="maitre", seats=[{"name": name} for name in NAMES]))
    points, cards = (phone.page.get_by_label(f"Plis : {name}") for name in ("Points", "Cartes"))
    for sign in ("4", "1", "back", "0", "8"):
        phone.tap(key(phone, sign))
    expect(points).to_have_value("40")
    expect(cards).to_have_value("8")
    expect(phone.page.get_by_label("Plis : À valeur")).to_have_attribute("data-held", "")


@pytest.mark.nightly
def test_54_cards_are_tapped_into_piles(phone):
    phone.score(factories.table(game="maitre", seats=[{"name": name} for name in NAMES]))
    page = phone.page
    phone.tap(page.get_by_role("link", name="Par les cartes"))
    for question, suit in (("Majeure", "cœur"), ("Mineure", "trèfle")):
        group = page.get_by_role("group", name=question, exact=True)
        phone.tap(group.get_by_role("radio", name=suit))
    phone.tap(page.get_by_role("radio", name="Bruno"))
    piles = {
        "coffre_major": ["9H"],
        "coffre_minor": ["AC"],
        "tricks_0": ["7H", "8H", "2C", "KS"],
        "tricks_1": ["KH", "3D"],
        "discard": ["5H"],
    }
    left = 54
    for pile, cards in piles.items():
        for card in cards:
            phone.tap(page.locator(f'input[name="cards"][value="{card}"]'))
        phone.tap(page.locator(f'button[name="put"][value="{pile}"]'))
        left -= len(cards)
        expect(page.get_by_text(f"{left} cartes sans pile")).to_be_visible()
    phone.tap(page.locator('button[name="rest"][value="players_discard"]'))
    expect(page.get_by_text("Les 54 cartes y sont.")).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("Contrat 50 tenu")
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)


@pytest.mark.nightly
def test_the_referee_follows_a_trick(phone):
    phone.watch(
        factories.table(game="maitre", seats=[{"name": name} for name in NAMES]), "arbitre/"
    )
    page = phone.page
    phone.tap(page.get_by_role("button", name="Bruno"))
    for card, words in (
        ("5C", "À Chloé de jouer"),
        ("6H", "Mode valeur"),
        ("7S", "Anne prend le pli"),
    ):
        phone.tap(page.locator(f'button[name="card"][value="{card}"]'))
        expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()


TABLE = ("Marie-Antoinette Delacroix", "Jean-Sébastien", "Chloé", "David", "Émile", "Françoise")


@pytest.mark.nightly
@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_figures_pad_and_some_of_the_sheet_are_seen_at_once_at_360_by_740(phone, people):
    seats = [{"name": name} for name in TABLE[:people]]
    lost = {
        "maitre": {"trick_points": 0, "trick_cards": 0, "trick_valued": 0,
                   "chute_points": 0, "discard_value": 0},
        "coffre": {"forbidden": True},
    }  # fmt: skip
    players = [{str(s): 0 for s in range(people) if s != maitre} for maitre in (0, 1)]
    entries = [{**lost, "players": others} for others in players]
    phone.score(factories.table(None, *entries, game="maitre", seats=seats))
    for seen in (".board", "#pad", "#record", "#undo"):
        expect(phone.page.locator(seen)).to_be_in_viewport(ratio=1)
    for field in phone.page.locator(".number").all():
        expect(field).to_be_in_viewport(ratio=1)
    keypad = phone.page.locator(".keypad").bounding_box()
    fields = [field.bounding_box() for field in phone.page.locator(".number").all()]
    assert all(box["y"] + box["height"] <= keypad["y"] for box in fields), "under the keypad"
    # The head of the sheet and the whole of its last line must be visible.
    paper = phone.page.locator(".sheet__scroll").bounding_box()
    assert paper["height"] >= 60
    head = phone.page.locator(".paper thead").bounding_box()
    figures = phone.lines.last.locator(".maitre__side").first.bounding_box()
    assert figures["y"] >= head["y"] + head["height"] - 1, "the newest figures are cut"
    story = phone.lines.last.locator(".maitre__story").bounding_box()
    assert story["y"] + story["height"] <= paper["y"] + paper["height"] + 1, "the story is cut"
    for label, figure in MANCHE.items():
        phone.page.get_by_label(label, exact=True).fill(figure)
    for field in phone.page.locator(".maitre-pad__others input").all():
        field.fill("0")
    field.dispatch_event("change")
    expect(phone.preview).to_contain_text("→")
    for side in phone.page.locator(".preview__side").all():
        expect(side).to_be_in_viewport(ratio=1)
    assert phone.page.locator(".preview__why").inner_text().startswith("Manche validée.")
    assert phone.overflow() == 0


@pytest.mark.nightly
def test_the_first_manche_needs_no_more_room_than_the_next(phone):
    phone.score(factories.table(game="maitre", seats=[{"name": name} for name in TABLE[:4]]))
    page = phone.page
    assert page.evaluate("document.documentElement.scrollHeight") == 740
    bottom = max(
        box["y"] + box["height"]
        for box in (field.bounding_box() for field in page.locator(".number").all())
    )
    assert bottom <= page.locator(".keypad").bounding_box()["y"], "under the keypad"


@pytest.mark.nightly
def test_large_text_on_a_small_screen_loses_nothing(phones):
    phone = phones(viewport={"width": 320, "height": 640})
    table = factories.table(game="maitre", seats=[{"name": name} for name in TABLE])
    phone.score(table)
    for page in ("", "piles/", "arbitre/", "mur/"):
        phone.watch(table, page)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.overflow() == 0, page


@pytest.mark.nightly
def test_a_fault_is_read_over_the_whole_width_and_a_discard_may_bear_its_minus(
    phone, console_errors
):
    table = factories.table(game="maitre", seats=[{"name": name} for name in NAMES])
    phone.score(table)
    for label, figure in (MANCHE | {"Bruno": "-5", "Chloé": "7"}).items():
        phone.page.get_by_label(label, exact=True).fill(figure)
    phone.page.get_by_label("Défausse", exact=True).fill("-6")
    phone.page.get_by_label("Contrat").fill("20")
    phone.tap(phone.record_button)
    fault = phone.page.locator("#pad .errorlist")
    expect(fault).to_have_text("Contrat : Le contrat va de 50 à 100.")
    row = phone.page.locator(".numbers").first.bounding_box()
    box = fault.bounding_box()
    assert (box["x"], box["width"]) == (row["x"], row["width"])
    assert box["height"] < 24, "one line"
    keypad = phone.page.locator(".keypad").bounding_box()
    assert 0 <= keypad["y"] - box["y"] - box["height"] <= 12, "just over the keys"
    phone.page.get_by_label("Contrat").fill("50")
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)
    phone.expect_sent()
    assert table.body()["entries"][0]["data"]["maitre"]["discard_value"] == 6
    console_errors.clear()  # the browser reports the 400
