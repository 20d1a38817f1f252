"""A mistaken name is corrected at the table: the wrong name leaves the club's list if it was used
for nothing else.
"""

from datetime import date

import pytest

from clubs.models import Action, ClubChange, ClubPlayer, Player
from games.models import Match
from tests import factories
from tests.games import pages
from transmission.models import Attestation, Link

pytestmark = pytest.mark.django_db

TYPED = {"name_0": "Ane", "name_1": "Bruno", "name_2": "Chloé", "name_3": "David"}


@pytest.fixture
def club():
    return factories.club("le-club", open_recording=True)


def sent(browser, address, field, **filled):
    form = pages.form(browser.get(address), field=field)
    return browser.post(form.action or address, form.data(**filled))


@pytest.fixture
def browser(club):
    """A browser that has started a match of an open club, with one name mistyped."""
    browser = factories.browser()
    assert sent(browser, "/jouer/dix/", "name_0", club=club.slug, **TYPED).status_code == 302
    assert listed(club) == ["Ane", "Bruno", "Chloé", "David"]
    return browser


def listed(club):
    rows = ClubPlayer.objects.filter(club=club).order_by("player__name")
    return list(rows.values_list("player__name", flat=True))


def put_right(browser, name="Anne"):
    address = f"/parties/{Match.objects.latest('started_at').pk}/reglages/"
    answer = sent(browser, address, "name_0", name_0=name)
    assert answer.status_code == 302, answer.content.decode()


def mistaken():
    return Player.objects.get(name="Ane")


def test_the_mistaken_name_leaves_the_list_and_the_right_one_comes(club, browser):
    put_right(browser)
    assert listed(club) == ["Anne", "Bruno", "Chloé", "David"]
    seat = Match.objects.get().seats.get(number=0)
    assert (seat.player.name, seat.guest_name) == ("Anne", "Anne")
    # The club's log records the removal, and the match's history can still name the removed
    # player.
    assert ClubChange.objects.filter(kind=Action.REMOVED).get().player == mistaken()
    history = browser.get(f"/parties/{Match.objects.get().pk}/historique/")
    assert history.status_code == 200


def test_a_name_that_differs_by_its_capitals_alone_is_put_right_too(club, browser):
    put_right(browser, "ANE")
    assert listed(club) == ["ANE", "Bruno", "Chloé", "David"]


def other_match(person, club):
    factories.table(factories.api(factories.site_owner()), seats=[
        {"player": person.pk}, *({"name": f"X{number}"} for number in range(3))
    ])  # fmt: skip


def other_club(person, club):
    other = factories.club("autre")
    ClubPlayer.objects.create(club=other, player=person, name_key="ane")


def account(person, club):
    Player.objects.filter(pk=person.pk).update(user=factories.user())


def attestation(person, club):
    Attestation.objects.create(
        game="dix", club=club, player=person, date=date(2024, 1, 1), witness="Jean"
    )


def lineage(person, club):
    Link.objects.create(
        game="dix", club=club, teacher=person, learner=factories.player("Zoé", club)
    )


def renamed(person, club):
    ClubChange.objects.create(club=club, kind=Action.RENAMED, player=person)


def shown_by_initials(person, club):
    Player.objects.filter(pk=person.pk).update(shown="initials")


@pytest.mark.parametrize(
    "reason",
    [other_match, other_club, account, attestation, lineage, renamed, shown_by_initials],
    ids=lambda reason: reason.__name__,
)
def test_whoever_is_more_than_that_stays(club, browser, reason):
    reason(mistaken(), club)
    Match.objects.exclude(club=club).update(started_at="2020-01-01T00:00:00Z")
    put_right(browser)
    assert "Ane" in listed(club)


def test_who_was_on_the_list_before_stays(club):
    factories.player("Ane", club)
    browser = factories.browser()
    assert sent(browser, "/jouer/dix/", "name_0", club=club.slug, **TYPED).status_code == 302
    put_right(browser)
    assert listed(club) == ["Ane", "Anne", "Bruno", "Chloé", "David"]


def test_where_the_club_keeps_its_list_itself_by_now_nobody_leaves_it(club, browser):
    factories.owner_who_came()
    type(club).objects.update(open_recording=False)
    put_right(browser)
    assert "Ane" in listed(club)
