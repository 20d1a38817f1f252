"""The pad of a game: what is tapped for a line, and what stands around it on a match's page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

if TYPE_CHECKING:
    from games.entry.forms import PadForm


@dataclass(frozen=True, slots=True)
class Pad:
    """The pad's form, and the pure functions that the form and a phone share."""

    form: "type[PadForm]"
    # Makes an entry of the pad's inputs: by the rules, the match before that line, the inputs by
    # name, and whether it replaces a line (`correcting`).
    entry_of: Callable[..., dict[str, Any]]
    # From the same: whether enough was tapped to be worth a preview.
    is_complete: Callable[..., bool]
    # What the keys depend on, by the same: forms read it, and phones do, for one template. None:
    # nothing.
    state: Callable[..., dict[str, Any]] | None = None
    # Style sheets of the game's own sheet and pad, by static path.
    styles: Sequence[str] = ()
    # Scripts of the game's own pad, by static path, after those of every match page.
    scripts: Sequence[str] = ()
    # Named route of a page where an entry is made card by card, if the game has one.
    cards_route: str | None = None
    # How many lines a page of a match draws at most; earlier ones have a page of their own. No
    # ordinary match is longer; the limit keeps a huge match's page cheap.
    lines_shown: int = 150
    # Other pages in a match's menu: named route and words.
    menu_routes: Sequence[tuple[str, str | Promise]] = ()
