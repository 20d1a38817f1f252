from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    """Give each delivery the tournament and the club of its webhook."""
    hooks = apps.get_model("tournaments", "Webhook").objects.filter(pk=OuterRef("webhook"))
    deliveries = apps.get_model("tournaments", "Delivery").objects.filter(tournament=None)
    deliveries.update(
        tournament_id=Subquery(hooks.values("tournament_id")),
        club_id=Subquery(hooks.values("club_id")),
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0030_keys_within_tournament'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
