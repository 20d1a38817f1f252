"""Parts of pages that are drawn again only when something on them has changed."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs import read_sets
from clubs.callers import Caller
from clubs.lru import LruCache

# Characters that a process keeps: a part has some 20 000.
MOST = 10_000_000
parts: LruCache[SafeString] = LruCache(MOST)


def drawn_once(key: Hashable, draw: Callable[[], SafeString]) -> SafeString:
    """Return what `draw` draws. All on which it depends is in the key."""
    known = parts.get(key)
    if known is None:
        known = draw()
        parts.put(key, known, len(known))
    return known


def drawn_part(
    template: str,
    caller: Caller,
    key: Hashable,
    read: Callable[[Caller], Mapping[str, Any]],
) -> SafeString:
    """Draw a template from what `read` reads for the caller; again only if it reads other rows.

    The key has all that `read` uses besides the caller (`read_sets`). Nothing of the request is
    on such a part: no form, no message.
    """
    return read_sets.cached(
        (template, caller.identity, key),
        lambda: render_to_string(template, dict(read(caller.afresh()))),
    )
