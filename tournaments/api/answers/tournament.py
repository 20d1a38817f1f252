"""A tournament itself as the API answers it: in a list, at its address, and its log."""

from typing import Annotated, TypedDict

from core.answers import Day, Hour, Json, Moment, OneOf
from games.match.match_json import moment
from tournaments.models import LogEntry, Place, Tournament
from tournaments.queries import Logged, View
from tournaments.services import (
    seconds_left,
)
from tournaments.state.events import KINDS


class TimerAnswer(TypedDict):
    """The round's timer."""

    minutes: int
    running: bool
    seconds_left: int


class TournamentLine(TypedDict):
    """A tournament in a list."""

    id: str
    name: str
    club: str
    date: Day
    place: str
    public: bool
    game: str
    preset: str
    format: str
    state: Annotated[str, OneOf(Tournament.State.choices)]
    version: int
    past: bool
    entrants: int
    rounds: int


class PlaceAnswer(TypedDict):
    """A place of a palmarès."""

    rank: int
    name: str
    players: list[str]


class TournamentAnswer(TournamentLine):
    """A tournament."""

    rules: Json
    options: Json
    tie_breaks: list[str]
    seed: str
    organiser: int | None
    total_rounds: int | None
    timer: TimerAnswer
    room_tables: int | None
    start_at: Hour | None
    end_by: Hour | None
    palmares: list[PlaceAnswer]
    winner: Annotated[int | None, "By decision, without a final."]
    can_run: bool
    can_score: bool


class LogAnswer(TypedDict):
    """Something that happened."""

    version: int
    kind: Annotated[str, OneOf(KINDS)]
    data: Json | None
    at: Moment
    by: int | None
    by_link: Annotated[
        str | None,
        OneOf(LogEntry.Link.choices),
        "The kind of link of who wrote without an account.",
    ]


class WebhookAnswer(TypedDict):
    """Who hears of the tournament; the secret is never told."""

    id: int
    url: str


def line_body(tournament: Tournament, entrants: int, rounds: int) -> TournamentLine:
    """Return a tournament as it is shown in a list."""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "club": tournament.club.slug,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "public": tournament.public,
        "game": tournament.game,
        "preset": tournament.preset,
        "format": tournament.format,
        "state": tournament.state,
        "version": tournament.version,
        "past": tournament.past,
        "entrants": entrants,
        "rounds": rounds,
    }


def tournament_body(view: View) -> TournamentAnswer:
    """Return a tournament as it is shown at its own address."""
    tournament = view.tournament
    return {
        **line_body(tournament, len(view.folded.counted), len(view.rounds)),
        "rules": tournament.rules,
        "options": tournament.options,
        "tie_breaks": list(tournament.tie_breaks),
        "seed": tournament.seed,
        "organiser": tournament.organiser_id,
        "total_rounds": view.round_count,
        "timer": timer_body(tournament),
        "room_tables": tournament.room_tables,
        "start_at": tournament.start_at.isoformat() if tournament.start_at else None,
        "end_by": tournament.end_by.isoformat() if tournament.end_by else None,
        "palmares": [place_body(place) for place in view.places],
        "winner": view.folded.winner,
        "can_run": view.can_run,
        "can_score": view.can_score,
    }


def timer_body(tournament: Tournament) -> TimerAnswer:
    """Return the round's timer as it stands now."""
    return {
        "minutes": tournament.timer_minutes,
        "running": tournament.timer_started_at is not None,
        "seconds_left": seconds_left(tournament),
    }


def place_body(place: Place) -> PlaceAnswer:
    """Return a place of a palmarès."""
    return {"rank": place.rank, "name": place.name, "players": list(place.players)}


def log_body(entry: Logged) -> LogAnswer:
    """Return a line of the log."""
    return {
        "version": entry.version,
        "kind": entry.kind,
        "data": entry.data,
        "at": moment(entry.at),
        "by": entry.by_id,
        "by_link": entry.by_link or None,
    }
