"""The storage of the static files: whitenoise's, with a cache of the addresses."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.phone.scripts import bare_text
from games.registry.installed import games
from scorekeeper.server.style_sheets import Bundles


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Files named by a hash of their content. Their addresses are cached until the next collect.

    A page uses some thirty files. Computing their addresses took more time than the page's
    queries.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, str] = {}

    def _save(self, name: str, content: Any) -> str:
        """Store a file. A script of a match's page is stored without its comments.

        Comments are a fifth of such a script.
        """
        if is_of_a_match(name):
            content.seek(0)
            content = ContentFile(bare_text(content.read().decode()).encode())
        return str(super()._save(name, content))

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Name the collected files by their hashes; a style sheet is stored with its imports."""
        whole = {
            name: (Bundles(storage), path) if name.endswith(".css") else (storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(whole, *args, **options)

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
        """Store the names of the files just collected, and forget the old addresses."""
        super().save_manifest()
        self._known.clear()


def is_of_a_match(name: str) -> bool:
    """Say whether a file is one of our scripts for every page or for a match's page."""
    folder, _slash, file = name.partition("/")
    return file.endswith(".js") and folder in {"js", "games", *(game.slug for game in games())}
