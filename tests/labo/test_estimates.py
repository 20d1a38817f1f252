"""The estimated amount of work decides whether an answer is given immediately, by a job, or not at
all.
"""

import os
import resource
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from games.dix.analysis.equity import equity
from games.dix_mille.analysis import odds, throw_tables, turn_estimate
from games.models import Match, Status
from games.queries import plain_table
from games.registry.estimate import AT_ONCE, BY_JOB, MEGABYTE, SMALL, Estimate
from games.review import decisions
from jobs.models import Job
from labo.questions import ask, asking, find_question
from tests import factories
from tests.extents import some
from tests.labo.extremes import codes, extremes
from tests.plain import plain

pytestmark = pytest.mark.django_db

QUESTIONS = [(game.slug, question.slug) for game in asking() for question in game.lab]
# Questions that are answered immediately only if a job has stored the result.
KEPT = {"a-deux", "colonne", "cinq-colonnes", "chance-de-gagner", "que-miser", "donne"}
# Questions that some rules make too large, such as an absurd target or amount of money: these
# are refused.
TOO_MUCH = {"arret", "reprise", "entree", "chance-de-gagner", "que-miser"}
# Questions whose conditions decide whether they are short or long.
SIZED = {"arret", "reprise", "entree"}
# The first takes « 15 to 20 s of a core and 300 MB », the second 13 s.
ATTACK = {"preset": "impair", "rule-target": "1000000", "rule-entry_single_throw": "1"}
SIX_DICE = {"preset": "six-des", "rule-target": "1000000"}
STOP, ENTER = "/labo/dix-mille/arret/", "/labo/dix-mille/entree/"


@pytest.fixture(autouse=True)
def _as_served(settings, monkeypatch, tmp_path):
    """Let pages solve nothing, with no stored results."""
    settings.SOLVED_IN_PAGES = False
    equity._BY_SCORE.clear()
    equity._WITH_MONEY.clear()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


@pytest.fixture
def computing_nothing(monkeypatch):
    """Fail the test if it computes a turn or enumerates throws."""

    def refuse(*_args, **_more):
        raise AssertionError("computed in a request")

    monkeypatch.setattr(odds, "Turns", refuse)
    monkeypatch.setattr(throw_tables, "enumerated", refuse)
    odds.forget()


# --- Every question, every rule --------------------------------------------------------------


def outcomes(game_slug, slug, *, all_of_them=False):
    """Return how many extremes have which outcome, and the estimated milliseconds and conditions of
    those that are answered immediately.
    """
    game, question = find_question(game_slug, slug)
    counted, at_once = Counter(), []
    for conditions in extremes(game, question, all_of_them=all_of_them):
        asked_question = ask(game, question, conditions)
        if not asked_question.valid:
            counted["too much" if "too_much_to_compute" in codes(asked_question) else "wrong"] += 1
        elif asked_question.long:
            counted["job"] += 1
            assert question.always_long or asked_question.estimate.within(BY_JOB), conditions
        else:
            counted["at once"] += 1
            assert asked_question.estimate.within(AT_ONCE), conditions
            at_once.append((asked_question.estimate.ms, conditions))
    return counted, at_once


@pytest.mark.parametrize(("game", "slug"), some(QUESTIONS, 3, unpack=True))
def test_what_is_answered_at_once_is_small_whatever_the_conditions(game, slug):
    counted, _at_once = outcomes(game, slug)
    if slug in KEPT or slug in ("valeur-d-une-main", "simulation"):
        assert counted["job"] > 0
        assert counted["at once"] == 0
    elif slug in SIZED:
        assert min(counted["at once"], counted["job"]) > 0
    else:
        assert counted["job"] == counted["too much"] == 0
    assert (counted["too much"] > 0) == (slug in TOO_MUCH)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "slug"), QUESTIONS)
def test_the_same_with_all_of_them(game, slug):
    outcomes(game, slug, all_of_them=True)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "slug"), [question_id for question_id in QUESTIONS if question_id[1] not in KEPT]
)
def test_a_process_of_little_time_and_memory_answers_the_largest(game, slug):
    """This is a safety net: if an estimate is too low, the system stops the process, and the test
    fails.
    """
    game_found, question = find_question(game, slug)
    _counted, at_once = outcomes(game, slug)
    largest = sorted(at_once, key=lambda outcome: -outcome[0])[:5]
    child = os.fork()
    if not child:
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        resource.setrlimit(resource.RLIMIT_AS, (held + 128 * MEGABYTE, held + 128 * MEGABYTE))
        try:
            for _ms, conditions in largest:
                asked_question = ask(game_found, question, conditions)
                assert asked_question.valid
                asked_question.answer()
        except BaseException:
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


# --- Turns of 10 000 -------------------------------------------------------------------------


def estimate(slug, **conditions):
    game, question = find_question("dix-mille", slug)
    asked_question = ask(game, question, conditions)
    assert asked_question.valid
    return asked_question.estimate


def test_a_turn_s_tables_grow_with_the_room_to_the_target():
    """The classic rules have 368 spots. For each total, in steps of fifty, the tables hold two
    numbers for each spot, and four for stopping.
    """
    known = odds.moves(odds.frozen(find_question("dix-mille", "arret")[0].rules.model())).nbytes
    assert estimate("arret").held - known == 201 * (2 * 368 + 4) * 8
    assert estimate("arret", score="9900", total="100").held - known == 3 * (2 * 368 + 4) * 8
    # Points are followed to 2000 beyond the target. If one throw must be enough to enter, the
    # tables are twice as large.
    attack = {"preset": "impair", "rule-entry_single_throw": "1", "entered": "0"}
    known = estimate("arret", preset="impair").held - 241 * (2 * 478 + 4) * 8
    assert estimate("arret", **attack).held - known == 2 * 241 * (2 * 478 + 4) * 8


@pytest.mark.parametrize(
    ("preset", "single"), [("classique", "0"), ("six-des", "1"), ("impair", "1")]
)
def test_the_tables_are_as_large_as_estimated(preset, single):
    game, question = find_question("dix-mille", "arret")
    given = {"preset": preset, "rule-entry_single_throw": single, "rule-target": "4000"}
    asked_question = ask(game, question, {**given, "entered": "0", "total": "100"})
    assert asked_question.valid
    rules = odds.frozen(asked_question.conditions["rules"])
    made = odds.Turns(rules, entered=False, score=0)
    assert asked_question.estimate.held == made.nbytes + odds.moves(rules).nbytes


def test_throws_that_are_not_kept_are_for_a_job():
    assert estimate("arret").within(AT_ONCE)
    assert not estimate("arret", **{"rule-break_fives": "0"}).within(AT_ONCE)
    worst = {"rule-extra_die": "double", "rule-may_reroll_scoring": "1", "rule-late_suites": "1"}
    slow = estimate("arret", preset="six-des", **worst)
    assert slow.within(BY_JOB)
    # In a measurement this took a minute.
    assert slow.ms > 60_000


def test_what_requests_compute_is_kept_up_to_so_many_bytes():
    game, question = find_question("dix-mille", "arret")
    odds.forget()
    for target in range(20_000, 30_000, 1_000):
        asked_question = ask(game, question, {"rule-target": str(target), "score": "100"})
        assert asked_question.valid
        assert not asked_question.long
        asked_question.answer()
    assert 24 * MEGABYTE < odds._TURNS.nbytes <= 32 * MEGABYTE
    assert throw_tables.MOVES.nbytes <= 32 * MEGABYTE


def test_the_largest_at_once_holds_little_while_it_is_computed():
    game, question = find_question("dix-mille", "arret")
    asked_question = ask(game, question, {"preset": "impair", "rule-target": "35000", "score": "0"})
    assert asked_question.valid
    assert not asked_question.long
    odds.forget()
    tracemalloc.start()
    asked_question.answer()
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * AT_ONCE.held


# --- What a visitor gets ---------------------------------------------------------------------


@pytest.mark.usefixtures("computing_nothing")
@pytest.mark.parametrize("address", [STOP, ENTER])
@pytest.mark.parametrize("given", [ATTACK, SIX_DICE])
def test_what_is_too_much_even_for_a_job_is_refused_at_the_rule_that_makes_it_so(address, given):
    page = Client().get(address, given | {"entered": "0"})
    assert page.status_code == 200
    assert page.context["answer"] is None
    assert not page.context["long"]
    sentence = "Ce serait trop long à calculer : baisser « Score à atteindre »."
    assert plain(page.context["form"].errors) == {"rule-target": [sentence]}
    assert sentence in plain(page.content.decode())
    assert Client().get(f"{address}csv/", given | {"entered": "0"}).status_code == 404
    sent_back = Client().post(f"{address}lancer/", given | {"entered": "0"})
    assert sent_back["Location"].startswith(address)
    assert not Job.objects.exists()


@pytest.mark.usefixtures("computing_nothing")
def test_a_program_gets_a_code():
    api, address = factories.api(), f"/api/v1{ENTER}"
    for answer in (api.get(address, ATTACK), api.post(address, ATTACK, format="json")):
        assert answer.status_code == 400
        (error,) = answer.json()["errors"]
        assert (error["code"], error["attr"]) == ("too_much_to_compute", "rule-target")
    long = api.get(address, {**ATTACK, "rule-target": "100000"})
    assert long.json()["errors"][0]["code"] == "too_long_at_once"


@pytest.mark.usefixtures("computing_nothing")
def test_a_longer_turn_is_a_job():
    page = Client().get(STOP, ATTACK | {"rule-target": "100000", "entered": "0"})
    assert page.context["long"]
    assert page.context["form"].errors == {}


def test_a_job_that_enumerates_throws_can_be_stopped():
    game, question = find_question("dix-mille", "arret")
    asked_question = ask(game, question, {"rule-break_fives": "0"})
    assert asked_question.valid

    class Stopped(Exception):
        pass

    def stop(done, total):
        raise Stopped

    with pytest.raises(Stopped):
        asked_question.work(stop)


def test_a_question_without_a_rule_to_lower_says_to_change_its_conditions(monkeypatch):
    monkeypatch.setattr("games.bataille.analysis.lab.OF_A_PAIR", 1.0)
    page = Client().get("/labo/bataille/simulation/")
    assert plain(page.context["form"].errors) == {
        "__all__": ["Ce serait trop long à calculer : changer ces conditions."]
    }


# --- A match of extreme rules ----------------------------------------------------------------


@pytest.mark.usefixtures("computing_nothing")
@pytest.mark.parametrize(("target", "offered"), [(1_000_000, []), (100_000, ["arret"])])
def test_a_pad_is_advised_nothing_that_takes_long(target, offered):
    """Advice that a job may compute is linked; what is too much even for a job is not mentioned."""
    rules = {"target": target, "entry_single_throw": True}
    seats = factories.SEATS[:2]
    table = factories.table(None, game="dix-mille", preset="impair", rules=rules, seats=seats)
    assert table.patch(advice=True).status_code == 200
    browser = factories.browser()
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    taps = {"after": Match.objects.get(pk=table.id).version, "mode": "dice"}
    advice = browser.get(f"/labo/parties/{table.id}/conseil/", taps).context["advice"]
    assert [(link.question.slug, link.in_short) for link in advice] == [
        (slug, ()) for slug in offered
    ]


def test_judging_a_match_takes_what_its_turns_take():
    rules = find_question("dix-mille", "arret")[0].rules.model(target=2000)
    single, ten = (turn_estimate.judged_estimate(rules, turns) for turns in (1, 10))
    # The throws are read only once, and only one turn's tables are in memory at a time.
    assert ten.ms - 10 == pytest.approx(10 * (single.ms - 10))
    assert ten.held == single.held


@pytest.mark.parametrize(("target", "turns"), [(2000, 1), (1_000_000, 0)])
def test_a_match_of_a_target_out_of_all_reason_is_not_judged(target, turns):
    seats = [factories.SeatAsked(name=name) for name in ("Anne", "Bob")]
    rules = {"target": target, "entry_single_throw": True, "entry_score": 100}
    preset = find_question("dix-mille", "arret")[0].preset("impair")
    started = factories.started("dix-mille", preset=preset, rules=rules, seats=seats)
    match = factories.recorded(started, {"throws": [{"dice": [1, 2, 4, 4, 6], "keep": [1]}]})
    match.status = Status.FINISHED
    assert decisions.judgeable(plain_table(match), None) == turns


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"rule-initial_money": "41"}, "money_too_much", "rule-initial_money"),
        # 21 layers of 41 × 41 purses and some 400 scores, of four bytes each, are 56 MB.
        (
            {"rule-initial_money": "40", "rule-target": "1000"},
            "too_much_to_compute",
            "rule-initial_money",
        ),
        # If sums of scores go down to −400, even 21 × 21 purses are too many with a target of
        # 1000.
        ({"rule-target": "1000", "ours": "-5"}, "score_below_zero", "ours"),
        ({"ours": "-5"}, None, None),
    ],
)
def test_chances_with_money_have_a_table_of_bounded_size(given, code, field):
    game, question = find_question("dix", "chance-de-gagner")
    asked_question = ask(game, question, {"preset": "achat-argent", **given})
    errors = {
        (error.code, name)
        for name, e in asked_question.form.errors.as_data().items()
        for error in e
    }
    assert errors == ({(code, field)} if code else set())


def test_an_estimate_is_within_a_limit_in_time_and_in_bytes():
    limit = Estimate(10, 100)
    assert Estimate(10, 100).within(limit)
    assert not Estimate(11, 100).within(limit)
    assert not Estimate(10, 101).within(limit)
    assert Estimate(1, 2).with_more(Estimate(10, 20)) == (11, 22)
    assert SMALL.within(AT_ONCE)
    assert AT_ONCE.within(BY_JOB)
