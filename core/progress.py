"""How long work says how far it is. Pure."""

from collections.abc import Callable

# Called with how much is done, and of how much (0: nobody knows). What it raises stops the work.
ProgressCallback = Callable[[int, int], object]
