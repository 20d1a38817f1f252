"""`manage.py owner_link`: prints a sign-in link for the site's owner at the terminal."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.accounts.links import Purpose, make_link
from clubs.models import User
from scorekeeper import environment
from scorekeeper.console import gettext as _
from scorekeeper.server.serve import owner_url


class Command(BaseCommand):
    """Creates a new link and prints it. The previous link stops working."""

    help = "Print a one-time link by which the site's owner sets an e-mail and a password."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the link and print it. Raises CommandError if the site has no owner yet."""
        owner = User.objects.filter(is_superuser=True, is_active=True).order_by("id").first()
        if owner is None:
            raise CommandError(_("Le site n'a pas encore de propriétaire : make run d'abord."))
        token = make_link(user=owner, purpose=Purpose.OWNER)
        self.stdout.write(owner_url(environment.read(), token))
        self.stdout.write(_("À ouvrir une fois, dans les 24 heures."))
