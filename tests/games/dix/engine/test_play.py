"""The play card by card: checking the tricks, revokes, and the points counted in them."""

import pytest

from games.cards import parse_card
from games.dix.engine.play import DECKS, PlayState, play_card, run_tricks, trick_winner
from games.sheet import RuleError
from tests.games.dix.builders import entry, refusal, refused, rules, sheet

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5")
# Each seat holds a whole suit: seat 0 leads spades, and takes every trick if spades are trump.
SUIT_EACH = [[f"{rank}{suit}" for suit in "SHDC"] for rank in RANKS]


def swapped(first, second, tricks=SUIT_EACH):
    """Return the same tricks with two cards exchanged."""
    exchange = {first: second, second: first}
    return [[exchange.get(card, card) for card in trick] for trick in tricks]


def played(tricks=SUIT_EACH, *, trump="spades", bidder=0, **fields):
    return entry(bidder=bidder, bid=50, trump=trump, tricks=tricks, **fields)


class TestTrickWinner:
    @pytest.mark.parametrize(
        ("cards", "trump", "winner"),
        [
            ("5H 6H AH KH", "spades", 2),
            ("5H 6H AH 5S", "spades", 3),
            ("5H 6S AH 5S", "spades", 1),
            ("5H AS AD AC", "hearts", 0),
            ("5H AS AD AC", "spades", 1),
            ("9H 10H 8H 7H", "clubs", 1),
            ("10H JH QH KH", "clubs", 3),
        ],
    )
    def test_highest_trump_else_highest_of_the_suit_led(self, cards, trump, winner):
        trick = [parse_card(card) for card in cards.split()]
        assert trick_winner(0, trick, trump) == winner
        assert trick_winner(3, trick, trump) == (winner + 3) % 4


class TestVerification:
    def test_taken_is_counted(self):
        assert sheet(played()).lines[0].completed["taken"] == 100

    def test_taken_agreeing_is_kept(self):
        assert sheet(played(taken=100)).scores == (100, 0)

    def test_taken_otherwise_is_refused(self):
        assert refusal(played(taken=95)) == ("taken_mismatch", "taken", 1)
        assert refused(played(taken=95)).params == {"taken": 95, "counted": 100}

    def test_trump_is_needed(self):
        assert refusal(played(trump=None)) == ("trump_required", "trump", 1)

    def test_the_bidder_leads_the_first_trick(self):
        # Seat 1 leads hearts as trump and takes everything for side 1, the bidders.
        turned = [trick[1:] + trick[:1] for trick in SUIT_EACH]
        line = sheet(played(turned, bidder=1, trump="hearts")).lines[0]
        assert (line.totals, line.completed["taken"]) == ((0, 100), 100)

    @pytest.mark.parametrize(
        ("tricks", "count", "complete"),
        [
            ([], 0, 0),
            (SUIT_EACH[:9], 9, 9),
            ([*SUIT_EACH, SUIT_EACH[0]], 11, 11),
            ([*SUIT_EACH[:9], SUIT_EACH[9][:3]], 10, 9),
            ([*SUIT_EACH[:9], [*SUIT_EACH[9], "AS"]], 10, 9),
            ([*SUIT_EACH, []], 11, 10),
        ],
    )
    def test_trick_count(self, tricks, count, complete):
        assert refusal(played(tricks)) == ("trick_count", "tricks", 1)
        params = {"expected": 10, "count": count, "complete": complete}
        assert refused(played(tricks)).params == params

    @pytest.mark.parametrize("text", ["", "2H", "X1", "1S", "as", "10"])
    def test_unknown_cards(self, text):
        tricks = [[text, *SUIT_EACH[0][1:]], *SUIT_EACH[1:]]
        assert refusal(played(tricks)) == ("card_unknown", "tricks", 1)
        assert refused(played(tricks)).params == {"text": text}

    def test_a_repeated_card(self):
        tricks = [*SUIT_EACH[:9], ["AS", *SUIT_EACH[9][1:]]]
        assert refusal(played(tricks)) == ("card_repeated", "tricks", 1)
        assert refused(played(tricks)).params == {"card": "AS"}

    def test_a_revoke_shows_itself(self):
        # Seat 1 holds the five of spades, and spades are led from the first trick.
        tricks = swapped("5S", "5H")
        assert refusal(played(tricks)) == ("revoke", "tricks", 1)
        params = {"trick": 1, "seat": 1, "card": "AH", "suit": "spades"}
        assert refused(played(tricks)).params == params

    @pytest.mark.parametrize(
        "cards",
        [
            "5H 6S 7H 8H KH",  # takes the trick with a trump, then leads a heart
            "5H 6D 7H 8H 9C 10C JH",  # discards a heart later on
        ],
    )
    def test_a_revoke_shows_itself_when_the_suit_is_led_or_discarded(self, cards):
        state = PlayState(deck=40, trump="spades", leader=0)
        *legal, last = [parse_card(card) for card in cards.split()]
        for card in legal:
            state = play_card(state, card)
        with pytest.raises(RuleError) as refused:
            play_card(state, last)
        assert refused.value.code == "revoke"
        assert refused.value.params["seat"] == 1
        assert refused.value.params["trick"] == 1

    def test_partie_with_tricks(self):
        made = entry(bidder=0, partie=True, trump="spades", tricks=SUIT_EACH)
        assert sheet(made).result.winners == (0,)


class TestVariants:
    def test_penalised_aces_cost_the_side_that_was_dealt_them(self):
        # Side 0 captures all 100 points and was dealt two aces: 100 − 20 = 80. Counted
        # otherwise, that is 60 and two stolen aces.
        line = sheet(played(), using=rules("as-penalises")).lines[0]
        assert (line.completed["taken"], line.totals) == (80, (80, -20))

    def test_penalised_aces_do_not_count_under_partie(self):
        using = rules("as-penalises", partie="stake")
        made = entry(bidder=0, partie=True, trump="spades", tricks=SUIT_EACH)
        assert sheet(made, using=using).lines[0].completed["taken"] == 100

    def test_ruff_has_nine_tricks_without_sixes(self):
        nine = [trick for trick in SUIT_EACH if trick[0] != "6S"]
        assert sheet(played(nine), using=rules("ruff")).scores == (100, 0)
        assert refused(played(SUIT_EACH), using=rules("ruff")).params["expected"] == 9
        six = [["6S", *nine[0][1:]], *nine[1:]]
        assert refusal(played(six), using=rules("ruff"))[0] == "card_unknown"
        assert (len(DECKS[40]), len(DECKS[36])) == (40, 36)


class TestCourse:
    """The state of the play while the cards are being entered, as the page shows it."""

    def after(self, *cards):
        state = PlayState(deck=40, trump="spades", leader=2)
        for card in cards:
            state = play_card(state, parse_card(card))
        return state

    def test_turns_go_clockwise_from_the_leader(self):
        cards = ("5H", "6H", "7H")
        turns = [self.after(*cards[:count]).to_play for count in range(4)]
        assert turns == [2, 3, 0, 1]

    def test_the_winner_of_a_trick_leads_the_next(self):
        state = self.after("5H", "10H", "AH", "7H")
        assert (state.to_play, state.on_table, state.over) == (0, (), False)
        assert [trick.points for trick in state.tricks] == [25]

    def test_points_so_far(self):
        state = self.after("5H", "10H", "AH", "7H", "5D", "AD", "10D", "KD")
        assert state.points_by_side(penalised_aces=False) == (25, 25)
        assert state.points_by_side(penalised_aces=True) == (15, 15)

    def test_a_hand_played_out_is_over(self):
        state = run_tricks(40, "spades", 0, SUIT_EACH)
        assert (state.over, state.to_play) == (True, None)
        assert state.points_by_side(penalised_aces=False) == (100, 0)
