"""Turns posted data into the arguments of the services. Only the shape of data is checked."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.settings import api_settings

from clubs.callers import Caller
from clubs.models import Club
from clubs.queries import visible_clubs
from games.api.serializers import (
    VALUES_MAX,
    ImportSerializer,
    JoinSerializer,
    LineSerializer,
    PartSerializer,
    PatchSerializer,
    SeatPatch,
    SidePatch,
    SitSerializer,
    StartSerializer,
)
from games.match.sizes import IMPORTED_FIGURES, figures
from games.refusals import TABLE
from games.registry import installed
from games.registry.game import Game, Preset
from games.services import SeatAsked, StartAsked, Writing
from games.services.importing import EntryAsked


def fault(code: str, attr: str) -> ValidationError:
    """Return a refusal of one posted value, with the sentence that all games share."""
    return ValidationError({attr: [ErrorDetail(str(TABLE[code]), code=code)]})


@cache
def reader(serializer: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return the shared instance of a serializer."""
    return serializer()


def checked(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Return the validated values. Raise `ValidationError` (400) if they are wrong.

    One shared instance validates every body. A new serializer would copy all its fields, which
    takes as long as scoring a line. `run_validation` stores nothing between two calls.
    """
    return dict(reader(serializer).run_validation(data))


def nested(error: ValidationError, place: Callable[[str], str]) -> ValidationError:
    """Return a refusal in which the fields have the full names that `place` returns.

    It is used for fields that are deeper in the body.
    """
    detail: Any = error.detail
    if isinstance(detail, list):  # the body has no fields at all
        detail = {api_settings.NON_FIELD_ERRORS_KEY: detail}
    return ValidationError({place(name): why for name, why in detail.items()})


def writing(request: Request, caller: Caller, data: Any = None) -> Writing:
    """Return the `Writing` of a request: caller, `client_id`, version, and hash of the rules."""
    values = checked(LineSerializer, request.data if data is None else data)
    return Writing(caller, values.get("client_id"), values.get("after"), values.get("rules", ""))


def entry(request: Request) -> Callable[[Game], dict[str, Any]]:
    """Return a function that reads the body as an entry of the game that it is given."""
    return lambda game: _entry(game, request.data)


def _entry(game: Game, body: Any) -> dict[str, Any]:
    """Read an entry; refuse a field that the game does not know.

    If the field were ignored, a misspelt one would silently score the line without its value.
    """
    values = checked(game.entry.serializer, body)
    _check_known(body, "", game.entry.serializer, LineSerializer)
    return without_nulls(values)


def _check_known(
    body: Mapping[str, Any], place: str, *shapes: type[serializers.Serializer[Any]]
) -> None:
    """Refuse a field that none of these serializers has."""
    known = {name for serializer in shapes for name in reader(serializer).fields}
    for name in body:
        if name not in known:
            raise fault("field_unknown", f"{place}{name}")


def without_nulls(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without those that are null, as if these had not been sent."""
    return {name: value for name, value in values.items() if value is not None}


def before(request: Request) -> int | None:
    """Return the number of the line before which the requested part of the match ends, or None."""
    number: int | None = checked(PartSerializer, request.query_params).get("before")
    return number


def deletion(request: Request) -> Any:
    """Return the fields of a DELETE, from its query and its JSON body."""
    query = {
        name: request.query_params[name]
        for name in ("client_id", "after")
        if name in request.query_params
    }
    if "after" in query:
        query["after"] = _whole(query["after"])
    body: Any = request.data
    return {**query, **body}


def _whole(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return text


def find_game(slug: str, attr: str = "game") -> Game:
    """Return the game that a body names. Raise 400 `game_unknown` if it is not installed."""
    game = installed.game(slug)
    if game is None:
        raise fault("game_unknown", attr)
    return game


def find_preset(game: Game, slug: str | None) -> Preset:
    """Return the ruleset that a body names, or the game's first one. Raise 400 `preset_unknown`."""
    preset = game.presets[0] if slug is None else game.preset(slug)
    if preset is None:
        raise fault("preset_unknown", "preset")
    return preset


def find_club(slug: str | None, caller: Caller, *, later: bool = False) -> Club | None:
    """Return the club that a body names. Raise 400 `club_unknown` if the caller may not see it.

    `later` is True for a start that arrives after the match began. The club is then also
    returned if the caller had a link to it that has ended. For any other club, None is returned
    instead of a refusal, so that a match that was played is not lost.
    """
    if slug is None:
        return None
    club = visible_clubs(caller).filter(slug=slug).first()
    if club is None and later:
        hidden = Club.objects.filter(slug=slug).first()
        return hidden if hidden and caller.vouching_links(hidden) else None
    if club is None:
        raise fault("club_unknown", "club")
    return club


def rules(game: Game, given: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the posted rules, with `options`: the rules that are chosen with the seats."""
    known = reader(game.rules.serializer).fields
    for name in given:
        if name not in known:
            raise fault("rule_unknown", f"rules.{name}")
    try:
        return checked(game.rules.serializer, {**given, **options})
    except ValidationError as error:
        raise nested(error, lambda name: name if name in options else f"rules.{name}") from None


def seats(given: list[dict[str, Any]]) -> list[SeatAsked]:
    """Return the person of each seat: a player's id, a guest's name, or nobody yet."""
    return [_person(seat, f"seats.{place}.name") for place, seat in enumerate(given)]


def _person(seat: Mapping[str, Any], attr: str) -> SeatAsked:
    player, name = seat.get("player"), seat.get("name") or ""
    if not seat.get("named", True):
        return SeatAsked()
    if (player is None) == (not name):
        raise fault("name_blank" if player is None else "seat_named_or_known", attr)
    return SeatAsked(player, name)


def joining(request: Request, caller: Caller) -> tuple[SeatAsked, Writing]:
    """Return the person who joins a match, and the `Writing` of the request."""
    body: Any = request.data
    values = checked(JoinSerializer, body)
    _check_known(body, "", JoinSerializer)
    by = Writing(caller, values.get("client_id"), values.get("after"))
    return _person(values, "name"), by


def patch(request: Request, caller: Caller) -> tuple[dict[str, Any], Writing]:
    """Return the changes to a match's details for `services.patch`, and the `Writing`."""
    values = checked(PatchSerializer, request.data)
    body: Any = request.data
    _check_known(body, "", PatchSerializer)
    by = Writing(caller, values.pop("client_id", None), values.pop("after", None))
    for name, key, serializer in (("sides", "side", SidePatch), ("seats", "seat", SeatPatch)):
        if name in values:
            _check_rows(body[name], name, key, serializer)
    if "sides" in values:
        values["sides"] = {side["side"]: side["name"] for side in values["sides"]}
    if "seats" in values:
        sitting = zip(values["seats"], seats(values["seats"]), strict=True)
        values["seats"] = {row["seat"]: person.player or person.name for row, person in sitting}
    return values, by


def sitting(request: Request, caller: Caller) -> tuple[str, Writing]:
    """Return the name for an unnamed seat (empty if none is given), and the `Writing`."""
    body: Any = request.data
    values = checked(SitSerializer, body)
    _check_known(body, "", SitSerializer)
    by = Writing(caller, values.get("client_id"), values.get("after"))
    return values.get("name") or "", by


def _check_rows(
    rows: list[dict[str, Any]], name: str, key: str, serializer: type[serializers.Serializer[Any]]
) -> None:
    """Refuse an unknown field of a row, and two rows with the same `key`.

    Of two such rows only one would take effect.
    """
    seen = set()
    for place, row in enumerate(rows):
        _check_known(row, f"{name}.{place}.", serializer)
        if row[key] in seen:
            raise fault(f"{key}_repeated", f"{name}.{place}.{key}")
        seen.add(row[key])


def start(request: Request, caller: Caller) -> tuple[StartAsked, Writing, str | None]:
    """Return a start, its `Writing`, and the id of the match that it follows, or None."""
    values: dict[str, Any] = checked(StartSerializer, request.data)
    game = find_game(values["game"])
    posted: Any = request.data
    options = {name: posted[name] for name in game.seats.options if posted.get(name) is not None}
    setup = StartAsked(
        game=game,
        preset=find_preset(game, values.get("preset")),
        rules=rules(game, values.get("rules", {}), options),
        seats=seats(values["seats"]),
        side_names=[side.get("name", "") for side in values.get("sides", [])],
        club=find_club(values.get("club"), caller, later=bool(values.get("started_at"))),
        in_club_room=values["in_club_room"],
        started_at=_past(values.get("started_at")),
    )
    by = Writing(caller, values.get("client_id"), rules=values.get("rules_hash", ""))
    return setup, by, values.get("follows")


def _past(moment: datetime | None) -> datetime | None:
    """Return the moment of a start, or None (which stands for now) if it is in the future."""
    return moment if moment and moment <= timezone.now() else None


def imported(request: Request, caller: Caller) -> dict[str, Any]:
    """Return an exported match that was posted, as the arguments of `import_match`."""
    values: Any = checked(ImportSerializer, request.data)
    lines, sitting = len(values["entries"]), len(values["seats"])
    too_long = figures(lines, sitting) > IMPORTED_FIGURES
    if too_long or not holds_at_most(VALUES_MAX, values["entries"]):
        raise fault("import_too_large", "entries")
    game = find_game(values["game"])
    club = visible_clubs(caller).filter(slug=values.get("club")).first()
    setup = StartAsked(
        game=game,
        preset=find_preset(game, values["preset"]),
        rules=rules(game, values["rules"], {}),
        seats=[
            SeatAsked(seat.get("player"), seat.get("name") or "?")
            if seat.get("named", True)
            else SeatAsked()
            for seat in values["seats"]
        ],
        side_names=[side.get("name", "") for side in values["sides"]],
        club=club,
        in_club_room=values["in_club_room"],
        started_at=values["started_at"],
    )
    _check_ids(values)
    return {
        "setup": setup,
        "entries": [_entry_import(game, place, row) for place, row in enumerate(values["entries"])],
        "abandoned": values["status"] == "abandoned",
        "finished_at": values.get("finished_at"),
        "by": Writing(caller, values.get("client_id")),
    }


def holds_at_most(most: int, data: Any) -> bool:
    """Return whether a JSON value contains at most `most` values. The count stops beyond `most`."""
    inside, held = [data], 0
    while inside and held <= most:
        container = inside.pop()
        below = container.values() if isinstance(container, dict) else container
        held += len(below)
        inside += [value for value in below if isinstance(value, dict | list)]
    return held <= most


def _check_ids(values: Mapping[str, Any]) -> None:
    """Refuse an import in which two writes have the same `client_id`."""
    seen = {values.get("client_id")} - {None}
    for place, row in enumerate(values["entries"]):
        client_id = row.get("client_id")
        if client_id is not None and client_id in seen:
            raise fault("import_invalid", f"entries.{place}.client_id")
        seen.add(client_id)


def _entry_import(game: Game, place: int, row: Mapping[str, Any]) -> EntryAsked:
    try:
        data = _entry(game, row["data"])
    except ValidationError as error:
        raise nested(error, lambda name: f"entries.{place}.data.{name}") from None
    return EntryAsked(data, row.get("client_id"), row["recorded_at"])
