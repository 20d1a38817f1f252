"""The tables have their places on shards: recorded and reviewed, and none is left out."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.test.utils import isolate_apps

from core.keyed import Keyed
from games import queries
from games.models import Match, Seat
from scorekeeper.database import shards
from scorekeeper.management.commands import shard
from tests import factories, keyed_writes
from tests.tournaments.evening import evening
from tournaments.models import Tournament

RECORDED = Path(__file__).with_name("shard.sql")


def site_models():
    """Return the models without those of the tests' own game."""
    return [model for model in shards.all_models() if model._meta.app_label != "toy"]


def test_the_statements_are_the_reviewed_ones():
    """After a review, `python -m tests.scorekeeper.test_shards` records them again."""
    assert "\n".join(shards.statements(site_models())) + "\n" == RECORDED.read_text()


@isolate_apps("games")
def test_a_table_without_a_place_is_an_error():
    class Fresh(models.Model):  # noqa: DJ008
        class Meta:
            app_label = "games"

    with pytest.raises(shards.NoPlace, match="games_fresh"):
        list(shards.statements([*site_models(), Fresh]))


def test_every_place_is_of_a_table():
    tables = {model._meta.db_table for model in site_models()} | shards.WITHOUT_MODEL
    assert tables >= {*shards.REFERENCE, *shards.LOCAL}
    assert not shards.LOCAL.intersection(shards.REFERENCE)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_the_database_has_no_other_table():
    tables = [name for name in connection.introspection.table_names() if "toy" not in name]
    shards.check_places(site_models(), tables)
    with pytest.raises(shards.NoPlace, match="another"):
        shards.check_places(site_models(), [*tables, "another"])


def belongs(model):
    """Return whether a row of the model belongs to a match or tournament, directly or not."""
    related = {field.related_model for field in model._meta.concrete_fields} - {None}
    return bool(related & {Match, Tournament}) or any(issubclass(model, Keyed) for model in related)


def test_a_model_that_belongs_to_a_match_or_tournament_says_so():
    between = {"tournaments.Challenge_tournaments"}  # of a challenge, which has many tournaments
    silent = {
        model._meta.label
        for model in apps.get_models(include_auto_created=True)
        if belongs(model) and not issubclass(model, Keyed)
    }
    assert silent == between
    # Until a later release contracts: an older program beside this one writes them without a key.
    nullable = {"dix.HandReview", "tournaments.Delivery"}
    for model in apps.get_models():
        if issubclass(model, Keyed):
            key = model._meta.get_field(model.KEY)
            assert key.related_model in (Match, Tournament)
            assert key.null is (model._meta.label in nullable)


@isolate_apps("games")
def test_a_model_that_says_nothing_is_seen():
    class OfSeat(models.Model):  # noqa: DJ008
        seat = models.ForeignKey("games.Seat", models.CASCADE)

        class Meta:
            app_label = "games"

    class OfMatch(models.Model):  # noqa: DJ008
        match = models.ForeignKey(Match, models.CASCADE)

        class Meta:
            app_label = "games"

    OfSeat._meta.get_field("seat").remote_field.model = apps.get_model("games.Seat")
    assert belongs(OfMatch)
    assert belongs(OfSeat)


@pytest.mark.parametrize(
    ("sql", "lacks"),
    [
        ('UPDATE "games_side" SET "name" = %s WHERE "games_side"."id" = %s', True),
        ('UPDATE "games_side" SET "match_id" = %s WHERE "games_side"."id" IN (%s, %s)', True),
        ("UPDATE games_side SET score = %s WHERE match_id = %s AND id = %s", False),
        ('DELETE FROM "games_side" WHERE "games_side"."match_id" IN (%s)', False),
        ('DELETE FROM "games_side"', True),
        (
            'UPDATE "games_seat" SET "number" = 1 WHERE "games_seat"."id" IN '
            '(SELECT U0."id" FROM "games_seat" U0 WHERE (U0."match_id" = %s))',
            True,
        ),
        ('UPDATE "games_seat" SET "player_id" = %s WHERE "games_seat"."player_id" = %s', False),
        (
            'UPDATE "games_seat" SET "player_id" = %s'
            ' WHERE ("games_seat"."id" IN (%s) AND "games_seat"."player_id" = %s)',
            True,
        ),
        ('UPDATE "clubs_player" SET "name" = %s WHERE "clubs_player"."id" = %s', False),
        ('SELECT "games_side"."id" FROM "games_side"', False),
    ],
)
def test_the_watch_sees_what_lacks_its_key(sql, lacks):
    assert keyed_writes.lacks_key(sql) is lacks


OF_TABLE = (
    'SELECT "tournaments_table"."id" FROM "tournaments_table" INNER JOIN "tournaments_round" ON'
    ' ("tournaments_table"."round_id" = "tournaments_round"."id"%s)'
    ' WHERE ("tournaments_table"."tournament_id" = %%s AND "tournaments_round"."number" = %%s)'
)
SAME = ' AND ("tournaments_table"."tournament_id" = ("tournaments_round"."tournament_id"))'
OF_WAITING = (
    'SELECT U0."id" FROM "tournaments_delivery" U0 WHERE U0."tournament_id" = %%s AND NOT EXISTS('
    'SELECT 1 AS "a" FROM "tournaments_delivery" V0 WHERE V0."%s" = (U0."%s") LIMIT 1)'
)


@pytest.mark.parametrize(
    ("sql", "lacking"),
    [
        ('SELECT "games_side"."id" FROM "games_side" WHERE "games_side"."id" = %s', {"games_side"}),
        ('SELECT 1 FROM "games_side" WHERE "games_side"."match_id" = %s', set()),
        ('SELECT 1 FROM "games_side" WHERE "games_side"."match_id" IN (%s, %s)', set()),
        (
            'SELECT 1 FROM "games_side" WHERE "games_side"."match_id" IN'
            ' (SELECT U0."id" FROM "games_match" U0 WHERE U0."club_id" = %s)',
            {"games_side", "games_match"},
        ),
        ('SELECT 1 FROM "games_match" WHERE "games_match"."id" = %s FOR UPDATE', set()),
        ('SELECT 1 FROM "games_match" WHERE "games_match"."club_id" = %s', {"games_match"}),
        ('SELECT 1 FROM "clubs_club" WHERE "clubs_club"."id" = %s', set()),
        (OF_TABLE % "", {"tournaments_round"}),
        (OF_TABLE % SAME, set()),
        (OF_WAITING % ("tournament_id", "tournament_id"), set()),
        (OF_WAITING % ("webhook_id", "webhook_id"), {"tournaments_delivery"}),
        (
            'SELECT 1 FROM "games_match" WHERE "games_match"."id" = %s UNION'
            ' SELECT 1 FROM "games_match" WHERE "games_match"."game" = %s',
            {"games_match"},
        ),
    ],
)
def test_the_watch_sees_what_is_read_without_its_key(sql, lacking):
    assert keyed_writes.read_without_key(sql) == lacking


@pytest.mark.django_db
def test_a_service_that_reads_by_ids_alone_fails_a_test(monkeypatch):
    match = factories.started()
    rows = Seat.objects.filter(pk__in=list(match.seats.values_list("pk", flat=True)))
    seats = SimpleNamespace(filter=lambda match: rows.select_related("player"))
    monkeypatch.setattr(queries, "seats", lambda: seats)
    factories.recorded(match, factories.HAND)
    with pytest.raises(AssertionError, match=r'WHERE "games_seat"\."id" IN'):
        keyed_writes.check()


def test_what_reads_rows_of_many_exists():
    for place in keyed_writes.READS_OF_MANY:
        file, _space, function = place.partition(" ")
        assert f"def {function}" in (keyed_writes.ROOT / file).read_text()


def without_key(call, *arguments):
    """Return the tables that a request read without their match or tournament being named."""
    lacking = set()

    def note(execute, sql, params, many, context):
        lacking.update(keyed_writes.read_without_key(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        assert call(*arguments).status_code in (200, 201, 302)
    return lacking


@pytest.mark.django_db
def test_a_recorded_line_reads_nothing_of_other_matches():
    club = factories.club()
    seats = [{"player": factories.player(name, club).pk} for name in factories.NAMES]
    table = factories.table(
        factories.api(factories.member(club)), seats=seats, club=club.slug, rules={"target": 200}
    )
    assert without_key(table.record, factories.ALL_TAKEN) == set()
    assert without_key(table.correct, 1, factories.HAND) == set()
    assert without_key(table.take_back, 1) == set()
    assert without_key(table.get) == set()


RESULT = "rounds/1/tables/2/result/"


@pytest.mark.django_db
def test_a_line_at_a_tournaments_table_and_its_result_read_nothing_of_others():
    night = evening("A", "B", "C", "D", rules={"target": 200})
    night.draw()
    started = night.do("post", "rounds/1/tables/1/match/", {})
    table = factories.Table(started["match"], started["edit_token"], night.client, started)
    assert without_key(table.record, factories.ALL_TAKEN) == set()
    assert without_key(table.record, factories.ALL_TAKEN) == set()
    assert without_key(night.call, "post", RESULT, {"scores": [5, 3]}) == set()


@pytest.mark.django_db
@pytest.mark.both_databases
def test_what_is_not_citus_is_refused_with_a_sentence():
    with pytest.raises(CommandError, match="Citus"):
        call_command("shard", stdout=StringIO())


@pytest.mark.django_db
def test_what_is_spread_already_is_left_alone(monkeypatch):
    tables = [model._meta.db_table for model in shards.all_models()]
    apart = {"games_side", "clubs_club", "jobs_job", "toy_toyrules", "toy_toyentry"}
    monkeypatch.setattr(shard, "on_citus", lambda: True)
    monkeypatch.setattr(shard, "spread", lambda: {*tables, *shards.WITHOUT_MODEL} - apart)
    printed = StringIO()
    call_command("shard", stdout=printed)
    text = printed.getvalue()
    assert "create_distributed_table('games_side', 'match_id'" in text
    assert "create_reference_table('clubs_club')" in text
    assert "citus_add_local_table_to_metadata('jobs_job')" in text
    assert "create_distributed_table('games_seat'" not in text


CITUS = """
CREATE FUNCTION create_reference_table(text) RETURNS void LANGUAGE sql AS '';
CREATE FUNCTION citus_add_local_table_to_metadata(text) RETURNS void LANGUAGE sql AS '';
CREATE FUNCTION create_distributed_table(text, text, colocate_with text) RETURNS void
LANGUAGE sql AS '';
"""


@pytest.mark.skipif(connection.vendor != "postgresql", reason="shards are PostgreSQL's")
@pytest.mark.django_db
def test_postgresql_takes_the_statements_and_the_site_plays_on():
    """Citus' own functions do nothing here. All else is done, and the keys are composite then."""
    before = factories.started()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(CITUS)
        for statement in shards.statements(site_models()):
            cursor.execute(statement)
    factories.made(before)
    after = factories.started()
    factories.made(after)
    with connection.cursor() as cursor:
        for table, at in shards.distributed(site_models()).items():
            names = list(connection.introspection.get_constraints(cursor, table).values())
            for each in names:
                assert not each["unique"] or at.column in each["columns"], (table, each)


CITUS_URL = os.environ.get("TEST_CITUS_URL", "")


@pytest.mark.nightly
def test_a_real_citus_takes_the_statements():
    """The rehearsal needs the address of an empty database of a Citus coordinator."""
    if not CITUS_URL:
        pytest.skip("TEST_CITUS_URL names no Citus coordinator: nothing was rehearsed")
    site = {**os.environ, "DATABASE_URL": CITUS_URL}
    for command in (("migrate",), ("shard",)):
        run = subprocess.run(
            [sys.executable, "manage.py", *command], env=site, text=True, capture_output=True
        )
        assert run.returncode == 0, run.stderr
    with psycopg.connect(CITUS_URL, autocommit=True) as coordinator:
        for statement in run.stdout.splitlines():
            coordinator.execute(statement)
    play = [sys.executable, "manage.py", "demo"]
    run = subprocess.run(play, env=site, text=True, capture_output=True)
    assert run.returncode == 0, run.stderr


if __name__ == "__main__":
    import django

    django.setup()
    RECORDED.write_text("\n".join(shards.statements(site_models())) + "\n")
