"""A forgotten person in prose, in both languages."""

import pytest
from django.utils.translation import override

from core.removed import readable, readable_pair, together

PAIRS = [
    (["Fanny Colin", "joueur retiré"], "Fanny Colin et une personne retirée"),
    (["joueur retiré 1.1", "Fanny"], "Fanny et une personne retirée"),
    (["joueur retiré", "joueur retiré 2.2"], "deux personnes retirées"),
    (["joueur retiré"], "une personne retirée"),
    (["Anne", "Bruno"], "Anne & Bruno"),
]


@pytest.mark.parametrize(("names", "expected"), PAIRS)
def test_people_together_read_well(names, expected):
    assert together(names) == expected
    assert readable_pair(" & ".join(names)) == expected


def test_in_english_too_whatever_language_it_was_stored_in():
    with override("en"):
        assert together(["Fanny", "joueur retiré"]) == "Fanny and a removed person"
        assert together(["joueur retiré"] * 2) == "two removed people"
        assert readable("joueur retiré gagne. removed player, too") == (
            "A removed person gagne. A removed person, too"
        )


def test_other_texts_stay():
    assert readable("Anne & Bruno, la carte retirée") == "Anne & Bruno, la carte retirée"
