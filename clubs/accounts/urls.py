"""Addresses of accounts, in French. They have the names by which allauth finds its own views.

Only the views that the site uses are here, each with the methods that it accepts.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, register_converter, reverse_lazy
from django.urls.converters import StringConverter
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.generic import RedirectView

from clubs.accounts import views


class Base36(StringConverter):
    """The converter for an account's number, as allauth writes it in a letter."""

    regex = "[0-9A-Za-z]+"


register_converter(Base36, "base36")

View = Callable[..., HttpResponse]


def page(view: View) -> View:
    """Wrap a view of allauth: it accepts only GET, HEAD and POST, and is not cached."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


def by_mail(view: View) -> View:
    """Wrap a view: it answers 404 unless the site can send letters."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


to_account = require_safe(RedirectView.as_view(url=reverse_lazy("account")))

urlpatterns = [
    path("", views.account, name="account"),
    path("joueur/", views.player, name="account_player"),
    path("jetons/", views.tokens, name="account_tokens"),
    path("jetons/<int:token_id>/", views.token, name="account_token"),
    path("appareils/", views.sessions, name="account_sessions"),
    path("appareils/<slug:handle>/", views.session, name="account_session"),
    path("donnees/", views.export, name="account_export"),
    path("supprimer/", views.leave, name="account_leave"),
    path("lien/<str:token>/", views.link, name="account_link"),
    path("secours/<int:user_id>/", views.rescue, name="account_rescue"),
    # Signing in and out.
    path("connexion/", page(account.login), name="account_login"),
    path("connexion/cle/", page(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path("connexion/code/", page(mfa.authenticate), name="mfa_authenticate"),
    path("deconnexion/", page(account.logout), name="account_logout"),
    path("inscription/", page(account.signup), name="account_signup"),
    path(
        "inscription/cle/",
        page(by_mail(account.signup_by_passkey)),
        name="account_signup_by_passkey",
    ),
    path(
        "inscription/cle/creer/",
        page(by_mail(passkeys.signup_webauthn)),
        name="mfa_signup_webauthn",
    ),
    path("ferme/", require_safe(account.account_inactive), name="account_inactive"),
    # Confirming one's identity again.
    path("verifier/", page(account.reauthenticate), name="account_reauthenticate"),
    path("verifier/code/", page(mfa.reauthenticate), name="mfa_reauthenticate"),
    path(
        "verifier/cle/",
        page(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    # E-mail and password.
    path("email/", views.email, name="account_email"),
    path(
        "email/code/",
        page(by_mail(account.email_verification_sent)),
        name="account_email_verification_sent",
    ),
    path("mot-de-passe/", page(account.password_change), name="account_change_password"),
    path("mot-de-passe/poser/", page(account.password_set), name="account_set_password"),
    path("mot-de-passe/oublie/", views.forgotten, name="account_reset_password"),
    path(
        "mot-de-passe/oublie/envoye/",
        require_safe(by_mail(account.password_reset_done)),
        name="account_reset_password_done",
    ),
    path("mot-de-passe/change/", views.changed, name="account_reset_password_from_key_done"),
    path(
        "mot-de-passe/oublie/<base36:uidb36>-<str:key>/",
        page(by_mail(account.password_reset_from_key)),
        name="account_reset_password_from_key",
    ),
    # Passkeys, the application of the second step, recovery codes.
    path("securite/", to_account, name="mfa_index"),
    path("cles/", to_account, name="mfa_list_webauthn"),
    path("cles/ajouter/", page(views.AddPasskey.as_view()), name="mfa_add_webauthn"),
    path("cles/<int:pk>/nommer/", page(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
    path("cles/<int:pk>/enlever/", page(passkeys.remove_webauthn), name="mfa_remove_webauthn"),
    path("application/", page(totp.activate_totp), name="mfa_activate_totp"),
    path("application/enlever/", page(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("codes/", require_safe(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "codes/nouveaux/",
        page(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
]
