"""Seats and contracts of a deal in words, for duplicates and the lab."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.wording import SUIT_NAMES, figure

SEAT_NAMES = (
    gettext_lazy("Nord"),
    gettext_lazy("Est"),
    gettext_lazy("Sud"),
    gettext_lazy("Ouest"),
)
SEAT_LETTERS = (
    gettext_lazy("N"),
    gettext_lazy("E"),
    gettext_lazy("S"),
    gettext_lazy("O"),
)
SIDE_NAMES = (gettext_lazy("Nord-Sud"), gettext_lazy("Est-Ouest"))


def describe(entry: Mapping[str, Any], seats: Sequence[str]) -> str:
    """Return an entry in a few words, « Nord 70 pique, 75 »: bidder, bid, trump and points."""
    return _("%(seat)s %(bid)s %(trump)s, %(taken)s") % {
        "seat": seats[entry["bidder"]],
        "bid": _("la partie") if entry["partie"] else figure(entry["bid"]),
        "trump": SUIT_NAMES[entry["trump"]],
        "taken": figure(entry["taken"]),
    }
