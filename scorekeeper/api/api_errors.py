"""Converts the services' refusals to HTTP answers, in one place for every app."""

import math
from itertools import islice
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.db import Error as DatabaseError
from django.http import Http404
from django.utils.translation import gettext as _
from drf_standardized_errors.formatter import ExceptionFormatter, flatten_errors
from drf_standardized_errors.handler import ExceptionHandler
from drf_standardized_errors.types import Error, ErrorResponse
from rest_framework import exceptions, status

from core import errors
from core.shapes import ERRORS_TOLD, NOTHING_HERE
from scorekeeper.database import database_away
from scorekeeper.logs import cause_of, note_cause
from scorekeeper.middleware import wait_sentence


class Conflict(exceptions.APIException):
    """409: the caller must read the match again before continuing."""

    status_code = status.HTTP_409_CONFLICT


class Away(exceptions.APIException):
    """503: the database did not answer."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    wait = database_away.REST  # seconds; REST framework sends it as `Retry-After`


class Handler(ExceptionHandler):
    """Converts the services' exceptions to the API's errors."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Return REST framework's exception for one of the services', and any other unchanged."""
        if isinstance(exc, (*database_away.AWAY, SuspiciousOperation)):
            note_cause(self.context["request"], cause_of(exc))
        for kind, convert in _CONVERSIONS.items():
            if isinstance(exc, kind):
                return convert(exc)
        return super().convert_known_exceptions(exc)


class Formatter(ExceptionFormatter):
    """The API's error body. Some codes add keys next to `errors`."""

    def get_errors(self) -> list[Error]:
        """Return the faults to report: the first `ERRORS_TOLD`."""
        return flatten_errors(_first(self.exc.detail))[:ERRORS_TOLD]

    def format_error_response(self, error_response: ErrorResponse) -> Any:
        """Return the body. Some codes add keys to it: the match, the line, the player."""
        body = super().format_error_response(error_response)
        if isinstance(self.original_exc, errors.Refusal):
            body |= self.original_exc.body_extras()
        return body


def _first(detail: Any) -> Any:
    """Return the detail of a refusal, cut after `ERRORS_TOLD` faults at each field.

    No more are shown, and flattening all of them first would take quadratic time.
    """
    if isinstance(detail, dict):
        return {key: _first(why) for key, why in islice(detail.items(), ERRORS_TOLD)}
    if isinstance(detail, list):
        return [_first(why) for why in detail[:ERRORS_TOLD]]
    return detail


def _answer(refusal: errors.Refusal) -> exceptions.APIException:
    """Return REST framework's exception for a refusal by a service."""
    if isinstance(refusal, errors.Refused):
        return exceptions.ValidationError(_by_place(refusal))
    if isinstance(refusal, errors.Denied):
        return exceptions.PermissionDenied(refusal.sentence, code=refusal.code)
    if isinstance(refusal, errors.Conflict):
        return Conflict(refusal.sentence, code=refusal.code)
    return exceptions.NotFound(NOTHING_HERE)


def _by_place(refusal: errors.Refused) -> Any:
    places: dict[str | None, list[exceptions.ErrorDetail]] = {}
    for fault in refusal.faults:
        text = exceptions.ErrorDetail(refusal.sentence_of(fault), code=fault.code)
        places.setdefault(fault.field or refusal.whole, []).append(text)
    return places.get(None) or places


def _away(exc: DatabaseError) -> Away:
    database_away.door.note(exc)
    return Away(database_away.sentence(), code=database_away.CODE)


def _throttled(exc: exceptions.Throttled) -> exceptions.Throttled:
    wait: float | None = getattr(exc, "wait", None)
    if wait:
        text = wait_sentence(math.ceil(wait))
        exc.detail = exceptions.ErrorDetail(text, code=exc.default_code)
    return exc


_CONVERSIONS: dict[type[Exception], Any] = {
    errors.Refusal: _answer,
    Http404: lambda exc: exceptions.NotFound(NOTHING_HERE),
    exceptions.Throttled: _throttled,
    **dict.fromkeys(database_away.AWAY, _away),
    # This happens, for example, if a query has more parameters than Django reads.
    SuspiciousOperation: lambda exc: exceptions.ParseError(_("Cette demande ne se lit pas.")),
}
