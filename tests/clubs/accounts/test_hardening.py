"""Tests of tokens, of guessing from many places, of single sessions, and of what the log says."""

import logging
import re

import pytest
from django.test import Client

from clubs.accounts import devices, events, services
from clubs.accounts.links import make_link, use_link
from clubs.models import ApiToken, OneTimeLink, User
from ratelimits import limits
from tests import factories

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"
PASSWORD = "cinq chevaux gris"


@pytest.fixture
def anne():
    user = User.objects.create_user("anne", "anne@example.org", PASSWORD)
    services.make_token(user=user, name="tableur")
    return user


def signed_in(password=PASSWORD, **more):
    browser = Client(**more)
    answer = browser.post("/compte/connexion/", {"login": "anne@example.org", "password": password})
    assert answer.status_code == 302, answer.status_code
    return browser


def attempt(password, address, browser=None):
    sent = {"login": "anne@example.org", "password": password}
    return (browser or Client()).post("/compte/connexion/", sent, REMOTE_ADDR=address).status_code


# -- Tokens -----------------------------------------------------------------------------------


def test_another_password_ends_the_tokens(anne):
    answer = signed_in().post(
        "/compte/mot-de-passe/",
        {
            "oldpassword": PASSWORD,
            "password1": "six chevaux noirs",
            "password2": "six chevaux noirs",
        },
    )
    assert answer.status_code == 302
    assert not ApiToken.objects.exists()


def test_a_password_set_by_a_one_time_link_ends_the_tokens(anne):
    make_link(user=anne, purpose="reset")
    use_link(link=OneTimeLink.objects.get(), password="six chevaux noirs")
    assert not ApiToken.objects.exists()


def test_the_owner_who_takes_the_account_keeps_the_token_of_the_first_start():
    owner = factories.site_owner()
    owner.set_unusable_password()
    owner.save()
    ApiToken.objects.create(user=owner, digest="0" * 64)
    make_link(user=owner, purpose="owner")
    use_link(link=OneTimeLink.objects.get(), password=PASSWORD, email="o@example.org")
    assert ApiToken.objects.count() == 1


def test_making_a_token_asks_for_the_password_again(anne):
    browser = Client()
    browser.force_login(anne)  # long ago, as far as the site knows
    refused = browser.post("/compte/jetons/", {"name": "robot"})
    assert refused["Location"] == "/compte/verifier/?next=%2Fcompte%2Fjetons%2F"
    assert ApiToken.objects.count() == 1
    answer = browser.post(refused["Location"], {"password": PASSWORD})
    assert answer.status_code == 200
    assert list(ApiToken.objects.values_list("name", flat=True)) == ["tableur", "robot"]


# -- Guessing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_what_of_an_address_is_counted(address, counted):
    assert limits.network(address) == counted


def test_one_network_of_ipv6_is_one_guesser(anne):
    tried = [attempt("faux", f"2001:db8::{number:x}") for number in range(1, 7)]
    assert tried == [200, 200, 200, 200, 429, 429]
    assert attempt(PASSWORD, "2001:db8::ffff") == 429
    assert attempt(PASSWORD, "2001:db8:0:1::1") == 302


def test_many_places_together_have_a_ceiling_and_the_owner_comes_in_all_the_same(anne, settings):
    settings.ACCOUNT_FAILURE_LIMIT = 6
    settings.LIMITED = False
    known = signed_in()
    known.post("/compte/deconnexion/")
    for place in range(6):
        attempt("faux", f"203.0.113.{place}")
    assert attempt(PASSWORD, "198.51.100.1") == 429
    assert attempt(PASSWORD, "198.51.100.2", known) == 302


def test_a_made_up_cookie_makes_no_browser_known(anne, settings):
    settings.ACCOUNT_FAILURE_LIMIT = 1
    attempt("faux", "203.0.113.1")
    browser = Client()
    browser.cookies["known"] = "0" * 64
    assert attempt(PASSWORD, "198.51.100.1", browser) == 429


def test_accounts_of_one_address_share_a_ceiling(settings):
    settings.LIMITED = True
    settings.RATES = {**settings.RATES, "read": (2, 60)}
    codes = []
    for _attempt in range(limits.SHARED + 1):
        api = factories.api(factories.user())
        codes += [api.get("/api/v1/games/").status_code for _again in range(2)]
    assert codes == [200] * 2 * limits.SHARED + [429] * 2


# -- Sessions ---------------------------------------------------------------------------------


def test_sessions_are_listed_in_plain_words_and_ended_one_by_one(anne):
    here = signed_in(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    phone = signed_in(headers={"user-agent": PHONE})
    page = here.get("/compte/").content.decode()
    assert "Firefox, Linux" in page
    assert "Firefox, Android" in page
    (address,) = re.findall(r'action="(/compte/appareils/\w+/)"', page)
    assert here.post(address).status_code == 302
    assert phone.get("/compte/").status_code == 302
    assert here.get("/compte/").status_code == 200
    assert here.post(address).status_code == 404


def test_a_session_of_another_account_is_not_found(anne):
    phone = signed_in()
    (device,) = phone.get("/compte/").context["devices"]
    other = Client()
    other.force_login(factories.user())
    assert other.post(f"/compte/appareils/{device.handle}/").status_code == 404


def test_a_session_lasts_from_its_last_day_of_use(anne):
    browser = signed_in()
    session = anne.sessions.get()
    data = session.get_decoded() | {"last_used": "2020-01-01"}
    before = session.expire_date
    session.session_data = session.get_session_store_class()().encode(data)
    session.save()
    browser.get("/compte/")
    after = anne.sessions.get()
    assert after.get_decoded()["last_used"] > "2020-01-01"
    assert after.expire_date >= before
    browser.get("/compte/")
    assert anne.sessions.get().expire_date == after.expire_date  # once a day


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, "Firefox, Android"),
        ("(iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari, iPhone"),
        ("(Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("(Linux; Android 14) SamsungBrowser/27.0 Chrome/125", "Samsung Internet, Android"),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_what_a_browser_is_called(agent, name):
    assert devices.named(agent) == name


# -- The log ----------------------------------------------------------------------------------


def test_the_log_tells_what_happens_to_accounts_and_nothing_of_whom(anne, caplog):
    caplog.set_level(logging.INFO, logger="clubs.accounts")
    attempt("faux", "203.0.113.1")
    browser = signed_in()
    refused = browser.post("/compte/jetons/", {"name": "robot"})
    browser.post(refused["Location"], {"password": PASSWORD})
    browser.post(f"/compte/jetons/{ApiToken.objects.last().pk}/")
    browser.post("/compte/deconnexion/")
    lines = [record for record in caplog.records if record.name == "clubs.accounts"]
    assert [line.getMessage() for line in lines] == [
        "wrong password",
        "sign-in",
        "token made",
        "token ended",
        "sign-out",
    ]
    (digest,) = {line.fields["who"] for line in lines[1:]}
    assert re.fullmatch("[0-9a-f]{16}", digest)
    text = " ".join(str(line.fields) for line in lines)
    assert not re.search(r"anne|203\.0|robot", text)


def test_the_log_tells_refusals(anne, caplog):
    factories.club("cercle")
    caplog.set_level(logging.INFO, logger="scorekeeper.requests")
    factories.api(anne).post("/api/v1/clubs/cercle/links/", {})
    Client(headers={"authorization": "Token faux"}).get("/api/v1/account/")
    lines = [record.fields for record in caplog.records if record.levelname == "WARNING"]
    assert [(line["view"], line["status"]) for line in lines] == [
        ("club-links-api", 403),
        ("own-account", 401),
    ]
    assert lines[0]["who"] == events.digest_of(f"account {anne.pk}")
    assert lines[1]["who"] == events.digest_of("address 127.0.0.1")
