"""A fact holds for a family of rules: records are no more mixed. All facts are found anew."""

from django.db import migrations, models


def all_is_due(apps, schema_editor):
    """Have the games counted again of which facts are stored."""
    due = apps.get_model("leaderboards", "DueMatch")
    found = apps.get_model("leaderboards", "Found").objects.order_by().values_list("game", flat=True)
    for game in found.distinct():
        due.objects.create(game=game)


class Migration(migrations.Migration):

    dependencies = [
        ("leaderboards", "0007_over_all"),
    ]

    operations = [
        migrations.AddField(
            "found",
            "family",
            models.CharField(
                blank=True, db_default="", default="", help_text="The rules for which it holds.", max_length=200
            ),
        ),
        migrations.AddIndex(
            "found",
            models.Index(
                fields=["club", "game", "code", "family", "ended_at", "match", "number"],
                name="found_of_family",
            ),
        ),
        migrations.RunPython(all_is_due, migrations.RunPython.noop),
    ]
