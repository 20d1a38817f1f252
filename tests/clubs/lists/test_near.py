"""Which player of a club is meant by a name that is spelt a little differently."""

import pytest

from clubs.lists.near import Directory, Known, match_key

CLUB = ["Jean Roy", "Zoé Noël", "Marie-Ève St-Pierre", "Anne d'Or", "Paul Côté", "Paul Cote", "Luc"]
PEOPLE = [Known(at, name) for at, name in enumerate(CLUB, start=1)]


def names_matched(name):
    """Return the name of the player who is taken for `name`, or None, and the names that are
    offered instead.
    """
    known, near = Directory.of(PEOPLE).find(name)
    return known and known.name, [player.name for player in near]


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("JEAN ROY", "Jean Roy"),
        ("zoe noel", "Zoé Noël"),
        ("Marie Eve St Pierre", "Marie-Ève St-Pierre"),
        ("Anne d’Or", "Anne d'Or"),
        ("Anne dʼOr", "Anne d'Or"),
        ("Paul Côté", "Paul Côté"),
        ("paul cote", "Paul Cote"),
    ],
)
def test_the_same_but_for_case_accents_hyphens_and_apostrophes_is_taken(typed, taken):
    assert names_matched(typed) == (taken, [])


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("Jean Roi", ["Jean Roy"]),  # one letter for another
        ("Jean Rooy", ["Jean Roy"]),  # one too many
        ("Jean Ry", ["Jean Roy"]),  # one too few
        ("Jaen Roy", ["Jean Roy"]),  # two exchanged
        ("Roy Jean", ["Jean Roy"]),
        ("Jean R.", ["Jean Roy"]),
        ("J. Roy", ["Jean Roy"]),
        ("Jean", ["Jean Roy"]),
        ("Luc Noël", ["Luc"]),
        ("Anne dOr", ["Anne d'Or"]),
        ("Pául Cõte", ["Paul Côté", "Paul Cote"]),  # two of the club, neither spelt so
    ],
)
def test_who_is_near_is_offered_and_never_taken(typed, offered):
    assert names_matched(typed) == (None, offered)


@pytest.mark.parametrize(
    "typed", ["Jean Rousseau", "Jean-Claude Roy-Tremblay", "Zoé Zed", "Anna", "Zed", "Roy", "ليلى"]
)
def test_who_only_shares_a_first_name_is_new(typed):
    assert names_matched(typed) == (None, [])


def test_a_name_of_signs_alone_has_a_key():
    assert (match_key("..."), match_key("Jean-Claude  ROY")) == ("...", "jean claude roy")


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        # One letter differs, and besides a space or an apostrophe is missing.
        ("JeanRoi", ["Jean Roy"]),
        ("Anne dOx", ["Anne d'Or"]),
        # With two letters more, or two different letters, the name is somebody else's.
        ("Jean Roooy", []),
        ("Jean Rxx", []),
    ],
)
def test_one_letter_is_near_and_two_are_not(typed, near):
    assert names_matched(typed) == (None, near)


def test_of_a_name_of_three_letters_one_letter_more_is_somebody_else():
    directory = Directory.of([Known(1, "Luc"), Known(2, "Anna")])
    near = {name: directory.find(name)[1] for name in ("Lucs", "Annas", "Ann")}
    assert near == {"Lucs": [], "Annas": [Known(2, "Anna")], "Ann": []}


def test_a_low_line_is_a_space():
    assert names_matched("Jean_Roy") == ("Jean Roy", [])


def test_three_at_most_are_offered():
    people = [Known(at, f"Anne {letter}oy") for at, letter in enumerate("RBCDF", start=1)]
    directory = Directory.of(people)
    assert directory.find("Anne Aoy") == (None, people[:3])
    assert directory.find("Anne") == (None, people[:3])
    alike = [Known(1, "Zoé"), Known(2, "Zöe"), Known(3, "Zôe"), Known(4, "Zoe")]
    assert Directory.of(alike).find("Zòe") == (None, alike[:3])
    assert Directory.of(alike).find("zoe") == (alike[3], [])


def test_who_has_a_name_that_looks_the_same_in_other_letters_is_offered():
    assert names_matched("Јean Rоу") == (None, ["Jean Roy"])  # Cyrillic Ј, о, у
    assert names_matched("Lиc") == (None, [])
    directory = Directory.of(PEOPLE)
    assert directory.alike("Јean Rоу") == [PEOPLE[0]]
    assert directory.alike("JEAN ROY") == []
