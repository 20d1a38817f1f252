"""Who is there on every simulated evening: two clubs, their people, and those who come by."""

from allauth.account.models import EmailAddress

from clubs.models import ApiToken, Membership, Player, User
from clubs.services import token_digest
from tests import factories

# Whoever belongs to the closed club has this in their name: nobody else may read it.
SECRET = "Ombeline"
# Somebody of the open club whom its public pages do not name.
HIDDEN = "Zephyrine"
PASSWORD = "une table de bois"
CLUBS = {"ouvert": True, "clos": False}
ROLES = ("owner", "officer", "scorer", "member")
NAMES = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gaston", "Hélène")


def account_of(club: str, role: str) -> str:
    """The name of the account with that role, which is its token too."""
    return f"{club}-{role}"


def email_of(account: str) -> str:
    """What somebody signs in with."""
    return f"{account}@example.org"


def _account(name: str) -> User:
    account = factories.user(name, email=email_of(name))
    account.set_password(PASSWORD)
    account.save()
    EmailAddress.objects.create(user=account, email=account.email, primary=True, verified=True)
    return account


def fill() -> None:
    """Fill an empty site."""
    for slug, public in CLUBS.items():
        club = factories.club(slug, public=public)
        for role in ROLES:
            account = _account(account_of(slug, role))
            Membership.objects.create(club=club, user=account, role=role)
            ApiToken.objects.create(user=account, digest=token_digest(account.username))
        for name in NAMES:
            factories.player(name if public else f"{name} {SECRET}", club)
        if public:
            factories.player(HIDDEN, club, shown=Player.Shown.HIDDEN)
