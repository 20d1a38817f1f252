"""The migration confirms every existing club, as of the moment of the upgrade."""

from importlib import import_module

from django.utils import timezone

migration = import_module("clubs.migrations.0013_confirmed_clubs").Migration


def test_the_new_column_fills_the_clubs_that_exist_and_needs_no_value_of_the_release_before():
    (field,) = (
        operation.field
        for operation in migration.operations
        if getattr(operation, "name", "") == "confirmed_at"
    )
    assert field.get_default() <= timezone.now()
    assert field.null
