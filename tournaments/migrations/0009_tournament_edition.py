"""Which defaults a tournament is played by: those stored so far keep the first ones."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_round_stamp")]

    operations = [
        migrations.AddField(
            "tournament",
            "edition",
            models.PositiveSmallIntegerField(
                default=1, help_text="Which defaults and draws it is played by."
            ),
        ),
        migrations.AlterField(
            "tournament",
            "edition",
            models.PositiveSmallIntegerField(
                default=2, help_text="Which defaults and draws it is played by."
            ),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(edition__gte=1), name="tournament_edition_known"
            ),
        ),
    ]
