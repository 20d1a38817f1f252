"""The pages of 10 000 as a browser without JavaScript sees them."""

import re
from random import Random
from types import SimpleNamespace

import pytest

from core.text.typography import loosened
from games.dix_mille.engine.sample import sample_turn
from games.dix_mille.presets import PRESETS
from tests import factories
from tests.extents import some
from tests.games import pages

pytestmark = pytest.mark.django_db
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé")]


def text_of(page, pattern):
    """Return the text of each part of a page that the pattern finds, without tags and extra
    spaces.
    """
    parts = re.findall(pattern, page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", part).split()) for part in parts]


def table(*turns, **changes):
    return factories.table(None, *turns, game="dix-mille", seats=SEATS, **changes)


def page_of(played, page=""):
    return factories.browser().get(f"/parties/{played.id}/{page}").content.decode()


def test_a_tour_is_one_players_turn_in_the_title_on_the_sheet_and_on_its_own_page():
    played = table({"points": 700}, {"bust": True}, {"bust": True}, {"bust": True})
    page = page_of(played)
    assert text_of(page, r"<h1.*?</h1>") == ["10 000 · tour 5"]
    rows = text_of(page, r'<th role="rowheader".*?</th>')
    assert rows == ["1 Tours 1 à 3", "4 Tours 4 à 6"]
    assert text_of(page_of(played, "lignes/4/"), r"<h1.*?</h1>") == ["Tour 4"]


@pytest.mark.parametrize(
    ("language", "target"), [("fr", "10\N{NARROW NO-BREAK SPACE}000"), ("en", "10,000")]
)
def test_the_target_on_the_curve_is_written_as_the_reader_does(language, target):
    played = table({"points": 700}, {"points": 700})
    browser = factories.browser()
    page = browser.get(f"/parties/{played.id}/", headers={"accept-language": language})
    labels = re.findall(r'<text class="curve__label"[^>]*>(.*?)</text>', page.content.decode())
    assert labels == [target]


def test_the_sailors_kicks_are_folded_under_the_result():
    turns = [{"points": 1000}, {"points": 800}, {"bust": True}]
    running = table(*turns, rules={"target": 2000})
    assert "coups de pied" not in page_of(running)
    page = page_of(table(*turns, {"points": 1000}, rules={"target": 2000}))
    assert text_of(page, r'<details class="kicks">.*?</details>') == [
        "Les coups de pied des marins "
        "Anne en donne 2 , en prend 0 Bruno en donne 1 , en prend 1 Chloé en donne 0 , en prend 2"
    ]


class Scribe:
    """A browser that holds a table's link, and taps turns on its pad throw by throw."""

    def __init__(self, played):
        self.played = played
        self.browser = factories.browser()
        self.browser.get(f"/parties/{played.id}/marquer/{played.token}/")
        self.address = f"/parties/{played.id}/inscrire/"
        self.data = {}

    def see(self, response):
        self.data = pages.form(response, action=self.address).data()

    def look(self, **fields):
        """Fill something in, and ask for the preview."""
        filled = {
            name: value if isinstance(value, list) else [value] for name, value in fields.items()
        }
        self.see(self.browser.post(f"/parties/{self.played.id}/apercu/", self.data | filled))

    def tap(self, turn, carry):
        """Tap a whole turn: « Je reprends », each throw, the dice set aside as jokers."""
        self.see(self.browser.get(f"/parties/{self.played.id}/"))
        self.data["mode"] = ["dice"]
        if turn.get("carried"):
            count = carry["dice"] or len(turn["throws"][0]["dice"])
            self.look(carried="on", carry_dice=str(count))
        for throw in turn["throws"]:
            self.look(**{f"die_{n}": str(die) for n, die in enumerate(throw["dice"], start=1)})
            if "kept_of" in self.data and throw.get("keep"):
                self.look(**places(throw))
        return self.browser.post(self.address, self.data)


def places(throw):
    """Return the places of the kept dice and of the jokers among the dice thrown."""
    free = list(range(len(throw["dice"])))
    by_figure = {}
    for name in ("joker", "keep"):
        by_figure[name] = []
        for die in throw.get(name, []):
            place = next(place for place in free if throw["dice"][place] == die)
            free.remove(place)
            by_figure[name].append(str(place))
    return by_figure


def dice_of(throws):
    """Return the throws with sorted dice, so that their order does not matter."""
    return [
        [sorted(throw.get(part) or []) for part in ("dice", "keep", "joker")] for throw in throws
    ]


@pytest.mark.parametrize("preset", some([preset.slug for preset in PRESETS], 16))
def test_turns_are_tapped_throw_by_throw_under_every_preset(preset):
    played, random = table(preset=preset), Random(preset)
    scribe = Scribe(played)
    for _ in range(12):
        body = played.body()
        if body["next"] is None:
            break
        sheet = SimpleNamespace(next=body["next"], scores=[s["score"] for s in body["sides"]])
        turn = sample_turn(SimpleNamespace(**body["rules"]), sheet, random)
        if "throws" not in turn:
            assert played.record(turn).status_code == 201
            continue
        assert scribe.tap(turn, body["next"]["may_carry"]).status_code == 302
        written = played.body()["entries"][-1]["data"]
        assert written["carried"] == turn.get("carried", False)
        assert dice_of(written["throws"]) == dice_of(turn["throws"])


def test_a_die_off_the_table_is_tapped_after_throws_and_its_correction_shows_both():
    played = table({"points": 700}, {"bust": True}, {"bust": True})
    scribe = Scribe(played)
    scribe.see(scribe.browser.get(f"/parties/{played.id}/"))
    scribe.data["mode"] = ["dice"]
    scribe.look(**{f"die_{n}": die for n, die in enumerate("11443", start=1)})
    assert "off" not in scribe.data
    scribe.data["off"] = ["on"]
    assert scribe.browser.post(scribe.address, scribe.data).status_code == 302
    written = played.body()["entries"][-1]["data"]
    assert (written["points"], written["bust"], written["reason"]) == (0, True, "off_table")
    assert dice_of(written["throws"]) == [[[1, 1, 3, 4, 4], [1, 1], []]]
    assert "les 200 points en main sont perdus" in loosened(page_of(played, "lignes/4/"))
    again = scribe.browser.get(f"/parties/{played.id}/lignes/4/")
    form = pages.form(again, field="throws").data()
    assert (form["mode"], form["throws"], form["off"]) == (["dice"], ["11443:11"], ["on"])


def test_a_total_is_pressed_by_keys_that_add_up_and_its_correction_shows_them():
    played = table(rules={"no_fifty": False})
    scribe = Scribe(played)
    scribe.see(scribe.browser.get(f"/parties/{played.id}/"))
    pressed = {"points": ["1300"], "plus": ["1000", "50"]}
    assert scribe.browser.post(scribe.address, scribe.data | pressed).status_code == 302
    assert played.body()["entries"][-1]["data"]["points"] == 2350
    form = pages.form(scribe.browser.get(f"/parties/{played.id}/lignes/1/"), field="points").data()
    assert (form["points"], sorted(form["plus"]), form["other"]) == (
        ["1300"],
        ["1000", "50"],
        [""],
    )


def test_points_in_plus_of_a_coche_are_refused():
    played = table()
    scribe = Scribe(played)
    scribe.see(scribe.browser.get(f"/parties/{played.id}/"))
    answer = scribe.browser.post(scribe.address, scribe.data | {"points": ["0"], "plus": ["1000"]})
    assert "Des points en plus, ou aucun : pas les deux." in pages.text(answer)
    assert played.body()["entries"] == []
