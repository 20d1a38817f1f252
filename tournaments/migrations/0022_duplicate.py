"""Duplicate evenings: hands entered at a table, the deals and their secret, other sites."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0011_public_face'),
        ('tournaments', '0021_ladders'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='boards',
            field=models.JSONField(blank=True, default=dict, help_text='The hands of a duplicate as entered, by number.'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='deals_secret',
            field=models.CharField(blank=True, default='', help_text='What the deals of a duplicate come from; never told while it is played.', max_length=64),
        ),
        migrations.CreateModel(
            name='DealtBoard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('hands', models.JSONField(blank=True, null=True)),
                ('entered_at', models.JSONField(blank=True, null=True)),
                ('draft', models.JSONField(blank=True, default=dict)),
                ('solved', models.JSONField(blank=True, null=True)),
                ('due_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('par', models.IntegerField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='board_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='board_from_one')],
            },
        ),
        migrations.CreateModel(
            name='ResultsElsewhere',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('signer', models.CharField(max_length=64)),
                ('source', models.CharField(max_length=8)),
                ('name', models.CharField(max_length=80)),
                ('pairs', models.JSONField()),
                ('results', models.JSONField()),
                ('club', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('id',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'signer', 'source'), name='results_elsewhere_once')],
            },
        ),
    ]
