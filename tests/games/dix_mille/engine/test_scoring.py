"""The scoring of 10 000: the specification's cases, then every rule and refusal."""

import pytest

from games.dix_mille.engine.rulesets import rule_faults
from games.dix_mille.engine.throws import Group, alike_points, best_readings, context_of
from games.dix_mille.presets import PRESETS
from games.sheet import RankedSide, Result, RuleError
from tests.games.dix_mille.builders import (
    VALUES,
    bust,
    entry,
    notes,
    paliers,
    points,
    refusal,
    rules,
    scores,
    sheet,
    throws,
)

FREE = {"entry_score": 0}
OPEN = rules(**FREE)
SIX = rules("six-des", **FREE, entry_single_throw=False)
ODD = rules("impair")
CONFIRM = rules("confirmation", **FREE)
JOKER = rules("joker", **FREE)
LATE = rules("suites-longues", **FREE)


def total(*texts, using=OPEN):
    """Return the points of a turn noted by its dice."""
    return scores(throws(*texts), using=using)[0]


def refused_turn(*texts, using=OPEN):
    """Return the code and field with which a turn noted by its dice is refused."""
    return refusal(throws(*texts), using=using)[:2]


class TestCases:
    """The numbered cases of the specification."""

    def test_1_a_main_pleine_adds_up_and_an_earlier_figure_counts_beside_a_new_one(self):
        assert total("33311:33311", "22236:2223") == 800

    def test_2_an_ace_then_two_more_are_no_brelan(self):
        assert total("12234:1", "1123:11") == 300

    def test_3_a_carre_and_a_five_are_a_main_pleine_and_must_be_rolled(self):
        assert refused_turn("22225:22225") == ("must_roll_main_pleine", "throws")
        assert total("22225:22225", "15623:15") == 600

    def test_3_yam_of_aces_and_carre_of_sixes(self):
        assert total("11111:11111", "12346:1") == 4100
        assert total("66662:6666") == 1200

    def test_4_a_carre_of_fives_is_broken_to_end_round(self):
        assert total("11554:1155", "5:5", "55552:5555") == 900

    def test_4_a_brelan_of_fives_too(self):
        assert total("11554:1155", "5:5", "55542:555") == 500

    def test_5_no_stop_on_fifty_nor_below_the_entry(self):
        assert refusal(points(350), using=OPEN) == ("cannot_stop_on_fifty", "points", 1)
        assert refusal(points(600)) == ("below_entry", "points", 1)
        assert refused_turn("15664:15", using=OPEN) == ("cannot_stop_on_fifty", "throws")
        assert refused_turn("66634:666", using=rules()) == ("below_entry", "throws")

    def test_6_three_coches_strike_the_palier(self):
        turns = [points(700), bust(), points(400), bust(), points(200)]
        played = sheet(*turns, *[bust()] * 6)
        assert paliers(played, 0) == [(700, 0, False), (1100, 0, False), (1300, 3, True)]
        assert played.scores == (1100, 0)

    def test_7_a_player_reached_falls_back(self):
        played = sheet(points(1000), points(700), bust(), points(600), points(300))
        assert played.scores == (1300, 700)
        assert paliers(played, 1) == [(700, 0, False), (1300, 0, True)]

    def test_7_a_fall_onto_a_third_player_leaves_them_without_the_chain(self):
        turns = [points(1000), points(800), points(800)]  # seat 1 falls out
        assert scores(*turns, seats=3) == (1000, 0, 800)
        turns = [points(1000), points(700), bust(), bust(), points(600), points(700), points(300)]
        assert scores(*turns, seats=3) == (1300, 700, 700)
        chained = rules(chain_collision=True)
        assert scores(*turns, seats=3, using=chained) == (1300, 700, 0)
        assert notes(*turns, seats=3, using=chained) == [
            ("palier", 0, 300),
            ("collision", 1, -600),
            ("chain_collision_out", 2, -700),
        ]

    def test_8_passing_the_target_is_a_coche_and_reaching_it_wins(self):
        start = [points(9800), bust()]
        over = sheet(*start, points(300))
        assert (over.scores, paliers(over, 0)) == ((9800, 0), [(9800, 1, False)])
        assert notes(*start, points(300)) == [("overshoot", 0, 0), ("coche", 0, 0)]
        assert ("target_reached", 0, 0) in notes(*start, points(200))
        won = sheet(*start, points(200))
        assert won.result == Result((0,), "target", (RankedSide(0, 1, 10000), RankedSide(1, 2, 0)))

    def test_9_taking_over_starts_from_the_points_and_the_dice_left(self):
        given = throws("66642:666")
        assert scores(given, throws("13:1", carried=True), using=OPEN) == (600, 700)
        assert sheet(given, using=OPEN).next["may_carry"] == {"points": 600, "dice": 2}

    def test_10_a_throw_without_a_new_figure_does_not_count_the_earlier_one(self):
        lost = throws("11442:11", "666:666", "44263")
        played = sheet(points(700), bust(), lost)
        assert (played.scores, paliers(played, 0)) == ((700, 0), [(700, 1, False)])

    def test_11_the_two_variants_of_the_full(self):
        product = rules("charentaise", main_pleine="may_stop")
        assert total("66633:66633", using=product) == 1800
        assert total("22266:22266", using=rules("full", **FREE, main_pleine="may_stop")) == 500

    def test_12_suites_in_several_throws(self):
        assert total("12233:1", "2345:2345", "12346:1", using=LATE) == 700
        assert total("12233:1", "5233:5", "234:234", "15664:15", using=LATE) == 600

    def test_13_every_figure_is_confirmed_by_the_next_throw(self):
        in_hand = ["12345:12345", "66624:666", "52:5"]
        # The preset's own example: « au total 1500+600+50=2150 points ».
        assert scores(throws(*in_hand), using=rules("confirmation")) == (2150, 0)
        assert total(*in_hand, "5:5", "12346:1", using=CONFIRM) == 2300
        assert notes(throws(*in_hand[:2], "32"), using=CONFIRM) == [("bust_before_entry", 0, 0)]

    def test_14_odd_combinations_double_and_pair(self):
        assert total("66643:666", "63:6", using=ODD) == 1200
        assert total("66643:666", "63:6", "6:6", using=ODD) == 2400
        assert total("66643:666", "44:44", using=ODD) == 800

    def test_15_six_dice(self):
        # The preset's own example, for a player who has entered: « pour un total de 1150 ».
        entered = [throws("111234:111"), bust()]
        turn = throws("654221:51", "1113:111")
        assert scores(*entered, turn, using=rules("six-des")) == (2150, 0)
        assert total("654221:51", "1113:111", using=SIX) == 1150


class TestEntering:
    def test_enters_with_the_entry_score(self):
        assert notes(points(700)) == [("entered", 0, 700)]

    def test_in_one_throw(self):
        using = rules("six-des")
        assert refusal(throws("666234:666", "123:1"), using=using)[0] == "below_entry"
        spread = throws("666234:666", "333:333", "122346:1")
        assert refusal(spread, using=using)[:2] == ("entry_not_single_throw", "throws")
        assert scores(throws("111234:111"), using=using) == (1000, 0)
        # Points that were taken over count for the entry score, but they were not thrown, so
        # they do not make the single throw that is needed.
        start = [throws("111234:111")]
        taken = throws("155:1", carried=True)
        assert refusal(*start, taken, using=using)[0] == "must_keep_scoring"
        taken = throws("155:155", "123466:1", carried=True)
        assert refusal(*start, taken, using=using)[0] == "entry_not_single_throw"
        assert refusal(*start, points(1500, carried=True), using=using)[:2] == (
            "entry_not_single_throw",
            "points",
        )

    def test_a_player_who_lost_every_palier_must_enter_again(self):
        turns = [points(700), *[bust()] * 6]
        played = sheet(*turns)
        assert (played.scores, paliers(played, 0)) == ((0, 0), [(700, 3, True)])
        assert refusal(*turns, bust(), points(600))[0] == "below_entry"
        again = sheet(*turns, bust(), points(800))
        assert paliers(again, 0) == [(700, 3, True), (800, 0, False)]


class TestBusts:
    def test_points_zero_a_bust_and_a_die_off_the_table_are_alike(self):
        for turn in (points(0), bust(), bust(reason="off_table"), points(0, reason="off_table")):
            played = sheet(points(700), bust(), turn)
            assert paliers(played, 0) == [(700, 1, False)]
        assert notes(points(700), bust(), bust(reason="off_table")) == [
            ("off_table", 0, 0),
            ("coche", 0, 0),
        ]

    def test_a_die_off_the_table_loses_what_was_in_hand(self):
        turn = throws("11443:11", "443:", reason="off_table")
        lost = throws("11443:11", reason="off_table")
        played = sheet(points(700), bust(), lost)
        assert paliers(played, 0) == [(700, 1, False)]
        assert notes(points(700), bust(), lost) == [("off_table_lost", 0, 0), ("coche", 0, 0)]
        assert played.lines[2].notes[1].params == {"points": 200}
        usual = {"points": 0, "bust": True, "reason": "off_table", "carried": False}
        assert played.lines[2].completed.items() >= usual.items()
        assert played.next["may_carry"] is None
        # The points are lost even where stopping was not allowed: on 50, with a main pleine, or
        # below the entry.
        for texts in (["15664:15"], ["22225:22225"], ["12346:1"]):
            assert notes(throws(*texts, reason="off_table"))[0][0] == "off_table_lost"
        # If the last throw scores nothing, the turn is lost in the same way, under another note.
        assert notes(points(700), bust(), turn)[0] == ("off_table", 0, 0)
        # Points that were taken over are lost too. A turn that has passed the target was over
        # before the die fell.
        given = [throws("66642:666")]
        taken = throws("13:1", carried=True, reason="off_table")
        assert notes(*given, taken, using=OPEN)[:2] == [
            ("off_table_lost", 1, 0),
            ("roussellement", 1, 0),
        ]
        over = throws("11144:11144", reason="off_table")
        assert refusal(points(9500), bust(), over, using=OPEN)[:2] == (
            "reason_without_bust",
            "reason",
        )

    def test_no_coche_before_entering(self):
        played = sheet(*[bust()] * 8)
        assert played.state["players"][0] == {"entered": False, "coches": 0, "paliers": []}
        assert notes(bust()) == [("bust_before_entry", 0, 0)]

    def test_coches_that_need_not_be_consecutive_come_back(self):
        using = rules(coches_consecutive=False)
        turns = [points(700), bust(), bust(), bust(), points(300), *[bust()] * 7]
        assert paliers(sheet(*turns, using=using), 0) == [(700, 1, False), (1000, 3, True)]
        assert sheet(*turns, using=using).state["players"][0]["coches"] == 1

    def test_a_fall_by_coches_strikes_nobody_else(self):
        turns = [points(700), points(700)]
        assert scores(*turns) == (0, 700)
        turns = [points(700), bust(), points(100), points(700), *[bust(), bust()] * 3]
        assert scores(*turns) == (700, 0)

    def test_two_players_on_the_score_landed_on_are_both_struck(self):
        using = rules(coches_to_strike=1)
        turns = [points(900), points(700), points(900)]  # 0 falls out
        assert scores(*turns, seats=3, using=using) == (0, 700, 900)
        turns = [
            points(800), points(700), points(900),
            bust(), points(100), bust(),
        ]  # fmt: skip
        assert scores(*turns, seats=3, using=using) == (0, 800, 0)


class TestCarryOver:
    GIVEN = throws("66642:666")

    def test_it_passes_on_from_player_to_player(self):
        turns = [self.GIVEN, throws("13:1", carried=True), throws("1:1", "12346:1", carried=True)]
        assert scores(*turns, using=OPEN, seats=3) == (600, 700, 900)
        assert notes(*turns, using=OPEN, seats=3) == [("entered", 2, 900), ("ruissellement", 2, 0)]

    def test_it_ends_with_a_bust(self):
        lost = throws("23", carried=True)
        assert notes(self.GIVEN, lost, using=OPEN) == [
            ("roussellement", 1, 0),
            ("bust_before_entry", 1, 0),
        ]
        assert refusal(self.GIVEN, lost, throws("1:1", carried=True), using=OPEN)[:2] == (
            "nothing_to_carry",
            "carried",
        )

    def test_after_a_quick_turn_the_taker_says_how_many(self):
        assert sheet(points(700)).next["may_carry"] == {"points": 700, "dice": None}
        for thrown in ("13:1", "134:1", "1346:1"):
            assert scores(points(700), throws(thrown, carried=True)) == (700, 800)
        assert refusal(points(700), throws("1:1", carried=True))[0] == "must_roll_main_pleine"
        assert refusal(points(700), throws("12346:1", carried=True))[0] == "dice_count"

    def test_none_on_a_main_pleine_nor_without_the_rule_nor_at_the_start(self):
        may_stop = rules(main_pleine="may_stop")
        assert sheet(throws("12345:12345"), using=may_stop).next["may_carry"] is None
        assert sheet(points(700), using=rules(carry_over=False)).next["may_carry"] is None
        assert refusal(points(700, carried=True))[0] == "nothing_to_carry"

    def test_the_points_taken_over_must_be_exceeded(self):
        turn = points(700, carried=True)
        assert refusal(points(700), turn) == ("carried_not_exceeded", "points", 2)
        assert scores(points(700), points(0, carried=True)) == (700, 0)

    def test_the_givers_figures_and_dice_do_not_serve(self):
        given = throws("12346:1")
        turns = [given, throws("2345:5", "236", carried=True)]
        assert scores(*turns, using=LATE) == (100, 0)
        odd = [throws("66643:666"), throws("63", carried=True)]
        assert scores(*odd, using=ODD) == (600, 0)


class TestMainPleine:
    def test_may_stop_where_the_rules_say_so(self):
        assert total("12345:12345", using=rules(main_pleine="may_stop")) == 1500

    def test_a_win_from_1500_on_need_not_roll(self):
        using = rules(win_on_main_pleine_from=1500)
        won = sheet(points(8500), bust(), throws("12345:12345"), using=using)
        assert won.result.winners == (0,)
        short = [points(8600), bust(), throws("11144:11144")]
        assert refusal(*short, using=using)[0] == "must_roll_main_pleine"

    def test_passing_the_target_ends_the_turn_on_that_throw(self):
        start = [points(9900), bust()]
        assert notes(*start, throws("11346:11")) == [("overshoot", 0, 0), ("coche", 0, 0)]
        assert refusal(*start, throws("11346:11", "123:1"))[0] == "throw_after_bust"


class TestTheEnd:
    def test_first_at_or_past_the_target(self):
        past = sheet(points(9800), bust(), points(350), using=ODD)
        assert (past.scores, past.result.ended_by) == ((10150, 0), "target")

    def test_nothing_after_the_end(self):
        assert refusal(points(10000), bust()) == ("match_finished", None, 2)

    def test_a_yam_of_aces_wins_and_the_score_stays(self):
        using = rules("yam-d-as")
        start = [points(700), points(900)]
        for turn in (entry(instant_win=True), throws("11111:11111")):
            won = sheet(*start, turn, using=using)
            assert won.result == Result(
                (0,), "instant_win", (RankedSide(0, 1, 700), RankedSide(1, 2, 900))
            )
            assert notes(*start, turn, using=using) == [("instant_win", 0, 0)]
        for turn, refused in (
            (entry(instant_win=True, reason="off_table"), ("reason_without_bust", "reason", 3)),
            (entry(instant_win=True, points=700), ("throws_mismatch", "points", 3)),
            (entry(instant_win=True, bust=True), ("throws_mismatch", "points", 3)),
        ):
            assert refusal(*start, turn, using=using) == refused
        assert refusal(*start, entry(instant_win=True))[:2] == (
            "instant_win_not_in_rules",
            "instant_win",
        )

    def test_six_aces_in_one_throw_win_with_six_dice(self):
        won = sheet(throws("111111:111111"), using=rules("six-des"))
        assert won.result.ended_by == "instant_win"

    def test_a_turn_each_goes_round_once(self):
        using = rules("dernier-tour", last_round="turn_each")
        turns = [points(10000), bust(), bust()]
        running = sheet(*turns[:2], using=using, seats=3)
        assert (running.result, running.next["seat"]) == (None, 2)
        ended = sheet(*turns, using=using, seats=3)
        assert (ended.result.winners, ended.result.ended_by) == ((0,), "last_round")
        # The same holds whoever reaches the target, even the last player of the round.
        turns = [bust(), bust(), points(10000), bust(), bust()]
        assert sheet(*turns[:4], using=using, seats=3).result is None
        assert sheet(*turns, using=using, seats=3).result.winners == (2,)

    @pytest.mark.parametrize(
        ("turns", "over", "winner", "ended_by"),
        [
            # The third player reaches the target, so nobody is left in the round.
            ([bust(), bust(), points(10000)], 3, 2, "target"),
            # The first player reaches it, so the second and the third still play.
            ([points(10000), bust(), bust()], 3, 0, "last_round"),
            # The second player reaches it, so only the third still plays.
            ([bust(), points(10000), bust()], 3, 1, "last_round"),
            # The first and then the third reach it: the first is struck, and both others have
            # one turn.
            ([points(10000), bust(), points(10000), bust(), bust()], 5, 2, "last_round"),
            # This repeats at each new strike: the second strikes the third, and both others have
            # one turn.
            (
                [points(10000), bust(), points(10000), bust(), points(10000), bust(), bust()],
                7,
                1,
                "last_round",
            ),
        ],
    )
    def test_16_the_round_is_finished_and_a_whole_one_begins_at_each_strike(
        self, turns, over, winner, ended_by
    ):
        using = rules("dernier-tour")
        for count in range(1, over):
            assert sheet(*turns[:count], using=using, seats=3).result is None, count
        ended = sheet(*turns, using=using, seats=3)
        assert (ended.result.winners, ended.result.ended_by) == ((winner,), ended_by)
        assert [score for score in ended.scores if score] == [10000]

    def test_the_line_says_which_last_round_begins(self):
        using = rules("dernier-tour")
        assert ("finish_round", 0, 0) in notes(points(10000), using=using, seats=3)
        again = [points(10000), bust(), points(10000)]
        assert ("last_round", 2, 0) in notes(*again, using=using, seats=3)
        each = rules("dernier-tour", last_round="turn_each")
        assert ("last_round", 0, 0) in notes(points(10000), using=each, seats=3)

    def test_one_who_reaches_it_too_strikes_the_first_and_begins_anew(self):
        using = rules("dernier-tour", last_round="turn_each")
        turns = [points(700), points(9000), points(9300), points(1000), bust()]
        ended = sheet(*turns, using=using)
        assert ended.lines[3].totals == (700, 10000)
        assert (ended.result.winners, ended.scores) == ((1,), (700, 10000))


class TestConfirmation:
    def test_a_five_beside_a_figure_does_not_confirm_it(self):
        assert refused_turn("22231:2221", using=CONFIRM) == ("unconfirmed_figure", "throws")
        assert scores(throws("22231:2221", "6"), using=CONFIRM) == (0, 0)

    def test_a_figure_confirms_and_is_to_be_confirmed(self):
        assert refused_turn("12345:12345", "66624:666", using=CONFIRM)[0] == "unconfirmed_figure"

    def test_after_a_main_pleine_all_dice_confirm(self):
        assert total("12345:12345", "12346:1", using=CONFIRM) == 1600
        assert scores(throws("12345:12345", "22346"), using=CONFIRM) == (0, 0)

    def test_a_doubling_die_confirms_nothing(self):
        using = rules("confirmation", **FREE, extra_die="double")
        assert scores(throws("66624:666", "63"), using=using) == (0, 0)
        assert refused_turn("66624:666", "63:6", using=using)[0] == "keep_scores_nothing"


class TestJokers:
    def test_they_count_with_the_next_throw_that_scores(self):
        # This is a main pleine: all five dice have scored, so all are thrown again.
        assert total("11554:11:55", "1:1", "12346:1", using=JOKER) == 500

    def test_they_are_thrown_after_one_that_does_not(self):
        turn = ["11554:11:55", "6", "52:5"]
        assert total(*turn, "15:15", "12346:1", using=JOKER) == 500
        assert refused_turn(*turn, "152:15", using=JOKER)[0] == "dice_count"
        assert scores(throws("11554:11:55", "6", "24"), using=JOKER) == (0, 0)

    def test_a_five_may_wait_whatever_was_thrown_before(self):
        """500 + 50 + 100 use all five dice. Then come 200, and then 50 for the joker with 100 for
        the ace.
        """
        turn = ["55524:555", "52:5", "1:1", "62252:222:5", "1:1"]
        assert total(*turn, "12346:1", using=JOKER) == 500 + 50 + 100 + 200 + 150 + 100
        # A joker that is thrown again is an ordinary die, and counts only what it then shows.
        assert total(*turn[:4], "6", "5:5", using=JOKER) == 500 + 50 + 100 + 200 + 50

    def test_one_of_two_fives_beside_a_new_figure_is_a_joker(self):
        """After a brelan of 5s each further 5 is worth 100 beside three 2s. A 5 that waits as a
        joker counts 50.
        """
        using = rules("joker", **FREE, extra_die="hundred")
        thrown = (2, 2, 2, 5, 5)
        (reading,) = best_readings(thrown, context_of(using, thrown, figures=((5, 500),)))
        assert reading.points == 200 + 100 + 100
        assert reading.with_jokers((5,)).points == 200 + 100 + 50
        assert sorted(reading.with_jokers((5,)).groups) == [
            Group("alike", (2, 2, 2), 200),
            Group("extra", (5,), 100),
            Group("single", (5,), 50),
        ]
        assert reading.with_jokers((5, 5)).points == 200 + 50 + 50

    def test_a_joker_doubles_nothing(self):
        """The fourth 5 doubles 500 to 1000, the fifth doubles it to 2000, and the sixth waits as a
        joker for 50.
        """
        using = rules("joker", **FREE, extra_die="double", no_fifty=False)
        turn = ["55524:555", "52:5", "1:1", "55346:5:5", "146:1"]
        assert total(*turn, using=using) == 500 + 500 + 100 + 1000 + 150
        # The ace counts immediately, and the 5 waits as a joker for the next throw that scores.
        assert total(*turn[:3], "51346:1:5", "126:1", using=using) == 1100 + 100 + 150

    def test_a_five_that_counts_by_itself_waits_before_one_that_doubles(self):
        """On 50 a carré of 5s is broken up: 50 for one of them, 3500 for three that double the
        earlier 500.
        """
        using = rules("joker", **FREE, extra_die="double")
        thrown = (5, 5, 5, 5)
        context = context_of(using, thrown, total=650, figures=((5, 500),))
        (reading,) = best_readings(thrown, context)
        assert reading.points == 50 + 3500
        assert reading.with_jokers((5,)) == reading
        assert reading.with_jokers((5, 5)).points == 50 + 50 + 1500

    def test_the_dice_of_a_figure_do_not_wait(self):
        assert refused_turn("55552:555:5", "1:1", using=JOKER)[0] == "keep_scores_nothing"

    def test_refused(self):
        assert refused_turn("11554:11:55", "6", using=JOKER) == ("joker_must_be_thrown", "throws")
        assert refused_turn("11554:11:55", using=JOKER)[0] == "throw_missing"
        assert refused_turn("11554:11:55", "1:1")[0] == "jokers_not_in_rules"
        assert refused_turn("15554:1:555", "1:1", using=JOKER)[0] == "keep_scores_nothing"
        assert refused_turn("11115:1111:5", "1:1", using=JOKER)[0] == "joker_needs_other_die"
        assert refused_turn("11554:11:5", "1:1", using=JOKER)[0] == "must_keep_scoring"
        assert refused_turn("11554::1155", "1:1", using=JOKER)[0] == "must_keep_scoring"


class TestFourTwoOne:
    USING = rules("variante-421", **FREE)

    def test_three_dice_only(self):
        assert total("11346:11", "421:421", "12346:1", using=self.USING) == 2300
        assert refused_turn("11346:11", "421:421", using=self.USING)[0] == "must_roll_main_pleine"
        assert total("11346:11", "421:1") == 300


class TestCombinations:
    """A combination that needs all the dice of a throw is one group of all of them."""

    @pytest.mark.parametrize(
        ("using", "dice", "turn", "kind", "points", "fills"),
        [
            (rules("full"), (2, 2, 2, 6, 6), {}, "full", 500, False),
            (SIX, (2, 2, 3, 3, 4, 4), {}, "three_pairs", 600, False),
            (rules("variante-421"), (1, 2, 4), {}, "four_two_one", 2000, True),
            (LATE, (2, 3, 4, 5), {"aside": (1,)}, "late_suite", 500, True),
            (LATE, (2, 3, 4), {"aside": (1, 5)}, "late_suite", 300, True),
            (ODD, (4, 4), {"after_brelan": True}, "pair", 200, False),
        ],
    )
    def test_each(self, using, dice, turn, kind, points, fills):
        (reading,) = best_readings(dice, context_of(using, dice, **turn))
        assert reading.groups == (Group(kind, dice, points),)
        assert (reading.points, reading.dice, reading.fills) == (points, dice, fills)
        assert reading.is_figure is (kind in ("full", "late_suite"))

    def test_the_brelan_of_a_full_is_a_figure_of_the_turn(self):
        dice = (2, 2, 2, 6, 6)
        (reading,) = best_readings(dice, context_of(rules("full"), dice))
        assert reading.figures == ((2, 200),)

    def test_four_alike_make_nothing_where_only_odd_numbers_do(self):
        assert [alike_points("odd", 2, count) for count in (3, 4, 5)] == [200, 0, 2000]
        assert [alike_points("classic", 2, count) for count in (3, 4, 5)] == [200, 400, 800]
        assert [alike_points("six_dice", 2, count) for count in (3, 4, 5, 6)] == [
            200,
            400,
            800,
            2000,
        ]


class TestKeepingLess:
    USING = rules(**FREE, may_reroll_scoring=True)

    def test_any_scoring_part_may_be_kept_but_not_on_a_stop(self):
        assert total("11534:1", "1123:11", using=self.USING) == 300
        assert refused_turn("11534:1", using=self.USING)[0] == "must_keep_scoring"
        assert refused_turn("11534:1", "1123:11")[0] == "must_keep_scoring"
        assert refused_turn("11534:14", "123:1", using=self.USING)[0] == "keep_scores_nothing"


REFUSED_TURNS = [
    (["1134:11"], "dice_count"),
    (["11344:11", "1134:11"], "dice_count"),
    (["11347:11"], "die_out_of_range"),
    (["11344:111"], "keep_not_thrown"),
    (["11344:114"], "keep_scores_nothing"),
    (["22346:2"], "keep_scores_nothing"),
    (["11344"], "must_keep_scoring"),
    (["11344:1"], "must_keep_scoring"),
    (["22266:222"], "must_keep_scoring"),  # a full keeps all five
    (["22346", "12346:1"], "throw_after_bust"),
    ([], "throw_missing"),
]


@pytest.mark.parametrize(("texts", "code"), REFUSED_TURNS)
def test_turns_refused(texts, code):
    assert refused_turn(*texts) == (code, "throws")


REFUSED_STOPS = [
    (["15664:15"], OPEN, {"points": 150}),
    (["66634:666"], rules(), {"points": 600, "minimum": 700}),
    (["22225:22225"], OPEN, {"total": 450}),
    (["11554:11:55", "6"], JOKER, {"count": 2}),
    (["666234:666", "333:333", "122346:1"], rules("six-des"), {"entry": 1000}),
]


@pytest.mark.parametrize(("texts", "using", "params"), REFUSED_STOPS)
def test_a_stop_that_is_refused_says_its_figures(texts, using, params):
    with pytest.raises(RuleError) as caught:
        sheet(throws(*texts), using=using)
    assert caught.value.params == params


@pytest.mark.parametrize(
    ("before", "turn", "using", "either"),
    [
        # Only totals on which one may stop are offered.
        ([], points(720), rules(), [700, 800]),
        ([], points(49), rules(), [700]),
        ([], points(-50), rules(), [700]),
        ([], points(775), rules(no_fifty=False), [750, 800]),
        ([points(700), bust()], points(120), rules(), [100, 200]),
        ([points(800)], points(810, carried=True), rules(), [900]),
        # One may stop on no total nearby, so only 0, a lost turn, is offered.
        ([points(9950), bust()], points(20), rules(no_fifty=False, target=9950 + 40), [0]),
    ],
)
def test_points_between_two_fifties_name_those_that_are_possible(before, turn, using, either):
    with pytest.raises(RuleError) as caught:
        sheet(*before, turn, using=using)
    assert caught.value.params == {"either": either}


@pytest.mark.parametrize(
    ("before", "wrong", "left"), [([], 12_345, 10_000), ([points(9800), bust()], 320, 200)]
)
def test_points_between_two_fifties_and_beyond_the_target_name_what_is_left(before, wrong, left):
    with pytest.raises(RuleError) as caught:
        sheet(*before, points(wrong))
    assert (caught.value.code, caught.value.params) == ("points_beyond_target", {"left": left})


@pytest.mark.parametrize(
    ("texts", "using", "either"),
    [
        (["11554:11"], OPEN, ["1-1-5-5"]),
        (["22266:222"], OPEN, ["2-2-2-6-6"]),
        (["11344"], OPEN, ["1-1"]),
        (["13452"], rules("impair"), ["1-2-3-4-5"]),
        # Two ways of keeping are worth the same, and either is right.
        (["34566"], rules("impair"), ["3-4-5", "4-5-6"]),
    ],
)
def test_a_refusal_says_which_dice_must_be_kept(texts, using, either):
    with pytest.raises(RuleError) as caught:
        sheet(throws(*texts), using=using)
    assert (caught.value.code, caught.value.params["either"]) == ("must_keep_scoring", either)


REFUSED_ENTRIES = [
    (entry(), "throw_missing", "points"),
    (points(720), "points_not_multiple", "points"),
    (points(12_345), "points_beyond_target", "points"),
    (points(-50), "points_not_multiple", "points"),
    (points(700, seat=1), "not_your_turn", "seat"),
    (points(700, bust=True), "throws_mismatch", "points"),
    (points(700, reason="off_table"), "reason_without_bust", "reason"),
    (throws("11144:11144", "12346:1", points=1000), "throws_mismatch", "points"),
    (throws("11144:11144", "12346:1", bust=True), "throws_mismatch", "bust"),
    (throws("11144:11144", points=1000, reason="off_table"), "throws_mismatch", "points"),
    (throws(reason="off_table"), "throw_missing", "throws"),
    (throws("11443", reason="off_table"), "must_keep_scoring", "throws"),
]


@pytest.mark.parametrize(("turn", "code", "field"), REFUSED_ENTRIES)
def test_entries_refused(turn, code, field):
    assert refusal(turn) == (code, field, 1)


def test_points_beyond_any_turn_are_refused():
    assert refusal(points(2_000_000), using=ODD)[:2] == ("points_too_high", "points")
    assert refusal(points(1_000_050), using=ODD)[:2] == ("points_too_high", "points")
    assert scores(points(1_000_000), using=ODD) == (1_000_000, 0)


def test_three_four_five_six_may_be_kept_either_way():
    for dice in ("345", "456"):
        assert total("12266:1", f"3456:{dice}", using=ODD) == 300


REFUSED_RULES = [
    ({"dice": 6}, "dice_with_scoring", "dice"),
    ({"scoring": "six_dice"}, "dice_with_scoring", "dice"),
    ({"dice": 6, "scoring": "odd"}, "dice_with_scoring", "dice"),
    ({"scoring": "odd", "confirmation": True}, "confirmation_needs_classic", "confirmation"),
    ({"scoring": "odd", "jokers": True}, "jokers_needs_classic", "jokers"),
    ({"confirmation": True, "jokers": True}, "confirmation_with_jokers", "jokers"),
    ({"last_round": "turn_each", "collision": False}, "last_round_needs_collision", "last_round"),
    (
        {"last_round": "finish_round", "exact_target": False},
        "last_round_needs_collision",
        "last_round",
    ),
    ({"target": 10050}, "target_unreachable", "target"),
    ({"target": 600}, "target_below_entry", "target"),
    ({"target": 0, "exact_target": False}, "not_positive", "target"),
    ({"entry_score": 720}, "entry_not_multiple", "entry_score"),
    ({"coches_to_strike": 0}, "not_positive", "coches_to_strike"),
    ({"win_on_main_pleine_from": -1}, "not_positive", "win_on_main_pleine_from"),
]


@pytest.mark.parametrize(("changes", "code", "field"), REFUSED_RULES)
def test_rulesets_refused(changes, code, field):
    assert (code, field) in [(fault.code, fault.field) for fault in rule_faults(rules(**changes))]


@pytest.mark.parametrize(
    ("changes", "params"),
    [
        ({"entry_score": 720}, {"either": [700, 750]}),
        ({"entry_score": -20}, {"either": [0]}),
        ({"target": 10050}, {"step": 100, "either": [10000, 10100]}),
        ({"target": 10020, "no_fifty": False}, {"step": 50, "either": [10000, 10050]}),
        ({"target": 120}, {"step": 100, "either": [700]}),
        ({"target": 600}, {"entry": 700}),
        ({"dice": 6}, {"expected": 5}),
        ({"scoring": "six_dice"}, {"expected": 6}),
    ],
)
def test_a_refused_ruleset_says_what_would_do(changes, params):
    (fault,) = rule_faults(rules(**changes))
    assert fault.params == params


def test_a_target_on_fifty_is_sound_where_one_may_stop_there():
    assert rule_faults(rules(target=10050, no_fifty=False)) == []
    assert rule_faults(rules(target=10050, exact_target=False)) == []


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
def test_presets_are_sound_and_give_every_rule(preset):
    assert rule_faults(rules(preset.slug)) == []
    assert set(preset.values) == set(VALUES["classique"])


def test_what_is_expected():
    assert sheet(points(700), seats=3).next == {
        "seat": 1,
        "entered": False,
        "may_carry": {"points": 700, "dice": None},
        "minimum": 700,
        "to_target": 10000,
    }
    assert sheet(points(700), bust()).next["minimum"] == 100
    assert sheet(using=rules(entry_score=750)).next["minimum"] == 800
    assert sheet(using=ODD).next["minimum"] == 50


def test_a_petit_palier_is_marked():
    using = rules(petit_palier=True)
    assert notes(points(700), bust(), points(100), using=using) == [
        ("palier", 0, 100),
        ("petit_palier", 0, 0),
    ]
    assert notes(points(700), bust(), points(100)) == [("palier", 0, 100)]
    assert notes(points(700), bust(), points(200), using=using) == [("palier", 0, 200)]


@pytest.mark.parametrize(
    ("turn", "completed"),
    [
        (points(700), {"points": 700}),
        (bust(reason="off_table"), {"points": 0, "bust": True, "reason": "off_table"}),
        (entry(instant_win=True), {"instant_win": True}),
        (throws("11111:11111"), {"instant_win": True, "throws": throws("11111:11111").throws}),
        (throws("22346"), {"points": 0, "bust": True, "throws": throws("22346").throws}),
    ],
)
def test_a_turn_is_completed(turn, completed):
    line = sheet(turn, using=rules("yam-d-as")).lines[0]
    usual = {"seat": 0, "points": None, "bust": False, "reason": None, "carried": False}
    assert line.completed == {**usual, "throws": None, "instant_win": False, **completed}


def test_each_throw_is_explained_to_its_player():
    turn = throws("11554:11:55", "6", "24")
    line = sheet(points(700), turn, using=rules("joker")).lines[1]
    assert [(note.code, note.side, dict(note.params)) for note in line.notes] == [
        (
            "throw_jokers",
            1,
            {
                "throw": 1,
                "thrown": "1-1-4-5-5",
                "kept": "1-1",
                "count": 2,
                "added": 200,
                "waiting": "5-5",
            },
        ),
        ("throw_lost", 1, {"throw": 2, "thrown": "6"}),
        ("throw_lost", 1, {"throw": 3, "thrown": "2-4"}),
        ("bust_before_entry", 1, {}),
    ]
    (first_note,) = sheet(throws("12346:1"), using=OPEN).lines[0].notes[:1]
    params = {"throw": 1, "thrown": "1-2-3-4-6", "kept": "1", "count": 1, "added": 100}
    assert (first_note.code, first_note.side, first_note.params) == ("throw_kept", 0, params)


def test_how_many_dice_were_to_be_thrown_is_said():
    for turn, params in (
        ([throws("1134:11")], {"throw": 1, "count": 4, "expected": 5}),
        ([throws("11344:11", "1134:11")], {"throw": 2, "count": 4, "expected": 3}),
        # After a turn noted by its points the number of dice left is not known: it is at most
        # four.
        ([points(700), throws("12346:1", carried=True)], {"throw": 1, "count": 5, "expected": 4}),
    ):
        with pytest.raises(RuleError) as caught:
            sheet(*turn, using=OPEN)
        assert caught.value.params == params
