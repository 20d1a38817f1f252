"""Whether a published round has had an entrant: who never was is in no count."""

from django.db import migrations, models


def note(apps, schema_editor):
    """Read it off the rounds that are there."""
    Tournament = apps.get_model("tournaments", "Tournament")
    Entrant = apps.get_model("tournaments", "Entrant")
    Table = apps.get_model("tournaments", "Table")
    published = Table.objects.exclude(round__state="draft")
    for tournament in Tournament.objects.filter(rounds__state__in=("published", "closed")).distinct():
        drawn = set(tournament.order)
        for sides in published.filter(tournament=tournament).values_list("sides", flat=True):
            drawn.update(entrant for side in sides for entrant in side)
        Entrant.objects.filter(tournament=tournament, number__in=sorted(drawn)).update(drawn=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_log_by_link")]
    operations = [
        migrations.AddField(
            model_name="entrant",
            name="drawn",
            field=models.BooleanField(
                default=False, help_text="A published round has had them."
            ),
        ),
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
