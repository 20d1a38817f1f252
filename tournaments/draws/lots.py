"""Lots that anybody can draw again: a hash of the published seed, the purpose and the number.

No random generator is used: its sequence may change with the language's version. A SHA-256 does
not.
"""

from collections.abc import Iterable
from hashlib import sha256


def lot(seed: str, purpose: str, number: int) -> str:
    """Return the lot of an entrant: the SHA-256 of « seed|purpose|number », in hexadecimal."""
    return sha256(f"{seed}|{purpose}|{number}".encode()).hexdigest()


def by_lot(seed: str, purpose: str, numbers: Iterable[int]) -> list[int]:
    """Return the numbers in the order of their lots."""
    return sorted(numbers, key=lambda number: lot(seed, purpose, number))
