"""Tests of an organiser's settings on pages: formula, seeds, forbidden pairs, criteria,
webhooks.
"""

import pytest

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import PAIRS, evening
from tournaments.models import Entrant, LogEntry, Tournament, Webhook

pytestmark = pytest.mark.django_db

FORMULA = {"ruleset": "dix traditionnel", "format": "swiss", "seed": "graine"}


@pytest.fixture
def night():
    return evening(*PAIRS)


@pytest.fixture
def officer(night):
    return factories.browser(factories.member(night.club, "officer"))


def post(officer, night, page, **values):
    return officer.post(f"/tournois/{night.id}/{page}/", values)


def options(night):
    return night.do("get")["options"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"rounds": "5", "forbid_rematch": "on"}, {"rounds": 5, "forbid_rematch": True}),
        (
            {"points_win": "3", "points_draw": "1,5", "points_bye": "2"},
            {"points": {"win": 3, "draw": 1.5, "bye": 2}},
        ),
        (
            {"same_club": "on", "bye_score": "100", "difference_cap": "200"},
            {"same_club": True, "bye_score": 100, "difference_cap": 200},
        ),
        ({"bye_score": "500 – 350"}, {"bye_score": [500, 350]}),
        ({"bye_score": "13,5 à 0"}, {"bye_score": [13.5, 0]}),
        # A field that only another format uses is ignored. A field that is left empty removes its
        # option.
        ({"groups": "3", "place_points": "5 3"}, {}),
        ({"format": "groups", "groups": "3"}, {"groups": 3}),
        (
            {
                "format": "tables",
                "place_points": "10, 7; 5 1.5",
                "first_round": "serpentine",
                "later_rounds": "spread",
                "table_size": "3",
            },
            {
                "place_points": [10, 7, 5, 1.5],
                "first_round": "serpentine",
                "later_rounds": "spread",
                "table_size": 3,
            },
        ),
        ({"format": "tables", "place_points": "Match"}, {"place_points": "match"}),
    ],
)
def test_the_formula_is_what_the_form_holds(night, officer, typed, expected):
    night.do("patch", "", {"options": {"rounds": 9, "bye_score": 7}})
    assert post(officer, night, "formule", **{**FORMULA, **typed}).status_code == 302
    stored = {name: value for name, value in options(night).items() if value is not False}
    assert stored == expected
    # The page shows the stored values, and sending them unchanged changes nothing.
    page = officer.get(f"/tournois/{night.id}/formule/")
    again = {
        field.html_name: field.value()
        for field in page.context["form"]
        if field.value() not in (None, False, "")
    }
    post(officer, night, "formule", **again)
    assert {name: value for name, value in options(night).items() if value is not False} == expected
    # The stored options can be exported and imported.
    exported = {**night.do("get", "export/"), "club": night.club.slug}
    assert night.client.post("/api/v1/tournaments/import/", exported).status_code == 201


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"format": "tables", "place_points": "dix"}, "Des nombres, du premier au dernier"),
        ({"format": "tables", "place_points": "1e999999"}, "Des nombres, du premier au dernier"),
        ({"bye_score": "1-2-3"}, "Un score seul, ou deux (marqué, puis encaissé)"),
        ({"bye_score": "1e9"}, "Un score seul, ou deux (marqué, puis encaissé)"),
        ({"bye_score": "99999999"}, "Un score seul, ou deux (marqué, puis encaissé)"),
        ({"seed": ""}, "Ce champ est obligatoire"),
        ({"rounds": "0"}, "Il faut 1 au moins."),
    ],
)
def test_what_a_formula_cannot_be_stands_on_its_field(night, officer, typed, sentence):
    answer = post(officer, night, "formule", **{**FORMULA, **typed})
    assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
    assert options(night) == {}


def test_the_formula_is_fixed_by_the_first_draw(night, officer):
    night.draw()
    answer = post(officer, night, "formule", **FORMULA)
    assert answer.status_code == 400
    assert "Le tournoi est commencé" in answer.content.decode()
    assert post(officer, night, "eviter", pair=["1", "2"]).status_code == 302
    assert options(night) == {}


def test_seeds_are_numbers_given_together(night, officer):
    typed = {f"seed_{number}": "" for number in range(1, 8)}
    post(officer, night, "tetes-de-serie", **{**typed, "seed_3": "1", "seed_5": " 2 "})
    seeds = dict(Entrant.objects.exclude(seed=None).values_list("number", "seed"))
    assert seeds == {3: 1, 5: 2}
    answer = post(officer, night, "tetes-de-serie", **{**typed, "seed_3": "x", "seed_4": "1"})
    assert (answer.status_code, b"aria-invalid" in answer.content) == (400, True)
    assert dict(Entrant.objects.exclude(seed=None).values_list("number", "seed")) == seeds
    before = LogEntry.objects.count()
    post(officer, night, "tetes-de-serie", **{**typed, "seed_3": "1"})
    assert list(LogEntry.objects.order_by("version").values_list("data", flat=True))[before:] == [
        {"entrant": 5, "seed": None}
    ]


def test_two_who_should_not_meet_are_named_and_let_go(night, officer):
    for pair in (["2", "1"], ["1", "2"], ["3", "7"]):
        post(officer, night, "eviter", pair=pair)
    assert options(night) == {"forbidden_pairs": [[1, 2], [3, 7]]}
    for pair in (["1", "1"], ["1", "99"], ["1"], ["x", "2"]):
        post(officer, night, "eviter", pair=pair)
    assert options(night) == {"forbidden_pairs": [[1, 2], [3, 7]]}
    # Saving the formula page does not change the forbidden pairs.
    post(officer, night, "formule", **FORMULA)
    post(officer, night, "eviter", drop="3-7")
    assert options(night)["forbidden_pairs"] == [[1, 2]]
    post(officer, night, "eviter", drop="1-2")
    assert "forbidden_pairs" not in options(night)


def test_criteria_are_moved_added_and_taken_out(night, officer):
    def order():
        return night.do("get")["tie_breaks"]

    assert order() == ["points", "direct_encounter", "buchholz", "difference", "lots"]
    post(officer, night, "reglages", up="buchholz")
    post(officer, night, "reglages", drop="lots")
    post(officer, night, "reglages", add="koya")
    post(officer, night, "reglages", add="howell")
    assert order() == ["points", "buchholz", "direct_encounter", "difference", "koya"]
    for name in ("points", "buchholz", "direct_encounter", "difference", "koya"):
        post(officer, night, "reglages", drop=name)
    assert order() == ["koya"]  # one is needed


def test_a_tournament_is_hidden_while_it_is_prepared(night, officer):
    post(officer, night, "reglages", state="prepare")
    assert factories.browser().get(f"/tournois/{night.id}/").status_code == 404
    post(officer, night, "reglages", state="open")
    assert factories.browser().get(f"/tournois/{night.id}/").status_code == 200


def test_an_address_is_told_until_it_is_not(night, officer):
    hook = {"url": "https://exemple.org/x", "secret": "secret très long"}
    post(officer, night, "prevenir", **hook)
    assert list(Webhook.objects.values_list("url", "secret")) == [(hook["url"], hook["secret"])]
    page = officer.get(f"/tournois/{night.id}/prevenir/").content.decode()
    assert (hook["url"] in page, hook["secret"] in page) == (True, False)
    answer = post(officer, night, "prevenir", url="http://127.0.0.1/", secret="s")
    assert answer.status_code == 400
    assert "n&#x27;est pas une adresse publique" in answer.content.decode()
    post(officer, night, "prevenir", remove=hook["url"])
    assert Webhook.objects.count() == 0


def test_the_log_tells_in_words_and_is_replayed(night, officer):
    night.do("patch", "entrants/1/", {"seed": 1})
    night.do("post", "rounds/", {})
    night.do("patch", "rounds/1/", {"swap": [1, 2]})
    night.do("patch", "rounds/1/", {"lock": [1]})
    night.do("post", "rounds/1/redraw/", {"seed": "autre"})
    night.do("post", "rounds/1/publish/", {})
    drawn = night.do("get", "rounds/1/")["tables"]
    tables = [seated for seated in drawn if not seated["bye"]]
    for table in tables:
        night.do("post", f"rounds/1/tables/{table['number']}/result/", {"scores": [500, -70]})
    night.do("post", "rounds/1/close/", {})
    night.draw()
    night.do("put", "rounds/1/tables/1/result/", {"forfeit": [tables[0]["entrants"][0]]})
    night.do("delete", "rounds/1/tables/2/result/", {"later": "replay"})
    night.do("post", "timer/", {"action": "start", "minutes": 45})
    night.do("patch", "", {"state": "finished"})
    page = officer.get(f"/tournois/{night.id}/journal/?rejouer=1").content.decode()
    for sentence in (
        "Tournoi créé.",
        "7 inscrits : Paire 1, Paire 2, Paire 3, Paire 4, Paire 5, Paire 6…",
        "Paire 1 : tête de série 1.",
        "Ronde 1 tirée, par la graine du tournoi.",
        "Ronde 1 : Paire 1, Paire 2 échangés.",
        "Ronde 1 : tables verrouillées : 1.",
        "Ronde 1 tirée à nouveau, graine autre.",
        "Ronde 1 publiée.",
        "Ronde 1, table 1 : 500 – −70, signalé par un organisateur.",
        "Ronde 2 tirée, par la graine du tournoi.",
        "Ronde 1, table 2 : résultat retiré (rejouer la suite).",
        "Minuteur lancé : 45 min.",
        "Le tournoi est maintenant : terminé.",
        "lignes donnent le même tournoi.",
    ):
        assert sentence in plain(page), sentence
    names = {entrant["id"]: entrant["name"] for entrant in night.do("get", "entrants/")}
    gone = names[tables[0]["entrants"][0]]
    assert f"Ronde 1, table 1 : corrigé, forfait ({gone})." in plain(page)
    visitor = factories.browser().get(f"/tournois/{night.id}/journal/").content.decode()
    assert "/rejouer/" not in visitor


def test_every_kind_of_entry_has_a_sentence(night, officer):
    from tournaments.presentation.journal import _Sentences
    from tournaments.state.events import KINDS
    from tournaments.view import View

    sentences = _Sentences(View(Tournament.objects.get(), factories.Caller()))
    assert set(sentences.by_kind) == set(KINDS)
    # An import may contain an event that the site never writes. It is shown by its kind, without an
    # error.
    assert sentences.of("reported", {"table": []}) == "reported"


def test_a_match_of_the_club_tells_the_result_by_its_code(night, officer):
    night.draw()
    by = factories.Caller(user=factories.site_owner())
    match = factories.finished(club=night.club, by=by)
    path = f"/tournois/{night.id}/rondes/1/tables/1/resultat/"
    answer = officer.post(path, {"match": "00000000"})
    assert (answer.status_code, "match fini entre ces camps" in answer.content.decode()) == (
        400,
        True,
    )
    assert officer.post(path, {"match": match.pk.lower()}).status_code == 302
    result = night.do("get", "rounds/1/")["tables"][0]["result"]
    assert (result["match"], len(result["scores"])) == (match.pk, 2)


def test_a_draft_is_drawn_again_by_a_seed_that_was_thrown(night, officer):
    night.do("post", "rounds/", {})
    path = f"/tournois/{night.id}/rondes/1/arranger/"
    officer.post(path, {"redraw": "1", "seed": " 6 1  4 "})
    assert night.do("get", "rounds/1/")["seed"] == "6 1 4"
    officer.post(path, {"redraw": "1"})
    assert len(night.do("get", "rounds/1/")["seed"]) == 16


def test_the_call_list_goes_by_name(night):
    night.do("patch", "", {"format": "melee"})
    night.draw()
    page = factories.browser().get(f"/tournois/{night.id}/imprimer/appel/")
    calls = page.context["calls"]
    assert [call.name for call in calls] == PAIRS
    assert [call.name for call in calls if call.table is None] == [
        call.name for call in calls if not call.others
    ]
    first = next(call for call in calls if call.table)
    table = night.do("get", "rounds/1/")["tables"][first.table - 1]
    names = {entrant["id"]: entrant["name"] for entrant in night.do("get", "entrants/")}
    side = next(s for s in table["sides"] if first.name in [names[number] for number in s])
    (mate,) = [names[number] for number in side if names[number] != first.name]
    (other,) = [s for s in table["sides"] if s is not side]
    assert first.others == f"& {mate} – " + " & ".join(names[number] for number in other)


def test_each_of_a_pair_finds_their_own_name_on_the_door(night):
    night.do("post", "entrants/", [{"players": [{"name": "Zoé"}, {"name": "Abel"}]}])
    night.draw()
    calls = factories.browser().get(f"/tournois/{night.id}/imprimer/appel/").context["calls"]
    by_name = {call.name: call for call in calls}
    assert calls[0].name == "Abel"
    assert by_name["Abel"].table == by_name["Zoé"].table
    if by_name["Zoé"].table:
        assert by_name["Abel"].others.startswith("& Zoé – ")


def test_a_slip_for_each_table_to_be_signed_by_its_sides(night):
    address = f"/tournois/{night.id}/imprimer/bulletins/"
    empty = factories.browser().get(address).content.decode()
    assert (empty.count("Ronde ___ · Table ___"), empty.count("Signature")) == (12, 24)
    drawn = night.draw()
    page = factories.browser().get(address)
    tables = [table["number"] for table in drawn["tables"] if not table["bye"]]
    assert [slip.number for slip in page.context["slips"]] == tables
    text = page.content.decode()
    assert text.count("Signature") == 2 * len(tables)
    assert text.count(str(night.club.name)) >= len(tables)


def test_the_cross_table_tells_each_round_or_each_opponent():
    night = evening("Anne", "Bruno", "Chloé", game="yams", format="round_robin")
    address = f"/tournois/{night.id}/imprimer/croise/"
    for _round in range(3):
        night.play(night.draw(), [500, 300])
    cross = factories.browser().get(address).context["cross"]
    assert (cross.grid, list(cross.columns)) == (True, [1, 2, 3])
    for at, row in enumerate(cross.rows):
        assert [cell.own for cell in row.cells] == [at == other for other in range(3)]
        for other, cell in enumerate(row.cells):
            back = cross.rows[other].cells[at]
            assert cell.own or {cell.score, back.score} == {"500–300", "300–500"}
            assert cell.own or cell.won == (cell.score == "500–300")
    night = evening("Anne & Bruno", "Chloé & Dan", "Eve & Fred")
    night.play(night.draw(), [500, 300])
    cross = factories.browser().get(f"/tournois/{night.id}/imprimer/croise/").context["cross"]
    assert (cross.grid, list(cross.columns)) == (False, [1])
    actual = sorted((cell.met, cell.score, cell.won) for row in cross.rows for cell in row.cells)
    places = {row.cells[0].score: str(row.place) for row in cross.rows}
    assert actual == sorted(
        [
            (places["300–500"], "500–300", True),
            (places["500–300"], "300–500", False),
            ("exempt", "", False),
        ]
    )


def rules_page(officer, night):
    """Return the response of the rules page."""
    return officer.get(f"/tournois/{night.id}/regles/")


def rules_of(officer, night):
    """Return the values of the rules form as the page shows them, so that they can be posted."""
    page = rules_page(officer, night)
    return {
        field.html_name: "" if field.value() is None or field.value() is False else field.value()
        for field in page.context["rules_form"]
    }


def test_penalised_aces_propose_the_values_that_go_with_them(night, officer):
    chosen = {**rules_of(officer, night), "rule-card_values": "penalised_aces"}
    answer = post(officer, night, "regles", **chosen)
    form = answer.context["rules_form"]
    assert (answer.status_code, night.do("get")["rules"]) == (200, {})
    proposed = {name: form[name].value() for name in ("target", "min_bid", "defence_cap", "partie")}
    assert list(proposed.values()) == ["300", "30", "240", "forbidden"]
    filled = {f"rule-{name}": value for name, value in proposed.items()}
    page = post(officer, night, "regles", **chosen, **{"proposal_seen": "1", "keep_rules": "1"})
    assert page.context["rules_form"]["target"].value() == "500"
    post(officer, night, "regles", **{**chosen, **filled, "proposal_seen": "1"})
    assert night.do("get")["rules"] == {
        "card_values": "penalised_aces",
        "target": 300,
        "min_bid": 30,
        "defence_cap": 240,
        "partie": "forbidden",
    }
    # The rules have been chosen, so the page does not ask for a choice again.
    assert rules_page(officer, night).context["rules_form"].seen


def test_a_rule_of_an_older_tournament_is_shown_as_it_is_called_today():
    night = evening("Anne", "Bruno", "Chloé", game="dix-mille", preset="classique")
    owner = factories.browser(factories.site_owner())
    Tournament.objects.filter(pk=night.id).update(rules={"last_round": True})
    form = rules_page(owner, night).context["rules_form"]
    assert form["last_round"].value() == "turn_each"


def test_a_rule_is_changed_for_all_tables_of_the_tournament(night, officer):
    form = rules_of(officer, night)
    post(officer, night, "regles", **form)
    assert night.do("get")["rules"] == {}  # nothing was changed
    post(officer, night, "regles", **{**form, "rule-target": "400"})
    assert night.do("get")["rules"] == {"target": 400}
    assert rules_of(officer, night)["rule-target"] == 400
    answer = post(officer, night, "regles", **{**form, "rule-target": "-5"})
    assert (answer.status_code, night.do("get")["rules"]) == (400, {"target": 400})
    # Keeping the ruleset keeps the changed rule. Another ruleset starts from its own rules.
    post(officer, night, "formule", **FORMULA)
    assert night.do("get")["rules"] == {"target": 400}
    post(officer, night, "formule", **{**FORMULA, "ruleset": "yams anvers"})
    stored = night.do("get")
    assert (stored["game"], stored["rules"]) == ("yams", {})


def test_rules_that_are_no_whole_numbers_are_kept_as_they_are_played(night, officer):
    night.do("patch", "", {"game": "yams"})
    form = rules_of(officer, night)
    post(officer, night, "regles", **{**form, "rule-four_columns_bonus": "3.5"})
    assert night.do("get")["rules"] == {"four_columns_bonus": 3.5}
    assert float(rules_of(officer, night)["rule-four_columns_bonus"]) == 3.5
    exported = {**night.do("get", "export/"), "club": night.club.slug}
    assert night.client.post("/api/v1/tournaments/import/", exported).status_code == 201
