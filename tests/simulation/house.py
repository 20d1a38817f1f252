"""What the site holds before every simulated evening: two clubs, their accounts and their
players.
"""

from allauth.account.models import EmailAddress

from clubs.models import ApiToken, Membership, Player, User
from clubs.services import token_digest
from tests import factories

# A part of the names of all players of the closed club: nobody outside the club may read it.
SECRET = "Ombeline"
# The name of a player of the open club whom public pages must not name.
HIDDEN = "Zephyrine"
PASSWORD = "une table de bois"
CLUBS = {"ouvert": True, "clos": False}
ROLES = ("owner", "officer", "scorer", "member")
NAMES = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gaston", "Hélène")


def account_of(club: str, role: str) -> str:
    """Return the name of a club's account with that role, which is its API token too."""
    return f"{club}-{role}"


def email_of(account: str) -> str:
    """Return the address with which an account signs in."""
    return f"{account}@example.org"


def _account(name: str) -> User:
    account = factories.user(name, email=email_of(name))
    account.set_password(PASSWORD)
    account.save()
    EmailAddress.objects.create(user=account, email=account.email, primary=True, verified=True)
    return account


def fill() -> None:
    """Create the clubs, accounts and players in an empty site, which somebody owns."""
    factories.owner_who_came()
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
