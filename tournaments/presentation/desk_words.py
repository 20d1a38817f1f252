"""The sentences of the desk: what speaks against a score."""

from games.presentation.wording import figure
from games.registry.final_scores import Doubt
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.services.desk import doubts_of
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Seated


def doubt(reason: Doubt) -> str:
    """Say what speaks against a score by the ruleset."""
    return sentence(reason.code, {"figure": figure(reason.figure)})


def doubts(tournament: Tournament, seated: Seated, result: ReportedResult) -> list[str]:
    """Say what speaks against a typed result; nothing against one that the table has already."""
    if seated.reported is not None and seated.reported.agrees(result):
        return []
    return [doubt(reason) for reason in doubts_of(tournament)(result)]
