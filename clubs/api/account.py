"""The caller's own account over HTTP: reading, exporting and deleting it."""

from typing import cast

from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.accounts.data_export import (
    AccountAnswer,
    AccountExportAnswer,
    account_body,
    export_account,
)
from clubs.accounts.leaving import delete_account
from clubs.models import User


class SignedInView(APIView):
    """Base of calls that only a signed-in account may make."""

    permission_classes = (IsAuthenticated,)

    @property
    def account(self) -> User:
        """The account of the caller."""
        return cast("User", self.request.user)


class Account(SignedInView):
    """One's own account."""

    @extend_schema(operation_id="account_read", responses=AccountAnswer, tags=["account"])
    def get(self, request: Request) -> Response:
        """Read one's own account."""
        return Response(account_body(self.account))

    @extend_schema(operation_id="account_delete", responses={204: None}, tags=["account"])
    def delete(self, request: Request) -> Response:
        """Delete one's own account. Its results stay, without a name.

        Refused while a club (sole_owner) or the site (last_site_owner) would have no owner left.
        """
        # The body is read here so that a body that is not a JSON object is refused, as in every
        # DELETE.
        _body = request.data
        delete_account(user=User.objects.get(pk=self.account.pk))
        logout(request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AccountExportView(SignedInView):
    """All that is stored about one's own account."""

    @extend_schema(operation_id="account_export", responses=AccountExportAnswer, tags=["account"])
    def get(self, request: Request) -> Response:
        """Read all that is stored about one's own account: roles, player, matches, changes made."""
        return Response(export_account(self.account))
