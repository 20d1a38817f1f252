"""The kinds of links: what they allow their holders to do, and for how long. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from clubs.role_table import Capability

SEE = "see"
SCORE_MATCH = "score_match"
TAKE_SEAT = "take_seat"
SCORE_TOURNAMENT = "score_tournament"
RUN_TOURNAMENT = "run_tournament"
OPEN_TABLE = "open_table"
TRUSTED_PHONE = "trusted_phone"
# The kinds of links whose holder starts matches that count in a club.
VOUCHING = (OPEN_TABLE, TRUSTED_PHONE)

# The rights in a club that allow a member to make links.
RIGHTS: tuple[Capability, ...] = (
    "manage_links",
    "run_tournaments",
    "score_any_table",
    "score_own_table",
)

# The hour after midnight at which an evening ends.
EVENING_ENDS = 4
SHORTEST = timedelta(hours=1)
DAYS = {"week": 7, "month": 31, "year": 366}


@dataclass(frozen=True, slots=True)
class LinkKind:
    """One right that a link may give, and the durations it may have, the usual one first.

    A link of a `renewed` kind is prolonged at each use: its usual duration begins again.
    """

    slug: str
    lasts: tuple[str, ...]
    renewed: bool = False


KINDS: dict[str, LinkKind] = {
    kind.slug: kind
    for kind in (
        LinkKind(SEE, ("week", "evening", "month", "year")),
        LinkKind(SCORE_MATCH, ("evening", "week")),
        LinkKind(TAKE_SEAT, ("evening", "week")),
        LinkKind(SCORE_TOURNAMENT, ("week", "evening", "month")),
        LinkKind(RUN_TOURNAMENT, ("week", "evening", "month")),
        LinkKind(OPEN_TABLE, ("month", "evening", "week", "year")),
        LinkKind(TRUSTED_PHONE, ("year",), renewed=True),
    )
}


def expiry(lasts: str, now: datetime, zone: tzinfo) -> datetime:
    """Return the time at which a link made at the time `now` ends.

    An `evening` ends at four in the morning in the time zone `zone`. It lasts at least an hour,
    so a link made at half past three lasts until four on the next day.
    """
    if lasts != "evening":
        return now + timedelta(days=DAYS[lasts])
    local = now.astimezone(zone)
    end = local.replace(hour=EVENING_ENDS, minute=0, second=0, microsecond=0)
    while end - local < SHORTEST:
        end += timedelta(days=1)
    return end.astimezone(UTC)
