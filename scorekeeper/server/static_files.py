"""The storage of the static files: whitenoise's, which looks up each address once."""

from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Files named by their content: their addresses stay the same until they are collected anew.

    A page has some thirty of them, and finding each again took more time than its queries.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file."""
        if settings.DEBUG or force:
            return str(super().url(name, force))
        known = self._known.get(name)
        if known is None:
            known = str(super().url(name))
            self._known[name] = known
        return known

    def save_manifest(self) -> None:
        """Store the names of the files just collected, and forget those of before."""
        super().save_manifest()
        self._known.clear()
