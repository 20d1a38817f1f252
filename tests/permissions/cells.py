"""The cells of the permission table: the callers, the kinds of things, and a row.

Each app's rows are in its own module; shared parts are here.
"""

from dataclasses import dataclass, field
from typing import Any

WRONG = "wrong link"
CALLERS = (
    "visitor",
    "link",  # a visitor with a table's token: this table's (« own »), or another's (« other »)
    WRONG,
    "member",
    "scorer",
    "officer",
    "owner",
    "other owner",  # owner of another club
    "site owner",
)
# Visitors with a capability link, one of each kind. For a match, the first two are links to it
# (« own ») or to another match (« other »), and the third is the club's table link. For a
# tournament they are a link to see it, a link to a match, and the club's table link.
LINKS = ("see", "score", "table")
# A table's code, by which a phone takes its seat: it shows what a link to see the match shows.
SEAT = "seat's code"
# Links to score and to run a tournament: this one, or otherwise another one of the club.
NIGHT_LINKS = ("tournament's scorer", "tournament's runner")
# Visitors with a link that never opened or no longer opens anything. They always get what a
# visitor gets.
DEAD = (
    "expired link",
    "revoked link",
    "namesake's scorer",  # links to a tournament that has the same id as this match or club
    "namesake's runner",
    "neighbour's runner",  # of another tournament of the club, live
)
NEIGHBOUR = DEAD[-1]
# Stands between the names of several holders whose links one browser carries.
CARRIED_TOGETHER = " + "
HOLDERS = (*LINKS, SEAT, *NIGHT_LINKS, *DEAD)


def table(text, links="", night_links=""):
    """Return the expected answers by kind and caller.

    A line of `text` is « kind: nine cells », one for each caller. A line of `links` has three
    cells, one for each link, and a line of `night_links` two, for links to tournaments. A kind
    without a line of links, and every dead link, gives what a visitor gets.
    """
    by_link, by_night_link = cells_of(links, LINKS), cells_of(night_links, NIGHT_LINKS)
    rows = {}
    for kind, row in cells_of(text, CALLERS).items():
        as_visitor = dict.fromkeys(HOLDERS, row["visitor"])
        links_of = by_link.pop(kind, {})
        if "see" in links_of and not kind.endswith("tournament"):
            links_of[SEAT] = links_of["see"]
        rows[kind] = row | as_visitor | links_of | by_night_link.pop(kind, {})
    assert not by_link | by_night_link, "links of a kind that the table lacks"
    return rows


def cells_of(text, callers):
    """Return, by kind, the cells of its line by caller."""
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {
        kind.strip(): dict(zip(callers, cells.split(), strict=True)) for kind, _, cells in lines
    }


ALL = table("any: ok ok ok ok ok ok ok ok ok")


# What the officers of a club may do.
OFFICER = table(
    """
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 404     404  404   403    403    ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  403
""",
)

# What belongs to a club and not to a match: the club is public with closed tables, or
# members-only.
SEE_CLUB = table(
    """
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: 404     404  404   ok     ok     ok      ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  ok
""",
)
OWNER = table(
    """
public club:  403     403  403   403    403    403     ok    403   ok
private club: 404     404  404   403    403    403     ok    404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  403
""",
)

ADD_PLAYER = table(
    """
public club:  403     403  403   403    403    ok      ok    403   ok
private club: 400     400  400   403    403    ok      ok    400   ok
open club:    ok      ok   ok    ok     ok     ok      ok    ok    ok
""",
    links="""
private club: 400     400  403
""",
)


def denied_by(cells, **replaced):
    """Return the same table for a page that refuses in another way: `s403="302"` puts 302 in place
    of 403.
    """
    codes = {name.removeprefix("s"): value for name, value in replaced.items()}
    return {
        kind: {caller: codes.get(cell, cell) for caller, cell in row.items()}
        for kind, row in cells.items()
    }


@dataclass
class Row:
    """The expected answers of a route to a method."""

    cells: dict[str, dict[str, str]]
    ok: int = 200
    data: Any = None
    writes: bool = False
    query: str = ""
    fills: dict[str, str] = field(default_factory=dict)
    # The state that the tournament must have for this call.
    stage: str = "ready"


API, CLUB = "api/v1/", "clubs/<slug:slug>/"
IN_CLUB, DUEL = "?club=<club>", "?a=<int:player_id>&b=<other>"
