from django.db import migrations, models
from django.db.models import Q


def name_rights(apps, schema_editor):
    """Say of the links that are there by which right they were made.

    Of a match's link it is not known whether a member or the table's token made it: with an account
    and a club, it is taken for the member's.
    """
    links = apps.get_model("clubs", "CapabilityLink").objects.filter(club__isnull=False)
    links.filter(subject_kind="club").update(right="manage_links")
    links.filter(subject_kind="tournament").update(right="run_tournaments")
    links.filter(subject_kind="match", made_by__isnull=False).update(right="score_own_table")


RIGHTS = ("", "manage_links", "run_tournaments", "score_any_table", "score_own_table")


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_links")]

    operations = [
        migrations.AddField(
            model_name="capabilitylink",
            name="right",
            field=models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.RunPython(name_rights, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="capabilitylink",
            constraint=models.CheckConstraint(
                condition=Q(right__in=RIGHTS), name="link_right_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="capabilitylink",
            constraint=models.CheckConstraint(
                condition=Q(right="") | Q(club__isnull=False), name="link_right_in_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="capabilitylink",
            constraint=models.CheckConstraint(
                condition=~Q(kind="open_table") | Q(right="manage_links"),
                name="link_to_tables_by_an_officer",
            ),
        ),
    ]
