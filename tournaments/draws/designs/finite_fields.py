"""Arithmetic in finite fields, for schedules that are built from it.

The order q of a field is a power of a prime p. Elements are the numbers from 0 to q - 1, read as
digits in base p. The digits are added modulo p.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class FiniteField:
    """A finite field. `powers` are the powers of one element that make all elements but 0."""

    prime: int
    powers: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.powers) + 1

    def plus(self, first: int, second: int) -> int:
        """Add two elements."""
        total, place = 0, 1
        while first or second:
            total += (first + second) % self.prime * place
            first, second, place = first // self.prime, second // self.prime, place * self.prime
        return total

    def times(self, first: int, second: int) -> int:
        """Multiply two elements."""
        if not first or not second:
            return 0
        return self.powers[
            (self.powers.index(first) + self.powers.index(second)) % len(self.powers)
        ]


@cache
def field_of_order(order: int) -> FiniteField | None:
    """Return the field of `order` elements; None if `order` is not a power of a prime."""
    power = _prime_power(order)
    if power is None:
        return None
    prime, degree = power
    # Every choice is tried until the powers are all elements but 0.
    for choice in range(1, order):
        powers = _powers(prime, degree, choice)
        if len(powers) == order - 1:
            return FiniteField(prime, powers)
    return None


def _prime_power(order: int) -> tuple[int, int] | None:
    if order < 2:
        return None
    prime = next(divisor for divisor in range(2, order + 1) if order % divisor == 0)
    degree, rest = 0, order
    while rest % prime == 0:
        degree, rest = degree + 1, rest // prime
    return (prime, degree) if rest == 1 else None


def _powers(prime: int, degree: int, choice: int) -> tuple[int, ...]:
    """Return the powers of x until they come back to 1; () if they never do.

    x to the power `degree` is the element `choice`. With degree 1, these are the powers of the
    number `choice`.
    """
    top: Sequence[int] = [choice // prime**at % prime for at in range(degree)]
    now, seen = [1, *[0] * (degree - 1)], []
    while (element := sum(digit * prime**at for at, digit in enumerate(now))) not in seen:
        seen.append(element)
        carry = now[-1]
        shifted = [0, *now[:-1]]
        now = [
            (coefficient + carry * digit) % prime
            for coefficient, digit in zip(shifted, top, strict=True)
        ]
    return tuple(seen) if element == 1 else ()
