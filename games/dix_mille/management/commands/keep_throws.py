"""`manage.py keep_throws`: enumerates the throws of every preset and stores them with the lab.

It must be run again if throws are read in another way; a test fails until then.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Stores the throws of the presets of 10 000."""

    help = "Enumerate the throws of every preset of 10 000, and write the files of the lab."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write one file for each way of reading throws."""
        from games.dix_mille.analysis.throw_tables import (  # noqa: PLC0415 -- slow
            packed_moves,
            reading_of,
        )
        from games.dix_mille.presets import PRESETS  # noqa: PLC0415 -- as said

        rulesets: dict[Any, Any] = {}
        for preset in PRESETS:
            rules: Any = SimpleNamespace(**preset.values)
            rulesets.setdefault(reading_of(rules), rules)
        for rules in rulesets.values():
            name, arrays = packed_moves(rules)
            Path(name).parent.mkdir(exist_ok=True)
            np.savez_compressed(name, **arrays)
            self.stdout.write(name)
