"""The choice of an evening's riddle: the most surprising hand of those recorded by their cards."""

from collections.abc import Collection
from typing import Any

from games.dix.analysis.riddles.riddles import riddle_of
from games.dix.models import DixHand
from games.registry.riddles import Riddle


def riddle(matches: Collection[str]) -> Riddle | None:
    """Return the best riddle of these matches, or None if no hand has cards. It takes one query."""
    hands = DixHand.objects.filter(match__in=matches, tricks__isnull=False)
    rows = hands.select_related("match__dixrules").order_by("match", "number")
    riddles = [_riddle(hand) for hand in rows]
    return max(
        (candidate for candidate in riddles if candidate),
        key=lambda candidate: candidate.interest,
        default=None,
    )


def _riddle(hand: Any) -> Riddle | None:
    hand_riddle = riddle_of(hand.match.dixrules, hand)
    if hand_riddle is None:
        return None
    params = {
        "seat": hand_riddle.bidder,
        "bid": hand_riddle.bid,
        "suit": hand_riddle.trump,
        "taken": hand_riddle.taken,
    }
    params["count"] = len(hand_riddle.cards)
    question = "how_many" if hand_riddle.bid is not None else "how_many_partie"
    return Riddle(
        match=hand.match_id,
        cards=hand_riddle.cards,
        question=question,
        answer={True: "made", False: "missed", None: "taken"}[hand_riddle.made],
        params={name: value for name, value in params.items() if value is not None},
        interest=hand_riddle.surprise,
    )
