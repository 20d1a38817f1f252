"""A table's result is called `reported`, in the database as in the code."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_entrant_keys_look_alikes")]

    operations = [migrations.RenameField("table", "outcome", "reported")]
