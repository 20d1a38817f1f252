"""Tests of the formats that are suggested to an officer, and of their order."""

import pytest

from tournaments.formats.advice import Situation, advise, with_numbers

# A match takes 35 minutes, and there are five between two rounds: four rounds take 160 minutes, six
# take 240, and seven take 280.
OFFERED = [
    (7, 210, None, ["swiss rounds=5", "groups", "single_elimination third_place=True"]),
    (8, 180, None, ["swiss rounds=4", "formule_x rounds=4", "maastricht"]),
    # 14 entrants make fields of 4, 4, 3 and 3, which play three rounds and two of knockouts.
    (14, 240, None, ["swiss rounds=6", "maastricht", "groups b_final=True"]),
    (
        24,
        180,
        None,
        ["swiss rounds=4", "formule_x rounds=4", "rotation movement=mitchell rounds=4"],
    ),
    (24, 300, None, ["swiss rounds=7", "maastricht", "groups b_final=True"]),
    (40, 300, None, ["swiss rounds=7", "maastricht", "formule_x rounds=4"]),
    # Beyond 40 entrants, the fields of a maastricht are large. So it comes after formats whose
    # single standing everybody can win.
    (48, 300, None, ["swiss rounds=7", "formule_x rounds=4", "maastricht"]),
    # In a room of eight tables, the twelve tables of a round of groups need two waves, which take
    # 75 minutes. The last round of barrages has six tables and takes 40. So only barrages leave
    # time for a field B.
    (24, 350, 8, ["swiss rounds=4", "maastricht", "groups pool_style=barrage b_final=True"]),
]


@pytest.mark.parametrize(("entrants", "minutes", "tables", "offered"), OFFERED)
def test_what_is_offered(entrants, minutes, tables, offered):
    suggestions = advise(Situation(entrants, minutes, 35, tables))
    formulas = [
        " ".join(
            [suggestion.format, *(f"{name}={value}" for name, value in suggestion.options.items())]
        )
        for suggestion in suggestions
    ]
    assert formulas == offered


def test_for_a_season_a_ladder_or_everybody_against_everybody():
    ladder, robin = advise(Situation(30, 60, 35, season=True))
    assert (ladder.format, ladder.plan.rounds, ladder.reasons) == ("ladder", (), ("season",))
    # No evening has time for so many rounds, but a season has no limit.
    assert (robin.format, len(robin.plan.rounds), robin.reasons) == (
        "round_robin",
        29,
        ("all_meet",),
    )
    assert (robin.minutes, robin.over) == (0, 0)
    assert [
        suggestion.format
        for suggestion in advise(Situation(8, 180, 35, entering="people", season=True))
    ] == [
        "ladder",
        "round_robin",
    ]


def test_a_suggestion_says_what_its_field_b_is_for():
    by_format = {suggestion.format: suggestion for suggestion in advise(Situation(14, 240, 35))}
    assert by_format["groups"].reasons == ("final", "least_matches", "field_b", "rests")
    assert by_format["maastricht"].reasons == ("own_level", "final", "rests")


def test_what_is_said_for_each_and_the_minutes_that_it_lacks():
    def advised(entrants, minutes):
        suggestions = advise(Situation(entrants, minutes, 35))
        return [
            (suggestion.format, suggestion.reasons, suggestion.over) for suggestion in suggestions
        ]

    assert advised(4, 200) == [
        ("round_robin", ("all_meet",), 0),
        ("double_elimination", ("second_chance",), 0),
        ("single_elimination", ("final", "half_once"), 0),
    ]
    # A double elimination is not possible with three entrants.
    assert [name for name, _reasons, _over in advised(3, 200)] == [
        "round_robin",
        "single_elimination",
    ]
    assert advised(8, 125) == [
        ("swiss", ("all_play", "told_apart"), 0),
        ("formule_x", ("all_play", "each_point"), 0),
        ("cascade", ("own_level", "final"), 0),
    ]
    # Two rounds take 80 minutes. A knockout of six has three rounds, which take 120.
    assert advised(6, 60) == [
        ("swiss", ("all_play", "not_told_apart"), 20),
        ("single_elimination", ("final", "half_once"), 60),
    ]


@pytest.mark.parametrize(
    ("entrants", "entering", "minutes", "tables", "offered"),
    [
        # At most four rounds of a mêlée are suggested, two more than it needs.
        (
            22,
            "people",
            210,
            None,
            [
                ("melee", {"rounds": 4}, ("partners", "all_play", "rests")),
                (
                    "rotation",
                    {"movement": "individual", "rounds": 5},
                    ("partners", "known", "all_play", "rests"),
                ),
            ],
        ),
        (
            23,
            "many",
            130,
            None,
            # The size of the tables is a number to turn, and not another formula.
            [
                ("tables", {"table_size": 4, "rounds": 3}, ("all_play",)),
                ("rotation", {"movement": "tables", "rounds": 3}, ("known", "all_play")),
            ],
        ),
        # With three tables, each round needs two waves, and two rounds take 150 minutes.
        (
            23,
            "many",
            150,
            3,
            [
                ("tables", {"table_size": 4, "rounds": 2}, ("all_play", "waves")),
                (
                    "rotation",
                    {"movement": "tables", "rounds": 2},
                    ("known", "all_play", "waves"),
                ),
            ],
        ),
    ],
)
def test_what_people_alone_and_tables_of_more_are_offered(
    entrants, entering, minutes, tables, offered
):
    suggestions = advise(Situation(entrants, minutes, 35, tables, entering))
    assert [
        (suggestion.format, suggestion.options, suggestion.reasons) for suggestion in suggestions
    ] == offered
    assert not any(suggestion.over for suggestion in suggestions)


def test_tables_too_few_for_a_round_double_its_minutes():
    # Three tables of four share a room of two, so a round needs two waves: 2 × 35 + 5 minutes.
    suggestions = advise(Situation(12, 130, 35, 2, "many"))
    assert [
        (suggestion.format, suggestion.waves, suggestion.minutes, suggestion.over)
        for suggestion in suggestions
    ] == [
        ("tables", 2, 150, 20),
        ("rotation", 2, 150, 20),
    ]


def test_who_meets_new_people_at_tables_may_know_all_rounds_from_the_start():
    # Nine sit at two tables. Three tables of three would need two waves.
    suggestions = advise(Situation(9, 80, 35, 2, "many"))
    assert [
        (suggestion.format, suggestion.options, suggestion.minutes) for suggestion in suggestions
    ] == [
        ("tables", {"table_size": 4, "rounds": 2}, 80),
        ("rotation", {"movement": "tables", "rounds": 2}, 80),
    ]


def test_of_three_nobody_plays_for_a_third_place():
    robin, single = advise(Situation(3, 200, 35))
    # The round robin has three rounds of 40 minutes, the knockout has two.
    assert (robin.minutes, robin.reasons) == (120, ("all_meet", "rests"))
    assert (single.minutes, single.options) == (80, {})
    assert advise(Situation(4, 200, 35))[-1].options == {"third_place": True}


def test_a_swiss_ends_once_everybody_has_met_everybody():
    by_format = {suggestion.format: suggestion for suggestion in advise(Situation(5, 300, 35))}
    assert by_format["swiss"].options == {"rounds": 4}
    assert by_format["swiss"].reasons == ("all_play", "rests", "told_apart")
    assert by_format["swiss"].minutes == 160


def test_a_knockout_without_a_field_b_where_a_small_room_has_time_for_no_more():
    # Ten entrants have two tables. The knockout has 10 meetings in 5 stages of one or two waves.
    # Two rounds of a Swiss have three waves each.
    single, swiss = advise(Situation(10, 200, 35, 2))
    assert (single.format, single.options, single.minutes, single.over) == (
        "single_elimination",
        {"third_place": True},
        195,
        0,
    )
    assert single.reasons == ("final", "half_once", "waves")
    assert (swiss.format, swiss.minutes, swiss.over, swiss.waves) == ("swiss", 220, 20, 3)


def test_the_same_deals_at_all_tables_are_a_formula_of_their_own():
    # Eight deals of six minutes and five minutes between two rounds: three rounds take 159 minutes.
    evening = Situation(8, 180, 35, deal_minutes=6)
    *others, same = advise(evening)
    assert [suggestion.format for suggestion in others] == ["swiss", "formule_x"]
    options = {"movement": "barometer", "duplicate": "matchpoints", "deals": 8, "rounds": 3}
    assert same.options == {**options, "deals_by": "table"}
    assert (same.minutes, same.plan.tables) == (159, 4)
    # A game without it is offered nothing of the kind, nor are three pairs.
    assert all(
        not suggestion.options.get("duplicate") for suggestion in advise(Situation(8, 180, 35))
    )
    few = advise(Situation(3, 180, 35, deal_minutes=6))
    assert all(not suggestion.options.get("duplicate") for suggestion in few)


def test_a_number_is_turned_without_another_formula():
    evening = Situation(8, 180, 35, deal_minutes=6)
    swiss, *_others, same = advise(evening)
    longer = with_numbers(evening, swiss, {"rounds": 6})
    # It does not fit any more, and says by how much.
    assert (longer.format, longer.options, longer.over) == ("swiss", {"rounds": 6}, 60)
    assert longer.usual == {"rounds": 4}
    shorter = with_numbers(evening, same, {"deals": 4, "rounds": 5})
    assert (shorter.options["deals"], len(shorter.plan.rounds), shorter.minutes) == (4, 5, 145)
