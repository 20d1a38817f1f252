"""Readers of a pad's inputs, shared by the pads' forms and the phone. Pure."""

from collections.abc import Mapping
from typing import Any

from games.sheet import RuleError

DIGITS = "0123456789"
MOST_DIGITS = 15  # JavaScript computes such numbers exactly


def number(taps: Mapping[str, Any], name: str) -> int | None:
    """Return the whole number in an input; None if nothing was tapped.

    Raises `RuleError("not_a_number")`, with the input as its field.
    """
    tapped = taps.get(name)
    if tapped is None or tapped == "":
        return None
    text = str(tapped)
    digits = text[1:] if text.startswith("-") else text
    if not 0 < len(digits) <= MOST_DIGITS or any(digit not in DIGITS for digit in digits):
        raise RuleError("not_a_number", name)
    return int(text)


def several(taps: Mapping[str, Any], name: str) -> list[Any]:
    """Return the list of values of an input that can have several. A single value need not be a
    list.
    """
    tapped = taps.get(name)
    if tapped is None or tapped == "":
        return []
    return list(tapped) if isinstance(tapped, (list, tuple)) else [tapped]
