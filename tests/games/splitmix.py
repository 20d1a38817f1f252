"""The words that the compiled games draw, in whole numbers of Python: splitmix64."""

from collections.abc import Iterator

STEP, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1


def words(seed: int, game: int) -> Iterator[int]:
    """The words of 64 bits of a game, by the seed and the number of the game."""
    state = _mixed((seed * STEP + game) & WORD) * STEP & WORD
    while True:
        state = state + STEP & WORD
        yield _mixed(state)


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31
