"""Typed results that count on the boards: which match stands for which table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0010_links_to_sit"), ("tournaments", "0010_last_number")]

    operations = [
        migrations.CreateModel(
            "TypedResult",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("table", models.PositiveSmallIntegerField()),
                ("match_id", models.CharField(max_length=8, unique=True)),
                (
                    "club",
                    models.ForeignKey(
                        "clubs.Club",
                        null=True,
                        blank=True,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        "tournaments.Tournament",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "round", "table"), name="typed_result_once"
                    )
                ]
            },
        ),
    ]
