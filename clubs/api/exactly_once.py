"""Makes each write of the API happen once, even if it is sent again with the same `client_id`."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from clubs.first_answers import WriteKey, remember
from clubs.models import User
from core.exactly_once import fingerprint_of
from core.shapes import OF_ANY_WRITE, StrictUUID

Handler = Callable[..., Response]
# A function that derives the secrets of a first answer again. Its arguments are the request, the
# key of the write, and the stored part of the answer.
Again = Callable[[Request, WriteKey, Mapping[str, Any]], Mapping[str, Any]]

# The headers that identify a visitor, who has no account.
TOKENS = ("X-Match-Token", "X-Table-Token", "X-Job-Token")
# The parameters of an address that limit the scope of a `client_id`: the same id may be used
# once for each match or tournament.
SUBJECTS = ("match_id", "tournament_id")


def exactly_once(*, secret: tuple[str, ...] = (), again: Again | None = None) -> Any:
    """Decorate a call so that it writes each `client_id` only once; also mark it in the schema.

    It is for calls whose service has no log that stores the first answer. `secret` names the
    fields of the answer that must not be stored. `again` computes these fields once more.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        def answered(view: Any, request: Request, *args: Any, **places: Any) -> Response:
            key = key_of(request)
            if key is None:
                return handler(view, request, *args, **places)
            given: list[Response] = []

            def make() -> dict[str, Any]:
                response = handler(view, request, *args, **places)
                given.append(response)
                return {"status": response.status_code, "body": _stored(response.data, secret)}

            done = remember(key, mark_of(request), make)
            return given[0] if not done.repeated else _again(request, key, done.body, again)

        answered.takes_client_id = True  # type: ignore[attr-defined]
        return answered

    return decorate


def _stored(body: Any, secret: tuple[str, ...]) -> Any:
    """Return an answer as JSON.

    Each secret is replaced by True or False: whether the answer had one.
    """
    if isinstance(body, Mapping):
        presence_by_name = {name: body[name] is not None for name in secret}
        body = {**body, **presence_by_name}
    return json.loads(json.dumps(body, cls=JSONEncoder))


def _again(
    request: Request, key: WriteKey, stored_answer: Mapping[str, Any], again: Again | None
) -> Response:
    body = stored_answer["body"]
    if again is not None:
        body = {**body, **again(request, key, body)}
    made = stored_answer["status"] == status.HTTP_201_CREATED
    return Response(body, status=status.HTTP_200_OK if made else stored_answer["status"])


def key_of(request: Request) -> WriteKey | None:
    """Return the key of the write that a call makes, or None without a `client_id`.

    Raise `ValidationError` if the `client_id` is not a UUID.
    """
    sent = _carried(request).get("client_id")
    if sent is None:
        return None
    try:
        client_id = StrictUUID().run_validation(sent)
    except ValidationError as error:
        raise ValidationError({"client_id": error.detail}) from None
    account = request.user if isinstance(request.user, User) else None
    return WriteKey(_scope(request, account), client_id, account)


def mark_of(request: Request) -> str:
    """Return the fingerprint of a call, made from its method, its address and its data."""
    body: Any = request.data
    if isinstance(body, Mapping):
        body = {name: value for name, value in body.items() if name not in OF_ANY_WRITE}
    query = sorted(pair for pair in request.query_params.lists() if pair[0] not in OF_ANY_WRITE)
    return fingerprint_of(request.method, request.path, query, body)


def _carried(request: Request) -> Mapping[str, Any]:
    """Return the data of a call: its query, and its body if that is an object.

    If both have a value of the same name, the body's value counts.
    """
    body: Any = request.data
    return {**request.query_params.dict(), **(body if isinstance(body, Mapping) else {})}


def _scope(request: Request, account: User | None) -> str:
    """Return the scope of a write: who sends it, and for which match or tournament, if any."""
    places = request.parser_context["kwargs"] if request.parser_context else {}
    about = next((f" {name} {places[name]}" for name in SUBJECTS if name in places), "")
    return f"{_sender(request, account)}{about}"


def _sender(request: Request | HttpRequest, account: User | None) -> str:
    if account is not None:
        return f"account {account.pk}"
    carried = " ".join(request.headers.get(name, "") for name in TOKENS).strip()
    return f"token {hashlib.sha256(carried.encode()).hexdigest()[:32]}" if carried else "anyone"
