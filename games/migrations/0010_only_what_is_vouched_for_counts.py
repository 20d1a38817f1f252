"""Imported matches that nobody accepted leave their club; confirmed matches at tables stay in it."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, OuterRef
from django.utils import timezone

# Rows written by one statement.
AT_ONCE = 500


def leave_club(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the club of imported matches that counted nowhere; what they offered stays offered."""
    accepted = apps.get_model('games', 'Proposal').objects.filter(
        match=OuterRef('pk'), club=OuterRef('club'), accepted=True
    )
    matches = apps.get_model('games', 'Match').objects.filter(
        ~Exists(accepted), imported=True, club__isnull=False
    )
    ids = list(matches.values_list('pk', flat=True))
    if not ids:
        return
    from games.registry.installed import games  # noqa: PLC0415 -- it reads the models

    tables = ['games_seat', 'games_side', 'games_change']
    for game in games():
        tables += [game.rules.model._meta.db_table, game.entry.model._meta.db_table]
    quoted = [schema_editor.quote_name(table) for table in tables]
    with schema_editor.connection.cursor() as cursor:
        for table in quoted:
            cursor.executemany(
                f'UPDATE {table} SET club_id = NULL WHERE match_id = %s',  # noqa: S608
                [(match_id,) for match_id in ids],
            )
        match_table = schema_editor.quote_name('games_match')
        cursor.executemany(
            f'UPDATE {match_table} SET club_id = NULL WHERE id = %s',  # noqa: S608
            [(match_id,) for match_id in ids],
        )


def accept_tables(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Accept every finished match at a tournament's table, as each counted until now."""
    proposals = apps.get_model('games', 'Proposal')
    matches = apps.get_model('games', 'Match').objects.filter(
        status='finished', club__isnull=False
    )
    rows = matches.exclude(event_id='').exclude(ended_by='result_only')
    now = timezone.now()
    proposals.objects.bulk_create(
        (
            proposals(match_id=pk, club_id=club, made_at=now, decided_at=now, accepted=True)
            for pk, club in rows.values_list('pk', 'club').iterator()
        ),
        batch_size=AT_ONCE,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_matches_vouched_for'),
    ]

    operations = [
        migrations.RunPython(leave_club, migrations.RunPython.noop),
        migrations.RunPython(accept_tables, migrations.RunPython.noop),
    ]
