"""`manage.py worker`: does the jobs and sends webhooks, until it is stopped."""

import secrets
import socket
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from jobs.worker import work


class Command(BaseCommand):
    """Runs a worker."""

    help = "Faire les travaux de fond, jusqu'à Ctrl-C."
    # They would load every page of the site into a process that serves none.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options: the worker's name, and whether it ends when its parent process ends."""
        parser.add_argument(
            "--name", default="", help="the same at each start: what it left is failed"
        )
        parser.add_argument("--with-parent", action="store_true", help="end when stdin is closed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the worker until it is stopped."""
        name = options["name"] or f"{socket.gethostname()[:40]}-{secrets.token_hex(6)}"
        work(name[:64], with_parent=options["with_parent"])
