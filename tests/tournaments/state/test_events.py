"""Tests of the events that change how a tournament is played, and its options."""

from dataclasses import replace

import pytest

from tests.tournaments.state.logs import after, drawn, opened, played, refused
from tournaments.draws.field import Options, Points
from tournaments.state.events import KINDS
from tournaments.state.options import DEFAULT_TIE_BREAKS, options_of, state_of
from tournaments.state.tournament import TournamentState


class TestOpening:
    def test_the_least_that_is_told(self):
        assert state_of({"format": "swiss", "edition": 3}) == TournamentState(
            "swiss",
            Options(),
            ("points", "direct_encounter", "buchholz", "difference", "lots"),
            "",
        )
        assert TournamentState("swiss", Options(), (), "").state == "registration"
        assert not state_of({"format": "swiss"}).check_in

    def test_all_that_may_be_told(self):
        data = {
            "format": "round_robin",
            "options": {"cycles": 2, "check_in": True, "matches_per_table": 3, "match_mode": "x"},
            "tie_breaks": ["points", "lots"],
            "seed": "graine",
            "state": "draft",
            "edition": 3,
        }
        assert state_of(data) == TournamentState(
            "round_robin",
            Options(cycles=2, points=Points(bye=0), leaver="auto"),
            ("points", "lots"),
            "graine",
            check_in=True,
            state="draft",
        )

    def test_options_of_lists(self):
        given = {
            "forbidden_pairs": [[3, 1], [2, 4]],
            "place_points": [3, 1],
            "points": {"win": 3},
        }
        assert options_of("swiss", given) == Options(
            forbidden_pairs=frozenset({frozenset({1, 3}), frozenset({2, 4})}),
            place_points=(3, 1),
            points=Points(win=3),
        )
        assert options_of("tables", {"place_points": "ranks"}).place_points == "ranks"
        assert options_of("swiss", {"points": None}).points == Points()
        assert options_of("melee", {"points": {"bye": 2}}).points == Points(bye=2)
        assert options_of("melee", {"bye_score": [13, 7]}).bye_score == (13, 7)

    def test_a_log_without_an_edition_keeps_the_defaults_it_was_played_by(self):
        byes = {
            edition: {
                slug: state_of({"format": slug, **edition_of}).options.points.bye
                for slug in ("swiss", "round_robin", "groups", "melee", "tables")
            }
            for edition, edition_of in ((1, {}), (2, {"edition": 2}))
        }
        # None means that a rest is worth as much as a win.
        assert byes == {
            1: {"swiss": 1, "round_robin": 0, "groups": 0, "melee": 0, "tables": 1},
            2: {"swiss": None, "round_robin": 0, "groups": 0, "melee": None, "tables": None},
        }
        before = state_of({"format": "melee"})
        assert before.options.edition == 1
        assert after(before, ("set_up", {"seed": "t"})).options.edition == 1
        data = {"options": {"rounds": 3}, "edition": 3}
        assert after(before, ("set_up", data)).options == Options(rounds=3)

    def test_who_leaves_is_a_matter_of_the_third_edition_where_all_meet_all(self):
        rules = {
            (slug, edition): options_of(slug, given, edition).leaver
            for slug, edition, given in (
                ("round_robin", 3, {}),
                ("groups", 3, {"leaver": "annul"}),
                ("swiss", 3, {"leaver": "annul"}),
                ("round_robin", 2, {}),
                ("groups", 1, {"leaver": "annul"}),
            )
        }
        assert list(rules.values()) == ["auto", "annul", "", "", ""]

    @pytest.mark.parametrize("edition", [0, 4, "2", True, 1.0])
    def test_an_edition_that_is_not_known_here(self, edition):
        with pytest.raises(ValueError, match=r"^edition$"):
            state_of({"format": "swiss", "edition": edition})

    def test_a_rest_in_a_formula_x_is_won_to_nothing_unless_something_is_declared(self):
        scores = [
            options_of("formule_x", given).bye_score
            for given in ({"target": 500}, {}, {"target": None}, {"bye_score": [13, 7]})
        ]
        assert scores == [(500, 0), (0, 0), (0, 0), (13, 7)]
        assert options_of("swiss", {"target": 500}).bye_score == 0
        counting = {slug: options_of(slug, {}).counting for slug in ("formule_x", "cumulative")}
        assert counting == {"formule_x": "bonus", "cumulative": "score"}


class TestSettingUp:
    def test_what_is_not_told_stays(self):
        opening = {"format": "swiss", "options": {"rounds": 4, "check_in": True}, "state": "draft"}
        before = state_of({**opening, "seed": "s", "tie_breaks": ["lots"], "edition": 3})
        assert after(before, ("set_up", {"seed": "t"})) == replace(before, seed="t")
        assert after(before, ("set_up", {"tie_breaks": ["points"]})) == replace(
            before, tie_breaks=("points",)
        )
        assert after(before, ("set_up", {"options": {"rounds": 5}})) == replace(
            before, options=Options(rounds=5), check_in=False
        )

    def test_another_format_has_its_own_options(self):
        before = opened(3, "swiss", rounds=4, check_in=True)
        assert after(before, ("set_up", {"format": "round_robin"})) == replace(
            before,
            format="round_robin",
            options=Options(points=Points(bye=0), leaver="auto"),
            check_in=False,
        )

    def test_not_after_the_first_draw(self):
        night = drawn(opened(2))
        assert refused(night, "set_up", {"options": {}}) == ("already_drawn", "options", {})
        assert refused(night, "set_up", {}) == ("already_drawn", None, {})


class TestStillOpen:
    """Tests of the settings that may still change between the first draw and the last."""

    def night(self):
        return played(opened(8, "swiss", rounds=4))

    def test_the_number_of_rounds_and_the_criteria_after_the_first(self):
        night = self.night()
        longer = after(night, ("set_up", {"options": {"rounds": 5}}))
        assert longer == replace(night, options=replace(night.options, rounds=5))
        change = {"tie_breaks": ["points", "lots"]}
        assert after(night, ("set_up", change)) == replace(night, tie_breaks=("points", "lots"))

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"seed": "autre"}, "seed"),
            ({"format": "round_robin"}, "format"),
            ({"options": {"rounds": 4, "check_in": True}}, "options"),
            ({"options": {"rounds": 4, "same_club": True}}, "options"),
            ({"tie_breaks": ["lots"]}, "tie_breaks"),
        ],
    )
    def test_nothing_else(self, data, field):
        assert refused(self.night(), "set_up", data) == ("already_drawn", field, {})

    def test_not_fewer_rounds_than_are_drawn_nor_anything_after_the_last(self):
        night = played(self.night())
        assert refused(night, "set_up", {"options": {"rounds": 1}}) == (
            "rounds_drawn",
            "options.rounds",
            {"count": 2},
        )
        last = after(night, ("set_up", {"options": {"rounds": 2}}))
        change = {"tie_breaks": ["points", "lots"]}
        assert refused(last, "set_up", change) == ("already_drawn", "tie_breaks", {})


class TestState:
    @pytest.mark.parametrize("state", ["draft", "registration", "finished"])
    def test_before_the_first_draw(self, state):
        assert after(opened(2), ("state", {"state": state})).state == state

    def test_not_running_without_a_round(self):
        expected = ("state_not_possible", "state", {"state": "running"})
        assert refused(opened(2), "state", {"state": "running"}) == expected

    def test_once_drawn_it_is_finished_early_and_reopened(self):
        running = drawn(opened(2))
        over = after(running, ("state", {"state": "finished"}))
        assert over == replace(running, state="finished")
        assert after(over, ("state", {"state": "running"})) == running
        for state in ("draft", "registration"):
            expected = ("state_not_possible", "state", {"state": state})
            assert refused(running, "state", {"state": state}) == expected


def test_ratings_given_at_the_first_draw():
    before = opened(3)
    first, second, third = before.entrants
    rated_night = after(before, ("rated", {"ratings": {"1": 1510.0, "3": 1490.0}}))
    assert rated_night.entrants == (
        replace(first, rating=1510.0),
        second,
        replace(third, rating=1490.0),
    )
    again = after(rated_night, ("rated", {"ratings": {"2": 1500.0}}))
    assert [entrant.rating for entrant in again.entrants] == [1510.0, 1500.0, 1490.0]


@pytest.mark.parametrize("kind", ["described", "palmares", "timer"])
def test_what_is_only_told_changes_nothing(kind):
    before = played(opened(4))
    assert after(before, (kind, {"name": "Autre"})) == before


def test_the_kinds_of_a_log():
    assert list(KINDS) == [
        *(
            "opened",
            "set_up",
            "entered",
            "entrants_changed",
            "entrant_deleted",
            "link_renewed",
            "entrant_state",
            "sign_up",
            "paid",
            "entrant_waits",
            "entrant_seed",
            "rated",
            "decided",
            "state",
        ),
        *(
            "described",
            "palmares",
            "timer",
            "fee",
            "noted",
            "drawn",
            "swapped",
            "locked",
            "seated",
            "rests_asked",
            "partners_answered",
            "redrawn",
        ),
        *("published", "withdrawn", "closed"),
        *("challenged", "challenge_withdrawn", "brought_up"),
        *("playing", "confirmed", "refused"),
        *("board_played", "boards_solved", "deals_entered", "results_merged", "taken_back"),
        *("reported", "corrected", "asked"),
    ]


def test_default_tie_breaks_hold_from_the_opening_on():
    assert opened(2).tie_breaks == DEFAULT_TIE_BREAKS
