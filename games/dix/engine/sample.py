"""A plausible random hand, legal under any ruleset, for demonstrations and tests. Pure."""

from random import Random
from typing import Any

from games.dix.engine.play import DECKS, ORDER, PlayState, play_card
from games.dix.engine.rulesets import SEATS
from games.sheet import Scoresheet

TRUMPS = ("spades", "hearts", "diamonds", "clubs")


def sample_hand(rules: Any, sheet: Scoresheet, random: Random) -> dict[str, Any]:
    """Return a plausible next hand of a running match, as average players might play it."""
    expected = sheet.next or {}
    bidder = random.randrange(4)
    if rules.bid_format == "buy_money":
        return _bought_with_money(rules, expected, bidder, random)
    in_hand = 60 if rules.card_values == "penalised_aces" else 100
    if expected["may_bid_partie"][bidder % 2] and random.random() < 0.01:
        return {"bidder": bidder, "partie": True, "taken": random.choice((100, 100, 95, 85))}
    if rules.bid_format == "buy_points":
        bid = _on_fives(random.triangular(rules.min_bid, 30, rules.min_bid + 5))
        taken = _on_fives(random.gauss(0.58 * in_hand, 0.16 * in_hand))
    else:
        bid = _on_fives(random.triangular(rules.min_bid, 0.9 * in_hand, 0.65 * in_hand))
        taken = bid + _on_fives(random.gauss(4, 12))
    bid = max(rules.min_bid, min(bid, expected["max_bid"]))
    spoke = bid > rules.min_bid and random.random() < 0.4
    return {
        "bidder": bidder,
        "bid": bid,
        "taken": max(0, min(in_hand, taken)),
        "defenders_bid": spoke,
        "trump": random.choice(TRUMPS),
    }


def _bought_with_money(rules: Any, expected: Any, bidder: int, random: Random) -> dict[str, Any]:
    """Return a random hand under the rules in which trump is bought with money.

    A side with an empty purse cannot buy. If both purses are empty, trump is free.
    """
    in_hand = 60 if rules.card_values == "penalised_aces" else 100
    taken = max(0, min(in_hand, _on_fives(random.gauss(0.58 * in_hand, 0.16 * in_hand))))
    highest = expected["max_bid"]
    if highest[0] is None and highest[1] is None:
        return {"bidder": expected["first_speaker"], "bid": 0, "taken": taken}
    if highest[bidder % 2] is None:
        bidder = (bidder + 1) % 4
    bid = min(highest[bidder % 2], rules.min_bid + int(random.expovariate(0.4)))
    return {"bidder": bidder, "bid": bid, "taken": taken}


def _on_fives(value: float) -> int:
    return 5 * round(value / 5)


def sample_by_card(rules: Any, random: Random) -> dict[str, Any]:
    """Return a hand recorded by its cards. It is dealt and played at random, within the rules.

    It is only for rules under which a bid must be made. The bidder is the seat with the
    strongest suit.
    """
    deck = sorted(DECKS[rules.deck], key=lambda card: card.code)
    random.shuffle(deck)
    size = len(deck) // SEATS
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(SEATS)]
    bidder, trump = max(
        ((seat, suit) for seat in range(SEATS) for suit in TRUMPS),
        key=lambda at: sum(2 + ORDER[card.rank] for card in hands[at[0]] if card.suit == at[1]),
    )
    state = PlayState(rules.deck, trump, leader=bidder)
    while (seat := state.to_play) is not None:
        led = state.on_table[0].suit if state.on_table else None
        held = hands[seat]
        legal = [card for card in held if card.suit == led] or held
        # The leader plays the highest card in hand. The other seats play any legal card.
        card = (
            max(legal, key=lambda card: ORDER[card.rank]) if led is None else random.choice(legal)
        )
        held.remove(card)
        state = play_card(state, card)
    tricks = [[card.code for card in trick.cards] for trick in state.tricks]
    bid = max(rules.min_bid, 5 * random.randrange(13, 18))
    return {"bidder": bidder, "bid": bid, "trump": trump, "tricks": tricks}
