"""What each seat of the jeu du 10 sees before a hand."""

from games.dix.engine.place import place_notes
from tests.games.dix.builders import hand, rules, sheet


def seen(seat, *hands, using=None):
    using = using or rules()
    notes = place_notes(using, sheet(*hands, using=using), seat)
    return [(note.code, dict(note.params)) for note in notes]


def test_the_dealer_deals_and_the_others_speak_in_turn_from_the_dealers_left():
    turns = [seen(seat)[0] for seat in range(4)]
    assert turns == [
        ("speaks_first", {}),
        ("speaks_second", {"seat": 0}),
        ("speaks_third", {"seat": 0}),
        ("deals", {"seat": 0}),
    ]
    assert [seen(seat, hand(0, 70, 80))[0][0] for seat in range(4)] == [
        "deals",
        "speaks_first",
        "speaks_second",
        "speaks_third",
    ]


def test_a_side_sees_what_it_needs_and_what_it_may_bid():
    assert seen(0)[1:] == [
        ("needs", {"points": 500}),
        ("may_bid_partie", {"span": [50, 100]}),
    ]
    # « La partie » may only be bid by a side whose score is not negative.
    behind = seen(1, hand(1, 60, 40))
    assert behind[1:] == [("needs", {"points": 560}), ("may_bid", {"span": [50, 100]})]


def test_a_side_at_the_cap_is_told_to_name_a_number():
    hands = [hand(0, 100, 100)] * 4
    assert ("speak_to_count", {"cap": 400}) in seen(2, *hands)
    assert "speak_to_count" not in [code for code, _params in seen(1, *hands)]


def test_an_empty_purse_bids_nothing():
    using = rules("achat-argent", initial_money=1, min_bid=1)
    assert ("may_bid", {"span": [1, 1]}) in seen(0, using=using)
    spent = hand(0, 1, 50)
    assert ("cannot_bid", {}) in seen(2, spent, using=using)
    assert ("may_bid", {"span": [1, 1]}) in seen(1, spent, using=using)


def test_a_match_that_is_over_says_nothing():
    assert seen(0, *[hand(0, 100, 100)] * 5) == []
