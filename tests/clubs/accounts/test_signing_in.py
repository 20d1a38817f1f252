"""Tests of signing up, in and out, of guessing, and of the page that follows a sign-in."""

import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from clubs.models import Session, User
from tests import factories
from tests.clubs.accounts.conftest import PASSWORD, person
from tests.plain import plain

pytestmark = pytest.mark.django_db

LOGIN, SIGNUP = "/compte/connexion/", "/compte/inscription/"
NEW = {"email": "Bruno@Example.org", "password1": PASSWORD, "password2": PASSWORD}


def sign_in(client, email="anne@example.org", password=PASSWORD, **more):
    return client.post(LOGIN, {"login": email, "password": password, **more})


def signed_in(client):
    return SESSION_KEY in client.session


def test_signing_up_without_mail_signs_in_at_once_and_names_nobody():
    client = factories.browser()
    answer = client.post(SIGNUP, NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/compte/")
    user = User.objects.get(email="bruno@example.org")
    assert "bruno" not in user.username
    assert user.check_password(PASSWORD)
    assert client.get("/compte/").status_code == 200


@pytest.mark.parametrize(
    ("password1", "password2", "sentence"),
    [
        ("court", "court", "trop court"),
        ("1234567890", "1234567890", "entièrement numérique"),
        ("motdepasse1", "motdepasse2", "Les deux mots de passe ne sont pas les mêmes."),
        ("bruno@example.org", "bruno@example.org", "trop semblable"),
        ("qwertyuiop", "qwertyuiop", "trop courant"),
    ],
)
def test_a_password_that_is_too_easy_makes_no_account(password1, password2, sentence):
    page = factories.browser().post(SIGNUP, NEW | {"password1": password1, "password2": password2})
    assert sentence in page.content.decode()
    assert not User.objects.exists()


def test_without_mail_signing_up_with_a_known_address_tells_nothing(anne):
    known, unknown = (
        factories.browser().post(SIGNUP, NEW | {"email": email})
        for email in ("anne@example.org", "personne@example.org")
    )
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    anne.refresh_from_db()
    assert anne.check_password(PASSWORD)
    # The two accounts of one address are told apart by their passwords.
    client = factories.browser()
    sign_in(client)
    assert client.session[SESSION_KEY] == str(anne.pk)


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(anne):
    client = factories.browser()
    wrong = sign_in(client, password="une table de fer")
    unknown = sign_in(client, email="qui@example.org", password="une table de fer")
    strip = [
        re.sub(r'(?<=value=")[^"]{40,}', "", page.content.decode()).replace("anne@", "qui@")
        for page in (wrong, unknown)
    ]
    strip = [re.sub(r'"x-csrftoken": "\w+"', "", page) for page in strip]
    assert "ne va pas : essayer encore" in plain(strip[0])
    assert strip[0] == strip[1]


def test_the_session_is_a_new_one_after_signing_in(anne):
    client = factories.browser()
    client.get(LOGIN)
    session = client.session
    session["before"] = 1
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    sign_in(client)
    assert client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()
    assert Session.objects.get(user=anne).session_key == client.cookies["sessionid"].value


def test_signing_out_ends_the_session(anne):
    client = factories.browser()
    sign_in(client)
    assert client.get("/compte/deconnexion/").status_code == 200
    assert signed_in(client)
    answer = client.post("/compte/deconnexion/")
    assert (answer["Location"], signed_in(client)) == ("/", False)
    assert not Session.objects.filter(user=anne).exists()


@pytest.mark.parametrize(
    ("next_page", "led_to"),
    [
        ("/aide/", "/aide/"),
        ("https://mechant.example/", "/compte/"),
        ("//mechant.example/", "/compte/"),
        ("/\\mechant.example/", "/compte/"),
        ("javascript:alert(1)", "/compte/"),
        ("http:mechant.example", "/compte/"),
    ],
)
def test_one_is_led_to_a_page_of_this_site_alone(anne, next_page, led_to):
    client = factories.browser()
    assert sign_in(client, next=next_page)["Location"] == led_to
    out = client.post("/compte/deconnexion/", {"next": next_page})
    assert out["Location"] == (led_to if led_to == "/aide/" else "/")


@pytest.mark.parametrize("path", [LOGIN, SIGNUP, "/compte/deconnexion/", "/compte/jetons/"])
def test_a_post_without_its_token_is_refused(anne, path):
    client = Client(enforce_csrf_checks=True)
    client.force_login(anne)
    assert client.post(path, {}).status_code == 403


# --- Guessing ----------------------------------------------------------------------------------


def guess(client, times, **how):
    return [sign_in(client, password=f"faux numéro {n}", **how).status_code for n in range(times)]


def test_the_fifth_wrong_password_locks_the_account_for_that_address(anne):
    client = factories.browser()
    assert guess(client, 6) == [200, 200, 200, 200, 429, 429]
    locked = sign_in(client)
    assert locked.status_code == 429
    assert 14 * 60 < int(locked["Retry-After"]) <= 15 * 60
    assert "réessayer dans 15 min" in locked.content.decode()
    assert 'href="/compte/mot-de-passe/oublie/"' in locked.content.decode()
    assert not signed_in(client)


def test_an_address_without_account_is_locked_as_one_with(anne):
    assert guess(factories.browser(), 6, email="qui@example.org") == [200] * 4 + [429] * 2


def test_upper_case_is_the_same_account(anne):
    client = factories.browser()
    guess(client, 4, email="ANNE@example.org")
    assert guess(client, 1) == [429]


def test_another_address_and_another_account_are_not_locked(anne):
    person("bruno@example.org")
    client = factories.browser()
    guess(client, 5)
    assert sign_in(client, email="bruno@example.org").status_code == 302
    elsewhere = factories.browser(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere).status_code == 302


def test_a_header_does_not_make_it_another_address(anne):
    client = factories.browser()
    answers = [
        client.post(
            LOGIN,
            {"login": "anne@example.org", "password": "faux"},
            headers={"x-forwarded-for": f"192.0.2.{n}"},
        ).status_code
        for n in range(6)
    ]
    assert answers[-1] == 429


def test_the_lock_opens_after_a_quarter_of_an_hour_however_often_one_tried(anne):
    client = factories.browser()
    guess(client, 8)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=15, seconds=1))
    assert sign_in(client).status_code == 302


def test_the_right_password_forgets_the_wrong_ones(anne):
    client = factories.browser()
    guess(client, 4)
    sign_in(client)
    assert not AccessAttempt.objects.exists()


def test_what_is_counted_holds_neither_address_nor_password(anne):
    guess(factories.browser(), 1)
    row = AccessAttempt.objects.get()
    text = " ".join(str(value) for value in vars(row).values())
    assert "anne" not in text
    assert "faux" not in text


def test_saying_who_one_is_again_is_counted_too(anne):
    client = factories.browser()
    sign_in(client)
    answers = [client.post("/compte/verifier/", {"password": "faux"}).status_code for _ in range(6)]
    assert answers == [200] * 4 + [429] * 2
