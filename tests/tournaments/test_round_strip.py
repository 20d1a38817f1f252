"""The progress strip: rounds over, running and to come, the tables of the round, the end."""

import re

import pytest

from tests import factories
from tests.tournaments.evening import PAIRS, evening
from tests.tournaments.stages import arranged
from tournaments.calendar.round_strip import RoundStrip, strip_until_the_end, strips_of
from tournaments.models import Tournament
from tournaments.queries import with_counts

pytestmark = pytest.mark.django_db
THREE = ("Anne & Bruno", "Chloé & David", "Élise & Farid")


def rows():
    return list(with_counts(Tournament.objects.order_by("created_at")))


def states(strip):
    return [(mark.number, mark.state) for mark in strip.marks]


def test_it_goes_on_with_the_rounds_and_counts_tables_but_no_byes(django_assert_num_queries):
    club = factories.club("un")
    account = factories.member(club, "officer")
    ready, drafted, published = (
        arranged(club, account, stage, entered=THREE) for stage in ("ready", "drafted", "published")
    )
    arranged(club, account, "ladder")
    listed = rows()
    with django_assert_num_queries(2):
        strips = strips_of(listed)
    assert set(strips) <= {ready.pk, drafted.pk, published.pk}
    # A draft is the organisers' own affair.
    assert states(strips[drafted.pk]) == [(1, "next"), (2, "next")]
    strip = strips[published.pk]
    assert (states(strip), strip.settled, strip.tables) == ([(1, "now"), (2, "next")], 0, 1)
    (row,) = (row for row in rows() if row.pk == published.pk)
    row.club = club
    ending = strip_until_the_end(row)
    assert ending is not None
    assert ending.ends.startswith("fin vers")
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert published.pk not in strips_of(rows())


def test_many_rounds_are_one_mark():
    strip = RoundStrip(number=9, planned=15, running=True)
    assert (states(strip), strip.shortened) == ([(9, "now")], True)


def test_the_list_the_club_and_the_home_page_have_it():
    club = factories.club("un")
    arranged(club, factories.member(club, "officer"), "published")
    for address in ("/", "/clubs/un/", "/tournois/"):
        page = factories.browser().get(address).content.decode()
        assert page.count('class="round-strip"') == 1, address
        assert "Ronde 1 sur 2" in page
        assert "0/1 table" in page


def test_all_rounds_at_once_have_no_number():
    night = evening(*PAIRS, format="groups", options={"groups": 2, "open_rounds": True})
    drawn = night.draw()
    club = f"/clubs/{night.club.slug}/"
    home = f"/tournois/{night.id}/"
    for address in (home, "/tournois/", club):
        strip = strip_of(address)
        assert strip.startswith("Toutes les rondes 0/9 tables"), address
        assert "Ronde 1" not in strip
    night.play(drawn)
    night.draw()
    assert strip_of("/tournois/").startswith("Ronde 2 R2 0/")
    assert strip_of(home).startswith("Ronde 2 sur 3")


def strip_of(address):
    page = factories.browser().get(address).content.decode()
    strip = re.search('class="round-strip">(.*?)\n</span>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", strip[1]).split())
