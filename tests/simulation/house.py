"""Who is there on every simulated evening: two clubs, their people, and those who come by."""

from clubs.models import ApiToken, Membership
from clubs.services import token_digest
from tests import factories

# Whoever belongs to the closed club has this in their name: nobody else may read it.
SECRET = "Ombeline"
CLUBS = {"ouvert": True, "clos": False}
ROLES = ("owner", "officer", "scorer", "member")
NAMES = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gaston", "Hélène")


def account_of(club: str, role: str) -> str:
    """The name of the account with that role, which is its token too."""
    return f"{club}-{role}"


def fill() -> None:
    """Fill an empty site."""
    for slug, public in CLUBS.items():
        club = factories.club(slug, public=public)
        for role in ROLES:
            account = factories.user(account_of(slug, role))
            Membership.objects.create(club=club, user=account, role=role)
            ApiToken.objects.create(user=account, digest=token_digest(account.username))
        for name in NAMES:
            factories.player(name if public else f"{name} {SECRET}", club)
