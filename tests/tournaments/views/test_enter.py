"""Tests of which button the Enter key presses in an organiser's forms with several buttons."""

import pytest

from tests import factories
from tests.forms_drawn import forms_of
from tests.tournaments.evening import PAIRS, evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def form_with(page, field):
    """Return the only form of the page that has a field of that name."""
    (match,) = [
        form
        for form in forms_of(page.content.decode())
        if any(input_.get("name") == field for input_ in form.fields)
    ]
    return match


@pytest.fixture
def night():
    return evening(*PAIRS)


@pytest.fixture
def officer(night):
    return factories.browser(factories.member(night.club, "officer"))


def test_enter_in_a_new_tournament_opens_it(night, officer):
    default = form_with(officer.get("/tournois/nouveau/"), "name").default
    assert (default["text"], "name" in default) == ("Ouvrir le tournoi", False)


def test_enter_in_an_evening_reads_its_list_and_draws_nothing(night, officer):
    page = officer.get(f"/tournois/soiree/{night.club.slug}/")
    assert form_with(page, "name").default["name"] == "preview"


def test_enter_in_a_seed_draws_again_and_exchanges_nobody(night, officer):
    night.do("post", "rounds/", {})
    page = officer.get(f"/tournois/{night.id}/rondes/1/")
    assert form_with(page, "seed").default["name"] == "redraw"
    exchange = form_with(page, "swap").default
    assert (exchange["text"], "name" in exchange) == ("Échanger les deux cochés", False)
    address = f"/tournois/{night.id}/rondes/1/arranger/"
    officer.post(address, {"seed": "six et quatre", "redraw": "1"})
    assert night.do("get", "rounds/1/")["seed"] == "six et quatre"


@pytest.mark.parametrize("action", ["start", "pause"])
def test_enter_in_the_minutes_starts_the_clock_and_never_stops_it(night, officer, action):
    night.draw()
    night.do("post", "timer/", {"action": action, "minutes": 45})
    form = form_with(officer.get(f"/tournois/{night.id}/"), "minutes")
    assert (form.default["name"], form.default["value"]) == ("action", "start")
    officer.post(f"/tournois/{night.id}/minuteur/", {"action": "start", "minutes": "20"})
    clock = Tournament.objects.get(pk=night.id)
    assert (clock.timer_minutes, clock.timer_started_at is not None) == (20, True)
