"""Migrations expand first and contract later: the previous release can serve the migrated database.

During a rolling upgrade old and new processes write to one database for a while. So a migration may
add what the old program does not know, but may not remove what it uses. That is removed by a later
release, whose migration says so: `CONTRACTS = "since 1.1 nothing reads it"`.
"""

import importlib
from collections import defaultdict
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader

pytestmark = pytest.mark.one_database

# The last migration of each app that the rule does not bind: nobody upgrades from a release before
# 1.0.0.
BEFORE_THE_RULE = {
    "bulletin": "0001_bulletins",
    "clubs": "0011_public_face",
    "bataille": "0002_what_columns_say",
    "dix": "0004_review_by_club",
    "dix_mille": "0002_what_columns_say",
    "maitre": "0002_what_columns_say",
    "games": "0007_seats_taken_by_phones",
    "yams": "0002_what_columns_say",
    "jobs": "0001_jobs",
    "leaderboards": "0006_one_transaction",
    "limits": "0001_hits",
    "tournaments": "0022_duplicate",
    "transmission": "0006_longest_line",
}


def refused(operation, before=None):
    """Return in words what breaks the previous release in an operation, or None if nothing does.

    `before` is the field that is altered, as it was.
    """
    if isinstance(operation, migrations.RemoveField):
        return f"removes {operation.model_name}.{operation.name}"
    if isinstance(operation, migrations.RenameField):
        return f"renames {operation.model_name}.{operation.old_name}"
    if isinstance(operation, migrations.DeleteModel):
        return f"deletes {operation.name}"
    if isinstance(operation, migrations.RenameModel):
        return f"renames {operation.old_name}"
    if isinstance(operation, migrations.AlterModelTable):
        return f"renames the table of {operation.name}"
    if isinstance(operation, migrations.AddField) and not fills_itself(operation.field):
        return f"adds {operation.model_name}.{operation.name} without null nor db_default"
    altered = isinstance(operation, migrations.AlterField) and before is not None
    if altered and fills_itself(before) and not fills_itself(operation.field):
        return f"demands {operation.model_name}.{operation.name}"
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return next(filter(None, map(refused, operation.database_operations)), None)
    return None


def fills_itself(field):
    """Return whether the database accepts an inserted row that does not name the field."""
    return (
        field.null
        or field.many_to_many
        or field.generated
        or field.db_default is not models.NOT_PROVIDED
    )


def faults(migration, module, fields):
    """Return what breaks the previous release in a migration; nothing if it declares CONTRACTS.

    `fields` has the fields of the migrations before, by model and name; it gets those of this one.
    """
    broken = []
    for operation in migration.operations:
        at = model_of(operation), getattr(operation, "name", "").lower()
        broken.append(refused(operation, fields.get(at)))
        if isinstance(operation, migrations.AddField | migrations.AlterField):
            fields[at] = operation.field
        elif isinstance(operation, migrations.CreateModel):
            model = operation.name.lower()
            fields |= {(model, name.lower()): field for name, field in operation.fields}
    return [] if getattr(module, "CONTRACTS", "") else list(filter(None, broken))


def model_of(operation):
    """Return the name of the model that an operation on a field changes."""
    return getattr(operation, "model_name", "").lower()


def test_no_migration_takes_away_what_the_release_before_uses():
    loader = MigrationLoader(None)
    own = {config.label for config in apps.get_app_configs() if "site-packages" not in config.path}
    faulty, fields = {}, defaultdict(dict)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app not in own or app == "toy":
            continue
        module = importlib.import_module(type(migration).__module__)
        messages = faults(migration, module, fields[app])
        if messages and name > BEFORE_THE_RULE.get(app, ""):
            faulty[f"{app}.{name}"] = messages
    assert faulty == {}


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (migrations.RemoveField("match", "club"), "removes match.club"),
        (migrations.RenameField("match", "club", "of"), "renames match.club"),
        (migrations.DeleteModel("Match"), "deletes Match"),
        (migrations.RenameModel("Match", "Game"), "renames Match"),
        (migrations.AlterModelTable("match", "other"), "renames the table of match"),
        (
            migrations.AddField("match", "note", models.CharField(default="")),
            "adds match.note without null nor db_default",
        ),
        (
            migrations.SeparateDatabaseAndState([migrations.RemoveField("match", "club")]),
            "removes match.club",
        ),
        (migrations.SeparateDatabaseAndState([], [migrations.RemoveField("match", "club")]), None),
        (migrations.AddField("match", "note", models.CharField(null=True)), None),
        (migrations.AlterField("match", "Text", models.CharField()), "demands match.Text"),
        (migrations.AlterField("match", "text", models.CharField(db_default="")), None),
        (migrations.AlterField("match", "full", models.CharField(max_length=9)), None),
        (migrations.AddField("match", "note", models.CharField(db_default="")), None),
        (migrations.CreateModel("Other", []), None),
    ],
)
def test_what_is_refused(operation, message):
    columns = [("text", models.CharField(null=True)), ("full", models.CharField())]
    before = migrations.CreateModel("Match", columns)
    migration = SimpleNamespace(operations=[before, operation])
    assert faults(migration, SimpleNamespace(), {}) == ([message] if message else [])
    assert faults(migration, SimpleNamespace(CONTRACTS="since 1.1 nothing reads it"), {}) == []
