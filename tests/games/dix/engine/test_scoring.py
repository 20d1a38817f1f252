"""The scoring of the jeu du 10: the specification's cases, then every rule and refusal."""

import pytest

from games.dix.engine.rulesets import points_in_hand
from games.dix.engine.scoring import replay, rule_faults
from games.dix.presets import PRESETS
from games.sheet import RankedSide, Result
from tests.games.dix.builders import (
    calls,
    entry,
    hand,
    hundreds,
    notes,
    partie,
    refusal,
    refused,
    rules,
    sheet,
    totals,
)

ACES = rules("as-penalises")
ZERO = rules("reussie-ou-zero")
POINTS = rules("achat-points")
MONEY = rules("achat-argent")
STAKE = rules(partie="stake")

# The start of case 8: 480–470, with both sides above the cap.
LEVEL_RACE = [
    *hundreds(0, 4),
    *hundreds(1, 4),
    hand(0, 55, 80, defenders_bid=True),  # 480–420
    hand(1, 50, 50),  # 480–470
]
# Side 0 is at −5: a bid of 100 failed, then one of 95 was made.
FIVE_BELOW = [hand(0, 100, 95), hand(0, 95, 95)]


class TestCases:
    """The numbered cases of the specification."""

    def test_1_a_bid_made_scores_what_was_taken(self):
        assert totals(hand(0, 70, 80)) == [(80, 20)]

    def test_1_a_bid_failed_costs_the_bid(self):
        assert totals(hand(0, 70, 60)) == [(-70, 40)]

    def test_2_a_silent_defence_at_the_cap_scores_nothing(self):
        assert totals(*hundreds(1, 4), hand(0, 60, 60))[-1] == (60, 400)

    def test_2_a_defence_that_spoke_scores_at_the_cap(self):
        assert totals(*hundreds(1, 4), hand(0, 60, 60, defenders_bid=True))[-1] == (60, 440)

    def test_3_a_silent_defence_below_the_cap_scores(self):
        start = [*hundreds(1, 3), hand(1, 95, 95)]
        assert totals(*start, hand(0, 60, 60))[-2:] == [(5, 395), (65, 435)]

    def test_4_success_or_zero(self):
        assert totals(hand(0, 65, 70), using=ZERO) == [(70, 0)]
        assert totals(hand(0, 70, 60), using=ZERO) == [(0, 80)]

    def test_5_trump_bought_with_points(self):
        assert totals(hand(0, 15, 70), using=POINTS) == [(55, 30)]

    def test_5_trump_bought_with_money(self):
        bought = sheet(hand(0, 4, 70), using=MONEY)
        assert (bought.scores, bought.state["purses"]) == ((70, 30), [16, 20])

    def test_6_penalised_aces(self):
        assert totals(hand(0, 35, 35), using=ACES) == [(35, 25)]
        assert totals(hand(0, 35, 80), using=ACES) == [(80, -20)]

    def test_7_partie_below_zero_is_refused(self):
        assert totals(*FIVE_BELOW)[-1] == (-5, 10)
        assert refusal(*FIVE_BELOW, partie(0, 100)) == ("partie_negative_score", "partie", 3)

    def test_7_partie_failed_by_five_gives_the_other_side_the_match(self):
        lost = sheet(partie(0, 95))
        assert lost.scores == (0, 0)
        assert lost.result == Result((1,), "partie", (RankedSide(1, 1, 0), RankedSide(0, 2, 0)))

    def test_7_partie_made_wins_at_once(self):
        won = sheet(hand(1, 50, 100), partie(2, 100))
        assert won.scores == (0, 100)
        assert won.result == Result((0,), "partie", (RankedSide(0, 1, 0), RankedSide(1, 2, 100)))

    def test_8_a_silent_defence_stays_below_the_target(self):
        end = sheet(*LEVEL_RACE, hand(1, 55, 60))
        assert [line.totals for line in end.lines[-2:]] == [(480, 470), (480, 530)]
        assert end.result == Result((1,), "target", (RankedSide(1, 1, 530), RankedSide(0, 2, 480)))

    def test_8_both_reach_and_the_highest_wins(self):
        end = sheet(*LEVEL_RACE, hand(1, 55, 60, defenders_bid=True))
        assert end.result == Result((1,), "target", (RankedSide(1, 1, 530), RankedSide(0, 2, 520)))

    def test_9_the_last_one_left_may_not_pass(self):
        auction = calls("pass", "pass", "pass", "pass")
        assert refusal(entry(auction=auction, taken=50)) == ("auction_incomplete", "auction", 1)

    def test_10_a_bid_of_100_is_not_the_partie(self):
        end = sheet(hand(0, 100, 100))
        assert (end.scores, end.result) == ((100, 0), None)


class TestEndOfMatch:
    def test_one_side_reaching_exactly_the_target_ends(self):
        end = sheet(*hundreds(0, 5))
        assert (end.result.winners, end.next) == ((0,), None)

    def test_both_reach_the_bidders_rank_first_with_the_lower_score(self):
        start = [*hundreds(0, 4), *hundreds(1, 4), hand(0, 90, 90), hand(1, 55, 55)]  # 490–455
        spoke = hand(1, 55, 55, defenders_bid=True)
        end = sheet(*start, spoke, using=rules(both_reach="bidders"))
        assert end.result.ranking == (RankedSide(1, 1, 510), RankedSide(0, 2, 535))
        assert notes(*start, spoke, using=rules(both_reach="bidders"))[-1][0] == (
            "both_reach_bidders"
        )
        assert sheet(*start, spoke).result.winners == (0,)
        assert notes(*start, spoke)[-1] == ("both_reach_highest", 0, 0)

    def test_both_reach_level_the_bidders_win(self):
        start = [*hundreds(0, 4), *hundreds(1, 4), hand(0, 70, 70), hand(1, 60, 60)]  # 470–460
        spoke = hand(1, 55, 55, defenders_bid=True)
        assert totals(*start, spoke)[-1] == (515, 515)
        assert sheet(*start, spoke).result.winners == (1,)
        assert notes(*start, spoke)[-1] == ("both_reach_level", 1, 0)

    def test_a_hand_after_the_end_is_refused(self):
        assert refusal(*hundreds(0, 6)) == ("match_finished", None, 6)
        assert refusal(partie(0, 100), hand(0, 50, 50)) == ("match_finished", None, 2)


class TestWhatIsExpected:
    def test_before_the_first_hand(self):
        start = sheet()
        assert (start.lines, start.scores, start.result) == ((), (0, 0), None)
        assert start.state == {"dealer": 3}
        assert start.next == {
            "dealer": 3,
            "first_speaker": 0,
            "min_bid": 50,
            "max_bid": 100,
            "may_bid_partie": [True, True],
        }

    def test_the_deal_moves_clockwise(self):
        after = sheet(hand(0, 70, 60), hand(0, 50, 50), using=rules(first_dealer=1))
        assert after.state == {"dealer": 3}
        assert (after.next["dealer"], after.next["first_speaker"]) == (3, 0)
        assert after.next["may_bid_partie"] == [False, True]

    def test_a_finished_match_still_knows_the_dealer(self):
        assert sheet(partie(0, 100)).state == {"dealer": 0}

    def test_highest_bids(self):
        assert sheet(using=ACES).next["max_bid"] == 60
        assert sheet(using=POINTS).next["max_bid"] == 100
        assert sheet(using=rules("competitif")).next["max_bid"] == 100
        assert sheet(using=MONEY).next["max_bid"] == [20, 20]

    def test_an_empty_purse_has_no_highest_bid(self):
        after = sheet(hand(0, 20, 50), using=MONEY)
        assert (after.state["purses"], after.next["max_bid"]) == ([0, 20], [None, 20])
        assert after.next["may_bid_partie"] == [False, False]

    def test_a_purse_below_the_lowest_bid_is_empty(self):
        after = sheet(hand(0, 18, 50), using=rules("achat-argent", min_bid=3))
        assert (after.state["purses"], after.next["max_bid"]) == ([2, 20], [None, 20])

    def test_any_side_may_bid_partie_for_a_stake(self):
        assert sheet(hand(0, 70, 0), using=STAKE).next["may_bid_partie"] == [True, True]


class TestVariants:
    def test_partie_for_a_stake(self):
        assert totals(partie(0, 100), using=STAKE) == [(500, 0)]
        assert totals(partie(0, 80), using=STAKE) == [(-500, 20)]
        assert sheet(partie(0, 100), using=STAKE).result.ended_by == "target"

    def test_partie_for_a_stake_below_zero(self):
        using = rules(partie="stake", partie_stake=120)
        assert totals(hand(0, 100, 0), partie(2, 100), using=using)[-1] == (20, 100)

    def test_partie_for_a_stake_obeys_the_cap(self):
        start = hundreds(1, 4)
        assert totals(*start, partie(0, 80), using=STAKE)[-1] == (-500, 400)
        spoke = partie(0, 80, defenders_bid=True)
        assert totals(*start, spoke, using=STAKE)[-1] == (-500, 420)

    def test_partie_lifts_the_penalty_of_the_aces(self):
        for kind, expected in (("stake", (-500, 95)), ("decides_match", (0, 0))):
            using = rules("as-penalises", partie=kind)
            assert totals(partie(0, 5), using=using) == [expected]
            assert notes(partie(0, 5), using=using)[-1] == ("aces_not_penalised", 0, 0)

    def test_partie_for_a_stake_with_success_or_zero_scores_the_defence_as_a_contract(self):
        using = rules("reussie-ou-zero", partie="stake")
        assert totals(partie(1, 60), using=using) == [(40, -500)]

    def test_success_or_zero_with_a_cap(self):
        using = rules("reussie-ou-zero", defence_cap=100)
        start = hundreds(1, 1)
        assert totals(*start, hand(0, 70, 60), using=using)[-1] == (0, 100)
        spoke = hand(0, 70, 60, defenders_bid=True)
        assert totals(*start, spoke, using=using)[-1] == (0, 180)

    def test_failed_bid_below_zero_with_penalised_aces(self):
        assert totals(hand(0, 35, -40), using=ACES) == [(-35, 100)]
        using = rules("as-penalises", bid_format="success_or_zero")
        assert totals(hand(0, 35, -40), using=using) == [(0, 110)]

    def test_a_capped_defence_is_spared_its_loss(self):
        start = [hand(1, 60, 60)] * 4  # 0–240
        assert totals(*start, hand(0, 35, 80), using=ACES)[-1] == (80, 240)

    def test_competitive_presets(self):
        assert totals(hand(0, 15, -10), using=rules("competitif")) == [(-25, 70)]
        bought = sheet(hand(1, 7, 100), using=rules("competitif-argent"))
        assert (bought.scores, bought.state["purses"]) == ((-40, 100), [20, 13])

    def test_ruff_scores_like_the_traditional_game(self):
        assert totals(hand(0, 70, 80), using=rules("ruff")) == [(80, 20)]

    def test_points_in_hand(self):
        assert [points_in_hand(rules(preset.slug)) for preset in PRESETS] == [
            100, 60, 100, 100, 100, 60, 60, 100,
        ]  # fmt: skip
        assert points_in_hand(ACES, partie=True) == 100


class TestFreeTrump:
    """`bid: 0`: a side whose purse is empty must bid, and names trump for free."""

    def test_the_dealer_with_an_empty_purse_names_trump_free(self):
        start = hand(1, 20, 50)  # the next dealer is seat 0, whose purse holds 20
        broke = [start, hand(0, 1, 50)]  # then seat 1 deals, purses 19 and 0
        end = sheet(*broke, hand(1, 0, 30), using=MONEY)
        assert end.lines[-1].deltas == (70, 30)
        assert end.state["purses"] == [19, 0]
        assert notes(*broke, hand(1, 0, 30), using=MONEY)[1] == ("trump_free", 1, 0)

    def test_only_the_dealer_does(self):
        broke = [hand(1, 20, 50), hand(0, 1, 50)]
        assert refusal(*broke, hand(3, 0, 30), using=MONEY) == ("bid_below_minimum", "bid", 3)
        assert refusal(*broke, hand(0, 0, 30), using=MONEY) == ("bid_below_minimum", "bid", 3)
        assert refusal(hand(1, 20, 50), hand(3, 0, 30), using=MONEY)[0] == "bid_below_minimum"

    def test_with_two_empty_purses_the_first_speaker_does(self):
        broke = [hand(1, 20, 50), hand(0, 20, 50)]  # seat 1 deals, seat 2 speaks first
        assert sheet(*broke, hand(2, 0, 30), using=MONEY).scores == (130, 170)
        assert sheet(*broke, using=MONEY).next["max_bid"] == [None, None]
        assert refusal(*broke, hand(1, 0, 30), using=MONEY)[0] == "bid_below_minimum"
        assert refusal(*broke, hand(2, 1, 30), using=MONEY)[0] == "not_enough_money"

    def test_nobody_bids_zero_elsewhere(self):
        assert refusal(hand(3, 0, 30), using=MONEY) == ("bid_below_minimum", "bid", 1)
        assert refusal(hand(3, 0, 30), using=POINTS) == ("bid_below_minimum", "bid", 1)
        assert refusal(hand(3, 0, 30)) == ("bid_below_minimum", "bid", 1)

    def test_an_empty_defence_could_not_bid(self):
        spoke = hand(1, 5, 50, defenders_bid=True)
        refused_hand = refusal(hand(0, 20, 50), spoke, using=MONEY)
        assert refused_hand == ("defenders_could_not_bid", "defenders_bid", 2)


class TestRefusals:
    @pytest.mark.parametrize(
        ("refused_entry", "code", "field"),
        [
            (entry(bid=50, taken=50), "bidder_missing", "bidder"),
            (entry(bidder=4, bid=50, taken=50), "seat_unknown", "bidder"),
            (entry(bidder=-1, bid=50, taken=50), "seat_unknown", "bidder"),
            (entry(bidder=10**30, bid=50, taken=50), "seat_unknown", "bidder"),
            (entry(bidder=0, taken=50), "bid_missing", "bid"),
            (entry(bidder=0, partie=False, taken=50), "bid_missing", "bid"),
            (entry(bidder=0, bid=50), "taken_missing", "taken"),
            (entry(bidder=0, partie=True), "taken_missing", "taken"),
            (entry(bidder=0, bid=70, partie=True, taken=100), "bid_with_partie", "bid"),
            (hand(0, 45, 50), "bid_below_minimum", "bid"),
            (hand(0, -5, 50), "bid_below_minimum", "bid"),
            (hand(0, 105, 50), "bid_above_maximum", "bid"),
            (hand(0, 10**30, 50), "bid_above_maximum", "bid"),
            (hand(0, 68, 50), "bid_not_multiple", "bid"),
            (hand(0, 60, -5), "taken_out_of_range", "taken"),
            (hand(0, 60, 105), "taken_out_of_range", "taken"),
            (hand(0, 60, 62), "taken_not_multiple", "taken"),
            (partie(0, 105), "taken_out_of_range", "taken"),
            (hand(0, 50, 50, defenders_bid=True), "defenders_could_not_bid", "defenders_bid"),
        ],
    )
    def test_traditional(self, refused_entry, code, field):
        assert refusal(hand(0, 50, 50), refused_entry) == (code, field, 2)

    @pytest.mark.parametrize(
        ("using", "refused_entry", "code", "field"),
        [
            (ACES, hand(0, 25, 50), "bid_below_minimum", "bid"),
            (ACES, hand(0, 65, 50), "bid_above_maximum", "bid"),
            (ACES, hand(0, 30, -45), "taken_out_of_range", "taken"),
            (ACES, hand(0, 30, 105), "taken_out_of_range", "taken"),
            (ACES, hand(0, 30, -12), "taken_not_multiple", "taken"),
            (ACES, partie(0, 100), "partie_forbidden", "partie"),
            (rules("as-penalises", partie="stake"), partie(0, -5), "taken_out_of_range", "taken"),
            (POINTS, partie(0, 100), "partie_forbidden", "partie"),
            (POINTS, hand(0, 12, 50), "bid_not_multiple", "bid"),
            (POINTS, hand(0, 105, 50), "bid_above_maximum", "bid"),
            (MONEY, hand(0, 21, 50), "not_enough_money", "bid"),
            (MONEY, hand(0, 1, 50, defenders_bid=True), "defenders_could_not_bid", "defenders_bid"),
        ],
    )
    def test_variants(self, using, refused_entry, code, field):
        assert refusal(refused_entry, using=using) == (code, field, 1)

    def test_the_nearest_multiples_are_offered(self):
        assert refused(hand(0, 68, 50)).params == {"bid": 68, "either": [65, 70]}
        params = refused(hand(0, 30, -12), using=ACES).params
        assert params == {"taken": -12, "either": [-15, -10]}
        # No multiple is offered that would be refused as well.
        params = refused(hand(0, 53, 50), using=rules(min_bid=55)).code
        assert params == "bid_below_minimum"
        assert refused(hand(0, 59, 50), using=ACES).params == {"bid": 59, "either": [55, 60]}

    def test_the_range_of_taken_is_told(self):
        params = refused(hand(0, 30, -45), using=ACES).params
        assert params == {"taken": -45, "lowest": -40, "highest": 100}

    def test_any_number_was_open_to_the_defence_under_partie(self):
        assert sheet(partie(0, 100, defenders_bid=True)).lines[0].completed["defenders_bid"]


class TestNotes:
    @pytest.mark.parametrize(
        ("preset", "entries", "expected"),
        [
            ("traditionnel", [hand(0, 70, 80)],
             [("contract_made", 0, 80), ("defence_keeps", 1, 20)]),
            ("traditionnel", [hand(0, 70, 60)],
             [("contract_failed", 0, -70), ("defence_keeps", 1, 40)]),
            ("traditionnel", [hand(0, 100, 100)],
             [("contract_made", 0, 100), ("defence_without_points", 1, 0)]),
            ("traditionnel", [*hundreds(1, 4), hand(0, 60, 60)],
             [("contract_made", 0, 60), ("defence_capped", 1, 0)]),
            ("traditionnel", [*hundreds(1, 4), hand(0, 60, 60, defenders_bid=True)],
             [("contract_made", 0, 60), ("defence_keeps_by_bidding", 1, 40)]),
            ("traditionnel", [*hundreds(1, 5)],
             [("contract_made", 1, 100), ("defence_without_points", 0, 0),
              ("target_reached", 1, 0)]),
            ("traditionnel", [partie(0, 100)],
             [("partie_won", 0, 0), ("defence_loses_match", 1, 0)]),
            ("traditionnel", [partie(0, 90)],
             [("partie_lost", 0, 0), ("defence_wins_match", 1, 0)]),
            ("reussie-ou-zero", [hand(0, 65, 70)],
             [("contract_made", 0, 70), ("defence_shut_out", 1, 0)]),
            ("reussie-ou-zero", [hand(0, 70, 60)],
             [("contract_failed_zero", 0, 0), ("defence_wins_bid", 1, 70),
              ("defence_wins_missing", 1, 10)]),
            ("achat-points", [hand(0, 15, 70)],
             [("hand_points", 0, 70), ("bought", 0, -15), ("defence_keeps", 1, 30)]),
            ("achat-argent", [hand(0, 4, 70)],
             [("hand_points", 0, 70), ("purse_paid", 0, 0), ("defence_keeps", 1, 30)]),
        ],
    )  # fmt: skip
    def test_a_line_is_explained(self, preset, entries, expected):
        assert notes(*entries, using=rules(preset)) == expected

    def test_a_stake_is_explained(self):
        assert notes(partie(0, 100), using=STAKE) == [
            ("stake_won", 0, 500),
            ("defence_without_points", 1, 0),
            ("target_reached", 0, 0),
        ]
        assert notes(partie(0, 90), using=STAKE) == [
            ("stake_lost", 0, -500),
            ("defence_keeps", 1, 10),
        ]

    def test_parameters_tell_the_figures(self):
        failed, made = sheet(hand(0, 70, 60)).lines[0].notes
        assert failed.params == {"bid": 70, "taken": 60, "missing": 10}
        assert made.params == {"points": 40}
        capped = sheet(*hundreds(1, 4), hand(0, 60, 60)).lines[-1].notes[1]
        assert capped.params == {"points": 40, "cap": 400}
        paid = sheet(hand(0, 4, 70), using=MONEY).lines[0].notes[1]
        assert paid.params == {"bid": 4, "purse": 16}


class TestCompleted:
    def test_a_plain_hand(self):
        assert sheet(hand(0, 70, 60, trump="hearts")).lines[0].completed == {
            "bidder": 0,
            "bid": 70,
            "partie": False,
            "taken": 60,
            "defenders_bid": False,
            "trump": "hearts",
            "auction": None,
            "tricks": None,
        }

    def test_a_partie(self):
        completed = sheet(partie(2, 100)).lines[0].completed
        assert (completed["bid"], completed["partie"], completed["taken"]) == (None, True, 100)


class TestRuleset:
    @pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
    def test_presets_are_sound_and_playable(self, preset):
        using = rules(preset.slug)
        assert rule_faults(using) == []
        assert replay(using, 4, [hand(0, using.min_bid, 50)]).scores[1] == (
            0 if preset.slug == "reussie-ou-zero" else points_in_hand(using) - 50
        )

    def test_presets_are_those_of_the_specification(self):
        differing = {
            preset.slug: {
                name: value
                for name, value in preset.values.items()
                if value != PRESETS[0].values[name]
            }
            for preset in PRESETS
        }
        buy = {"min_bid": 5, "defence_cap": None, "partie": "forbidden"}
        money = buy | {"bid_format": "buy_money", "min_bid": 1, "initial_money": 20}
        aces = {"card_values": "penalised_aces", "target": 300, "partie": "forbidden"}
        assert differing == {
            "traditionnel": {},
            "as-penalises": aces | {"min_bid": 30, "defence_cap": 240},
            "reussie-ou-zero": {"bid_format": "success_or_zero", "defence_cap": None},
            "achat-points": buy | {"bid_format": "buy_points"},
            "achat-argent": money,
            "competitif": aces | buy | {"bid_format": "buy_points"},
            "competitif-argent": aces | money,
            "ruff": {"deck": 36},
        }

    @pytest.mark.parametrize(
        ("preset", "changes", "faults"),
        [
            ("traditionnel", {"target": 0}, [("not_positive", "target")]),
            ("traditionnel", {"target": 501}, [("target_not_multiple", "target")]),
            ("traditionnel", {"min_bid": 0}, [("not_positive", "min_bid")]),
            ("traditionnel", {"min_bid": 52}, [("min_bid_not_multiple", "min_bid")]),
            ("traditionnel", {"min_bid": 100}, []),
            ("traditionnel", {"min_bid": 105}, [("min_bid_above_hand", "min_bid")]),
            ("as-penalises", {"min_bid": 60}, []),
            ("as-penalises", {"min_bid": 65}, [("min_bid_above_hand", "min_bid")]),
            ("competitif", {"min_bid": 65}, [("min_bid_above_hand", "min_bid")]),
            ("achat-argent", {"min_bid": 3}, []),
            ("achat-argent", {"min_bid": 101}, [("min_bid_above_hand", "min_bid")]),
            ("traditionnel", {"defence_cap": 402}, [("cap_not_multiple", "defence_cap")]),
            ("traditionnel", {"partie_stake": 0}, [("not_positive", "partie_stake")]),
            ("traditionnel", {"first_dealer": 4}, [("seat_unknown", "first_dealer")]),
            ("achat-points", {"partie": "stake"}, [("partie_with_purchase", "partie")]),
            ("achat-argent", {"partie": "decides_match"}, [("partie_with_purchase", "partie")]),
            ("achat-points", {"defence_cap": 400}, [("cap_with_purchase", "defence_cap")]),
            ("achat-argent", {"initial_money": 0}, [("not_positive", "initial_money")]),
            (
                "achat-argent",
                {"initial_money": None},
                [("initial_money_missing", "initial_money")],
            ),
            (
                "achat-points",
                {"initial_money": 20},
                [("initial_money_without_purchase", "initial_money")],
            ),
            (
                "traditionnel",
                {"bid_format": "buy_points"},
                [("partie_with_purchase", "partie"), ("cap_with_purchase", "defence_cap")],
            ),
        ],
    )
    def test_faults(self, preset, changes, faults):
        found_faults = rule_faults(rules(preset, **changes))
        assert [(fault.code, fault.field) for fault in found_faults] == faults

    def test_a_fault_names_the_multiples_around(self):
        params = rule_faults(rules(min_bid=52))[0].params
        assert params == {"value": 52, "either": [50, 55]}
        assert rule_faults(rules(target=3))[0].params == {"value": 3, "either": [5]}
        assert rule_faults(rules(min_bid=103))[0].params == {"value": 103, "either": [100]}
        assert rule_faults(rules(defence_cap=3))[0].params == {"value": 3, "either": [0, 5]}


class TestParameters:
    """The parameters of a refusal's sentence: the entry's own figures, and those of the rules."""

    @pytest.mark.parametrize(
        ("entries", "params"),
        [
            ([hand(0, 45, 50)], {"bid": 45, "minimum": 50}),
            ([hand(0, 105, 50)], {"bid": 105, "maximum": 100}),
            ([*FIVE_BELOW, partie(0, 100)], {"score": -5, "side": 0}),
        ],
    )
    def test_of_a_bid(self, entries, params):
        assert refused(*entries).params == params

    def test_of_a_purse(self):
        using = rules("achat-argent")
        error = refused(hand(1, 15, 50), hand(3, 10, 50), using=using)
        assert error.params == {"bid": 10, "purse": 5, "side": 1}

    def test_of_a_capped_defence_that_would_have_won_the_bid(self):
        using = rules("reussie-ou-zero", defence_cap=400)
        note = sheet(*hundreds(1, 4), hand(0, 70, 60), using=using).lines[-1].notes[1]
        assert (note.code, note.params) == ("defence_capped", {"points": 80, "cap": 400})
