"""A winner by decision, rests asked for; new tournaments are played by the third edition."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_links_that_end'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='rests',
            field=models.JSONField(blank=True, help_text='Who asked not to be drawn, by round, with the share of a win.', null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='winner',
            field=models.PositiveIntegerField(blank=True, help_text='The number of who was declared the winner where nobody won the final.', null=True),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='edition',
            field=models.PositiveSmallIntegerField(default=3, help_text='Which defaults and draws it is played by.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('winner__isnull', True), ('winner__gte', 1), _connector='OR'), name='tournament_winner_numbered'),
        ),
    ]
