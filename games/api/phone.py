"""The call with which a phone begins before it sends writes that it stored without network."""

from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.callers import mark_of
from games.phone.rules import rules_hash


class PhoneSession(APIView):
    """The phone's own session."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Answer a CSRF token, the account's fingerprint, and the hash of the server's rules."""
        token = get_token(request)
        return Response({"csrf": token, "who": mark_of(request.user), "rules": rules_hash()})
