"""The last number given to an entrant, so that a deleted one's is given to nobody."""

from django.db import migrations, models
from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count_numbers(apps, schema_editor):
    entrants = apps.get_model("tournaments", "Entrant").objects.filter(tournament=OuterRef("pk"))
    last = entrants.order_by().values("tournament").annotate(last=Max("number")).values("last")
    apps.get_model("tournaments", "Tournament").objects.update(
        last_number=Coalesce(Subquery(last), 0)
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_tournament_edition")]

    operations = [
        migrations.AddField(
            "tournament",
            "last_number",
            models.PositiveIntegerField(
                default=0, help_text="The last number given to an entrant; none is given twice."
            ),
        ),
        migrations.RunPython(count_numbers, migrations.RunPython.noop),
    ]
