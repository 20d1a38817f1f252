"""Fixtures of the account tests: people with passwords, and letters that can be read."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

from tests import factories

PASSWORD = "une table de bois"


@pytest.fixture(autouse=True)
def _no_rates_left_over():
    """Clear the cache, where allauth counts second-step codes by account numbers.

    Tests use these numbers again.
    """
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anne():
    """Someone with an e-mail address and a password."""
    return person("anne@example.org")


def person(email, **fields):
    user = factories.user(email=email, **fields)
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user


@pytest.fixture
def mail(settings):
    """A site with a mail server; letters land in `django.core.mail.outbox`."""
    settings.MAIL, settings.PUBLIC_URL = True, "https://10.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    settings.ACCOUNT_PREVENT_ENUMERATION = True
    settings.MFA_PASSKEY_SIGNUP_ENABLED = True
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False
    settings.ACCOUNT_RATE_LIMITS = {"login": None, "signup": None, "confirm_email": None}
