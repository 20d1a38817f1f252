"""Estimates of how long a computation takes, and the limits for a request and for a job. Pure."""

from typing import NamedTuple

MEGABYTE = 1024 * 1024


class Estimate(NamedTuple):
    """The size of a computation, estimated beforehand.

    `ms`: milliseconds on a usual core of 2020. `held`: the most bytes of memory at the same time.
    """

    ms: float
    held: int = 0

    def within(self, limit: "Estimate") -> bool:
        """Return whether the estimate is within a limit."""
        return self.ms <= limit.ms and self.held <= limit.held

    def with_more(self, more: "Estimate") -> "Estimate":
        """Return the sum of two estimates."""
        return Estimate(self.ms + more.ms, self.held + more.held)


# The limits of a computation, for a request and for a job. A larger computation is refused.
AT_ONCE = Estimate(300, 16 * MEGABYTE)
BY_JOB = Estimate(600_000, 128 * MEGABYTE)
# The estimate of a computation that is always small: a few tables of a few hundred rows.
SMALL = Estimate(50, MEGABYTE)
