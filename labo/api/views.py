"""The lab over HTTP: its questions, and their answers under given conditions."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.api.exactly_once import exactly_once, key_of
from core.answers import list_of
from core.shapes import OF_ANY_WRITE
from games.callers import api_caller
from games.registry.game import Game
from games.registry.lab import Question
from jobs.api import SECRET, TOKEN, JobStarted, started, token_again
from jobs.job_owner import api_owner
from labo import jobs
from labo.api.answers import EngineAnswer, LabAnswer, QuestionAnswer, answer_body, engine_body
from labo.questions import AskedQuestion, ask, asking, find_question, form_of

# The longest value of a condition, in characters, and the most values of one condition. A hand
# of cards needs both limits to be this high.
LONGEST, MOST_VALUES = 400, 60
JOB = OpenApiParameter(
    jobs.PARAMETER, OpenApiTypes.STR, description="The id of a job that is done."
)
CONDITIONS = OpenApiParameter(
    "conditions",
    OpenApiTypes.STR,
    many=True,
    description="Every condition that `GET labo/` lists for the question, by its own name; "
    "what is left out is as its `initial` says.",
)


def question_body(game: Game, question: Question) -> QuestionAnswer:
    """Return a question with its conditions."""
    fields = form_of(game, question).base_fields
    return {
        "game": game.slug,
        "question": question.slug,
        "title": str(question.title),
        "lead": str(question.lead),
        "conditions": [
            {
                "name": name,
                "label": str(field.label),
                "required": field.required,
                "initial": _initial(field.initial),
                "choices": [str(value) for value, _label in _flat(getattr(field, "choices", []))],
            }
            for name, field in fields.items()
        ],
    }


def _initial(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(int(value) if isinstance(value, bool) else value)


def _flat(choices: Any) -> list[tuple[Any, Any]]:
    """Return the choices of a field without their groups."""
    flat: list[tuple[Any, Any]] = []
    for value, label in choices:
        flat += label if isinstance(label, list | tuple) else [(value, label)]
    return flat


def refused(asked_question: AskedQuestion) -> ValidationError:
    """Return the error for wrong conditions, each under its own name, with a stable code."""
    return ValidationError(
        {
            field if field != "__all__" else "non_field_errors": [
                ErrorDetail(message, code=error.code or "invalid")
                for error in errors
                for message in error.messages
            ]
            for field, errors in asked_question.form.errors.as_data().items()
        }
    )


class Questions(APIView):
    """The questions of the lab."""

    @extend_schema(
        operation_id="labo_list", responses=list_of(QuestionAnswer), tags=["labo"], filters=False
    )
    def get(self, request: Request) -> Response:
        """List the questions of every game, with their conditions."""
        return Response(
            [question_body(game, question) for game in asking() for question in game.lab]
        )


class Engines(APIView):
    """The engines behind the questions."""

    @extend_schema(
        operation_id="labo_engines",
        responses=list_of(EngineAnswer),
        tags=["labo"],
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """Say what each engine answers, how exact it is, and what it was tried against."""
        return Response([engine_body(game, engine) for game in asking() for engine in game.engines])


class OneQuestion(APIView):
    """A question of the lab."""

    read_scope = "compute"

    @extend_schema(
        operation_id="labo_read",
        responses=LabAnswer,
        parameters=[CONDITIONS, JOB, TOKEN],
        tags=["labo"],
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Answer a question under the conditions of the query. Exact numbers are fractions too."""
        asked_question = ask(*find_question(game, slug), request.query_params, api_caller(request))
        if not asked_question.valid:
            raise refused(asked_question)
        job_id = request.query_params.get(jobs.PARAMETER)
        if job_id:
            return Response(
                answer_body(
                    asked_question, jobs.answered(asked_question, job_id, api_owner(request))
                )
            )
        if asked_question.long:
            text = _("C'est un long calcul : le demander par POST, et lire le travail.")
            raise _refusal(text, "too_long_at_once")
        return Response(answer_body(asked_question, asked_question.answer()))

    @extend_schema(
        operation_id="labo_start",
        request=OpenApiTypes.OBJECT,
        responses={202: JobStarted},
        parameters=[TOKEN],
        tags=["labo"],
    )
    @exactly_once(secret=SECRET, again=token_again)
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Start a long answer as a job. The body contains the conditions by name.

        Once it is done, `GET` with the same conditions and `travail=<its id>` answers.
        """
        given: Any = request.data
        serializers.Serializer[Any]().run_validation(given)
        conditions = {
            str(name): _texts(value) for name, value in given.items() if name not in OF_ANY_WRITE
        }
        asked_question = ask(*find_question(game, slug), conditions, api_caller(request))
        if not asked_question.valid:
            raise refused(asked_question)
        if asked_question.question.run is None:
            text = _("Cette question se répond aussitôt : la lire par GET.")
            raise _refusal(text, "answered_at_once")
        owner = api_owner(request, key_of(request))
        return started(jobs.start(asked_question=asked_question, by=owner), owner)


def _refusal(text: str, code: str) -> ValidationError:
    return ValidationError({"non_field_errors": [ErrorDetail(text, code=code)]})


def _texts(value: Any) -> list[str]:
    """Return a condition's values as texts, in the form that an address has them."""
    values = value if isinstance(value, list) else [value]
    return [
        str(int(part)) if isinstance(part, bool) else str(part)[:LONGEST]
        for part in values[:MOST_VALUES]
    ]
