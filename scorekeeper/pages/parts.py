"""The parts of a club's and of a player's page, each kept until what it reads has changed."""

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from clubs.callers import Caller
from clubs.drawn_parts import drawn_part
from clubs.models import Club, Player
from clubs.read_sets import day, minute

# What each part shows, by the name of its template.
Parts = Mapping[str, Callable[[Caller], dict[str, Any]]]


def page_parts(
    kind: str,
    row: Club | Player,
    caller: Caller,
    parts: Parts,
    *,
    key: Hashable,
    timed: Collection[str] = (),
) -> dict[str, SafeString]:
    """Return the parts of a page about a row, from the templates `clubs/_<kind>_<name>.html`.

    `key` has what they use besides the caller: all columns of the row that are not at their
    defaults. What the `timed` ones show depends on the minute; any may depend on the day.
    """

    def part(name: str) -> SafeString:
        on = (key, minute() if name in timed else day())
        template = f"clubs/_{kind}_{name}.html"
        return drawn_part(template, caller, on, lambda who: {kind: row, **parts[name](who)})

    return {name: part(name) for name in parts}
