"""Boards kept in fewer rows: curves by stretches, matches in bytes.

All of it is made from matches: it goes, and each game that has any is due to be counted whole,
which the next start does.
"""

import django.db.models.deletion
from django.db import migrations, models


def all_is_due(apps, schema_editor):
    """Take off what was counted, and write down that each game is to be counted anew."""
    for name in ("Meeting", "Ladder", "Book"):
        apps.get_model("leaderboards", name).objects.all().delete()
    due = apps.get_model("leaderboards", "Due")
    matches = apps.get_model("games", "Match").objects.order_by("game")
    for game in matches.values_list("game", flat=True).distinct():
        due.objects.create(game=game)


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0004_links"),
        ("games", "0001_initial"),
        ("leaderboards", "0001_initial"),
    ]

    operations = [
        migrations.DeleteModel("Rated"),
        migrations.DeleteModel("Counted"),
        migrations.DeleteModel("Standing"),
        migrations.RemoveField("Book", "rebuilt_to"),
        migrations.AddField(
            model_name='book',
            name='rebuilt_to',
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='Due',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('match', models.CharField(blank=True, max_length=8)),
            ],
            options={
                'indexes': [models.Index(fields=['game'], name='due_of_game')],
            },
        ),
        migrations.CreateModel(
            name='Counted',
            fields=[
                ('match', models.CharField(max_length=8, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=40)),
                ('family', models.CharField(max_length=40)),
                ('at', models.BigIntegerField(help_text='When it ended, in microseconds since 1970.')),
                ('day', models.IntegerField(help_text='The ordinal of the calendar day it ended on.')),
                ('year', models.PositiveSmallIntegerField()),
                ('parts', models.BinaryField()),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'at', 'match'], name='counted_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('played', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('drawn', models.PositiveIntegerField()),
                ('points', models.BigIntegerField(help_text='All scores together, in hundredths.')),
                ('best', models.BigIntegerField(blank=True, null=True)),
                ('streak', models.IntegerField()),
                ('form', models.CharField(max_length=5)),
                ('season', models.CharField(blank=True, default='', max_length=4)),
                ('at', models.BigIntegerField(help_text='Their last match of the season, as `Counted.at`.')),
                ('floor', models.FloatField(help_text='Rating less uncertainty: the order of the board.')),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leaderboards.ladder')),
                ('partner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
            ],
            options={
                'indexes': [models.Index(fields=['ladder', 'season', '-floor', 'player', 'partner'], name='standing_order'), models.Index(fields=['player', 'ladder'], name='standing_of_player'), models.Index(condition=models.Q(('partner__isnull', False)), fields=['partner'], name='standing_of_partner')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('partner__isnull', True)), fields=('ladder', 'season', 'player'), name='standing_once'), models.UniqueConstraint(condition=models.Q(('partner__isnull', False)), fields=('ladder', 'season', 'player', 'partner'), name='standing_of_pair_once'), models.CheckConstraint(condition=models.Q(('partner__isnull', True), ('partner__gt', models.F('player')), _connector='OR'), name='standing_pair_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Stretch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.BigIntegerField(help_text='When its first match ended, as `Counted.at`.')),
                ('last', models.BigIntegerField()),
                ('data', models.BinaryField()),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leaderboards.ladder')),
                ('partner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'ladder', 'partner', 'last'], name='stretch_in_order'), models.Index(condition=models.Q(('partner__isnull', False)), fields=['partner'], name='stretch_of_partner')],
                'constraints': [models.CheckConstraint(condition=models.Q(('partner__isnull', True), ('partner__gt', models.F('player')), _connector='OR'), name='stretch_pair_in_order'), models.CheckConstraint(condition=models.Q(('last__gte', models.F('first'))), name='stretch_in_time')],
            },
        ),
        migrations.RunPython(all_is_due, migrations.RunPython.noop),
    ]
