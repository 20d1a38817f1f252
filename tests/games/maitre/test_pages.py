"""The pages of the jeu du Maître as a browser without JavaScript sees them."""

import re

import pytest
from django.test.html import parse_html

from tests import factories
from tests.games import pages
from tests.games.maitre.test_api import DETAILED, QUICK, SEATS

pytestmark = pytest.mark.django_db
LEAVES = ["tricks_0", "tricks_1", "tricks_2", "chute", "discard", "coffre_major", "coffre_minor"]


@pytest.fixture
def table():
    return factories.table(None, game="maitre", seats=SEATS)


def scribe(table):
    """A browser that holds the table's link."""
    browser = factories.browser()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    return browser


def address(table, page=""):
    return f"/parties/{table.id}/{page}"


def post(browser, url, form, *buttons, **filled):
    data = form.data(**filled) | {name: [value] for name, value in buttons}
    return browser.post(url, data)


def filled(players=("1", "2"), **changes):
    figures = QUICK["maitre"] | {"contract": 75, "coffre_major": 9, "coffre_minor": 1}
    points = {f"player_{seat}": QUICK["players"][seat] for seat in players}
    return figures | points | changes


class TestPad:
    """The pad by figures."""

    def test_the_figures_are_recorded(self, table):
        browser = scribe(table)
        form = pages.form(browser.get(address(table)), field="trick_points")
        assert form.data()["contract"] == ["50"]
        assert form.data()["chute_points"] == form.data()["discard_value"] == ["0"]
        response = post(browser, address(table, "inscrire/"), form, **filled())
        assert response.status_code == 302
        assert table.body()["entries"][0]["data"] == QUICK

    def test_a_forbidden_coffre_needs_no_ranks(self, table):
        browser = scribe(table)
        form = pages.form(browser.get(address(table)), field="trick_points")
        fields = filled(coffre_major="", coffre_minor="", coffre_forbidden="on")
        post(browser, address(table, "inscrire/"), form, **fields)
        assert table.body()["entries"][0]["data"]["coffre"] == {"forbidden": True}

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"trick_points": ""}, "Il manque un chiffre du Maître"),
            ({"trick_points": "90"}, "aucune réunion de cartes"),
            ({"coffre_minor": "12"}, "Les deux cartes du coffre vont de l'as (1) au 10"),
            ({"player_2": ""}, "Il faut les points de chaque personne"),
            ({"player_2": "99"}, "99 : aucune réunion de cartes"),
            ({"contract": "20"}, "Le contrat va de 50 à 100."),
        ],
    )
    def test_a_refusal_stands_in_words_and_keeps_what_was_tapped(self, table, changes, sentence):
        browser = scribe(table)
        form = pages.form(browser.get(address(table)), field="trick_points")
        response = post(browser, address(table, "inscrire/"), form, **filled(**changes))
        assert response.status_code == 400
        assert sentence in pages.text(response)
        assert pages.form(response, field="trick_points").data()["trick_cards"] == ["10"]
        assert table.body()["entries"] == []

    def test_the_preview_tells_the_manche_in_words(self, table):
        browser = scribe(table)
        form = pages.form(browser.get(address(table)), field="trick_points")
        response = browser.post(
            address(table, "apercu/"), form.data(**filled()), headers={"HX-Request": "true"}
        )
        words = pages.text(response)
        assert "Contrat 75 tenu" in words
        assert "Manche validée. Écart aux autres : 61, plus de 15." in words
        assert table.body()["entries"] == []

    def test_the_others_are_those_who_are_not_maitre(self):
        played = factories.table(None, QUICK, game="maitre", seats=SEATS)
        form = pages.form(scribe(played).get(address(played)), field="trick_points")
        assert {"player_0", "player_2"} <= form.names
        assert "player_1" not in form.names


class TestSheet:
    """The sheet and the board."""

    def test_a_line_tells_contract_gap_and_verdict(self):
        failed = QUICK | {"players": {"0": 60, "2": 0}}
        played = factories.table(None, QUICK, failed, game="maitre", seats=SEATS)
        words = pages.text(factories.browser().get(address(played)))
        assert "Tour 1" in words
        assert "Écart aux autres : 6, il faut plus de 15." in words
        assert "Échec 1 sur 2." in words
        assert "manches non validées : 1" in words

    def test_elimination_shows_while_the_match_runs(self):
        failed = QUICK | {"players": {"1": 60, "2": 0}}
        played = factories.table(
            None, failed, game="maitre", seats=SEATS, rules={"failures_to_eliminate": 1}
        )
        assert "hors jeu" in pages.text(factories.browser().get(address(played)))

    def test_when_nobody_wins_it_says_so(self):
        manches = [QUICK | {"players": {str(s): 60 for s in range(3) if s != m}} for m in range(3)]
        changes = {"failures_to_eliminate": 1, "tours": 1}
        played = factories.table(None, *manches, game="maitre", seats=SEATS, rules=changes)
        words = pages.text(factories.browser().get(address(played)))
        assert "Personne ne gagne : " in words

    def test_the_ranking_says_who_is_out_though_with_the_most_points(self):
        # Each Maître makes 38 + 19 (bonus) + 4 + 9 − 1 − 3 = 66. The gaps are 66 − 51 = 15,
        # which is too small, and 66 − 40 = 26 twice. The scores are 66 + 40 + 40 = 146; 51 + 66
        # = 117; 66.
        points = [{"1": 51, "2": 0}, {"0": 40, "2": 0}, {"0": 40, "1": 0}]
        manches = [QUICK | {"players": others} for others in points]
        changes = {"failures_to_eliminate": 1, "tours": 1}
        played = factories.table(None, *manches, game="maitre", seats=SEATS, rules=changes)
        page = factories.browser().get(address(played)).content.decode()
        sides = re.findall(r'<h2 class="board__name".*?</p>(?:\s*<p.*?</p>)?', page, re.S)
        ranked = [pages.text(parse_html(f"<div>{side}</div>")) for side in sides]
        names = [seat["name"] for seat in SEATS]
        assert ranked == [
            f"{names[1]} 117",
            f"{names[2]} 66",
            f"{names[0]} 146 hors jeu",
        ]


class TestCorrection:
    """A recorded manche on its own page."""

    def test_cards_are_shown_by_their_figures_and_kept_while_they_hold(self):
        played = factories.table(None, DETAILED, game="maitre", seats=SEATS)
        browser = scribe(played)
        form = pages.form(browser.get(address(played, "lignes/1/")), field="trick_points")
        assert form.data()["trick_points"] == ["13"]
        assert form.data()["player_1"] == ["9"]
        url = address(played, "lignes/1/")
        response = post(browser, url, form, ("keep", "1"), contract=60)
        assert response.status_code == 302
        assert played.body()["entries"][0]["data"] == DETAILED | {"contract": 60}

    def test_another_figure_takes_their_place(self):
        played = factories.table(None, DETAILED, game="maitre", seats=SEATS)
        browser = scribe(played)
        form = pages.form(browser.get(address(played, "lignes/1/")), field="trick_points")
        post(browser, address(played, "lignes/1/"), form, ("keep", "1"), player_2=-10)
        data = played.body()["entries"][0]["data"]
        assert "tricks" not in data
        assert data["players"] == {"1": 9, "2": -10}
        assert "mineure" in pages.text(browser.get(address(played, "historique/")))


class TestPiles:
    """A manche by its cards, pile by pile."""

    def put(self, browser, table, form, cards, key, **fields):
        data = form.data(**fields) | {"cards": cards, "put": [key]}
        return browser.post(address(table, "piles/"), data)

    def test_54_cards_make_a_manche(self, table):
        browser = scribe(table)
        page = browser.get(address(table, "piles/"))
        assert "54 cartes sans pile" in pages.text(page)
        piles = {f"tricks_{seat}": cards for seat, cards in DETAILED["tricks"].items()}
        piles |= {
            "chute": DETAILED["chute"]["cards"],
            "discard": DETAILED["discard"]["maitre"],
            "coffre_major": ["9H"],
            "coffre_minor": ["AC"],
        }
        fields = {"major": "hearts", "minor": "clubs", "winner": 1}
        for key, cards in piles.items():
            page = self.put(browser, table, pages.form(page, field="cards"), cards, key, **fields)
        assert "41 cartes sans pile" in pages.text(page)
        form = pages.form(page, field="cards")
        page = post(browser, address(table, "piles/"), form, ("rest", "players_discard"))
        words = pages.text(page)
        assert "Les 54 cartes y sont." in words
        assert "Contrat 50 tenu" in words
        response = post(
            browser, address(table, "piles/"), pages.form(page, field="cards"), ("record", "1")
        )
        assert response.status_code == 302
        assert table.body()["entries"][0]["line"]["deltas"] == [16, 9, -13]
        # The same form sent twice records one manche.
        again = post(
            browser, address(table, "piles/"), pages.form(page, field="cards"), ("record", "1")
        )
        assert again.status_code == 302
        assert len(table.body()["entries"]) == 1

    def test_a_card_moves_and_comes_back(self, table):
        browser = scribe(table)
        form = pages.form(browser.get(address(table, "piles/")), field="cards")
        page = self.put(browser, table, form, ["7H", "8H"], "chute")
        page = self.put(browser, table, pages.form(page, field="cards"), ["7H"], "discard")
        form = pages.form(page, field="cards")
        assert form.data()["pile-chute"] == ["8H"]
        assert form.data()["pile-discard"] == ["7H"]
        page = self.put(browser, table, form, ["8H"], "table")
        assert "53 cartes sans pile" in pages.text(page)

    def test_a_place_of_the_coffre_holds_one_card(self, table):
        browser = scribe(table)
        form = pages.form(browser.get(address(table, "piles/")), field="cards")
        page = self.put(browser, table, form, ["7H", "8H"], "coffre_major")
        assert "Une seule carte par place du coffre." in pages.text(page)
        page = self.put(browser, table, pages.form(page, field="cards"), ["7H"], "coffre_major")
        page = self.put(browser, table, pages.form(page, field="cards"), ["8H"], "coffre_major")
        assert pages.form(page, field="cards").data()["pile-coffre_major"] == ["8H"]

    def test_what_is_missing_or_wrong_is_said(self, table):
        browser = scribe(table)
        form = pages.form(browser.get(address(table, "piles/")), field="cards")
        page = post(browser, address(table, "piles/"), form, ("rest", "chute"))
        assert "Il manque la couleur majeure ou la mineure." in pages.text(page)

    def test_enter_puts_no_card_anywhere_and_keeps_those_ticked(self, table):
        browser = scribe(table)
        page = browser.get(address(table, "piles/"))
        form = pages.form(page, field="cards")
        assert form.buttons[0] == ("", "", "")
        data = form.data(contract=60) | {"cards": ["7H", "8H"]}
        page = browser.post(address(table, "piles/"), data)
        form = pages.form(page, field="cards")
        assert (form.fields["cards"], form.fields["contract"]) == (["7H", "8H"], ["60"])
        # Once every card is in a pile, Enter records the manche.
        page = post(browser, address(table, "piles/"), form, ("rest", "chute"))
        assert pages.form(page, field="cards").buttons[0] == ("record", "1", "")

    def test_only_for_who_may_record(self, table):
        assert factories.browser().get(address(table, "piles/")).status_code == 302
        dix = factories.table()
        assert factories.browser().get(address(dix, "piles/")).status_code == 404

    def test_odd_fields_do_no_harm(self, table):
        browser = scribe(table)
        odd = {"pile-chute": "7H 7H zz X1", "pile-discard": "7H", "winner": "²", "contract": "x"}
        page = browser.post(address(table, "piles/"), odd)
        form = pages.form(page, field="cards")
        assert form.data()["pile-chute"] == ["7H X1"]
        assert form.data()["pile-discard"] == [""]


class TestReferee:
    """The referee of one trick."""

    def tap(self, browser, table, page, *buttons, **fields):
        form = pages.form(page, action="", field="steps")
        return post(browser, address(table, "arbitre/"), form, *buttons, **fields)

    def begin(self, browser, table, leader=0):
        return browser.post(address(table, "arbitre/"), {"leader": leader})

    def test_enter_plays_no_card(self, table):
        browser = scribe(table)
        page = browser.get(address(table, "arbitre/"))
        # The player on the Maître's left leads.
        assert pages.form(page, field="without").buttons[0] == ("leader", "1", "")
        page = self.tap(browser, table, self.begin(browser, table), ("card", "6H"))
        form = pages.form(page, field="steps")
        assert form.buttons[0] == ("", "", "")
        page = self.tap(browser, table, page, last=1, do="discard")
        form = pages.form(page, field="steps")
        assert (form.fields["last"], form.fields["do"]) == (["1"], ["discard"])
        assert form.fields["steps"] == ["lay,6H,,,,"]

    def test_whose_turn_what_mode_and_who_takes(self, table):
        browser = factories.browser()
        page = browser.get(address(table, "arbitre/"))
        assert "Qui entame le pli ?" in pages.text(page)
        page = self.begin(browser, table)
        assert "Anne entame" in pages.text(page)
        page = self.tap(browser, table, page, ("card", "5C"))
        assert "À Bruno de jouer" in pages.text(page)
        page = self.tap(browser, table, page, ("card", "6H"))
        assert "Mode valeur, trèfle muet" in pages.text(page)
        page = self.tap(browser, table, page, ("card", "7C"))
        assert "cette couleur est muette (trèfle)" in pages.text(page)
        page = self.tap(browser, table, page, ("card", "7S"))
        assert "Chloé prend le pli : 5♣, 6♥, 7♠" in pages.text(page)

    def test_choices_are_asked_for(self, table):
        browser = factories.browser()
        page = self.tap(browser, table, self.begin(browser, table), ("card", "KD"))
        page = self.tap(browser, table, page, ("card", "KC"))
        assert "Une combinaison : prendre ?" in pages.text(page)
        page = self.tap(browser, table, page, ("take", "0"))
        assert "À Chloé de jouer" in pages.text(page)
        page = self.tap(browser, table, page, ("back", "1"))
        page = self.tap(browser, table, page, ("card", "X1"))
        assert "Quelle carte est ce joker ?" in pages.text(page)
        page = self.tap(browser, table, page, ("card", "QD"))
        assert "Quel mode ?" in pages.text(page)
        page = self.tap(browser, table, page, ("mode", "couleur"))
        assert "Mode couleur" in pages.text(page)
        assert "D♦ (joker 1)" in pages.text(page)

    def test_a_round_of_discards_and_last_cards(self, table):
        browser = factories.browser()
        page = self.tap(browser, table, self.begin(browser, table), ("card", "7C"))
        page = self.tap(browser, table, page, ("card", "2S"), do="discard")
        page = self.tap(browser, table, page, ("card", "3S"), do="discard", last="1")
        assert "Anne prend le pli, et peut d'abord ajouter" in pages.text(page)
        page = self.tap(browser, table, page, ("take_trick", "1"))
        assert "Anne prend le pli, tout le monde a défaussé" in pages.text(page)

    @pytest.mark.parametrize(
        "odd",
        [
            {"leader": "9"},
            {"leader": "0", "steps": "zz ,,, lay,7C"},
            {"leader": "0", "pending": "lay,X1", "card": "zz"},
            {"leader": "0", "card": "zz"},
            {"leader": "0", "without": ["0", "1", "2", "x"]},
            {"leader": "0", "take_trick": "1"},
        ],
    )
    def test_odd_fields_do_no_harm(self, table, odd):
        assert factories.browser().post(address(table, "arbitre/"), odd).status_code == 200


def test_the_start_page_chooses_the_first_maitre():
    browser = factories.browser()
    form = pages.form(browser.get("/jouer/maitre/"), field="name_0")
    assert form.data()["first_maitre"] == ["0"]
    names = {f"name_{n}": name for n, name in enumerate(("Anne", "Bruno", "Chloé"))}
    response = browser.post("/jouer/maitre/", form.data(**names, first_maitre=2))
    assert response.status_code == 302
    assert "Chloé est Maître" in pages.text(browser.get(response.url))
