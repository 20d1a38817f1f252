"""Reviews of hands recorded by their cards: when they may be seen, what is computed and stored.

Jobs run both judges, because they load the solver. The first judge sees all cards; its judgement is
a `Kept` result. The second takes long; its judgement is stored with the hand. Both are plain JSON.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs.callers import Caller
from core.errors import NotFound
from core.progress import ProgressCallback
from games import queries
from games.dix.analysis.equity import solutions
from games.dix.analysis.equity.club_model import model_for
from games.dix.analysis.equity.fitted_model import FittedModel
from games.dix.analysis.equity.hand_model import HandModel
from games.dix.engine.auction import Position
from games.dix.engine.hands import Hand, read_hand
from games.dix.engine.play import PlayState, run_tricks
from games.dix.engine.scoring import DixFold
from games.dix.models import DixHand, DixRules, HandReview
from games.kept import Kept
from games.match.event_places import all_over, place_of
from games.models import Match
from games.presentation.table import Table
from games.registry import deal_pages
from games.registry.deal_pages import PageDeal
from games.review import chances

if TYPE_CHECKING:
    from games.dix.analysis.reviews.passing import Passing
    from games.dix.analysis.reviews.review import BidJudgement, BidWorth, Judgement, Review, Turn

# The version of the judges' method, which is part of each stored judgement's digest. Raise it
# when the judges change, so that stored judgements are not used any more.
METHOD = 2
# The store of the first judge's judgements. Each takes some 3 KB.
SEEN = Kept("dix-review", solutions.SOURCES, 500)


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand recorded by its cards from a finished match, with all that its review needs."""

    match: Match
    rules: DixRules
    position: Position
    # A `DixHand` row. The engine reads it like any other entry.
    entry: Any
    hand: Hand
    play: PlayState
    # The model with which the chances of the match are computed. It is the club's model if the
    # reader may see the club.
    model: HandModel

    @property
    def by_club(self) -> bool:
        """Whether the chances are computed from the hands of the match's club."""
        return self.model.name == FittedModel.name

    @property
    def digest(self) -> str:
        """A digest of the hand, the position before it, and the rules.

        A stored judgement is used only as long as this digest is still the same.
        """
        position = self.position
        identity = [
            METHOD,
            self.match.pk,
            self.rules.values(),
            [position.dealer, position.scores, position.purses],
            self.entry.number,
            self.entry.data(),
        ]
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    def judged(self, judge: "Callable[[Review], dict[str, Any]]") -> dict[str, Any]:
        """Return what `judge` returns for the hand's `Review`.

        The review is in chances of winning the match if these are known, else in points. This
        loads the solver, so only jobs may call it.
        """
        from games.dix.analysis.equity.equity import EquityFault, equity_after  # noqa: PLC0415 -- as said
        from games.dix.analysis.reviews.review import Review  # noqa: PLC0415

        def chance(hand: Hand) -> float:
            after = equity_after(self.rules, self.position, hand, model=self.model)
            return float(after[hand.bidders])

        named = {"name": self.model.name, "hands": self.model.hands}
        try:
            return judge(Review(self.rules, self.position, self.entry, chance)) | {"model": named}
        except EquityFault:
            return judge(Review(self.rules, self.position, self.entry)) | {"model": None}

    def chance_before(self) -> float | None:
        """Return side 0's chance of winning before the hand, or None if the rules have no chances.

        The chance is read from the solution that the judges need too.
        """
        from games.dix.analysis.equity.equity import EquityFault, equity  # noqa: PLC0415

        at = self.position
        try:
            equities = equity(self.rules, at.scores, at.dealer, at.purses, model=self.model)
        except EquityFault:
            return None
        return float(equities[0])


def find_hand(table: Table, number: int) -> RecordedHand:
    """Return the hand with this number for its review.

    Raise `NotFound` if it was not recorded by its cards, or if its match, or the event of the
    match, is still running. During that time nobody may learn how a hand should have been
    played.
    """
    rules = table.rules
    if not isinstance(rules, DixRules) or not 1 <= number <= len(table.entries):
        raise NotFound
    entry: Any = table.entries[number - 1]
    if not entry.tricks or not entry.trump:
        raise NotFound
    if not all_over(table.match, place_of(table.match)):
        raise NotFound
    fold = DixFold(rules, len(table.seats))
    for before in table.entries[: number - 1]:
        fold.add(before)
    hand = read_hand(rules, fold.position, entry)
    play = run_tricks(rules.deck, entry.trump, hand.bidder, entry.tricks)
    model = model_for(rules, chances.club_counted(table))
    return RecordedHand(table.match, rules, fold.position, entry, hand, play, model)


def find_hand_of(match_id: str, number: int, caller: Caller) -> tuple[Table, RecordedHand]:
    """Return a match that the caller may see, and its hand of that number.

    Raise `NotFound` if the caller may not see the match, or as `find_hand` does.
    """
    match = queries.find(match_id, caller)
    table = queries.load(match).table(can=queries.rights(match, caller))
    return table, find_hand(table, number)


def page_deal(caller: Caller, place: Mapping[str, Any]) -> PageDeal:
    """Return the deal of a hand's review page, for the lab. Raise `NotFound` as that page does."""
    table, recorded = find_hand_of(place["match_id"], place["number"], caller)
    hands = [[card.code for card in hand] for hand in recorded.play.dealt()]
    return PageDeal(
        table.game.slug,
        hands,
        recorded.position.dealer,
        recorded.entry.trump,
        recorded.hand.bidder,
    )


deal_pages.register("dix:review", page_deal)


# --- What the judges say ---------------------------------------------------------------------


def seen_by_all(recorded: RecordedHand) -> dict[str, Any] | None:
    """Return the first judge's stored judgement, or None if no job has stored it yet."""
    judged: dict[str, Any] | None = SEEN.result(_seen_key(recorded))
    return judged


def keep_seen(recorded: RecordedHand, judged: dict[str, Any]) -> None:
    """Store the first judge's judgement."""
    SEEN.keep_result(_seen_key(recorded), judged)


def _seen_key(recorded: RecordedHand) -> str:
    # The key does not depend on the hands of a club's model. So the judgement stays valid if
    # that model changes. The same is true of the second judge's judgement.
    return f"{recorded.digest} {recorded.model.name}"


def prepare(recorded: RecordedHand, progress: ProgressCallback) -> None:
    """Run the first judge and store its judgement, unless it is already stored."""
    if seen_by_all(recorded) is None:
        solve_chances(recorded, progress)
        keep_seen(recorded, first_judge(recorded))


def solve_chances(recorded: RecordedHand, progress: ProgressCallback) -> None:
    """Solve the chances of the ruleset, which both judges use, unless they are already solved."""
    solutions.worked_out(recorded.chance_before, progress)


def first_judge(recorded: RecordedHand) -> dict[str, Any]:
    """Judge a hand with all cards seen.

    The judgement is exact, and takes a tenth to half a second.
    """

    def judge(review: "Review") -> dict[str, Any]:
        cards = [_judged_card(review, turn, review.seen(turn)) for turn in review.turns()]
        return {"unit": _unit(review), "cards": cards, "bid": _bid_told(review, review.bid_seen())}

    return recorded.judged(judge)


def second_judge(recorded: RecordedHand, progress: ProgressCallback) -> dict[str, Any]:
    """Judge a hand by what each seat could know.

    `progress` is called with the number of layouts done and the number of all layouts.
    """
    return recorded.judged(lambda review: _by_layouts(recorded, review, progress))


def _by_layouts(
    recorded: RecordedHand, review: "Review", progress: ProgressCallback
) -> dict[str, Any]:
    from games.dix.analysis.reviews.review import LAYOUTS, PASSED_LAYOUTS  # noqa: PLC0415 -- it loads the solver

    turns = list(review.turns())
    # For each layout the bid is solved four times, once for each trump. A pass takes as much.
    total = (LAYOUTS + PASSED_LAYOUTS) * 4 + sum(
        turn.layouts for turn in turns if len(turn.choice) > 1
    )
    done = 0

    def tick(step: int = 1) -> None:
        nonlocal done
        done += step
        progress(min(done, total), total)

    seed = f"{recorded.match.pk} {recorded.entry.number}"
    bid = review.bid_known(_random(seed), tick=lambda: tick(4))
    cards = []
    for place, turn in enumerate(turns):
        judged = review.known(turn, _random(f"{seed} {place}"), tick=tick)
        cards.append(_judged_card(review, turn, judged))
    return {"unit": _unit(review), "cards": cards, "bid": _bid_told(review, bid)}


def _random(seed: str) -> Random:
    return Random(seed)  # noqa: S311 -- layouts, not secrets


def kept_judgement(recorded: RecordedHand) -> dict[str, Any] | None:
    """Return the second judge's stored judgement.

    None if there is none, or if it was made before the hand changed.
    """
    stored = HandReview.objects.filter(
        hand=recorded.entry.pk, match=recorded.entry.match_id
    ).first()
    if stored is None:
        return None
    judgement = {"of": stored.of, "judged": stored.judged}
    if recorded.by_club:
        judgement = stored.by_club or {}
    judged: dict[str, Any] | None = judgement.get("judged")
    return judged if judgement.get("of") == recorded.digest else None


def keep_judgement(recorded: RecordedHand, judged: dict[str, Any]) -> bool:
    """Store the second judge's judgement. Return False if the hand has been deleted meanwhile."""
    values: dict[str, Any] = {"of": recorded.digest, "judged": judged}
    if recorded.by_club:
        values = {"by_club": values}
    values["made_at"] = timezone.now()
    hand, match = recorded.entry.pk, recorded.entry.match_id
    if not DixHand.objects.filter(pk=hand, match=match).exists():
        return False
    try:
        with transaction.atomic():
            # What an older program stored beside this one during an upgrade is judged anew.
            HandReview.objects.filter(hand=hand, match=None).delete()
            first = {"of": "", "judged": {}, **values}
            HandReview.objects.update_or_create(
                hand_id=hand, match_id=match, defaults=values, create_defaults=first
            )
    except IntegrityError:
        return False
    return True


def _unit(review: "Review") -> str:
    return "chance" if review.in_chances else "points"


def _judged_card(review: "Review", turn: "Turn", judged: "Judgement | None") -> dict[str, Any]:
    """Return one judge's judgement of a card, as JSON data.

    If only one card was legal (`judged` is None), this card is the best one.
    """
    undertaken = review.undertaken
    unjudged: dict[str, Any] = {
        "trick": turn.trick,
        "seat": turn.seat,
        "card": turn.card.code,
        "best": [card.code for card in judged.best] if judged else [turn.card.code],
        "points": 0.0,
        "points_error": 0.0,
        "cost": 0.0,
        "error": 0.0,
        "made": None,
        "mistake": False,
        "values": {},
    }
    if judged is None:
        return unjudged
    return unjudged | {
        "points": _rounded(judged.points),
        "points_error": _rounded(judged.points_error),
        "cost": _rounded(judged.cost),
        "error": _rounded(judged.error),
        "made": [_rounded(share) for share in judged.made] if undertaken else None,
        "mistake": judged.mistake,
        "values": {card.code: _rounded(value) for card, value in judged.values.items()},
    }


def _bid_told(review: "Review", judged: "BidJudgement") -> dict[str, Any]:
    return {
        "own": _worth_told(review, judged.own),
        "others": [_worth_told(review, worth) for worth in judged.others],
        "trumps": [_worth_told(review, worth) for worth in judged.trumps],
        "best": list(judged.best),
        "cost": _rounded(judged.cost),
        "error": _rounded(judged.error),
        "mistake": judged.mistake,
        "passing": _passing_told(judged.passing),
    }


def _passing_told(passing: "Passing | None") -> dict[str, Any] | None:
    if passing is None:
        return None
    contract = passing.contract
    return {
        "value": _rounded(passing.value),
        "error": _rounded(passing.error),
        "contract": None if contract is None else contract.to_json(),
    }


def _worth_told(review: "Review", worth: "BidWorth") -> dict[str, Any]:
    return {
        "trump": worth.trump,
        "bid": worth.bid,
        "points": _rounded(worth.points),
        "made": _rounded(worth.made) if review.undertaken else None,
        "value": None if worth.value is None else _rounded(worth.value),
        "error": _rounded(worth.error),
    }


def _rounded(value: float) -> float:
    return round(float(value), 4)
