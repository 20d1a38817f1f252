"""Rows that belong to a match or to a tournament, and statements that say which.

A database that is spread over several machines (docs/scale.md) finds a row by its match or its
tournament. A statement that names only the row's id goes to all machines. `Keyed` is the base of
such rows: it adds the key wherever Django itself names only the id. `Within` is a foreign key from
one of them to another one of the same match or tournament: a join by it names the key on both
sides. Other statements name the key in their own `filter`.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import DatabaseError, models, router
from django.db.models.lookups import Exact


class Keyed(models.Model):
    """Abstract base class of rows that belong to a match or a tournament.

    `KEY` is the name of the foreign key to it. The key of a stored row never changes.
    """

    KEY: ClassVar[str]

    class Meta:
        abstract = True

    def save(
        self,
        *,
        force_insert: Any = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Save the row as Django does. An update names the key beside the id."""
        using = using or router.db_for_write(type(self), instance=self)
        if force_insert or self.pk is None:
            super().save(force_insert=force_insert, using=using)
        elif self._update(using, update_fields):
            self._state.adding, self._state.db = False, using
        elif force_update or update_fields is not None:
            raise DatabaseError(f"{self._meta.label} {self.pk} is not stored any more")
        else:
            super().save(force_insert=True, using=using)

    def delete(self, using: str | None = None, keep_parents: bool = False) -> tuple[int, Any]:
        """Delete the row, and those that point to it, as `delete_rows` does."""
        return delete_rows(type(self)._base_manager.filter(pk=self.pk), **self._key())

    def refresh_from_db(
        self, using: Any = None, fields: Any = None, from_queryset: Any = None
    ) -> None:
        """Read the row again. The statement names the key beside the id."""
        rows = from_queryset
        if rows is None:
            rows = type(self)._base_manager.db_manager(using).filter(**self._key())
        super().refresh_from_db(using=using, fields=fields, from_queryset=rows)

    def _key(self) -> dict[str, Any]:
        return {self.KEY: getattr(self, f"{self.KEY}_id")}

    def _update(self, using: str, update_fields: Iterable[str] | None) -> bool:
        """Update the stored row. Return whether there is one."""
        # A column that was not read has no value here, and stays as it is.
        loaded = [f for f in self._meta.concrete_fields if f.attname in self.__dict__]
        fields = [f for f in loaded if not f.primary_key and f.name != self.KEY]
        if update_fields is not None:
            names = set(update_fields)
            fields = [f for f in fields if f.name in names or f.attname in names]
        values = {f.attname: f.pre_save(self, False) for f in fields}
        rows = type(self)._base_manager.using(using).filter(pk=self.pk, **self._key())
        return not values or bool(rows.update(**values))


class Within(models.ForeignKey):
    """A foreign key to another row of the same match or tournament.

    Django deletes nothing through it, because it would name only the ids: `delete_rows` does.
    """

    def __init__(self, to: Any, **options: Any) -> None:
        super().__init__(to, **{**options, "on_delete": models.DO_NOTHING})

    def deconstruct(self) -> Any:
        """Return the field as a plain foreign key: in the database it is no other."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, options

    def get_extra_descriptor_filter(self, instance: Any) -> dict[str, Any]:
        """Return what names the key where the other row is read by itself."""
        return {instance.KEY: getattr(instance, f"{instance.KEY}_id")}

    def get_extra_restriction(self, alias: str | None, related_alias: str | None) -> Any:
        """Return the condition of a join that the key is the same on both sides."""
        if alias is None or related_alias is None:
            return None
        here: Any = self.model
        there: Any = self.related_model
        return Exact(
            here._meta.get_field(here.KEY).get_col(related_alias),
            there._meta.get_field(there.KEY).get_col(alias),
        )


def delete_rows(rows: models.QuerySet[Any], **key: Any) -> tuple[int, Any]:
    """Delete rows of the match or tournament `key`, and first those of it that point to them.

    Django's own cascade names only ids. Each statement here names the key.
    """
    rows = rows.filter(**key)
    for relation in rows.model._meta.related_objects:
        pointing = relation.related_model
        if relation.on_delete is models.DO_NOTHING and issubclass(pointing, Keyed):
            chosen = {f"{relation.field.name}__in": rows.order_by().values("pk")}
            theirs = pointing._base_manager.filter(**chosen)
            delete_rows(theirs, **key)
            if pointing._meta.get_field(pointing.KEY).null:
                # An older program, which serves beside this one during an upgrade, writes no key.
                delete_rows(theirs, **{pointing.KEY: None})
    return rows.delete()
