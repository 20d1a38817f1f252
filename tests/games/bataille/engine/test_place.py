"""What each seat of Bataille sees between two manches."""

from games.bataille.engine.place import place_notes
from tests.games.bataille.builders import rules, sheet, won


def test_a_player_sees_how_many_manches_are_missing():
    using = rules(wins_needed=3)
    played = sheet(*won(0, 0), using=using)
    notes = [[(n.code, n.params["count"]) for n in place_notes(using, played, s)] for s in (0, 1)]
    assert notes == [[("needs", 1), ("has_won", 2)], [("needs", 3)]]
    assert place_notes(using, sheet(*won(0, 0, 0), using=using), 0) == []
