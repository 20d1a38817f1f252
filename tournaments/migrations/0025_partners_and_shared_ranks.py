"""Incomplete pairs that play without a partner; equals of a challenge share a rank or draw lots.

Challenges of before this migration keep their lots, by the database's default.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_edition_three'),
    ]

    operations = [
        migrations.AddField(
            model_name='challenge',
            name='lots',
            field=models.BooleanField(db_default=True, default=False, help_text='Equals are parted by lots; else they share.'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='alone',
            field=models.BooleanField(db_default=False, default=False, help_text='One person of a pair who plays all the same.'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='rests',
            field=models.JSONField(blank=True, help_text='Who is not drawn, by round, with the share of a win; null: waits for a partner.', null=True),
        ),
    ]
