"""The facts that a finished match offers to the records."""

from games.dix.engine.facts import facts
from tests.games.dix.builders import entry, hand, hundreds, partie, rules, sheet
from tests.games.dix.engine.test_play import SUIT_EACH


def facts_by_code(*entries, using=None):
    """Return the facts of a match by code, for each code a list of (value, params)."""
    using = using or rules()
    by_code: dict = {}
    for fact in facts(using, list(entries), sheet(*entries, using=using)):
        by_code.setdefault(fact.code, []).append((fact.value, fact.params))
    return by_code


def test_a_running_match_has_no_facts():
    assert facts_by_code(*hundreds(0, 4)) == {}


def test_fewest_hands_orders_the_shortest_first():
    assert facts_by_code(*hundreds(1, 5))["fewest_hands"] == [(-5, {"hands": 5, "side": 1})]
    assert facts_by_code(partie(0, 95))["fewest_hands"] == [(-1, {"hands": 1, "side": 1})]


def test_a_plain_match_shows_nothing_else():
    assert set(facts_by_code(*hundreds(0, 5))) == {"fewest_hands"}


def test_failed_run_counts_either_side():
    failures = [hand(0, 70, 60), hand(1, 70, 60), hand(2, 70, 60)]
    run = facts_by_code(hand(0, 50, 50), *failures, *hundreds(0, 6))["failed_run"]
    assert run == [(3, {"hands": 3, "first": 2, "last": 4})]


def test_failed_run_ends_with_a_lost_partie_and_is_broken_by_a_bid_made():
    entries = [hand(1, 70, 60), hand(0, 50, 100), hand(1, 70, 60), partie(0, 50)]
    assert facts_by_code(*entries)["failed_run"] == [(2, {"hands": 2, "first": 3, "last": 4})]


def test_one_failed_bid_is_no_run():
    assert "failed_run" not in facts_by_code(hand(0, 70, 60), *hundreds(1, 5))


def test_both_negative_at_its_worst():
    entries = [hand(0, 100, 95), hand(1, 100, 95), hand(0, 100, 90), *hundreds(1, 6)]
    running = [line.totals for line in sheet(*entries).lines[:3]]
    assert running == [(-100, 5), (-95, -95), (-195, -85)]
    expected = [(280, {"number": 3, "left": -195, "right": -85})]
    assert facts_by_code(*entries)["both_negative"] == expected


def test_biggest_comeback_of_the_winner():
    entries = [*hundreds(0, 3), *hundreds(1, 5)]
    expected = [(300, {"points": 300, "number": 3, "side": 1})]
    assert facts_by_code(*entries)["comeback"] == expected


def test_a_comeback_by_partie():
    expected = [(200, {"points": 200, "number": 2, "side": 1})]
    assert facts_by_code(*hundreds(0, 2), partie(1, 100))["comeback"] == expected


def test_the_loser_s_deficit_is_no_comeback():
    assert "comeback" not in facts_by_code(hand(0, 50, 50), *hundreds(0, 5))


def test_parties_bid_and_won():
    assert facts_by_code(hand(0, 50, 50), partie(2, 100))["partie_won"] == [
        (1, {"seat": 2, "number": 2})
    ]
    using = rules(partie="stake", partie_stake=300)
    won = facts_by_code(partie(0, 100), partie(1, 50), partie(2, 100), using=using)["partie_won"]
    assert won == [(1, {"seat": 0, "number": 1}), (1, {"seat": 2, "number": 3})]
    assert "partie_won" not in facts_by_code(partie(0, 95))


def test_tricks_show_the_largest_and_the_rarest_hand():
    noted = entry(bidder=0, bid=100, trump="spades", tricks=SUIT_EACH)
    match = facts_by_code(*hundreds(0, 4), noted)
    assert match["largest_trick"] == [
        (
            40,
            {
                "points": 40,
                "number": 5,
                "trick": 1,
                "seat": 0,
                "cards": ["AS", "AH", "AD", "AC"],
            },
        )
    ]
    assert match["rare_shape"] == [
        (
            211915132,
            {
                "shape": "10",
                "number": 5,
                "seat": 0,
                "count": 4,
                "hands": 847660528,
                "one_in": 211915132,
            },
        )
    ]


def test_a_purchase_never_fails():
    using = rules("achat-points")
    entries = [hand(0, 100, 0)] * 5
    assert "failed_run" not in facts_by_code(*entries, using=using)


def test_the_largest_trick_counts_traditional_points():
    using = rules("as-penalises", target=80)
    noted = entry(bidder=0, bid=30, trump="spades", tricks=SUIT_EACH)
    assert facts_by_code(noted, using=using)["largest_trick"][0][0] == 40


def test_a_side_at_zero_is_not_below_it():
    entries = [hand(0, 100, 95), hand(0, 100, 95), hand(1, 10, 5)]
    using = rules(min_bid=5)
    assert [line.totals for line in sheet(*entries, using=using).lines][-1] == (-105, 0)
    assert "both_negative" not in facts_by_code(*entries, *hundreds(1, 5), using=using)


def test_bids_failed_for_nothing_are_a_run():
    entries = [hand(0, 70, 60), hand(0, 70, 60), *hundreds(1, 4)]
    run = facts_by_code(*entries, using=rules("reussie-ou-zero"))["failed_run"]
    assert run == [(2, {"hands": 2, "first": 1, "last": 2})]
