"""Which names look alike though they are different names."""

import pytest

from core.text.look_alikes import look_alike, look_key


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anne", "Аnne"),  # Cyrillic А
        ("Anna", "Αnna"),  # Greek Α
        ("Zoé", "Zoе\u0301"),  # Cyrillic е
        ("Paul", "РAUL"),  # Cyrillic Р, and in capitals
        ("Bernard", "Bemard"),
        ("Paul", "PauI"),
        ("O'Neil", "0’Neil"),
        ("Anne", "An\u200bne"),  # as stored before such names were refused
    ],
)
def test_names_that_look_alike_share_their_key(name, other):
    assert look_key(name) == look_key(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Anne", "Anna"), ("Zoé", "Zoe"), ("Luc", "Lue"), ("ליל", "לילי")]
)
def test_names_that_differ_to_the_eye_do_not(name, other):
    assert look_key(name) != look_key(other)


def test_one_name_spelt_twice_is_no_look_alike():
    names = ["ANNE", "Аnne", "Bruno", "Anne"]
    assert look_alike("Anne", names) == ["Аnne"]
    assert look_alike("Аnne", names) == ["ANNE", "Anne"]
