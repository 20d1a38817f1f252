"""Tests of `…/adviser/`, which suggests two or three formats for an evening."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match
from tests import factories
from tests.plain import plain
from tests.tournaments.evening import PAIRS, evening

pytestmark = pytest.mark.django_db


def test_seven_pairs_three_hours_four_tables():
    night = evening(*PAIRS)
    advice = night.do("get", "adviser/?minutes=210&tables=4")
    # A match of dix takes 35 minutes, and there are five minutes between two rounds.
    assert (advice["entrants"], advice["match_minutes"], advice["matches"]) == (7, 35, 0)
    assert [
        (suggestion["format"], suggestion["options"], suggestion["minutes"])
        for suggestion in advice["suggestions"]
    ] == [
        ("swiss", {"rounds": 5}, 200),
        ("groups", {}, 200),
        (
            "rotation",
            {
                "movement": "barometer",
                "duplicate": "matchpoints",
                "deals": 8,
                "rounds": 3,
                "deals_by": "table",
            },
            159,
        ),
    ]
    groups = advice["suggestions"][1]
    assert plain(groups["text"]) == (
        "1 poule de 4 et 1 poule de 3, 3 rondes, 4 qualifiés, puis 2 rondes, 3 tables, "
        "de 2 à 5 matchs chacun"
    )
    assert [reason["code"] for reason in groups["reasons"]] == ["final", "least_matches", "rests"]


def test_what_does_not_fit_says_by_how_much():
    advice = evening(*PAIRS).do("get", "adviser/?minutes=60&tables=2")
    assert [(suggestion["format"], suggestion["over"]) for suggestion in advice["suggestions"]] == [
        ("swiss", 90),  # two rounds of three tables, in two turns each: 2 × (2 × 35 + 5)
        ("single_elimination", 95),
    ]


def test_the_clubs_own_matches_say_how_long_one_takes():
    night = evening(*PAIRS)
    begun = timezone.now() - timedelta(days=3)
    # The match of 1000 minutes (left open overnight) and that of 1 minute (typed afterwards) are
    # ignored.
    for minutes in (40, 50, 52, 54, 90, 1000, 1):
        table = factories.table(None, factories.ALL_TAKEN, rules=factories.IN_100)
        lasted = begun + timedelta(minutes=minutes)
        played = Match.objects.filter(pk=table.id)
        played.update(club=night.club, started_at=begun, finished_at=lasted)
    advice = night.do("get", "adviser/?minutes=240")
    assert (advice["match_minutes"], advice["matches"]) == (52, 5)


def test_people_who_come_alone_play_a_melee():
    advice = evening().do("get", "adviser/?minutes=180&entrants=22&people=1")
    assert [
        (suggestion["format"], suggestion["options"]) for suggestion in advice["suggestions"]
    ] == [
        ("melee", {"rounds": 4}),
        ("rotation", {"movement": "individual", "rounds": 4}),
    ]


@pytest.mark.parametrize(
    ("query", "code", "attr"),
    [
        ("entrants=7", "required", "minutes"),
        ("minutes=180", "too_few_entrants", "entrants"),
        ("minutes=180&entrants=1", "min_value", "entrants"),
    ],
)
def test_what_is_missing_is_named(query, code, attr):
    assert evening().refusal("get", f"adviser/?{query}") == (400, code, attr)
