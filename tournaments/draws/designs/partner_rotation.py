"""Partners by rotation: as many rounds as possible without the same partner twice.

The circle method pairs places whose sum is twice the round's centre. If the number of players is
not a multiple of four, some pairs are left out, so that after every round the numbers of rests
differ by at most one:

- 4n players: 4n - 1 rounds, nobody sits out;
- 4n + 1: 4n + 1 rounds, the centre sits out, a different one each round;
- 4n + 2: 4n + 1 rounds; one of the pairs sits out, neighbours as far as they go round the circle;
- 4n + 3: 4n + 3 rounds; the centre and its two neighbours sit out, the next three each round.
"""

from collections.abc import Sequence

Two = tuple[int, int]


def rotation_length(count: int) -> int:
    """Return how many rounds the rotation of `count` places has."""
    return count if count % 2 else count - 1


def rotation_round(count: int, number: int) -> tuple[list[Two], list[int]]:
    """Return the partners of a round (from 1, up to `rotation_length`) and who sits out.

    Places go from 0 to `count` - 1.
    """
    if count % 4 in (0, 1):
        pairs, centre = _circle(count, (number - 1) % (count - 1 + count % 2))
        return pairs, [centre] if count % 2 else []
    if count % 4 == 2:
        return _one_pair_less(count, number)
    first = 3 * (number - 1) + (3 * (number - 1) // count if count % 3 == 0 else 0)
    sitting = [(first + step) % count for step in range(3)]
    pairs, _centre = _circle(count, sitting[1])
    return _without(pairs, sitting), sitting


def _circle(count: int, centre: int) -> tuple[list[Two], int]:
    """Pair places equally far from the centre.

    With an even count the last place is paired with the centre. With an odd count the centre is
    left over.
    """
    around = count - 1 + count % 2
    pairs = [
        ((centre + step) % around, (centre - step) % around) for step in range(1, (around + 1) // 2)
    ]
    return ([*pairs, (centre, around)] if count % 2 == 0 else pairs), centre


def _one_pair_less(count: int, number: int) -> tuple[list[Two], list[int]]:
    """Leave out neighbours of the circle, moving on two places each round.

    The last place sits out twice: with the place left over after the first lap, and in the last
    round instead of the neighbours who would have sat out a third time.
    """
    around, tables = count - 1, count // 4
    lap = 2 * tables
    if number == lap + 1:
        sitting = [around - 1, around]
    elif number == around:
        sitting = [lap - 1, around]
    else:
        step = number - 1 if number <= lap else number - 2
        step += step >= 3 * tables
        sitting = [2 * step % around, (2 * step + 1) % around]
    centre = min(sitting) if around in sitting else _half(sum(sitting), around)
    pairs, _centre = _circle(count, centre)
    return _without(pairs, sitting), sitting


def _half(total: int, around: int) -> int:
    """Return the centre of two places: half their sum, modulo an odd number."""
    return total * (around + 1) // 2 % around


def _without(pairs: Sequence[Two], sitting: Sequence[int]) -> list[Two]:
    return [pair for pair in pairs if not set(pair) & set(sitting)]
