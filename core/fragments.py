"""The only cache of texts for many readers: parts of pages, answers of the API.

A text's key contains everything on which the text depends: the version of what it shows, the
language, the names, the rights of its readers. So no code has to delete a text when something
changes. The cache is for texts that take too long to make for each page.
"""

from collections.abc import Callable, Hashable
from hashlib import sha256

from django.core.cache import caches
from django.utils.translation import get_language


def fragment(key: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    """Return the cached text of a key in the present language. If there is none, `make` it.

    The key may only consist of numbers, texts and tuples of these, because keys are compared by
    `repr`.
    """
    cache = caches["fragments"]
    name = sha256(repr((*key, get_language())).encode()).hexdigest()
    text: str | None = cache.get(name)
    if text is None:
        text = make()
        cache.set(name, text)
    return text
