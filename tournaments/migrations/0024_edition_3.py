"""New tournaments are played by the third edition; those there are keep theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_links_that_end")]

    operations = [
        migrations.AlterField(
            "tournament",
            "edition",
            models.PositiveSmallIntegerField(
                default=3, help_text="Which defaults and draws it is played by."
            ),
        ),
    ]
