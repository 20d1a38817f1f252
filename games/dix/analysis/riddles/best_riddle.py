"""The riddle of an evening: the hand, among those noted by their cards, that surprises most."""

from collections.abc import Collection
from typing import Any

from games.dix.analysis.riddles.riddles import riddle_of
from games.dix.models import DixHand
from games.registry.riddles import Riddle


def riddle(matches: Collection[str]) -> Riddle | None:
    """Return the best riddle of these matches' hands; None without cards. One query."""
    hands = DixHand.objects.filter(match__in=matches, tricks__isnull=False)
    rows = hands.select_related("match__dixrules").order_by("match", "number")
    found = [_riddle(hand) for hand in rows]
    return max((one for one in found if one), key=lambda one: one.interest, default=None)


def _riddle(hand: Any) -> Riddle | None:
    told = riddle_of(hand.match.dixrules, hand)
    if told is None:
        return None
    params = {"seat": told.bidder, "bid": told.bid, "suit": told.trump, "taken": told.taken}
    params["count"] = len(told.cards)
    asked = "how_many" if told.bid is not None else "how_many_partie"
    return Riddle(
        match=hand.match_id,
        cards=told.cards,
        question=asked,
        answer={True: "made", False: "missed", None: "taken"}[told.made],
        params={name: value for name, value in params.items() if value is not None},
        interest=told.surprise,
    )
