"""Who is asking: an account (or none), and what it may do in a club."""

from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser

from clubs.models import Club, Membership, User
from clubs.roles import Capability, allows


@dataclass(slots=True)
class Caller:
    """The person behind a request. `match_tokens` are the table links it carries, by match id.

    `any_token` is a token sent without saying which match it is for (the API's header).
    """

    user: User | AnonymousUser = field(default_factory=AnonymousUser)
    match_tokens: dict[str, str] = field(default_factory=dict)
    any_token: str | None = None
    _roles: dict[int, str] = field(default_factory=dict)

    @property
    def account(self) -> User | None:
        """The signed-in account, or None."""
        return self.user if isinstance(self.user, User) else None

    @property
    def is_site_owner(self) -> bool:
        """Whether this is the site's owner, who may do everything."""
        return self.account is not None and self.account.is_superuser

    def role_in(self, club: Club | None) -> str:
        """Return the caller's role in a club; `visitor` without one. One query a club."""
        if club is None or self.account is None:
            return "visitor"
        if self.is_site_owner:
            return "owner"
        if club.pk not in self._roles:
            membership = Membership.objects.filter(club=club, user=self.account).first()
            self._roles[club.pk] = membership.role if membership else "visitor"
        return self._roles[club.pk]

    def may(self, capability: Capability, club: Club | None) -> bool:
        """Say whether the caller holds a capability in a club, by the role table."""
        return self.is_site_owner or allows(self.role_in(club), capability)

    def token_for(self, match_id: str) -> str | None:
        """Return the table link's token that the caller carries for a match."""
        return self.any_token or self.match_tokens.get(match_id)
