"""The last round has two readings; the boolean stays for the program before."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ("dix_mille", "0002_what_columns_say"),
    ]

    operations = [
        migrations.AlterField(
            "millerules",
            "yam_of_aces_wins",
            models.BooleanField(
                default=False, verbose_name="un yam d'as (six as à six dés) gagne le match"
            ),
        ),
        # It names the boolean, which gets another name in the program; the same is added below.
        migrations.RemoveConstraint("millerules", "mille_last_round_needs_collision"),
        migrations.SeparateDatabaseAndState(
            [],
            [
                migrations.RemoveField("millerules", "last_round"),
                migrations.AddField(
                    "millerules",
                    "had_last_round",
                    models.BooleanField(db_column="last_round", default=False, editable=False),
                ),
            ],
        ),
        # The rows that are there get no reading: they are read as their boolean says. A default would
        # call all of them « off ».
        migrations.AddField(
            "millerules",
            "last_round",
            models.CharField(
                choices=[
                    ("off", "aucun"),
                    ("finish_round", "le tour se finit"),
                    ("turn_each", "un tour encore pour chacun"),
                ],
                db_column="last_round_reading",
                max_length=12,
                null=True,
                verbose_name="dernier tour",
            ),
        ),
        migrations.AlterField(
            "millerules",
            "last_round",
            models.CharField(
                choices=[
                    ("off", "aucun"),
                    ("finish_round", "le tour se finit"),
                    ("turn_each", "un tour encore pour chacun"),
                ],
                db_column="last_round_reading",
                default="off",
                max_length=12,
                null=True,
                verbose_name="dernier tour",
            ),
        ),
        migrations.AddConstraint(
            "millerules",
            models.CheckConstraint(
                condition=Q(had_last_round=False) | Q(exact_target=True, collision=True),
                name="mille_last_round_needs_collision",
            ),
        ),
        migrations.AddConstraint(
            "millerules",
            models.CheckConstraint(
                condition=Q(last_round__isnull=True)
                | Q(last_round="off", had_last_round=False)
                | Q(last_round__in=("finish_round", "turn_each"), had_last_round=True),
                name="mille_last_round_known",
            ),
        ),
    ]
