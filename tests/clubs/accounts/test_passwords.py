"""Tests of changing a password, of getting back in, and of what ends then."""

import re
from datetime import timedelta

import pytest
from django.core import mail as letters
from django.utils import timezone

from clubs.accounts import links
from clubs.callers import Caller
from clubs.models import OneTimeLink, Session, User
from clubs.services import first_start
from core.errors import Denied
from tests import factories
from tests.clubs.accounts.conftest import PASSWORD, person

pytestmark = pytest.mark.django_db

OTHER = "une chaise de paille"
TWICE = {"password1": OTHER, "password2": OTHER}


def browser(email="anne@example.org", password=PASSWORD):
    client = factories.browser()
    client.post("/compte/connexion/", {"login": email, "password": password})
    return client


def alive(client):
    return client.get("/compte/").status_code == 200


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(anne):
    here, there = browser(), browser()
    assert alive(there)
    answer = here.post("/compte/mot-de-passe/", {"oldpassword": PASSWORD, **TWICE})
    assert (answer.status_code, answer["Location"]) == (302, "/compte/")
    assert (alive(here), alive(there)) == (True, False)
    assert Session.objects.filter(user=anne).count() == 1
    assert alive(browser(password=OTHER))


def test_the_present_password_is_asked_for(anne):
    page = browser().post("/compte/mot-de-passe/", {"oldpassword": "faux", **TWICE})
    assert "Ce n&#x27;est pas le mot de passe actuel." in page.content.decode()


def test_signing_out_everywhere_else(anne):
    here, there = browser(), browser()
    here.post("/compte/appareils/")
    assert (alive(here), alive(there)) == (True, False)


# --- By letter -----------------------------------------------------------------------------------


def test_with_mail_a_letter_brings_back_in_and_ends_the_sessions(anne, mail):
    there = browser()
    client = factories.browser()
    answer = client.post("/compte/mot-de-passe/oublie/", {"email": "anne@example.org"})
    assert answer["Location"] == "/compte/mot-de-passe/oublie/envoye/"
    (letter,) = letters.outbox
    assert letter.subject == "[Le carnet] Poser un nouveau mot de passe"
    link = re.search(r"https://10.example.org(/\S+)", letter.body)[1]
    form = client.get(link)
    assert form["Location"].endswith("-set-password/")  # the secret is not in the address
    assert client.post(form["Location"], TWICE).status_code == 302
    assert not alive(there)
    assert alive(browser(password=OTHER))
    assert "Ce lien a déjà servi" in factories.browser().get(link).content.decode()


def test_a_letter_names_the_site_by_its_own_address_whatever_the_request_called_it(anne, mail):
    client = factories.browser(HTTP_HOST="localhost")
    client.post("/compte/mot-de-passe/oublie/", {"email": "anne@example.org"})
    assert "localhost" not in letters.outbox[0].body.split("--")[0]
    assert "https://10.example.org/compte/mot-de-passe/oublie/" in letters.outbox[0].body


def test_with_mail_an_unknown_address_gets_the_same_page_and_a_letter_that_says_so(anne, mail):
    answer = factories.browser().post("/compte/mot-de-passe/oublie/", {"email": "q@example.org"})
    assert answer["Location"] == "/compte/mot-de-passe/oublie/envoye/"
    assert letters.outbox[0].to == ["q@example.org"]
    assert "n'a pas de compte ici" in letters.outbox[0].body


def test_without_mail_nothing_pretends_to_send(anne):
    for ask in ("get", "post"):
        page = getattr(factories.browser(), ask)(
            "/compte/mot-de-passe/oublie/", {"email": "anne@example.org"}
        )
        assert "Ce carnet n'envoie pas de courrier" in page.content.decode()
        assert 'type="email"' not in page.content.decode()
    assert letters.outbox == []


def test_signing_up_with_mail_waits_for_the_code_of_the_letter(mail):
    client = factories.browser()
    new = {"email": "bruno@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post("/compte/inscription/", new)["Location"] == "/compte/email/code/"
    assert not alive(client)
    code = re.search(r"\n\n(\S+)\n\n", letters.outbox[0].body)[1]
    page = client.post("/compte/email/code/", {"code": "FAUX-FAUX"})
    assert "Ce code ne va pas" in page.content.decode()
    assert client.post("/compte/email/code/", {"code": code})["Location"] == "/compte/"
    assert alive(client)


def test_signing_up_with_mail_and_a_known_address_looks_the_same_and_warns_its_owner(anne, mail):
    client = factories.browser()
    new = {"email": "anne@example.org", "password1": OTHER, "password2": OTHER}
    assert client.post("/compte/inscription/", new)["Location"] == "/compte/email/code/"
    assert client.get("/compte/email/code/").status_code == 200
    assert letters.outbox[0].subject == "[Le carnet] Cette adresse a déjà un compte"
    assert User.objects.count() == 1


def test_a_server_that_refuses_the_letter_is_told_and_not_hidden(anne, mail, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = factories.browser().post("/compte/mot-de-passe/oublie/", {"email": "anne@example.org"})
    assert answer.status_code == 503
    assert "Le courrier ne part pas" in answer.content.decode()


# --- By a one-time link --------------------------------------------------------------------------


@pytest.fixture
def club():
    return factories.club("cercle")


def in_club(club, role, email):
    user = person(email)
    club.memberships.create(user=user, role=role)
    return user


def test_an_officer_hands_a_member_a_link_that_works_once(club):
    officer = in_club(club, "officer", "o@example.org")
    member = in_club(club, "member", "m@example.org")
    client = factories.browser(officer)
    page = client.post(f"/compte/secours/{member.pk}/").content.decode()
    path = re.search(r"http://testserver(/compte/lien/[\w-]+/)", page)[1]
    assert path.split("/")[3] not in str(list(OneTimeLink.objects.values_list()))
    old = browser("m@example.org")
    visitor = factories.browser()
    assert visitor.get(path).status_code == 200
    assert visitor.post(path, {"password1": "x", "password2": "x"}).status_code == 400
    assert visitor.post(path, TWICE)["Location"] == "/compte/"
    assert alive(visitor)
    assert not alive(old)
    assert factories.browser().get(path).status_code == 404
    assert factories.browser().post(path, TWICE).status_code == 404


def test_a_link_is_over_after_a_day_and_when_another_is_made(club):
    member = in_club(club, "member", "m@example.org")
    first = links.make_link(user=member, purpose="reset")
    second = links.make_link(user=member, purpose="reset")
    assert links.find_link(first) is None
    assert links.find_link(second).user == member
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert links.find_link(second) is None


@pytest.mark.parametrize(
    ("giver", "taker", "may"),
    [
        ("officer", "member", True),
        ("officer", "scorer", True),
        ("owner", "officer", True),
        ("officer", "officer", False),
        ("officer", "owner", False),
        ("scorer", "member", False),
        ("member", "member", False),
    ],
)
def test_who_may_hand_a_link_without_mail(club, giver, taker, may, settings):
    account = in_club(club, giver, "o@example.org")
    other = in_club(club, taker, "m@example.org")
    assert links.may_hand(other, Caller(user=account)) is may
    settings.MAIL = True
    assert not links.may_hand(other, Caller(user=account))
    if not may:
        with pytest.raises(Denied):
            links.hand_reset_link(user=other, caller=Caller(user=account))


def test_no_link_for_one_who_is_more_elsewhere_for_a_stranger_or_for_oneself(club):
    officer = in_club(club, "officer", "o@example.org")
    member = in_club(club, "member", "m@example.org")
    factories.club("ailleurs").memberships.create(user=member, role="owner")
    stranger, owner = person("s@example.org"), factories.site_owner()
    assert not links.may_hand(member, Caller(user=officer))
    assert not links.may_hand(stranger, Caller(user=officer))
    assert not links.may_hand(officer, Caller(user=officer))
    assert not links.may_hand(owner, Caller(user=officer))
    assert links.may_hand(member, Caller(user=owner))
    assert links.may_hand(stranger, Caller(user=owner))
    assert not links.may_hand(member, Caller())


# --- The site's owner ----------------------------------------------------------------------------


def test_the_owner_takes_the_account_by_a_link_and_nobody_is_invited_afterwards():
    first_start()
    admin = links.owner_to_invite()
    assert admin.username == "admin"
    path = f"/compte/lien/{links.make_link(user=admin, purpose='owner')}/"
    client = factories.browser()
    assert "Prendre le compte du propriétaire" in client.get(path).content.decode()
    assert client.post(path, TWICE).status_code == 400
    assert (
        client.post(path, {"email": "Moi@example.org", **TWICE})["Location"]
        == "/clubs/mon-club/premiers-pas/"
    )
    assert links.owner_to_invite() is None
    assert alive(browser("moi@example.org", OTHER))
    assert factories.browser().get(path).status_code == 404


def test_an_owner_who_could_only_sign_in_once_active_is_still_invited():
    first_start()
    User.objects.filter(username="admin").update(is_active=False)
    assert links.owner_to_invite() is None


def test_who_tries_passwords_from_inside_is_told_to_wait(anne, settings):
    settings.ACCOUNT_RATE_LIMITS = {"change_password": "1/m/user"}
    client = browser()
    answers = [client.post("/compte/mot-de-passe/", {"oldpassword": "faux"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1]["Retry-After"] == "60"
