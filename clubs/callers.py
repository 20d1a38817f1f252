"""The caller of a request: an account or none, and what it may do in a club."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import salted_hmac

from clubs.accounts.owner import site_is_owned
from clubs.links import queries as links
from clubs.links.kinds import VOUCHING
from clubs.links.models import CapabilityLink
from clubs.links.services import note_use
from clubs.links.subjects import CLUB
from clubs.links.tokens import digest
from clubs.models import Club, Membership, User
from clubs.role_table import BY_TABLE_LINK, Capability, allows


@dataclass(slots=True)
class Caller:
    """The person or program behind a request, and the secrets in the request.

    `match_tokens` are the edit tokens of matches, by match id. `link_tokens` are tokens of
    capability links. `any_token` may be either kind, because the API's header does not say
    which. `phone_token` is the phone's own token, which a club may trust. `network` is where the
    request comes from.
    """

    user: User | AnonymousUser = field(default_factory=AnonymousUser)
    match_tokens: dict[str, str] = field(default_factory=dict)
    any_token: str | None = None
    link_tokens: tuple[str, ...] = ()
    phone_token: str = ""
    network: str = ""
    _house: bool | None = None
    _roles: dict[int, str] = field(default_factory=dict)
    _links: list[CapabilityLink] | None = None
    _seated: dict[str, bool] = field(default_factory=dict)

    def know(
        self,
        *,
        role: tuple[int, str] | None = None,
        links: list[CapabilityLink] | None = None,
        seated: tuple[str, bool] | None = None,
    ) -> None:
        """Store what was read for many callers together, so that it is not queried for each caller.

        `role` is a club's id and the role there. `links` are the live links of the caller's
        tokens. `seated` is a match's id, and whether the account sits there.
        """
        if role is not None:
            self._roles[role[0]] = role[1]
        if links is not None:
            self._links = links
        if seated is not None:
            self._seated[seated[0]] = seated[1]

    def seated_at(self, match_id: str) -> bool | None:
        """Return whether the account sits at a match, or None if that was not read yet."""
        return self._seated.get(match_id)

    @property
    def account(self) -> User | None:
        """The signed-in account, or None."""
        return self.user if isinstance(self.user, User) else None

    @property
    def is_nobody(self) -> bool:
        """Whether the caller has neither an account nor any token: a visitor like all others."""
        secrets = self.match_tokens or self.any_token or self.link_tokens or self.phone_token
        return not (self.account or secrets)

    @property
    def phone(self) -> str:
        """The digest by which the phone is known; empty if the phone has no token."""
        return digest(self.phone_token) if self.phone_token else ""

    @property
    def in_unowned_house(self) -> bool:
        """Whether the site has no public address and nobody owns it yet. All its phones vouch then.

        Makes one query for each caller, and none on a site with a public address.
        """
        if self._house is None:
            self._house = settings.PUBLIC_URL is None and not site_is_owned()
        return self._house

    @property
    def is_site_owner(self) -> bool:
        """Whether this is the site's owner, who may do everything."""
        return self.account is not None and self.account.is_superuser

    def role_in(self, club: Club | None) -> str:
        """Return the caller's role in a club; `visitor` without one.

        Makes one query for each club.
        """
        if club is None or self.account is None:
            return "visitor"
        if self.is_site_owner:
            return "owner"
        if club.pk not in self._roles:
            membership = Membership.objects.filter(club=club, user=self.account).first()
            self._roles[club.pk] = membership.role if membership else "visitor"
        return self._roles[club.pk]

    def may(self, capability: Capability, club: Club | None) -> bool:
        """Return whether the caller has a capability in a club, by role or by a table link."""
        if self.is_site_owner or allows(self.role_in(club), capability):
            return True
        by_link = club is not None and capability in BY_TABLE_LINK
        return by_link and self.holds(VOUCHING, CLUB, club.pk)  # type: ignore[union-attr]

    def may_somewhere(self, capability: Capability) -> bool:
        """Return whether the caller's role in any confirmed club gives a capability.

        Makes one query at most.
        """
        if self.account is None or self.is_site_owner:
            return self.is_site_owner
        mine = Membership.objects.filter(user=self.account, club__confirmed_at__isnull=False)
        return any(allows(role, capability) for role in mine.values_list("role", flat=True))

    @property
    def links(self) -> list[CapabilityLink]:
        """The live capability links of the request's tokens.

        Makes one query, and none without tokens.
        """
        if self._links is None:
            self._links = links.carried(self._tokens)
        return self._links

    @property
    def _tokens(self) -> tuple[str, ...]:
        alone = tuple(token for token in (self.any_token, self.phone_token) if token)
        return (*alone, *self.link_tokens)

    def vouching_links(self, club: Club) -> list[CapabilityLink]:
        """Return the links, live or ended, by which this caller's matches count in a club.

        Ended links are needed for a match that was started without network: what counts is
        whether its link was live when it started. Makes one query.
        """
        rows = links.of_tokens(self._tokens, live_only=False)
        return list(rows.filter(kind__in=VOUCHING, subject_kind=CLUB, subject_id=str(club.pk)))

    def holds(self, kinds: Collection[str], subject_kind: str, subject_id: object) -> bool:
        """Return whether the caller holds a live link of one of these kinds for that subject."""
        for link in self.links:
            about = (link.subject_kind, link.subject_id)
            if link.kind in kinds and about == (subject_kind, str(subject_id)):
                note_use(link)
                return True
        return False

    def subjects(self, kinds: Collection[str], subject_kind: str) -> list[str]:
        """Return the subjects' ids of the live links of these kinds that the caller holds."""
        return [
            link.subject_id
            for link in self.links
            if link.kind in kinds and link.subject_kind == subject_kind
        ]

    def token_for(self, match_id: str) -> str | None:
        """Return the edit token that the caller has for a match, or None."""
        return self.any_token or self.match_tokens.get(match_id)


def mark_of(user: User | AnonymousUser | None) -> str:
    """Return a fingerprint of an account, which reveals nothing about it; empty without an account.

    A phone stores the fingerprint with its unsent lines. So lines are only sent under the
    account with which they were recorded.
    """
    if not isinstance(user, User):
        return ""
    return salted_hmac("account on a phone", str(user.pk)).hexdigest()[:16]
