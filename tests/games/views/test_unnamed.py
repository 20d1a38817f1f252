"""A table begins without names, which are given later on its page or over HTTP."""

import pytest

from games.match import series_queries
from games.models import Match
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games import pages
from tests.games.services.test_series import again, rematch
from tests.games.views.common import at_table, page, send, start

pytestmark = pytest.mark.django_db

NOBODY = [{"named": False}] * 4


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.all()]


def the_match() -> Match:
    return Match.objects.get()


def test_the_dix_begins_with_one_tap_after_the_game_as_us_and_you() -> None:
    browser = factories.browser()
    answer = start(browser)
    match = the_match()
    assert answer.url == f"/parties/{match.pk}/"
    assert [side.name for side in match.sides.all()] == ["Nous", "Vous"]
    assert names(match) == ["Joueur 1", "Joueur 2", "Joueur 3", "Joueur 4"]
    assert list(match.seats.values_list("guest_name", "player")) == [("", None)] * 4
    match_page = browser.get(answer.url)
    assert "Donner les noms" in pages.text(match_page)
    # The pad's keys show the whole name, and a reader in English gets the English one.
    assert pages.text(match_page).count("Joueur 3") >= 2
    english = browser.get(answer.url, headers={"accept-language": "en"}).content.decode()
    assert "Player 3" in english
    assert "Joueur" not in english


@pytest.mark.parametrize(
    ("slug", "filled", "seated"),
    [
        pytest.param("yams", {}, ["Joueur 1", "Joueur 2"], id="as few as the game takes"),
        pytest.param("dix-mille", {"players": 3}, ["Joueur 1", "Joueur 2", "Joueur 3"], id="three"),
        pytest.param("maitre", {"name_0": "Anne"}, ["Anne", "Joueur 2", "Joueur 3"], id="one"),
        pytest.param("yams", {"name_0": "A", "name_2": "C"}, ["A", "C"], id="a gap is no player"),
        pytest.param(
            "yams",
            {"name_0": "A", "name_2": "C", "players": 3},
            ["A", "Joueur 2", "C"],
            id="a gap is one of those asked for",
        ),
        pytest.param(
            "yams",
            {"name_0": "A", "name_1": "B", "name_2": "C", "players": 2},
            ["A", "B", "C"],
            id="more names than asked for",
        ),
    ],
)
def test_other_games_begin_with_as_many_as_are_asked_for(slug, filled, seated) -> None:
    assert start(factories.browser(), slug, **filled).status_code == 302
    assert names(the_match()) == seated


def test_names_are_given_in_mid_match_and_after_the_end_and_may_be_taken_away() -> None:
    table, browser = at_table(seats=NOBODY, rules=IN_100)
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="name_1")
    assert form.fields["name_1"] == [""]
    send(browser, form, address, name_1="Bruno")
    assert names(the_match()) == ["Joueur 1", "Bruno", "Joueur 3", "Joueur 4"]
    table.record(ALL_TAKEN)
    assert "Joueur 1 et Joueur 3 gagnent 100 à 0" in pages.text(page(table, browser))
    form = pages.form(browser.get(address), field="name_1")
    send(browser, form, address, name_0="Anne", name_1="", name_2="Chloé")
    assert "Anne et Chloé gagnent 100 à 0" in pages.text(page(table, browser))
    assert names(the_match()) == ["Anne", "Joueur 2", "Chloé", "Joueur 4"]


def test_a_name_given_later_is_the_clubs_player_as_at_the_start() -> None:
    club = factories.club("mon-club", open_recording=True)
    anne = factories.player("Anne", club)
    table, browser = at_table(club="mon-club", seats=NOBODY)
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(browser.get(address), field="name_1")
    send(browser, form, address, name_0="anne", name_1="Zoé")
    seats = list(the_match().seats.all())
    assert seats[0].player == anne
    assert seats[1].player.name == "Zoé"
    assert not seats[2].named


def test_who_only_watches_gives_no_names() -> None:
    table, _browser = at_table(seats=NOBODY)
    watcher = factories.browser()
    assert "Donner les noms" not in pages.text(page(table, watcher))
    assert watcher.get(f"/parties/{table.id}/reglages/").status_code == 302


def test_places_without_a_name_are_suggested_to_nobody() -> None:
    browser = factories.browser()
    start(browser, name_0="Anne")
    content = browser.get("/jouer/dix/").content.decode()
    assert 'value="Anne"' in content
    assert 'value="Joueur' not in content


def test_a_series_goes_on_when_names_are_given_at_the_second_match() -> None:
    table = factories.table(None, ALL_TAKEN, seats=NOBODY, rules=IN_100)
    first = the_match()
    second = factories.recorded(again(first), ALL_TAKEN)
    assert (second.series_number, names(second)) == (2, list(factories.NAMES))
    tally = series_queries.tallies([second])[second.pk]
    assert tally.wins == {frozenset({0, 2}): 2, frozenset({1, 3}): 0}
    assert table.body()["series"]["number"] == 1
    assert names(rematch(second)) == list(factories.NAMES)


def test_a_program_leaves_places_unnamed_and_an_export_keeps_them_so() -> None:
    table = factories.table(None, HAND, seats=[{"name": "Anne"}, *NOBODY[1:]])
    seats = table.body()["seats"]
    assert seats[0] == {"seat": 0, "name": "Anne", "player": None, "side": 0}
    assert seats[1] == {"seat": 1, "name": "Joueur 2", "player": None, "side": 1, "named": False}
    english = table.get(headers={"accept-language": "en"}).json()
    assert english["seats"] == seats
    taken = factories.api().post("/api/v1/matches/import/", table.get("export/").json())
    assert taken.json()["seats"] == seats
    table.patch(seats=[{"seat": 1, "name": "Bruno"}, {"seat": 0, "named": False}])
    now = table.body()["seats"]
    assert [(seat["name"], seat.get("named", True)) for seat in now[:2]] == [
        ("Joueur 1", False),
        ("Bruno", True),
    ]
