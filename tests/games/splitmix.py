"""The random words that the compiled games draw (splitmix64), in Python's integers."""

from collections.abc import Iterator

STEP, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1


def words(seed: int, game: int) -> Iterator[int]:
    """Yield the 64-bit words of a game, which the seed and the game's number determine."""
    state = _mixed((seed * STEP + game) & WORD) * STEP & WORD
    while True:
        state = state + STEP & WORD
        yield _mixed(state)


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31
