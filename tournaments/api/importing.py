"""Reads files that will become tournaments. Every shape is checked before any event is applied."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from clubs.queries import clubs_where
from core.shapes import BoundedDict, BoundedList
from core.text.texts import misread
from games.api.reading import checked, find_game, find_preset
from games.api.serializers import ObjectField
from games.entry.shapes import StrictBoolean, StrictInteger, StrictMoment
from games.models import ID_LENGTH
from games.registry.installed import games
from tournaments import services
from tournaments.api.inputs.serializers import (
    ENTRANTS_MAX,
    LATER,
    NUMBER_MAX,
    FigureField,
    ImportInput,
    NoteField,
    OptionsInput,
    PlaceInput,
    SeedField,
    TournamentInput,
    TournamentPatch,
)
from tournaments.api.reading import (
    _tie_breaks,
    asked_of,
    check_known,
    club_of,
    fault,
)
from tournaments.draws.field import EDITION
from tournaments.draws.ranking.standings import KNOWN
from tournaments.files import trf
from tournaments.files.export import from_csv
from tournaments.files.trf_extension import Extension
from tournaments.formats.format import Format
from tournaments.formats.installed import FORMATS, format_of
from tournaments.log_queries import AROUND, GAME, SETTING, TELLING
from tournaments.models import Entrant, Tournament
from tournaments.refusals import unread
from tournaments.services import TournamentAsked, WriteOutcome, Writing
from tournaments.state.entrants import MOST_PAID
from tournaments.state.events import KINDS, Event
from tournaments.state.options import ANY_FORMAT, FIRST_EDITION

LOG_MAX = 50_000
# The maximum number of boards of a duplicate, and the maximum points of one board.
BOARDS_MAX, POINTS_MAX = 10_000, 10**6
# The maximum number of people in a file, over all its entrants.
PEOPLE_MAX = 10 * ENTRANTS_MAX


class Number(StrictInteger):
    """The number of a round, a table or an entrant."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=NUMBER_MAX, **kwargs)


class Edition(StrictInteger):
    """The edition of the defaults and draws that a tournament is played by."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=FIRST_EDITION, max_value=EDITION, **kwargs)


class EventData(serializers.Serializer[Any]):
    """The fields that an event may have, whatever its kind; `entered` is read separately."""

    round = Number(required=False)
    table = Number(required=False)
    entrant = Number(required=False)
    side = Number(required=False, allow_null=True)
    place = Number(required=False)
    challenger = Number(required=False)
    challenged = Number(required=False)
    on = serializers.CharField(required=False, max_length=10)
    swap = BoundedList(child=Number(), required=False, min_length=2, max_length=2)
    lock = BoundedList(child=Number(), required=False, max_length=ENTRANTS_MAX)
    scores = BoundedList(child=FigureField(), required=False, max_length=50)
    forfeit = BoundedList(child=Number(), required=False, max_length=50)
    match = serializers.CharField(required=False, allow_null=True, max_length=ID_LENGTH)
    later = serializers.ChoiceField(choices=LATER, required=False, allow_null=True)
    seed = SeedField(required=False, allow_null=True, allow_blank=True)
    state = serializers.ChoiceField(
        choices=(*Tournament.State.values, *Entrant.State.values), required=False
    )
    ratings = BoundedDict(child=FigureField(), max_length=PEOPLE_MAX, required=False)
    rests = BoundedDict(child=FigureField(), max_length=PEOPLE_MAX, required=False)
    alone = BoundedList(child=Number(), max_length=PEOPLE_MAX, required=False)
    waiting = BoundedList(child=Number(), max_length=PEOPLE_MAX, required=False)
    joined = StrictBoolean(required=False)
    edition = Edition(required=False)
    format = serializers.ChoiceField(choices=tuple(FORMATS), required=False)
    options = OptionsInput(required=False)
    open = StrictBoolean(required=False)
    signed = StrictBoolean(required=False)
    instead = StrictBoolean(required=False)
    limit = Number(required=False, allow_null=True)
    winner = Number(required=False, allow_null=True)
    waiting_limit = Number(required=False, allow_null=True)
    until = serializers.CharField(required=False, allow_null=True, max_length=40)
    sum = StrictInteger(required=False, allow_null=True, min_value=0, max_value=MOST_PAID)
    board = Number(required=False)
    noted = BoundedList(child=Number(), required=False, max_length=ENTRANTS_MAX)
    name = serializers.CharField(required=False, max_length=80)
    boards = BoundedList(child=Number(), required=False, max_length=BOARDS_MAX)
    # At the import the game reads the entry again, and the points are computed again.
    entry = ObjectField(required=False, allow_null=True)
    score = StrictInteger(
        required=False, allow_null=True, min_value=-POINTS_MAX, max_value=POINTS_MAX
    )
    pars = BoundedDict(
        child=StrictInteger(allow_null=True, min_value=-POINTS_MAX, max_value=POINTS_MAX),
        max_length=BOARDS_MAX,
        required=False,
    )
    tie_breaks = BoundedList(
        child=serializers.ChoiceField(choices=KNOWN), required=False, max_length=20
    )
    tables = BoundedList(
        child=BoundedList(
            child=BoundedList(child=Number(), min_length=1, max_length=50),
            min_length=1,
            max_length=50,
        ),
        required=False,
        max_length=ENTRANTS_MAX,
    )


class LineInput(serializers.Serializer[Any]):
    """A line of an exported log."""

    kind = serializers.ChoiceField(choices=KINDS)
    data = ObjectField()  # type: ignore[assignment]
    at = StrictMoment(required=False)


class OpeningInput(serializers.Serializer[Any]):
    """How a tournament was to be played when it was opened; read from the log's first line."""

    format = serializers.ChoiceField(choices=tuple(FORMATS), required=False)
    options = OptionsInput(required=False)
    tie_breaks = BoundedList(
        child=serializers.ChoiceField(choices=KNOWN), required=False, min_length=1, max_length=20
    )
    seed = SeedField(required=False)


class DealsInput(serializers.Serializer[Any]):
    """The deals of a duplicate, if the file has them."""

    secret = serializers.RegexField(r"\A[0-9a-zA-Z]{32,64}\Z", required=False)
    boards = BoundedDict(
        child=BoundedList(
            child=BoundedList(child=serializers.CharField(max_length=4), max_length=60),
            max_length=8,
        ),
        max_length=BOARDS_MAX,
        required=False,
    )


class NotesInput(serializers.Serializer[Any]):
    """What officers noted of an entrant."""

    phone = NoteField(required=False)
    licence = NoteField(required=False)


class FileInput(TournamentInput):
    """A file of our own JSON."""

    preset = serializers.CharField(max_length=40)
    log = BoundedList(child=LineInput(), max_length=LOG_MAX)
    palmares = BoundedList(child=PlaceInput(), required=False, max_length=ENTRANTS_MAX)
    people = BoundedDict(
        child=serializers.CharField(max_length=80), max_length=PEOPLE_MAX, required=False
    )
    notes = BoundedDict(child=NotesInput(), max_length=ENTRANTS_MAX, required=False)
    timer_minutes = Number(required=False)
    deals = DealsInput(required=False)
    edition = Edition(required=False)
    state = serializers.ChoiceField(choices=Tournament.State.choices, required=False)


class DescribedData(TournamentPatch):
    """The fields that an event `described` of the log may have. Its price is in hundredths."""

    price = StrictInteger(  # type: ignore[assignment]
        required=False, allow_null=True, min_value=0, max_value=MOST_PAID
    )
    screen = ObjectField(required=False)


# Events that do not change the state of the tournament. Other fields of the file hold their data.
BESIDE = ("palmares", "timer")
# An entrant without a seed has null here. (This is not the seed of a draw.)
UNSEEDED = ("entrant_seed",)


# A function that returns who writes, from the values of the posted body.
Writer = Callable[[Mapping[str, Any]], Writing]


def import_posted(body: Any, writer: Writer) -> WriteOutcome:
    """Create a tournament from the posted body: our JSON or CSV, or a TRF16 file."""
    kind = body.get("format") if isinstance(body, Mapping) else None
    if kind == "trf":
        return services.import_trf(**trf_file(body, writer))
    if kind == "csv":
        body = csv_body(body)
    return services.import_log(**log_file(body, writer))


def csv_body(posted: Any) -> dict[str, Any]:
    """Return the JSON that one of our CSV files holds, for the posted club."""
    values = checked(ImportInput, posted)
    try:
        body = from_csv(values.get("content") or "")
    except ValueError as error:
        raise fault("tournament_import_invalid", "content", why=str(error)) from None
    beside = ("club", "client_id")
    return {**body, **{name: posted[name] for name in beside if name in posted}}


def log_file(body: Any, writer: Writer) -> dict[str, Any]:
    """Read a file of our own JSON, and return the arguments of `import_log`."""
    values = checked(FileInput, body)
    by = writer(values)
    if not values["log"] or values["log"][0]["kind"] != "opened":
        raise fault("tournament_import_invalid", "log", why="opened")
    opened = values["log"][0]["data"]
    # A file without an edition is older than editions, so it was played by the first edition.
    edition = values.get("edition", FIRST_EDITION)
    known = {"club": values.get("club") or _own_club(opened, by), "state": _first_state(opened)}
    # The tournament begins with the settings of its first event. Later changes are in the log.
    first = {name: opened[name] for name in SETTING if name in opened}
    begun = checked(OpeningInput, first)
    opening = asked_of({**body, **first}, {**values, **begun, **known}, by)
    opening = replace(opening, edition=edition)
    lines = values["log"][1:]
    beside = ("palmares", "people", "timer_minutes", "deals", "notes")
    extra = {name: values[name] for name in beside if name in values}
    dated = all("at" in line for line in lines)
    extra["times"] = [line["at"] for line in lines] if dated else []
    log = [Event(line["kind"], _data(at, line)) for at, line in enumerate(lines, start=1)]
    return {"opening": opening, "log": log, "extra": extra, "by": by}


def _own_club(opened: Mapping[str, Any], by: Writing) -> str | None:
    """Return the club of the file, if it is on this site and the caller may run its tournaments.

    Otherwise None, because on another site the club may be unknown, or its name be another club's.
    """
    slug = opened.get("club")
    mine = clubs_where(by.caller, "run_tournaments")
    return slug if isinstance(slug, str) and mine.filter(slug=slug).exists() else None


def _first_state(opened: Mapping[str, Any]) -> str:
    return "draft" if opened.get("state") == "draft" else "registration"


def _data(at: int, line: Mapping[str, Any]) -> dict[str, Any]:
    kind, data = line["kind"], line["data"]
    if kind in BESIDE or kind in TELLING:
        return dict(data)
    if kind == "described":
        return _described(at, data)
    if kind == "opened":
        raise fault("tournament_import_invalid", f"log.{at}.kind", why="opened")
    if kind in UNSEEDED:
        shape = {"entrant": data.get("entrant"), "side": data.get("seed")}
        read = checked(EventData, shape)
        return {"entrant": read["entrant"], "seed": read["side"]}
    read = checked(EventData, data)
    check_known(data, EventData)
    # Options are returned as posted, because their shapes are checked already.
    return {**read, **({"options": data["options"]} if "options" in data else {})}


def _described(at: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of an event `described`; refuse fields that are unknown or not readable."""
    for name in data:
        if name not in (*AROUND, *GAME):
            raise fault("field_unknown", f"log.{at}.{name}")
    read = checked(DescribedData, data)
    if "game" in read:
        find_game(read["game"])
    return dict(data)


def _bye(file: trf.File, way: Format) -> dict[str, Any]:
    """Return the option that makes a bye worth a win, if the file gives a win for it."""
    given = any(
        letter == trf.ALLOCATED for player in file.players for _opponent, letter in player.games
    )
    return {"points": {"bye": 1}} if given and way.bye is not None else {}


class OwnSetting(serializers.Serializer[Any]):
    """How a tournament is played, from the line that our export adds to a TRF16 file."""

    options = OptionsInput(required=False)
    tie_breaks = BoundedList(
        child=serializers.ChoiceField(choices=KNOWN), required=False, min_length=1, max_length=20
    )
    seed = SeedField(required=False)
    edition = Edition(required=False)


def _own_setting(own: Extension, format_: str) -> dict[str, Any]:
    """Return how the tournament is played, from our own line of the file; {} if it is not valid."""
    read = OwnSetting(data=dict(own.setting))
    if not read.is_valid():
        return {}
    options = own.setting.get("options") or {}
    known = {*format_of(format_).options, *ANY_FORMAT}
    own_options = {name: value for name, value in options.items() if name in known}
    return {**read.validated_data, "options": own_options} if own.setting else {}


def _options_of(file: trf.File, way: Format) -> dict[str, Any]:
    """Return the options of a file of another program: its rounds, and the points of results."""
    rounds = {} if way.fixed else {"rounds": file.rounds}
    if not file.points:
        return {**rounds, **_bye(file, way)}
    points = {name: figure(value) for name, value in file.points.items()}
    return {**rounds, "points": points}


def figure(value: float) -> int | float:
    """Return points as options hold them: an int if they are whole."""
    return int(value) if value == int(value) else value


def trf_file(body: Any, writer: Writer) -> dict[str, Any]:
    """Read a TRF16 file, and return the arguments of `import_trf`."""
    values = checked(ImportInput, body)
    by = writer(values)
    if misread(values.get("content") or ""):
        why = _("des lettres ont été mal lues, l'enregistrer en UTF-8")
        raise fault("tournament_import_invalid", "content", why=why)
    try:
        file = trf.parse(values.get("content") or "")
    except trf.TrfError as error:
        raise fault("tournament_import_invalid", "content", why=unread(error)) from None
    game = find_game(values["game"]) if values.get("game") else games()[0]
    way = trf.format_named(file.kind)
    own = file.extension or Extension()
    setting = _own_setting(own, way.slug)
    # The seed is computed from the file, so that the same file gives the same draws.
    seed = sha256(values["content"].encode()).hexdigest()[:16]
    opening = TournamentAsked(
        name=values.get("name") or " ".join(file.name.split()) or "TRF",
        club=club_of(values, by),
        game=game,
        preset=find_preset(game, values.get("preset")),
        date=file.day,
        place=" ".join(file.place.split()),
        format=way.slug,
        options=setting["options"] if setting else _options_of(file, way),
        tie_breaks=_tie_breaks({**setting, **values}, way.slug),
        seed=setting.get("seed") or seed,
        edition=setting.get("edition", EDITION),
    )
    return {"opening": opening, "file": file, "by": by}
