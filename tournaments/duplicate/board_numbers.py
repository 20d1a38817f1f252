"""Names boards by their numbers: « 4–6 »."""

from collections.abc import Sequence

from tournaments.draws.field import Options
from tournaments.formats.rotation.boards import of_set


def span(numbers: Sequence[int]) -> str:
    """Return the boards as text: « 4 » or « 4–6 »."""
    if not numbers:
        return ""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def of_a_set(number: int, options: Options) -> str:
    """Return the boards of a set as text; the set's number if the tournament is not a duplicate.

    Return "" for 0, which means no set.
    """
    if not number:
        return ""
    return span(of_set(number, options)) if options.duplicate else str(number)
