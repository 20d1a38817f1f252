"""A rebuild is written at once: nothing says how far it has come. Counts stand in `seasons` alone."""

from django.db import migrations, models


def all_is_due(apps, schema_editor):
    """Have the games rebuilt of which a rebuild was stopped half way."""
    due = apps.get_model("leaderboards", "DueMatch")
    for state in apps.get_model("leaderboards", "RebuildState").objects.exclude(rebuilt_to=None):
        due.objects.create(game=state.game)


class Migration(migrations.Migration):

    dependencies = [
        ('leaderboards', '0005_plain_names'),
    ]

    operations = [
        migrations.RunPython(all_is_due, migrations.RunPython.noop),
        migrations.RemoveField('rebuildstate', 'rebuilt_to'),
        migrations.RemoveField('rebuildstate', 'rebuilt_match'),
        migrations.AddField(
            'rebuildstate', 'running', models.CharField(blank=True, default='', max_length=32),
            preserve_default=False,
        ),
        migrations.RemoveField('standing', 'played'),
        migrations.RemoveField('standing', 'won'),
        migrations.RemoveField('standing', 'drawn'),
        migrations.RemoveField('standing', 'points'),
        migrations.RemoveField('standing', 'best'),
        migrations.RemoveField('standing', 'streak'),
        migrations.RemoveField('standing', 'form'),
    ]
