"""The day up to which a ladder counts who does not play."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_push_subscriptions")]

    operations = [
        migrations.AddField(
            "tournament",
            "day",
            models.DateField(
                null=True,
                blank=True,
                help_text="The day up to which a ladder counts who does not play.",
            ),
        ),
    ]
