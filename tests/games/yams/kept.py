"""Made-up results of the lab for the columns, stored so that no test waits for the real ones."""

from games.yams.analysis import columns_lab, kept_columns
from games.yams.engine.cells import COLUMNS, ROWS
from games.yams.models import YamsRules

ALONE = {
    "value": 177.5,
    "mean": 177.25,
    "error": 0.25,
    "rows": {row: [10.0, 0.125] for row in ROWS},
}
TOGETHER = {
    "columns": {
        column: {"alone": 100.0, "mean": 150.0, "error": 0.5, "bound": 200.0} for column in COLUMNS
    },
    "mean": 750.0,
    "error": 1.5,
    "bound": 1000.0,
    "bound_error": 1.25,
}


def pretend_kept(monkeypatch, folder):
    """Store made-up results for the first preset in a folder of the test."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    rules = YamsRules()
    for column in COLUMNS:
        key = kept_columns.key_of(rules, f"{column}-{columns_lab.ALONE}")
        kept_columns.KEPT.keep_result(key, ALONE)
    key = kept_columns.key_of(rules, f"together-{columns_lab.TOGETHER}")
    kept_columns.KEPT.keep_result(key, TOGETHER)
