"""« Que vaut ma main ? »: by page, job, API and shell, and what its answer says."""

import io

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from games.dix.analysis.worth import worth_lab
from games.dix.analysis.worth.worth_lab import WorthForm, answer
from games.dix.models import DixHand
from jobs.models import Job, State
from jobs.progress import Cancelled
from labo.answer_text import shown_answer
from tests import factories
from tests.games.dix.analysis.worth.test_club_hands import match_of
from tests.plain import plain

pytestmark = pytest.mark.nightly
PAGE = "/labo/dix/valeur-d-une-main/"
API = "/api/v1/labo/dix/valeur-d-une-main/"
SURE = "AS KS QS JS 10S 9S 8S 7S 6S 5S"


def values(**changes):
    form = WorthForm(
        {
            "deck": 40,
            "cards": SURE.split(),
            "leader": 0,
            "card_values": "traditional",
            "precision": 2,
            "seed": 1,
            **changes,
        }
    )
    assert form.is_valid(), form.errors
    return form.cleaned_data


def trump(mean, error, *shares, whole=0.0, least=0):
    bids = range(50, 101, 5)
    chances = [[bid, share, 0.01] for bid, share in zip(bids, shares, strict=True)]
    return {
        "mean": mean,
        "error": error,
        "chances": chances,
        "all": [whole, 0.01],
        "least": least,
        "worst": ["AS", "KS", "QS", "JS"],
    }


LIKELY = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0]
HARDLY = [0.3, 0.2, 0.1, 0, 0, 0, 0, 0, 0, 0, 0]
RESULT = {
    "deals": 100,
    "trumps": {
        "spades": trump(41.0, 2.0, *HARDLY),
        "hearts": trump(73.4, 1.5, *LIKELY, whole=0.05, least=20),
        "diamonds": trump(72.0, 1.5, *LIKELY),
        "clubs": trump(30.0, 2.0, *HARDLY),
    },
    "club": [],
}


def test_the_best_trump_comes_first_with_the_highest_bid_that_is_made_one_time_in_two():
    page = shown_answer(answer(values(), RESULT))
    assert plain(page.sentence) == (
        "Atout cœur : 73 points en moyenne. Une mise de 75 réussit 50 fois sur 100."
    )
    assert page.drawings[0].title == "Chance de réussir chaque mise, atout cœur"
    with translation.override("en"):
        english = shown_answer(answer(values(), RESULT))
    assert english.drawings[0].title == "Chance of making each bid, hearts as trump"
    means, best, others, beaten = page.grids
    assert [cells[0].text for _marked, cells, _follow in means.rows] == [
        "cœur",
        "carreau",
        "pique",
        "trèfle",
    ]
    assert [[cell.text for cell in cells] for _marked, cells, _follow in best.rows][-2:] == [
        ["100", "0,0\u202f%", "1,0\u202f%"],
        ["La partie", "5,0\u202f%", "1,0\u202f%"],
    ]
    assert [head for head, _number in others.heads] == [
        "Mise",
        "carreau",
        "±",
        "pique",
        "±",
        "trèfle",
        "±",
    ]
    assert plain(beaten.caption) == "La donne qui la bat : 20 points, atout cœur"
    assert [(cells[0].text, cells[1].text) for _marked, cells, _follow in beaten.rows] == [
        ("Moi", "A♠"),
        ("À gauche", "R♠"),
        ("Partenaire", "D♠"),
        ("À droite", "V♠"),
    ]
    # 73.4 and 72 are less than two errors of their difference (2 × √(1.5² + 1.5²)) apart.
    assert page.remarks[0].startswith("Cœur et carreau sont trop proches")
    assert page.remarks[1].startswith("Trop beau et trop dur à la fois")
    assert len(page.remarks) == 2


def test_a_hand_that_hardly_makes_the_lowest_bid_is_told_so():
    only = {name: trump(41.0 - place, 0.1, *HARDLY) for place, name in enumerate(RESULT["trumps"])}
    page = shown_answer(answer(values(), {**RESULT, "trumps": only}))
    assert plain(page.sentence) == (
        "Atout pique : 41 points en moyenne. Même une mise de 50 ne réussit que 30 fois sur 100."
    )
    assert [remark[:8] for remark in page.remarks] == ["Trop bea"]


def test_in_defence_no_bid_is_told_but_what_the_side_takes():
    page = shown_answer(answer(values(leader=3), RESULT))
    assert plain(page.sentence) == (
        "En défense, votre camp prend en moyenne de 30 points (atout trèfle) à 73 (atout cœur)."
    )
    assert page.grids[1].heads[0][0] == "Points"
    assert "La partie" not in [cells[0].text for _marked, cells, _follow in page.grids[1].rows]


def test_the_club_s_hands_stand_beside_the_solver_s():
    rows = [
        {"bid": 70, "hands": 2, "taken": 130, "perfect": 155, "made": 1, "makeable": 2},
        {"bid": None, "hands": 1, "taken": 100, "perfect": 100, "made": 1, "makeable": 1},
    ]
    page = shown_answer(answer(values(), {**RESULT, "club": rows}))
    assert [[cell.text for cell in cells] for _marked, cells, _follow in page.grids[-1].rows] == [
        ["70", "2", "65", "77,5", "1", "2"],
        ["La partie", "1", "100", "100", "1", "1"],
    ]
    assert plain(page.remarks[-1]) == (
        "Dans 3 brasses inscrites par cartes que vous pouvez voir, qui a misé a pris 77 points en "
        "moyenne ; le jeu parfait des deux camps en donnait 85."
    )


# --- By page, job, API and shell ---------------------------------------------------------------


@pytest.fixture
def few(monkeypatch):
    """Draw two deals instead of hundreds."""
    monkeypatch.setattr(worth_lab, "MOST_DEALS", 2)


@pytest.mark.django_db
def test_the_page_waits_for_ten_cards_and_one_tap_starts_the_job(
    few, django_capture_on_commit_callbacks
):
    match_of(factories.club())
    client = Client()
    fresh = client.get(PAGE).content.decode()
    # No card is selected on the new form, so an example need not be cleared first.
    assert " checked" not in fresh
    assert "errorlist" not in fresh
    assert f'action="{PAGE}lancer/"' in fresh
    nine = client.post(f"{PAGE}lancer/", {"cards": SURE.split()[:9]})
    corrected = client.get(nine["Location"])
    assert corrected.context["form"].errors.as_data()["cards"][0].code == "card_count"
    assert corrected.content.decode().count(" checked") == 9
    assert f'action="{PAGE}lancer/"' in corrected.content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        launched = client.post(f"{PAGE}lancer/", {"cards": SURE.split(), "seed": "7"})
    job = Job.objects.get()
    assert (job.state, job.error) == (State.DONE, "")
    newest = DixHand.objects.order_by("-number")
    assert job.arguments["seen"] == list(newest.values_list("pk", flat=True))
    onward = client.get(launched["Location"])["Location"]
    assert onward.endswith("#answer")
    answer = client.get(onward).context["answer"]
    assert plain(answer.sentence) == (
        "Atout pique : 100 points en moyenne. Une mise de 100 réussit 100 fois sur 100."
    )
    # The two hands of the match, recorded by cards, stand beside the solver's.
    assert [cells[1].text for _marked, cells, _follow in answer.grids[-1].rows] == ["1", "1"]
    assert Client().get(onward).status_code == 404
    assert client.get(onward.replace("?", "csv/?")).status_code == 200


@pytest.mark.django_db
def test_by_the_api_it_is_a_job_too(few, django_capture_on_commit_callbacks):
    secret = factories.club(public=False)
    match_of(secret)
    values = {"cards": SURE.split(), "card_values": "penalised_aces", "leader": "2"}
    api = factories.api(factories.member(secret))
    assert api.get(API, values).json()["errors"][0]["code"] == "too_long_at_once"
    with django_capture_on_commit_callbacks(execute=True):
        started = api.post(API, values, format="json").json()
    body = api.get(API, {**values, "travail": started["id"]}).json()
    assert [figure["code"] for figure in body["figures"]] == ["mean", "all", "deals"]
    # The hand takes every trick, whoever leads: all the points, less 10 for each ace of its
    # side.
    assert body["figures"][1]["number"]["value"] == 1.0
    assert body["figures"][0]["number"]["value"] in {60 + 5 * more for more in range(7)}
    # The match was recorded under other card values, so its hands are not compared.
    assert Job.objects.get().arguments["seen"] == []


@pytest.mark.django_db
def test_in_a_shell_too_without_a_club(few):
    match_of(factories.club())
    out = io.StringIO()
    call_command("labo", "dix", "valeur-d-une-main", f"cards={SURE}", stdout=out)
    assert plain(out.getvalue()).startswith("Atout pique : 100 points en moyenne.")
    assert "À la table" not in out.getvalue()


def test_a_stopped_question_gives_nothing(few):
    def stop(done, total):
        raise Cancelled

    with pytest.raises(Cancelled):
        worth_lab.run({**values(), "seen": []}, stop)


# --- With what one knows; stopped on the way ---------------------------------------------------


def test_deals_agree_with_the_calls_and_the_cards_seen(few):
    hand = ["AS", "KS", "QS", "JS", "9H", "8H", "7D", "6D", "5C", "QC"]
    known = {"cards": hand, "dealer": 2, "calls": "60 passe", "seen_partner": "10S AH"}
    given = values(**known)
    result = worth_lab.run({**given, "seen": []}, lambda done, total: None)
    for worth in result["trumps"].values():
        assert {"10S", "AH"} <= set(worth["worst"][2].split())
    remarks = " ".join(answer(given, result).remarks)
    assert "d'accord avec les annonces" in remarks
    assert "2 cartes vues restent" in remarks


def test_deals_that_nobody_could_be_dealt_are_no_answer(few, monkeypatch):
    from games.dix.analysis.worth import worth
    from games.dix.analysis.worth.calls import Promise
    from games.registry.lab import NoAnswer

    monkeypatch.setattr(worth, "MOST_TRIES", 20)
    given = values(calls="100", dealer=3, leader=1)
    given["promised"] = {1: Promise(1000)}
    with pytest.raises(NoAnswer):
        worth_lab.run({**given, "seen": []}, lambda done, total: None)


@pytest.mark.django_db
def test_a_stopped_job_shows_what_it_has_with_its_error(
    monkeypatch, django_capture_on_commit_callbacks
):
    from jobs.progress import Progress

    def update(progress, done, total=0):
        if done >= 10:
            raise Cancelled

    monkeypatch.setattr(Progress, "update", update)
    client = Client()
    hand = "AS KS QS JS 9H 8H 7D 6D 5C QC"
    with django_capture_on_commit_callbacks(execute=True):
        launched = client.post(f"{PAGE}lancer/", {"cards": hand.split()})
    job = Job.objects.get()
    assert (job.state, job.result["deals"], job.result["stopped"]) == (State.DONE, 10, True)
    page = client.get(client.get(launched["Location"])["Location"]).context["answer"]
    assert any(remark.startswith("Arrêté après 10 donnes") for remark in page.remarks)
