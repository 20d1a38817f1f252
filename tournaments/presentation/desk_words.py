"""The sentences for the page where all results of a round are typed: why a score is doubtful."""

from games.presentation.wording import figure
from games.registry.final_scores import Doubt
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.services.desk import doubts_of
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Seated


def doubt(reason: Doubt) -> str:
    """Return the sentence that says why a score is doubtful under the match's rules."""
    return sentence(reason.code, {"figure": figure(reason.figure)})


def doubts(tournament: Tournament, seated: Seated, result: ReportedResult) -> list[str]:
    """Return the sentences that say why a typed result is doubtful.

    There are none if the table already has this result.
    """
    if seated.reported is not None and seated.reported.agrees(result):
        return []
    return [doubt(reason) for reason in doubts_of(tournament)(result)]
