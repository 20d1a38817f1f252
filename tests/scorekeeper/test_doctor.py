"""The doctor finds each damage made by SQL, and nothing on a healthy site."""

from itertools import chain

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from games.services import SeatAsked
from leaderboards import services as boards
from scorekeeper import doctor
from tests import factories
from tests.tournaments.stages import arranged
from tests.transmission.families import attested, linked

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def site():
    """Create a finished match, one with two lines, one without lines, a tournament, and people who
    taught each other. Return ids by name.
    """
    club = factories.club("un")
    people = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "David")]
    owner = factories.member(club, "owner")
    given = {
        "club": club,
        "by": factories.Caller(user=owner),
        "seats": [SeatAsked(player.pk) for player in people],
    }
    ended = factories.finished(**given)
    running = factories.recorded(factories.started(**given), factories.HAND, factories.FAILED)
    factories.started()  # nothing is written yet
    tournament = arranged(club, owner, "reported")
    for person in people:
        attested(person, club)
    linked(people[0], people[1], owner)
    linked(people[1], people[2], owner)
    boards.process_due()
    return {
        "ended": ended.pk,
        "running": running.pk,
        "tournament": tournament.pk,
        **{f"player{number}": person.pk for number, person in enumerate(people)},
    }


def complaints():
    """Return what the doctor says, in the order of the command."""
    checks = (
        doctor.broken_keys(),
        doctor.damaged_matches(),
        doctor.damaged_tournaments(),
        doctor.damaged_lineages(),
        doctor.wrong_boards(),
        doctor.wrong_records(),
    )
    return list(chain.from_iterable(checks))


def damaged(sql, site):
    """Return what the doctor says after that statement; undo the statement."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(sql.format(**site))
            assert cursor.rowcount > 0
        found_wrong = complaints()
        transaction.set_rollback(True)
    return found_wrong


def test_a_healthy_site_has_nothing(site):
    assert complaints() == []
    # Matches that are due are not damage: they are counted at the next start.
    boards.mark_due(game="dix", matches=[site["ended"]])
    assert complaints() == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        (
            "UPDATE games_side SET score = 90 WHERE match_id = '{ended}' AND number = 0",
            "Match {ended} : le camp 1 a 90",
        ),
        (
            "UPDATE games_side SET rank = 2 WHERE match_id = '{ended}' AND number = 0",
            "Match {ended} : le rang du camp 1 n'est pas celui de ses lignes.",
        ),
        (
            "UPDATE games_match SET ended_by = 'rounds' WHERE id = '{ended}'",
            "Match {ended} : il est noté « finished », ce que ses lignes ne disent pas.",
        ),
        (
            "UPDATE games_match SET finished_at = started_at WHERE id = '{ended}'",
            "Match {ended} : son état ou sa fin n'est pas celui de son journal.",
        ),
        (
            "UPDATE games_match SET version = 9 WHERE id = '{running}'",
            "Match {running} : son journal n'a pas une ligne par version.",
        ),
        (
            "DELETE FROM games_change WHERE match_id = '{running}' AND version = 2",
            "Match {running} : son journal n'a pas une ligne par version.",
        ),
        (
            "DELETE FROM dix_dixhand WHERE match_id = '{running}' AND number = 1",
            "Match {running} : il manque une ligne entre d'autres.",
        ),
        (
            "DELETE FROM dix_dixhand WHERE match_id = '{running}' AND number = 2",
            "Match {running} : ses lignes ne sont pas celles de son journal.",
        ),
        (
            "UPDATE dix_dixhand SET trump = 'hearts' WHERE match_id = '{running}' AND number = 1",
            "Match {running} : ses lignes ne sont pas celles de son journal.",
        ),
        (
            "UPDATE dix_dixhand SET bid = 3 WHERE match_id = '{running}' AND number = 1",
            "Match {running} : ses lignes ne se relisent pas (RuleError).",
        ),
        (
            "UPDATE leaderboards_standing SET mu = mu + 1",
            "Classements de « dix » : ce ne sont pas ceux d'une reconstruction (Standing) ; "
            "manage.py boards dix les refait.",
        ),
        (
            "DELETE FROM leaderboards_ratedmatch",
            "Classements de « dix » : ce ne sont pas ceux d'une reconstruction (RatedMatch) ; "
            "manage.py boards dix les refait.",
        ),
        (
            "UPDATE leaderboards_meeting SET won = won + 1",
            "Classements de « dix » : ce ne sont pas ceux d'une reconstruction (Meeting) ; "
            "manage.py boards dix les refait.",
        ),
        (
            "DELETE FROM leaderboards_entrychunk",
            "Classements de « dix » : ce ne sont pas ceux d'une reconstruction (EntryChunk) ; "
            "manage.py boards dix les refait.",
        ),
        (
            "UPDATE tournaments_entrant SET seed = 7 WHERE tournament_id = '{tournament}'",
            "Tournoi {tournament} : il diffère de ce que donne son journal.",
        ),
        (
            "DELETE FROM tournaments_logentry WHERE tournament_id = '{tournament}' AND version = 1",
            "Tournoi {tournament} : son journal ne se relit pas",
        ),
        (
            "UPDATE tournaments_table SET number = 5 WHERE tournament_id = '{tournament}'",
            "Tournoi {tournament} : il diffère de ce que donne son journal.",
        ),
        (
            "UPDATE leaderboards_found SET value = value + 1 WHERE match_id = '{ended}'",
            "Match {ended} : ses faits ou ses records ne sont pas ceux de ses lignes ; "
            "manage.py boards dix les refait.",
        ),
        (
            "UPDATE leaderboards_found SET record = NOT record WHERE match_id = '{ended}'",
            "Match {ended} : ses faits ou ses records ne sont pas ceux de ses lignes",
        ),
        (
            "DELETE FROM leaderboards_found",
            "Match {ended} : ses faits ou ses records ne sont pas ceux de ses lignes",
        ),
        (
            "UPDATE leaderboards_found SET match_id = '{running}'",
            "Match {running} : ses faits ou ses records ne sont pas ceux de ses lignes",
        ),
        (
            "INSERT INTO transmission_link (game, teacher_id, learner_id, note, confirmed, "
            "recorded_at) VALUES ('dix', {player2}, {player0}, '', TRUE, '2026-11-23')",
            "Transmission de « dix » : les joueurs {player1}, {player2}, {player0} s'apprennent "
            "en rond.",
        ),
        (
            "INSERT INTO transmission_source (game, player_id, kind, note, recorded_at) "
            "VALUES ('dix', {player1}, 'family', '', '2026-11-23')",
            "Transmission de « dix » : le joueur {player1} a quelqu'un au-dessus de lui",
        ),
        (
            "DELETE FROM transmission_action WHERE version = 1",
            "Transmission de « dix » : son journal n'a pas une ligne par version.",
        ),
    ],
)
def test_each_damage_is_told(site, sql, expected):
    sentences = damaged(sql, site)
    assert any(sentence.startswith(expected.format(**site)) for sentence in sentences), sentences


def test_a_row_that_names_nobody(site):
    """Such a row breaks everything that reads it, so only the keys are checked."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_seat SET player_id = 987 WHERE player_id = %s", [site["player0"]]
            )
        sentences = list(doctor.broken_keys())
        transaction.set_rollback(True)
    assert sentences == ["games_seat.player_id : 2 ligne(s) nomment ce qui n'existe pas."]


def test_the_command_says_it_and_fails(site, monkeypatch, capsys):
    monkeypatch.setattr(
        "scorekeeper.management.commands.doctor.snapshot", lambda using: transaction.atomic()
    )
    call_command("doctor")
    assert capsys.readouterr().out == "Rien à signaler.\n"
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_match SET version = 9 WHERE id = %s", [site["running"]])
    with pytest.raises(CommandError, match=r"^1 chose\(s\) ne vont pas"):
        call_command("doctor")
    assert capsys.readouterr().out == (
        f"Match {site['running']} : son journal n'a pas une ligne par version.\n"
    )
