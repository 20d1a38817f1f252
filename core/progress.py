"""The type of function by which long work reports its progress. Pure."""

from collections.abc import Callable

# It gets the number of steps done, and of all steps (0: unknown). An exception from it stops the
# work.
ProgressCallback = Callable[[int, int], object]
