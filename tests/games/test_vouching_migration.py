"""The migration to vouching: matches that counted before it go on counting, and no others do."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from games import queries
from games.match.match_cache import memory
from games.models import Change, Match, Proposal
from games.proposals import queries as proposals
from tests import factories

MIGRATION = import_module("games.migrations.0010_only_what_is_vouched_for_counts")


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_the_upgrade_keeps_what_counted_and_what_waited():
    club = factories.club(open_recording=True)
    plain, waiting, taken, at_table = (factories.finished(club=club) for _ in range(4))
    Match.objects.filter(pk__in=(waiting.pk, taken.pk)).update(imported=True)
    Match.objects.filter(pk=at_table.pk).update(event_id="SOIREE01")
    Proposal.objects.create(match=waiting, club=club)
    now = plain.started_at
    Proposal.objects.create(match=taken, club=club, accepted=True, decided_at=now)
    with connection.schema_editor() as editor:
        MIGRATION.leave_club(apps, editor)
        MIGRATION.accept_tables(apps, editor)
    counted = set(proposals.counted().values_list("pk", flat=True))
    assert counted == {plain.pk, taken.pk, at_table.pk}
    memory.clear()  # the upgraded program is another process
    match = queries.matches().get(pk=waiting.pk)
    assert (match.club, match.counts) == (None, "proposed")
    loaded = queries.load(match)
    rows = [loaded.rules, *loaded.seats, *loaded.sides, *loaded.entries]
    rows += Change.objects.filter(match=match)
    assert {row.club_id for row in rows} == {None}
