"""Tests of deleting an account.

Results stay, and no table of the database contains anything about the person any more.
"""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.db import connection
from django.db.models import CharField, JSONField, TextField
from django.test import Client

from clubs import services as people
from clubs.accounts import links, services
from clubs.accounts.leaving import delete_account
from clubs.accounts.sessions import SessionStore
from clubs.errors import AccountNeeded
from clubs.models import ApiToken, ClubPlayer, Player, Session, User
from clubs.services import add_player
from games import services as games
from games.models import Change, Match, Seat, Side
from games.services import SeatAsked
from tests import factories
from tests.clubs.accounts.conftest import PASSWORD, person
from tests.factories import ALL_TAKEN, IN_100, Caller, Writing
from tests.plain import plain

pytestmark = pytest.mark.django_db

NAME, EMAIL = "Ève-Aimée Tremblay", "eve.tremblay@example.org"
OTHERS = ("Bruno", "Chloé", "David")


@pytest.fixture
def club():
    return factories.club("cercle", open_recording=True)


@pytest.fixture
def eve(club):
    """Return a member with a player, a session, a token, a key and stored wrong passwords."""
    user = person(EMAIL)
    club.memberships.create(user=user, role="member")
    factories.player(NAME, club, user=user)
    client = factories.browser()
    for password in ("faux", PASSWORD):
        client.post("/compte/connexion/", {"login": EMAIL, "password": password})
    services.make_token(user=user, name="le tableur d'Ève-Aimée Tremblay")
    links.make_link(user=user, purpose="reset")
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "SECRET"})
    # This session has given the password, but not yet the code of the second step.
    client = factories.browser()
    client.post("/compte/connexion/", {"login": EMAIL, "password": PASSWORD})
    assert SESSION_KEY not in client.session
    # The wrong password comes last, because a right one deletes the stored attempts.
    factories.browser().post("/compte/connexion/", {"login": EMAIL, "password": "faux"})
    return user


def played(eve, club):
    """Record matches that name her in every place where a match can name someone."""
    by = Writing(Caller(user=eve))
    seat = SeatAsked(player=eve.player.pk)
    rest = [SeatAsked(name=name) for name in OTHERS]
    # She plays in a pair. Sides are called after her, and the log has a change of their names.
    pair = factories.started(
        by=by.caller, club=club, seats=[seat, *rest], rules=IN_100,
        side_names=[f"{NAME} et Chloé", "Eux"],
    )  # fmt: skip
    games.record(match_id=pair.pk, data=ALL_TAKEN, by=by)
    other = factories.started(by=by.caller, club=club, seats=[seat, *rest])
    games.patch(match_id=other.pk, changes={"sides": {0: f"ceux d'{NAME.upper()}"}}, by=by)
    games.patch(match_id=other.pk, changes={"sides": {0: "Nous"}}, by=by)
    # She is alone on her side, so the side has her name.
    alone = factories.started("toy", by=by.caller, club=club, seats=[seat, SeatAsked(name="Bruno")])
    # Her name is that of a guest. One guest is later tied to her player, the other one never is.
    guest = factories.started(by=by.caller, club=club, seats=[SeatAsked(name=NAME), *rest])
    games.patch(match_id=guest.pk, changes={"seats": {0: eve.player.pk}}, by=by)
    never = factories.started(club=club, seats=[SeatAsked(name="ève-aimée  TREMBLAY"), *rest])
    games.abandon(match_id=never.pk, by=factories.by_link(never))
    return pair, other, alone, guest, never


def texts():
    """Everything that is written in any table, decoded: (table and column, text)."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if not isinstance(field, CharField | TextField | JSONField):
                continue
            for value in model._default_manager.values_list(field.attname, flat=True):
                text = json.dumps(value, ensure_ascii=False) if value is not None else ""
                yield f"{model._meta.label}.{field.name}", text
    for session in Session.objects.all():
        yield "clubs.Session.session_data", json.dumps(SessionStore().decode(session.session_data))


def columns_with(*wanted):
    return sorted(
        {
            place
            for place, text in texts()
            for want in wanted
            if want.casefold() in " ".join(text.casefold().split())
        }
    )


def test_the_sweep_finds_her_where_she_is_named(eve, club):
    played(eve, club)
    assert {
        "clubs.User.email",
        "account.EmailAddress.email",
        "clubs.Player.name",
        "clubs.ClubPlayer.name_key",
        "clubs.ApiToken.name",
        "clubs.Session.session_data",
        "games.Seat.guest_name",
        "games.Side.name",
        "games.Change.before",
        "games.Change.after",
    } <= set(columns_with(NAME, EMAIL))


def test_deleting_an_account_leaves_every_result_and_nothing_personal(eve, club):
    matches = [match.pk for match in played(eve, club)]
    before = {
        pk: (m.status, m.version, m.ended_by, [(s.number, s.score, s.rank) for s in m.sides.all()])
        for pk, m in Match.objects.in_bulk(matches).items()
    }
    counted = (Change.objects.count(), Seat.objects.count(), Side.objects.count())
    user, player = eve.pk, eve.player.pk
    delete_account(user=eve)
    assert columns_with(NAME, EMAIL, "Ève-Aimée", "Tremblay") == []
    assert not User.objects.filter(pk=user).exists()
    after = {
        pk: (m.status, m.version, m.ended_by, [(s.number, s.score, s.rank) for s in m.sides.all()])
        for pk, m in Match.objects.in_bulk(matches).items()
    }
    assert after == before
    assert (Change.objects.count(), Seat.objects.count(), Side.objects.count()) == counted
    assert Seat.objects.filter(player=player).count() == 4
    for model in ("account.EmailAddress", "mfa.Authenticator", "axes.AccessAttempt"):
        assert not apps.get_model(model).objects.exists()
    assert not Session.objects.filter(user=user).exists()
    assert not ApiToken.objects.exists()


def test_no_column_of_text_is_left_out_of_the_sweep():
    """Check that every table of the database has a model, so that the sweep reads its texts."""
    known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert set(connection.introspection.table_names()) - known <= {
        "django_migrations",
        "limits_hits",
    }


def test_the_pages_and_the_api_name_her_in_the_reader_s_language(eve, club):
    pair, _other, alone, guest, never = played(eve, club)
    delete_account(user=eve)
    for match in (pair, alone, guest, never):
        page = factories.browser().get(f"/parties/{match.pk}/").content.decode()
        assert "Tremblay" not in page
        body = factories.api(language="en").get(f"/api/v1/matches/{match.pk}/").json()
        assert body["seats"][0]["name"] == "a removed person"
        history = factories.api().get(f"/api/v1/matches/{match.pk}/history/")
        assert "Tremblay" not in history.content.decode()
    assert Side.objects.get(match=pair, number=0).name == "joueur retiré et Chloé"


def test_the_others_keep_their_names(eve, club):
    pair, *_rest = played(eve, club)
    factories.player("Ève-Aimée Tremblay-Roy", club)
    delete_account(user=eve)
    assert [seat.name for seat in pair.seats.all()][1:] == list(OTHERS)
    assert Player.objects.filter(name="Ève-Aimée Tremblay-Roy").exists()


def test_someone_of_the_same_name_in_another_club_keeps_it(eve, club):
    elsewhere = factories.club("ailleurs")
    seats = [SeatAsked(name=NAME), *[SeatAsked(name=name) for name in OTHERS]]
    owner = Caller(user=factories.site_owner())
    match = factories.started(by=owner, club=elsewhere, seats=seats)
    delete_account(user=eve)
    assert Seat.objects.get(match=match, number=0).guest_name == NAME


def test_the_name_is_free_again_in_the_club_and_the_removed_is_on_no_list(eve, club):
    removed = eve.player.pk
    delete_account(user=eve)
    assert not ClubPlayer.objects.filter(player=removed).exists()
    new = add_player(club=club, name=NAME, caller=Caller(user=factories.site_owner()))
    assert new.pk != removed
    assert factories.api().get(f"/api/v1/players/{removed}/").status_code == 404


def test_a_person_of_two_names_is_forgotten_under_both_also_in_the_club_s_log(eve, club):
    owner = Caller(user=factories.site_owner())
    other = add_player(club=club, name="Évelyne Tremblet", caller=owner)
    seats = [SeatAsked(player=other.pk), *[SeatAsked(name=name) for name in OTHERS]]
    match = factories.started(by=owner, club=club, seats=seats, side_names=["Évelyne Tremblet", ""])
    people.merge(survivor=eve.player, absorbed=other, caller=owner)
    eve.player.refresh_from_db()
    people.rename(player=eve.player, name="Ève Tremblay-Dubois", caller=owner)
    assert "clubs.ClubChange.before" in columns_with(NAME)
    eve.player.refresh_from_db()
    delete_account(user=User.objects.get(pk=eve.pk))
    assert columns_with(NAME, EMAIL, "Tremblet", "Dubois", "Tremblay") == []
    assert next(seat.name for seat in match.seats.all()) == "une personne retirée"


def test_two_may_be_removed_from_one_club(eve, club):
    other = person("b@example.org")
    factories.player("Bruno", club, user=other)
    delete_account(user=eve)
    delete_account(user=other)
    assert [player.public_name for player in Player.objects.all()] == ["une personne retirée"] * 2


def test_a_sole_owner_hands_the_club_over_first(eve, club):
    club.memberships.filter(user=eve).update(role="owner")
    with pytest.raises(AccountNeeded) as needed:
        delete_account(user=eve)
    assert needed.value.code == "sole_owner"
    assert "cercle" in needed.value.sentence
    assert columns_with(EMAIL) != []
    factories.member(club, "owner")
    delete_account(user=eve)
    assert columns_with(EMAIL) == []


def test_the_last_owner_of_the_site_stays():
    owner = factories.site_owner()
    with pytest.raises(AccountNeeded, match="last_site_owner"):
        delete_account(user=owner)
    factories.site_owner()
    delete_account(user=owner)
    assert User.objects.filter(is_superuser=True).count() == 1


# --- By page and by program ----------------------------------------------------------------------


def test_by_page_one_says_who_one_is_and_ticks_the_box(eve):
    eve.authenticator_set.all().delete()
    client = factories.browser()
    client.post("/compte/connexion/", {"login": EMAIL, "password": PASSWORD})
    refused = client.post("/compte/supprimer/", {})
    assert refused["Location"].startswith("/compte/verifier/?next=")
    page = client.post(refused["Location"], {"password": PASSWORD})
    # The form that was sent before is processed now. It is refused, because the box is not
    # ticked.
    assert page.status_code == 400
    assert "Cocher la case pour supprimer le compte." in page.content.decode()
    done = client.post("/compte/supprimer/", {"sure": "on"}, follow=True)
    assert "Le compte est supprimé." in done.content.decode()
    assert not User.objects.filter(pk=eve.pk).exists()
    assert client.get("/compte/").status_code == 302


def test_by_program_the_token_ends_with_the_account(eve):
    client = factories.api(eve)
    assert client.delete("/api/v1/account/").status_code == 204
    assert client.get("/api/v1/account/").status_code == 401
    assert columns_with(EMAIL, NAME) == []


def test_by_session_the_api_wants_its_token_too(eve):
    client = Client(enforce_csrf_checks=True)
    client.force_login(eve)
    assert client.delete("/api/v1/account/").status_code == 403
    assert User.objects.filter(pk=eve.pk).exists()


def test_the_api_says_why_an_account_must_stay(eve, club):
    club.memberships.filter(user=eve).update(role="owner")
    answer = factories.api(eve).delete("/api/v1/account/")
    assert answer.status_code == 400
    assert plain(answer.json()) == {
        "type": "validation_error",
        "errors": [
            {
                "code": "sole_owner",
                "detail": "Donner d'abord à quelqu'un d'autre la propriété de : cercle.",
                "attr": None,
            }
        ],
    }
