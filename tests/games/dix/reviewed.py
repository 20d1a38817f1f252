"""Hands recorded by their cards for the tests of reviews."""

from random import Random

from games.cards import SUITS
from games.dix.engine.play import DECKS

# Spades are trump, Anne (seat 0) leads, and everyone plays perfectly but once. In the sixth
# trick Chloé (seat 2) leads the 7 of diamonds from ace and 7. Only the ace would have brought 80
# points; the 7 brings 60.
ONE_SLIP = (
    "QD 8D 6D JD",
    "6C AC 5C JC",
    "8H 7H QH 9H",
    "9S 5S 6S JS",
    "KS 8S 10S 7S",
    "7D 5D 8C 9D",
    "9C 7C KC 10C",
    "KD JH QS 10D",
    "KH QC 10H AH",
    "AS 6H AD 5H",
)


def as_entry(tricks, **fields):
    """Return an entry in the form in which a program sends it."""
    return {"bidder": 0, "trump": "spades", "tricks": [trick.split() for trick in tricks], **fields}


SLIPPED = as_entry(ONE_SLIP, bid=70)


def unjudged(recorded, **_how):
    """Return a judgement without any fault, made without computing, in place of the second
    judge's.
    """
    worth = {"trump": "spades", "bid": recorded.hand.bid, "points": 60.0, "made": 1.0}
    own = {**worth, "value": 20.0, "error": 0.0}
    cards = [
        {
            **{"trick": number, "seat": seat, "card": card.code, "best": [card.code]},
            **{"points": 0.0, "points_error": 0.0, "cost": 0.0, "error": 0.0},
            **{"made": None, "mistake": False, "values": {}},
        }
        for number, trick in enumerate(recorded.play.tricks, start=1)
        for seat, card in trick.played()
    ]
    verdict = {"best": ["spades"], "cost": 0.0, "error": 0.0, "mistake": False}
    bid = {
        "own": own,
        "others": [],
        "trumps": [{**own, "trump": suit} for suit in SUITS],
        **verdict,
    }
    return {"unit": "points", "cards": cards, "bid": bid}


# Everyone plays the card that is best over sixty layouts agreeing with what they have seen. If
# all cards were seen the bid of 70 could be made, but played like this it fails.
LOST_BY_LAYOUT = as_entry(
    (
        "AD 6D 10D 9D",
        "KD 5D QD 7D",
        "6C 8C KC AC",
        "10H 7H QH AH",
        "KH 5S JH 6H",
        "QC 9S 9C 10C",
        "8D 7C 10S JD",
        "JC 5C KS AS",
        "9H 8H QS 5H",
        "JS 7S 6S 8S",
    ),
    bid=70,
)


def dealt(random, deck=40):
    """Return four random hands."""
    cards = random.sample(sorted(DECKS[deck], key=str), deck)
    size = deck // 4
    return tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(4))


def played(hands, trump, random, slip_from=None):
    """Play perfectly from seat 0's lead on, but once, from card `slip_from` on, play another card
    than the only best one.

    Return the tricks, and the place of that card with the best card, or None without such a
    card.
    """
    from games.dix.analysis.solver.solver import Layout, Search

    layout, search = Layout(hands, trump, 0), Search(trump)
    cards, slipped = [], None
    while any(layout.hands):
        values = search.each_card(layout, layout.to_play % 2)
        best = [card for card in values if values[card] == max(values.values())]
        card = random.choice(best)
        ready = slip_from is not None and len(cards) >= slip_from and slipped is None
        if ready and len(best) == 1 < len(values):
            card = random.choice([card for card in values if card not in best])
            slipped = len(cards), best[0]
        cards.append(card.code)
        layout = layout.after(card)[0]
    return [cards[first : first + 4] for first in range(0, len(cards), 4)], slipped


def longest(hand):
    """Return the suit of which the hand has most cards."""
    return max(SUITS, key=lambda suit: sum(card.suit == suit for card in hand))


def random_deal(seed, deck=40):
    """Return the hands of a random deal, seat 0's longest suit as trump, and the random
    generator.
    """
    random = Random(seed)
    hands = dealt(random, deck)
    return hands, longest(hands[0]), random
