"""Tests of what stops the program before it touches the database, and of its version."""

import sys
import tomllib

import pytest
from django.db import connection

from scorekeeper import VERSION, __main__, prepare
from scorekeeper.environment import SettingError
from scorekeeper.places import REPOSITORY


def test_the_version_is_that_of_the_package(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["scorekeeper", "--version"])
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"scorekeeper {VERSION}\n"
    package = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert package["project"]["version"] == VERSION


@pytest.mark.django_db
def test_a_newer_database_stops_the_start_with_one_sentence():
    prepare.refuse_newer_database()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES "
            "('clubs', '9999_later', '2030-01-01'), ('gone', '0001_initial', '2020-01-01')"
        )
    with pytest.raises(SettingError) as caught:
        prepare.refuse_newer_database()
    assert str(caught.value) == (
        "La base a été mise à jour par une version plus récente du carnet (clubs.9999_later) : "
        "reprendre cette version, ou une sauvegarde d'avant."
    )
