"""Pages of one's own account. allauth has the views for signing in, passwords and keys."""

from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.utils import perform_login
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.utils.encoders import JSONEncoder

from clubs.accounts import data_export, leaving, links, services
from clubs.accounts.forms import (
    LeaveForm,
    NewEmail,
    ResetPassword,
    ShownForm,
    TakeAccount,
    TokenForm,
)
from clubs.accounts.sessions import devices_of, end_session, end_sessions
from clubs.callers import Caller
from clubs.errors import AccountNeeded
from clubs.models import Membership, OneTimeLink, Player, User
from clubs.queries import home_club
from clubs.services.players import choose_shown
from core.addresses import shareable

PAGE = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the person's data, and what they may change."""
    return render(request, "account/account.html", _context(request))


def _context(request: HttpRequest, **more: Any) -> dict[str, Any]:
    user: Any = request.user
    player = Player.objects.filter(user=user).first()
    keys = Authenticator.objects.filter(user=user).order_by("id")
    return {
        "email_known": EmailAddress.objects.filter(user=user, primary=True).first(),
        "mail": settings.MAIL,
        "memberships": Membership.objects.filter(user=user).select_related("club").order_by("id"),
        "player": player,
        "shown_form": ShownForm(initial={"shown": player.shown}) if player else None,
        "passkeys": [key for key in keys if key.type == Authenticator.Type.WEBAUTHN],
        "application": next((key for key in keys if key.type == Authenticator.Type.TOTP), None),
        "codes": next((key for key in keys if key.type == Authenticator.Type.RECOVERY_CODES), None),
        "tokens": user.api_tokens.order_by("id"),
        "token_form": TokenForm(),
        "devices": devices_of(user, here=request.session.session_key),
        **more,
    }


@require_POST
@login_required
def player(request: HttpRequest) -> HttpResponse:
    """Choose how the public pages show one's player."""
    form = ShownForm(request.POST)
    if not form.is_valid():
        page = _context(request, shown_form=form)
        return render(request, "account/account.html", page, status=400)
    own = Player.objects.filter(user=_user(request)).first()
    if own is None:
        raise Http404
    choose_shown(
        player=own, visibility=form.cleaned_data["shown"], caller=Caller(user=request.user)
    )
    messages.success(request, _("C'est noté."))
    return redirect("account")


@require_POST
@never_cache
@login_required
@reauthentication_required
def tokens(request: HttpRequest) -> HttpResponse:
    """Create an API token, after confirming one's identity, and show its secret once."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        page = _context(request, token_form=form)
        return render(request, "account/account.html", page, status=400)
    token, secret = services.make_token(user=_user(request), name=form.cleaned_data["name"])
    return render(request, "account/token.html", {"token": token, "secret": secret})


@require_POST
@login_required
def token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke an API token."""
    if token_id > 2**63 - 1 or not services.revoke_token(user=_user(request), token_id=token_id):
        raise Http404
    messages.success(request, _("Le jeton est retiré : les programmes qui l'ont ne peuvent plus."))
    return redirect("account")


@require_POST
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Sign out of all other browsers."""
    end_sessions(_user(request), keep=request.session.session_key)
    messages.success(request, _("Déconnecté partout ailleurs."))
    return redirect("account")


@require_POST
@login_required
def session(request: HttpRequest, handle: str) -> HttpResponse:
    """Sign out of one browser."""
    if not end_session(_user(request), handle=handle):
        raise Http404
    messages.success(request, _("Cet appareil est déconnecté."))
    return redirect("account")


@require_safe
@never_cache
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Send the person a file with all data stored about them."""
    body = data_export.export_account(_user(request))
    how = {"ensure_ascii": False, "indent": 2}
    answer = JsonResponse(body, JSONEncoder, json_dumps_params=how)
    answer["Content-Disposition"] = 'attachment; filename="le-carnet.json"'
    return answer


@require_http_methods(PAGE)
@never_cache
@login_required
@reauthentication_required(allow_get=True)
def leave(request: HttpRequest) -> HttpResponse:
    """Delete the account, after a box was ticked to confirm it."""
    form, sentence = LeaveForm(_posted(request)), None
    if request.method == "POST" and form.is_valid():
        try:
            leaving.delete_account(user=_user(request))
        except AccountNeeded as needed:
            sentence = needed.sentence
        else:
            logout(request)
            messages.success(request, _("Le compte est supprimé. Les résultats restent, sans nom."))
            return redirect("home")
    status = 400 if request.method == "POST" else 200
    return render(request, "account/leave.html", {"form": form, "refusal": sentence}, status=status)


@require_http_methods(PAGE)
@never_cache
@login_required
def email(request: HttpRequest) -> HttpResponse:
    """Change the e-mail address of the account.

    If letters can be sent, a code confirms the new one.
    """
    if settings.MAIL:
        answer: HttpResponse = allauth_views.email(request)
        return answer
    return _email_without_mail(request)


@reauthentication_required(allow_get=True)
def _email_without_mail(request: HttpRequest) -> HttpResponse:
    form = NewEmail(_user(request), _posted(request))
    if request.method == "POST" and form.is_valid():
        links.set_email(user=_user(request), email=form.cleaned_data["email"])
        messages.success(request, _("L'adresse est changée."))
        return redirect("account")
    return render(request, "account/email_change.html", {"form": form, "mail": False})


@require_http_methods(PAGE)
def forgotten(request: HttpRequest) -> HttpResponse:
    """Send a letter to reset the password. Without a mail server, show whom to ask."""
    if settings.MAIL:
        answer: HttpResponse = allauth_views.password_reset(request)
        return answer
    return render(request, "account/password_reset.html", {"mail": False})


@require_safe
def changed(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page after a password was set by letter."""
    return redirect("account_login")


class AddPasskey(AddWebAuthnView):
    """The view that adds a passkey, without allauth's recovery codes, which would have no use."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Store the key. Delete the recovery codes unless there is a second step to replace."""
        super().form_valid(form)
        keys = Authenticator.objects.filter(user=_user(self.request))
        if not keys.filter(type=Authenticator.Type.TOTP).exists():
            keys.filter(type=Authenticator.Type.RECOVERY_CODES).delete()
        return redirect("account")


@sensitive_post_parameters("password1", "password2")
@require_http_methods(PAGE)
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Set a password by a one-time link, and sign in."""
    one_time_link = links.find_link(token)
    if one_time_link is None:
        return render(request, "account/link_over.html", status=404)
    owner = one_time_link.purpose == OneTimeLink.Purpose.OWNER
    make = TakeAccount if owner else ResetPassword
    form = make(data=_posted(request), user=one_time_link.user)
    if request.method == "POST" and form.is_valid():
        return _used(request, one_time_link, form.cleaned_data)
    status = 400 if request.method == "POST" else 200
    return render(request, "account/link.html", {"form": form, "owner": owner}, status=status)


def _used(request: HttpRequest, one_time_link: OneTimeLink, values: dict[str, Any]) -> HttpResponse:
    user = links.use_link(
        link=one_time_link, password=values["password1"], email=values.get("email")
    )
    if user is None:
        return render(request, "account/link_over.html", status=404)
    if request.user.is_authenticated:
        logout(request)
    # Whoever takes over the site is led through its first club's first steps.
    club = home_club() if one_time_link.purpose == OneTimeLink.Purpose.OWNER else None
    leads_to = reverse("clubs:first-steps", args=[club.slug]) if club else None
    answer: HttpResponse = perform_login(request, user, redirect_url=leads_to)
    return answer


@require_http_methods(PAGE)
@never_cache
@login_required
def rescue(request: HttpRequest, user_id: int) -> HttpResponse:
    """Show a link for a new password, to give to a member who can't sign in any more."""
    caller = Caller(user=request.user)
    user = User.objects.filter(pk=user_id).first() if user_id < 2**63 else None
    if user is None or not links.may_hand(user, caller):
        raise Http404
    url = None
    if request.method == "POST":
        made = links.hand_reset_link(user=user, caller=caller)
        url = shareable(request, f"/compte/lien/{made}/")
    known = Player.objects.filter(user=user).first()
    context = {"name": known.name if known else user.email, "url": url}
    return render(request, "account/rescue.html", context)


def _posted(request: HttpRequest) -> Any:
    """Return the posted data, even if empty. Return None for a page that is only viewed."""
    return request.POST if request.method == "POST" else None


def _user(request: HttpRequest) -> User:
    """Return the signed-in account."""
    return cast("User", request.user)
