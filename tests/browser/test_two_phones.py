"""Tests of two phones at one table: one follows, both record, and neither loses tapped values."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.phones import Phone
from tests.scorekeeper.server.test_serve import Site

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


@pytest.fixture
def table():
    return factories.table()


@pytest.fixture
def other(phones) -> Phone:
    """The phone of somebody else at the table."""
    return phones()


@pytest.mark.nightly
def test_a_watcher_follows_and_can_write_nothing(phone, other, table):
    phone.score(table)
    other.watch(table)
    expect(other.page.locator("#pad")).to_have_count(0)
    phone.record("Anne", 70, 80)
    other.expect_scores(80, 20)
    for reader in (phone, other):
        expect(reader.page).to_have_title("Jeu du 10 · Nous 80 · Vous 20")
    expect(other.lines).to_have_count(1)
    expect(other.page.get_by_role("button", name="Annuler")).to_have_count(0)
    other.page.get_by_label("Menu du match").tap()
    expect(other.page.get_by_role("link", name="Historique")).to_be_visible()
    for name in ("Régler ou arrêter le match", "Inscrire carte par carte"):
        expect(other.page.get_by_role("link", name=name)).to_have_count(0)


@pytest.mark.nightly
def test_the_wall_follows(phone, other, table):
    phone.score(table)
    other.watch(table, "mur/")
    phone.record("Anne", 70, 80)
    other.expect_scores(80, 20)
    expect(other.page.get_by_text("brasse 2 · Anne donne")).to_be_visible()


@pytest.mark.nightly
def test_with_the_score_link_a_second_phone_writes_too(phone, other, table):
    phone.score(table)
    phone.page.locator("summary").first.tap()
    phone.tap(phone.page.get_by_role("link", name="Partager le match"))
    phone.tap(phone.page.get_by_role("button", name="Faire un lien pour marquer"))
    other.follow_link(phone, "Adresse du lien")
    other.record("Bruno", 60, 75)
    phone.watch(table).expect_scores(25, 75)
    phone.record("Anne", 70, 80)
    other.expect_scores(105, 95)


@pytest.mark.nightly
def test_a_watcher_is_shown_the_link_to_watch_only(other, table):
    other.watch(table, "partager/")
    expect(other.page.get_by_role("textbox", name="Adresse pour regarder")).to_be_visible()
    expect(other.page.get_by_role("button", name="Faire un lien pour marquer")).to_have_count(0)


@pytest.mark.nightly
def test_a_link_taken_back_refuses_the_next_hand_and_loses_nothing(
    phone, other, table, console_errors
):
    phone.score(table).watch(table, "partager/")
    phone.tap(phone.page.get_by_role("button", name="Faire un lien pour marquer"))
    other.follow_link(phone, "Adresse du lien")
    expect(other.page).to_have_url(f"{other.site}/parties/{table.id}/")
    other.record("Anne", 70, 80)
    phone.watch(table, "partager/")
    expect(phone.page.get_by_text("Dernier usage")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Retirer", exact=False).first)
    expect(phone.page.get_by_text("Le lien est retiré : il n'ouvre plus rien.")).to_be_visible()
    other.choose("Bruno", 60, 75)
    other.tap(other.record_button)
    sentence = "Inscrire à cette table demande un lien qui sert encore"
    expect(other.page.locator("#pad .errorlist")).to_contain_text(sentence)
    # The line is still on the sheet, and the tapped values are still on the pad. The match goes
    # on from here with a new link.
    expect(other.lines).to_have_count(1)
    expect(other.key("Mise", "60")).to_be_checked()
    expect(other.key("Points ramassés", "75")).to_be_checked()
    phone.tap(phone.page.get_by_role("button", name="Faire un lien pour marquer"))
    tapped = other.page
    other.page = tapped.context.new_page()
    other.follow_link(phone, "Adresse du lien")
    expect(other.page.locator("#pad")).to_be_visible()
    other.page = tapped
    other.tap(other.record_button)
    expect(other.lines).to_have_count(2)
    console_errors.clear()  # the browser reports the 403


@pytest.mark.nightly
def test_a_link_with_another_token_says_so_and_gives_no_pad(other, table):
    other.open(f"/parties/{table.id}/marquer/{'0' * 40}/")
    expect(other.page.get_by_text("Ce lien ne sert plus à marquer")).to_be_visible()
    expect(other.page.locator("#pad")).to_have_count(0)


TAKEN_BY_ANOTHER = "Déjà inscrit par un autre téléphone : Anne 70, 80 – 20"


def unaware(phone: Phone) -> None:
    """Keep this phone from learning in time what others record."""
    phone.page.route("**/suivre/**", lambda route: route.fulfill(status=204))


@pytest.mark.nightly
def test_a_half_filled_pad_is_kept_for_the_next_hand_if_its_holder_says_so(phone, other, table):
    phone.score(table)
    other.score(table)
    phone.tap(phone.key("Qui a misé ?", "Bruno"))
    phone.tap(phone.key("Mise", "65"))
    other.record("Anne", 70, 80)
    phone.expect_scores(80, 20)
    expect(phone.page.locator(".waits__said")).to_contain_text(TAKEN_BY_ANOTHER)
    expect(phone.page.get_by_role("heading", name="Jeu du 10 · brasse 2")).to_be_visible()
    expect(phone.record_button).to_be_hidden()
    expect(phone.key("Qui a misé ?", "Bruno")).to_be_checked()
    phone.tap(phone.page.get_by_role("button", name="Continuer : brasse 2"))
    expect(phone.page.locator(".waits")).to_have_count(0)
    expect(phone.key("Mise", "65")).to_be_checked()
    phone.tap(phone.key("Points ramassés", "70"))
    expect(phone.preview).to_contain_text("Nous +30 → 110")
    phone.tap(phone.record_button)
    phone.expect_scores(110, 90)


def test_the_phone_that_lost_a_race_with_another_hand_must_choose(
    phone, other, table, console_errors
):
    phone.score(table)
    other.score(table)
    unaware(phone)
    phone.choose("Bruno", 65, 70)
    other.record("Anne", 70, 80)
    phone.tap(phone.record_button)
    expect(phone.page.locator(".waits__said")).to_contain_text(TAKEN_BY_ANOTHER)
    question = "L'inscrire quand même, en brasse 2 ?"
    expect(phone.page.locator(".waits__ask")).to_contain_text(question)
    expect(phone.page.get_by_role("heading", name="Jeu du 10 · brasse 2")).to_be_visible()
    expect(phone.preview).to_contain_text("Nous +30 → 110")
    expect(phone.record_button).to_be_hidden()
    assert len(table.body()["entries"]) == 1

    # Without a choice, not even the keyboard can record the hand.
    phone.page.locator("#pad-form").evaluate("form => form.requestSubmit()")
    phone.page.wait_for_timeout(300)
    assert len(table.body()["entries"]) == 1

    phone.tap(phone.page.get_by_role("button", name="L'inscrire", exact=True))
    phone.expect_scores(110, 90)
    expect(phone.page.locator(".waits")).to_have_count(0)
    other.expect_scores(110, 90)
    console_errors.clear()  # the browser reports the 409


@pytest.mark.nightly
def test_the_phone_that_lost_a_race_with_the_same_hand_has_an_empty_pad(
    phone, other, table, console_errors
):
    phone.score(table)
    other.score(table)
    unaware(phone)
    phone.choose("Anne", 70, 80)
    other.record("Anne", 70, 80)
    phone.tap(phone.record_button)
    sentence = TAKEN_BY_ANOTHER
    expect(phone.page.get_by_text(sentence)).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Jeu du 10 · brasse 2")).to_be_visible()
    expect(phone.page.locator("#pad-form input:checked:not([value=''])")).to_have_count(0)
    assert len(table.body()["entries"]) == 1
    console_errors.clear()  # the browser reports the 409


@pytest.mark.nightly
def test_a_stale_undo_says_so_and_takes_nothing_back(phone, other, table, console_errors):
    phone.score(table)
    phone.record("Anne", 70, 80)
    unaware(phone)
    other.score(table)
    other.record("Bruno", 60, 60)
    phone.tap(phone.page.locator("#undo"))
    expect(phone.page.get_by_text("Le match a avancé entre-temps").first).to_be_visible()
    phone.expect_scores(120, 80)
    assert len(table.body()["entries"]) == 2
    console_errors.clear()  # the browser reports the 409


@pytest.mark.nightly
def test_out_of_reach_of_the_site_the_phone_says_so_and_the_pad_is_kept(
    phone, table, console_errors
):
    phone.page.add_init_script("delete window.Worker")  # an old phone: it can't go on alone
    phone.score(table)
    sign = phone.page.locator("[data-sign]")
    expect(sign).to_have_attribute("data-state", "connected")
    phone.choose("Anne", 70, 80)
    phone.page.context.set_offline(True)
    phone.tap(phone.record_button)
    expect(sign).to_contain_text("Hors réseau : rien ne s'inscrit avant son retour.")
    expect(phone.preview).to_have_text("Pas de réseau : rien n'est parti. Toucher encore une fois.")
    title = phone.page.locator(".bar__title").bounding_box()
    words = phone.page.locator("[data-sign-text]").bounding_box()
    assert title["y"] + title["height"] <= words["y"], "the title is covered"
    expect(phone.key("Points ramassés", "80")).to_be_checked()
    phone.page.context.set_offline(False)
    expect(sign).to_have_attribute("data-state", "connected")
    phone.tap(phone.record_button)
    expect(phone.lines).to_have_count(1)
    assert len(table.body()["entries"]) == 1
    console_errors.clear()


def test_the_same_tap_twice_records_one_hand(phone, table):
    phone.score(table)
    phone.choose("Anne", 70, 80)
    phone.page.locator("#record").dblclick()
    expect(phone.lines).to_have_count(1)
    phone.page.wait_for_timeout(500)
    assert len(table.body()["entries"]) == 1


@pytest.mark.nightly
def test_on_the_real_server_another_phone_follows_by_the_stream(
    new_phone, tmp_path_factory, console_errors
):
    site = Site(tmp_path_factory.mktemp("streaming"))
    address = f"http://localhost:{site.port}"
    phone, other, wall = (Phone(new_phone(), address) for _ in range(3))
    try:
        site.wait_until_ready()
        phone.open("/jouer/dix/").start()
        urls, polled = [], []
        wall.page.clock.install()
        # The wall's own requests get no news.
        wall.page.route("**/mur/?version=*", lambda route: route.fulfill(status=204))
        wall.page.on("request", lambda request: polled.append(request.url))
        with wall.page.expect_response("**/live/?view=wall"):
            wall.page.goto(f"{phone.page.url}mur/")
        other.page.on("request", lambda request: urls.append(request.url))
        with other.page.expect_response("**/live/?view=page"):
            other.page.goto(phone.page.url)
        other.page.wait_for_timeout(2500)  # longer than between two questions without a stream
        assert sum("/suivre/" in url for url in urls) <= 1, urls

        phone.choose("Anne", 70, 80)
        phone.tap(phone.record_button)
        other.expect_scores(80, 20)
        wall.expect_scores(80, 20)
        phone.tap(phone.page.locator("#undo"))
        other.expect_scores(0, 0)
        wall.expect_scores(0, 0)
        # The stream contains the page itself, so the page is not requested.
        assert sum("/suivre/" in url for url in urls) <= 1, urls
        wall.page.clock.run_for(30_000)  # six times what is between two questions without a stream
        # The wall requests the version with which its stream begins, and nothing more.
        assert sum("/mur/?version=" in url for url in polled) <= 1, polled
        assert not console_errors
    finally:
        phone.page.close()
        other.page.close()
        wall.page.close()
        site.stop()


@pytest.mark.nightly
def test_the_phone_that_watches_is_led_to_the_rematch(phone, other, phones):
    table = factories.table(rules=factories.IN_100)
    wall = phones().watch(table, "mur/")
    phone.score(table).record("Anne", 100, 100)
    other.watch(table)
    expect(other.page.get_by_role("link", name="Revanche commencée →")).to_have_count(0)
    phone.tap(phone.page.get_by_role("button", name="Revanche"))
    expect(phone.page.locator("#pad")).to_be_visible()
    link = other.page.get_by_role("link", name="Revanche commencée →")
    expect(link).to_be_visible()
    expect(wall.page.get_by_role("link", name="Revanche commencée →")).to_be_visible()
    link.tap()
    expect(other.page.locator(".board__figure")).to_have_text(["0", "0"])
    assert other.match.pk == phone.match.pk


@pytest.mark.nightly
def test_the_phone_that_watches_a_blank_sheet_is_led_to_the_one_started_anew(phone, other, table):
    other.watch(table)
    phone.score(table)
    phone.page.get_by_role("link", name="Règles, places").tap()
    phone.page.locator("#id_name_1").fill("Bérénice")
    phone.page.locator("button.button--main").tap()
    expect(phone.page.locator("#pad")).to_be_visible()
    other.page.get_by_role("link", name="La nouvelle feuille →").tap()
    expect(other.page.locator(".board__members").last).to_contain_text("Bérénice")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("works", "sentence"),
    [
        (True, "Adresse copiée."),
        (False, "L'adresse est sélectionnée : la copier par un appui long, ou Ctrl C."),
    ],
)
def test_copying_says_what_happened_where_there_is_no_clipboard(phone, table, works, sentence):
    answer = "true" if works else "false"
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        f"document.execCommand = () => {answer};"
    )
    phone.watch(table, "partager/")
    phone.page.get_by_role("button", name="Copier").first.tap()
    expect(phone.page.locator("[data-said]").first).to_have_text(sentence)
    selected = phone.page.evaluate("getSelection().toString()")
    assert selected == phone.page.locator("#watch-url").input_value()
