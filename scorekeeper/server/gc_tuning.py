"""How often Python's garbage collector runs in the server."""

import gc

# How many new objects there are between two runs. A request makes some thousands, and reference
# counting frees nearly all of them. At Python's default of 700, a request would be interrupted
# several times for nothing.
BETWEEN_LOOKS = 50_000


def tune_gc() -> None:
    """Make the garbage collector run rarely, and exclude the objects that exist now from its runs.

    These objects stay until the end anyway.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(BETWEEN_LOOKS, 20, 20)
