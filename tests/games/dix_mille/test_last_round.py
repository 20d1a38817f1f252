"""The rule of the last round: its two readings, and what older programs and files say of it."""

import pytest
from django.db import IntegrityError, connection, transaction

from games.dix_mille.models import MilleRules
from games.models import Match
from games.registry.installed import game
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé")]


def table(*turns, **changes):
    """Start a match of three players and record those turns."""
    return factories.table(None, *turns, game="dix-mille", seats=SEATS, **changes)


def rules_of(**values):
    """Store rules with these values for a new match; return them read again from the database."""
    match = Match.objects.create(game="dix-mille", preset="classique")
    MilleRules.objects.create(match=match, **values)
    return MilleRules.objects.get(match=match)


def columns_of(rules):
    """Return the rule's two columns as they are in the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last_round, last_round_reading FROM dix_mille_millerules WHERE match_id = %s",
            [rules.match_id],
        )
        older, reading = cursor.fetchone()
    return bool(older), reading


def test_the_presets_and_the_default():
    presets = {preset.slug: preset.values for preset in game("dix-mille").presets}
    readings = {slug: values["last_round"] for slug, values in presets.items()}
    assert readings.pop("dernier-tour") == "finish_round"
    assert set(readings.values()) == {MilleRules().last_round} == {"off"}
    stops_on_fifty = {slug for slug, values in presets.items() if not values["no_fifty"]}
    assert stops_on_fifty == {"confirmation", "six-des", "impair"}


@pytest.mark.parametrize(
    ("value", "columns"),
    [
        ("off", (False, "off")),
        ("finish_round", (True, "finish_round")),
        ("turn_each", (True, "turn_each")),
        (True, (True, "turn_each")),
        (False, (False, "off")),
    ],
)
def test_the_program_before_reads_whether_there_is_one(value, columns):
    rules = rules_of(last_round=value)
    assert (rules.last_round, columns_of(rules)) == (columns[1], columns)


@pytest.mark.parametrize(("older", "reading"), [(True, "turn_each"), (False, "off")])
def test_a_row_that_the_program_before_wrote_is_a_turn_each(older, reading):
    rules = rules_of()
    MilleRules.objects.filter(pk=rules.pk).update(had_last_round=older, last_round=None)
    assert MilleRules.objects.get(pk=rules.pk).last_round == reading
    assert Match.objects.select_related("millerules").get().millerules.last_round == reading


@pytest.mark.parametrize(
    "values",
    [
        {"had_last_round": True, "last_round": "off"},
        {"had_last_round": False, "last_round": "finish_round"},
        {"had_last_round": True, "last_round": "sometimes"},
    ],
)
def test_the_database_keeps_the_two_columns_together(values):
    rules = rules_of()
    with pytest.raises(IntegrityError, match="mille_last_round_known"), transaction.atomic():
        MilleRules.objects.filter(pk=rules.pk).update(**values)


def test_true_of_an_older_program_is_a_turn_each_and_the_answer_says_so():
    assert table(rules={"last_round": True}).first["rules"]["last_round"] == "turn_each"
    assert table(rules={"last_round": False}).first["rules"]["last_round"] == "off"
    played = table(preset="dernier-tour")
    assert played.first["rules"]["last_round"] == "finish_round"
    assert "had_last_round" not in played.first["rules"]


def test_what_is_no_reading_is_refused_on_its_field():
    body = factories.start_body(game="dix-mille", seats=SEATS, rules={"last_round": "yes"})
    answer = factories.api().post("/api/v1/matches/", body)
    assert answer.status_code == 400
    assert [fault["attr"] for fault in answer.json()["errors"]] == ["rules.last_round"]


def test_an_older_export_is_read_with_the_reading_that_it_meant():
    turns = [{"points": 10000}, {"bust": True}, {"points": 10000}, {"bust": True}]
    played = table(*turns, preset="dernier-tour", rules={"last_round": "turn_each"})
    exported = played.get("export/").json()
    exported["rules"]["last_round"] = True
    answer = factories.api(factories.user()).post("/api/v1/matches/import/", exported)
    assert answer.status_code == 201, answer.json()
    assert answer.json()["rules"]["last_round"] == "turn_each"
