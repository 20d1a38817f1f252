"""10 000 at the table, by taps on a phone of 360 × 740: by points, by dice, and what is shown."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from games import services
from tests import factories
from tests.browser.checks import violations
from tests.browser.phones import Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]
NAMES = ("Anne", "Bruno", "Chloé")
SEATS = [{"name": name} for name in NAMES]


class Mille:
    """The pad of 10 000 on a phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page

    def tap(self, selector: str) -> None:
        self.phone.tap(self.page.locator(selector))

    def take_over(self) -> None:
        self.tap(".mille-pad__carry")

    def points(self, total: int, *, carried: bool = False) -> None:
        """Tap a total, 0 for a coche, and record it."""
        self.phone.taps = 0
        if carried:
            self.take_over()
        self.tap(f".mille-keys--{'carried' if carried else 'fresh'} input[value='{total}']")
        self.record()

    def by_dice(self) -> None:
        self.tap("label:has(#mode-dice)")

    def throw(self, *dice: int) -> None:
        """Tap the dice of a throw, and wait until the page lists the throw."""
        before = self.page.locator(".turn__throws li").count()
        for die in dice:
            free = self.page.locator("#turn .die:not(:has(:checked))").first
            self.phone.tap(free.locator(f"input[value='{die}']"))
        expect(self.page.locator(".turn__throws li")).to_have_count(before + 1)

    def record(self) -> None:
        written = self.phone.lines.count()
        # Wait, because two taps that are faster than any thumb are one gesture, and its second
        # tap makes no click.
        self.page.wait_for_timeout(300)
        self.phone.tap(self.phone.record_button)
        expect(self.phone.lines).to_have_count(written + 1)

    def cell(self, number: int) -> Locator:
        return self.page.locator(f"#line-{number}")

    def scores(self, *scores: str) -> None:
        expect(self.page.locator(".board__figure")).to_have_text(list(scores))


@pytest.fixture
def mille(phone: Phone) -> Mille:
    return Mille(phone)


def table(*turns, **changes):
    return factories.table(None, *turns, game="dix-mille", seats=SEATS, **changes)


def test_six_columns_say_that_they_scroll(phone):
    seats = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David", "Éva", "Farid")]
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.score(factories.table(None, {"points": 1000}, game="dix-mille", seats=seats))
    sign = phone.page.locator("[data-hidden=right]")
    expect(sign).to_contain_text(re.compile(r"^\s*[23] colonnes$"))
    sheet = phone.page.locator("[data-sheet]")
    box, words = sheet.bounding_box(), sign.locator("span").bounding_box()
    assert words["y"] >= box["y"] + box["height"] - 1, "it covers no figure"
    sheet.evaluate("sheet => { sheet.scrollLeft = sheet.scrollWidth }")
    expect(sign).to_be_hidden()


def test_a_whole_match_by_points_takes_two_taps_a_turn_and_three_to_take_over(mille, club):
    phone = mille.phone
    phone.open("/jouer/dix-mille/").start(*NAMES)
    mille.points(700)
    assert phone.taps == 2
    mille.points(800, carried=True)
    assert phone.taps == 3
    mille.points(0)
    for total in (1100, 1100, 900, 1100, 0, 1100, 1100):
        mille.points(total)
        assert phone.taps == 2
        assert phone.page.evaluate("scrollY") == 0, "the thumb had to scroll"
    expect(phone.page.locator(".board__figure").first).to_have_text("4 000")
    mille.points(0)
    phone.expect_sent()
    for total in (0, 1000, 0, 0, 1000, 0, 0, 1000, 0, 0, 1000, 0, 0, 1000, 0, 0):
        turn = {"points": total} if total else {"bust": True}
        services.record(match_id=phone.match.pk, data=turn, by=factories.by_link(phone.match))
    phone.open(urlsplit(phone.page.url).path)
    mille.points(1000)
    expect(
        phone.page.get_by_role(
            "heading", name=re.compile("^Anne gagne avec 10\\s000 points, devant ")
        )
    ).to_be_visible()
    expect(phone.page.locator(".result__facts")).to_contain_text(
        "Anne a fait le plus gros tour : 1 100 points"
    )
    expect(phone.page.locator("#pad")).to_have_count(0)


@pytest.mark.nightly
def test_a_typed_total_is_judged_at_each_key_and_nothing_impossible_is_proposed(mille):
    phone = mille.phone
    phone.score(table({"points": 700}))
    mille.tap(".mille-more > summary")
    mille.tap("[name=other]")
    for key, preview in (
        ("9", "vont de 50 en 50 : 700 ?"),
        ("0", "700"),
        ("0", "+900 → 900"),
        ("5", "vont de 50 en 50 : 9 000 ou 9 100 ?"),
    ):
        phone.page.keyboard.press(key)
        expect(phone.preview).to_contain_text(preview)
    phone.page.locator("[name=other]").fill("12345")
    expect(phone.preview).to_contain_text(
        "Les points vont de 50 en 50, et il n'en manque que 10 000."
    )


@pytest.mark.nightly
def test_any_total_is_three_taps_and_the_preview_follows_each(mille):
    phone = mille.phone
    phone.score(table({"points": 700}, rules={"no_fifty": False}))
    expect(phone.page.locator("#pad .mille-keys .key:visible")).to_have_count(14)
    mille.tap(".mille-keys--fresh input[value='0']")
    expect(phone.preview).to_contain_text("Bruno 0 → 0")
    for key, figure in (
        (".mille-keys--fresh input[value='1300']", "1 300"),
        ("input[name=plus][value='1000']", "2 300"),
        ("input[name=plus][value='50']", "2 350"),
    ):
        mille.tap(key)
        expect(phone.preview).to_contain_text(f"Bruno +{figure} → {figure}")
    assert phone.taps == 4
    mille.tap(".mille-keys--fresh input[value='0']")
    expect(phone.page.locator("input[name=plus]:checked")).to_have_count(0)
    mille.tap("input[name=plus][value='1000']")
    expect(phone.page.locator("input[name=points]:checked")).to_have_count(0)
    expect(phone.preview).to_contain_text("Bruno +1 000 → 1 000")
    mille.record()
    mille.scores("700", "1 000", "0")


@pytest.mark.nightly
def test_the_sheet_shows_paliers_bars_strikes_and_falls(mille):
    played = table({"points": 700}, {"points": 800}, {"bust": True}, {"points": 100})
    mille.phone.score(played)  # Anne is at 800: Bruno is out
    mille.scores("800", "0", "0")
    assert "is-crossed" in (mille.cell(2).locator(".mille__palier").get_attribute("class") or "")
    expect(mille.cell(4)).to_contain_text("Bruno −800")
    mille.points(0)
    mille.points(0)
    mille.points(0)
    expect(mille.page.locator(".board__figure").first.get_by_role("img")).to_have_accessible_name(
        "1 coche"
    )
    expect(mille.cell(7)).to_contain_text("coche")


@pytest.mark.nightly
def test_eight_taps_by_dice_and_the_pad_stays_by_dice(mille):
    phone = mille.phone
    phone.score(table())
    mille.by_dice()
    phone.taps = 0
    mille.throw(6, 6, 6, 4, 2)
    expect(phone.preview).to_contain_text("600 ne suffisent pas pour entrer (700 au moins)")
    mille.throw(1, 3)
    expect(phone.preview).to_contain_text("Anne +700 → 700")
    mille.record()
    assert phone.taps == 8
    mille.scores("700", "0", "0")
    expect(mille.page.locator("#mode-dice")).to_be_checked()


@pytest.mark.nightly
def test_taking_over_by_dice_throws_only_those_left(mille):
    phone = mille.phone
    given = {"throws": [{"dice": [1, 1, 1, 4, 2], "keep": [1, 1, 1]}]}
    phone.score(table(given))
    phone.taps = 0
    mille.take_over()
    expect(mille.page.locator("#turn .die")).to_have_count(2)
    mille.throw(1, 3)
    expect(phone.preview).to_contain_text("Bruno +1 100 → 1 100")
    mille.record()
    assert phone.taps == 4
    mille.scores("1 000", "1 100", "0")


@pytest.mark.nightly
def test_taking_over_after_a_turn_by_points_asks_how_many_dice(mille):
    phone = mille.phone
    phone.score(table({"points": 700}))
    mille.by_dice()
    mille.take_over()
    phone.tap(mille.page.locator(".turn__counts label").nth(1))
    expect(mille.page.locator("#turn .die")).to_have_count(2)
    mille.throw(1, 3)
    mille.record()
    mille.scores("700", "800", "0")


@pytest.mark.nightly
def test_a_main_pleine_must_be_rolled_and_a_bust_is_said(mille):
    phone = mille.phone
    phone.score(table({"points": 700}, {"bust": True}, {"bust": True}))
    mille.by_dice()
    mille.throw(3, 3, 3, 1, 1)
    expect(phone.preview).to_contain_text("Main pleine : il faut relancer tous les dés.")
    mille.throw(2, 2, 3, 4, 6)
    expect(phone.preview).to_contain_text("coche 1 sur 3")
    expect(mille.page.locator("#turn .die")).to_have_count(0)
    mille.record()
    mille.scores("700", "0", "0")


@pytest.mark.nightly
def test_a_throw_tapped_wrong_is_taken_back(mille):
    phone = mille.phone
    phone.score(table())
    mille.by_dice()
    mille.throw(1, 1, 1, 4, 2)
    phone.tap(mille.page.get_by_role("button", name="Reprendre ce lancer"))
    expect(mille.page.locator(".turn__throws")).to_have_count(0)
    mille.throw(1, 1, 1, 4, 3)
    mille.record()
    mille.scores("1 000", "0", "0")


@pytest.mark.nightly
def test_jokers_are_chosen_among_the_dice_kept(mille):
    phone = mille.phone
    phone.score(table(preset="joker", rules={"entry_score": 0}))
    mille.by_dice()
    mille.throw(1, 1, 5, 5, 4)
    phone.tap(mille.page.get_by_role("checkbox", name="le 5 en joker").first)
    expect(mille.page.locator(".turn__throws")).to_contain_text("joker 5")
    phone.tap(mille.page.get_by_role("checkbox", name="le 5 en joker").last)
    expect(mille.page.locator(".turn__throws")).to_contain_text("joker 5 5")
    expect(mille.page.locator("#turn .die")).to_have_count(1)
    mille.throw(6)
    expect(mille.page.locator("#turn .die")).to_have_count(2)
    mille.throw(5, 2)
    expect(phone.preview).to_contain_text("On ne s'arrête pas sur 250 : il faut relancer.")


@pytest.mark.nightly
def test_without_javascript_a_turn_by_dice_goes_throw_by_throw(phones):
    phone = phones(java_script_enabled=False)
    mille = Mille(phone)
    phone.score(table())
    phone.tap(phone.page.locator("label:has(#mode-dice)"))
    for dice in ((6, 6, 6, 4, 2), (1, 3)):
        for die in dice:
            free = phone.page.locator("#turn .die:not(:has(:checked))").first
            phone.tap(free.locator(f"input[value='{die}']"))
        phone.tap(phone.page.get_by_role("button", name="Voir d'abord"))
    expect(phone.preview).to_contain_text("Anne +700 → 700")
    mille.record()
    mille.scores("700", "0", "0")


@pytest.mark.nightly
def test_a_turn_by_dice_is_corrected(mille, console_errors):
    phone = mille.phone
    given = {"throws": [{"dice": [1, 1, 1, 4, 2], "keep": [1, 1, 1]}]}
    played = table(given, {"points": 800})
    phone.score(played)
    phone.watch(played, "lignes/1/")
    phone.tap(phone.page.get_by_role("button", name="Reprendre ce lancer"))
    for die in (1, 1, 1, 1, 2):
        free = phone.page.locator("#turn .die:not(:has(:checked))").first
        phone.tap(free.locator(f"input[value='{die}']"))
    phone.tap(phone.page.get_by_role("button", name="Voir ce que ça change"))
    phone.tap(phone.page.get_by_role("button", name="Garder la correction"))
    mille.scores("2 000", "800", "0")
    console_errors.clear()  # a correction not yet whole is a 400


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", some(["light", "dark"], 2))
def test_axe_finds_nothing_and_nothing_overflows(phones, scheme):
    phone = phones(color_scheme=scheme, bypass_csp=True)
    mille = Mille(phone)
    phone.score(table({"points": 700}, {"points": 800}, {"bust": True}, {"points": 100}))
    for by_dice in (False, True):
        if by_dice:
            mille.by_dice()
            mille.throw(1, 1, 1, 4, 2)
        faults = violations(phone.page)
        assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in faults] == []
        assert phone.overflow() == 0


@pytest.mark.nightly
def test_the_sailors_kicks_unfold_under_the_result(mille):
    phone = mille.phone
    turns = [{"points": 1000}, {"points": 800}, {"bust": True}, {"points": 1000}]
    phone.score(table(*turns, rules={"target": 2000}))
    kicks = phone.page.locator(".kicks li")
    expect(kicks.first).to_be_hidden()
    phone.tap(phone.page.locator(".kicks summary"))
    expect(kicks).to_have_text(
        [
            "Anne en donne 2, en prend 0",
            "Bruno en donne 1, en prend 1",
            "Chloé en donne 0, en prend 2",
        ]
    )


@pytest.mark.nightly
@pytest.mark.parametrize("people", [2, 3, 6, 8])
def test_many_fit_the_phone_and_the_wall(phones, people):
    names = ("Marie-Antoinette Delacroix", "Jean-Sébastien", "Chloé", "David")
    names += ("Émile", "Françoise", "Gaston", "Hélène")
    played = factories.table(
        None,
        *[{"points": 700 + 100 * seat} for seat in range(people)],
        game="dix-mille",
        seats=[{"name": name} for name in names[:people]],
    )
    phone = phones()
    phone.score(played)
    for seen in (".board", "#pad", "#record", "#undo"):
        expect(phone.page.locator(seen)).to_be_in_viewport(ratio=1)
    assert phone.overflow() == 0
    for width, height in ((360, 740), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.watch(played, "mur/")
        for side in phone.page.locator(".board__side").all():
            expect(side).to_be_in_viewport(ratio=1)
