"""How the tables are spread over the machines of a Citus database (docs/scale.md).

Rows of a match lie together, and rows of a tournament: their tables are distributed by that key.
What every machine needs is a reference table, copied to all of them. The rest stays with the
coordinator. A table without a place is an error: somebody has to decide.

The text is made from the models alone, so that it can be reviewed. Names that the database has
given to constraints are looked up when it is run. Django's models stay as they are.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.apps import apps
from django.db.models import Field, Model, UniqueConstraint

from core.keyed import Keyed

# The tables that matches and tournaments are distributed with, by the key of their rows.
ROOTS = {"match": "games_match", "tournament": "tournaments_tournament"}
# Distributed tables whose key is no foreign key: their key's column, and what they lie with.
BY_OWN_KEY = {
    "games_match": ("id", "match"),
    "tournaments_tournament": ("id", "tournament"),
    "leaderboards_ratedmatch": ("match", "match"),
}
# In this order: each one refers only to those before it.
REFERENCE = (
    *("clubs_user", "clubs_club", "clubs_player", "clubs_clubplayer", "clubs_membership"),
    *("clubs_capabilitylink", "games_series", "leaderboards_found", "leaderboards_witness"),
)
LOCAL = frozenset(
    [
        "clubs_user_groups",
        "clubs_user_user_permissions",
        "clubs_clubpreset",
        "clubs_merge",
        "clubs_invitation",
        "clubs_clubchange",
        "clubs_apitoken",
        "clubs_onetimelink",
        "clubs_session",
        "clubs_firstanswer",
        "clubs_knownguest",
        "jobs_job",
        "jobs_duetime",
        "jobs_upkeep",
        "games_keptresult",
        "limits_hits",
        "django_migrations",
        "leaderboards_rebuildstate",
        "leaderboards_duematch",
        "leaderboards_ladder",
        "leaderboards_entrychunk",
        "leaderboards_seasonstanding",
        "leaderboards_standing",
        "leaderboards_meeting",
        "leaderboards_feat",
        "leaderboards_feat_players",
        "tournaments_challenge",
        "tournaments_challenge_clubs",
        "tournaments_challenge_tournaments",
        "tournaments_enteredtable",
        "tournaments_clubevening",
        "transmission_graph",
        "transmission_storedlayout",
        "transmission_graphfile",
        "transmission_link",
        "transmission_source",
        "transmission_attestation",
        "transmission_action",
        "bulletin_bulletin",
        "bulletin_bulletintext",
        "auth_permission",
        "auth_group",
        "auth_group_permissions",
        "django_content_type",
        "django_session",
        "account_emailaddress",
        "account_emailconfirmation",
        "mfa_authenticator",
        "axes_accessfailurelog",
        "axes_accessattempt",
        "axes_accessattemptexpiration",
        "axes_accesslog",
        "django_tasks_database_dbtaskresult",
    ]
)
# Tables without a model.
WITHOUT_MODEL = frozenset({"limits_hits", "django_migrations"})


class NoPlace(Exception):
    """Tables of which nobody has said where they belong."""

    def __init__(self, tables: Iterable[str]) -> None:
        self.tables = sorted(tables)
        super().__init__(", ".join(self.tables))


@dataclass(frozen=True, slots=True)
class Distributed:
    """A table that is distributed: its model, the column of its key, and what it lies with."""

    model: type[Model]
    column: str
    root: str

    @property
    def table(self) -> str:
        """The name of the table."""
        return self.model._meta.db_table


def all_models() -> list[type[Model]]:
    """Return the models of all tables, those between two models included."""
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if not model._meta.proxy]


def distributed(models: Iterable[type[Model]]) -> dict[str, Distributed]:
    """Return the tables that are distributed, the roots first."""
    tables = {}
    for model in models:
        name = model._meta.db_table
        if name in BY_OWN_KEY:
            column, root = BY_OWN_KEY[name]
            tables[name] = Distributed(model, column, ROOTS[root])
        elif issubclass(model, Keyed) and name not in REFERENCE:
            key = model._meta.get_field(model.KEY)
            assert isinstance(key, Field)  # noqa: S101 -- it is a foreign key
            tables[name] = Distributed(model, str(key.column), ROOTS[model.KEY])
    first = [name for name in ROOTS.values() if name in tables]
    return {name: tables[name] for name in (*first, *(n for n in tables if n not in first))}


def check_places(models: Iterable[type[Model]], stored: Collection[str] = ()) -> None:
    """Raise `NoPlace` for tables of the models or of the database that have no place."""
    rows = list(models)
    known = {*distributed(rows), *REFERENCE, *LOCAL}
    tables = {model._meta.db_table for model in rows} | set(stored)
    if tables - known:
        raise NoPlace(tables - known)


def statements(models: Iterable[type[Model]], done: Collection[str] = ()) -> Iterator[str]:
    """Yield the SQL that spreads the tables, in order. Tables in `done` are spread already.

    Raise `NoPlace` if a table has no place.
    """
    rows = list(models)
    check_places(rows)
    stored = {model._meta.db_table: model for model in rows}
    spread = {name: at for name, at in distributed(rows).items() if name not in done}
    yield (
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode TO"
        " ''sequential''', current_database()); END $$;"
    )
    yield "SET citus.multi_shard_modify_mode TO 'sequential';"
    if spread:
        yield _drop_foreign_keys(spread)
    for at in spread.values():
        yield from _keys(at)
    for name in REFERENCE:
        if name not in done:
            yield f"SELECT create_reference_table('{name}');"
    for name, at in spread.items():
        beside = "none" if name == at.root else at.root
        yield (
            f"SELECT create_distributed_table('{name}', '{at.column}',"
            f" colocate_with => '{beside}');"
        )
    for name in sorted(LOCAL - WITHOUT_MODEL - set(done)):
        yield f"SELECT citus_add_local_table_to_metadata('{name}');"
    everywhere = distributed(rows)
    for at in spread.values():
        yield from _foreign_keys(at, everywhere)
    for name, model in sorted(stored.items()):
        if name not in done and model._meta.auto_field is not None:
            yield _sequence(name, str(model._meta.auto_field.column))


def _drop_foreign_keys(spread: Iterable[str]) -> str:
    """Return what drops every foreign key to these tables. Those within a key are made again."""
    names = ", ".join(f"'{name}'" for name in spread)
    return (
        "DO $$ DECLARE c record; BEGIN FOR c IN SELECT conrelid::regclass AS t,"  # noqa: S608
        " conname FROM"
        " pg_constraint WHERE contype = 'f' AND confrelid = ANY("
        f"ARRAY[{names}]::regclass[]) LOOP"
        " EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname);"
        " END LOOP; END $$;"
    )


def _keys(at: Distributed) -> Iterator[str]:
    """Yield what lets the primary key and all that is unique begin with the key."""
    table, pk = at.table, at.model._meta.pk
    for field in at.model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield f"CREATE INDEX ON {table} ({field.column});"
    if any(_lacks(at, names) for names in _uniques(at.model)):
        yield (
            "DO $$ DECLARE c record; BEGIN FOR c IN SELECT conname FROM"  # noqa: S608
            " pg_constraint"
            f" WHERE contype = 'u' AND conrelid = '{table}'::regclass AND NOT (SELECT attnum"
            f" FROM pg_attribute WHERE attrelid = '{table}'::regclass"
            f" AND attname = '{at.column}') = ANY(conkey) LOOP EXECUTE"
            f" format('ALTER TABLE {table} DROP CONSTRAINT %I', c.conname); END LOOP; END $$;"
        )
    if pk is not None and pk.column != at.column:
        yield (
            f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey,"
            f" ADD PRIMARY KEY ({at.column}, {pk.column});"
        )


def _uniques(model: type[Model]) -> Iterator[tuple[str, ...]]:
    """Yield the fields of each unique constraint of a model."""
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield (field.name,)
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield tuple(constraint.fields)


def _lacks(at: Distributed, names: Collection[str]) -> bool:
    columns = {field.name: field.column for field in at.model._meta.concrete_fields}
    return at.column not in [columns[name] for name in names]


def _foreign_keys(at: Distributed, everywhere: dict[str, Distributed]) -> Iterator[str]:
    """Yield the foreign keys to rows of the same match or tournament, by the key too."""
    for field in at.model._meta.concrete_fields:
        if field.related_model is None:
            continue
        there = everywhere.get(field.related_model._meta.db_table)
        if there is None or there.root != at.root:
            continue
        pk = there.model._meta.pk
        columns, others = [str(field.column)], [str(pk.column)]
        if pk.column != there.column:
            columns, others = [at.column, *columns], [there.column, *others]
        yield (
            f"ALTER TABLE {at.table} ADD FOREIGN KEY ({', '.join(columns)})"
            f" REFERENCES {there.table} ({', '.join(others)});"
        )


def _sequence(table: str, column: str) -> str:
    """Return what sets a table's sequence again, which starts anew when the table is converted."""
    return (
        f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"  # noqa: S608
        f" (SELECT coalesce(max({column}), 0) + 1 FROM {table}), false);"
    )
