"""Sure hands, compared with the club's counts and with every layout of small decks."""

from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from games.cards import SUITS, parse_card
from games.dix.analysis.sure.sure import PARTNER, judge, sure_count, sure_counts, sure_hands
from games.dix.engine.play import DECKS, PlayState, play_card

# -- Small decks, by brute force: cards are (suit, strength), the holder is seat 0 -------------


def wins_all(hands, trump, leader=0, table=()):
    """Return whether seats 0 and 2 take every trick if everybody sees all four hands."""
    if not table and not hands[0]:
        return True
    seat = (leader + len(table)) % 4
    led = table[0][0] if table else None
    follow = [card for card in hands[seat] if card[0] == led]
    choose = any if seat % 2 == 0 else all
    return choose(
        after(hands, trump, leader, (*table, card), seat, card) for card in follow or hands[seat]
    )


def after(hands, trump, leader, table, seat, card):
    left = tuple(
        tuple(other for other in hand if other != card) if place == seat else hand
        for place, hand in enumerate(hands)
    )
    if len(table) < 4:
        return wins_all(left, trump, leader, table)
    strong = max(
        table, key=lambda played: (played[0] == trump, played[0] == table[0][0], played[1])
    )
    winner = (leader + table.index(strong)) % 4
    return winner % 2 == 0 and wins_all(left, trump, winner)


def layouts(rest, size):
    for left in combinations(rest, size):
        others = [card for card in rest if card not in left]
        for partner in combinations(others, size):
            yield left, partner, tuple(card for card in others if card not in partner)


@cache
def is_sure(hand, ranks, *, trumps=(0, 1, 2, 3)):
    deck = [(suit, rank) for suit in range(4) for rank in range(ranks)]
    rest = [card for card in deck if card not in hand]
    return any(
        all(wins_all((hand, *layout), trump) for layout in layouts(rest, ranks)) for trump in trumps
    )


def canonical(hand):
    """Return the hand with its suits renamed in a fixed order, because it does not matter which
    suit is which.
    """
    return min(
        tuple(sorted((order[suit], rank) for suit, rank in hand))
        for order in permutations(range(4))
    )


def brute_count(ranks, trumps=(0, 1, 2, 3)):
    deck = [(suit, rank) for suit in range(4) for rank in range(ranks)]
    return sum(is_sure(canonical(hand), ranks, trumps=trumps) for hand in combinations(deck, ranks))


@pytest.mark.parametrize(("ranks", "sure", "no_trump"), [(1, 4, 4), (2, 10, 10)])
def test_small_decks_have_as_many_sure_hands_as_brute_force_finds(ranks, sure, no_trump):
    assert brute_count(ranks) == sure == sure_count(ranks)
    assert brute_count(ranks, trumps=(None,)) == no_trump == sure_count(ranks, no_trump=True)


# -- The club's counts ------------------------------------------------------------------------


def test_the_club_s_counts():
    assert sure_count(10) == 3162
    assert sure_count(10, no_trump=True) == 3230


def test_the_ruff_s_counts():
    assert (sure_count(9), sure_count(9, no_trump=True)) == (1704, 1784)


def test_the_counts_by_distribution_make_the_whole():
    counts = sure_counts(10)
    # 4 trump suits × 28 ways to hold 8 trumps × 3 ways to hold two side aces, or to hold the ace
    # and king of a suit.
    assert (counts[8, 1, 1], counts[8, 2], counts[10,]) == (4 * 28 * 3, 4 * 28 * 3, 4)
    assert sum(counts.values()) == 3162


def test_the_lists_hold_every_sure_hand_once_but_for_two_suits_of_five():
    hands = [
        frozenset(hand)
        for trump in SUITS
        for length in range(11)
        for hand in sure_hands(40, trump, length)
    ]
    assert len(set(hands)) == 3162
    assert len(hands) == 3162 + 6


# -- One hand ---------------------------------------------------------------------------------


def hand(text):
    return [parse_card(card) for card in text.split()]


SURE = {
    "AS KS QS JS 10S 9S 8S 7S 6S 5S": ("spades",),
    "AS KS QS JS 10S AH KH QH JH 10H": ("spades", "hearts"),
    "AS KS QS 9S 8S 7S 6S AH AD AC": ("spades",),
    "AS KS QS JS 6S 5S AH KH AD AC": ("spades",),
}
NOT_SURE = {
    # The nine trumps lack the ace, which takes the first lead.
    "KS QS JS 10S 9S 8S 7S 6S 5S AH": ("spades", "AS"),
    # The small heart beside the ace loses to the king.
    "AS KS QS JS 10S 9S 8S AH 5H AD": ("spades", "KH"),
    # The hand would win only without trumps: no suit is long enough to draw the trumps that are
    # out.
    "AS KS QS AH KH QH AD KD AC KC": ("spades", "8S"),
}


@pytest.mark.parametrize(("cards", "trumps"), SURE.items())
def test_a_sure_hand_comes_with_a_line_that_wins_against_random_layouts(cards, trumps):
    verdict = judge(hand(cards), 40)
    assert verdict.trumps == trumps
    assert sorted(map(str, verdict.line)) == sorted(cards.split())
    random = Random(10)
    rest = sorted(DECKS[40] - set(hand(cards)), key=str)
    for _ in range(30):
        random.shuffle(rest)
        state = PlayState(40, trumps[0], leader=0)
        others = [rest[:10], rest[10:20], rest[20:]]
        for card in verdict.line:
            state = play_card(state, card)
            for left in others:
                follow = [other for other in left if other.suit == card.suit] or left
                played = random.choice(follow)
                left.remove(played)
                state = play_card(state, played)
            assert state.leader == 0


@pytest.mark.parametrize(("cards", "expected"), NOT_SURE.items())
def test_a_hand_that_is_not_sure_is_refuted_for_every_trump(cards, expected):
    verdict = judge(hand(cards), 40)
    assert not verdict.sure
    first = verdict.refutations[0]
    assert (first.trump, first.card.code) == expected
    assert {refutation.trump for refutation in verdict.refutations} == set(SUITS)


def test_no_trump_alone_would_make_some_hands_sure():
    assert judge(hand("AS KS QS AH KH QH AD KD AC KC"), 40).no_trump


@pytest.mark.parametrize("deck", [40, 36])
def test_the_refutations_of_random_hands_can_be_played_and_are_lost_to_an_opponent(deck):
    """`play_card` has checked the tricks. Here the four hands must be whole, and the partner must
    win no trick.
    """
    random = Random(deck)
    cards = sorted(DECKS[deck], key=str)
    for _ in range(40):
        verdict = judge(random.sample(cards, deck // 4), deck)
        for refutation in verdict.refutations:
            assert sorted(map(str, (card for held in refutation.hands for card in held))) == sorted(
                map(str, cards)
            )
            assert {len(held) for held in refutation.hands} == {deck // 4}
            assert refutation.tricks[-1].winner % 2 == 1
            assert refutation.card in refutation.tricks[-1].cards
            assert PARTNER not in {trick.winner for trick in refutation.tricks}


def test_in_its_refuting_layout_a_hand_loses_a_trick_however_it_is_played():
    """The layout that refutes a hand is searched completely from the last three tricks of the line
    on.
    """
    verdict = judge(hand("AS KS QS JS 10S 9S 8S AH 5H AD"), 40)
    refutation = verdict.refutations[0]
    # After the seven rounds of trumps each hand has three cards left.
    played = {card for trick in refutation.tricks[:7] for card in trick.cards}
    left = tuple(
        tuple(
            (card.suit, "56789TJQKA".index(card.rank[0].replace("1", "T")))
            for card in held
            if card not in played
        )
        for held in refutation.hands
    )
    assert [len(held) for held in left] == [3, 3, 3, 3]
    assert not wins_all(left, "spades")


def test_a_refutation_deals_what_is_out_of_the_failing_suit_to_the_left():
    """Hearts are the suit that fails: the left-hand opponent has the eight other hearts, and the
    smallest diamonds as its other cards.
    """
    refutation = judge(hand("AS KS QS JS 10S 9S 8S AH 5H AD"), 40).refutations[0]
    assert [" ".join(card.code for card in held) for held in refutation.hands] == [
        "AS KS QS JS 10S 9S 8S AD AH 5H",
        "KH QH JH 10H 9H 8H 7H 6H 6D 5D",
        "AC KC QC JC 10C 9C 8C 7C 6C 5C",
        "7S 6S 5S KD QD JD 10D 9D 8D 7D",
    ]
    tricks = [" ".join(card.code for card in trick.cards) for trick in refutation.tricks]
    # Every seat throws its smallest cards, but the left-hand opponent throws its hearts after
    # its diamonds.
    assert tricks == [
        "AS 5D 5C 5S",
        "KS 6D 6C 6S",
        "QS 6H 7C 7S",
        "JS 7H 8C 7D",
        "10S 8H 9C 8D",
        "9S 9H 10C 9D",
        "8S 10H JC 10D",
        "AD JH QC JD",
        "AH QH KC QD",
        "5H KH AC KD",
    ]
    assert [trick.winner for trick in refutation.tricks] == [0] * 9 + [1]


def test_each_trump_is_refuted_the_longest_suit_first_by_the_card_that_wins():
    verdict = judge(hand("AS KS 5S AH KH 6H 5H AD 5D AC"), 40)
    first_cards = [(refutation.trump, refutation.card.code) for refutation in verdict.refutations]
    assert first_cards == [("hearts", "9H"), ("spades", "8S"), ("diamonds", "7D"), ("clubs", "6C")]
