"""Deals of a duplicate, computed from a key, so that every table gets the same cards. Pure.

The tournament's seed is published before the first round, so it must not reveal any card. Deals
are computed from a secret instead. The secret's `commitment` may be published beforehand. The
key of a set of boards may be published once every table has played the set. Then everybody can
compute its deals again. A key is a SHA-256 of the secret, so it does not reveal the secret or
the key of another set. A deal comes from a SHA-256 of the key, so it does not reveal the key.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count

# The length of the secret. A shorter one could be found by trying all possible secrets.
SECRET_LENGTH = 32


def commitment(secret: str) -> str:
    """Return a digest of the secret, in hexadecimal.

    If it is published beforehand, it proves later that the secret was not changed.
    """
    return _digest("commitment", secret).hex()


def round_key(secret: str, number: int) -> str:
    """Return the key of the deals of a set (or a round), in hexadecimal.

    Raise `ValueError` if the secret has fewer than 32 characters.
    """
    if len(secret) < SECRET_LENGTH:
        raise ValueError("a secret that could be guessed")
    return _digest("round", secret, str(number)).hex()


def dealt(key: str, board: int, pack: Iterable[str], seats: int = 4) -> tuple[tuple[str, ...], ...]:
    """Return the hands of a board: the cards of `pack`, as codes, in `seats` equal hands."""
    left = sorted(pack)
    numbers = _numbers(key, board, len(left))
    # Fisher and Yates' shuffle: every order has the same chance.
    for last in range(len(left) - 1, 0, -1):
        other = _below(last + 1, numbers)
        left[last], left[other] = left[other], left[last]
    size = len(left) // seats
    return tuple(tuple(left[size * seat : size * (seat + 1)]) for seat in range(seats))


def _digest(*texts: str) -> bytes:
    return sha256("|".join(texts).encode()).digest()


def _numbers(key: str, board: int, deck: int) -> Iterator[int]:
    """Yield an endless sequence of pseudo-random whole numbers below 2^32."""
    for block in count():
        digest = _digest("deal", key, str(board), str(deck), str(block))
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4])


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a random number below `limit`, made from the next of `numbers`.

    Those of `numbers` that would favour small results are skipped.
    """
    fair = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < fair) % limit
