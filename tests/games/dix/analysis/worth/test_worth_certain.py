"""« Que vaut ma main ? » on a sure hand, and on a hand that none of the drawn deals has beaten."""

from collections import Counter

import pytest

from games.dix.analysis.solver.solver import Layout
from games.dix.analysis.worth import worth_lab
from games.dix.analysis.worth.worth import HandWorth
from games.dix.analysis.worth.worth_lab import WorthForm, answer
from labo.answer_text import shown_answer
from tests.plain import plain

# All spades but the five, and the ace of hearts: sure with trump spades if the hand leads.
SURE = "AS KS QS JS 10S 9S 8S 7S 6S AH"
LAYOUT = Layout(((),) * 4, "spades", 0)


@pytest.fixture
def solved(monkeypatch):
    """Replace the solver by forty deals: 39 bring all the points, and the last one brings what
    `least` says for each trump.
    """

    def worths(least):
        def of(cards, seat, **options):
            return {
                trump: HandWorth(
                    Counter([100] * 39 + [points]), False, 39 + (points == 100), LAYOUT
                )
                for trump, points in least.items()
            }

        monkeypatch.setattr("games.dix.analysis.worth.worth.hand_worth", of)

    return worths


def conditions(cards, **changes):
    values = {"deck": 40, "cards": cards.split(), "leader": 0, "precision": 2, "seed": 1}
    form = WorthForm(values | {"card_values": "traditional"} | changes)
    assert form.is_valid(), form.errors
    return form.cleaned_data | {"seen": []}


def worked_out(values):
    return worth_lab.run(values, lambda done, total: None)


def answer_to(cards, **changes):
    values = conditions(cards, **changes)
    return shown_answer(answer(values, worked_out(values)))


EVEN = {"spades": 100, "hearts": 60, "diamonds": 60, "clubs": 60}


def figures(answer):
    return {figure.label: (plain(figure.text), figure.error) for figure in answer.figures}


def test_a_sure_hand_has_chance_one_without_error_and_no_deal_beats_it(solved):
    solved(EVEN)
    sure = answer_to(SURE)
    assert figures(sure)["Tous les points (la partie), atout pique"] == ("100,0\u202f%", None)
    assert figures(sure)["Points en moyenne, atout pique"] == ("100", None)
    # No bid of the hand's own trump, « la partie » included, has an error.
    assert {cells[2].text for _marked, cells, _follow in sure.grids[1].rows} == {"–"}
    assert not any("La donne qui la bat" in grid.caption for grid in sure.grids)
    assert plain(sure.remarks[0]) == (
        "Main sûre : elle gagne toutes les levées, où que soient les autres cartes."
    )
    assert "trop proches" not in " ".join(sure.remarks)


def test_a_hand_that_no_deal_drawn_has_beaten_is_not_called_sure(solved):
    solved(EVEN)
    # The same hand, if the seat on its left leads.
    unbeaten = answer_to(SURE, leader=1)
    text, error = figures(unbeaten)["Tous les points (la partie), atout pique"]
    assert (plain(text), error is None) == ("100,0\u202f%", False)
    assert not any("La donne qui la bat" in grid.caption for grid in unbeaten.grids)
    assert plain(unbeaten.remarks[0]) == (
        "Aucune des 40 donnes tirées ne la bat ; cela ne prouve pas qu'il n'y en a pas."
    )


def test_a_deal_that_beats_the_hand_is_shown(solved):
    solved(EVEN | {"spades": 90})
    beaten = answer_to("AS KS QS JS 10S 9S 8S 7S 5H AH")
    assert plain(beaten.grids[-1].caption) == "La donne qui la bat : 90 points, atout pique"
    assert "ne la bat" not in " ".join(beaten.remarks)


def test_an_answer_kept_from_before_is_still_shown(solved):
    solved(EVEN)
    values = conditions(SURE)
    result = worked_out(values)
    for trump in result["trumps"].values():
        del trump["certain"]
    assert shown_answer(answer(values, result)).remarks[0].startswith("Aucune des 40")
