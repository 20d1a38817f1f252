"""Made-up results of the lab for 10 000 for two, stored so that no test waits for the real ones."""

import numpy as np

from games.dix_mille.analysis import kept_duels
from games.dix_mille.models import MilleRules

MEASURED = {
    "games": 1_000_000,
    "chance": 0.51,
    "same_game": 0.5095,
    "paliers": 0.5125,
    "error": 0.0005,
}


def pretend_kept(monkeypatch, folder, **changes):
    """Store made-up chances for the first preset: the player with more points wins more often."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    rules = MilleRules(**changes)
    scores = rules.target // 100
    mine = np.arange(scores).reshape(-1, 1, 1, 1)
    their = np.arange(scores).reshape(1, 1, -1, 1)
    values = np.broadcast_to(0.5 + (mine - their) / (4 * scores), (scores, 3, scores, 3))
    keys = kept_duels.keys_of(rules)
    kept_duels.KEPT.keep_array(keys.chances, np.ascontiguousarray(values))
    kept_duels.KEPT.keep_result(keys.measured, MEASURED)
