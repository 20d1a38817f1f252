"""The scoring of the jeu du Maître: the specification's cases, then every rule and refusal."""

from decimal import Decimal

import pytest

from games.maitre.engine.manches import trick_sums
from games.maitre.engine.piles import figures_of
from games.maitre.engine.scoring import replay, rule_faults
from games.maitre.presets import PRESETS
from games.sheet import RankedSide, Result
from tests.games.maitre.builders import (
    FORBIDDEN,
    bad,
    cards,
    codes,
    deltas,
    entry,
    figures,
    good,
    notes,
    quick,
    refusal,
    refused,
    rules,
    sheet,
)


class TestCases:
    """The numbered cases of the specification."""

    def test_1_a_contract_of_75_kept_adds_half(self):
        manche = quick(0, 0, contract=75, points=50, cards=10, valued=8)
        assert deltas(manche) == (75, 0, 0)
        line = sheet(manche).lines[0]
        note = next(note for note in line.notes if note.code == "contract_kept")
        assert note.params["reached"] == 80
        assert ("bonus", 0, 25) in notes(manche)

    def test_2_forty_per_cent_cost_a_fifth_which_each_other_gains(self):
        manche = quick(0, 0, contract=50, points=20, cards=10, valued=4)
        assert deltas(manche) == (16, 4, 4)
        assert sheet(manche).state["failures"] == [1, 0, 0]

    def test_3_a_gap_of_35_is_more_than_15(self):
        manche = quick(10, -5, points=40, valued=6)
        assert deltas(manche) == (40, 10, -5)
        gap = next(note for note in sheet(manche).lines[0].notes if note.code == "gap_kept")
        assert gap.params == {"gap": 35, "needed": 15}
        assert sheet(manche).state["failures"] == [0, 0, 0]

    def test_3_a_gap_of_exactly_15_is_not(self):
        manche = quick(10, 5, points=30)
        assert {"gap_failed", "not_validated"} <= codes(manche)
        assert sheet(manche).state["failures"] == [1, 0, 0]

    def test_4_the_magistral_discard_counts_major_and_minor_against(self):
        manche = cards(
            major="hearts",
            minor="diamonds",
            coffre={"major": "9H", "minor": "AD"},
            discard={"maitre": ["AS", "3C", "3S", "2D", "JS", "AH"]},
        )
        assert ("discard_value", 0, -3) in notes(manche)

    def test_5_a_queen_in_the_coffre_costs_13_and_neither_card_counts(self):
        manche = cards(coffre={"major": "QH", "minor": "AC"}, tricks={"0": [], "1": [], "2": []})
        coffre = [note for note in notes(manche) if note[0].startswith("coffre")]
        assert coffre == [("coffre_forbidden", 0, -13)]

    def test_6_two_failed_manches_eliminate_though_highest_in_points(self):
        failing = quick(30, 30, maitre=0, points=75, cards=20, valued=12)  # a gap of 15
        quiet = [quick(-5, -5, maitre=seat, points=10) for seat in (1, 2)]
        played = sheet(failing, *quiet, failing, *quiet)
        assert played.state["failures"] == [2, 0, 0]
        assert played.state["eliminated"] == [0]
        assert played.scores == (130, 70, 70)
        assert played.result == Result(
            (1, 2),
            "manches_played",
            (RankedSide(1, 1, 70), RankedSide(2, 1, 70), RankedSide(0, 3, 130, eliminated=True)),
        )

    def test_7_three_players_and_two_tours_are_six_manches(self):
        match = [good(seat) for seat in (0, 1, 2, 0, 1, 2)]
        played = sheet(*match)
        assert [line.dealer for line in played.lines] == [0, 1, 2, 0, 1, 2]
        assert played.result == Result(
            (0, 1, 2), "manches_played", tuple(RankedSide(seat, 1, 80) for seat in range(3))
        )
        assert sheet(*match[:5]).result is None
        assert refusal(*match, good(0)) == ("match_finished", None, 7)


class TestEntriesOfTheSpecification:
    """The two entries as the specification writes them."""

    def test_quick(self):
        manche = entry(
            contract=75,
            maitre=figures(38, 10, 8, 4, 3),
            coffre={"major_rank": 9, "minor_rank": 1},
            players={"1": 10, "2": -5},
        )
        # 38 + 4 + 9 − 1 − 3 = 47, and a bonus of half of 38.
        assert deltas(manche) == (66, 10, -5)
        assert notes(manche) == [
            ("trick_points", 0, 38),
            ("chute_points", 0, 4),
            ("coffre_counted", 0, 8),
            ("discard_value", 0, -3),
            ("player_points", 1, 10),
            ("player_points", 2, -5),
            ("contract_kept", 0, 0),
            ("bonus", 0, 19),
            ("gap_kept", 0, 0),
            ("validated", 0, 0),
        ]

    def test_detailed(self):
        # The Maître has 7 + 8 − 2 in tricks and 9 − 1 in the coffre, less 5 for the discarded
        # 5H. Seat 1 has 13 for KH and −4 for the chute, seat 2 has −13 for KC.
        assert deltas(cards()) == (16, 9, -13)
        assert notes(cards()) == [
            ("trick_points", 0, 13),
            ("coffre_counted", 0, 8),
            ("discard_value", 0, -5),
            ("player_points", 1, 13),
            ("player_chute", 1, -4),
            ("player_points", 2, -13),
            ("contract_kept", 0, 0),
            ("gap_kept", 0, 0),
            ("validated", 0, 0),
        ]

    def test_cards_come_to_the_same_as_their_figures(self):
        entry_figures = figures_of(3, 0, cards())
        assert entry_figures == {
            "contract": 50,
            "maitre": figures(13, 4, 3, 0, 5),
            "coffre": {"major_rank": 9, "minor_rank": 1},
            "players": {"1": 9, "2": -13},
        }
        assert deltas(entry(**entry_figures)) == deltas(cards())
        forbidden = figures_of(3, 0, cards(coffre={"major": "QH", "minor": "AC"}))
        assert forbidden["coffre"] == {"forbidden": True}

    def test_the_contract_left_out_is_the_lowest_and_is_filled_in(self):
        played = sheet(quick(points=40))
        assert played.lines[0].completed["contract"] == 50
        assert (
            sheet(quick(points=40), using=rules(contract_min=60)).lines[0].completed["contract"]
            == 60
        )

    def test_the_chute_of_the_maitre_counts_for_points_not_for_the_contract(self):
        manche = cards(chute={"winner": 0, "cards": ["4C", "3H"]})
        assert ("chute_points", 0, -1) in notes(manche)
        note = next(n for n in sheet(manche).lines[0].notes if n.code == "contract_kept")
        assert (note.params["valued"], note.params["counted"]) == (3, 4)

    def test_jokers_count_neither_for_points_nor_for_the_contract(self):
        plain = cards()
        joker = cards(tricks={"0": ["7H", "8H", "2C", "KS", "X1", "X2"], "1": ["KH"], "2": ["KC"]})
        assert deltas(joker) == deltas(plain)

    def test_an_empty_chute_is_legal(self):
        for chute in ({"winner": 1, "cards": []}, {"cards": []}, {}):
            assert "contract_kept" in codes(cards(chute=chute))

    def test_who_took_no_trick_may_be_left_out(self):
        assert deltas(cards(tricks={"0": ["7H", "8H"]}))[2] == 0


class TestContract:
    """Whether a contract is kept; the bonus and the malus, their base and rounding."""

    @pytest.mark.parametrize(
        ("contract", "valued", "cards_taken", "holds"),
        [(50, 5, 10, True), (50, 4, 9, False), (67, 2, 3, False), (66, 2, 3, True)],
    )
    def test_the_percentage_reached_is_never_rounded(self, contract, valued, cards_taken, holds):
        manche = quick(points=10, contract=contract, cards=cards_taken, valued=valued)
        assert ("contract_kept" in codes(manche)) is holds

    def test_no_card_in_tricks_reaches_zero(self):
        manche = quick(points=0, cards=0, valued=0)
        assert {"contract_failed", "malus"} <= codes(manche)
        assert deltas(manche) == (0, 0, 0)

    def test_contract_50_has_no_bonus(self):
        assert deltas(quick(points=40, valued=10)) == (40, 0, 0)

    def test_a_bonus_on_points_below_zero_is_none(self):
        manche = quick(contract=100, points=-20, cards=5, valued=5)
        assert ("no_bonus", 0, 0) in notes(manche)
        assert deltas(manche) == (-20, 0, 0)

    def test_a_malus_on_points_below_zero_still_costs(self):
        manche = quick(points=-20, cards=10, valued=4)
        assert deltas(manche) == (-24, 4, 4)

    def test_a_percentage_is_whole_where_it_is_and_else_has_its_hundredths(self):
        def reached(cards, valued):
            (failed,) = [
                note
                for note in sheet(quick(points=1, cards=cards, valued=valued, contract=100))
                .lines[0]
                .notes
                if note.code == "contract_failed"
            ]
            assert failed.side == 0
            return failed.params["reached"]

        assert reached(4, 1) == 25
        assert type(reached(4, 1)) is int
        assert reached(3, 1) == Decimal("33.33")
        # 2 of 33 is 6.06 %, rounded to hundredths.
        assert reached(33, 2) == Decimal("6.06")

    def test_a_contract_failed_above_fifty_has_no_malus(self):
        manche = quick(contract=75, points=40, cards=10, valued=6)
        assert {"contract_failed", "no_malus", "not_validated"} <= codes(manche)
        assert deltas(manche) == (40, 0, 0)

    def test_the_malus_may_be_counted_from_the_contract(self):
        manche = quick(contract=75, points=40, cards=10, valued=6)
        assert deltas(manche, using=rules(malus_reference="contract")) == (28, 12, 12)

    @pytest.mark.parametrize(
        ("base", "given"), [("tricks", (38 + 47 - 38 + 19, 0, 0)), ("all", (47 + 23.5, 0, 0))]
    )
    def test_the_base_is_the_tricks_or_all_card_points(self, base, given):
        manche = quick(
            contract=75,
            points=38,
            valued=8,
            chute=4,
            discard=3,
            coffre={"major_rank": 9, "minor_rank": 1},
        )
        assert deltas(manche, using=rules(contract_base=base)) == given

    def test_a_forbidden_coffre_counts_in_the_base_of_all(self):
        manche = quick(contract=75, points=33, valued=8, coffre=FORBIDDEN)
        assert deltas(manche, using=rules(contract_base="all")) == (30, 0, 0)

    def test_rounded_to_hundredths_half_away_from_zero(self):
        # 1 of 3 is 33⅓ %, which gives a malus of 33⅓ % of 10.
        assert deltas(quick(points=10, cards=3, valued=1)) == (
            Decimal("6.67"),
            Decimal("3.33"),
            Decimal("3.33"),
        )
        # 7 of 16 is 43.75 %, which gives a malus of 12.5 % of 33, or 4.125.
        assert deltas(quick(points=33, cards=16, valued=7))[1] == Decimal("4.13")

    def test_rounded_to_whole_points(self):
        whole = rules(rounding="integer")
        assert deltas(quick(points=10, cards=3, valued=1), using=whole) == (7, 3, 3)
        # The malus of 25 % of 10 is 2.5, which is rounded to 3.
        assert deltas(quick(points=10, cards=8, valued=3), using=whole) == (7, 3, 3)

    def test_whole_figures_stay_integers(self):
        match = [quick(points=10, cards=3, valued=1), quick(maitre=1, points=10, cards=3, valued=1)]
        played = sheet(*match, quick(maitre=2, points=10, cards=3, valued=1))
        assert all(type(score) is Decimal for score in sheet(match[0]).scores)
        assert played.scores == (Decimal("13.33"),) * 3
        assert type(sheet(quick(points=20, valued=4)).scores[0]) is int

    def test_the_malus_counts_in_the_gap(self):
        # The Maître has 20 − 4 = 16 and the others have 4 + 4, so the gap is 8.
        manche = quick(points=20, valued=4)
        gap = next(n for n in sheet(manche).lines[0].notes if n.code == "gap_failed")
        assert gap.params["gap"] == 8

    def test_a_coffre_forbidden_does_not_fail_the_manche_by_itself(self):
        assert "validated" in codes(quick(points=40, coffre=FORBIDDEN))

    def test_the_coffre_penalty_is_a_rule(self):
        manche = quick(points=40, coffre=FORBIDDEN)
        assert deltas(manche, using=rules(coffre_penalty=20)) == (20, 0, 0)


class TestCoffre:
    """Which cards the coffre may hold."""

    @pytest.mark.parametrize(
        "coffre",
        [
            {"major": "JH", "minor": "AC"},
            {"major": "9H", "minor": "KC"},
            {"major": "X1", "minor": "AC"},
            {"major": "9H", "minor": "X2"},
            {"major": "QS", "minor": "AC"},  # a neutral face is forbidden, not of a wrong suit
            {"major": "KC", "minor": "QH"},
        ],
    )
    def test_a_face_or_a_joker_is_forbidden(self, coffre):
        tricks = {"0": ["7H", "8H", "2C"]}
        discard = {"maitre": ["5H"]}
        assert ("coffre_forbidden", 0, -13) in notes(
            cards(coffre=coffre, tricks=tricks, discard=discard)
        )

    @pytest.mark.parametrize(
        ("coffre", "field"),
        [
            ({"major": "AC", "minor": "9H"}, "coffre.major"),
            ({"major": "9S", "minor": "AC"}, "coffre.major"),
            ({"major": "9H", "minor": "3H"}, "coffre.minor"),
            ({"major": "QH", "minor": "3D"}, "coffre.minor"),
            ({"major": "9C", "minor": "X1"}, "coffre.major"),
        ],
    )
    def test_plain_cards_are_of_the_declared_suits(self, coffre, field):
        tricks = {"0": ["7H", "8H", "2C"]}
        manche = cards(coffre=coffre, tricks=tricks)
        assert refusal(manche) == ("coffre_suit", field, 1)
        name = field.removeprefix("coffre.")
        suit = {"major": "hearts", "minor": "clubs"}[name]
        assert refused(manche).params == {"card": coffre[name], "suit": suit}


class TestRefusals:
    """Every code of a refused entry, with the field at fault."""

    @pytest.mark.parametrize("contract", [49, 101, -1])
    def test_contract_out_of_range(self, contract):
        assert refusal(quick(contract=contract)) == ("contract_out_of_range", "contract", 1)

    @pytest.mark.parametrize("rank", [0, 11, 13, None])
    @pytest.mark.parametrize("name", ["major_rank", "minor_rank"])
    def test_coffre_rank(self, name, rank):
        coffre = {"major_rank": 5, "minor_rank": 5, name: rank}
        assert refusal(quick(coffre=coffre)) == ("coffre_rank", f"coffre.{name}", 1)

    def test_coffre_rank_when_nothing_is_said_of_it(self):
        assert refusal(quick(coffre={}))[0] == "coffre_rank"

    def test_a_forbidden_coffre_needs_no_ranks_and_ignores_them(self):
        coffre = FORBIDDEN | {"major_rank": 9, "minor_rank": 1}
        assert deltas(quick(points=40, coffre=coffre)) == (27, 0, 0)
        # A rank that no card has is refused even so.
        coffre = FORBIDDEN | {"minor_rank": 14}
        assert refusal(quick(coffre=coffre)) == ("coffre_rank", "coffre.minor_rank", 1)

    def test_valued_exceed_cards(self):
        refused_with = refusal(quick(cards=4, valued=5))
        assert refused_with == ("valued_exceed_cards", "maitre.trick_valued", 1)
        assert refused(quick(cards=4, valued=5)).params == {"valued": 5, "taken": 4}

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"points": 14, "valued": 1}, "maitre.trick_points"),
            ({"points": 9, "valued": 1}, "maitre.trick_points"),  # the coffre holds it
            ({"points": 0, "valued": 1}, "maitre.trick_points"),
            ({"points": 1, "cards": 0, "valued": 0}, "maitre.trick_points"),
            ({"points": 0, "cards": 30, "valued": 25}, "maitre.trick_valued"),
            ({"points": 0, "cards": 53, "valued": 0}, "maitre.trick_cards"),
            ({"points": 0, "cards": -1, "valued": -1}, "maitre.trick_cards"),
            ({"chute": 92}, "maitre.chute_points"),
            ({"chute": -92}, "maitre.chute_points"),
            ({"discard": 183}, "maitre.discard_value"),
            ({"discard": -1}, "maitre.discard_value"),
        ],
    )
    def test_points_impossible_for_the_maitre(self, fields, field):
        assert refusal(quick(**fields)) == ("points_impossible", field, 1)

    def test_all_cards_but_the_jokers_may_be_in_tricks(self):
        assert refusal(quick(points=0, cards=53, valued=0))[1] == "maitre.trick_cards"
        assert deltas(quick(points=0, cards=52, valued=0), using=rules(contract_min=0)) == (0, 0, 0)

    @pytest.mark.parametrize(
        ("fields", "field", "expected"),
        [
            # One card of value that is not a nine gives −13 to 13.
            ({"points": 14, "valued": 1}, "trick_points", (14, -13, 13)),
            # 26 cards have a value, of which two are in the coffre.
            ({"points": 0, "cards": 30, "valued": 25}, "trick_valued", (25, 0, 24)),
            ({"points": 0, "cards": 53, "valued": 0}, "trick_cards", (53, 0, 52)),
            ({"chute": 92}, "chute_points", (92, -91, 91)),
            ({"discard": 183}, "discard_value", (183, 0, 182)),
        ],
    )
    def test_points_impossible_says_what_is_possible(self, fields, field, expected):
        error = refused(quick(**fields))
        assert error.field == f"maitre.{field}"
        names = ("points", "lowest", "highest")
        assert error.params == dict(zip(names, expected, strict=True))

    @pytest.mark.parametrize("points", [92, -92])
    def test_points_impossible_for_another(self, points):
        assert refusal(quick(0, points)) == ("points_impossible", "players.2", 1)

    @pytest.mark.parametrize(
        "players", [{}, {"1": 0}, {"1": 0, "2": 0, "3": 0}, {"0": 0, "1": 0, "2": 0}, {"x": 1}]
    )
    def test_players_incomplete(self, players):
        manche = entry(maitre=figures(), coffre=FORBIDDEN, players=players)
        assert refusal(manche) == ("players_incomplete", "players", 1)

    @pytest.mark.parametrize(
        ("players", "seats"),
        [({}, [1, 2]), ({"2": 0}, [1]), ({"1": 0, "2": 0, "3": 0}, [1, 2])],
    )
    def test_players_incomplete_names_who_lacks(self, players, seats):
        """The refusal names the seats without points or, if there are too many points, all seats
        whose points are expected.
        """
        manche = entry(maitre=figures(), coffre=FORBIDDEN, players=players)
        assert refused(manche).params == {"seats": seats}

    def test_figures_missing(self):
        manche = entry(coffre=FORBIDDEN, players={"1": 0, "2": 0})
        assert refusal(manche) == ("figures_missing", "maitre.trick_points", 1)

    def test_same_suit(self):
        assert refusal(cards(minor="hearts")) == ("same_suit", "minor", 1)
        assert refused(cards(minor="hearts")).params == {"suit": "hearts"}

    @pytest.mark.parametrize("name", ["major", "minor"])
    def test_suits_missing(self, name):
        assert refusal(cards(**{name: None})) == ("suits_missing", name, 1)

    def test_coffre_missing(self):
        assert refusal(cards(coffre={"major": "9H"}))[:2] == ("coffre_missing", "coffre.minor")

    @pytest.mark.parametrize("text", ["7h", "1H", "", "X3", "10Z"])
    def test_card_unknown(self, text):
        manche = cards(tricks={"0": ["7H", text]})
        assert refusal(manche) == ("card_unknown", "tricks.0", 1)
        assert refused(manche).params == {"text": text}

    def test_card_repeated(self):
        manche = cards(tricks={"0": ["7H"], "1": ["7H"]})
        assert refusal(manche) == ("card_repeated", "tricks.1", 1)
        assert refusal(cards(tricks={"0": ["9H"]})) == ("card_repeated", "tricks.0", 1)

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"coffre": {"major": "ZH", "minor": "AC"}}, "coffre.major"),
            ({"coffre": {"major": "9H", "minor": "ZC"}}, "coffre.minor"),
            ({"chute": {"winner": 1, "cards": ["Z"]}}, "chute.cards"),
            ({"discard": {"maitre": ["Z"]}}, "discard.maitre"),
            ({"discard": {"maitre": [], "players": ["Z"]}}, "discard.players"),
        ],
    )
    def test_a_card_is_refused_in_the_pile_it_is_in(self, changes, field):
        assert refusal(cards(**changes)) == ("card_unknown", field, 1)

    def test_cards_missing_names_them(self):
        manche = cards(discard={"maitre": [], "players": ["2S", "3S"]})
        error = refused(manche)
        assert (error.code, error.field) == ("cards_missing", None)
        assert error.params["count"] == 54 - 2 - 8 - 1 - 2
        assert error.params["cards"][:2] == ["AS", "4S"]

    def test_chute_winner_missing(self):
        manche = cards(chute={"cards": ["4C"]})
        assert refusal(manche) == ("chute_winner_missing", "chute.winner", 1)

    @pytest.mark.parametrize("winner", [-1, 3])
    def test_seat_unknown_in_the_chute(self, winner):
        manche = cards(chute={"winner": winner, "cards": []})
        assert refusal(manche) == ("seat_unknown", "chute.winner", 1)

    def test_seat_unknown_in_the_tricks(self):
        assert refusal(cards(tricks={"3": []})) == ("seat_unknown", "tricks", 1)

    def test_figures_and_cards_do_not_mix(self):
        assert refusal(cards(maitre=figures())) == ("forms_mixed", "maitre", 1)
        assert refusal(cards(players={})) == ("forms_mixed", "players", 1)
        both = {"major": "9H", "minor": "AC", "major_rank": 9}
        assert refusal(cards(coffre=both)) == ("forms_mixed", "coffre", 1)
        for coffre in ({"minor_rank": 9}, {"forbidden": True}):
            both = {"major": "9H", "minor": "AC", **coffre}
            assert refusal(cards(coffre=both)) == ("forms_mixed", "coffre", 1)
        assert refusal(quick(coffre={"major": "9H", "minor": "AC"}))[:2] == (
            "forms_mixed",
            "coffre",
        )


class TestPossibleFigures:
    """Which sums of points a number of cards can make."""

    def test_one_card(self):
        everything = {*range(1, 14), *range(-13, 0)}
        assert trick_sums(1, None) == everything
        assert trick_sums(1, (9, 1)) == everything - {9, -1}

    def test_all_cards(self):
        assert trick_sums(26, None) == {0}
        assert trick_sums(24, (9, 1)) == {-8}
        assert trick_sums(25, (9, 1)) == frozenset()
        assert trick_sums(0, (9, 1)) == {0}

    def test_thirteen_cards_reach_all_of_the_major_suit(self):
        assert max(trick_sums(13, None)) == 91
        assert max(trick_sums(12, (13 - 3, 1))) == 81


class TestMatch:
    """Turns, failures, elimination, the end."""

    def test_the_state_is_of_the_manche_to_come(self):
        played = sheet(bad(), using=rules(first_maitre=0))
        assert played.state == {
            "manche": 2,
            "maitre": 1,
            "failures": [1, 0, 0],
            "eliminated": [],
        }
        assert played.next == {"maitre": 1}
        at_first = replay(rules(first_maitre=2), 3, [])
        assert (at_first.state["manche"], at_first.next) == (1, {"maitre": 2})

    def test_the_maitre_moves_from_the_first(self):
        using = rules(first_maitre=2, tours=1)
        played = sheet(good(2), good(0), good(1), using=using)
        assert [line.dealer for line in played.lines] == [2, 0, 1]
        assert played.next is None
        assert played.state["maitre"] == 2  # who begins a rematch

    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_a_tour_is_a_manche_for_each_player(self, seats):
        others = [0] * (seats - 1)
        match = [quick(*others, maitre=seat, points=40) for seat in range(seats)]
        using = rules(tours=1)
        assert sheet(*match, seats=seats, using=using).result.winners == tuple(range(seats))
        assert sheet(*match[:-1], seats=seats, using=using).result is None

    def test_failures_go_on_being_counted(self):
        match = [bad(0), good(1), good(2)] * 3
        played = sheet(*match, using=rules(tours=3))
        assert played.state["failures"] == [3, 0, 0]
        eliminated = [n.code for line in played.lines for n in line.notes if n.code == "eliminated"]
        assert eliminated == ["eliminated"]

    def test_nobody_wins_when_all_are_eliminated(self):
        match = [quick(0, 5, maitre=0), quick(0, 3, maitre=1), quick(0, 0, maitre=2)]
        played = sheet(*match, using=rules(tours=1, failures_to_eliminate=1))
        assert played.result == Result(
            (),
            "manches_played",
            (
                RankedSide(2, 1, 8, eliminated=True),
                RankedSide(0, 2, 0, eliminated=True),
                RankedSide(1, 2, 0, eliminated=True),
            ),
        )

    def test_the_eliminated_are_ordered_below_all_others(self):
        match = [
            quick(0, 0, 0, maitre=0, points=40),
            quick(0, 0, 0, maitre=1, points=5),
            quick(0, 0, 0, maitre=2, points=10),
            quick(0, 0, 0, maitre=3, points=20),
        ]
        played = sheet(*match, seats=4, using=rules(tours=1, failures_to_eliminate=1))
        assert [(p.side, p.rank, p.eliminated) for p in played.result.ranking] == [
            (0, 1, False),
            (3, 2, False),
            (2, 3, True),
            (1, 4, True),
        ]

    def test_a_refusal_names_its_line(self):
        assert refusal(good(0), quick(contract=1, maitre=1))[2] == 2


class TestRulesets:
    """Presets, and the rulesets that are refused."""

    def test_the_preset_is_sound_and_gives_every_rule(self):
        (preset,) = PRESETS
        assert preset.slug == "lyonnais"
        assert rule_faults(rules(**preset.values), 3) == []
        assert preset.values == {
            "tours": 2,
            "contract_min": 50,
            "contract_max": 100,
            "gap": 15,
            "coffre_penalty": 13,
            "failures_to_eliminate": 2,
            "malus_reference": "fifty",
            "contract_base": "tricks",
            "rounding": "exact",
        }

    @pytest.mark.parametrize(
        ("changes", "code", "field"),
        [
            ({"tours": 0}, "not_positive", "tours"),
            ({"failures_to_eliminate": 0}, "not_positive", "failures_to_eliminate"),
            ({"gap": -1}, "negative", "gap"),
            ({"coffre_penalty": -1}, "negative", "coffre_penalty"),
            ({"contract_max": 101}, "not_a_percentage", "contract_max"),
            ({"contract_min": -1}, "not_a_percentage", "contract_min"),
            ({"contract_min": 80, "contract_max": 70}, "contracts_crossed", "contract_max"),
            ({"first_maitre": 3}, "seat_unknown", "first_maitre"),
        ],
    )
    def test_refused_rulesets(self, changes, code, field):
        faults = [(fault.code, fault.field) for fault in rule_faults(rules(**changes), 3)]
        assert faults == [(code, field)]

    @pytest.mark.parametrize(
        ("changes", "params"),
        [
            ({"contract_max": 101}, {"value": 101}),
            ({"tours": 0}, {"value": 0}),
            ({"gap": -1}, {"value": -1}),
            ({"contract_min": 80, "contract_max": 70}, {"lowest": 80, "highest": 70}),
            ({"first_maitre": 3}, {"number": 3}),
        ],
    )
    def test_what_is_wrong_is_said(self, changes, params):
        assert rule_faults(rules(**changes), 3)[0].params == params
