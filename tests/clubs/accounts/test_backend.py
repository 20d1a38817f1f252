"""Tests of what one sign-in costs, however many accounts claim the address."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY, hashers

from clubs.accounts import claims
from clubs.accounts.forms import NewEmail
from clubs.models import User
from tests import factories
from tests.clubs.accounts.conftest import PASSWORD, person

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
    """The list of the passwords that were hashed, in order."""
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
    return client.session.get(SESSION_KEY)


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


def test_an_address_is_claimed_by_a_bounded_number_of_accounts():
    """Check the limit at sign-up and at a change of address.

    The limit differs from address to address, so that it reveals nothing about other accounts.
    """
    most = claims.most_claims(ADDRESS)
    assert 16 <= most < 32
    assert len({claims.most_claims(f"a{at}@example.org") for at in range(40)}) > 8
    for at in range(most - 1):
        claim(at, None)

    def sign_up(email):
        payload = {"email": email, "password1": PASSWORD, "password2": PASSWORD}
        return factories.browser().post("/compte/inscription/", payload)

    assert sign_up(ADDRESS.upper()).status_code == 302
    refused = sign_up(ADDRESS)
    assert "Trop de comptes ont déjà pris cette adresse" in refused.content.decode()
    assert EmailAddress.objects.filter(email=ADDRESS).count() == User.objects.count() == most
    assert sign_up("bruno@example.org").status_code == 302
    # The limit also applies to an account that changes its address. An account that has this
    # address already keeps it.
    newcomer, holder = person("eve@example.org"), User.objects.get(username="u0")
    forms = [NewEmail(user, {"email": ADDRESS}) for user in (newcomer, holder)]
    assert [form.is_valid() for form in forms] == [False, True]
    assert forms[0].errors.as_data()["email"][0].code == "too_many_claims"
