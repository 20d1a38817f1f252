"""The pages of a match by cards offer reviews only while the game's analysis is installed."""

import pytest
from django.test import Client

from games.dix.apps import ANALYSED
from tests import factories
from tests.games.dix.reviewed import SLIPPED

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["", "lignes/1/"])
def test_a_finished_match_leads_to_the_reviews_that_there_are(page):
    match = factories.table(None, {**SLIPPED, "bid": 60}, rules={"target": 60})
    page_answer = Client().get(f"/parties/{match.id}/{page}")
    assert page_answer.status_code == 200
    review = f"/parties/{match.id}/lignes/1/analyse/"
    assert (review in page_answer.content.decode()) == ANALYSED
