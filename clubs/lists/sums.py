"""Reads the cells of a column « réglé »: a sum, a yes or a no."""

import re
from typing import Literal

from clubs.lists.columns import plain

_SUM = re.compile(r"(?:[€$£]|eur)?\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*(?:[€$£]|euros?|eur)?", re.I)
_YES = frozenset(("x", "o", "oui", "y", "yes", "ok", "vrai", "true", "fait", "done"))
_YES_TOO = frozenset(("paye", "payee", "payes", "payees", "regle", "reglee", "regles", "paid"))
_NO = frozenset(("", "n", "non", "no", "faux", "false", "a payer", "a regler", "unpaid", "du"))
_TICKS = frozenset("✓✔☑✅☒")

# Hundredths, or a yes without a sum, or nothing yet.
Paid = int | Literal["yes"] | None


def paid_of(cell: str) -> Paid:
    """Return what a cell says was paid. Raises `ValueError` if it says something else."""
    text = cell.replace("\u00a0", " ").replace("\u202f", "").strip()
    if text and set(text) <= _TICKS:
        return "yes"
    sum_ = _SUM.fullmatch(text)
    if sum_:
        return int(sum_[1]) * 100 + int((sum_[2] or "0").ljust(2, "0"))
    word = plain(text[:20])
    if word in _YES or word in _YES_TOO:
        return "yes"
    if word in _NO:
        return None
    raise ValueError("paid")
