"""What the site knows of the jeu du 10 by computing: fields of `games.registry.Game`."""

from typing import Any

from games.dix.analysis import (
    best_riddle,
    chances,
    duplicate,
    lab,
    review_jobs,  # noqa: F401 -- registers its works with the jobs
)

CAPABILITIES: dict[str, Any] = {
    "lab": lab.QUESTIONS,
    "chances": chances.chances_of_match,
    "work_out_chances": chances.work_out,
    "riddle": best_riddle.riddle,
    "duplicate": duplicate.DUPLICATE,
}
