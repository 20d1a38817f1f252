"""Makes and revokes links to a match."""

from dataclasses import dataclass

from django.db import transaction

from clubs.callers import Caller
from clubs.first_answers import WriteKey
from clubs.links import services as link_services
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.links.services import Made, NewLinkAsked
from core.errors import Denied, Refused
from games import queries
from games.match import permissions
from games.match.permissions import MATCH
from games.models import Match, new_salt

# The rights that a link to a match may give.
KINDS = (SEE, SCORE_MATCH, TAKE_SEAT)


@dataclass(frozen=True, slots=True)
class LinksRevoked:
    """The answer to revoking all links of a match. `revoked` is the number of revoked links.

    `token` is the new token of the table if the caller had the old one, otherwise None.
    """

    token: str | None
    revoked: int


@transaction.atomic
def make_link(
    *, match_id: str, kind: str, lasts: str | None, caller: Caller, key: WriteKey | None = None
) -> Made:
    """Make a link of one of the `KINDS`. `key` identifies a write that may be sent again.

    Raises `NotFound`, `Denied`, or `Refused` if such a link is not possible.
    """
    match = shared(match_id, caller, lock=True)
    if kind not in KINDS:
        raise Refused("link_kind", "kind")
    right = permissions.right_to_share(match, caller)
    new_link = NewLinkAsked(kind, MATCH, match.pk, match.club, lasts, right, key)
    return link_services.make_link(new_link=new_link, caller=caller)


@transaction.atomic
def revoke_link(*, match_id: str, link_id: int, caller: Caller) -> None:
    """Revoke one of the match's links. Raises `NotFound` or `Denied`."""
    match = shared(match_id, caller, lock=True)
    link_services.revoke_of(subject_kind=MATCH, subject_id=match.pk, link_id=link_id)


@transaction.atomic
def keep_alone(*, match_id: str, caller: Caller, key: WriteKey | None = None) -> LinksRevoked:
    """Revoke every link to a match, and the token that its start returned.

    `key` identifies a write that may be sent again. The new secret of the match is derived from it,
    so that the caller gets the new token even if the first answer was lost. Accounts that may write
    the match keep this right. Raise `NotFound` or `Denied`.
    """
    match = shared(match_id, caller, lock=True)
    held = permissions.holds_link(match, caller)
    revoked = link_services.revoke_all(subject_kind=MATCH, subject_id=match.pk)
    match.salt = salt_of(key) if key else new_salt()
    match.save(update_fields=["salt"])
    return LinksRevoked(permissions.edit_token(match) if held else None, revoked)


def salt_of(key: WriteKey) -> str:
    """Return the secret that a match gets when the write with this key revokes all its links."""
    return key.secret("salt", 24)


def token_alone(match_id: str, key: WriteKey) -> str:
    """Return the token that a match gets when the write with this key revokes all its links."""
    return permissions.edit_token(Match(pk=match_id, salt=salt_of(key)))


def shared(match_id: str, caller: Caller, *, lock: bool = False) -> Match:
    """Return a match whose links the caller may make and revoke.

    Raises `NotFound` or `Denied`.
    """
    match = queries.find(match_id, caller, lock=lock)
    if not permissions.can_share(match, caller):
        raise Denied("sharing_not_allowed")
    return match
