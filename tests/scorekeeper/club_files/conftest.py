"""A club that has something of everything, its owner, and its file."""

import pytest

from clubs import services
from clubs.callers import Caller
from leaderboards.models import Feat
from scorekeeper.club_files.saving import save
from tests import factories
from tests.bulletin.evenings import published
from tests.tournaments.stages import arranged
from tests.transmission.families import linked, played
from tournaments.models import Challenge, EnteredTable


def silent(done, total):
    """Take no notice of a step."""


@pytest.fixture
def club_owner():
    """The owner of a club, and the club as `club_owner.club`."""
    club = factories.club("plein", name="Le club plein")
    account = factories.member(club, "owner")
    account.club = club
    return account


@pytest.fixture
def full_club(club_owner):
    """A public club with people, two of them merged, matches, a tournament, a challenge with a
    table, links of the lineage and a bulletin.
    """
    caller, club = Caller(user=club_owner), club_owner.club
    people = [played(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]
    double = factories.player("Anne Roy", club)
    for first in (people[0], double):
        seats = [factories.SeatAsked(player=person.pk) for person in (first, *people[1:])]
        factories.recorded(
            factories.started(club=club, by=caller, seats=seats, rules={"target": 100}),
            factories.ALL_TAKEN,
        )
    services.merge(survivor=people[0], absorbed=double, caller=caller)
    linked(people[0], people[1], club_owner)
    published(club, club_owner)
    arranged(club, club_owner, "reported")
    feat = Feat.objects.create(game="dix", club=club, text="Dix dix", date="2026-01-31")
    feat.players.add(people[2])
    season = Challenge.objects.create(
        club=club, name="Saison", first="2026-09-01", last="2027-06-30", made_by=club_owner
    )
    season.clubs.add(club)
    rows = [{"people": [[people[3].pk, ""], [None, "Zoé"]], "rank": 1, "points": "14"}]
    EnteredTable.objects.create(challenge=season, name="Mai", date="2026-10-02", rows=rows)
    return club


@pytest.fixture
def club_file(full_club, tmp_path):
    """The file of the full club."""
    path = tmp_path / "club.zip"
    save(full_club, path)
    return path
