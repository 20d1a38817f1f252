"""What the phones saw, and how it is printed."""

import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

# Why a phone sends its write again, without any error of ours: no answer, too often, away.
TRY_AGAIN = {0, 429, 503}


@dataclass
class Measured:
    """What phones and watchers saw in one part of the rehearsal."""

    took: list[float] = field(default_factory=list)  # from the first try to the acknowledgement
    acknowledged_at: list[float] = field(default_factory=list)
    # Why tries were repeated: the status, or 0 if there was no answer.
    repeated: Counter[int] = field(default_factory=Counter)
    # From an acknowledgement until the watcher's line is there.
    told: list[float] = field(default_factory=list)
    # For how long a watcher had no stream, from the end of one to the first news of the next.
    away: list[float] = field(default_factory=list)

    @property
    def broken(self) -> int:
        """How many answers were errors of ours."""
        return sum(
            times for status, times in self.repeated.items() if status not in TRY_AGAIN | {0}
        )

    def longest_gap(self, begun: float) -> float:
        """Return the longest time without any acknowledged write."""
        moments = [begun, *self.acknowledged_at]
        return max((b - a for a, b in pairwise(moments)), default=0.0)

    def repeats(self) -> str:
        """Say how many tries were repeated, and why."""
        if not self.repeated:
            return "no try repeated"
        why = ", ".join(
            f"{times} × {status or 'no answer'}" for status, times in sorted(self.repeated.items())
        )
        return f"{self.repeated.total()} tries repeated ({why})"

    def watchers(self) -> str:
        """Say how many streams ended, and when the watchers were back and up to date."""
        back = f", all back after {max(self.away):.1f} s" if self.away else ""
        late = max(self.told, default=0.0)
        return f"{len(self.away)} streams ended{back}, a line {late:.1f} s late at most"


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def percentiles(values: list[float]) -> str:
    """Return p50, p95 and p99 in milliseconds."""
    found = sorted(values)
    if not found:
        return "none"
    parts = [found[min(len(found) - 1, int(len(found) * part))] for part in (0.5, 0.95, 0.99)]
    return " / ".join(f"{1000 * part:.0f}" for part in parts) + " ms"
