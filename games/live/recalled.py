"""The callers of open streams, made again after their request is over.

Their rights may have changed since the request. So only what their browser sent is stored. The rest
is read from the database again, for all of them together.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone

from clubs.callers import Caller
from clubs.links import queries as links
from clubs.links.tokens import digest
from clubs.models import Club, Membership, Session, User


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a browser sent: its tokens and, if it was signed in, its session.

    `proof` is the hash that Django compares in each request of a session. A new password changes
    it, which ends the session.
    """

    account: int | None
    session: str
    proof: str
    match_tokens: Mapping[str, str]
    link_tokens: tuple[str, ...]


def remember(request: HttpRequest, caller: Caller) -> Remembered:
    """Return what `recall` needs to make a page's caller again."""
    account = caller.account
    return Remembered(
        account=account.pk if account else None,
        session=request.session.session_key or "" if account else "",
        proof=account.get_session_auth_hash() if account else "",
        match_tokens=caller.match_tokens,
        link_tokens=caller.link_tokens,
    )


def recall(several: Sequence[Remembered], club: Club | None) -> list[Caller | None]:
    """Return the callers as they are now; None for one whose session has ended.

    Their roles in `club` and their links are loaded too. It takes at most three queries, for any
    number of callers.
    """
    accounts = _accounts([remembered.session for remembered in several if remembered.account])
    roles = _roles(club, accounts.values())
    carried_links = links.carried(
        {token for remembered in several for token in remembered.link_tokens}
    )
    by_digest = {link.digest: link for link in carried_links}
    callers: list[Caller | None] = []
    for remembered in several:
        user = accounts.get(remembered.session) if remembered.account else None
        if remembered.account and not _is_still(user, remembered):
            callers.append(None)
            continue
        caller = Caller(
            match_tokens=dict(remembered.match_tokens), link_tokens=remembered.link_tokens
        )
        digests = map(digest, remembered.link_tokens)
        caller.know(links=[by_digest[known] for known in digests if known in by_digest])
        if user is not None:
            caller.user = user
        if user is not None and club is not None:
            caller.know(role=(club.pk, roles.get(user.pk, "visitor")))
        callers.append(caller)
    return callers


def _accounts(sessions: Iterable[str]) -> dict[str, User]:
    """Return the accounts of the sessions that have not ended, by session."""
    rows = Session.objects.filter(expire_date__gt=timezone.now()).exclude(user=None)
    rows_by_key = rows.select_related("user").in_bulk(list(set(sessions)))
    return {key: row.user for key, row in rows_by_key.items() if row.user is not None}


def _roles(club: Club | None, users: Iterable[User]) -> dict[int, str]:
    user_ids = {user.pk for user in users}
    if club is None or not user_ids:
        return {}
    rows = Membership.objects.filter(club=club, user__in=user_ids)
    return dict(rows.values_list("user", "role"))


def _is_still(user: User | None, remembered: Remembered) -> bool:
    """Return whether a session still belongs to the same account, and the account may still be
    used.
    """
    if user is None or user.pk != remembered.account or not user.is_active:
        return False
    return user.get_session_auth_hash() == remembered.proof
