"""What one sign-in costs, whoever claims the address."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers

from clubs.models import User
from tests import factories
from tests.clubs.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

ADDRESS = "anne@example.org"


def claim(number, password, *, email=ADDRESS, typed=ADDRESS):
    user = User(username=f"u{number}", email=email)
    user.set_password(password)
    user.email = typed
    user.save()
    EmailAddress.objects.create(user=user, email=typed, primary=True)
    return user


@pytest.fixture
def hashed(monkeypatch):
    """The passwords hashed, in order."""
    made = []
    encode = hashers.MD5PasswordHasher.encode

    def counted(self, password, *rest):
        made.append(password)
        return encode(self, password, *rest)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", counted)
    return made


def sign_in(password, email=ADDRESS):
    client = factories.browser()
    client.post("/compte/connexion/", {"login": email, "password": password})
    return client.session.get("_auth_user_id")


@pytest.mark.parametrize("password", ["number 7", "number 0", "nobody's"])
def test_ten_accounts_that_claim_an_address_cost_one_hash(hashed, password):
    users = {f"number {at}": str(claim(at, f"number {at}").pk) for at in range(10)}
    hashed.clear()
    assert sign_in(password) == users.get(password)
    assert hashed == [password]


def test_an_address_of_nobody_costs_one_hash_too(hashed):
    assert sign_in(PASSWORD, "nobody@example.org") is None
    assert hashed == [PASSWORD]


def test_accounts_that_came_to_the_address_later_are_tried_to_a_bound(hashed):
    users = [claim(at, f"number {at}", email=f"a{at}@example.org") for at in range(10)]
    hashed.clear()
    assert sign_in("number 9") is None
    assert len(hashed) == 3
    assert sign_in("number 2") == str(users[2].pk)
