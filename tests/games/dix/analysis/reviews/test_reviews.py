"""The review of a hand as a page, as a picture, by a job and over HTTP; and when there is none."""

import io

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from PIL import Image

from games.dix.analysis.equity import equity
from games.dix.analysis.reviews import review_jobs, review_views, reviews
from games.dix.models import HandReview
from games.models import Match
from jobs import services
from jobs.models import Job, State
from tests import factories
from tests.compiler import no_compiler
from tests.factories import HAND
from tests.games import pages
from tests.games.dix.analysed import first_judged
from tests.games.dix.reviewed import SLIPPED, unjudged
from tests.games.views.common import at_table, page
from tests.tournaments.stages import arranged
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]

# In this match one card loses the bid of 70, and the next hand ends the match.
IN_140 = {"target": 140}
LAST = {"bidder": 1, "bid": 100, "taken": 100}
# In this match the hand's 60 points end the match.
IN_60 = {"target": 60}
SIXTY = {**SLIPPED, "bid": 60}
REVIEW = "lignes/1/analyse/"
JUDGE = reviews.second_judge


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Replace the second judge by one who says nothing, so that a job is done as soon as it is
    started.
    """
    monkeypatch.setattr(reviews, "second_judge", lambda recorded, report: unjudged(recorded))


@pytest.fixture
def few(monkeypatch):
    """Restore the real second judge, with few layouts."""
    monkeypatch.setattr(reviews, "second_judge", JUDGE)
    monkeypatch.setattr("games.dix.analysis.reviews.review.LAYOUTS", 2)
    monkeypatch.setattr("games.dix.analysis.reviews.review.MORE_LAYOUTS", 2)


def over(*hands, **changes):
    return at_table(*(hands or [SLIPPED, LAST]), **{"rules": IN_140, **changes})


def judged(table, browser, number=1):
    """Return the page of a hand after the first judge has judged it."""
    first_judged(table.id, number)
    with no_compiler():
        return page(table, browser, f"lignes/{number}/analyse/")


def plain(text):
    """Return the text with plain spaces."""
    return text.replace("\xa0", " ")


# --- The page ----------------------------------------------------------------------------------


def test_the_page_names_the_one_card_that_lost_the_bid_and_no_other():
    table, browser = over()
    response = judged(table, browser)
    notes = response.context["review"].notes
    assert [plain(note.head) for note in notes] == ["Levée 6, Chloé : 7 de carreau"]
    assert plain(notes[0].seen) == (
        "Au lieu de l'as de carreau : −51 % de chances, −20 points, la mise tombe."
    )
    words = pages.text(response)
    assert "le meilleur jeu des deux camps donnait 80 à l'attaque ; elle en a pris 60." in words
    (bid,) = (row for row in response.context["review"].bids if row.own)
    assert (bid.label, bid.seen_points, bid.seen_made) == ("70", "80", True)
    assert plain(bid.seen_worth) == "match gagné 72 %"
    marked = [
        card
        for _name, suits in response.context["review"].hands
        for _s, cards in suits
        for card in cards
        if card.mark
    ]
    assert [card.code for card in marked] == ["7D"]


def test_without_a_script_every_trick_stands_in_the_list():
    table, browser = over()
    response = judged(table, browser)
    content = response.content.decode()
    assert content.count("data-trick=") == 10
    assert content.count("data-in=") == 40
    assert all(f"Levée {number} :" in pages.text(response) for number in range(1, 11))
    # The bar with arrows and slider, and the button for sharing, are hidden until the script
    # shows them. Nothing else is hidden.
    assert "data-bar" in content
    assert (
        content.count(" hidden")
        == content.count("hidden data-bar") + content.count('data-share="http')
        == 2
    )


def test_the_match_and_the_line_lead_to_the_review_of_a_hand_recorded_by_cards_only():
    table, browser = over(HAND | {"bid": 50, "taken": 50}, SIXTY, rules={"target": 110})
    sheet = page(table, browser).content.decode()
    assert f"/parties/{table.id}/lignes/2/analyse/" in sheet
    assert f"/parties/{table.id}/lignes/1/analyse/" not in sheet
    assert "analyse/" not in page(table, browser, "lignes/1/").content.decode()
    assert "lignes/2/analyse/" in page(table, browser, "lignes/2/").content.decode()
    assert page(table, browser, "lignes/1/analyse/").status_code == 404
    assert page(table, browser, "lignes/3/analyse/").status_code == 404


def test_names_are_escaped_on_the_page():
    seats = [{"name": name} for name in ("<b>A</b>", "B&B", "C", "D")]
    table, browser = over(seats=seats)
    content = judged(table, browser).content.decode()
    assert "<b>A" not in content
    assert "&lt;b&gt;A" in content
    assert "B&amp;B" in content


def test_a_hidden_player_of_the_club_is_not_named():
    club = factories.club()
    hidden = factories.player("Honorine", club, shown="hidden")
    match = factories.started(
        club=club, rules=IN_60, by=factories.Caller(user=factories.member(club, "owner"))
    )
    match.seats.filter(number=2).update(player=hidden, guest_name="")
    factories.recorded(match, SIXTY)
    first_judged(match.pk)
    content = factories.browser().get(f"/parties/{match.pk}/{REVIEW}").content.decode()
    assert "Honorine" not in content
    assert "Levée 6" in content


@pytest.mark.parametrize("preset", ["ruff", "as-penalises", "achat-points"])
def test_every_ruleset_has_its_review(preset):
    from random import Random

    from games.dix.engine.sample import sample_by_card

    table, browser = at_table(preset=preset, rules={"target": 100})
    recorded = 0
    random = Random(3)
    rules = Match.objects.get(pk=table.id).dixrules
    while table.body()["status"] == "in_progress":
        entry = {**sample_by_card(rules, random), "bid": rules.min_bid}
        assert table.record(entry).status_code == 201
        recorded += 1
    for number in range(1, recorded + 1):
        response = judged(table, browser, number)
        assert response.status_code == 200
        assert len(response.context["review"].tricks) == rules.deck // 4


def test_a_hand_of_la_partie_is_judged_by_the_match():
    table, browser = at_table({**SLIPPED, "bid": None, "partie": True})
    response = judged(table, browser)
    assert response.context["review"].notes == ()
    body = table.get("entries/1/review/").json()
    assert (body["seen"]["unit"], body["seen"]["bid"]["own"]["value"]) == ("chance", 0)


def test_the_page_asks_the_first_judge_by_a_job_and_comes_back_to_its_word(
    django_capture_on_commit_callbacks,
):
    table, browser = over()
    place = f"/parties/{table.id}/{REVIEW}"
    # The page asks for the first judge whether or not the second one has judged.
    _table, recorded = reviews.find_hand_of(table.id, 1, factories.Caller())
    reviews.keep_judgement(recorded, unjudged(recorded))
    with no_compiler():
        response = page(table, browser, REVIEW)
    assert not response.context["review"].all_seen
    content = response.content.decode()
    assert f"""hx-post="{place}" hx-vals='{{"prepare": "1"}}'""" in content
    assert 'hx-trigger="load"' in content
    assert "Le premier juge regarde les quatre mains" in pages.text(response)
    # Without scripts there is a button.
    assert f'<noscript>\n      <form method="post" action="{place}">' in content
    assert table.get("entries/1/review/").json()["seen"] is None
    with django_capture_on_commit_callbacks(execute=True):
        part = browser.post(place, {"prepare": "1"}, headers={"hx-request": "true"})
    job = Job.objects.get()
    assert (job.kind, job.state) == (review_jobs.KIND, State.DONE)
    assert f'hx-get="/travaux/{job.pk}/"' in part.content.decode()
    onward = browser.get(f"/travaux/{job.pk}/", headers={"hx-request": "true"})["HX-Redirect"]
    assert onward == f"{place}?prepare=1"
    response = browser.get(onward)
    assert response.context["review"].all_seen
    assert "hx-post" not in response.content.decode()
    seen = table.get("entries/1/review/").json()["seen"]
    assert [card["card"] for card in seen["cards"] if card["mistake"]] == ["7D"]


def test_a_page_that_comes_back_without_its_word_asks_no_second_time():
    table, browser = over()
    content = page(table, browser, f"{REVIEW}?prepare=1").content.decode()
    assert "hx-post" not in content
    assert f'<form method="post" action="/parties/{table.id}/{REVIEW}">' in content
    assert "<noscript>\n      <form" not in content


def test_without_a_script_the_button_leads_there_too(settings, django_capture_on_commit_callbacks):
    settings.SOLVED_IN_PAGES = False
    equity._BY_SCORE.clear()
    table, browser = over()
    place = f"/parties/{table.id}/{REVIEW}"
    with django_capture_on_commit_callbacks(execute=True):
        sent = browser.post(place, {"prepare": "1"})
    assert browser.get(sent["Location"])["Location"] == f"{place}?prepare=1"
    equity._BY_SCORE.clear()
    assert page(table, browser, REVIEW).context["review"].all_seen


def test_a_second_reader_finds_the_job_of_the_first_and_may_not_stop_it(settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    table, writer = over()
    place, headers = f"/parties/{table.id}/{REVIEW}", {"headers": {"hx-request": "true"}}
    first, second = (factories.browser() for _reader in range(2))
    with no_compiler():
        parts = [
            client.post(place, {"prepare": "1"}, **headers) for client in (first, second, writer)
        ]
    job = Job.objects.get()
    assert all(f'id="job-{job.pk}"' in part.content.decode() for part in parts)
    stop = f"/travaux/{job.pk}/arreter/"
    assert [stop in part.content.decode() for part in parts] == [False, False, True]
    assert [client.post(stop).status_code for client in (first, second, writer)] == [403, 403, 302]


def test_a_review_reads_as_much_for_a_long_match_as_for_a_short_one():
    counts = []
    for before in (0, 6):
        hands = [{**HAND, "bid": 50, "taken": 50}] * before
        table, browser = over(*hands, SIXTY, rules={"target": 60 + 50 * before})
        address = f"/parties/{table.id}/lignes/{before + 1}/analyse/"
        _table, recorded = reviews.find_hand_of(table.id, before + 1, factories.Caller())
        reviews.keep_seen(recorded, unjudged(recorded))
        browser.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(address).status_code == 200
        counts.append(len(queries))
    # One of the nine queries reads the first judge's judgement.
    assert counts == [9, 9]


# --- Never while it runs -----------------------------------------------------------------------


def refused(table, browser):
    """Return the set of statuses of everything that shows or starts a review."""
    return {
        page(table, browser, REVIEW).status_code,
        browser.post(f"/parties/{table.id}/{REVIEW}").status_code,
        page(table, browser, "lignes/1/analyse.png").status_code,
        table.get("entries/1/review/").status_code,
        table.call("post", "entries/1/review/", {}).status_code,
    }


def test_nothing_is_told_while_the_match_runs_or_once_it_is_given_up():
    table, browser = at_table(SLIPPED)
    assert refused(table, browser) == {404}
    assert "analyse/" not in page(table, browser).content.decode()
    assert "analyse/" not in page(table, browser, "lignes/1/").content.decode()
    table.patch(status="abandoned")
    assert refused(table, browser) == {404}
    assert not Job.objects.exists()


def test_nothing_is_told_while_the_tournament_runs():
    club = factories.club()
    night = arranged(club, factories.member(club, "owner"))
    table, browser = over()
    Match.objects.filter(pk=table.id).update(event_id=night.pk)
    assert refused(table, browser) == {404}
    assert "analyse/" not in page(table, browser).content.decode()
    assert "analyse/" not in page(table, browser, "lignes/1/").content.decode()
    assert not Job.objects.exists()
    Tournament.objects.filter(pk=night.pk).update(state=Tournament.State.FINISHED)
    assert page(table, browser, REVIEW).status_code == 200
    assert f"{REVIEW}" in page(table, browser).content.decode()


def again(job_id):
    """Put a finished job back to waiting, and delete the reviews."""
    Job.objects.filter(pk=job_id).update(state=State.WAITING, finished_at=None, result=None)
    HandReview.objects.all().delete()


def test_a_job_that_waited_tells_nothing_once_the_match_runs_again():
    table, _browser = over()
    job = table.call("post", "entries/1/review/", {}).json()["id"]
    again(job)
    Match.objects.filter(pk=table.id).update(status="in_progress", finished_at=None, ended_by="")
    services.perform(job_id=job)
    assert Job.objects.get(pk=job).error == "review_gone"
    assert not HandReview.objects.exists()


# --- The second judge --------------------------------------------------------------------------


def test_the_second_judge_is_a_job_whose_word_is_kept_for_everybody(
    few, django_capture_on_commit_callbacks
):
    table, browser = over()
    with django_capture_on_commit_callbacks(execute=True):
        sent = browser.post(f"/parties/{table.id}/{REVIEW}")
    job = Job.objects.get()
    if job.unfinished:
        services.perform(job_id=job.pk)
        job.refresh_from_db()
    assert (sent.status_code, job.state, job.kind) == (302, State.DONE, review_jobs.KIND)
    assert browser.get(sent["Location"])["Location"] == f"/parties/{table.id}/{REVIEW}"
    answer = page(table, factories.browser(), REVIEW)
    assert answer.context["review"].both
    body = factories.api().get(f"/api/v1/matches/{table.id}/entries/1/review/").json()
    assert len(body["could_know"]["cards"]) == 40
    judged = HandReview.objects.get().judged
    assert body["could_know"]["cards"] == judged["cards"]
    assert body["could_know"]["model"]["code"] == judged["model"]["name"] == "solved_deals"
    # A second request starts no job, because the judgement is stored.
    assert browser.post(f"/parties/{table.id}/{REVIEW}")["Location"].endswith(REVIEW)
    assert Job.objects.count() == 1


def test_a_card_that_cost_by_bad_luck_alone_is_called_that(monkeypatch):
    table, browser = over()
    _table, recorded = reviews.find_hand_of(table.id, 1, factories.Caller())
    assert reviews.keep_judgement(recorded, unjudged(recorded))
    response = judged(table, browser)
    (note,) = response.context["review"].notes
    assert note.mark == "unlucky"
    assert plain(note.known) == "La malchance : rien ne le disait avant de jouer."


def test_a_corrected_hand_is_to_be_judged_again():
    table, browser = over()
    _table, recorded = reviews.find_hand_of(table.id, 1, factories.Caller())
    reviews.keep_judgement(recorded, unjudged(recorded))
    assert page(table, browser, REVIEW).context["review"].both
    assert table.correct(1, {**SLIPPED, "bid": 75}).status_code == 200
    assert not page(table, browser, REVIEW).context["review"].both


def test_a_visitor_has_two_judgements_at_a_time():
    table, browser = over()
    for _ in range(2):
        other, _writer = over()
        assert "/travaux/" in browser.post(f"/parties/{other.id}/{REVIEW}")["Location"]
    Job.objects.update(state=State.WAITING, finished_at=None, result=None)
    third = browser.post(f"/parties/{table.id}/{REVIEW}")
    assert third["Location"] == f"/parties/{table.id}/{REVIEW}"
    assert Job.objects.count() == 2


def test_a_judgement_can_be_stopped_and_leaves_nothing(few):
    table, _browser = over()
    job = table.call("post", "entries/1/review/", {}).json()["id"]
    again(job)
    stops = iter([False, False, True])
    services.perform(job_id=job, stopping=lambda: next(stops, True))
    assert Job.objects.get(pk=job).state == State.WAITING  # for another worker, once
    assert not HandReview.objects.exists()


# --- The picture -------------------------------------------------------------------------------


def test_a_reviewed_hand_is_passed_on_as_a_picture():
    table, browser = over()
    with no_compiler():
        answer = page(table, browser, "lignes/1/analyse.png")
    picture = Image.open(io.BytesIO(answer.content))
    assert (answer["Content-Type"], picture.format, picture.size) == (
        "image/png",
        "PNG",
        (1200, 630),
    )


def test_the_picture_of_costs_in_chances_names_their_model(monkeypatch):
    table, browser = over()
    first_judged(table.id)
    pictures = []

    def described(_request, describe):
        pictures.append(describe())
        return HttpResponse()

    monkeypatch.setattr(review_views, "picture_response", described)
    page(table, browser, "lignes/1/analyse.png")
    assert plain(pictures[0].sentences[-1]).startswith("Modèle « donnes résolues »")


def test_a_program_starts_either_judge_and_is_told_where_to_look(
    django_capture_on_commit_callbacks,
):
    table, _browser = over()
    address = f"/api/v1/matches/{table.id}/entries/1/review/"
    api = factories.api()
    assert api.get(address).json()["seen"] is None
    with django_capture_on_commit_callbacks(execute=True):
        started = api.post(address, {"judge": "seen"}, format="json")
    assert (started.status_code, started.json()["review"]) == (202, address)
    first = api.get(address).json()
    assert first["could_know"] is None
    # The bidder could have passed, first of all.
    assert set(first["seen"]["bid"]["passing"]) == {"value", "error", "contract"}
    with django_capture_on_commit_callbacks(execute=True):
        assert api.post(address).json()["review"] == address
    assert api.get(address).json()["could_know"] is not None
    assert api.post(address, {"judge": "third"}, format="json").status_code == 400
