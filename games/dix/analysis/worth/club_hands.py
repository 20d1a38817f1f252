"""Hands recorded by their cards: the points taken compared with those of perfect play."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clubs.callers import Caller
from games import queries
from games.dix.engine.play import PlayState, run_tricks
from games.dix.engine.rulesets import CARD_POINTS, side_of
from games.dix.models import DixHand, DixRules
from games.match.event_places import all_over, place_of
from games.models import Status

# The most hands that are compared. Each of them takes a worker some 30 ms. The newest are used.
MOST_HANDS = 200
# The bid formats in which a bid must be made. In the other formats a bid is a price.
UNDERTAKINGS = (DixRules.BidFormat.CONTRACT, DixRules.BidFormat.SUCCESS_OR_ZERO)
# The key of the row for « la partie ». It is higher than every bid, so that this row comes last.
LAST = CARD_POINTS + 1
EMPTY = dict.fromkeys(("hands", "taken", "perfect", "made", "makeable"), 0)


def recorded_hands(caller: Caller, conditions: Mapping[str, Any]) -> list[int]:
    """Return the keys of the newest hands recorded by their cards that the caller may see.

    Hands of a running match or tournament are left out, because nobody may learn their solution
    yet. Makes one query, and two for each tournament among the hands.
    """
    seen = queries.visible(caller).filter(
        status=Status.FINISHED,
        dixrules__deck=conditions["deck"],
        dixrules__card_values=conditions["card_values"],
        dixrules__bid_format__in=UNDERTAKINGS,
    )
    hands = DixHand.objects.filter(match__in=seen.values("pk"), tricks__isnull=False)
    newest = hands.select_related("match").order_by("-match__finished_at", "-match", "-number")
    newest_hands = list(newest[:MOST_HANDS])
    of_event = {hand.match.event_id: hand.match for hand in newest_hands}
    over = {event for event, match in of_event.items() if all_over(match, place_of(match))}
    return [hand.pk for hand in newest_hands if hand.match.event_id in over]


def compared_hands(keys: Sequence[int], report: Callable[[int], object]) -> list[dict[str, Any]]:
    """Return a row for each bid, lowest first and « la partie » (bid None) last.

    A row has the number of `hands`, and sums over them: the points `taken`, the `perfect`
    points, how many bids were `made`, and how many perfect play of both sides would have made
    (`makeable`). `report` is called with the number of hands done.
    """
    rows: dict[int, dict[str, Any]] = {}
    hands = DixHand.objects.filter(pk__in=keys, tricks__isnull=False).select_related(
        "match__dixrules"
    )
    for done, hand in enumerate(hands.order_by("pk"), start=1):
        perfect = perfect_total(hand, hand.match.dixrules)
        goal = CARD_POINTS if hand.bid is None else hand.bid
        row = rows.setdefault(LAST if hand.bid is None else hand.bid, {"bid": hand.bid, **EMPTY})
        row["hands"] += 1
        row["taken"] += hand.taken
        row["perfect"] += perfect
        row["made"] += hand.taken >= goal
        row["makeable"] += perfect >= goal
        report(done)
    return [rows[bid] for bid in sorted(rows)]


def perfect_total(hand: DixHand, rules: DixRules) -> int:
    """Return the points of the bidder's side if both sides had played perfectly, all hands seen."""
    from games.dix.analysis.solver.solver import best_total  # noqa: PLC0415 -- loading it takes seconds

    trump = hand.trump or ""
    dealt = run_tricks(rules.deck, trump, hand.bidder, hand.tricks or ()).dealt()
    penalised = rules.card_values == DixRules.CardValues.PENALISED_ACES and not hand.partie
    start = PlayState(rules.deck, trump, leader=hand.bidder)
    return best_total(start, dealt, side_of(hand.bidder), penalised_aces=penalised)
