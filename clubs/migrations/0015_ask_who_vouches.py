"""Clubs whose tables are open to all stay so; their owner is asked once."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def ask(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark the clubs whose owner has to say whether any phone goes on vouching."""
    clubs = apps.get_model('clubs', 'Club').objects.filter(open_recording=True)
    clubs.update(asks_open_recording=True)


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0014_phones_that_vouch'),
    ]

    operations = [
        migrations.RunPython(ask, migrations.RunPython.noop),
    ]
