"""The type of the functions by which long work reports its progress. Pure."""

from collections.abc import Callable

# A function that is called with the number of steps done and the number of all steps (0 if
# unknown). If it raises an exception, the work stops.
ProgressCallback = Callable[[int, int], object]
