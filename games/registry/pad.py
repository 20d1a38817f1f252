"""The pad of a game: the inputs of a line, and the game's own parts of a match's page."""

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
    # Returns the entry for the pad's inputs. It takes the rules, the sheet before that line, the
    # inputs by name, and whether the entry replaces a line (`correcting`).
    entry_of: Callable[..., dict[str, Any]]
    # Takes the same arguments as `entry_of`. Returns whether enough was tapped for a preview.
    is_complete: Callable[..., bool]
    # Takes the same arguments as `entry_of`. Returns the state on which the keys depend, so that
    # forms and phones can draw the same template. It is None if the keys depend on nothing.
    state: Callable[..., dict[str, Any]] | None = None
    # Style sheets of the game's own sheet and pad, by static path.
    styles: Sequence[str] = ()
    # Scripts of the game's own pad, by static path. They are loaded after the scripts of every
    # match page.
    scripts: Sequence[str] = ()
    # The route of a page on which an entry is entered card by card, or None.
    cards_route: str | None = None
    # The most lines that a page of a match draws. Earlier lines are on other pages. Ordinary
    # matches have fewer lines; the limit keeps the page of a huge match cheap.
    lines_shown: int = 150
    # Other pages in a match's menu: the name of each route, and the text of its link.
    menu_routes: Sequence[tuple[str, str | Promise]] = ()
