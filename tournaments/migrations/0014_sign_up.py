"""Signing up oneself: places, a waiting list in order, what was paid."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_links_to_sit"),
        ("tournaments", "0013_the_room_and_the_hour"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="entrant",
            name="entrant_state_known",
        ),
        migrations.AddField(
            model_name="entrant",
            name="paid",
            field=models.PositiveIntegerField(blank=True, help_text="In hundredths.", null=True),
        ),
        migrations.AddField(
            model_name="entrant",
            name="signed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="waits",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="The order of the waiting list.", null=True
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="fee",
            field=models.PositiveIntegerField(
                blank=True, help_text="What an entrant is to pay, in hundredths.", null=True
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="limit",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="How many may be in before those who sign up wait.", null=True
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="sign_up_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="signing_up",
            field=models.BooleanField(default=False, help_text="« Je viens » is open."),
        ),
        migrations.AlterField(
            model_name="entrant",
            name="state",
            field=models.CharField(
                choices=[
                    ("registered", "inscrit"),
                    ("checked_in", "présent"),
                    ("waiting", "sur la liste d'attente"),
                    ("withdrawn", "parti"),
                    ("disqualified", "exclu"),
                ],
                default="registered",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="by_link",
            field=models.CharField(
                blank=True,
                choices=[
                    ("run_tournament", "lien pour mener"),
                    ("score_tournament", "lien pour marquer"),
                    ("table", "lien d'une table"),
                    ("entrant", "lien d'un inscrit"),
                    ("sign_up", "lien « je viens »"),
                ],
                default="",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ("registered", "checked_in", "waiting", "withdrawn", "disqualified"),
                    )
                ),
                name="entrant_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "waiting"), ("waits__isnull", False)),
                    models.Q(
                        models.Q(("state", "waiting"), _negated=True), ("waits__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="entrant_waits_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("limit__isnull", True), ("limit__gte", 1), _connector="OR"),
                name="tournament_limit_positive",
            ),
        ),
    ]
