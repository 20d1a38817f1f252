"""The key by which a name is found however it is typed."""

from itertools import islice

from django.db import migrations, models

from core.names import search_key

AT_ONCE = 1000


def fill(apps, schema_editor):
    """Write the search key of each row of a list."""
    ClubPlayer = apps.get_model("clubs", "ClubPlayer")
    rows = ClubPlayer.objects.filter(search_key="").only("id", "name_key").iterator(AT_ONCE)
    while batch := list(islice(rows, AT_ONCE)):
        for row in batch:
            row.search_key = search_key(row.name_key)
        ClubPlayer.objects.bulk_update(batch, ["search_key"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0016_known_guests")]

    operations = [
        migrations.AddField(
            model_name="clubplayer",
            name="search_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
