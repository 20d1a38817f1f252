"""The auction: whose turn it is, what may be said, and what it settles."""

import pytest

from games.dix.engine.auction import AuctionState, Position, advance, open_auction
from tests.games.dix.builders import calls, entry, hand, hundreds, refusal, refused, rules, sheet

MONEY = rules("achat-argent")
# After these hands the purses hold 19 and 0, seat 1 deals, and seat 2 speaks first.
SIDE_1_BROKE = [hand(1, 20, 50), hand(0, 1, 50)]
# After these hands both purses are empty, seat 1 deals, and seat 2 speaks first.
BOTH_BROKE = [hand(1, 20, 50), hand(0, 20, 50)]


def settled(*spoken, first=0, before=(), using=None, **fields):
    """Return what an auction settles: bidder, bid, partie, and whether the defence named a
    number.
    """
    made = entry(auction=calls(*spoken, first=first), **{"taken": 50, **fields})
    completed = sheet(*before, made, using=using).lines[-1].completed
    return tuple(completed[name] for name in ("bidder", "bid", "partie", "defenders_bid"))


def fault(*spoken, first=0, before=(), using=None, **fields):
    """Return the code and field with which an auction is refused."""
    made = entry(auction=calls(*spoken, first=first), **{"taken": 50, **fields})
    return refusal(*before, made, using=using)[:2]


class TestOutcome:
    def test_one_bid_and_three_passes(self):
        assert settled(50, "pass", "pass", "pass") == (0, 50, False, False)

    def test_the_fourth_bids_after_three_passes(self):
        assert settled("pass", "pass", "pass", 50) == (3, 50, False, False)

    def test_a_defender_spoke(self):
        assert settled(50, 55, 60, "pass", "pass", "pass") == (2, 60, False, True)

    def test_the_partner_is_no_defender(self):
        assert settled(50, "pass", 60, "pass", "pass") == (2, 60, False, False)

    def test_it_goes_round_until_one_is_left(self):
        spoken = (50, 55, "pass", "pass", 60, 65, None, None, "pass")
        assert settled(*spoken) == (1, 65, False, True)

    def test_it_starts_at_the_left_of_the_dealer(self):
        assert settled("pass", "pass", "pass", 50, first=1, before=[hand(0, 50, 50)])[0] == 0

    def test_partie_ends_it(self):
        assert settled(50, "partie") == (1, None, True, True)

    @pytest.mark.parametrize("passes", [1, 2])
    def test_passes_after_partie_may_be_listed(self, passes):
        assert settled("pass", "partie", *["pass"] * passes) == (1, None, True, False)

    def test_100_is_not_above_partie(self):
        assert settled(100, "partie") == (1, None, True, True)

    def test_what_it_says_may_be_said_again(self):
        agreeing = {"bidder": 1, "bid": 55, "partie": False, "defenders_bid": True}
        assert settled(50, 55, "pass", "pass", "pass", **agreeing) == (1, 55, False, True)


class TestRefusals:
    @pytest.mark.parametrize(
        ("spoken", "code"),
        [
            ((), "auction_incomplete"),
            ((50, "pass", "pass"), "auction_incomplete"),
            (("pass", "pass", "pass"), "auction_incomplete"),
            (("pass", "pass", "pass", "pass"), "auction_incomplete"),
            ((50, 50), "auction_not_higher"),
            ((60, 55), "auction_not_higher"),
            (("partie", 100), "auction_not_higher"),
            (("partie", "partie"), "auction_not_higher"),
            ((45,), "bid_below_minimum"),
            ((0,), "bid_below_minimum"),
            ((50, 0), "bid_below_minimum"),
            ((50, -5), "bid_below_minimum"),
            ((105,), "bid_above_maximum"),
            ((10**30,), "bid_above_maximum"),
            ((52,), "bid_not_multiple"),
            (("pass", 50, "pass", "pass", 55), "auction_after_pass"),
            (("pass", "partie", "pass", "pass", "pass"), "auction_after_pass"),
            ((50, "pass", "pass", "pass", 55), "auction_out_of_turn"),
            (("pass", "partie", "pass", "pass", None, "pass"), "auction_out_of_turn"),
            ((50, None, "pass"), "auction_out_of_turn"),
        ],
    )
    def test_calls(self, spoken, code):
        assert fault(*spoken) == (code, "auction")

    def test_the_wrong_first_speaker(self):
        assert fault(50, "pass", "pass", "pass", first=1) == ("auction_out_of_turn", "auction")

    @pytest.mark.parametrize("seat", [-1, 4, 10**30])
    def test_no_such_seat(self, seat):
        made = entry(auction=[{"seat": seat, "call": 50}], taken=50)
        assert refusal(made) == ("seat_unknown", "auction", 1)

    def test_partie_as_in_the_entry(self):
        assert fault("partie", using=rules("as-penalises")) == ("partie_forbidden", "auction")
        negative = [hand(1, 70, 0)]
        refused = fault("partie", first=1, before=negative)
        assert refused == ("partie_negative_score", "auction")
        stake = rules(partie="stake")
        assert settled("partie", first=1, before=negative, using=stake)[2]

    @pytest.mark.parametrize(
        ("field", "value"),
        [("bidder", 1), ("bidder", 9), ("bid", 55), ("partie", True), ("defenders_bid", True)],
    )
    def test_what_it_says_otherwise(self, field, value):
        refused = fault(50, "pass", "pass", "pass", **{field: value})
        assert refused == ("auction_mismatch", field)

    def test_a_bid_beside_a_partie(self):
        assert fault("partie", bid=100, taken=100) == ("auction_mismatch", "bid")


class TestMoney:
    def test_any_whole_sum_up_to_the_purse(self):
        assert settled(1, 2, 3, 20, "pass", "pass", "pass", using=MONEY) == (3, 20, False, True)
        assert fault(21, using=MONEY) == ("not_enough_money", "auction")
        assert fault(3, 2, using=MONEY) == ("auction_not_higher", "auction")

    def test_an_empty_purse_only_passes(self):
        refused = fault("pass", 1, first=2, before=SIDE_1_BROKE, using=MONEY)
        assert refused == ("not_enough_money", "auction")

    def test_a_free_trump_may_be_said_or_not(self):
        passes = ("pass", "pass", "pass")
        for spoken in (passes, (*passes, 0)):
            result = settled(*spoken, first=2, before=SIDE_1_BROKE, using=MONEY)
            assert result == (1, 0, False, False)

    @pytest.mark.parametrize(
        ("call", "code"),
        [("pass", "auction_incomplete"), (1, "not_enough_money"), (-1, "bid_below_minimum")],
    )
    def test_nothing_else_may_be_said_instead(self, call, code):
        refused = fault("pass", "pass", "pass", call, first=2, before=SIDE_1_BROKE, using=MONEY)
        assert refused == (code, "auction")

    def test_nothing_is_said_after_a_free_trump(self):
        spoken = ("pass", "pass", "pass", 0, None, None, None, 0)
        refused = fault(*spoken, first=2, before=SIDE_1_BROKE, using=MONEY)
        assert refused == ("auction_out_of_turn", "auction")

    def test_a_purse_below_the_lowest_bid_is_empty(self):
        using = rules("achat-argent", min_bid=3)
        before = [hand(1, 18, 50), hand(0, 3, 50)]
        result = settled("pass", "pass", "pass", first=2, before=before, using=using)
        assert result == (1, 0, False, False)

    def test_two_empty_purses_hold_no_auction(self):
        assert settled(first=2, before=BOTH_BROKE, using=MONEY) == (2, 0, False, False)
        refused = fault("pass", first=2, before=BOTH_BROKE, using=MONEY)
        assert refused == ("auction_out_of_turn", "auction")

    def test_an_empty_auction_is_incomplete_otherwise(self):
        assert fault(first=2, before=SIDE_1_BROKE, using=MONEY)[0] == "auction_incomplete"


class TestCourse:
    """The state of an auction that is under way, as the page shows it."""

    def opened(self, using=None, position=None):
        return open_auction(using or rules(), position or Position(3, (0, 0)))

    def test_the_opening(self):
        state = self.opened()
        assert (state.speaker, state.minimum, state.maximum, state.may_pass, state.over) == (
            0, 50, 100, True, False,
        )  # fmt: skip

    def test_the_minimum_rises_by_five_and_by_one_with_money(self):
        assert advance(self.opened(), 0, 60).minimum == 65
        money = self.opened(MONEY, Position(3, (0, 0), (20, 20)))
        assert advance(money, 0, 6).minimum == 7

    def test_nothing_above_100(self):
        state = advance(self.opened(), 0, 100)
        assert (state.speaker, state.minimum, state.over) == (1, None, False)

    def test_an_empty_purse_has_no_minimum(self):
        state = advance(self.opened(MONEY, Position(3, (0, 0), (20, 0))), 0, "pass")
        assert (state.speaker, state.minimum, state.maximum) == (1, None, None)

    def test_the_last_may_not_pass(self):
        state = self.opened()
        for seat in (0, 1, 2):
            state = advance(state, seat, "pass")
        assert (state.speaker, state.may_pass, state.minimum) == (3, False, 50)

    def test_a_closed_auction_has_no_speaker(self):
        state = advance(self.opened(), 0, 50)
        for seat in (1, 2, 3):
            state = advance(state, seat, "pass")
        assert (state.speaker, state.over, state.minimum, state.maximum) == (None, True, None, None)
        assert state.may_pass is False

    def test_after_a_partie_the_others_may_only_pass(self):
        state = advance(advance(self.opened(), 0, 50), 1, "partie")
        assert (state.speaker, state.over, state.minimum, state.may_pass) == (2, True, None, True)


def test_a_silent_auction_leaves_a_capped_defence_silent():
    auction = calls("pass", "pass", 60, "pass", first=2)
    before = [*hundreds(1, 4), hand(0, 50, 50), hand(0, 50, 50)]
    made = entry(auction=auction, taken=60)
    assert sheet(*before, made).lines[-1].deltas == (60, 0)


def test_with_two_empty_purses_the_first_speaker_names_trump_free_of_charge():
    position = Position(1, (0, 0), (0, 0))
    settled_at_once = AuctionState(MONEY, position, speaker=None, over=True, bidder=2, bid=0)
    assert open_auction(MONEY, position) == settled_at_once


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_at_the_table_says_nothing(seat):
    error = refused(entry(auction=[{"seat": seat, "call": 50}], taken=50))
    assert (error.code, error.params) == ("seat_unknown", {"number": seat})
