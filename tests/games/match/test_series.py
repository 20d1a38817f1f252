"""How many matches of a series everybody has won, and which seats of two tables have the same
people.
"""

import pytest

from games.match.series import Played, Sitting, Tally, tally, who_is_who


def pairs(first: str, second: str, *winners: str) -> Played:
    """Return a match of two pairs, in which each digit is a person: « 02 » against « 13 »."""
    return Played(frozenset({people(first), people(second)}), frozenset(map(people, winners)))


def alone(count: int, *winners: str) -> Played:
    """Return a match in which everybody plays alone."""
    return Played(
        frozenset(people(str(number)) for number in range(count)), frozenset(map(people, winners))
    )


def people(digits: str) -> frozenset[int]:
    return frozenset(map(int, digits))


def counted(*played: Played) -> tuple[dict[str, int], int] | None:
    result = tally(played)
    if result is None:
        return None
    return {
        "".join(map(str, sorted(person))): won for person, won in result.wins.items()
    }, result.drawn


def test_pairs_that_stay_together_are_counted_as_pairs() -> None:
    played = [pairs("02", "13", "02"), pairs("13", "02", "13"), pairs("02", "13", "02")]
    assert counted(*played) == ({"02": 2, "13": 1}, 0)


def test_where_partners_changed_each_person_is_counted() -> None:
    played = [pairs("02", "13", "02"), pairs("01", "23", "01")]
    assert counted(*played) == ({"0": 2, "1": 1, "2": 1, "3": 0}, 0)


def test_a_match_that_several_or_none_won_is_drawn() -> None:
    played = [alone(3, "1"), alone(3, "0", "2"), alone(3)]
    assert counted(*played) == ({"0": 0, "1": 1, "2": 0}, 2)


def test_a_single_match_is_counted_for_its_pairs_in_the_order_of_their_seats() -> None:
    wins, drawn = counted(pairs("13", "02", "13")) or ({}, 0)
    assert (list(wins.items()), drawn) == ([("02", 0), ("13", 1)], 0)


def test_those_with_the_most_wins_lead() -> None:
    assert Tally({people("0"): 2, people("1"): 1}, 0).leaders == [people("0")]
    level = Tally({people("0"): 2, people("1"): 1, people("2"): 2}, 1)
    assert level.leaders == [people("0"), people("2")]
    assert Tally({}, 0).leaders == []


def test_nothing_is_told_before_the_first_end() -> None:
    assert counted() is None


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        pytest.param("a b c", "c a b", [2, 0, 1], id="moved"),
        pytest.param("a b c", "a b d", None, id="somebody else"),
        pytest.param("a b c", "a b", None, id="one left"),
        pytest.param("a b", "a b c", None, id="one came"),
        pytest.param("a 5b", "b a", [1, 0], id="a player seated as a guest"),
        pytest.param("a b", "5b a", [1, 0], id="a guest who is a player now"),
        pytest.param("5x 6x", "6x 5x", [1, 0], id="hidden people, by their numbers"),
        pytest.param("5x a", "6x a", None, id="another person of the same name"),
        pytest.param("a a", "a a", [0, 1], id="two of one name"),
        pytest.param("_ _ _", "a b c", [0, 1, 2], id="named since"),
        pytest.param("a _ c _", "_ b a c", [1, 3, 0, 2], id="some named since, and moved"),
        pytest.param("_ _", "a _", [0, 1], id="the same seat's first"),
        pytest.param("_ a", "b c", None, id="not everybody was unnamed"),
    ],
)
def test_the_same_people_are_found_wherever_they_sit(
    before: str, now: str, expected: list[int] | None
) -> None:
    assert who_is_who(table(before), table(now)) == expected


def table(words: str) -> list[Sitting]:
    """Return seats: each word is « name », « number and name » for a player, or « _ » for a seat
    without a name.
    """
    return [
        Sitting(int(word[0]) if word[0].isdigit() else None, word.strip("0123456789_"))
        for word in words.split()
    ]
