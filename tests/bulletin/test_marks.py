"""Tests of references to people in texts.

They are filled with present names, and found again in typed text.
"""

import pytest

from bulletin.prose.marks import (
    Guests,
    elides,
    filled,
    folded,
    mark,
    plain,
    referred,
    with_guests,
)

NAMES = {1: "Anne Roy", 2: "Bruno Côté", 3: "Hélène", 4: "joueur anonyme", 5: "Yann"}


def test_french_shortens_de_and_que_before_a_vowel_whatever_was_written():
    text = "La victoire de ⟦1⟧ et de ⟦2⟧, celle d'⟦2⟧, mieux que ⟦1⟧ ; de ⟦3⟧, d’⟦4⟧. De ⟦1⟧ !"
    assert filled(text, NAMES, elide=True) == (
        "La victoire d'Anne Roy et de Bruno Côté, celle de Bruno Côté, mieux qu'Anne Roy ; "
        "d'Hélène, de joueur anonyme. D'Anne Roy !"
    )
    assert filled("Le code ⟦1⟧, de ⟦1⟧", NAMES, elide=False) == "Le code Anne Roy, de Anne Roy"


@pytest.mark.parametrize(
    ("word", "shortened"),
    [
        *(("Yves", True), ("Yann", False), ("Élise", True), ("Œdipe", True), ("Hugo", True)),
        *(("« Anne »", True), ("10", False), ("", False), ("Y", False), ("H", False)),
    ],
)
def test_what_de_is_shortened_before(word, shortened):
    assert elides(word) is shortened


def test_whole_names_that_somebody_typed_become_references():
    typed = "Bravo à anne  roy et d'Hélène, mais pas à Anne Royer ni Bruno ; ⟦9⟧."
    names = NAMES | {6: "Anne Roy Junior"}
    assert folded(typed, names) == "Bravo à ⟦1⟧ et d'⟦3⟧, mais pas à Anne Royer ni Bruno ; [9]."
    assert folded("Anne Roy Junior gagne", names) == "⟦6⟧ gagne"


def test_a_name_that_two_people_show_means_neither():
    assert folded("A. R. gagne", {1: "A. R.", 2: "A. R."}) == "A. R. gagne"


def test_guests_get_their_names_at_once_and_can_forge_no_reference():
    text = f"La victoire de {mark(10**17)} sur {mark(7)}"
    assert with_guests(text, ["Anne ⟦7⟧"], elide=True) == "La victoire d'Anne [7] sur ⟦7⟧"
    assert referred("⟦7⟧ et ⟦x⟧ et ⟦07⟧") == {7}
    assert plain("⟦7⟧") == "[7]"


def test_a_guest_has_one_number_whatever_often_they_are_told():
    guests = Guests()
    marks = [guests.mark(name) for name in ("Anne", "Bruno", "Anne")]
    assert marks == [mark(10**17), mark(10**17 + 1), mark(10**17)]
    assert guests.names == ["Anne", "Bruno"]
    assert Guests().names == []
    assert with_guests(" et ".join(marks), guests.names, elide=True) == "Anne et Bruno et Anne"


def test_who_shows_no_name_is_never_meant():
    assert folded("Anne, gagne", {1: "", 2: "Anne"}) == "⟦2⟧, gagne"
    # « ı » only looks like another case of the letter in the name.
    assert folded("nıco gagne", {1: "Nico"}) == "nıco gagne"
