"""What phones and watchers measured, and how it is printed."""

import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

# Statuses after which a phone sends its write again and that are not errors of ours: 0 (no
# answer), 429 (too many requests), 503 (unavailable).
TRY_AGAIN = {0, 429, 503}


@dataclass
class Measured:
    """The measurements of phones and watchers in one part of the rehearsal."""

    took: list[float] = field(default_factory=list)  # from the first try to the acknowledgement
    acknowledged_at: list[float] = field(default_factory=list)
    # How many tries were repeated, by the status of the answer; 0 if there was no answer.
    repeated: Counter[int] = field(default_factory=Counter)
    # Seconds from an acknowledgement until the watcher had that version.
    update_delays: list[float] = field(default_factory=list)
    # Seconds that a watcher had no stream: from the end of one stream to the first event of the
    # next.
    away: list[float] = field(default_factory=list)

    @property
    def broken(self) -> int:
        """The number of answers that were errors of ours."""
        return sum(
            times for status, times in self.repeated.items() if status not in TRY_AGAIN | {0}
        )

    def longest_gap(self, begun: float) -> float:
        """Return the longest time in seconds without any acknowledged write."""
        moments = [begun, *self.acknowledged_at]
        return max((b - a for a, b in pairwise(moments)), default=0.0)

    def repeats(self) -> str:
        """Return a text that says how many tries were repeated, and why."""
        if not self.repeated:
            return "no try repeated"
        why = ", ".join(
            f"{times} × {status or 'no answer'}" for status, times in sorted(self.repeated.items())
        )
        return f"{self.repeated.total()} tries repeated ({why})"

    def watchers(self) -> str:
        """Return a text that says how many streams ended, and when the watchers were back and up to
        date.
        """
        back = f", all back after {max(self.away):.1f} s" if self.away else ""
        late = max(self.update_delays, default=0.0)
        return f"{len(self.away)} streams ended{back}, a line {late:.1f} s late at most"


def say(text: str) -> None:
    """Print a line without delay."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def percentiles(values: list[float]) -> str:
    """Return a text with the percentiles 50, 95 and 99 in milliseconds, or « none »."""
    ordered = sorted(values)
    if not ordered:
        return "none"
    parts = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95, 0.99)]
    return " / ".join(f"{1000 * part:.0f}" for part in parts) + " ms"
