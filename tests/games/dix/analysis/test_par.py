"""Par: worked examples, and a plain reference that tries every auction."""

from functools import cache
from random import Random

import pytest

from games.cards import SUITS
from games.deals import round_key
from games.dix.analysis.par import deal_score, par
from games.dix.analysis.solver.solver import solve_table
from games.dix.engine.deals import deal
from games.dix.engine.hands import Hand
from tests.extents import sizes
from tests.games.dix.builders import rules

WEEKLY = pytest.mark.nightly
KEY = round_key("un secret assez long pour un soir", 1)
HANDS = deal(KEY, 1).hands
PARTIE = 1000  # above every number


def table(other=30, **taken):
    """Return a solved table: `s0=80` is what seat 0's side takes with spades, and every other value
    is `other`.
    """
    letters = {suit[0]: suit for suit in SUITS}
    totals = {(suit, seat): other for suit in SUITS for seat in range(4)}
    return totals | {(letters[at[0]], int(at[1])): value for at, value in taken.items()}


def par_of(using, dealer, solved):
    best = par(using, dealer, HANDS, solved)
    return best.score, best.bidder, best.bid, best.trump, best.taken


def test_the_side_that_can_bid_more_has_the_hand():
    # With spades, bids up to 80 are made. 65 is already too much for the other side's hearts.
    # The score is 80 − 20 = +60.
    score, bidder, bid, trump, taken = par_of(rules(), 3, table(s0=80, s2=80, h1=60, h3=60))
    assert (score, bidder % 2, trump, taken) == (60, 0, "spades", 80)
    assert bid <= 80


def test_of_two_sides_that_make_the_same_the_first_speaker_s_has_it():
    same = table(s0=60, s2=60, h1=60, h3=60)
    # Seat 0 speaks first after dealer 3, seat 1 after dealer 0. If one side has bid 60, the
    # other would have to bid 65, which fails.
    assert par_of(rules(), 3, same)[0] == 20
    assert par_of(rules(), 0, same)[0] == -20


def test_who_speaks_last_must_bid_when_nobody_wants_to():
    # Any bid fails: −50 for the bidders and 70 for the defence. So three seats pass, and the
    # dealer bids the minimum.
    assert par_of(rules(), 3, table()) == (120, 3, 50, "spades", 30)
    assert par_of(rules(), 2, table()) == (-120, 2, 50, "spades", 30)


def test_it_matters_which_partner_can_make_it():
    # Only seat 2 makes 70. It speaks before its partner, seat 0, who would have to bid as the
    # dealer.
    assert par_of(rules(), 0, table(c2=70)) == (40, 2, 50, "clubs", 70)
    # If the other side deals, that side has to bid, so side 0 passes.
    assert par_of(rules(), 3, table(c2=70)) == (120, 3, 50, "spades", 30)


def test_la_partie_wins_the_match_where_it_decides_it():
    sure = table(d1=100)
    assert par_of(rules(), 3, sure) == (-500, 1, None, "diamonds", 100)
    assert par_of(rules(partie="stake", partie_stake=300), 3, sure)[0] == -300
    assert par_of(rules(partie="forbidden"), 3, sure)[0] == -100
    lost = Hand(0, None, True, False, taken=95, in_hand=100)
    assert deal_score(rules(), 0, lost) == -500


def test_where_a_bid_is_a_price_the_dealer_may_be_left_to_pay_it():
    # If seat 0 bought for 5, its side would have 60 − 5 against 40. It passes, because the dealer,
    # of the other side, must then buy: seat 0's side has 60 against 40 − 5.
    using = rules("achat-points")
    assert par_of(using, 3, table(40, s0=60)) == (25, 3, 5, "spades", 40)


def test_a_stake_that_is_sure_to_be_lost_is_not_bid():
    # Everybody takes 50, so each hand gives 50 to 50. Among calls of equal value a pass is
    # preferred.
    using = rules(partie="stake", partie_stake=300)
    assert par_of(using, 3, table(50)) == (0, 3, 50, "spades", 50)


def test_penalised_aces_cost_the_side_that_was_dealt_them():
    using = rules("as-penalises")
    aces = [sum(card.rank == "A" for hand in HANDS[side::2] for card in hand) for side in (0, 1)]
    score, _bidder, _bid, _trump, taken = par_of(using, 2, table(0, s0=90, s2=90))
    # The sides share 60 points: 90 and 10, less 10 for each of their aces.
    assert taken == 90 - 10 * aces[0]
    assert score == taken - (60 - taken)


def test_the_aces_of_either_side_are_its_own():
    # Here the other side bids. The sides share 60 points as before.
    aces = [sum(card.rank == "A" for card in hand) for hand in HANDS]
    score, _bidder, _bid, _trump, taken = par_of(rules("as-penalises"), 3, table(0, h1=90, h3=90))
    assert taken == 90 - 10 * (aces[1] + aces[3])
    assert score == (60 - taken) - taken


def test_all_the_points_may_be_bid_by_number():
    # Seat 1 speaks first and bids 95, which it makes. Only 100 is higher.
    both = table(s0=100, s2=100, h1=95, h3=95)
    assert par_of(rules(partie="forbidden"), 0, both)[0] == 100


def test_where_bids_are_paid_in_money_there_is_none():
    with pytest.raises(ValueError, match="money"):
        par(rules("achat-argent"), 0, HANDS, table())


# --- The plain reference -----------------------------------------------------------------------


def contract(bid, taken, rest):
    return taken - rest if taken >= bid else -bid - rest


def success_or_zero(bid, taken, rest):
    return taken if taken >= bid else -(bid + bid - taken)


def bought(bid, taken, rest):
    return taken - bid - rest


# For each preset: what a bid brings the bidders' side over the other, the possible bids, and the
# points shared.
PRESETS = {
    "traditionnel": (contract, range(50, 101, 5), 100),
    "as-penalises": (contract, range(30, 61, 5), 60),
    "reussie-ou-zero": (success_or_zero, range(50, 101, 5), 100),
    "achat-points": (bought, range(5, 101, 5), 100),
    "competitif": (bought, range(5, 101, 5), 60),
}


def plainly(preset, dealer, solved, hands):
    """Return the value of the auction for side 0, found by trying every call of every seat."""
    brings, bids, shared = PRESETS[preset]
    partie = shared == 100 and brings is not bought

    def final(seat, bid):
        aces = sum(card.rank == "A" for hand in hands[seat % 2 :: 2] for card in hand)
        values = []
        for suit in SUITS:
            taken = solved[suit, seat] - (10 * aces if shared == 60 else 0)
            if bid == PARTIE:
                values.append(500 if taken == 100 else -500)
            else:
                values.append(brings(bid, taken, shared - taken))
        return max(values) if seat % 2 == 0 else -max(values)

    @cache
    def value(turn, holder, bid, still):
        if turn not in still or turn == holder:
            # Nobody but the holder of the bid may still speak.
            if not still - {holder}:
                return final(holder, bid)
            return value((turn + 1) % 4, holder, bid, still)
        ways = [
            value((turn + 1) % 4, turn, more, still) for more in bids if bid is None or more > bid
        ]
        if partie:
            ways.append(final(turn, PARTIE))
        if holder is not None or len(still) > 1:
            ways.append(value((turn + 1) % 4, holder, bid, still - {turn}))
        return max(ways) if turn % 2 == 0 else min(ways)

    return value((dealer + 1) % 4, None, None, frozenset(range(4)))


@WEEKLY
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("tables", sizes(3, 30))
def test_every_auction_tried_plainly_gives_the_same(preset, tables):
    random = Random(preset)
    for number in range(tables):
        # As in real tables, a seat and its partner take about the same points, in steps of 5.
        middle = {(suit, side): random.randrange(100) for suit in SUITS for side in (0, 1)}
        solved = {
            (suit, seat): min(100, (middle[suit, seat % 2] + random.randrange(15)) // 5 * 5)
            for suit in SUITS
            for seat in range(4)
        }
        hands = deal(KEY, number + 1).hands
        dealer = number % 4
        best = par(rules(preset), dealer, hands, solved)
        assert best.score == plainly(preset, dealer, solved, hands)


@WEEKLY
@pytest.mark.parametrize("deals", sizes(5, 200))
def test_the_same_on_solved_deals(deals):
    for number in range(deals):
        made = deal(round_key("x" * 32, 1), number + 1)
        solved = solve_table(made.hands)
        preset = list(PRESETS)[number % len(PRESETS)]
        best = par(rules(preset), made.dealer, made.hands, solved)
        assert best.score == plainly(preset, made.dealer, solved, made.hands)
