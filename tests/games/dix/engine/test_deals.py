"""Deals of a duplicate evening: reproduced from a key, the same for all tables, with no seat
favoured.
"""

from collections import Counter
from hashlib import sha256

import pytest

from games.deals import _below, commitment, round_key
from games.dix.engine.deals import deal
from games.dix.engine.play import DECKS

SECRET = "un secret assez long pour un soir"
KEY = round_key(SECRET, 1)


def test_a_key_gives_the_same_deal_for_ever():
    # The values are pinned, because another machine or a later version must deal the same cards.
    assert sha256(f"round|{SECRET}|1".encode()).hexdigest() == KEY
    assert commitment(SECRET) == sha256(f"commitment|{SECRET}".encode()).hexdigest()
    first = deal(KEY, 1)
    assert first == deal(KEY, 1)
    assert " ".join(card.code for card in first.hands[0]) == "6C 10H 10C 7C 5C KD 9H 9C QC JC"


@pytest.mark.parametrize("deck", [40, 36])
def test_every_card_is_dealt_once_and_the_deal_moves_on(deck):
    for board in range(1, 6):
        made = deal(KEY, board, deck)
        assert (made.board, made.dealer) == (board, (board - 1) % 4)
        assert [len(hand) for hand in made.hands] == [deck // 4] * 4
        assert {card for hand in made.hands for card in hand} == DECKS[deck]


def test_boards_rounds_and_secrets_are_dealt_apart():
    keys = [KEY, round_key(SECRET, 2), round_key(SECRET + ".", 1)]
    made = {deal(key, board).hands for key in keys for board in range(1, 21)}
    assert len(made) == 60
    assert len({*keys, commitment(SECRET)}) == 4


def test_a_secret_that_could_be_guessed_is_refused():
    with pytest.raises(ValueError, match="guessed"):
        round_key("x" * 31, 1)
    assert len(round_key("x" * 32, 1)) == 64


def test_no_seat_is_favoured():
    boards = 1000
    seats = Counter(
        (card, seat)
        for board in range(1, boards + 1)
        for seat, hand in enumerate(deal(KEY, board).hands)
        for card in hand
    )
    # Each seat gets a card in a quarter of the deals, within five standard deviations. The key
    # is fixed, so the test cannot fail by chance.
    spread = (boards / 4 * 3 / 4) ** 0.5
    assert len(seats) == 160
    assert all(abs(times - boards / 4) < 5 * spread for times in seats.values())


def test_numbers_that_would_favour_the_small_ones_are_skipped():
    # 2^32 is one more than a multiple of 3, so using the last number below it would make 0
    # likelier.
    assert _below(3, iter([2**32 - 1, 7])) == 1
    assert _below(3, iter([2**32 - 2])) == 2
    assert _below(4, iter([2**32 - 1])) == 3
