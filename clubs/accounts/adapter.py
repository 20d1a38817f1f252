"""The adapters by which allauth creates accounts, names them and sends them letters."""

import logging
import secrets
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.accounts.lockout import address
from clubs.models import User

log = logging.getLogger("clubs.accounts")


def shown_as(user: User) -> str:
    """Return the name under which an account's own holder sees it."""
    return user.email or user.get_username()


def new_username() -> str:
    """Return a random name for a new account, without personal data."""
    return f"u-{secrets.token_hex(8)}"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, with the site's sentences.

    It sends letters only if a mail server is configured. Wrong passwords are counted by axes.
    """

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("L'adresse ou le mot de passe ne va pas : essayer encore."),
        "duplicate_email": _("C'est déjà l'adresse de ce compte."),
        "email_taken": _("Cette adresse ne peut pas servir ici : en prendre une autre."),
        "enter_current_password": _("Ce n'est pas le mot de passe actuel."),
        "incorrect_password": _("Ce n'est pas le mot de passe."),
        "incorrect_code": _("Ce code ne va pas, ou ne va plus."),
        "invalid_password_reset": _("Ce lien ne va plus : en demander un autre."),
        "too_many_login_attempts": _("Trop d'essais : attendre cinq minutes."),
        "rate_limited": _("Trop de demandes : attendre une minute."),
        "same_as_current": _("C'est déjà l'adresse de ce compte."),
    }

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Give a new account a name without personal data."""
        if not user.username:
            user.username = new_username()

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Do nothing, because axes counts the wrong passwords."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the caller's network address as the server reports it."""
        return address(request) or "0.0.0.0"  # noqa: S104 -- a key to count by

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the address of the account's page."""
        return reverse("account")

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the address in a reset letter. It begins with the site's configured address."""
        url = str(super().get_reset_password_from_key_url(key))
        return url.replace(self.request.build_absolute_uri("/")[:-1], settings.PUBLIC_URL or "", 1)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the ways to confirm one's identity again, described in the site's words."""
        words = {
            "reauthenticate": _("Par le mot de passe"),
            "mfa_reauthenticate": _("Par un code"),
            "mfa_reauthenticate:webauthn": _("Par une clé d'accès"),
        }
        methods = super().get_reauthentication_methods(user)
        return [{**method, "description": words[method["id"]]} for method in methods]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter. If that fails, answer with a page that says so and has status 503."""
        if not settings.MAIL:
            return
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, smtplib.SMTPException) as error:
            log.error("mail not sent", extra={"fields": {"error": type(error).__name__}})
            page = render(self.request, "account/mail_down.html", status=503)
            raise ImmediateHttpResponse(page) from error


class MfaAdapter(DefaultMFAAdapter):
    """Treats a passkey as another way to sign in, not as a second step.

    The only second step is a code of an authenticator application (TOTP).
    """

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "unverified_email": _("Confirmer d'abord l'adresse e-mail."),
        "add_email_blocked": _("Enlever d'abord le code en second."),
    }

    def is_mfa_enabled(self, user: Any, types: list[str] | None = None) -> bool:
        """Return whether one of `types` is set up.

        Without `types`, or if both types are given, only the authenticator application counts.
        """
        totp, passkey = Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN
        if types is None or set(types) == {totp, passkey}:
            types = [totp]
        return bool(super().is_mfa_enabled(user, types=types))

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """Return the account's entry in the phone's list of keys, named by its e-mail address."""
        return {**super().get_public_key_credential_user_entity(user), "name": shown_as(user)}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site's entry in the phone's list of keys, with the site's name."""
        return {**super().get_public_key_credential_rp_entity(), "name": str(settings.SITE_NAME)}

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """Return the initial name of a new key."""
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return str(_("Clé %(number)s")) % {"number": number}
