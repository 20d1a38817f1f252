"""How often Python looks for garbage while the site is served."""

import gc

# New objects between two looks. A request makes some thousands, nearly all freed by counting
# alone; at Python's own 700 each would be interrupted several times for nothing.
BETWEEN_LOOKS = 50_000


def tune_gc() -> None:
    """Leave what the start has loaded out of every later look; it stays until the end anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(BETWEEN_LOOKS, 20, 20)
