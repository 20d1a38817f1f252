"""The sentences of the desk: what speaks against a score."""

from games.final_scores import Doubt
from games.wording import figure
from tournaments.sentences import sentence


def doubt(told: Doubt) -> str:
    """Say what speaks against a score by the ruleset."""
    return sentence(told.code, {"figure": figure(told.figure)})
