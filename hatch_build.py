"""Puts the compiled translations into the wheel, because the installed files may be read-only."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTranslations(BuildHookInterface):  # type: ignore[misc]
    """Compiles `locale/`, as the site does at its start, and adds the results to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add each `.mo` to the files of the wheel."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from scorekeeper.translation.catalogs import compile_catalogs  # noqa: PLC0415 -- needs the path

        compile_catalogs(root / "locale")
        for made in sorted(root.glob("locale/*/LC_MESSAGES/django.mo")):
            inside = f"scorekeeper/shared/{made.relative_to(root).as_posix()}"
            build_data["force_include"][str(made)] = inside
