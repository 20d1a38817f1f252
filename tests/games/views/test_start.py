"""Starting a match by its form: a first match, the same table again, and a corrected start in place
of a blank sheet.
"""

import re

import pytest

from games.models import Match, Status
from tests import factories
from tests.factories import HAND
from tests.games import pages
from tests.games.views.common import HTMX, NAMES, at_table, page, send, start
from tests.stored import row_counts

pytestmark = pytest.mark.django_db


def test_start_by_the_form_opens_the_match_and_keeps_its_link():
    browser = factories.browser()
    response = start(browser, **NAMES)
    match = Match.objects.get()
    cookie = browser.cookies["tables"]
    assert (response.status_code, response.url) == (302, f"/parties/{match.pk}/")
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie.value.startswith(f"{match.pk}:")
    assert [seat.name for seat in match.seats.all()] == list(factories.NAMES)
    assert pages.has(browser.get(response.url), "pad")


def test_start_by_the_form_twice_is_one_match():
    browser = factories.browser()
    form = pages.form(browser.get("/jouer/dix/"), field="name_0")
    first = send(browser, form, "/jouer/dix/", **NAMES)
    again = send(browser, form, "/jouer/dix/", **NAMES)
    assert first.url == again.url
    assert Match.objects.count() == 1


def test_start_by_the_form_takes_variant_rule_dealer_and_names_of_sides():
    response = start(
        factories.browser(),
        **NAMES,
        preset="as-penalises",
        first_dealer=1,
        side_0="Les bons",
        side_1="Les autres",
        rule__both_reach="bidders",
    )
    assert response.status_code == 302
    body = factories.api().get(f"/api/v1/matches/{Match.objects.get().pk}/").json()
    assert body["preset"] == "as-penalises"
    # The variant's rules apply, except for the one rule that was changed on the form.
    assert (body["rules"]["target"], body["rules"]["card_values"]) == (300, "penalised_aces")
    assert (body["rules"]["both_reach"], body["rules"]["first_dealer"]) == ("bidders", 1)
    assert [side["name"] for side in body["sides"]] == ["Les bons", "Les autres"]


@pytest.mark.parametrize("preset", ["traditionnel", "as-penalises", "achat-argent", "ruff"])
def test_the_rules_of_a_variant_are_shown_and_start_it(preset):
    response = start(factories.browser(), query=f"?preset={preset}", **NAMES)
    assert response.status_code == 302
    assert Match.objects.get().preset == preset


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"name_1": "A" * 81}, "Un nom a 80 caractères au plus."),
        ({"rule__target": "502"}, "L'objectif est un multiple de 5 : 500 ou 505 ?"),
        ({"rule__target": "5000000000"}, "Il faut un nombre de 1 à 1 000 000."),
        ({"rule__initial_money": "20"}, "La somme de départ ne sert qu'à l'achat par argent"),
    ],
)
def test_a_start_with_a_mistake_shows_its_sentence_and_keeps_the_rest(filled, sentence):
    before = row_counts()
    response = start(factories.browser(), **{**NAMES, **filled})
    assert response.status_code == 400
    assert sentence in pages.text(response)
    form = pages.form(response, field="name_0")
    assert (form.fields["name_0"], form.fields["name_3"]) == (["Anne"], ["David"])
    assert row_counts() == before


def test_the_players_of_an_open_club_are_seated_and_added_by_name():
    club = factories.club("mon-club", open_recording=True)
    anne = factories.player("Anne", club)
    start(factories.browser(), **{**NAMES, "name_0": "ANNE"})
    match = Match.objects.get()
    assert match.club == club
    assert match.seats.get(number=0).player == anne
    assert sorted(club.club_players.values_list("player__name", flat=True)) == sorted(
        factories.NAMES
    )


def test_the_same_name_twice_in_an_open_club_is_refused_and_adds_nobody():
    factories.club("mon-club", open_recording=True)
    before = row_counts()
    response = start(factories.browser(), **{**NAMES, "name_1": "anne"})
    assert response.status_code == 400
    assert (
        "La même personne est à deux places : en changer une, ou ajouter une initiale (Anne B.)."
        in pages.text(response)
    )
    assert row_counts() == before


def test_a_refused_start_adds_nobody_to_the_club():
    factories.club("mon-club", open_recording=True)
    before = row_counts()
    assert start(factories.browser(), **NAMES, rule__target="502").status_code == 400
    assert row_counts() == before


def test_the_same_table_again_has_its_names_and_the_next_dealer():
    table, browser = at_table(HAND, first_dealer=1)
    form = pages.form(browser.get(f"/jouer/dix/?comme={table.id}"), field="name_0")
    assert [form.fields[f"name_{seat}"] for seat in range(4)] == [[n] for n in factories.NAMES]
    assert form.fields["first_dealer"] == ["2"]


@pytest.mark.parametrize("again", ["AAAAAAAA", "%00", "%F0%9F%83%8F", "x" * 500])
def test_the_same_table_as_one_that_is_not_there_is_an_empty_table(again):
    response = factories.browser().get(f"/jouer/dix/?comme={again}")
    assert response.status_code == 200
    assert pages.form(response, field="name_0").fields["name_0"] == [""]


def test_htmx_asks_for_the_rules_of_a_variant_alone():
    response = factories.browser().get("/jouer/dix/?preset=ruff", headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert 'name="rule-deck"' in response.content.decode()


def test_start_of_an_unknown_game_is_404():
    assert factories.browser().get("/jouer/tarot/").status_code == 404


def test_open_tables_off_says_so_on_the_form(settings):
    settings.OPEN_TABLES = False
    response = start(factories.browser(), **NAMES)
    assert response.status_code in (400, 403)
    assert "il faut un compte" in pages.text(response)
    assert Match.objects.count() == 0


def test_the_same_table_again_keeps_the_variant_and_the_rules_that_were_changed():
    browser = factories.browser()
    first = start(browser, preset="as-penalises", **NAMES, **{"rule-target": "250"})
    match_id = first.url.split("/")[2]
    rules = browser.get(f"/api/v1/matches/{match_id}/").json()["rules"]
    assert (rules["card_values"], rules["target"]) == ("penalised_aces", 250)
    address = f"/jouer/dix/?comme={match_id}"
    again = send(browser, pages.form(browser.get(address), field="name_0"), address)
    assert again.status_code == 302
    other = browser.get(f"/api/v1/matches/{again.url.split('/')[2]}/").json()
    # All rules are the same but the first dealer, who changes from match to match.
    assert other["rules"] | {"first_dealer": rules["first_dealer"]} == rules
    assert other["preset"] == "as-penalises"


def anew(table, browser, **filled):
    """Follow the link of a blank sheet, change what is wrong, and start again."""
    address = f"/jouer/dix/?refaire={table.id}"
    assert f'href="{address}"' in page(table, browser).content.decode()
    form = pages.form(browser.get(address), field="name_0")
    return send(browser, form, address, **filled)


def test_a_blank_sheet_is_started_anew_with_what_was_wrong_put_right():
    table, browser = at_table(sides=[{"name": "Bons"}, {"name": "Autres"}], first_dealer=2)
    response = anew(table, browser, name_1="Bérénice", preset="as-penalises", first_dealer=3)
    new = Match.objects.exclude(pk=table.id).get()
    body = factories.api().get(f"/api/v1/matches/{new.pk}/").json()
    assert (response.status_code, response.url) == (302, f"/parties/{new.pk}/")
    assert [seat["name"] for seat in body["seats"]] == ["Anne", "Bérénice", "Chloé", "David"]
    assert [side["name"] for side in body["sides"]] == ["Bons", "Autres"]
    assert (body["preset"], body["rules"]["first_dealer"]) == ("as-penalises", 3)
    assert table.body()["status"] == "abandoned"
    watched = page(table, factories.browser()).content.decode()
    assert f'href="/parties/{new.pk}/">La nouvelle feuille →</a>' in watched


def test_the_form_of_a_table_started_anew_is_filled_in():
    table, browser = at_table(preset="as-penalises", rules={"target": 400}, first_dealer=2)
    form = pages.form(browser.get(f"/jouer/dix/?refaire={table.id}"), field="name_0")
    filled = [form.fields[f"name_{seat}"] for seat in range(4)]
    assert filled == [[name] for name in factories.NAMES]
    assert (form.fields["preset"], form.fields["first_dealer"]) == (["as-penalises"], ["2"])
    assert form.fields["rule-target"] == ["400"]


def test_a_table_started_anew_twice_is_one_match():
    table, browser = at_table()
    address = f"/jouer/dix/?refaire={table.id}"
    form = pages.form(browser.get(address), field="name_0")
    first, again = send(browser, form, address), send(browser, form, address)
    assert first.url == again.url
    assert Match.objects.count() == 2


def test_a_table_started_anew_keeps_its_club_and_who_they_are():
    club = factories.club("mon-club", open_recording=True)
    shy = factories.player("Jeanne Berger", club, shown="initials")
    other = factories.club("autre", open_recording=True)
    table, browser = at_table(club="autre")
    table.patch(seats=[{"seat": 0, "player": shy.pk}])
    assert anew(table, browser, name_1="Bérénice").status_code == 302
    new = Match.objects.exclude(pk=table.id).get()
    seats = [(seat.player_id, seat.guest_name) for seat in new.seats.all()]
    assert new.club == other
    assert (seats[0], seats[2]) == ((shy.pk, "Anne"), (None, "Chloé"))


def test_a_match_with_a_line_is_not_started_anew():
    table, browser = at_table()
    address = f"/jouer/dix/?refaire={table.id}"
    form = pages.form(browser.get(address), field="name_0")
    table.record(HAND)
    refused = send(browser, form, address)
    sentence = "Une ligne est déjà inscrite : les règles et les places ne changent plus."
    assert (refused.status_code, sentence in pages.text(refused)) == (400, True)
    assert "refaire" not in page(table, browser).content.decode()
    assert sentence in pages.text(browser.get(address, follow=True))
    assert (Match.objects.count(), table.body()["status"]) == (1, "in_progress")


def test_a_blank_sheet_is_its_own_tables_to_start_anew():
    table, _browser = at_table()
    address = f"/jouer/dix/?refaire={table.id}"
    stranger = factories.browser()
    form = pages.form(stranger.get(address), field="name_0")
    assert send(stranger, form, address).status_code == 400
    form.fields["replaces"] = ["AAAAAAAA"]
    assert send(stranger, form, address).status_code == 404
    assert (Match.objects.count(), table.body()["status"]) == (1, "in_progress")


# -- Whose names are offered -------------------------------------------------------------------


def offered(browser, query=""):
    """Return the names that the start page suggests."""
    page = browser.get(f"/jouer/dix/{query}").content.decode()
    return re.findall(r'<option value="([^"]+)"></option>', page)


def test_a_phone_is_offered_the_names_of_tables_that_it_started():
    browser = factories.browser()
    start(browser, **NAMES)
    assert offered(browser) == list(factories.NAMES)
    assert offered(factories.browser()) == []


def test_a_new_phone_is_offered_a_clubs_names_on_that_clubs_page_alone():
    club = factories.club("ouvert", open_recording=True)
    factories.player("Zénobie", club)
    stranger, member = factories.browser(), factories.browser(factories.member(club))
    assert (offered(stranger), offered(stranger, "?club=ouvert")) == ([], ["Zénobie"])
    assert offered(member) == ["Zénobie"]


def test_a_phone_that_scored_somebody_elses_table_is_not_offered_its_names():
    """The phone's link lets it write there, but the names belong to those who sit there."""
    made = factories.made(factories.started())
    scorer = factories.browser()
    assert scorer.get(f"/l/{made.token}/").status_code == 302
    assert offered(scorer) == []


def test_a_name_typed_at_somebody_elses_table_is_on_no_page_and_in_no_list_of_a_new_visitor():
    """The matches belong to no club, so a visitor who was not at the table must not learn who sits
    there.
    """
    factories.owner_who_came()
    factories.club("le-club")
    browser = factories.browser()
    names = {**NAMES, "name_0": "Xénophon", "side_0": "Les Xénophiles"}
    started = start(browser, **names)
    assert offered(browser)[0] == "Xénophon"
    start(browser, "yams", name_0="Xénia", name_1="Bo")
    stranger = factories.browser()
    own = start(stranger, **NAMES).url
    paths = [
        *("/", "/jouer/", "/jouer/dix/", "/jouer/yams/", "/jouer/dix/?club=le-club"),
        *(f"{own}reglages/", f"{own}places/", f"{own}partager/"),
        *("/clubs/", "/clubs/le-club/", "/clubs/le-club/joueurs/", "/classements/dix/"),
        *("/records/dix/", "/transmission/dix/", "/tournois/"),
        *("/api/v1/players/", "/api/v1/players/?search=X", "/api/v1/matches/", "/api/v1/clubs/"),
    ]
    revealing = [path for path in paths if re.search(r"X\S*n(oph|ia)", read(stranger, path))]
    assert revealing == []
    # The same search does find the name where it belongs.
    assert "Xénophon" in read(stranger, started.url)


def read(browser, path):
    response = browser.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def test_names_of_a_members_only_list_are_offered_to_who_may_see_it():
    club = factories.club("secret", public=False, open_recording=True)
    factories.player("Zénobie", club)
    _link, token = factories.table_link(club)
    by_link = factories.browser()
    by_link.get(f"/l/{token}/")
    member = factories.browser(factories.member(club))
    query = "?club=secret"
    assert [offered(client, query) for client in (by_link, member)] == [["Zénobie"], ["Zénobie"]]
    stranger = factories.browser()
    assert offered(stranger, query) == []
    # The club is the first one of the site, but nobody outside learns of it.
    assert "secret" not in stranger.get("/jouer/dix/").content.decode()


def test_a_link_to_score_a_table_offers_nobody_of_a_members_only_list():
    club = factories.club("secret", public=False)
    factories.player("Zénobie", club)
    match = factories.started(club=club, by=factories.Caller(user=factories.site_owner()))
    scorer = factories.browser()
    scorer.get(f"/l/{factories.made(match).token}/")
    page = scorer.get(f"/parties/{match.pk}/reglages/")
    assert (page.status_code, "Zénobie" in page.content.decode()) == (200, False)


def test_a_guessed_name_does_not_tell_whose_record_a_hidden_player_is():
    club = factories.club("ouvert", open_recording=True)
    zoe = factories.player("Zoé Roy", club, shown="hidden")
    browser = factories.browser()
    start(browser, **{**NAMES, "name_0": "zoé roy"})
    match = Match.objects.get()
    assert match.seats.get(number=0).player == zoe
    body = factories.api().get(f"/api/v1/matches/{match.pk}/").json()
    assert (body["seats"][0]["name"], body["seats"][0]["player"]) == ("joueur anonyme", None)
    (first,) = factories.api().get(f"/api/v1/matches/{match.pk}/history/").json()
    assert first["after"]["players"][0] is None


class TestWhileAMatchRuns:
    SAME = "Une partie de cette table est en cours : la reprendre ?"
    OTHER = "Une partie est en cours sur ce téléphone : la reprendre ?"

    def questions_of(self, browser, path):
        """Return the questions that the start page asks, and the addresses to which its main button
        leads.
        """
        text = re.sub(r"\s", " ", browser.get(path).content.decode())
        questions = [question for question in (self.SAME, self.OTHER) if question in text]
        return questions, re.findall(r'"button button--main" href="([^"]*)"', text)

    def test_the_same_table_is_asked_whether_to_resume(self):
        browser = factories.browser()
        over = start(browser, **NAMES).url
        Match.objects.update(status=Status.ABANDONED)
        running = start(browser, **NAMES).url
        like = over.split("/")[2]
        assert self.questions_of(browser, f"/jouer/dix/?comme={like}") == ([self.SAME], [running])
        assert self.questions_of(browser, "/jouer/dix/") == ([self.OTHER], [running])
        assert self.questions_of(browser, "/jouer/yams/") == ([], [])
        assert self.questions_of(factories.browser(), "/jouer/dix/") == ([], [])


class TestPenalisedAces:
    """If penalised aces are chosen, other rules change too: « Multiplier la valeur de plusieurs
    paramètres par 0.6 ».
    """

    BEFORE = {"target": 500, "min_bid": 50, "defence_cap": 400, "partie": "decides_match"}
    PROPOSED = {"target": 300, "min_bid": 30, "defence_cap": 240, "partie": "forbidden"}

    def send(self, browser, response, **filled):
        form = pages.form(response, field="name_0")
        return send(browser, form, "/jouer/dix/", **filled)

    def chosen(self, browser, **filled):
        """Return the page after the host chose penalised aces and pressed « Commencer »."""
        filled = {**NAMES, "rule__card_values": "penalised_aces", **filled}
        return self.send(browser, browser.get("/jouer/dix/"), **filled)

    def proposed_rules(self, response):
        """Return those rules as the page shows them."""
        data = pages.form(response, field="name_0").data()
        return {name: data[f"rule-{name}"][0] for name in self.BEFORE}

    def played(self):
        """The rules of the only match."""
        return Match.objects.get().dixrules.values()

    def test_the_values_are_proposed_before_anything_starts(self):
        page = self.chosen(factories.browser())
        assert (page.status_code, Match.objects.count()) == (200, 0)
        assert self.proposed_rules(page) == {
            name: str(value) for name, value in self.PROPOSED.items()
        }
        assert "multipliées par 0,6" in pages.text(page)
        # The names and the other fields of the form stay.
        assert pages.form(page, field="name_0").data()["name_1"] == ["Bruno"]

    def test_a_second_press_starts_with_them(self):
        browser = factories.browser()
        assert self.send(browser, self.chosen(browser)).status_code == 302
        assert self.played().items() >= self.PROPOSED.items()

    def test_one_tap_keeps_the_values_before(self):
        browser = factories.browser()
        answer = self.send(browser, self.chosen(browser), button=("keep_rules", "1"))
        assert self.proposed_rules(answer) == {
            name: str(value) for name, value in self.BEFORE.items()
        }
        assert Match.objects.count() == 0
        assert self.send(browser, answer).status_code == 302
        assert self.played().items() >= {**self.BEFORE, "card_values": "penalised_aces"}.items()

    def test_what_the_host_has_changed_stays(self):
        page = self.chosen(factories.browser(), rule__target="400", rule__partie="stake")
        proposed = {**self.PROPOSED, "target": 400, "partie": "stake"}
        assert self.proposed_rules(page) == {name: str(value) for name, value in proposed.items()}

    def test_where_trump_is_bought_a_bid_stays_a_price(self):
        browser = factories.browser()
        response = browser.get("/jouer/dix/?preset=achat-argent")
        page = self.send(browser, response, **NAMES, rule__card_values="penalised_aces")
        money = {"target": "300", "min_bid": "1", "defence_cap": "", "partie": "forbidden"}
        assert self.proposed_rules(page) == money

    def test_with_a_script_they_come_as_soon_as_it_is_chosen_and_go_with_it(self):
        browser = factories.browser()
        form = pages.form(browser.get("/jouer/dix/"), field="name_0")
        sent = form.data(rule__card_values="penalised_aces") | {"choose_rule": "1"}
        page = browser.post("/jouer/dix/", sent, headers=HTMX)
        assert self.proposed_rules(page) == {
            name: str(value) for name, value in self.PROPOSED.items()
        }
        form = pages.form(page, field="name_0")
        sent = form.data(rule__card_values="traditional") | {"choose_rule": "1"}
        page = browser.post("/jouer/dix/", sent, headers=HTMX)
        assert self.proposed_rules(page) == {
            name: str(value) for name, value in self.BEFORE.items()
        }

    def test_the_same_table_again_is_asked_nothing_more(self):
        browser = factories.browser()
        answer = self.send(browser, self.chosen(browser), button=("keep_rules", "1"))
        self.send(browser, answer)
        first = Match.objects.get()
        again = browser.get(f"/jouer/dix/?comme={first.pk}")
        assert send(browser, pages.form(again, field="name_0"), "/jouer/dix/").status_code == 302
        assert Match.objects.exclude(pk=first.pk).get().dixrules.values() == first.dixrules.values()

    def test_a_program_gets_what_it_asks_for(self):
        # « What is left out is the preset's »: the API keeps to this contract and proposes
        # nothing else.
        body = factories.start_body(rules={"card_values": "penalised_aces"})
        rules = factories.api().post("/api/v1/matches/", body).json()["rules"]
        assert rules.items() >= self.BEFORE.items()
