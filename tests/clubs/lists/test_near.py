"""Who of a club is meant by a name that is spelt a little differently."""

import pytest

from clubs.lists.near import Directory, Known, match_key

CLUB = ["Jean Roy", "Zoé Noël", "Marie-Ève St-Pierre", "Anne d'Or", "Paul Côté", "Paul Cote", "Luc"]
PEOPLE = [Known(at, name) for at, name in enumerate(CLUB, start=1)]


def found(name):
    """Who is taken, and who is offered."""
    known, near = Directory.of(PEOPLE).find(name)
    return known and known.name, [one.name for one in near]


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
    assert found(typed) == (taken, [])


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
    assert found(typed) == (None, offered)


@pytest.mark.parametrize(
    "typed", ["Jean Rousseau", "Jean-Claude Roy-Tremblay", "Zoé Zed", "Anna", "Zed", "Roy", "ليلى"]
)
def test_who_only_shares_a_first_name_is_new(typed):
    assert found(typed) == (None, [])


def test_a_name_of_signs_alone_has_a_key():
    assert (match_key("..."), match_key("Jean-Claude  ROY")) == ("...", "jean claude roy")
