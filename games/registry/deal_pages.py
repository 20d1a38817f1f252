"""The pages that show a whole deal, so that the lab can open a deal by its page's address.

The app of such a page registers a function for the page's name. The function reads the deal with
the caller's rights, so an address shows nobody a deal that its page does not.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from core.errors import NotFound

if TYPE_CHECKING:
    from clubs.callers import Caller


@dataclass(frozen=True, slots=True)
class PageDeal:
    """A deal of `game`: its hands and played cards as codes.

    `trump` and `leader` are None if the page does not say how the deal was played.
    """

    game: str
    hands: Sequence[Sequence[str]]
    dealer: int
    trump: str | None = None
    leader: int | None = None
    played: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the deal as plain JSON."""
        return asdict(self)


# A function of a caller and the values in a page's address. It raises `NotFound` if the caller may
# not know the deal.
ReadDeal = Callable[["Caller", Mapping[str, Any]], PageDeal]
_READERS: dict[str, ReadDeal] = {}


def register(view_name: str, read: ReadDeal) -> None:
    """Register the function that reads the deal of a page."""
    _READERS[view_name] = read


def deal_at(address: str, caller: "Caller") -> PageDeal:
    """Return the deal of the page at an address. Raise `NotFound` if the caller sees none there."""
    try:
        page = resolve(urlsplit(address.strip()).path)
        read = _READERS[page.view_name]
    except (Resolver404, KeyError, ValueError):
        raise NotFound from None
    return read(caller, page.kwargs)
