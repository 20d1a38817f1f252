"""One-time links: for the site owner's first sign-in, and to reset a password for a member."""

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from clubs.accounts.lockout import forget_attempts
from clubs.accounts.services import end_tokens
from clubs.accounts.sessions import end_sessions
from clubs.callers import Caller
from clubs.models import OneTimeLink, Player, User
from clubs.permissions import clubs_of, may_do
from clubs.role_table import RANKS
from clubs.services import token_digest
from core.errors import Denied

LIFETIME = timedelta(hours=24)
Purpose = OneTimeLink.Purpose


@transaction.atomic
def make_link(*, user: User, purpose: str, made_by: User | None = None) -> str:
    """Return the secret of a new link. Earlier links of the account for the same purpose end."""
    OneTimeLink.objects.filter(user=user, purpose=purpose).delete()
    token = secrets.token_urlsafe(32)
    OneTimeLink.objects.create(
        user=user,
        purpose=purpose,
        digest=token_digest(token),
        made_by=made_by,
        expires_at=timezone.now() + LIFETIME,
    )
    return token


def hand_reset_link(*, user: User, caller: Caller) -> str:
    """Return the secret of a link by which `user` sets a new password.

    Raise `Denied` if the link could give the caller an account with more rights than their own.
    """
    if not may_hand(user, caller):
        raise Denied("not_allowed")
    return make_link(user=user, purpose=Purpose.RESET, made_by=caller.account)


def may_hand(user: User, caller: Caller) -> bool:
    """Return whether the caller may give a reset link for that account.

    The site's owner may. Without a mail server an officer may too, if in every club their role
    is above the account's. Otherwise the officer could use the link to get more rights.
    """
    if caller.account is None or caller.account.pk == user.pk:
        return False
    if caller.is_site_owner:
        return not user.is_superuser
    if settings.MAIL or user.is_superuser:
        return False
    roles = list(user.memberships.select_related("club"))
    player = Player.objects.filter(user=user).first()
    if player is not None and clubs_of(player) and not may_do("reset_password", player, caller):
        return False
    return bool(roles) and all(
        caller.may("manage_players", role.club)
        and RANKS[caller.role_in(role.club)] > RANKS[role.role]
        for role in roles
    )


def find_link(token: str) -> OneTimeLink | None:
    """Return the one-time link with this secret, or None if it is unknown or has ended.

    A link made by an account ends when that account loses the right to give it.
    """
    link = (
        OneTimeLink.objects.filter(
            digest=token_digest(token), expires_at__gt=timezone.now(), user__is_active=True
        )
        .select_related("user", "made_by")
        .first()
    )
    if link is None or link.made_by is None:
        return link
    return link if may_hand(link.user, Caller(user=link.made_by)) else None


def use_link(*, link: OneTimeLink, password: str, email: str | None = None) -> User | None:
    """Set the account's password, and the owner's e-mail; return the account.

    Return None if the link was used before. Every session, every API token and every other link
    of the account ends.
    """
    user = link.user
    user.email = email or user.email
    # API tokens stay if nobody could sign in before, because then nobody else can have created
    # them.
    had_password = user.has_usable_password()
    # The hash is computed outside the transaction. It takes half a second, in which nobody else
    # could write.
    user.set_password(password)
    with transaction.atomic():
        used, _rows = OneTimeLink.objects.filter(pk=link.pk, expires_at__gt=timezone.now()).delete()
        if not used:
            return None
        if email:
            set_email(user=user, email=email, verified=True)
        if had_password:
            end_tokens(user)
        user.save(update_fields=["password"])
        user.one_time_links.all().delete()
        forget_attempts([user.email])
        end_sessions(user)
    return user


@transaction.atomic
def set_email(*, user: User, email: str, verified: bool = False) -> None:
    """Replace the e-mail address of an account, without a letter to confirm it.

    `verified` marks the address as confirmed, unless it is already the confirmed address of
    another account.
    """
    EmailAddress.objects.filter(user=user).delete()
    verified = verified and not EmailAddress.objects.filter(email=email, verified=True).exists()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=verified)
    user.email = email
    user.save(update_fields=["email"])


def owner_to_invite() -> User | None:
    """Return the site owner's account while nobody can sign in as the site's owner.

    Return None if somebody can, or if there is no such account.
    """
    owners = list(User.objects.filter(is_superuser=True, is_active=True).order_by("id"))
    keys = Authenticator.objects.filter(user__in=owners, type=Authenticator.Type.WEBAUTHN)
    if any(owner.has_usable_password() for owner in owners) or keys.exists():
        return None
    return owners[0] if owners else None
