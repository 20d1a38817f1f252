"""Signing in by e-mail and password: one hash, however many accounts claim the address.

A hash takes half a second on purpose. Without letters to confirm an address, several accounts may
claim it. Trying each account's password would let anybody make sign-ins as slow as they like, and
the time taken would show how many accounts there are. So passwords of one address share a salt
(`User.set_password`), and the typed password is hashed once with it.
"""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.contrib.auth.hashers import get_hasher, make_password
from django.contrib.auth.models import AbstractBaseUser
from django.utils.crypto import constant_time_compare

from clubs.models import password_salt

# How many accounts with another salt are tried: they came to the address later.
OTHER_SALTS = 3


class ByEmail(AuthenticationBackend):
    """allauth's backend, with a limit on the cost of one sign-in."""

    def _authenticate_by_email(self, email: str, password: str) -> AbstractBaseUser | None:
        users = filter_users_by_email(email, prefer_verified=True, for_login=True)
        shared, typed, others = password_salt(email), "", 0
        for user in users:
            self._did_check_password = True  # for an unknown address allauth hashes once too
            if _salt_of(user.password) == shared:
                typed = typed or make_password(password, shared)
                right = constant_time_compare(user.password, typed)
            else:
                others += 1
                right = others <= OTHER_SALTS and user.check_password(password)
            if right and self.user_can_authenticate(user):
                return user
            if right:
                self._stash_user(user)
        return None


def _salt_of(encoded: str) -> str | None:
    """Return the salt of a hash; None if the hash is of an older kind."""
    preferred = get_hasher()
    if not encoded.startswith(f"{preferred.algorithm}$") or preferred.must_update(encoded):
        return None
    return str(preferred.decode(encoded)["salt"])
