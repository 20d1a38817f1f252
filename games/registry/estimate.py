"""How much an answer is about to compute, and how much may be: at once, in a job, at all. Pure."""

from typing import NamedTuple

MEGABYTE = 1024 * 1024


class Estimate(NamedTuple):
    """Work known by its size before it is done.

    `ms`: milliseconds of a core, a usual one of 2020. `held`: the bytes held at once.
    """

    ms: float
    held: int = 0

    def within(self, limit: "Estimate") -> bool:
        """Whether it is no more than a limit."""
        return self.ms <= limit.ms and self.held <= limit.held

    def with_more(self, more: "Estimate") -> "Estimate":
        """Return both, one after the other."""
        return Estimate(self.ms + more.ms, self.held + more.held)


# What a request may compute, and a job; more is refused.
AT_ONCE = Estimate(300, 16 * MEGABYTE)
BY_JOB = Estimate(600_000, 128 * MEGABYTE)
# What does not grow with what is asked: a few tables of a few hundred rows.
SMALL = Estimate(50, MEGABYTE)
