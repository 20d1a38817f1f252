"""Analyses of finished matches over HTTP: chances and decisions, which jobs compute."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from games import queries
from games.callers import api_caller
from games.match.event_places import place_of
from games.presentation.table import Table
from games.review import chance_jobs, chances, decision_jobs, decisions
from games.review.chances import ChancesAnswer
from games.review.decisions import DecisionsAnswer
from jobs.api import SECRET, TOKEN, JobStarted, token_again
from jobs.api import started as job_started
from jobs.job_owner import api_owner


class MatchChances(APIView):
    """Each side's chance to win, through a match that is over."""

    @extend_schema(operation_id="matches_chances", responses=ChancesAnswer, tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """Read the chances after each line. All are null while the match, or its tournament, runs.

        They are also null for games and rules without a model, and (with `pending`) until a job has
        computed them.
        """
        table = self._table(request, match_id)
        return Response(chances.body(table, place_of(table.match)))

    @extend_schema(
        operation_id="matches_chances_start",
        request=None,
        responses={202: JobStarted},
        parameters=[TOKEN],
        tags=["matches"],
    )
    @exactly_once(secret=SECRET, again=token_again)
    def post(self, request: Request, match_id: str) -> Response:
        """Start a job that computes the chances of a finished match. Read them once it is done."""
        owner = api_owner(request, key_of(request))
        job = chance_jobs.start(table=self._table(request, match_id), by=owner)
        return job_started(job, owner)

    @staticmethod
    def _table(request: Request, match_id: str) -> Table:
        caller = api_caller(request)
        match = queries.find(match_id, caller)
        return queries.load(match).table(can=queries.rights(match, caller))


class MatchDecisions(APIView):
    """The costliest decisions of a finished match whose dice were recorded."""

    @extend_schema(operation_id="matches_decisions", responses=DecisionsAnswer, tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """Read the decisions that a job has found; none while the match or its tournament runs."""
        table = queries.plain_table(queries.find(match_id, api_caller(request)))
        return Response(decisions.body(table, place_of(table.match)))

    @extend_schema(
        operation_id="matches_decisions_start",
        request=None,
        responses={202: JobStarted},
        parameters=[TOKEN],
        tags=["matches"],
    )
    @exactly_once(secret=SECRET, again=token_again)
    def post(self, request: Request, match_id: str) -> Response:
        """Start a job that finds the decisions. Answers 404 if they may not be shown."""
        table = queries.plain_table(queries.find(match_id, api_caller(request)))
        owner = api_owner(request, key_of(request))
        return job_started(decision_jobs.start(table=table, by=owner), owner)
