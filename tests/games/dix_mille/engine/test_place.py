"""What each seat of 10 000 sees between two turns."""

from games.dix_mille.engine.place import place_notes
from tests.games.dix_mille.builders import bust, points, rules, sheet


def seen(seat, *turns, using=None, seats=3):
    using = using or rules()
    notes = place_notes(using, sheet(*turns, using=using, seats=seats), seat)
    return [(note.code, dict(note.params)) for note in notes]


def test_the_turn_goes_round():
    assert [seen(seat, bust())[0] for seat in range(3)] == [
        ("later_turn", {"seat": 1, "turns": 2}),
        ("your_turn", {}),
        ("next_turn", {"seat": 1, "turns": 1}),
    ]


def test_a_player_sees_what_is_missing_and_on_what_a_turn_may_stop():
    using = rules(target=5000, exact_target=False, entry_score=700, no_fifty=True)
    assert seen(1, points(1000), using=using)[1:3] == [
        ("needs", {"points": 5000}),
        ("enters_from", {"points": 700}),
    ]
    assert seen(0, points(1000), using=using)[1:] == [
        ("needs", {"points": 4000}),
        ("stops_from", {"points": 100}),
    ]
    exact = rules(target=5000, exact_target=True)
    assert seen(0, points(1000), using=exact)[1] == ("needs_exactly", {"points": 4000})


def test_only_whose_turn_it_is_may_take_over_what_is_left():
    using = rules(carry_over=True)
    turns = [points(1000), points(1000), points(1000)]
    assert ("may_carry_points", {"points": 1000}) in seen(0, *turns, using=using)
    assert "may_carry_points" not in [code for code, _params in seen(1, *turns, using=using)]


def test_a_match_that_is_over_says_nothing():
    using = rules(target=1000, exact_target=False, last_round="off")
    assert seen(0, points(1000), using=using) == []
