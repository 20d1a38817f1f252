"""How often Python's garbage collector runs while the site is served."""

import gc

# New objects between two runs. A request makes some thousands, nearly all freed by reference
# counting. At Python's default of 700 each request would be interrupted several times for nothing.
BETWEEN_LOOKS = 50_000


def tune_gc() -> None:
    """Exclude the objects loaded at start from later runs; they stay until the end anyway."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(BETWEEN_LOOKS, 20, 20)
