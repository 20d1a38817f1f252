import pytest

from games.cards import DECK_52, DECK_54, SUITS, Card, make_deck, parse_card
from games.sheet import RuleError


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10H", Card("10", "hearts")),
        ("AS", Card("A", "spades")),
        ("5D", Card("5", "diamonds")),
        ("QC", Card("Q", "clubs")),
        ("X1", Card("X1")),
    ],
)
def test_parse_card_reads_the_notation(text, card):
    assert parse_card(text) == card
    assert card.code == str(card) == text


@pytest.mark.parametrize("text", ["", "H", "10", "1H", "11H", "ah", "AS ", "H10", "X3", "XS", "A♠"])
def test_parse_card_refuses_anything_else(text):
    with pytest.raises(RuleError) as refused:
        parse_card(text, field="tricks")
    error = refused.value
    assert (error.code, error.field, error.params) == ("card_unknown", "tricks", {"text": text})


def test_every_card_of_the_full_deck_is_read_back():
    assert [parse_card(card.code) for card in DECK_54] == list(DECK_54)


def test_decks_hold_each_card_once():
    assert (len(set(DECK_52)), len(set(DECK_54))) == (52, 54)
    assert [card for card in DECK_54 if card.is_joker] == [Card("X1"), Card("X2")]


def test_make_deck_takes_the_ranks_of_every_suit():
    assert make_deck(("A", "K")) == tuple(Card(r, s) for s in SUITS for r in ("A", "K"))


def test_the_deck_is_written_suit_by_suit_from_the_ace_then_the_jokers():
    assert " ".join(map(str, DECK_54)) == (
        "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH "
        "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC X1 X2"
    )
    assert DECK_54[:52] == DECK_52
