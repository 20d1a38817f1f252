"""Authentication of programs by a header `Authorization: Token …`."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import TokenAuthentication
from rest_framework.request import Request

from clubs.models import ApiToken, User
from clubs.services import token_digest
from ratelimits import limits


class ApiTokenAuthentication(TokenAuthentication):
    """REST framework's authentication by token, with only the digests of tokens stored."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the account and the token of the header, or None without a header.

        An address that has sent too many wrong tokens gets the answer 429.
        """
        if "Authorization" not in request.headers:
            return None
        caller = limits.address(request)
        # An address that has sent too many wrong tokens is refused before even a right token is
        # looked up.
        _refuse(limits.wait("wrong_token", caller))
        try:
            account_and_token: tuple[User, ApiToken] | None = super().authenticate(request)
        except exceptions.AuthenticationFailed:
            _refuse(limits.take("wrong_token", caller))
            raise
        return account_and_token

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        """Return the account and the row of a token.

        Raise `AuthenticationFailed` (401) if the token is unknown or the account is closed.
        """
        token = ApiToken.objects.select_related("user").filter(digest=token_digest(key)).first()
        if token is None or not token.user.is_active:
            raise exceptions.AuthenticationFailed(_("Ce jeton n'est pas connu ici."))
        return token.user, token


def _refuse(seconds: int) -> None:
    if seconds:
        raise exceptions.Throttled(seconds)


class ApiTokenScheme(OpenApiAuthenticationExtension):
    """Describes the token header in the API's schema."""

    target_class = "clubs.authentication.ApiTokenAuthentication"
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the OpenAPI security scheme."""
        return {"type": "apiKey", "in": "header", "name": "Authorization"}
