"""The type of function by which long work reports its progress. Pure."""

from collections.abc import Callable

# It is called with the number of steps done and that of all steps (0: unknown). If it raises an
# exception, the work stops.
ProgressCallback = Callable[[int, int], object]
