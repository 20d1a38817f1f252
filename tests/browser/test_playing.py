"""A whole jeu du 10 at the table, by taps on a phone of 360 × 740."""

import pytest
from playwright.sync_api import expect

from games.models import Match, Status
from tests import factories
from tests.browser.phones import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

# Each hand has its bidder, bid and points, whether the defence spoke, and the scores after it.
HANDS = [
    (("Anne", 70, 80), False, (80, 20)),
    (("Bruno", 75, 60), False, (120, -55)),
    (("Chloé", 80, 90), False, (210, -45)),
    (("David", 60, 65), False, (245, 20)),
    (("Anne", 100, 100), False, (345, 20)),
    (("Bruno", 65, 80), False, (365, 100)),
    (("Chloé", 75, 75), False, (440, 125)),
    (("David", 60, 70), True, (470, 195)),  # « Nous », at 400 or more, named a number
    (("Bruno", 55, 65), False, (470, 260)),  # and here did not
    (("Anne", 50, 55), False, (525, 305)),
]


def test_a_whole_match_takes_four_taps_a_hand_and_ends_with_all_there_is_to_see(phone, club):
    phone.open("/jouer/dix/").start()
    for hand, spoke, scores in HANDS:
        phone.taps = 0
        phone.record(*hand, spoke=spoke)
        assert phone.taps == (5 if spoke else 4), hand
        phone.expect_scores(*scores)
        assert phone.page.evaluate("scrollY") == 0, "the thumb had to scroll"

    page = phone.page
    expect(page.get_by_role("heading", name="Jeu du 10 · terminé")).to_be_visible()
    expect(page.get_by_role("heading", name="Anne et Chloé gagnent")).to_be_visible()
    expect(page.locator(".result__sentence")).to_have_text(
        "Anne et Chloé gagnent 525 à 305 contre Bruno et David, en 10 brasses."
    )
    expect(page.get_by_role("img", name="Courbe du match")).to_be_visible()
    expect(page.locator("#pad")).to_have_count(0)

    ended = phone.match
    phone.taps = 0
    phone.tap(page.get_by_role("button", name="Revanche"))
    expect(page.locator("#pad")).to_be_visible()
    assert phone.taps == 1
    phone.expect_scores(0, 0)
    assert phone.match.pk != ended.pk
    for name in NAMES:
        expect(phone.page.locator(".board__members").get_by_text(name)).to_be_visible()


@pytest.mark.nightly
def test_the_switch_of_the_defence_is_there_only_where_it_counts(phone):
    table = factories.table(None, rules={"defence_cap": 80})
    phone.score(table)
    spoke = phone.page.get_by_role("checkbox", name="La défense a parlé")
    expect(spoke).to_have_count(0)
    phone.record("Anne", 70, 80)
    expect(spoke).not_to_be_checked()
    phone.tap(phone.key("Qui a misé ?", "Bruno"))
    expect(spoke).to_be_enabled()
    phone.tap(phone.key("Qui a misé ?", "Chloé"))  # whose opponents are at 20
    expect(spoke).to_be_disabled()


@pytest.mark.nightly
def test_once_the_bid_is_tapped_the_likely_points_are_under_the_thumb(phone):
    phone.score(factories.table())
    phone.tap(phone.key("Mise", "70"))
    for width, height in ((360, 740), (360, 560), (320, 568)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.tap(phone.key("Mise", "65"))
        phone.tap(phone.key("Mise", "70"))
        for likely in ("60", "65", "70", "75", "80", "85", "90"):
            expect(phone.key("Points ramassés", likely)).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_on_a_wide_screen_the_stepper_starts_at_the_bid_and_goes_by_fives(phone):
    phone.page.set_viewport_size({"width": 1000, "height": 800})
    phone.score(factories.table())
    phone.tap(phone.key("Mise", "65"))
    more = phone.page.get_by_role("button", name="Points ramassés : plus")
    less = phone.page.get_by_role("button", name="Points ramassés : moins")
    phone.tap(more)
    expect(phone.key("Points ramassés", "65")).to_be_checked()
    phone.tap(more)
    phone.tap(more)
    expect(phone.key("Points ramassés", "75")).to_be_checked()
    phone.tap(less)
    expect(phone.key("Points ramassés", "70")).to_be_checked()


@pytest.mark.nightly
def test_a_new_table_from_the_home_page_takes_two_taps_and_the_names(phone, club):
    phone.open()
    phone.tap(phone.page.get_by_role("link", name="Jeu du 10"))
    phone.start()
    assert phone.taps == 2
    phone.expect_scores(0, 0)


@pytest.mark.nightly
def test_the_last_table_is_repeated_in_two_taps(phone, club):
    phone.open("/jouer/dix/").start()
    phone.record("Anne", 70, 80)
    first = phone.match
    phone.open()
    # While the match is running, the first card of the home page leads back to it instead.
    expect(phone.page.get_by_role("link", name="La même table")).to_have_count(0)
    Match.objects.filter(pk=first.pk).update(status=Status.ABANDONED)
    phone.open()
    phone.taps = 0
    phone.tap(phone.page.get_by_role("link", name="La même table"))
    phone.tap(phone.page.get_by_role("button", name="Commencer le match"))
    expect(phone.page.locator("#pad")).to_be_visible()
    assert phone.taps == 2
    again = phone.match
    assert again.pk != first.pk
    assert [seat.name for seat in again.seats.all()] == list(NAMES)


@pytest.mark.nightly
def test_a_running_match_is_one_tap_from_home_and_from_any_page(phone, club):
    phone.open("/jouer/dix/").start()
    phone.record("Anne", 70, 80)
    phone.expect_sent()
    running = phone.page.url
    for page in ("/", "/regles/", "/classements/"):
        phone.open(page)
        phone.tap(phone.page.get_by_role("link", name="Nous 80 – Vous 20, brasse 2"))
        expect(phone.page.locator("#pad")).to_be_visible()
        assert phone.page.url == running


@pytest.mark.nightly
def test_the_arrow_of_a_match_leads_where_one_came_from(phone, club):
    phone.open("/jouer/dix/").start()
    arrow = phone.page.get_by_role("link", name="Retour")
    phone.tap(arrow)  # never back into the form that started it
    phone.page.wait_for_url(f"{phone.site}/")
    phone.open("/classements/dix/")
    phone.tap(phone.page.get_by_role("link", name="Reprendre"))
    phone.record("Anne", 70, 80)
    phone.tap(arrow)
    phone.page.wait_for_url(f"{phone.site}/classements/dix/")


@pytest.mark.nightly
def test_names_that_are_known_are_seated_by_taps(phone, club):
    for name in NAMES:
        factories.player(name, club)
    phone.open(f"/jouer/dix/?club={club.slug}")
    for name in NAMES:
        phone.tap(phone.page.get_by_role("button", name=name))
        expect(phone.page.get_by_role("button", name=name)).to_be_hidden()
    phone.tap(phone.page.get_by_role("button", name="Commencer le match"))
    expect(phone.page.locator("#pad")).to_be_visible()
    match = phone.match
    assert [seat.name for seat in match.seats.all()] == list(NAMES)
    assert all(seat.player_id for seat in match.seats.all())


@pytest.mark.nightly
def test_the_dealer_is_chosen_with_one_tap_and_moves_on_at_each_hand(phone, club):
    phone.open("/jouer/dix/")
    phone.tap(phone.page.get_by_role("radio", name="donne d'abord, place 2"))
    phone.start()
    expect(phone.page.locator(".next__line")).to_contain_text("Bruno donne")
    phone.record("Anne", 70, 80)
    expect(phone.page.locator(".next__line")).to_contain_text("Chloé donne")


def test_a_table_begins_without_names_in_two_taps_and_is_named_in_mid_match(phone):
    phone.open("/")
    phone.tap(phone.page.get_by_role("link", name="Jeu du 10"))
    phone.tap(phone.page.get_by_role("button", name="Commencer le match"))
    phone.record("Joueur 1", 70, 80)
    phone.tap(phone.page.locator("details[data-menu] summary"))
    phone.tap(phone.page.get_by_role("link", name="Donner les noms"))
    phone.page.get_by_label("Place 1").fill("Anne")
    phone.tap(phone.page.get_by_role("button", name="Enregistrer"))
    expect(phone.page.locator(".board__members").first).to_contain_text("Anne Joueur 3")


@pytest.mark.nightly
def test_the_preview_says_what_the_line_will_give_and_nothing_is_stored(phone):
    table = factories.table()
    phone.score(table)
    expect(phone.preview).to_contain_text("La ligne se montre ici avant d'être inscrite.")
    phone.choose("Anne", 70, 60)
    expect(phone.preview).to_contain_text("Nous −70 → −70")
    expect(phone.preview).to_contain_text("Vous +40 → 40")
    expect(phone.preview).to_contain_text("Mise de 70 ratée")
    phone.tap(phone.key("Points ramassés", "75"))
    expect(phone.preview).to_contain_text("Nous +75 → 75")
    body = table.body()
    assert (body["version"], body["entries"]) == (1, [])
    phone.page.reload()
    expect(phone.lines).to_have_count(0)


@pytest.mark.nightly
def test_recording_does_not_wait_for_the_preview(phone):
    phone.page.add_init_script("delete window.Worker")  # an old phone, whose previews are asked for
    phone.score(factories.table())
    held = []
    phone.page.route("**/apercu/", lambda route: held.append(route))  # a slow network
    with phone.page.expect_request("**/apercu/"):
        phone.choose("Anne", 70, 80)
    phone.record_button.tap(force=True)  # as a thumb does, without looking whether it is enabled
    expect(phone.lines).to_have_count(1)
    phone.page.unroute("**/apercu/")
    phone.record("Bruno", 60, 60)
    phone.expect_scores(120, 80)


@pytest.mark.nightly
def test_the_preview_says_that_the_match_would_end(phone):
    phone.score(factories.table())
    phone.choose("Anne", "La partie", 100)
    expect(phone.preview).to_contain_text("Le match finit là.")


@pytest.mark.nightly
def test_the_preview_says_why_a_line_would_be_refused_and_recording_keeps_what_was_tapped(
    phone, console_errors
):
    table = factories.table(None, factories.HAND, rules={"defence_cap": 20})
    phone.score(table)
    sentence = "Avec une mise de 50, la défense n'a pas pu dire de chiffre"
    phone.choose("Anne", 50, 60, spoke=True)
    expect(phone.preview).to_contain_text(sentence)
    phone.tap(phone.record_button)
    expect(phone.page.locator("#pad .errorlist")).to_contain_text(sentence)
    expect(phone.key("Qui a misé ?", "Anne")).to_be_checked()
    expect(phone.key("Mise", "50")).to_be_checked()
    expect(phone.key("Points ramassés", "60")).to_be_checked()
    assert len(table.body()["entries"]) == 1
    console_errors.clear()  # the browser reports the 400


@pytest.mark.nightly
def test_a_tap_outside_an_open_menu_closes_it_and_presses_nothing(phone):
    table = factories.table(None, factories.HAND)
    phone.score(table)
    menu = phone.page.locator("details[data-menu]")
    anne = phone.key("Qui a misé ?", "Anne")
    for under in (anne, phone.line(1), phone.page.get_by_role("link", name="Retour")):
        phone.tap(menu.locator("summary"))
        expect(menu).to_have_attribute("open", "")
        spot = under.bounding_box()
        # Tap at coordinates, whatever covers the element there. The open menu is on the right.
        phone.page.touchscreen.tap(spot["x"] + 8, spot["y"] + spot["height"] / 2)
        expect(menu).not_to_have_attribute("open", "")
    expect(anne).not_to_be_checked()
    assert phone.page.url.endswith(f"/parties/{table.id}/")
    assert len(table.body()["entries"]) == 1
    phone.tap(anne)
    expect(anne).to_be_checked()


@pytest.mark.nightly
def test_small_signs_explain_themselves_on_tap_and_the_disc_once_by_itself(phone):
    people = [*factories.SEATS[:2], {"name": "Maximilienne-Charlotte"}, factories.SEATS[3]]
    phone.score(factories.table(seats=people))
    explanation = phone.page.locator(".explained")
    expect(explanation).to_have_text("David donne")
    phone.tap(phone.page.locator(".preview"))
    expect(explanation).to_be_hidden()
    phone.page.reload()
    expect(explanation).to_have_text("à jour")  # the state's dot, the second time
    place = phone.page.locator("#record").bounding_box()
    phone.tap(phone.page.locator(".preview"))
    expect(explanation).to_be_hidden()
    assert phone.page.locator("#record").bounding_box() == place
    phone.page.reload()
    expect(phone.record_button).to_be_visible()
    expect(explanation).to_be_hidden()
    for sign, words in ((".board .disc", "David donne"), ("[data-sign]", "à jour")):
        phone.tap(phone.page.locator(sign).first)
        expect(explanation).to_have_text(words)
    # If the name on a key is cut, the page shows it in full. Otherwise it shows no words.
    phone.tap(phone.key("Qui a misé ?", "Maximilienne-Charlotte"))
    expect(explanation).to_have_text("Maximilienne-Charlotte")
    phone.tap(phone.key("Qui a misé ?", "Anne"))
    expect(explanation).to_be_hidden()
