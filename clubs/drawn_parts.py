"""Parts of pages that are drawn again only when something on them has changed.

A view reads its rows as always. What it read is compared with what a part was drawn from, value by
value: so a kept part is never old, and only the drawing is spared. Such a part must hold nothing of
the caller's own, and its templates must read nothing but their context.
"""

import datetime as dt
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

# Characters that a process keeps: a part has some 20 000.
MOST = 10_000_000


class DrawnParts:
    """The parts last asked for in this process; the one unused for longest is removed first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._length = 0
        self._parts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], SafeString]) -> SafeString:
        """Return a part, drawing it if it is not kept."""
        with self._lock:
            known = self._parts.get(key)
            if known is not None:
                self._parts.move_to_end(key)
                return known
        made = draw()
        with self._lock:
            if key not in self._parts:
                self._parts[key] = made
                self._length += len(made)
            while self._length > self._most:
                self._length -= len(self._parts.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._parts.clear()
            self._length = 0


parts = DrawnParts()


def drawn_part(template: str, context: Mapping[str, Any]) -> SafeString:
    """Draw a template in the active language, or return it as it was drawn from the same values.

    Raises `TypeError` for a value that cannot be compared.
    """
    key = (template, get_language(), content_of(context))
    return parts.get(key, lambda: render_to_string(template, dict(context)))


def content_of(value: Any, within: tuple[int, ...] = ()) -> Hashable:
    """Return everything that a template could read of a value, to be compared.

    Rows are compared by all of their columns, not by their number. What never changes while the
    site serves says so by its `constant_key`.
    """
    if value is None or type(value) in (str, int, SafeString):
        return value
    if isinstance(value, bool | float | Decimal | UUID | Enum | dt.date | dt.timedelta):
        return (type(value).__name__, repr(value))
    if isinstance(value, Promise | str):
        return str(value)
    if id(value) in within:
        return "itself"
    within = (*within, id(value))
    if isinstance(value, Mapping):
        return ("of", *((key, content_of(one, within)) for key, one in value.items()))
    key = getattr(value, "constant_key", None)
    if key is not None:
        return (type(value).__name__, key)
    if isinstance(value, Model):
        related = value._state.fields_cache
        columns = {name: one for name, one in vars(value).items() if not name.startswith("_")}
        return (type(value).__name__, content_of(columns, within), content_of(related, within))
    if is_dataclass(value) and not isinstance(value, type):
        own = {one.name: getattr(value, one.name) for one in fields(value)}
        return (type(value).__name__, content_of(own, within))
    if isinstance(value, Iterable) and not isinstance(value, Iterator):
        return tuple(content_of(one, within) for one in value)
    raise TypeError(f"{type(value)} cannot be compared")
