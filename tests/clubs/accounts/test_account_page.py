"""Tests of the account's page: the player's privacy, tokens, e-mail, second step, all the data."""

import base64
import hmac
import json
import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail as letters

from clubs.models import ApiToken, Player
from tests import factories
from tests.clubs.accounts.conftest import PASSWORD, person
from tests.factories import HAND, Caller, Writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(anne):
    client = factories.browser()
    client.post("/compte/connexion/", {"login": "anne@example.org", "password": PASSWORD})
    client.post("/compte/verifier/", {"password": PASSWORD})
    return client


def test_the_page_asks_the_database_as_often_with_one_thing_as_with_three(
    anne, client, django_assert_num_queries
):
    factories.player("Anne", user=anne)
    with django_assert_num_queries(8):
        client.get("/compte/")
    for name in ("un", "deux", "trois"):
        ApiToken.objects.create(user=anne, name=name, digest=name)
        factories.club(name).memberships.create(user=anne)
    with django_assert_num_queries(8):
        page = client.get("/compte/").content.decode()
    assert [name in page for name in ("un", "deux", "trois")] == [True] * 3


def test_the_player_chooses_how_public_pages_name_them(anne, client):
    player = factories.player("Anne Gagnon", user=anne)
    assert client.post("/compte/joueur/", {"shown": "initials"})["Location"] == "/compte/"
    player.refresh_from_db()
    assert (player.shown, player.public_name) == (Player.Shown.INITIALS, "A. G.")
    assert client.post("/compte/joueur/", {"shown": "autrement"}).status_code == 400
    player.refresh_from_db()
    assert player.shown == Player.Shown.INITIALS


def test_a_token_is_shown_once_works_and_is_withdrawn(anne, client):
    page = client.post("/compte/jetons/", {"name": "<b>tableur</b>"})
    secret = re.search(r'id="token-secret" value="([\w-]{40,})"', page.content.decode())[1]
    assert page["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    later = client.get("/compte/").content.decode()
    assert "&lt;b&gt;tableur&lt;/b&gt;" in later
    assert secret not in later
    program = factories.api()
    program.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    assert program.get("/api/v1/account/").json()["email"] == "anne@example.org"
    client.post(f"/compte/jetons/{ApiToken.objects.get().pk}/")
    assert program.get("/api/v1/account/").status_code == 401


@pytest.mark.parametrize("name", ["", "   ", "a\0b", "x" * 81])
def test_a_token_has_a_name_that_can_be_kept(client, name):
    assert client.post("/compte/jetons/", {"name": name}).status_code == 400
    assert not ApiToken.objects.exists()


def test_another_s_token_is_not_there(client):
    other = ApiToken.objects.create(user=person("b@example.org"), digest="x")
    assert client.post(f"/compte/jetons/{other.pk}/").status_code == 404
    assert ApiToken.objects.exists()


# --- E-mail --------------------------------------------------------------------------------------


def test_without_mail_the_address_changes_at_once_after_the_password(anne, client):
    assert client.post("/compte/email/", {"email": "N@example.org"})["Location"] == "/compte/"
    anne.refresh_from_db()
    assert anne.email == "n@example.org"
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["n@example.org"]


def test_with_mail_the_address_changes_once_the_code_was_typed(anne, client, mail):
    sent = client.post("/compte/email/", {"email": "n@example.org", "action_add": "1"})
    assert sent["Location"] == "/compte/email/code/"
    anne.refresh_from_db()
    assert anne.email == "anne@example.org"
    code = re.search(r"\n\n(\S+)\n\n", letters.outbox[0].body)[1]
    client.post("/compte/email/code/", {"code": code})
    anne.refresh_from_db()
    assert anne.email == "n@example.org"
    assert letters.outbox[-1].to == ["anne@example.org"]  # the old address is told


# --- The second step -----------------------------------------------------------------------------


def code_of(secret):
    counter = (int(time.time()) // 30).to_bytes(8)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4]) & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def with_application(client):
    page = client.get("/compte/application/").content.decode()
    secret = re.search(r'class="secret">(\w+)<', page)[1]
    assert "data:image/svg" in page
    done = client.post("/compte/application/", {"code": code_of(secret)})
    return secret, done["Location"]


def test_with_an_application_the_password_alone_is_not_enough(anne, client):
    _secret, led_to = with_application(client)
    assert led_to == "/compte/codes/"
    codes = re.findall(r"<li>(\d{8})</li>", client.get(led_to).content.decode())
    assert len(codes) == 10
    phone = factories.browser()
    answer = phone.post("/compte/connexion/", {"login": "anne@example.org", "password": PASSWORD})
    assert answer["Location"] == "/compte/connexion/code/"
    assert phone.get("/compte/").status_code == 302
    wrong = phone.post("/compte/connexion/code/", {"code": "000000"})
    assert "Ce code ne va pas" in wrong.content.decode()
    assert phone.post("/compte/connexion/code/", {"code": codes[0]})["Location"] == "/compte/"
    again = factories.browser()
    again.post("/compte/connexion/", {"login": "anne@example.org", "password": PASSWORD})
    assert again.post("/compte/connexion/code/", {"code": codes[0]}).status_code == 200


def test_codes_cannot_be_guessed_for_long(anne, client):
    with_application(client)
    phone = factories.browser()
    phone.post("/compte/connexion/", {"login": "anne@example.org", "password": PASSWORD})
    answers = [
        phone.post("/compte/connexion/code/", {"code": f"{n:06}"}).content.decode()
        for n in range(7)
    ]
    assert ["Trop d'essais" in answer or "Trop d&#x27;essais" in answer for answer in answers] == [
        False, False, False, False, False, True, True,
    ]  # fmt: skip


def test_a_passkey_is_another_way_in_and_no_second_step(anne):
    Authenticator.objects.create(user=anne, type="webauthn", data={"name": "Clé", "credential": {}})
    phone = factories.browser()
    answer = phone.post("/compte/connexion/", {"login": "anne@example.org", "password": PASSWORD})
    assert answer["Location"] == "/compte/"


# --- Where a passkey can work --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [
        ("localhost:8000", False, True),
        ("10.example.org", True, True),
        ("10.example.org", False, False),
        ("192.168.1.4:8000", False, False),
        ("192.168.1.4", True, False),
        ("127.0.0.1:8000", False, False),
        ("[::1]:8000", False, False),
    ],
)
def test_a_passkey_is_offered_only_where_browsers_allow_it(settings, host, secure, offered):
    settings.SERVED_NAMES = ["localhost", "10.example.org"]
    page = factories.browser().get("/compte/connexion/", headers={"host": host}, secure=secure)
    assert ("data-passkey=" in page.content.decode()) is offered
    assert ("ne marche qu'à une adresse en https" in page.content.decode()) is not offered


# --- All one's data ------------------------------------------------------------------------------


def test_the_export_tells_all_that_is_kept(anne, client):
    club = factories.club("cercle", open_recording=True)
    club.memberships.create(user=anne, role="scorer")
    player = factories.player("Anne Gagnon", club, user=anne)
    by = Writing(Caller(user=anne))
    match = factories.started(by=by.caller, club=club)
    sat = factories.started(
        club=club,
        by=Caller(user=factories.site_owner()),
        seats=[
            *[factories.SeatAsked(name=name) for name in ("B", "C", "D")],
            factories.SeatAsked(player=player.pk),
        ],
    )
    factories.services.record(match_id=match.pk, data=HAND, by=by)
    answer = client.get("/compte/donnees/")
    assert answer["Content-Disposition"] == 'attachment; filename="le-carnet.json"'
    body = json.loads(answer.content)
    assert body["email"] == "anne@example.org"
    assert body["memberships"] == [{"club": "cercle", "role": "scorer"}]
    assert body["player"] == {"id": player.pk, "name": "Anne Gagnon", "shown": "full"}
    assert [entry["club"] for entry in body["player_clubs"]] == ["cercle"]
    assert [(m["id"], m["started"], m["seat"]) for m in body["matches"]] == [
        (match.pk, True, None),
        (sat.pk, False, 3),
    ]
    assert [(c["match"], c["version"], c["kind"]) for c in body["changes"]] == [
        (match.pk, 1, "start"),
        (match.pk, 2, "record"),
    ]
    assert factories.api(anne).get("/api/v1/account/export/").json()["matches"] == body["matches"]


def test_the_export_holds_no_secret(anne, client):
    client.post("/compte/jetons/", {"name": "tableur"})
    with_application(client)
    text = client.get("/compte/donnees/").content.decode()
    for secret in (anne.password, ApiToken.objects.get().digest, "secret", "digest"):
        assert secret not in text
