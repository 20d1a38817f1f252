"""What each seat of Yams sees between two turns."""

from games.yams.engine.place import place_notes
from tests.games.yams.builders import rules, sheet, turn, whole, winning


def seen(seat, *turns, using=None):
    using = using or rules()
    notes = place_notes(using, sheet(*turns, using=using), seat)
    return [(note.code, dict(note.params)) for note in notes]


def test_the_turn_the_next_cells_and_what_is_empty():
    assert seen(0) == [
        ("your_turn", {}),
        ("next_descendre", {"row": "1"}),
        ("next_monter", {"row": "yams"}),
        ("free_cells", {"libre": 11, "en_1": 11, "en_2": 11}),
    ]
    turns = [turn("descendre", "1", 3), turn("libre", "6", 18)]
    assert seen(0, *turns)[1] == ("next_descendre", {"row": "2"})
    after = seen(1, *turns)
    assert after[0] == ("next_turn", {"seat": 0, "turns": 1})
    assert ("free_cells", {"libre": 10, "en_1": 11, "en_2": 11}) in after


def test_the_nearest_bonus_is_told():
    using = rules(upper_threshold=60, upper_bonus=30)
    turns = [turn("libre", "6", 18), turn("libre", "1", 1), turn("en_1", "6", 24)]
    bonus = ("bonus_needs", {"column": "en_1", "points": 36})
    assert bonus in seen(0, *turns, using=using)
    none = rules(upper_threshold=60, upper_bonus=0)
    assert bonus not in seen(0, *turns, using=none)


def test_lots_that_are_to_be_drawn_are_nobodys_turn():
    drawn = whole(winning("libre"), winning("libre"))
    assert seen(0, *drawn) == [("lots", {})]
