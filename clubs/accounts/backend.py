"""Signing in by e-mail and password: one hash, however many accounts claim the address.

A hash takes half a second on purpose. Where no letter can confirm an address several accounts may
claim it, and trying each would let anybody make sign-ins as slow as they like, and tell by the
time taken how many there are. So passwords of one address share a salt (`User.set_password`), and
what was typed is hashed with it once.
"""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.contrib.auth.hashers import get_hasher, make_password
from django.contrib.auth.models import AbstractBaseUser
from django.utils.crypto import constant_time_compare

from clubs.models import password_salt

# Accounts of the address whose salt is another one, as they came to it later: so many are tried.
OTHER_SALTS = 3


class ByEmail(AuthenticationBackend):
    """allauth's, with a bound on what one sign-in costs."""

    def _authenticate_by_email(self, email: str, password: str) -> AbstractBaseUser | None:
        users = filter_users_by_email(email, prefer_verified=True, for_login=True)
        shared, typed, others = password_salt(email), "", 0
        for user in users:
            self._did_check_password = True  # of nobody's address allauth hashes once too
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
    """Return the salt of a hash; None for one that is made otherwise than hashes are now."""
    preferred = get_hasher()
    if not encoded.startswith(f"{preferred.algorithm}$") or preferred.must_update(encoded):
        return None
    return str(preferred.decode(encoded)["salt"])
