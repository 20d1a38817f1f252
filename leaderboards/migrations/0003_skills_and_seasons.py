"""Skills are kept with the match, seasons in one row; all is derived, and is counted anew."""

import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models


class AnyOf(models.Func):
    """A condition: at least one of these bits is set."""

    output_field = models.BooleanField()

    def __init__(self, expression, bits, **extra):
        super().__init__(expression, template=f"(%(expressions)s & {int(bits)}) <> 0", **extra)


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
        ('clubs', '0004_links'),
        ('games', '0001_initial'),
        ('leaderboards', '0002_stretches'),
    ]

    operations = [
        migrations.DeleteModel('Counted'),
        migrations.DeleteModel('Standing'),
        migrations.DeleteModel('Stretch'),
        migrations.AddField(
            model_name='ladder',
            name='seasons',
            field=models.JSONField(blank=True, default=dict),
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
                ('skills', models.BinaryField(default=b'')),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('floor', models.FloatField(help_text='Rating less uncertainty: the order of the board.')),
                ('played', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('drawn', models.PositiveIntegerField()),
                ('points', models.BigIntegerField(help_text='All scores together, in hundredths.')),
                ('best', models.BigIntegerField(blank=True, null=True)),
                ('streak', models.IntegerField()),
                ('form', models.CharField(max_length=5)),
                ('at', models.BigIntegerField(help_text='Their last match, as `Counted.at`.')),
                ('day', models.IntegerField(help_text='Its day, as `Counted.day`.')),
                ('years', models.BigIntegerField(help_text='The civil years they played in, a bit each.')),
                ('seasons', models.BinaryField()),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leaderboards.ladder')),
                ('partner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
            ],
            options={
                'indexes': [models.Index(fields=['ladder', '-floor', 'player', 'partner'], name='standing_order'), models.Index(condition=models.Q(AnyOf('years', 281479271743489)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_0'), models.Index(condition=models.Q(AnyOf('years', 562958543486978)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_1'), models.Index(condition=models.Q(AnyOf('years', 1125917086973956)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_2'), models.Index(condition=models.Q(AnyOf('years', 2251834173947912)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_3'), models.Index(condition=models.Q(AnyOf('years', 4503668347895824)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_4'), models.Index(condition=models.Q(AnyOf('years', 9007336695791648)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_5'), models.Index(condition=models.Q(AnyOf('years', 18014673391583296)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_6'), models.Index(condition=models.Q(AnyOf('years', 36029346783166592)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_7'), models.Index(condition=models.Q(AnyOf('years', 72058693566333184)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_8'), models.Index(condition=models.Q(AnyOf('years', 144117387132666368)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_9'), models.Index(condition=models.Q(AnyOf('years', 288234774265332736)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_10'), models.Index(condition=models.Q(AnyOf('years', 576469548530665472)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_11'), models.Index(condition=models.Q(AnyOf('years', 1152939097061330944)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_12'), models.Index(condition=models.Q(AnyOf('years', 2305878194122661888)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_13'), models.Index(condition=models.Q(AnyOf('years', 70369817935872)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_14'), models.Index(condition=models.Q(AnyOf('years', 140739635871744)), fields=['ladder', '-floor', 'player', 'partner'], name='standing_of_years_15'), models.Index(condition=models.Q(('partner__isnull', False)), fields=['partner'], name='standing_of_partner')],
                'constraints': [models.UniqueConstraint(models.F('player'), models.F('ladder'), django.db.models.functions.comparison.Coalesce('partner', 0), name='standing_once'), models.CheckConstraint(condition=models.Q(('partner__isnull', True), ('partner__gt', models.F('player')), _connector='OR'), name='standing_pair_in_order')],
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
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.player')),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'last'], name='stretch_in_order')],
                'constraints': [models.CheckConstraint(condition=models.Q(('last__gte', models.F('first'))), name='stretch_in_time')],
            },
        ),
        migrations.RunPython(all_is_due, migrations.RunPython.noop),
    ]
