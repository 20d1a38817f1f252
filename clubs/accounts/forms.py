"""The forms of accounts: allauth's forms, with the site's words and without placeholders."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.conf import settings
from django.utils.functional import Promise, lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.accounts.claims import may_claim
from clubs.models import Player, User
from clubs.services.players import CHOICES_SHOWN
from core.shapes import NameInput

LABELS = {
    "login": _("Adresse e-mail"),
    "email": _("Adresse e-mail"),
    "password": _("Mot de passe"),
    "oldpassword": _("Mot de passe actuel"),
    "password1": _("Mot de passe"),
    "password2": _("Le même mot de passe, encore"),
    "code": _("Code"),
    "name": _("Nom de la clé"),
}
AUTOCOMPLETE = {"login": "username", "email": "email", "code": "one-time-code"}
HELP = {
    "password1": format_lazy(
        _("{length} caractères au moins. Une phrase se retient mieux qu'un mot compliqué."),
        length=lazystr(settings.PASSWORD_LENGTH),
    ),
}


class Plain(forms.Form):
    """A form with the site's labels and help texts.

    It has no placeholders, because a placeholder vanishes when the user types.
    """

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, LABELS.get(name, field.label))
            field.help_text = HELP.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if name in AUTOCOMPLETE:
                field.widget.attrs["autocomplete"] = AUTOCOMPLETE[name]

    def add_error(self, field: str | None, error: Any) -> None:
        """Replace allauth's message that two passwords differ by the site's.

        This is the only message that allauth adds to this field.
        """
        if field == "password2" and isinstance(error, str | Promise):
            error = gettext("Les deux mots de passe ne sont pas les mêmes.")
        super().add_error(field, error)


class SignIn(Plain, account.LoginForm):
    """The form to sign in with e-mail and password."""


TOO_MANY_CLAIMS = _("Trop de comptes ont déjà pris cette adresse : en donner une autre.")


class SignUp(Plain, account.SignupForm):
    """The form for a new account."""

    def clean_email(self) -> str:
        """Return the address in its stored form. Raise an error if too many accounts claim it."""
        email = str(super().clean_email())
        if not may_claim(email):
            raise forms.ValidationError(TOO_MANY_CLAIMS, "too_many_claims")
        return email


class AddEmail(Plain, account.AddEmailForm):
    """The form for another e-mail address, which is to be confirmed."""

    labels = {"email": _("Nouvelle adresse e-mail")}


class ChangePassword(Plain, account.ChangePasswordForm):
    """The form for a new password, which also asks for the present one."""

    labels = {"password1": _("Nouveau mot de passe")}


class SetPassword(Plain, account.SetPasswordForm):
    """The form for the password of an account that had none."""


class AskReset(Plain, account.ResetPasswordForm):
    """The form for the address to which a reset letter is sent."""


class ResetPassword(Plain, account.ResetPasswordKeyForm):
    """The form for a new password, reached from a reset letter or a one-time link."""

    labels = {"password1": _("Nouveau mot de passe")}


class TakeAccount(ResetPassword):
    """The form for the site owner's first sign-in: an e-mail address and a password."""

    email = forms.EmailField(max_length=254)
    field_order = ("email", "password1", "password2")

    def clean_email(self) -> str:
        """Return the address in its stored form."""
        return str(self.cleaned_data["email"]).lower()


class Confirm(Plain, account.ReauthenticateForm):
    """The form that asks for the password again before an important change."""


class ConfirmByCode(Plain, mfa.ReauthenticateForm):
    """The form that asks for a code again before an important change."""


class SecondStep(Plain, mfa.AuthenticateForm):
    """The form for the code of the authenticator application, or for a recovery code."""


class EmailCode(Plain, account.ConfirmEmailVerificationCodeForm):
    """The form for the code that was sent by letter."""


class AddApplication(Plain, totp.ActivateTOTPForm):
    """The form for the first code of an authenticator application."""

    labels = {"code": _("Le code que montre l'application")}


class AddPasskey(Plain, webauthn.AddWebAuthnForm):
    """The form that adds a passkey to an account."""


class NamePasskey(Plain, webauthn.EditWebAuthnForm):
    """The form that renames a passkey."""


class FirstPasskey(Plain, webauthn.SignupWebAuthnForm):
    """The form that adds the passkey of a new account."""


class NewEmail(forms.Form):
    """The form for another e-mail address, on a site that can't send letters to confirm it."""

    email = forms.EmailField(max_length=254, label=_("Nouvelle adresse e-mail"))

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.user = user

    def clean_email(self) -> str:
        """Return the address in its stored form. Raise an error if too many accounts claim it."""
        email = str(self.cleaned_data["email"]).lower()
        if not may_claim(email, self.user):
            raise forms.ValidationError(TOO_MANY_CLAIMS, "too_many_claims")
        return email


class TokenForm(forms.Form):
    """The form for the description of an API token, in its owner's words."""

    name = NameInput(label=_("À quoi il servira"))


class ShownForm(forms.Form):
    """The form to choose how the public pages show one's player."""

    shown = forms.ChoiceField(
        choices=[(code, Player.Shown(code).label) for code in CHOICES_SHOWN],
        widget=forms.RadioSelect,
        label=_("Les pages publiques"),
    )


class LeaveForm(forms.Form):
    """The form with the box to tick before leaving, so that nobody leaves by accident."""

    sure = forms.BooleanField(
        label=_("Oui, supprimer ce compte pour toujours"),
        error_messages={"required": _("Cocher la case pour supprimer le compte.")},
    )
