"""A deal is read from text, and every impossible one is refused."""

import pytest

from games.cards import parse_card
from games.dix.analysis.deal.deal import (
    DealFault,
    Place,
    as_text,
    hand_faults,
    read_cards,
    read_hands,
)

SHORT = "AS KS 5D / 6S 10S 6H / 7S 6C 10H / 8S 7C QD"


def cards(text):
    return tuple(map(parse_card, text.split()))


@pytest.mark.parametrize(
    "text", [SHORT, SHORT.replace(" / ", "\n"), SHORT.replace(" ", ","), SHORT.lower()]
)
def test_hands_are_read_however_they_are_separated(text):
    assert as_text(read_hands(text, 40)) == "AS KS 5D / 10S 6S 6H / 7S 10H 6C / 8S QD 7C"


@pytest.mark.parametrize(
    ("text", "deck", "code"),
    [
        ("AS / KS / QS", 40, "hands_not_four"),
        ("AS / KS / QS / JS / 10S", 40, "hands_not_four"),
        ("AS / KS / QS / 2S", 40, "card_not_in_deck"),
        ("AS / KS / QS / X9", 40, "card_unknown"),
        ("AS / KS / QS / 6S", 36, "card_not_in_deck"),
        ("AS / KS / QS / AS", 40, "card_repeated"),
        ("AS KS / QS / JS / 10S", 40, "hands_uneven"),
    ],
)
def test_what_is_impossible_is_refused(text, deck, code):
    with pytest.raises(DealFault) as caught:
        read_hands(text, deck)
    assert caught.value.code == code


def test_all_that_is_wrong_is_said():
    hands = [cards("AS KS"), cards("AS"), cards("QS"), cards("JS")]
    assert [fault.code for fault in hand_faults(hands, 40)] == ["card_repeated", "hands_uneven"]


def test_a_position_follows_the_cards():
    place = Place(read_hands(SHORT, 40), "spades", 0).after_all(read_cards("AS 10S 7S 8S KS"))
    assert (place.to_play, place.taken, place.on_table) == (1, (20, 0), cards("KS"))
    assert place.legal == cards("6S")


@pytest.mark.parametrize(
    ("played", "code"),
    [("KS 6H", "must_follow"), ("6S", "card_not_held"), ("AS AS", "card_not_held")],
)
def test_a_card_that_may_not_be_played_is_refused(played, code):
    place = Place(read_hands(SHORT, 40), "spades", 0)
    with pytest.raises(DealFault) as caught:
        place.after_all(read_cards(played))
    assert caught.value.code == code
