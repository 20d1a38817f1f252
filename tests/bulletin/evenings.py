"""Test data for bulletins: matches and tournaments of a club on a fixed day."""

from random import Random

from bulletin import queries
from bulletin.services import BulletinAsked, write_bulletin
from games.models import Match, Status
from games.queries import load
from games.registry import installed
from tests import factories

DAY = "2026-01-30"
AT_TEN = "2026-01-30T21:00:00Z"


def match_on(club, *, at=AT_TEN, **setup):
    """Record a match of the club that ended at the moment `at`, and return it."""
    started = factories.started(club=club, rules=factories.IN_100, **setup)
    match = factories.recorded(started, factories.ALL_TAKEN)
    Match.objects.filter(pk=match.pk).update(finished_at=at)
    return match


def with_a_riddle(club):
    """Return a finished match of that evening, with one hand recorded card by card."""
    game = installed.game_of("dix")
    started = factories.started(club=club, by=factories.Caller(user=factories.site_owner()))
    by_card = game.demonstration.by_card(load(started).rules, Random(1))
    match = factories.recorded(started, by_card)
    while match.status == Status.IN_PROGRESS:
        match = factories.recorded(match, factories.ALL_TAKEN)
    Match.objects.filter(pk=match.pk).update(finished_at=AT_TEN)
    return match


def published(club, by, day=DAY, **texts):
    """Publish and return the bulletin of a day on which a match of the club was played."""
    officer = factories.Caller(user=by)
    match_on(club, by=officer)
    changes = BulletinAsked(published=True, **texts)
    return write_bulletin(club=club, day=date_of(day), changes=changes, caller=officer)


def date_of(text):
    """Return the date that a text in an address names."""
    return queries.day_of(text)
