"""Whether somebody owns the site."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q

from clubs.models import User


def site_is_owned() -> bool:
    """Return whether a person can sign in as the site's owner, or has the owner's API token.

    Makes one query. The owner of a fresh install has neither a password nor a token.
    """
    no_password = Q(password="") | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    came = Q(last_login__isnull=False) | Q(api_tokens__isnull=False)
    owners = User.objects.filter(is_superuser=True, is_active=True)
    return owners.filter(~no_password | came).exists()
