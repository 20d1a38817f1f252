"""Tests of a challenge's evenings if its dates span the whole range of the calendar."""

import datetime as dt

import pytest

from tests import factories
from tournaments.challenges.night_queries import nights_of
from tournaments.models import Challenge


@pytest.mark.django_db
def test_a_season_from_the_first_day_of_the_calendar_to_the_last_has_its_evenings():
    club = factories.club("un", open_recording=True)
    match = factories.finished(club=club)
    challenge = Challenge.objects.create(
        club=club, name="Toujours", first=dt.date.min, last=dt.date.max, nights=True
    )
    [(_day, where, outcomes)] = nights_of(challenge, {})
    assert (where, len(outcomes)) == (club.pk, match.seats.count())
