"""`manage.py keep_throws`: enumerates the throws of every preset and keeps them with the engine.

To be run again when the reading of a throw changes; a test says so.
"""

from types import SimpleNamespace
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Keeps the throws of the presets of 10 000."""

    help = "Enumerate the throws of every preset of 10 000, and write the files of the lab."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write one file for each way of reading throws."""
        from games.dix_mille.engine.odds import reading_of, write_moves  # noqa: PLC0415 -- numpy
        from games.dix_mille.presets import PRESETS  # noqa: PLC0415 -- as said

        rulesets: dict[Any, Any] = {}
        for preset in PRESETS:
            rules: Any = SimpleNamespace(**preset.values)
            rulesets.setdefault(reading_of(rules), rules)
        for rules in rulesets.values():
            self.stdout.write(str(write_moves(rules)))
