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
    # Returns the entry for the pad's inputs. It takes the rules, the match before that line, the
    # inputs by name, and whether the entry replaces a line (`correcting`).
    entry_of: Callable[..., dict[str, Any]]
    # Takes the same arguments. Returns whether enough was tapped for a preview.
    is_complete: Callable[..., bool]
    # Takes the rules, the match and the inputs. Returns what the keys depend on, so that forms and
    # phones can draw the same template. None if the keys depend on nothing.
    state: Callable[..., dict[str, Any]] | None = None
    # Style sheets of the game's own sheet and pad, by static path.
    styles: Sequence[str] = ()
    # Scripts of the game's own pad, by static path, loaded after those of every match page.
    scripts: Sequence[str] = ()
    # The route of a page on which an entry is made card by card, if the game has one.
    cards_route: str | None = None
    # How many lines a page of a match draws at most; earlier lines have a page of their own. No
    # ordinary match is longer. The limit keeps the page of a huge match cheap.
    lines_shown: int = 150
    # Other pages in a match's menu: the name of the route, and the words.
    menu_routes: Sequence[tuple[str, str | Promise]] = ()
