"""Turns posted data into the arguments of the services. It checks shapes and decides nothing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

from clubs.models import Club
from clubs.queries import clubs_where, home_club
from core.names import clean_name
from core.shapes import OF_ANY_WRITE, BoundedList
from games.api.reading import (
    checked,
    find_club,
    find_game,
    find_preset,
    nested,
    reader,
    rules,
    seats,
)
from games.callers import api_caller
from games.errors import NotFound
from games.registry.installed import game_of
from games.services import SeatAsked
from tournaments import services
from tournaments.api.inputs.draws import CorrectionPreviewInput, LeavingPreviewInput
from tournaments.api.inputs.serializers import (
    ENTRANTS_MAX,
    ArrangeInput,
    CorrectionInput,
    DeskInput,
    DeskLineInput,
    EntrantInput,
    OneEntrant,
    OverInput,
    PastInput,
    PlaceInput,
    TakeBackInput,
    TournamentInput,
    TournamentPatch,
    WebhookInput,
    WebhookRemoval,
    WriteSerializer,
)
from tournaments.errors import Denied
from tournaments.log_queries import INVITING, PAST
from tournaments.models import NAME_LENGTH, Tournament
from tournaments.refusals import sentence
from tournaments.services import DeskLine, EntrantAsked, TournamentAsked, Writing
from tournaments.state.options import usual_tie_breaks
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Round
from tournaments.view import View

Shape = type[serializers.Serializer[Any]]


def fault(code: str, attr: str, **params: Any) -> ValidationError:
    """Return the error that refuses one posted value."""
    return ValidationError({attr: [ErrorDetail(sentence(code, params), code=code)]})


def writing(request: Request, values: Mapping[str, Any] | None = None) -> Writing:
    """Return who writes: caller, table's token, `client_id`, and the version written on."""
    values = values or {}
    return Writing(
        api_caller(request),
        request.headers.get("X-Table-Token"),
        values.get("client_id"),
        values.get("after"),
    )


def sent(request: Request) -> Writing:
    """Return who writes, read from the query. This is for a body that is a list, and for DELETE."""
    return writing(request, checked(WriteSerializer, carried(request, tuple(OF_ANY_WRITE))))


def read(request: Request, shape: Shape) -> tuple[dict[str, Any], Writing]:
    """Return the values of a body, checked by its shape, and who writes.

    A field that the shape does not have is refused.
    """
    values = checked(shape, request.data)
    check_known(request.data, shape)
    by = writing(request, values)
    for name in ("client_id", "after"):
        values.pop(name, None)
    return values, by


def desk(request: Request) -> tuple[int | None, list[DeskLine], Writing]:
    """Return several results sent together: the round's number or None, the lines, who writes."""
    values, by = read(request, DeskInput)
    posted: Any = request.data
    for at, line in enumerate(posted["lines"]):
        check_known(line, DeskLineInput, f"lines.{at}.")
        check_known(line.get("over"), OverInput, f"lines.{at}.over.")
    lines = [
        DeskLine(
            line["table"],
            ReportedResult.from_json(line),
            ReportedResult.from_json(line["over"]) if line.get("over") else None,
            bool(line.get("sure")),
        )
        for line in values["lines"]
    ]
    # `exactly_once` stores the answer, because the log cannot store the outcome of each line.
    return values.get("round"), lines, replace(by, client_id=None)


def check_known(body: Any, shape: Shape, place: str = "") -> None:
    """Refuse a field that the shape does not have. Otherwise a misspelt field would be ignored."""
    known = reader(shape).fields
    for name in body if isinstance(body, Mapping) else ():
        if name not in known:
            raise fault("field_unknown", f"{place}{name}")


def _options(body: Any) -> dict[str, Any]:
    """Return the options as posted, because their shapes are checked already.

    Raises `field_unknown`.
    """
    given = body.get("options") or {}
    known = reader(TournamentPatch).fields["options"].fields  # type: ignore[attr-defined]
    for name in given:
        if name not in known:
            raise fault("field_unknown", f"options.{name}")
    return dict(given)


def _tie_breaks(values: Mapping[str, Any], format_: str) -> list[str]:
    named = list(values.get("tie_breaks") or usual_tie_breaks(format_))
    if len(set(named)) != len(named):
        raise fault("tie_break_repeated", "tie_breaks")
    return named


def club_of(values: Mapping[str, Any], by: Writing) -> Club:
    """Return the posted club; without one, a club whose tournaments the caller may run.

    That is the first club of the site if possible, otherwise another one. If there is no such club,
    the first club of the site is returned.
    """
    named = find_club(values.get("club"), by.caller)
    if named is not None:
        return named
    home = home_club()
    if home is None:
        raise fault("club_missing", "club")
    if by.caller.may("run_tournaments", home):
        return home
    return clubs_where(by.caller, "run_tournaments").first() or home


def made(request: Request) -> tuple[TournamentAsked, Writing]:
    """Read a request that creates a tournament: its settings, and who writes it."""
    values, by = read(request, TournamentInput)
    return asked_of(request.data, values, by), by


def asked_of(body: Any, values: Mapping[str, Any], by: Writing) -> TournamentAsked:
    """Return a tournament to create, from a body and its checked values."""
    game = find_game(values["game"])
    return TournamentAsked(
        name=values["name"],
        club=club_of(values, by),
        game=game,
        preset=find_preset(game, values.get("preset")),
        rules=_rules(game, values),
        date=values.get("date"),
        place=values.get("place", ""),
        public=values["public"],
        room_tables=values.get("room_tables"),
        start_at=values.get("start_at"),
        end_by=values.get("end_by"),
        **{name: values[name] for name in (*INVITING, *PAST) if name in values},
        format=values["format"],
        options=_options(body),
        tie_breaks=_tie_breaks(values, values["format"]),
        seed=values.get("seed", ""),
        state=values.get("state", "registration"),
    )


def past(request: Request) -> tuple[TournamentAsked, list[dict[str, Any]], Writing]:
    """Read a past tournament to create: what is known of it, its places, and who writes."""
    values, by = read(request, PastInput)
    posted: Any = request.data
    for at, place in enumerate(posted["palmares"]):
        check_known(place, PlaceInput, f"palmares.{at}.")
    game = find_game(values["game"])
    known = ("place", "about", *PAST)
    opening = TournamentAsked(
        name=values["name"],
        club=club_of(values, by),
        game=game,
        preset=find_preset(game, None),
        date=values["date"],
        public=values["public"],
        **{name: values[name] for name in known if name in values},
    )
    return opening, [dict(place) for place in values["palmares"]], by


def _rules(game: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Check the rules' shapes. They are stored as posted, and read again at each start."""
    given = values.get("rules") or {}
    rules(game, given, {})
    return dict(given)


def patched(request: Request, tournament: Tournament) -> tuple[dict[str, Any], Writing]:
    """Return the fields of a tournament that change, with their new values, and who writes."""
    values, by = read(request, TournamentPatch)
    if "options" in values:
        values["options"] = _options(request.data)
    if "tie_breaks" in values:
        values["tie_breaks"] = _tie_breaks(values, tournament.format)
    _patched_game(values, tournament)
    return values, by


def _patched_game(values: dict[str, Any], tournament: Tournament) -> None:
    """Check the game, its ruleset and its rules together, as they would be after the change."""
    if not {"game", "preset", "rules"} & set(values):
        return
    game = find_game(values["game"]) if "game" in values else game_of(tournament.game)
    stays = game.slug == tournament.game
    preset = find_preset(game, values.get("preset") or (tournament.preset if stays else None))
    values["preset"] = preset.slug
    if "rules" in values or not stays:
        values["rules"] = _rules(game, values)
    services.check_rules(game, preset, values.get("rules", tournament.rules))


def entrants(request: Request) -> tuple[list[EntrantAsked], Writing, bool]:
    """Return the posted entrants, who writes, and whether they were posted as a list."""
    body: Any = request.data
    if not isinstance(body, list):
        values, by = read(request, OneEntrant)
        return [entrant(values, "")], by, False
    rows = listed(ENTRANTS, EntrantInput, body)
    return [entrant(row, f"{at}.") for at, row in enumerate(rows)], sent(request), True


ENTRANTS = BoundedList(child=EntrantInput(), max_length=ENTRANTS_MAX)
PLACES = BoundedList(child=PlaceInput(), max_length=ENTRANTS_MAX)


def listed(field: BoundedList, shape: Shape, body: Any) -> list[dict[str, Any]]:
    """Read a body that is a list. A fault names the item's place in it."""
    try:
        rows = field.run_validation(body)
    except ValidationError as error:
        detail = error.detail
        named = detail if isinstance(detail, dict) else {"non_field_errors": detail}
        raise ValidationError(named) from None
    for at, row in enumerate(body):
        check_known(row, shape, f"{at}.")
    return rows


def entrant(values: Mapping[str, Any], place: str) -> EntrantAsked:
    """Return an entrant as the argument of the services."""
    try:
        people = seats(values.get("players", []))
    except ValidationError as error:
        raise nested(error, lambda name: f"{place}players{name.removeprefix('seats')}") from None
    plain = ("seed", "club", "phone", "licence", "paid")
    given = {name: values[name] for name in plain if name in values}
    return EntrantAsked(values.get("name", ""), people, **given)


def edited(changes: Mapping[str, Any], view: View, number: int) -> EntrantAsked:
    """Return an entrant's new name and people; a field that is not posted stays unchanged."""
    if {"state", "seed", "paid", "waiting", "phone", "licence"} & changes.keys():
        raise fault("name_or_state", "name")
    enrolled = next(
        (enrolled for enrolled in view.folded.entrants if enrolled.number == number), None
    )
    if enrolled is None:
        raise NotFound
    if not view.can_run:
        raise Denied("run_needed")
    try:
        people = seats(changes["players"]) if "players" in changes else None
        stored = enrolled.name if enrolled.named else ""
        name = changes.get("name", stored).strip()
        # An unchanged name is not checked again, because it may be one that is refused today.
        name = clean_name(name, NAME_LENGTH) if name and name != stored else name
    except ValidationError as error:
        raise nested(error, lambda name: f"players{name.removeprefix('seats')}") from None
    if people is None:
        people = [SeatAsked(player=player, name=guest) for player, guest in enrolled.members]
    return EntrantAsked(name, people, same_people=changes.get("same_people", False))


def correction(request: Request) -> tuple[ReportedResult, Any, Writing]:
    """Return the result that replaces another, the choice for later rounds, and who writes."""
    values, by = read(request, CorrectionInput)
    return ReportedResult.from_json(values), values.get("later"), by


def previewed(request: Request) -> ReportedResult | None:
    """Return the result of a correction that is only previewed; None if it takes the result back.

    Raises a fault for no result, or for a result beside `take_back`.
    """
    values = checked(CorrectionPreviewInput, request.data)
    check_known(request.data, CorrectionPreviewInput)
    result = ReportedResult.from_json(values)
    if bool(values.get("take_back")) != result.empty:
        raise fault("result_empty", "scores")
    return None if result.empty else result


def leaving(request: Request) -> str:
    """Return the state in which an entrant would leave."""
    values = checked(LeavingPreviewInput, request.data)
    check_known(request.data, LeavingPreviewInput)
    return str(values["state"])


def taken_back(request: Request) -> tuple[Any, Writing]:
    """Return the choice for later rounds and who writes, from a DELETE's body or query."""
    values = checked(TakeBackInput, carried(request, ("later", "client_id", "after")))
    return values.get("later"), writing(request, values)


def carried(request: Request, names: tuple[str, ...]) -> Any:
    """Return the values of the query; for a DELETE, those of its JSON body too."""
    query: dict[str, Any] = {
        name: request.query_params[name] for name in names if name in request.query_params
    }
    if query.get("after", "").isdecimal():
        query["after"] = int(query["after"])
    body: Any = request.data if request.method == "DELETE" else {}
    return {**query, **body}


def places(request: Request) -> list[dict[str, Any]]:
    """Read a palmarès: a list of places."""
    return [dict(row) for row in listed(PLACES, PlaceInput, request.data)]


def webhook(request: Request) -> tuple[dict[str, Any], Writing]:
    """Read a webhook to add."""
    return read(request, WebhookInput)


def removed_url(request: Request) -> str:
    """Read the address of the webhook to remove."""
    return str(checked(WebhookRemoval, carried(request, ("url",)))["url"])


def arranged(request: Request) -> tuple[dict[str, Any], Writing]:
    """Return the entrants of a draft to exchange, or the tables to lock, and who writes."""
    values, by = read(request, ArrangeInput)
    if ("swap" in values) == ("lock" in values):
        raise fault("swap_or_lock", "swap")
    return values, by


def table_number(text: str, drawn: Round) -> int:
    """Read a table's number from the query."""
    known = {str(seated.number): seated.number for seated in drawn.tables}
    if text not in known:
        raise fault("table_unknown", "why")
    return known[text]
