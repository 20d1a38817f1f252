"""Which migrations were applied to a database, and the models as they were then."""

from django.apps.registry import Apps
from django.db import connections
from django.db.migrations.exceptions import NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps

from scorekeeper.console import gettext as _

# The names of migrations, by app.
Migrations = dict[str, list[str]]


def applied(using: str) -> Migrations:
    """Return the migrations that were applied to a database, of installed apps."""
    loader = MigrationLoader(connections[using])
    migrations: Migrations = {}
    for app, name in sorted(loader.applied_migrations):
        if app in loader.migrated_apps:
            migrations.setdefault(app, []).append(name)
    return migrations


def newest(using: str) -> Migrations:
    """Return all migrations of this program."""
    migrations: Migrations = {}
    for app, name in sorted(MigrationLoader(connections[using]).disk_migrations):
        migrations.setdefault(app, []).append(name)
    return migrations


def unknown(migrations: Migrations) -> list[str]:
    """Return the migrations that only a newer program has, each as `app.name`."""
    known = MigrationLoader(None).disk_migrations
    return [
        f"{app}.{name}"
        for app, names in migrations.items()
        for name in names
        if (app, name) not in known
    ]


def newer_database(migration: str) -> str:
    """Return the sentence that refuses a database migrated by a newer program."""
    return _(
        "La base a été mise à jour par une version plus récente du carnet (%(migration)s) : "
        "reprendre cette version, ou une sauvegarde d'avant."
    ) % {"migration": migration}


def historical(migrations: Migrations, using: str) -> StateApps:
    """Return the models as they are after these migrations."""
    loader = MigrationLoader(connections[using])
    apps: Apps = loader.project_state(_last(migrations, loader)).apps
    return apps  # type: ignore[return-value]


def migrate_to(migrations: Migrations, using: str) -> None:
    """Apply those of these migrations that the database lacks."""
    create_tables(migrations, using)
    executor = MigrationExecutor(connections[using])
    executor.migrate(_last(migrations, executor.loader))


def create_tables(migrations: Migrations, using: str) -> None:
    """Create the tables of these migrations in a new database, and record these as applied.

    A database with any migration stays as it is. Running the migrations one after another would
    give the same tables but take ten times as long, because Django rebuilds the models at each
    step. An app without models creates its tables by code in its migrations; these are not
    recorded, so that they run afterwards.
    """
    if applied(using):
        return
    connection = connections[using]
    models = historical(migrations, using).get_models()
    apps = {model._meta.app_label for model in models}
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    with connection.schema_editor() as editor:
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for app in sorted(apps.intersection(migrations)):
            for name in migrations[app]:
                recorder.record_applied(app, name)


def _last(migrations: Migrations, loader: MigrationLoader) -> list[tuple[str, str]]:
    """Return those of these migrations on which none of the others depends."""
    among = {(app, name) for app, names in migrations.items() for name in names}
    last = []
    for key in sorted(among):
        try:
            children = {child.key for child in loader.graph.node_map[key].children}
        except (KeyError, NodeNotFoundError):
            continue
        if not any(child in among for child in children):
            last.append(key)
    return last
