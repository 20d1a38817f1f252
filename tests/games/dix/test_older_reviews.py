"""Reviews that an older program stores during an upgrade do not know their match."""

from types import SimpleNamespace

import pytest

from games.dix.analysis.reviews import reviews
from games.dix.models import DixHand, HandReview
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = factories.table(None, factories.HAND)
    hand = DixHand.objects.get(match=table.id)
    HandReview.objects.create(hand=hand, match=None, of="of", judged={})
    return table


def test_a_hand_that_an_older_program_has_judged_is_taken_back(table):
    assert table.take_back(1).status_code == 200
    assert not HandReview.objects.exists()


def test_a_hand_that_an_older_program_has_judged_is_judged_anew(table):
    entry = DixHand.objects.get(match=table.id)
    recorded = SimpleNamespace(entry=entry, digest="digest", by_club=False)
    assert reviews.kept_judgement(recorded) is None
    assert reviews.keep_judgement(recorded, {"cards": []})
    assert reviews.kept_judgement(recorded) == {"cards": []}
    assert HandReview.objects.get().match_id == table.id
