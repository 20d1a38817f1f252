"""Incomplete pairs: they are drawn only after an organiser has said what becomes of them."""

import re

import pytest

from games.registry.installed import game_of
from tests import factories
from tests.extents import some
from tests.tournaments.evening import evening
from tournaments.formats.installed import FORMATS
from tournaments.log_queries import log_gives
from tournaments.models import LogEntry, Tournament
from tournaments.services import side_size
from tournaments.storage import load

pytestmark = pytest.mark.django_db
MISSING = (400, "partner_missing", "without_partner")
CHOICE = "without_partner"
PAIRED = [
    {"format": name}
    for name, way in FORMATS.items()
    if not (way.declared or name in ("tables", "toy_format"))
    and side_size(game_of("dix"), name, {}) > 1
] + [{"format": "rotation", "options": {"movement": "howell"}}]


def lone(name):
    return {"players": [{"name": name}]}


def night_of(pairs, *alone, **setting):
    night = evening(**setting)
    people = [{"players": [{"name": f"A{at}"}, {"name": f"B{at}"}]} for at in range(pairs)]
    night.do("post", "entrants/", people + [lone(name) for name in alone])
    return night


def seated(drawn):
    return sorted(entrant for table in drawn["tables"] for entrant in table["entrants"])


def names(night):
    return [entrant["name"] for entrant in night.do("get", "entrants/")]


@pytest.mark.parametrize("setting", some(PAIRED, 5), ids=lambda setting: setting["format"])
def test_no_format_draws_an_incomplete_pair_unasked(setting):
    night = night_of(8, "Lucie", **setting)
    assert night.refusal("post", "rounds/", {}) == MISSING
    assert night.do("get", "rounds/") == []
    assert seated(night.do("post", "rounds/", {CHOICE: "wait"})) == list(range(1, 9))


def test_put_together_they_are_one_entrant():
    night = night_of(3, "Lucie", "Hélène")
    drawn = night.do("post", "rounds/", {CHOICE: "together"})
    assert seated(drawn) == [1, 2, 3, 4]
    assert names(night)[-1] == "Lucie & Hélène"
    night.do("post", "rounds/1/publish/", {})


def test_of_three_the_last_one_waits_and_is_seated_once_a_partner_has_come():
    night = night_of(2, "Lucie", "Hélène", "Marc")
    assert seated(night.do("post", "rounds/", {CHOICE: "together"})) == [1, 2, 3]
    # Who waits is not missed until the pair is complete.
    assert night.do("get", "rounds/1/")["warnings"] == []
    night.do("patch", "entrants/5/", {"players": [{"name": "Marc"}, {"name": "Zoé"}]})
    assert night.do("get", "rounds/1/")["warnings"][0]["code"] == "entrants_missing"
    assert seated(night.do("post", "rounds/1/redraw/", {"seed": "x"})) == [1, 2, 3, 5]


def test_left_alone_they_are_drawn_and_not_asked_about_again():
    night = night_of(3, "Lucie", format="swiss")
    night.do("post", "rounds/", {CHOICE: "alone"})
    night.play(night.do("post", "rounds/1/publish/", {}))
    assert seated(night.do("post", "rounds/", {})) == [1, 2, 3, 4]
    assert night.do("get", "entrants/")[3]["alone"] is True


def test_who_waits_is_asked_about_at_the_next_round():
    night = night_of(4, "Lucie", format="swiss")
    night.do("post", "rounds/", {CHOICE: "wait"})
    night.play(night.do("post", "rounds/1/publish/", {}))
    assert night.refusal("post", "rounds/", {}) == MISSING
    assert log_gives(Tournament.objects.get())


def test_the_answer_may_change_while_the_round_is_a_draft():
    night = night_of(3, "Lucie", "Hélène")
    night.do("post", "rounds/", {CHOICE: "wait"})
    again = {"seed": "x"}
    assert seated(night.do("post", "rounds/1/redraw/", again)) == [1, 2, 3]
    assert seated(night.do("post", "rounds/1/redraw/", again | {CHOICE: "alone"})) == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert log_gives(Tournament.objects.get())


def test_put_together_also_from_a_draft_that_seats_them_alone():
    night = night_of(3, "Lucie", "Hélène")
    night.do("post", "rounds/", {CHOICE: "wait"})
    drawn = night.do("post", "rounds/1/redraw/", {"seed": "x", CHOICE: "together"})
    assert seated(drawn) == [1, 2, 3, 4]
    assert log_gives(Tournament.objects.get())


def test_a_draft_whose_pair_has_lost_a_partner_is_not_published_unasked():
    night = night_of(4)
    night.do("post", "rounds/", {})
    night.do("patch", "entrants/2/", {"players": [{"name": "A1"}]})
    assert night.refusal("post", "rounds/1/publish/", {}) == (
        400,
        "partner_missing",
        "non_field_errors",
    )
    night.do("post", "rounds/1/redraw/", {"seed": "x", CHOICE: "alone"})
    night.do("post", "rounds/1/publish/", {})


def test_in_a_bracket_a_place_cannot_wait():
    night = night_of(4, format="single_elimination")
    night.play(night.draw())
    winner = night.do("get", "standings/")["rows"][0]["entrant"]
    night.do("patch", f"entrants/{winner}/", {"players": [{"name": f"A{winner - 1}"}]})
    assert night.refusal("post", "rounds/", {}) == MISSING
    refusal = night.refusal("post", "rounds/", {CHOICE: "wait"})
    assert refusal == (400, "wait_not_possible", CHOICE)
    assert night.refusal("post", "rounds/", {CHOICE: "together"})[1] == "partner_needed"
    night.do("post", "rounds/", {CHOICE: "alone"})


def test_where_partners_change_and_where_a_name_stands_for_a_pair_nobody_is_asked_about():
    night = night_of(0, *"ABCD", format="melee")
    night.do("post", "rounds/", {})
    named = evening()
    named.enter("Les Lions", "Les Ours")
    named.do("post", "rounds/", {CHOICE: "together"})
    assert not LogEntry.objects.filter(kind="partners_answered").exists()


def test_what_is_unknown_is_refused_on_its_field():
    night = night_of(2, "Lucie")
    assert night.refusal("post", "rounds/", {CHOICE: "x"}) == (400, "invalid_choice", CHOICE)


def test_the_answers_come_back_from_a_file_of_the_log():
    night = night_of(4, "Lucie", "Hélène", "Marc", format="swiss")
    night.do("post", "rounds/", {CHOICE: "together"})
    night.play(night.do("post", "rounds/1/publish/", {}))
    night.draw(**{CHOICE: "alone"})
    exported = night.do("get", "export/?format=json")
    body = {**exported, "club": night.club.slug}
    answer = night.client.post("/api/v1/tournaments/import/", body)
    assert answer.status_code == 201, answer.content
    copy = Tournament.objects.get(pk=answer.json()["id"])
    assert log_gives(copy)
    assert load(copy).rests == load(Tournament.objects.get(pk=night.id)).rests != {}
    alone = [entrant.alone for entrant in load(copy).entrants]
    assert alone == [False] * 5 + [True]


def test_rounds_played_at_once_take_no_late_incomplete_pair_unasked():
    night = night_of(4, format="round_robin", options={"open_rounds": True})
    night.draw()
    night.do("post", "entrants/", lone("Lucie"))
    assert night.refusal("post", "rounds/", {}) == MISSING
    assert night.refusal("post", "rounds/", {CHOICE: "wait"})[1] == "round_not_closed"
    added = night.do("post", "rounds/", {CHOICE: "alone"})
    assert set(seated(added)) == {1, 2, 3, 4, 5}
    assert log_gives(Tournament.objects.get())


def test_others_are_not_told_of_a_drafts_answers():
    night = night_of(4, "Lucie", format="swiss")
    night.do("post", "rounds/", {CHOICE: "wait"})
    log = night.do("get", "log/", client=factories.api())
    assert "partners_answered" not in {entry["kind"] for entry in log}


@pytest.mark.parametrize(
    ("alone", "sentence", "offered"),
    [
        (["Lucie"], "Lucie est sans partenaire : laisser en solo, attendre ?", ["alone", "wait"]),
        (
            ["Lucie", "Hélène"],
            "Lucie et Hélène sont sans partenaire : mettre ensemble, laisser en solo, attendre ?",
            ["together", "alone", "wait"],
        ),
    ],
)
def test_the_page_where_one_draws_asks_instead_of_drawing(alone, sentence, offered):
    account = factories.user()
    night = evening(by=account, format="swiss")
    night.do("post", "entrants/", [lone(name) for name in (*alone, *"ABC")][: len(alone)])
    night.enter("A & B", "C & D")
    browser, home = factories.browser(account), f"/tournois/{night.id}/"
    page = bare(browser.get(home))
    assert sentence in page
    assert re.findall(r'name="without_partner" value="(\w+)"', page) == offered
    assert "Tirer la ronde" not in page
    assert browser.post(f"{home}tirer/")["Location"] == home
    assert not LogEntry.objects.filter(kind="drawn").exists()
    browser.post(f"{home}tirer/", {CHOICE: offered[-1]})
    draft = bare(browser.get(f"{home}rondes/1/"))
    assert "attend" in draft
    assert "Publier la ronde 1" in draft


def bare(answer):
    """A page's text on one line, without the marks around names and with plain spaces."""
    text = re.sub(r"[\u2068\u2069]|&#x27;", "", answer.content.decode())
    return re.sub(r"\s+", " ", text)
