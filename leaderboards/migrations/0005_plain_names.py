"""Tables and indexes under the names that the code now uses; no row changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0004_links'),
        ('leaderboards', '0004_witnesses'),
    ]

    operations = [
        migrations.RenameModel('Book', 'RebuildState'),
        migrations.RenameModel('Due', 'DueMatch'),
        migrations.RenameModel('Counted', 'RatedMatch'),
        migrations.RenameModel('Stretch', 'EntryChunk'),
        migrations.RenameIndex('duematch', 'due_match_of_game', old_name='due_of_game'),
        migrations.RenameIndex('entrychunk', 'entry_chunk_in_order', old_name='stretch_in_order'),
        migrations.RemoveConstraint('entrychunk', 'stretch_in_time'),
        migrations.AddConstraint(
            'entrychunk',
            models.CheckConstraint(
                condition=models.Q(('last__gte', models.F('first'))), name='entry_chunk_in_time'
            ),
        ),
        migrations.AlterField(
            'entrychunk',
            'first',
            models.BigIntegerField(help_text='When its first match ended, as `RatedMatch.at`.'),
        ),
        migrations.AlterField(
            'standing',
            'at',
            models.BigIntegerField(help_text='Their last match, as `RatedMatch.at`.'),
        ),
        migrations.AlterField(
            'standing', 'day', models.IntegerField(help_text='Its day, as `RatedMatch.day`.')
        ),
    ]
