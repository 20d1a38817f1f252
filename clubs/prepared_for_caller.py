"""Reads that depend on who asks, compiled once for each kind of caller (`clubs.prepared`)."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from clubs.callers import Caller
from clubs.models import User
from clubs.prepared import ACCOUNT_PLACE, Prepared

Row = TypeVar("Row")


class PreparedForCaller(Generic[Row]):
    """A queryset that depends on the caller and on ids. `build` returns it, and reads nothing.

    It is compiled for visitors, for accounts and for the site's owner. Whoever carries tokens has
    another one, which is not prepared.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]], *places: Any) -> None:
        self._build = build
        self._visitors = Prepared(lambda *ids: build(Caller(), *ids), *places)
        self._accounts, self._owners = (
            Prepared(
                lambda account, *ids, owner=owner: build(
                    Caller(user=User(pk=account, is_superuser=owner)), *ids
                ),
                *(ACCOUNT_PLACE, *places),
            )
            for owner in (False, True)
        )

    def rows(self, caller: Caller, *ids: Any) -> list[Row]:
        """Return the rows for a caller and these ids."""
        if caller.match_tokens or caller.any_token or caller.link_tokens:
            return list(self._build(caller, *ids))
        if caller.account is None:
            return self._visitors.rows(*ids)
        of = self._owners if caller.is_site_owner else self._accounts
        return of.rows(caller.account.pk, *ids)
