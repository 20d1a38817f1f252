"""Tests of the graph of who taught whom, on a phone: looking around, an officer's first link."""

import gzip
import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubs.callers import Caller
from clubs.models import ClubPlayer, Player
from core.names import list_keys
from jobs.models import Job
from tests import factories
from tests.transmission.families import GAME, House, linked, played
from transmission.drawing import pixel
from transmission.graph.layout import layered
from transmission.models import Graph, Link
from transmission.queries import graph_of

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PAGE = "/transmission/dix/"


@pytest.fixture
def house(live_server):
    return House().tell()


def view_box(page):
    """Return the visible part of the picture, as the four numbers of its view box."""
    return [float(part) for part in page.locator(".lineage").get_attribute("viewBox").split()]


@pytest.mark.nightly
def test_a_tap_on_someone_opens_their_place_and_a_name_the_way_to_another(phone, house):
    page = phone.open(PAGE).page
    page.locator(".spot", has_text="Anne").tap()
    expect(page.get_by_role("heading", name="Anne")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("A appris de")
    page.get_by_role("searchbox", name="Chemin vers").fill("Jean")
    page.get_by_role("button", name="Trouver").tap()
    expect(page.locator(".lineage__links .on-path")).to_have_count(2)
    expect(page.locator(".person-panel .line").last).to_contain_text("Charles")


@pytest.mark.nightly
def test_the_picture_is_moved_and_enlarged(phone, house):
    page = phone.open(PAGE).page
    whole = view_box(page)
    page.get_by_role("button", name="Agrandir").tap()
    nearer = view_box(page)
    assert nearer[2] < whole[2]
    box = page.locator(".lineage-frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 100, y + 40, steps=5)
    page.mouse.up()
    moved = view_box(page)
    assert moved[0] < nearer[0]
    assert page.url.endswith(PAGE)  # the end of a drag is no tap
    page.get_by_role("button", name="Tout voir").tap()
    assert view_box(page) == whole


@pytest.mark.nightly
def test_the_slider_of_years_takes_its_page_along(phone, house):
    page = phone.open(f"{PAGE}?autour={house.jean.pk}").page
    page.get_by_role("slider").fill("2019")
    expect(page).to_have_url(re.compile(rf"autour={house.jean.pk}&annee=2019"))
    expect(page.locator(".years output")).to_have_text("2019")


def pinch(page, apart):
    """Put two fingers on the picture, 60 px apart, and bring them to `apart` px."""
    box = page.locator(".lineage-frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def send(kind, gap):
        points = [{"x": x - gap / 2, "y": y, "id": 0}, {"x": x + gap / 2, "y": y, "id": 1}]
        how = {"type": kind, "touchPoints": [] if kind == "touchEnd" else points}
        touch.send("Input.dispatchTouchEvent", how)

    send("touchStart", 60)
    for step in range(1, 6):
        send("touchMove", 60 + (apart - 60) * step / 5)
    send("touchEnd", apart)


@pytest.mark.nightly
def test_two_fingers_bring_the_picture_nearer_and_away(phone, house):
    page = phone.open(PAGE).page
    whole = view_box(page)
    pinch(page, 180)
    nearer = view_box(page)
    assert nearer[2] == pytest.approx(whole[2] / 3, rel=0.1)
    # The point between the fingers has stayed where it was.
    assert nearer[0] + nearer[2] / 2 == pytest.approx(whole[0] + whole[2] / 2, abs=2)
    pinch(page, 30)
    assert view_box(page)[2] > 1.5 * nearer[2]
    assert page.evaluate("window.visualViewport.scale") == 1


def drag_finger(page, by):
    """Move one finger over the picture, up or down by `by` px."""
    box = page.locator(".lineage-frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for step in range(11):
        kind = "touchMove" if step else "touchStart"
        point = {"x": x, "y": y + by * step / 10}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    # The finger stops before it is lifted, because after a fling Chromium takes the next tap as
    # a stop.
    page.wait_for_timeout(200)
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.nightly
def test_one_finger_scrolls_the_page_and_moves_the_picture_where_it_fills_the_screen(phone, house):
    page = phone.open(PAGE).page
    before = view_box(page)
    drag_finger(page, -150)
    page.wait_for_function("scrollY > 50")
    assert view_box(page) == before
    page.get_by_role("button", name="Plein écran").tap()
    frame = page.locator(".lineage-frame").bounding_box()
    assert (frame["x"], frame["y"], frame["width"]) == (0, 0, page.viewport_size["width"])
    large, at = view_box(page), page.evaluate("scrollY")
    drag_finger(page, -100)
    expect(page.locator(".lineage")).not_to_have_attribute("viewBox", " ".join(map(str, large)))
    assert page.evaluate("scrollY") == at
    page.get_by_role("button", name="Plein écran").tap()
    expect(page.locator(".lineage-view")).not_to_have_class(re.compile("is-large"))


@pytest.mark.nightly
def test_names_are_readable_at_the_first_view(phone, crowd):
    page = phone.open(PAGE).page
    expect(page.locator("[data-moving]")).to_be_visible()
    letters = page.evaluate(
        """() => {
          const svg = document.querySelector(".lineage");
          return 14 * svg.getScreenCTM().a;
        }"""
    )
    assert letters >= 12


@pytest.mark.nightly
def test_the_picture_is_drawn_anew_while_the_slider_of_years_moves(phone, house):
    page = phone.open(f"{PAGE}?autour={house.jean.pk}").page
    spots = page.locator(".lineage .spot").count()
    address = page.url
    # The slider is still held: it has moved, but has not been released.
    page.get_by_role("slider").evaluate(
        "(slider) => { slider.value = slider.min;"
        "slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    expect(page.locator(".lineage .spot")).not_to_have_count(spots)
    assert page.url == address


def stay(page):
    """Mark the page. Return a function that says whether the page has not been reloaded since."""
    page.evaluate("window.stayed = true")
    return lambda: page.evaluate("window.stayed") is True


@pytest.fixture
def crowd(live_server):
    """A graph of seven hundred people below one person, which is more than a phone shows."""
    house = House()
    people = Player.objects.bulk_create([Player(name=f"P{number}") for number in range(700)])
    ClubPlayer.objects.bulk_create(
        ClubPlayer(club=house.club, player=player, **list_keys(player.name)) for player in people
    )
    Link.objects.bulk_create(
        Link(
            game="dix",
            teacher=people[(number - 1) // 5],
            learner=people[number],
            confirmed=True,
        )
        for number in range(1, 700)
    )
    Graph.objects.create(game="dix")
    house.people = people
    return house


# A script that returns the index of the drawn person who is nearest to the middle of the frame.
NEAREST = """() => {
  const frame = document.querySelector('.lineage-frame').getBoundingClientRect();
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const away = [...document.querySelectorAll('.spot:not(.spot--here)')].map((spot) => {
    const box = spot.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + 20 - y);
  });
  return away.indexOf(Math.min(...away));
}"""


def test_a_tap_narrows_the_picture_to_who_is_near_without_loading_the_page(phone, crowd):
    page = phone.open(PAGE).page
    stayed = stay(page)
    assert page.locator(".spot").count() == 300
    spot = (
        page.locator(".spot:not(.spot--here)")
        .filter(has=page.locator("title"))
        .nth(page.evaluate(NEAREST))
    )
    name, before = spot.locator("title").text_content(), spot.bounding_box()
    x, y = before["x"] + before["width"] / 2, before["y"] + 20
    page.touchscreen.tap(x, y)
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    assert stayed()
    assert 1 < page.locator(".spot").count() < 300
    assert re.search(r"autour=\d+$", page.url)
    # The person who was tapped stays under the finger.
    after = page.locator(".spot--here").bounding_box()
    assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=3)
    expect(page.locator("[data-announce]")).to_have_text(name)
    assert not page.get_by_role("heading", name=name, exact=True).evaluate(
        "(heading) => heading !== document.activeElement"
    )
    page.get_by_role("button", name="Agrandir").tap()  # the new picture moves too
    assert view_box(page)[2] < 360 * 4


@pytest.mark.nightly
def test_the_way_back_leads_to_the_part_shown_before(phone, house):
    page = phone.open(PAGE).page
    page.locator(".spot", has_text="Anne").tap()
    expect(page.get_by_role("heading", name="Anne")).to_be_visible()
    page.locator(".spot", has_text="Jean").tap()
    expect(page.get_by_role("heading", name="Jean")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Anne")).to_be_visible()
    expect(page.locator("h1")).to_have_count(1)
    page.locator(".spot", has_text="Bruno").tap()
    expect(page.get_by_role("heading", name="Bruno")).to_be_visible()


def test_the_list_is_walked_with_the_keyboard_and_the_focus_stays_on_the_person(phones, house):
    page = phones(has_touch=False).open(PAGE).page
    stayed = stay(page)
    page.locator(".kin a", has_text="Anne").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Anne")).to_be_visible()
    expect(page.locator(".kin a", has_text="Anne")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".kin a", has_text="Bruno")).to_be_focused()
    assert stayed()


@pytest.mark.nightly
def test_the_years_and_the_way_are_fetched_without_loading_the_page(phone, house):
    page = phone.open(f"{PAGE}?autour={house.jean.pk}").page
    stayed = stay(page)
    page.get_by_role("slider").fill("2019")
    expect(page).to_have_url(re.compile("annee=2019"))
    # htmx has set up the new forms only once the new picture can be moved.
    links = page.locator("[data-moving] .lineage__links path")
    expect(links).to_have_count(1)  # those whom he reaches
    page.get_by_role("slider").fill("2020")
    expect(links).to_have_count(3)
    page.get_by_role("searchbox", name="Chemin vers").fill("Bruno")
    page.get_by_role("button", name="Trouver").tap()
    expect(page.locator(".lineage__links .on-path")).to_have_count(3)
    expect(page.get_by_role("heading", name="Le chemin")).to_be_visible()
    assert stayed()


@pytest.mark.nightly
def test_a_club_is_told_by_shape_and_colour(phone, house):
    other = factories.club("ailleurs")
    linked(house.bruno, played("Wanda", other), factories.site_owner())
    page = phone.open(PAGE).page
    looks = page.locator(".spot path").evaluate_all(
        "(paths) => paths.map((path) => [path.getAttribute('d'), getComputedStyle(path).fill])"
    )
    assert len({shape for shape, _fill in looks}) == len({fill for _shape, fill in looks}) == 2
    expect(page.locator(".club-marks li").first).to_contain_text("aediroum")
    expect(page.locator(".club-marks")).to_contain_text("ailleurs")


@pytest.mark.nightly
def test_the_part_shown_weighs_at_most_30_kb_and_nothing_is_wider_than_the_phone(phones, crowd):
    phone = phones(viewport={"width": 320, "height": 740})
    page = phone.open(f"{PAGE}?autour={crowd.people[3].pk}").page
    html = page.request.get(page.url, headers={"accept-language": "fr"}).body()
    assert len(gzip.compress(html)) <= 30_000
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.nightly
def test_the_whole_is_a_picture_whose_tap_leads_to_someone_also_without_javascript(phones, house):
    page = phones(java_script_enabled=False).open(f"{PAGE}tout/").page
    layout = layered(graph_of(GAME, Caller()).lineage, graph_of(GAME, Caller()).lineage.generations)
    x, y = pixel(layout.x[house.bruno.pk], layout.row[house.bruno.pk])
    image = page.locator("input[type=image]")
    image.click(position={"x": x, "y": y})
    expect(page.get_by_role("heading", name="Bruno")).to_be_visible()


@pytest.mark.nightly
def test_a_job_is_followed_to_its_result_and_can_be_stopped(phone, house):
    phone.sign_in(house.officer)
    result = {"preview": True, "links": 2, "new_players": ["Zoé"], "new_player_count": 1}
    arguments = {"game": "dix", "format": "csv", "club": "aediroum", "create_players": True}
    jobs = [
        Job.objects.create(
            kind="transmission.check", owner=house.officer, arguments=arguments, state="running"
        )
        for _twice in range(2)
    ]
    page = phone.open(f"/travaux/{jobs[0].pk}/").page
    expect(page.get_by_text("En cours…")).to_be_visible()
    Job.objects.filter(pk=jobs[0].pk).update(done=3, total=10)
    expect(page.get_by_text("3 sur 10")).to_be_visible()
    ended = {"finished_at": timezone.now(), "state": "done", "result": result}
    Job.objects.filter(pk=jobs[0].pk).update(**ended)
    expect(page.get_by_text("2 liens seraient inscrits.")).to_be_visible()
    page = phone.open(f"/travaux/{jobs[1].pk}/").page
    page.get_by_role("button", name="Arrêter").tap()
    expect(page.get_by_text("Le travail s'arrête…")).to_be_visible()
    Job.objects.filter(pk=jobs[1].pk).update(state="cancelled", finished_at=timezone.now())
    expect(page.get_by_text("Le travail est arrêté")).to_be_visible()


def test_an_officer_writes_a_link_with_the_keyboard_and_without_javascript(phones, house):
    page = phones(java_script_enabled=False).sign_in(house.officer).open(f"{PAGE}ecrire/").page
    page.get_by_label("Qui a enseigné").fill("Bruno")
    page.get_by_label("Qui a appris").fill("Raz")
    page.get_by_label("Quand").fill("2023")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Le lien est inscrit.")).to_be_visible()
    assert Link.objects.filter(teacher=house.bruno, learner=house.raz, year=2023).exists()
    page.goto(page.url.split("ecrire")[0])
    expect(page.locator(".kin")).to_contain_text("Raz")
