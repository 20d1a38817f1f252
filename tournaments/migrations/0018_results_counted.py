"""Which tournaments still have typed results from before these counted on the boards."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_challenge_nights")]

    operations = [
        migrations.AddField(
            "tournament",
            "results_counted",
            models.BooleanField(
                default=False,
                help_text="Its typed results count; not yet those from before they did.",
            ),
        ),
        # New ones count as they are typed.
        migrations.AlterField(
            "tournament",
            "results_counted",
            models.BooleanField(
                default=True,
                help_text="Its typed results count; not yet those from before they did.",
            ),
        ),
    ]
