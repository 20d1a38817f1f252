"""Callers whose request is over, asked for again later: those who watch over an open stream.

Their rights may have changed since. So nothing about them is kept but what their browser sent, and
the database is asked again, for all of them together.
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

    `proof` is the hash that Django compares in each request of a session: another password ends
    it.
    """

    account: int | None
    session: str
    proof: str
    match_tokens: Mapping[str, str]
    link_tokens: tuple[str, ...]


def remember(request: HttpRequest, caller: Caller) -> Remembered:
    """Return what is needed to ask for a page's caller again."""
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

    Their roles in `club` and their links are known already: three queries at most, however many
    they are.
    """
    accounts = _accounts([one.session for one in several if one.account])
    roles = _roles(club, accounts.values())
    found = links.carried({token for one in several for token in one.link_tokens})
    by_digest = {link.digest: link for link in found}
    callers: list[Caller | None] = []
    for one in several:
        user = accounts.get(one.session) if one.account else None
        if one.account and not _is_still(user, one):
            callers.append(None)
            continue
        kept = Caller(match_tokens=dict(one.match_tokens), link_tokens=one.link_tokens)
        digests = map(digest, one.link_tokens)
        kept.know(links=[by_digest[known] for known in digests if known in by_digest])
        if user is not None:
            kept.user = user
        if user is not None and club is not None:
            kept.know(role=(club.pk, roles.get(user.pk, "visitor")))
        callers.append(kept)
    return callers


def _accounts(sessions: Iterable[str]) -> dict[str, User]:
    """Return the accounts of the sessions that have not ended, by session."""
    rows = Session.objects.filter(expire_date__gt=timezone.now()).exclude(user=None)
    found = rows.select_related("user").in_bulk(list(set(sessions)))
    return {key: row.user for key, row in found.items() if row.user is not None}


def _roles(club: Club | None, users: Iterable[User]) -> dict[int, str]:
    asked = {user.pk for user in users}
    if club is None or not asked:
        return {}
    rows = Membership.objects.filter(club=club, user__in=asked)
    return dict(rows.values_list("user", "role"))


def _is_still(user: User | None, one: Remembered) -> bool:
    """Say whether a session is still that account's, and the account may still be used."""
    if user is None or user.pk != one.account or not user.is_active:
        return False
    return user.get_session_auth_hash() == one.proof
