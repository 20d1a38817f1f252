"""New tournaments are played by the third edition; those there are keep theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_duplicate")]

    operations = [
        migrations.AlterField(
            "tournament",
            "edition",
            models.PositiveSmallIntegerField(
                default=3, help_text="Which defaults and draws it is played by."
            ),
        ),
    ]
