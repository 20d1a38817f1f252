"""Style sheets that import others, made into one file when the static files are collected.

A page then asks for three sheets instead of a dozen. Without collecting (a test, `runserver`) the
browser follows the imports itself, and shows the same.
"""

import posixpath
import re
from collections.abc import Callable

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage

# A comment, or an import of a file of ours with the media that it is for.
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
IMPORT = re.compile(r'@import "(?P<file>[^":]+)"(?P<media>[^;]*);\s*')


class MissingSheetError(Exception):
    """A style sheet imports a file that no folder of static files has."""


class Bundles:
    """The style sheets of a folder of static files, each with its imports in it."""

    def __init__(self, source: Storage) -> None:
        self.source = source

    def open(self, path: str) -> ContentFile[bytes]:
        """Return the whole sheet at this path."""
        with self.source.open(path) as file:
            return ContentFile(bundle(path, file.read().decode()).encode(), name=path)


def bundle(name: str, text: str, read: Callable[[str], str] | None = None) -> str:
    """Return a sheet's text with its imports in their places, and without comments.

    `name` is its path below `/static/`, from which its imports count. `read` returns the text of
    such a path; by default that of the file which the site's folders have. Raises
    MissingSheetError if there is none.
    """
    folder = posixpath.dirname(name)
    reader = read or _text_of

    def imported(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, match["file"]))
        inner = bundle(path, reader(path), reader)
        media = match["media"].strip()
        return f"@media {media} {{\n{inner}}}\n" if media else inner

    return IMPORT.sub(imported, COMMENT.sub("", text))


def _text_of(path: str) -> str:
    """Return the text of a static file of the site."""
    place = finders.find(path)
    if not place:
        raise MissingSheetError(path)
    with open(str(place), encoding="utf-8") as file:
        return file.read()
