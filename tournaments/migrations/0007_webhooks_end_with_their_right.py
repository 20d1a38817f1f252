import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery


def name_makers(apps, schema_editor):
    """Nobody noted who added a webhook: take them for that of who made the tournament."""
    webhooks = apps.get_model("tournaments", "Webhook").objects
    made = apps.get_model("tournaments", "Tournament").objects.filter(pk=OuterRef("tournament"))
    webhooks.update(made_by=Subquery(made.values("organiser")[:1]), right="run_tournaments")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0008_what_a_club_calls_people"),
        ("tournaments", "0006_table_reported"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="made_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="right",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="webhook",
            name="link",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="clubs.capabilitylink",
            ),
        ),
        migrations.RunPython(name_makers, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=Q(right__in=("", "run_tournaments")), name="webhook_right_known"
            ),
        ),
    ]
