"""The one cache of texts that many readers are shown: parts of pages, answers of the API.

A text is kept under all that it is made of: the version of what it shows, the language, the names,
what its readers may see. So nothing is ever told to forget one. It is used where a text costs more
than a page may.
"""

from collections.abc import Callable, Hashable
from hashlib import sha256

from django.core.cache import caches
from django.utils.translation import get_language


def fragment(key: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    """Return the text of a key in the present language; `make` it if nobody has asked for it.

    The key holds numbers, texts and tuples of them, whose `repr` tells them apart.
    """
    cache = caches["fragments"]
    name = sha256(repr((*key, get_language())).encode()).hexdigest()
    text: str | None = cache.get(name)
    if text is None:
        text = make()
        cache.set(name, text)
    return text
