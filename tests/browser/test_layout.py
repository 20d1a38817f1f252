"""Tests of the layout: small screens, large text, targets for thumbs, paper."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.checks import broken_words
from tests.browser.pages import table_of_the_club
from tests.browser.phones import Phone
from tests.extents import some
from tests.games.test_soak import GAMES
from tests.tournaments.stages import arranged, draft, knockout, publish

pytestmark = [pytest.mark.browser, pytest.mark.nightly, pytest.mark.one_database]

TARGET = 48
HANDS = [factories.HAND, factories.FAILED] * 3
# Everything on the match page that is to be tapped.
TARGETS = ".bar a, .bar summary, .board a, .board button, .sheet a, .sheet button, .pad .key, "
TARGETS += ".pad .switch, .pad summary, .pad button:not(.visually-hidden)"


def too_small(phone: Phone) -> dict[str, str]:
    """Return the targets on the screen that are smaller than a thumb, with their sizes.

    They are named by the beginning of their HTML.
    """
    boxes = phone.page.evaluate(
        """(targets) => [...document.querySelectorAll(targets)]
          .filter((element) => element.checkVisibility() && element.getClientRects().length)
          .map((element) => {
            const box = element.getBoundingClientRect();
            return [element.outerHTML.slice(0, 100), box.width, box.height];
          })""",
        TARGETS,
    )
    assert len(boxes) > 40
    return {
        what: f"{width} × {height}"
        for what, width, height in boxes
        if width < TARGET - 0.5 or height < TARGET - 0.5
    }


def test_every_target_of_the_board_the_sheet_and_the_pad_is_a_thumb_wide_and_high(phone):
    phone.score(factories.table(None, *HANDS, rules={"defence_cap": 100}))
    phone.page.locator(".pad__more > summary").tap()
    assert not too_small(phone)


def test_every_target_of_the_penalised_aces_is_a_thumb_wide_and_high(phone):
    hand = {"bidder": 0, "bid": 30, "taken": 40}
    phone.score(factories.table(None, hand, preset="as-penalises"))
    phone.page.locator(".pad__more > summary").tap()
    assert not too_small(phone)


SHORT = factories.NAMES
LONG = ("Marie-Antoinette Delacroix", "Jean-Sébastien B.", "Chloé", "David")
SWITCH = 100  # a `defence_cap` that one side has passed, so that the switch of the defence is there


@pytest.mark.parametrize(
    ("names", "cap", "lines"),
    [(SHORT, 400, 3), (SHORT, SWITCH, 2), (LONG, 400, 2), (LONG, SWITCH, 1)],
    ids=["short names", "short names and switch", "long names", "long names and switch"],
)
def test_board_pad_and_the_last_lines_are_seen_at_once_at_360_by_740(phone, names, cap, lines):
    seats = [{"name": name} for name in names]
    phone.score(factories.table(None, *HANDS, seats=seats, rules={"defence_cap": cap}))
    expect_all_in_sight(phone, lines=lines)
    phone.page.locator("#pad input[name=bidder]").first.tap()
    phone.page.locator("#pad [name=bid][value='70']").tap()
    bids = phone.page.locator("#pad [name=bid]").first.bounding_box()["y"]
    phone.page.locator("#pad [name=taken][value='60']").tap()
    expect(phone.page.locator(".preview__figures")).to_be_visible()
    moved = phone.page.locator("#pad [name=bid]").first.bounding_box()["y"] - bids
    expect_all_in_sight(phone, lines=lines)
    assert abs(moved) <= 1, "the keys moved under the thumb when the preview came"


def expect_all_in_sight(phone: Phone, *, lines: int) -> None:
    """Check that nothing needs scrolling: the board, the whole pad, and the last `lines` lines."""
    for seen in (".board", "#pad", "#record", "#undo"):
        expect(phone.page.locator(seen)).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("scrollY") == 0
    assert phone.overflow() == 0
    paper = phone.page.locator(".sheet__scroll").bounding_box()
    head = phone.page.locator(".paper thead").bounding_box()
    top, bottom = head["y"] + head["height"] - 1, paper["y"] + paper["height"] + 1
    rows = [row.bounding_box() for row in phone.lines.all()]
    whole = [row for row in rows if row["y"] >= top and row["y"] + row["height"] <= bottom]
    assert rows[-1] in whole, "the last line is hidden"
    assert len(whole) >= lines, f"{bottom - top} px for the lines"


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (740, 360), (1280, 800)])
def test_on_other_screens_the_pad_can_be_reached_and_nothing_sticks_out(phones, width, height):
    phone = phones(viewport={"width": width, "height": height})
    phone.score(factories.table(None, *HANDS))
    phone.record("Anne", 70, 80)
    expect(phone.lines).to_have_count(7)
    assert phone.overflow() == 0


def test_from_900_px_the_sheet_and_the_pad_stand_side_by_side(phones):
    phone = phones(viewport={"width": 900, "height": 800})
    phone.score(factories.table(None, *HANDS))
    sheet = phone.page.locator(".sheet").bounding_box()
    pad = phone.page.locator("#pad").bounding_box()
    curve = phone.page.locator(".curve").bounding_box()
    assert sheet["x"] + sheet["width"] <= pad["x"]
    assert pad["x"] == pytest.approx(curve["x"], abs=24)
    expect(phone.record_button).to_be_in_viewport(ratio=1)


def test_on_the_wall_the_figures_are_large_and_nothing_can_be_pressed(phones):
    phone = phones(viewport={"width": 1920, "height": 1080})
    phone.watch(factories.table(None, *HANDS), "mur/")
    for figure in phone.page.locator(".board__figure").all():
        assert figure.bounding_box()["height"] > 1080 / 5
    expect(phone.page.locator("button, a:visible, input")).to_have_count(1)  # « Aller au contenu »
    expect(phone.page.locator(".wall__last")).to_contain_text("6")
    for part in (".wall__last", ".curve__drawing", ".wall__qr .qr"):
        expect(phone.page.locator(part)).to_be_in_viewport(ratio=1)
    assert phone.overflow() == 0


# The background colour of the night scheme, which a wall has whatever the device prefers.
NIGHT = "rgb(20, 23, 28)"
LONG = "Anne-Frédérique Ouellet-Charbonneau"
# A script that returns the figures of the board that extend beyond their side or the screen.
CUT = """() => [...document.querySelectorAll(".wall__board :is(.board__side, .yboard__side)")]
  .flatMap((side) => [...side.querySelectorAll(":is(.board__figure, .yboard__figure)")]
    .filter((figure) => {
      const text = document.createRange();
      text.selectNodeContents(figure);
      const [words, room] = [text.getBoundingClientRect(), side.getBoundingClientRect()];
      return words.right > room.right + 1 || words.bottom > innerHeight || words.top < 0;
    }).map((figure) => figure.textContent))"""


@pytest.mark.parametrize(
    ("game", "people", "lines"),
    [
        ("dix-mille", 8, [{"points": 1000 + 100 * seat} for seat in range(8)]),
        ("yams", 5, [{"column": "libre", "row": "full", "value": 20, "throws": 3}]),
        ("maitre", 6, []),
        ("bataille", 2, [{"winner": 0}]),
    ],
)
def test_a_wall_is_dark_and_its_figures_fit_whatever_the_screen(phones, game, people, lines):
    phone = phones(color_scheme="light")
    seats = [{"name": LONG}, *({"name": f"Joueur {seat}"} for seat in range(1, people))]
    table = factories.table(None, *lines, game=game, seats=seats)
    for width, height in ((1920, 1080), (1280, 720), (360, 740), (740, 360)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.watch(table, "mur/")
        ground = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == NIGHT
        assert phone.page.evaluate(CUT) == [], (width, height)
        assert phone.overflow() == 0, (width, height)
        high = phone.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert high <= (0 if height > 400 else 200), (width, height)


@pytest.mark.parametrize("game", ["dix-mille", "maitre"])
def test_four_sides_are_two_by_two_on_the_wall(phones, game):
    phone = phones(viewport={"width": 1280, "height": 800})
    phone.watch(factories.table(game=game), "mur/")
    boxes = [side.bounding_box() for side in phone.page.locator(".board__side").all()]
    assert [len({round(box[at]) for box in boxes}) for at in ("x", "y")] == [2, 2]
    assert boxes[3]["y"] + boxes[3]["height"] > 0.6 * 800


def test_the_sheet_prints_without_its_pad_and_header(phone):
    phone.score(factories.table(None, *HANDS))
    phone.page.emulate_media(media="print")
    for chrome in ("#pad", ".bar__home", ".bar__menu", "#undo", ".sign", ".skip"):
        expect(phone.page.locator(chrome)).to_be_hidden()
    expect(phone.page.locator(".board")).to_be_visible()
    last = phone.lines.last.bounding_box()
    expect(phone.lines).to_have_count(6)
    # No scrolling part cuts anything off: every line is on the paper, one under the other.
    assert (
        phone.page.locator(".sheet__scroll").evaluate(
            "(sheet) => sheet.scrollHeight - sheet.clientHeight"
        )
        <= 1
    )
    assert last["height"] > 0
    about = phone.page.locator(".sheet__about")
    expect(about).to_be_visible()
    expect(about).to_contain_text("Traditionnel · Anne, Bruno, Chloé, David")
    assert pages_of(phone) == 1


@pytest.mark.parametrize("preset", ["traditionnel", "as-penalises"])
def test_with_trump_or_the_helper_open_the_record_button_stays_in_sight(phone, preset):
    phone.score(factories.table(preset=preset))
    expect(phone.record_button).to_be_in_viewport(ratio=1)
    phone.page.locator(".pad__more > summary").tap()
    expect(phone.record_button).to_be_in_viewport(ratio=1)
    # A tap there reaches the button and not something that covers it.
    assert phone.record_button.evaluate(
        """(button) => {
          const box = button.getBoundingClientRect();
          const at = [box.left + box.width / 2, box.top + box.height / 2];
          return button.contains(document.elementFromPoint(...at));
        }"""
    )


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_the_blank_sheet_is_one_page(phones, language):
    phone = phones(locale=language).open("/regles/dix/feuille/")
    phone.page.emulate_media(media="print")
    for chrome in (".site-header", ".site-footer", ".button"):
        expect(phone.page.locator(chrome).first).to_be_hidden()
    assert pages_of(phone) == 1


def pages_of(phone: Phone) -> int:
    """Return the number of paper pages that the page takes when it is printed."""
    pdf = phone.page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


LONG_NAMES = ("Maximilienne", "Jean-Christophe", "Anne", "Bartholomé", "Guillemette", "Wenceslas")
LINES = {
    "dix": [factories.HAND, factories.FAILED],
    "dix-mille": [{"points": 1000}] * 7 + [{"bust": True}] * 2,
    "yams": [],
    "maitre": [],
    "bataille": [{"winner": 0}],
}


@pytest.mark.parametrize("game", LINES)
def test_no_name_is_broken_inside_a_word(phones, game):
    people = {"dix": 4, "yams": 4, "bataille": 4}.get(game, 6)
    seats = [{"name": name} for name in LONG_NAMES[:people]]
    rules = {"wins_needed": 3} if game == "bataille" else {}
    table = factories.table(None, *LINES[game], game=game, seats=seats, rules=rules)
    for width, height in ((360, 740), (320, 568)):
        phone = phones(viewport={"width": width, "height": height}).score(table)
        for page in ("", "lignes/1/", "mur/"):
            if page == "lignes/1/" and not LINES[game]:
                continue
            phone.watch(table, page)
            assert (page, broken_words(phone.page)) == (page, [])
            assert phone.overflow() <= 0


PEOPLE = ("Maximilienne-Bartholomée Vandenberghe", "Wenceslas", "Guillemette Charbonneau", "W" * 80)


@pytest.mark.parametrize("width", [320, *some([360, 1280], 2)])
def test_no_name_is_broken_inside_a_word_on_boards_and_at_a_tournament(phones, club, width):
    for hands in ((factories.HAND, factories.ALL_TAKEN), (factories.ALL_TAKEN,)):
        table_of_the_club(club, PEOPLE, *hands, rules=factories.IN_100)
    first, other = club.club_players.filter(player__name__in=PEOPLE[2:])
    board, officer = "/classements/dix/", factories.member(club, "officer")
    night = knockout(club, officer, PEOPLE)
    draft(night, officer)
    publish(night, officer)
    home = f"/tournois/{night.pk}/"
    pages = [f"{board}?club={club.slug}", f"{board}?club={club.slug}&kind=pairs"]
    pages += [f"{board}duel/?a={first.player_id}&b={other.player_id}"]
    pages += [home, f"{home}classement/", f"{home}rondes/1/", f"{home}rondes/1/tables/2/"]
    pages += [f"{home}{page}/" for page in ("tableau", "imprimer/ronde", "imprimer/classement")]
    pages += [f"{home}mur/?vue={scene}&marche=pause" for scene in range(3)]
    phone = phones(viewport={"width": width, "height": 740})
    layout = {}
    for page in pages:
        phone.open(page)
        # Eighty letters without a break are broken somewhere.
        broken = [word for word in broken_words(phone.page) if word not in PEOPLE]
        layout[page] = (broken, max(phone.overflow(), 0))
    assert layout == dict.fromkeys(pages, ([], 0))


def test_a_sheet_says_how_many_lines_it_has_no_room_for_and_paper_has_them_all(phone):
    table = factories.table(
        None,
        *[{"points": 1000}] * 2,
        *[{"bust": True}] * 28,
        game="dix-mille",
        seats=factories.SEATS[:2],
    )
    phone.score(table)
    above = phone.page.get_by_role("button", name=re.compile(r"^\d+ lignes plus haut$"))
    expect(above).to_be_visible()
    first = phone.page.locator("#line-1")
    expect(first).not_to_be_in_viewport()
    phone.tap(above)
    expect(first).to_be_in_viewport()
    expect(above).to_be_hidden()
    expect(phone.page.get_by_role("button", name=re.compile("plus bas$"))).to_be_visible()

    phone.page.emulate_media(media="print")
    paper = phone.page.locator(".sheet__scroll")
    assert paper.evaluate(
        "paper => [getComputedStyle(paper).overflow, paper.scrollHeight === paper.clientHeight]"
    ) == ["visible", True]
    expect(phone.page.locator(".sheet__hidden").first).to_be_hidden()
    # A coche is drawn by a border, because browsers print no backgrounds.
    bar = phone.page.locator(".bars__bar").first
    drawn = "bar => [getComputedStyle(bar).borderLeftWidth, getComputedStyle(bar).backgroundColor]"
    assert bar.evaluate(drawn) == ["2px", "rgba(0, 0, 0, 0)"]


# A script about one view of the wall. `told` has the words that are too small or outside the
# screen. `names` has the visible texts, `empty` says whether the last row has a gap, and
# `filled` is the share of the height that is used.
FROM_AFAR = """() => {
  const place = document.querySelector("[data-fit]");
  const scene = place.getBoundingClientRect();
  const words = [...place.querySelectorAll("*")].filter((element) =>
    !element.closest(".visually-hidden, svg") && element.getClientRects().length &&
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const told = [];
  for (const element of words) {
    const {left, right, top, bottom} = element.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(element).fontSize) * 45 / innerHeight;
    const inside = left > -1 && right < innerWidth + 1 && top > scene.top - 1
      && bottom < scene.bottom + 1;
    if (size < 0.99 || !inside) told.push([element.textContent.trim().slice(0, 30), size, inside]);
  }
  const shown = [...place.querySelectorAll("li, section")].filter((one) => !one.hidden);
  const lowest = Math.max(...shown.map((one) => one.getBoundingClientRect().bottom));
  const grid = place.querySelector(".wall__tables, .wall__pools");
  const last = shown.at(-1).getBoundingClientRect();
  return {told, names: shown.map((one) => one.innerText),
          empty: Boolean(grid) && last.right < grid.getBoundingClientRect().right - 2,
          filled: (lowest - scene.top) / scene.height};
}"""


@pytest.mark.parametrize(
    ("count", "format_", "scenes"),
    [(7, "swiss", [0, 1, 2]), (40, "groups", [0, 2, 3, 6]), (128, "swiss", [0, 4, 9])],
)
def test_the_rooms_screen_is_read_from_afar_whoever_plays(phones, club, count, format_, scenes):
    """Check that words have 1/45 of the height or more, none is cut, and views are filled.

    A view that is too long is shown in parts.
    """
    long = "Maximilienne-Bartholomée Vandenberghe de la Tour-Saint-Jacques"
    both = (long, long) if count > 7 else ("Marie-Ève Charbonneau", "Jean-Christophe Ouellet")
    pairs = [f"{both[0]} {at} & {both[1]}" for at in range(1, count + 1)]
    officer = factories.member(club, "officer")
    night = arranged(club, officer, "published", entered=pairs, format_=format_)
    phone = phones(viewport={"width": 1920, "height": 1080})
    phone.page.clock.install()
    for at in scenes:
        phone.open(f"/tournois/{night.pk}/mur/?vue={at}&marche=garder")
        for width, height in ((1920, 1080), (1280, 720)):
            phone.page.set_viewport_size({"width": width, "height": height})
            phone.page.evaluate("dispatchEvent(new Event('resize'))")
            of = phone.page.locator("[data-fit] :is(li, section)").count()
            seen = set()
            while len(seen) < of:
                measures = phone.page.evaluate(FROM_AFAR)
                where = (at, width, len(seen), of)
                assert (where, measures["told"]) == (where, [])
                assert measures["filled"] > 0.6, where
                assert not measures["empty"], where
                before = len(seen)
                seen |= set(measures["names"])
                assert len(seen) > before, where
                phone.page.clock.run_for(16_000)


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_finished_match_fits_320_px_for_the_owner_of_its_club(phones, club, slug):
    whole = GAMES[slug].whole_match(Random(1))
    names = [f"{name}-Frédérique Charbonneau-Ouellet" for name in (*SHORT, "Élise", "Fanny")]
    seated = names[: whole.seats]
    table = table_of_the_club(club, seated, *whole.entries, game=slug, rules=whole.rules)
    phone = phones(viewport={"width": 320, "height": 640})
    phone.sign_in(factories.member(club, "owner")).open(f"/parties/{table.id}/")
    expect(phone.page.locator("#result-title")).to_be_visible()
    assert phone.overflow() == 0
    phone.page.locator("#match details > summary").evaluate_all(
        "folds => folds.forEach((fold) => { fold.parentElement.open = true; })"
    )
    assert phone.overflow() == 0
