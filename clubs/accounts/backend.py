"""Sign-in by e-mail and password, with one hash for all accounts that claim the address.

A hash takes half a second on purpose. Without letters to confirm an address, several accounts may
claim it. If each account's password were tried, anybody could make sign-ins very slow, and the time
taken would show how many accounts there are. So passwords of one address share a salt
(`User.set_password`), and the typed password is hashed once with it.
"""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import get_hasher, make_password
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from clubs.models import User, password_salt

# How many accounts are tried whose password was hashed with another salt than that of the
# address. An account has another salt if its address has changed since the password was set.
OTHER_SALTS = 3


class ByEmail(AuthenticationBackend):
    """allauth's sign-in by e-mail, with a limit on the cost of one sign-in."""

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """Return the account whose e-mail address and password were typed, or None."""
        email = credentials.get("email") or credentials.get("username")
        password = credentials.get("password")
        if not email or not password:
            return None
        users = accounts_of(email)
        if not users:
            make_password(password)  # so that an unknown address takes as long as a known one
        shared, typed, others = password_salt(email), "", 0
        for user in users:
            if _salt_of(user.password) == shared:
                typed = typed or make_password(password, shared)
                right = constant_time_compare(user.password, typed)
            else:
                others += 1
                right = others <= OTHER_SALTS and user.check_password(password)
            if right and self.user_can_authenticate(user):
                return user
            if right:
                # For an account that was closed, allauth shows a special page.
                return super().authenticate(request, email=email, password=password)
        return None


def accounts_of(email: str) -> list[User]:
    """Return the accounts that claim an address.

    If an account has confirmed the address, return only accounts that have confirmed it.
    """
    address = email.lower()
    claims = list(EmailAddress.objects.filter(email=address).select_related("user"))
    confirmed = [claim.user for claim in claims if claim.verified]
    if confirmed:
        return confirmed
    claimed = [claim.user for claim in claims]
    return list(dict.fromkeys([*claimed, *User.objects.filter(email=address)]))


def _salt_of(encoded: str) -> str | None:
    """Return the salt of a hash, or None if the hash is of an older kind."""
    preferred = get_hasher()
    if not encoded.startswith(f"{preferred.algorithm}$") or preferred.must_update(encoded):
        return None
    return str(preferred.decode(encoded)["salt"])
