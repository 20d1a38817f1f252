"""How the services' refusals are answered over HTTP, in one place for every app."""

import logging
import math
from itertools import islice
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.db import Error as DatabaseError
from django.utils.translation import gettext as _
from drf_standardized_errors.formatter import ExceptionFormatter, flatten_errors
from drf_standardized_errors.handler import ExceptionHandler
from drf_standardized_errors.types import Error, ErrorResponse
from rest_framework import exceptions, status

from clubs.errors import AccountNeeded, Impossible, NameTaken, NotAllowed
from clubs.links.errors import LinkFault
from clubs.names import NameFault
from clubs.shapes import ERRORS_TOLD, NAME_FAULTS
from clubs.wording import PEOPLE_ERRORS
from clubs.wording import error_sentence as people_sentence
from games import errors
from games.api.body import match_body
from games.wording import COMMON_ERRORS
from scorekeeper import away
from scorekeeper.middleware import wait_sentence
from tournaments.errors import Stale as TournamentStale

log = logging.getLogger("scorekeeper.database")


class Conflict(exceptions.APIException):
    """409: the caller must look at the match before going on."""

    status_code = status.HTTP_409_CONFLICT


class Away(exceptions.APIException):
    """503: the database could not be asked."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    wait = away.REST  # REST framework makes `Retry-After` of it


class Handler(ExceptionHandler):
    """Turns what the services raise into the contract's errors."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Return REST framework's exception for one of ours; a bug stays a bug."""
        for kind, convert in _CONVERSIONS.items():
            if isinstance(exc, kind):
                return convert(exc)
        return super().convert_known_exceptions(exc)


class Formatter(ExceptionFormatter):
    """The contract's error body, with what stands beside `errors` for some codes."""

    def get_errors(self) -> list[Error]:
        """Return the first faults: an answer tells fifty at most, however many there are."""
        return flatten_errors(_first(self.exc.detail))[:ERRORS_TOLD]

    def format_error_response(self, error_response: ErrorResponse) -> Any:
        """Add what stands beside `errors` for some codes: the match, the line, the player."""
        body = super().format_error_response(error_response)
        original = self.original_exc
        if isinstance(original, errors.Stale):
            body["match"] = match_body(original.table)
        if isinstance(original, TournamentStale):
            body["version"] = original.now
        if isinstance(original, errors.LaterEntryIllegal):
            body["later"] = {"number": original.number, "code": original.cause.code}
        if isinstance(original, NameTaken) and original.told is not None:
            body["player"] = {"id": original.told.pk, "name": original.told.public_name}
        return body


def _first(detail: Any) -> Any:
    """Return a refusal's detail with so many faults at each place, as more are not told.

    Flattening all of them first would take the square of their number.
    """
    if isinstance(detail, dict):
        return {key: _first(why) for key, why in islice(detail.items(), ERRORS_TOLD)}
    if isinstance(detail, list):
        return [_first(why) for why in detail[:ERRORS_TOLD]]
    return detail


def _refused(exc: errors.Refused) -> exceptions.ValidationError:
    detail: dict[str, list[exceptions.ErrorDetail]] = {}
    for fault in exc.faults:
        attr = fault.field or "non_field_errors"
        detail.setdefault(attr, []).append(
            exceptions.ErrorDetail(exc.sentence(fault), code=fault.code)
        )
    return exceptions.ValidationError(detail)


def _later(exc: errors.LaterEntryIllegal) -> exceptions.ValidationError:
    text = exceptions.ErrorDetail(exc.sentence, code=exc.code)
    return exceptions.ValidationError({f"entries.{exc.number}": [text]})


def _denied(exc: errors.Denied) -> exceptions.PermissionDenied:
    return exceptions.PermissionDenied(exc.sentence, code=exc.code)


def _not_allowed(exc: NotAllowed) -> exceptions.PermissionDenied:
    text = PEOPLE_ERRORS.get(exc.code) or COMMON_ERRORS.get(exc.code, "")
    return exceptions.PermissionDenied(str(text), code=exc.code)


def _impossible(exc: Impossible) -> exceptions.ValidationError:
    text = exceptions.ErrorDetail(people_sentence(exc), code=exc.code)
    return exceptions.ValidationError({exc.field or "non_field_errors": [text]})


def _name_taken(exc: NameTaken) -> exceptions.ValidationError:
    text = _("Ce nom est déjà pris dans le club.")
    return exceptions.ValidationError({"name": [exceptions.ErrorDetail(text, code=exc.code)]})


def _account_needed(exc: AccountNeeded) -> exceptions.ValidationError:
    return exceptions.ValidationError(exceptions.ErrorDetail(exc.sentence, code=exc.code))


def _name_fault(exc: NameFault) -> exceptions.ValidationError:
    text = exceptions.ErrorDetail(str(NAME_FAULTS[exc.code]), code=exc.code)
    return exceptions.ValidationError({"name": [text]})


def _link_fault(exc: LinkFault) -> exceptions.ValidationError:
    attr = exc.field or "non_field_errors"
    return exceptions.ValidationError({attr: [exceptions.ErrorDetail(exc.sentence, code=exc.code)]})


def _away(exc: DatabaseError) -> Away:
    log.error("database away", extra={"fields": {"error": type(exc.__cause__ or exc).__name__}})
    away.door.note(exc)
    return Away(away.sentence(), code=away.CODE)


def _throttled(exc: exceptions.Throttled) -> exceptions.Throttled:
    wait: float | None = getattr(exc, "wait", None)
    if wait:
        text = wait_sentence(math.ceil(wait))
        exc.detail = exceptions.ErrorDetail(text, code=exc.default_code)
    return exc


_CONVERSIONS: dict[type[Exception], Any] = {
    errors.Refused: _refused,
    errors.LaterEntryIllegal: _later,
    errors.Denied: _denied,
    errors.NotFound: lambda exc: exceptions.NotFound(),
    errors.Conflict: lambda exc: Conflict(exc.sentence, code=exc.code),
    AccountNeeded: _account_needed,
    NotAllowed: _not_allowed,
    Impossible: _impossible,
    NameTaken: _name_taken,
    NameFault: _name_fault,
    LinkFault: _link_fault,
    exceptions.Throttled: _throttled,
    **dict.fromkeys(away.AWAY, _away),
    # A query of more parameters than Django reads, say.
    SuspiciousOperation: lambda exc: exceptions.ParseError(_("Cette demande ne se lit pas.")),
}
