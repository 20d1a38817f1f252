"""Which dated copies stay: the newest of each of the last days, weeks and months. Pure."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Retention:
    """How many days, weeks and months keep a copy. Days without a copy are not counted."""

    days: int
    weeks: int = 0
    months: int = 0


# Of the copies that a timer makes, and of those that the worker makes by itself.
OF_TIMER = Retention(days=7, weeks=5, months=12)
OF_WORKER = Retention(days=7)

PERIODS: tuple[tuple[str, Callable[[datetime], Hashable]], ...] = (
    ("days", lambda moment: moment.date()),
    ("weeks", lambda moment: moment.isocalendar()[:2]),
    ("months", lambda moment: (moment.year, moment.month)),
)


def staying(moments: Iterable[datetime], retention: Retention) -> set[datetime]:
    """Return those of the moments whose copies stay. The newest always does."""
    newest_first = sorted(moments, reverse=True)
    stay = set(newest_first[:1])
    for name, period_of in PERIODS:
        newest_by_period: dict[Hashable, datetime] = {}
        for moment in newest_first:
            newest_by_period.setdefault(period_of(moment), moment)
        stay.update(list(newest_by_period.values())[: getattr(retention, name)])
    return stay
