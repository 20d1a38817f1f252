"""Matches as the pages' lists show them."""

import pytest

from games.views.lists import card
from tests import factories


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("names", "beside"),
    [
        (["Anne & Chloé", "Vous"], [[], ["Bruno", "Dan"]]),
        (["Chloé & Anne", "Bruno & Dan"], [[], []]),
        (["Anne", "Les autres"], [["Anne", "Chloé"], ["Bruno", "Dan"]]),
    ],
)
def test_people_stand_beside_their_side_unless_it_bears_their_names(names, beside):
    seats = [factories.SeatAsked(name=name) for name in ("Anne", "Bruno", "Chloé", "Dan")]
    match = factories.started(seats=seats, side_names=names)
    assert [side["members"] for side in card(match)["sides"]] == beside
