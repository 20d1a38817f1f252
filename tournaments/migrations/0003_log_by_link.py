"""By what link a line of the log was written, where no account was signed in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_entrant_named")]
    operations = [
        migrations.AddField(
            model_name="logentry",
            name="by_link",
            field=models.CharField(
                blank=True,
                choices=[
                    ("run_tournament", "lien pour mener"),
                    ("score_tournament", "lien pour marquer"),
                    ("table", "lien d'une table"),
                    ("entrant", "lien d'un inscrit"),
                ],
                default="",
                max_length=20,
            ),
        ),
    ]
