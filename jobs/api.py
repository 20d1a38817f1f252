"""The API of jobs: the answer to a job's start, a job's progress and its file."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once
from clubs.first_answers import WriteKey
from core.negotiation import AnyAccept
from jobs import queries, services
from jobs.job_owner import HEADER, JobOwner, api_owner
from jobs.models import Job
from jobs.queries import JobAnswer
from jobs.views import file_response

TOKEN = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The `job_token` of the start, for who has no account.",
)


class JobStarted(JobAnswer):
    """A job just started."""

    job_token: Annotated[
        str | None, "To be sent as `X-Job-Token`; null for an account, whose jobs are its own."
    ]


def started(job: Job, by: JobOwner) -> Response:
    """Return the answer to a job's start: 202, with the key by which a visitor reads the job."""
    body = JobStarted(**queries.job_body(job), job_token=by.token or None)
    return Response(body, status=status.HTTP_202_ACCEPTED)


# The fields of a start's answer that are never stored.
SECRET = ("job_token",)


def token_again(request: Request, key: WriteKey, body: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the `job_token` again when the same write is repeated."""
    return {"job_token": api_owner(request, key).token or None}


class JobDetail(APIView):
    """One job."""

    @extend_schema(operation_id="jobs_read", responses=JobAnswer, parameters=[TOKEN], tags=["jobs"])
    def get(self, request: Request, job_id: str) -> Response:
        """Read a job's progress, and its result when it is done. It is kept for a day."""
        return Response(queries.job_body(queries.visible(job_id, api_owner(request))))

    @extend_schema(
        operation_id="jobs_cancel", responses={204: None}, parameters=[TOKEN], tags=["jobs"]
    )
    @exactly_once()
    def delete(self, request: Request, job_id: str) -> Response:
        """Stop a job: at once if it waits, else at its next step. A finished job does not change.

        A computation about a match serves everybody who sees the match. The phones of its table and
        officers may stop it; any other caller gets 403 `job_stop_not_allowed`.
        """
        owner = api_owner(request)
        services.cancel(job=queries.visible(job_id, owner), by=owner)
        return Response(status=status.HTTP_204_NO_CONTENT)


class JobFile(APIView):
    """The file that a job has made."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="jobs_file",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
        parameters=[TOKEN],
        tags=["jobs"],
    )
    def get(self, request: Request, job_id: str) -> HttpResponse:
        """Send the file that a job has made. Its media type is in `result.file`."""
        return file_response(queries.visible(job_id, api_owner(request)))
