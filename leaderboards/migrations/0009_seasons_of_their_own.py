"""A season has rows of its own, in the order of its end. The worker works out the older seasons.

The release before goes on reading and writing `Standing`: its column of years stays, without its
indexes, until a later release removes it.
"""

import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models

BIG, FLOAT = models.BigAutoField, models.FloatField


def key_to(model, **options):
    """Return a key without an index of its own, because the indexes below serve it."""
    return models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=model, **options
    )


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0016_known_guests"),
        ("leaderboards", "0008_facts_by_family"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonStanding",
            fields=[
                ("id", BIG(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("year", models.PositiveSmallIntegerField()),
                ("mu_before", FLOAT()),
                ("mu", FLOAT()),
                ("sigma", FLOAT()),
                ("floor", FLOAT(help_text="As `Standing.floor`: the order of the season's board.")),
                ("counts", models.BinaryField()),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                ("ladder", key_to("leaderboards.ladder")),
                ("partner", key_to("clubs.player", blank=True, null=True)),
                ("player", key_to("clubs.player")),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["ladder", "year", "-floor", "player", "partner"], name="season_order"
                    ),
                    models.Index(
                        fields=["partner"], condition=models.Q(partner__isnull=False), name="season_of_partner"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("player"),
                        models.F("ladder"),
                        models.F("year"),
                        django.db.models.functions.comparison.Coalesce("partner", 0),
                        name="season_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(partner__isnull=True) | models.Q(partner__gt=models.F("player")),
                        name="season_pair_in_order",
                    ),
                ],
            },
        ),
        *(migrations.RemoveIndex("standing", f"standing_of_years_{slot}") for slot in range(16)),
        migrations.AlterField("standing", "years", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("rebuildstate", "done", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("rebuildstate", "total", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("rebuildstate", "seasons_ready", models.BooleanField(db_default=False, default=False)),
    ]
