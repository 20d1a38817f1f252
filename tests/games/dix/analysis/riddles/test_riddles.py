"""A hand recorded by its cards becomes a riddle: the bidder's cards, in the order in which a player
holds them.
"""

from random import Random

import pytest

from games.dix.analysis.riddles.riddles import riddle_of
from games.dix.engine.sample import sample_by_card
from tests.games.dix.builders import entry, hand, partie, rules, sheet

# Seat 3 leads and wins five tricks. Seat 1 wins the sixth and the seventh. Seat 3 trumps the
# eighth.
TRICKS = [
    *(["AD", "8D", "9D", "7D"], ["AC", "KC", "9C", "10C"], ["QC", "QD", "KH", "7C"]),
    *(["JH", "10H", "9H", "5H"], ["JC", "JD", "6H", "QS"], ["JS", "6S", "KS", "10S"]),
    *(["AS", "8S", "5S", "9S"], ["KD", "7S", "5C", "6D"], ["8C", "5D", "QH", "AH"]),
    ["6C", "10D", "8H", "7H"],
]
NOTED = {"bidder": 3, "trump": "clubs", "tricks": TRICKS}
# The bidder's hand in the expected order: trump, spades, hearts, diamonds, and in each suit from
# the highest card down.
HELD = ("AC", "QC", "JC", "8C", "6C", "5C", "JS", "5S", "JH", "AD")


def test_the_bidders_hand_what_it_promised_and_what_it_took():
    riddle = riddle_of(rules(), hand(bid=70, taken=100, **NOTED))
    assert riddle == (HELD, 3, 70, "clubs", 100, True, 30)
    assert riddle_of(rules(), partie(taken=95, **NOTED))[-2:] == (False, 5)
    # Taking exactly the bid is enough.
    assert riddle_of(rules(), hand(bid=100, taken=100, **NOTED))[-2:] == (True, 0)
    # « La partie » counts traditional points, even where aces cost points: 100 must be taken,
    # not 60.
    penalised = rules(card_values="penalised_aces")
    assert riddle_of(penalised, partie(taken=95, **NOTED))[-2:] == (False, 5)
    # A price is not a promise, so nothing is made or missed.
    bought = rules(bid_format="buy_points")
    assert riddle_of(bought, hand(bid=70, taken=100, **NOTED)).made is None


@pytest.mark.parametrize("missing", ["tricks", "trump", "taken"])
def test_without_its_cards_a_hand_is_no_riddle(missing):
    known = {"bid": 70, "taken": 100, **NOTED, missing: None}
    assert riddle_of(rules(), entry(**known)) is None


def test_a_sample_by_card_is_a_legal_hand_with_every_card_once():
    for seed in range(20):
        played = sample_by_card(rules(), Random(seed))
        (line,) = sheet(entry(**played)).lines
        assert sum(line.totals) == 100 or "contract_failed" in {note.code for note in line.notes}
        assert len({card for trick in played["tricks"] for card in trick}) == 40
