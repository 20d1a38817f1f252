"""Tests of the warnings of a draw or an entry, in the words of the pages."""

import pytest

from tests.plain import plain
from tests.tournaments.evening import evening

pytestmark = pytest.mark.django_db

TOO_LATE = "Tard est arrivé après le tirage du tableau : plus de place."


def test_who_comes_too_late_for_a_bracket_is_told_when_entered_and_when_drawn():
    night = evening("A", "B", "C", "D", format="single_elimination")
    assert night.do("post", "entrants/", {"name": "E"})["warnings"] == []
    night.play(night.draw())
    (late,) = night.do("post", "entrants/", [{"name": "Tard"}])
    warning = {"code": "too_late_for_bracket", "text": TOO_LATE, "entrants": [6]}
    assert plain(late["warnings"]) == [warning]
    assert plain(night.do("post", "rounds/", {})["warnings"]) == [warning]
    assert "warnings" not in night.do("get", "entrants/")[0]


def test_who_comes_too_late_for_a_movement():
    night = evening(*"ABCDEF", format="rotation", options={"movement": "howell"})
    night.play(night.draw())
    late = night.do("post", "entrants/", {"name": "Tard"})
    assert [plain(warning["text"]) for warning in late["warnings"]] == [
        "Tard est arrivé après le premier tirage et n'a pas de place dans le mouvement : "
        "il en prendra une dès que quelqu'un s'en va."
    ]


def test_partners_who_meet_again_are_told_in_words():
    """In the fourth round of a mêlée of four, partners must repeat, and the draw warns of it."""
    night = evening(*"ABCD", format="melee", options={"rounds": 4})
    for _ in range(3):
        night.play(night.draw())
    warnings = night.do("post", "rounds/", {})["warnings"]
    assert {warning["code"] for warning in warnings} == {"partner_repeated"}
    assert all("refont équipe" in warning["text"] for warning in warnings)
