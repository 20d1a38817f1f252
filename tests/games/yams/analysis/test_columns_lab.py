"""The lab's questions about whole columns are answered immediately once they have been computed."""

import numpy as np
import pytest
from django.test import Client

from games.registry.estimate import SMALL
from games.yams.analysis import columns_lab, kept_columns
from games.yams.engine.cells import ROWS
from games.yams.models import YamsRules
from tests import factories
from tests.compiler import no_compiler
from tests.games.yams.kept import pretend_kept

pytestmark = pytest.mark.django_db
ALONE, FIVE = "/labo/yams/colonne/", "/labo/yams/cinq-colonnes/"


def test_before_they_were_computed_both_are_jobs(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for page in (ALONE, FIVE):
        context = Client().get(page).context
        assert (context["long"], context["answer"]) == (True, None)


def test_once_kept_pages_and_programs_have_them_at_once(monkeypatch, tmp_path):
    pretend_kept(monkeypatch, tmp_path)
    with no_compiler():
        page = Client().get(ALONE, {"column": "monter"}).content.decode()
        body = factories.api().get(f"/api/v1{FIVE}").json()
    assert "montante" in page
    assert "177,5 points en moyenne" in page.replace("\N{NO-BREAK SPACE}", " ")
    figures = {figure["code"]: figure["number"]["value"] for figure in body["figures"]}
    assert figures == {"mean": 750.0, "bound": 1000.0, "distance": 250.0, "games": 100_000}
    # Other rules need another computation.
    assert Client().get(ALONE, {"rule-upper_bonus": "35"}).context["long"]


@pytest.mark.nightly
def test_the_job_solves_plays_and_keeps(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(columns_lab, "ALONE", 50)
    progress = []
    conditions = {"rules": YamsRules(), "column": "monter"}
    result = columns_lab.run_alone(conditions, lambda done, total: progress.append((done, total)))
    assert abs(result["mean"] - result["value"]) < 4 * result["error"]
    assert list(result["rows"]) == list(ROWS)
    shares = [done / total for done, total in progress]
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    assert columns_lab.estimate_alone(conditions) == SMALL
    stored = kept_columns.KEPT.array(kept_columns.key_of(conditions["rules"], "monter"))
    assert isinstance(stored, np.ndarray)
    again = columns_lab.run_alone(conditions, lambda done, total: pytest.fail("computed twice"))
    assert again == {**result, "rows": {row: list(pair) for row, pair in result["rows"].items()}}
