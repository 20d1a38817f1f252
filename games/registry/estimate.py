"""Estimates of how long a computation takes, and the limits of a request and of a job. Pure."""

from typing import NamedTuple

MEGABYTE = 1024 * 1024


class Estimate(NamedTuple):
    """The size of a computation, estimated beforehand.

    `ms`: milliseconds on a usual core of 2020. `held`: the bytes of memory held at once.
    """

    ms: float
    held: int = 0

    def within(self, limit: "Estimate") -> bool:
        """Return whether the estimate is within a limit."""
        return self.ms <= limit.ms and self.held <= limit.held

    def with_more(self, more: "Estimate") -> "Estimate":
        """Return the sum of two estimates."""
        return Estimate(self.ms + more.ms, self.held + more.held)


# The limits of a request and of a job; a larger computation is refused.
AT_ONCE = Estimate(300, 16 * MEGABYTE)
BY_JOB = Estimate(600_000, 128 * MEGABYTE)
# A computation whose size is the same for all conditions: a few tables of a few hundred rows.
SMALL = Estimate(50, MEGABYTE)
