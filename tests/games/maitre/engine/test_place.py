"""What each seat of the jeu du Maître sees before a manche."""

from games.maitre.engine.place import place_notes
from tests.games.maitre.builders import bad, good, rules, sheet


def seen(seat, *manches, using=None):
    using = using or rules()
    notes = place_notes(using, sheet(*manches, using=using), seat)
    return [(note.code, dict(note.params)) for note in notes]


def test_the_maitre_announces_and_the_others_know_when_they_will():
    using = rules(contract_min=50, contract_max=100, gap=15, tours=2)
    span = {"span": [50, 100]}
    assert seen(0, using=using) == [
        ("announces", {}),
        ("contracts", span),
        ("needs_gap", {"gap": 15}),
    ]
    assert seen(2, using=using) == [
        ("defends", {"seat": 0}),
        ("contracts", span),
        ("maitre_at", {"number": 3}),
    ]
    # A player who will not be Maître again is not told when they are.
    manches = [good(number % 3) for number in range(4)]
    assert "maitre_at" not in [code for code, _params in seen(0, *manches, using=using)]


def test_a_player_sees_the_distance_to_whoever_leads():
    assert ("leads", {}) in seen(0, good(0))
    points = sheet(good(0)).scores
    assert ("behind", {"points": points[0] - points[1], "seat": 0}) in seen(1, good(0))


def test_a_maitre_who_failed_is_told_how_often_more():
    using = rules(failures_to_eliminate=2, tours=3)
    tour = [bad(0), good(1), good(2)]
    assert ("failures_left", {"count": 1}) in seen(0, *tour, using=using)
    assert ("out", {}) in seen(0, *tour, bad(0), using=using)
