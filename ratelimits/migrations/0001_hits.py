"""The table that the processes of a deployment count requests in.

SQLite has one process, which counts in its memory. UNLOGGED: counting waits for no disk, and after
a crash it starts from nothing.
"""

from django.db import migrations

TABLE = """
CREATE UNLOGGED TABLE limits_hits (
    caller bytea PRIMARY KEY,
    hits double precision[] NOT NULL,
    until double precision NOT NULL
) WITH (fillfactor = 50)
"""


def create(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TABLE)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE limits_hits")


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [migrations.RunPython(create, drop)]
